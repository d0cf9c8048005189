/** Addresses for members of staff: signed like those of viewers, but no stream, and not under blackouts. */
import type { Engine } from '#media/media.ts'
import { staffClient } from '#server/blackouts/blackouts.ts'
import { type Playable, type PlaybackAddress, addressOf } from './address.ts'

/** Packaged files, described, and frames of them. */
export type PlayableFiles = Pick<Engine, 'describeAsset' | 'takeFrame'>

/** How loud a channel is. */
export type LoudChannels = Pick<Engine, 'channelLoudness'>

/** Whether a channel has video of a time. */
export type RecordedChannels = Pick<Engine, 'hasRecording'>

/** How long an address is valid. The console replaces it before its end while something plays. */
export const staffTicketSec = 600

/**
 * The address of a packaged asset or a live channel for a member of staff, whatever viewers may do with it; the caller
 * has checked the permission. It is relative: media of the console come from its own origin.
 */
export function staffAddress(
  { ticketSecret, nowMs }: { readonly ticketSecret: string; readonly nowMs: number },
  playable: Extract<Playable, { readonly kind: 'film' | 'live' }>,
  encryptsFilms: boolean,
): PlaybackAddress {
  return addressOf(playable, {
    secret: ticketSecret,
    streamId: undefined,
    place: 'any',
    device: staffClient,
    expiresAtMs: nowMs + staffTicketSec * 1000,
    mediaOrigin: '',
    encryptsFilms,
  })
}
