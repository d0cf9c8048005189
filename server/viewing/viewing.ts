/** The public API of viewing: what viewers do with titles and channels. */
export { copyFavouriteChannel, uncopyFavouriteChannel } from './favourites.ts'
export { followFiles } from './follow-files.ts'
export { viewingWorkers } from './forget-old.ts'
export {
  openViewing,
  type PlayableAsset,
  type Viewing,
  type ViewingOptions,
  type WatchedTitle,
} from './open-viewing.ts'
export type { Watched } from './positions.ts'
export { maxFavourites, resumeSec } from './rules.ts'
export { lengthSec } from './title-files.ts'
export { forgetViewingOf } from './forget-profile.ts'
