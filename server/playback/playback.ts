/** The face of the playback room: addresses that play, for those who may. */
export type { PlaybackNeeds } from './needs.ts'
export type { PlaybackOptions } from './routes.ts'
export { playbackRoutes } from './routes.ts'
