/** Sources for the player that request their playback address from the server. */
import type { CallResult } from '#contract/client.ts'
import { channels, type PlaybackAddress } from '#contract/channels/channels.ts'
import type { AddressOutcome, PlaybackSource } from '#player/core/state/source.ts'
import { edgeParameters } from '#web/state/media-origins.ts'
import { call } from '#web/session/requests/api.ts'
import { busyMs } from '#web/session/requests/busy.ts'
import { takeLeft } from './released-lease.ts'
import { needsWholeAddress } from './chosen-engine.ts'
import { addressOf } from './server-address.ts'
import { takeWarm } from './warm-channels.ts'

/**
 * Parameters of the stream lease: the lease this player holds, or the one the previous page released; and whether the
 * address may be at an edge, and at which not (`failedUrl`).
 */
export function inPlace(streamId: string | null, failedUrl?: string | null) {
  const whole = { ...(needsWholeAddress() ? { whole: 1 as const } : {}), ...edgeParameters(failedUrl) }
  if (streamId !== null) return { beats: 1 as const, ...whole, stream_id: streamId }
  const left = takeLeft()
  return { beats: 1 as const, ...whole, ...(left === null ? {} : { stream_id: left, left: 1 as const }) }
}

/** A channel at its live edge; starts at once when its address was prefetched. */
export function liveSource(cid: number): PlaybackSource {
  let isFirst = true
  return {
    key: `live:${cid}`,
    kind: 'live',
    startSec: null,
    async ask(streamId, failedUrl) {
      const warm = isFirst ? takeWarm(cid) : null
      isFirst = false
      const address = await warm
      if (address !== null) return address
      return outcomeOf(await call(channels.url, { cid, ...inPlace(streamId, failedUrl) }))
    },
  }
}

export interface ProgrammePosition {
  readonly cid: number
  readonly pid: number
  readonly offsetSec: number
  /** The exact moment, unix seconds, where the link contains one instead of an offset into the programme. */
  readonly atSec: number | null
  /** The programme's start, unix seconds, once the guide has loaded; the source may start a little earlier. */
  readonly beginSec: () => number | null
}

/** A programme of the archive or a current one, starting `offsetSec` after its beginning. */
export function programmeSource({ cid, pid, offsetSec, atSec, beginSec }: ProgrammePosition): PlaybackSource {
  return {
    key: `archive:${cid}:${pid}`,
    kind: 'archive',
    // For the beginning, the playlist itself says where the programme starts.
    startSec: offsetSec > 0 ? offsetSec : null,
    async ask(streamId, failedUrl) {
      const outcome = outcomeOf(
        await call(channels.programmeUrl, { cid, pid, ...inPlace(streamId, failedUrl) }),
      )
      const begin = beginSec()
      const start = atSec ?? (begin === null ? null : begin + offsetSec)
      if (outcome.kind !== 'address' || start === null) return outcome
      return { ...outcome, startAtMs: start * 1000 }
    },
  }
}

/** A response for the player. */
export function outcomeOf(result: CallResult<PlaybackAddress>): AddressOutcome {
  switch (result.kind) {
    case 'ok':
      return addressOf(result.data)
    case 'refused':
      // An overload is no verdict about this viewer: the player asks again by itself.
      if (busyMs(result) > 0)
        return { kind: 'unreachable', httpStatus: result.status, retryAfterMs: busyMs(result) }
      return {
        kind: 'refused',
        failure: result.failure,
        message: result.message,
        details: result.details,
      }
    case 'unreachable':
      return unreachable(result.reason)
  }
}

/** With the status of a response that is not from the API, as a proxy's. */
function unreachable(reason: string): AddressOutcome {
  const status = /status (\d{3})$/.exec(reason)?.[1]
  return { kind: 'unreachable', ...(status === undefined ? {} : { httpStatus: Number(status) }) }
}
