/** The public API of the limits of profiles: what is shown to them, and when they may watch. */
export {
  openProfileLimits,
  type ProfileLimits,
  type WatchReport,
  type WatchSubject,
} from './open-profile-limits.ts'
export type { HiddenItems } from './hidden-items.ts'
export type { StoredFacts } from './watch-window.ts'
export { isAdultCategory } from './rules.ts'
export { forgetWatchedTimeOf, watchedMinutes } from './watched-time.ts'
