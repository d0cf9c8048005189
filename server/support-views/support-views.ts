/** The public API of support views: a member of staff sees the site as a subscriber. */
import './tables.ts'
export { isSupportToken } from './identify-view.ts'
export type { LiveView } from './list-views.ts'
export { openSupportViews, type SupportViews } from './open-support-views.ts'
export { closeOver, supportViewWorkers } from './support-view-workers.ts'
