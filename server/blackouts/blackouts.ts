/** The public API of blackouts: what may not be shown for some time, to whom. */
export { type Blackouts, openBlackouts, titleFiles } from './open-blackouts.ts'
export {
  blackoutEntity,
  blackoutStore,
  blackoutsChangedChannel,
  loadBlackout,
  loadBlackouts,
} from './blackout-store.ts'
export { staffClient, ticketClosure } from './ticket-closure.ts'
export { type ResolvedBlackout, resolved } from './resolve-blackouts.ts'
export {
  type BlackoutContent,
  type BlackoutFields,
  type BlackoutRefused,
  endBlackout,
  moveBlackouts,
  removeBlackout,
  saveBlackout,
} from './edit-blackouts.ts'
export { type BlackoutEffect, previewBlackout } from './preview-blackout.ts'
export {
  type ActiveBlackout,
  type BlackoutAudience,
  closesWhole,
  deviceGroup,
  stateOf,
  wordsOf,
} from './rules.ts'
