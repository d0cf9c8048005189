/** The face of the playback room: addresses that play, for those who may. */
export { deviceOfTicket } from './address.ts'
export type { AskedStream, Asker, PlaybackNeeds } from './needs.ts'
export { playChannel } from './play-channel.ts'
export { titleForDownload } from './play-title.ts'
export type { TitleForDownload } from './play-title.ts'
export { playWindow } from './play-window.ts'
export { playbackRoutes } from './routes.ts'
