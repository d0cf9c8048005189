/** The public API of recommendations: what other modules may use. */
export { learnTasteJob, recommendationWorkers } from './learn.ts'
export type { Recommendations } from './open-recommendations.ts'
export { openRecommendations } from './open-recommendations.ts'
export { recommendationRoutes } from './routes.ts'
export { Taste } from './taste.ts'
export { tasteChangedChannel } from './taste-store.ts'
export { trainTaste } from './train.ts'
export { WatchLog } from './watch-log.ts'
