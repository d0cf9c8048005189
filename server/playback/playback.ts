/** The public API of playback: addresses for clients that may play. */
export { deviceOfTicket } from './address.ts'
export type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
export { playChannel } from './play-channel.ts'
export { titleForDownload, type TitleForDownload, type PlayedTitle, playTitle } from './play-title.ts'
export { playWindow } from './play-window.ts'
export { playProgramme } from './play-programme.ts'
export type { PlaybackAddress } from './address.ts'
export type { PlaybackRefusal } from './refusals.ts'
