/** What is being watched on a channel: live, or a programme from a position in it. */
export type { WatchedProgramme as Viewing } from '#web/player/playback/retained-playback.ts'
