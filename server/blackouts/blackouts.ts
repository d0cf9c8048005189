/** The public API of blackouts: what may not be shown for some time, to whom. */
export { type Blackouts, openBlackouts, titleFiles } from './open-blackouts.ts'
export {
  type StoredBlackout,
  blackoutEntity,
  blackoutStore,
  blackoutsChangedChannel,
  loadBlackouts,
} from './blackout-store.ts'
export { ticketClosure } from './ticket-closure.ts'
export { type ResolvedBlackout, resolved } from './resolve-blackouts.ts'
export {
  type BlackoutContent,
  type BlackoutFields,
  type BlackoutRefused,
  effectiveHolds,
  endBlackout,
  removeBlackout,
  saveBlackout,
  subjectOf,
} from './edit-blackouts.ts'
export {
  type ActiveBlackout,
  type BlackoutAudience,
  type ClosedTime,
  closesWhole,
  deviceGroup,
  endOf,
  lasts,
  wordsOf,
} from './rules.ts'
