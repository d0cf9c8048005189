import type { PlaybackAddress } from '#contract/channels/channels.ts'
import type { Address } from '#player/core/state/source.ts'
import { isAtEdge, mediaAddress } from '#web/state/media-origins.ts'
import { deviceMsOf } from '#web/session/server/server-clock.ts'

/** Converts a response of the server into the player's form. */
export function addressOf(address: PlaybackAddress): Address {
  const { url, expires_at, stream_id, heartbeat_sec, gain_db = 0 } = address
  // The player library resolves relative addresses in the playlist against this one, so it must be absolute.
  const absolute = mediaAddress(url)
  return {
    kind: 'address',
    url: absolute,
    hasOther: isAtEdge(absolute),
    // The player times the renewal by this device's clock.
    expiresAtMs: deviceMsOf(expires_at * 1000),
    stream:
      stream_id === '' || heartbeat_sec <= 0 ? null : { id: stream_id, heartbeatMs: heartbeat_sec * 1000 },
    master: null,
    isWarm: false,
    startAtMs: null,
    gainDb: gain_db,
  }
}
