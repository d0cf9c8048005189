/** The face of the playback room: addresses that play, for those who may. */
export { playbackRoutes } from './routes.ts'
