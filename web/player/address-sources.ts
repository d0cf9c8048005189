/** What can be played, as sources that ask the server for their address. */
import type { CallResult } from '#contract/client.ts'
import { channels, type PlaybackAddress } from '#contract/channels.ts'
import { films, type FilmAddress } from '#contract/films.ts'
import type { AddressOutcome, Cancellation, PlaybackSource } from '#player/core/source.ts'
import { call } from '#web/session/api.ts'

/** A channel at its live edge. */
export function liveSource(cid: number): PlaybackSource {
  return {
    key: `live:${cid}`,
    kind: 'live',
    startSec: null,
    ask: (cancellation) => asked(cancellation, (signal) => call(channels.url, { cid }, signal)),
  }
}

/** A programme of the archive, or one that is on the air, from `offsetSec` after its beginning. */
export function programmeSource(cid: number, pid: number, offsetSec: number): PlaybackSource {
  return {
    key: `archive:${cid}:${pid}`,
    kind: 'archive',
    startSec: offsetSec,
    ask: (cancellation) => asked(cancellation, (signal) => call(channels.programmeUrl, { cid, pid }, signal)),
  }
}

export interface FilmRequest {
  readonly vid: number
  readonly vfid: number
  readonly startSec: number
  /** Called with the whole answer, which also holds the marks on the timeline. */
  readonly onAnswer: (answer: FilmAddress) => void
}

export function filmSource({ vid, vfid, startSec, onAnswer }: FilmRequest): PlaybackSource {
  return {
    key: `film:${vfid}`,
    kind: 'film',
    startSec,
    async ask(cancellation) {
      return asked(cancellation, async (signal) => {
        const result = await call(films.url, { vid, vfid }, signal)
        if (result.kind === 'answer') onAnswer(result.data)
        return result
      })
    },
  }
}

async function asked(
  cancellation: Cancellation,
  ask: (signal: AbortSignal) => Promise<CallResult<PlaybackAddress>>,
): Promise<AddressOutcome> {
  const abort = new AbortController()
  cancellation.onCancel(() => abort.abort())
  const result = await ask(abort.signal)
  switch (result.kind) {
    case 'answer':
      return {
        kind: 'address',
        // The library resolves what is inside the playlist against this, so it must be whole.
        url: new URL(result.data.url, location.href).href,
        expiresAtMs: result.data.expires_at * 1000,
      }
    case 'refused':
      return { kind: 'refused', failure: result.failure, message: result.message }
    case 'unreachable':
      return { kind: 'unreachable' }
  }
}
