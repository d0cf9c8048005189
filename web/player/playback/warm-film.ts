/**
 * The film or episode whose button is hovered, focused or touched: its address, master playlist and start position
 * are requested in parallel before the press. It does not count as a stream until it is played.
 */
import { films, type FilmAddress } from '#contract/films/films.ts'
import type { Address } from '#player/core/state/source.ts'
import { edgeParameters } from '#web/state/media-origins.ts'
import { call } from '#web/session/requests/api.ts'
import { currentViewerKey, session } from '#web/session/session.ts'
import { startSecOf } from './saved-positions.ts'
import { maySpendData, warmAddress } from './warm-channels.ts'

/** Another device may continue the film meanwhile: after this time the position is requested again. */
const positionFreshMs = 5000
/** An address that expires sooner than this is not used. */
const minLifeMs = 10_000
/** Hovering again within this time sends no new request. */
const againMs = 30_000

interface WarmFilm {
  readonly vfid: number
  readonly viewer: string
  readonly atMs: number
  readonly response: Promise<{ readonly address: Address; readonly response: FilmAddress } | null>
  readonly startSec: Promise<number>
}
let current: WarmFilm | null = null

function bufferedOf(vfid: number): WarmFilm | null {
  return current?.vfid === vfid && current.viewer === currentViewerKey() ? current : null
}

/**
 * Requests what is missing, for one file at a time. Guests and viewers who save data request it only on the press.
 */
export function warmFilm(vid: number, vfid: number): void {
  if (session.get().token === null || !maySpendData()) return
  const existing = bufferedOf(vfid)
  if (existing !== null && Date.now() - existing.atMs < againMs) return
  current = {
    vfid,
    viewer: currentViewerKey(),
    atMs: Date.now(),
    response: ask(vid, vfid),
    startSec: startSecOf(vid, vfid, new AbortController().signal),
  }
}

async function ask(vid: number, vfid: number) {
  const result = await call(films.url, { vid, vfid, beats: 1, warm: 1, ...edgeParameters() })
  return result.kind === 'ok' ? { address: await warmAddress(result.data), response: result.data } : null
}

/** The prefetched address, once; null where there is none that is still usable. */
export async function takeWarmFilm(
  vfid: number,
): Promise<{ readonly address: Address; readonly response: FilmAddress } | null> {
  const warm = bufferedOf(vfid)
  current = null
  const result = (await warm?.response) ?? null
  return result !== null && result.address.expiresAtMs - Date.now() > minLifeMs ? result : null
}

/** The start position of a file for this viewer; requested now unless that was just done. */
export function warmStartSecOf(vid: number, vfid: number, signal: AbortSignal): Promise<number> {
  const warm = bufferedOf(vfid)
  return warm !== null && Date.now() - warm.atMs < positionFreshMs
    ? warm.startSec
    : startSecOf(vid, vfid, signal)
}
