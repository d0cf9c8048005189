/** The public API of viewing: what viewers do with titles and channels. */
export { moveFavouriteChannel } from './favourites.ts'
export { viewingWorkers } from './forget-old.ts'
export { openViewing } from './open-viewing.ts'
export type { HeldAsset, Viewing, ViewingOptions } from './open-viewing.ts'
export type { Watched } from './places.ts'
export { viewingRoutes } from './routes.ts'
