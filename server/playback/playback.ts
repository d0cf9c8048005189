/** The public API of playback: addresses that play, for those who may. */
export { deviceOfTicket } from './address.ts'
export type { AskedStream, Asker, PlaybackDeps } from './deps.ts'
export { playChannel } from './play-channel.ts'
export { titleForDownload } from './play-title.ts'
export type { TitleForDownload } from './play-title.ts'
export { playWindow } from './play-window.ts'
export { playbackRoutes } from './routes.ts'
