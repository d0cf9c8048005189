/** The public API of playback: addresses for clients that may play. */
export { deviceOfTicket } from './address.ts'
export type { PlaybackStreamRequest, PlaybackClient, PlaybackDeps } from './deps.ts'
export { playChannel } from './play-channel.ts'
export {
  type LoudChannels,
  type PlayableFiles,
  type RecordedChannels,
  staffAddress,
} from './staff-address.ts'
export { assetGainDb, playbackGainDb } from '#media/media.ts'
export { titleForDownload, type TitleForDownload, type PlayedTitle, playTitle } from './play-title.ts'
export type { SharedMoment } from './moment-token.ts'
export { type MomentDeps, playMoment, shareMoment } from './play-moment.ts'
export { type StillDeps, readStill, shownStills } from './channel-stills.ts'
export { stillPrefix } from './still-address.ts'
export { type SavedProgramme, playRecording, refusalOfKeeping } from './play-recording.ts'
export { playWindow } from './play-window.ts'
export { playProgramme } from './play-programme.ts'
export type { PlaybackAddress } from './address.ts'
export type { PlaybackRefusal } from './refusals.ts'
export { type Rehearsal, type RehearsalDeps, type RehearsedRequest, rehearse } from './rehearse.ts'
