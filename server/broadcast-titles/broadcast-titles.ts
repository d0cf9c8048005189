/** The public API of broadcast titles: films and series of the guide that can be watched from the archive. */
export { broadcastTitleWorkers } from './broadcast-title-workers.ts'
export {
  broadcastTitleEntity,
  broadcastTitleStore,
  type DecisionOutcome,
  type DecisionRequest,
  decideTitle,
} from './decide.ts'
export { listStaffTitles, type StaffBroadcastTitle } from './list-titles.ts'
export type { WorkBroadcast } from './matching/gather-works.ts'
export { type BroadcastTitles, openBroadcastTitles } from './open-broadcast-titles.ts'
export type { Recorded } from './recorded.ts'
export { emptyMatchCache, matchWorks } from './refresh.ts'
export { type BroadcastTitle, type BroadcastTitleIndex, indexBroadcastTitles } from './title-index.ts'
export { broadcastTitlesChangedChannel, effectiveVid } from './title-rows.ts'
