/**
 * The film or episode whose button is pointed at, focused or touched: its address, its master playlist and the place to
 * begin at, asked for all at once before it is pressed. It counts as no stream until it is played.
 */
import { films, type FilmAddress } from '#contract/films/films.ts'
import type { Address } from '#player/core/state/source.ts'
import { call } from '#web/session/requests/api.ts'
import { viewerKey } from '#web/session/session-rules.ts'
import { session } from '#web/session/session.ts'
import { startSecOf } from './saved-positions.ts'
import { maySpendData, warmAddress } from './warm-channels.ts'

/** Another device may go on meanwhile: a place is asked for again after so long. */
const placeFreshMs = 5000
/** An address that ends sooner than this is not begun with. */
const minLifeMs = 10_000
/** What is pointed at again within this time is not asked for again. */
const againMs = 30_000

interface WarmFilm {
  readonly vfid: number
  readonly viewer: string
  readonly atMs: number
  readonly answer: Promise<{ readonly address: Address; readonly answer: FilmAddress } | null>
  readonly startSec: Promise<number>
}
let current: WarmFilm | null = null

function bufferedOf(vfid: number): WarmFilm | null {
  return current?.vfid === vfid && current.viewer === viewerKey(session.get()) ? current : null
}

/** Asks for what is not there yet; of one file alone. Guests, and whoever saves data, ask when they press. */
export function warmFilm(vid: number, vfid: number): void {
  if (session.get().token === null || !maySpendData()) return
  const existing = bufferedOf(vfid)
  if (existing !== null && Date.now() - existing.atMs < againMs) return
  current = {
    vfid,
    viewer: viewerKey(session.get()),
    atMs: Date.now(),
    answer: ask(vid, vfid),
    startSec: startSecOf(vid, vfid, new AbortController().signal),
  }
}

async function ask(vid: number, vfid: number) {
  const result = await call(films.url, { vid, vfid, beats: 1, warm: 1 })
  return result.kind === 'answer' ? { address: await warmAddress(result.data), answer: result.data } : null
}

/** The address that was asked for ahead, once; null where there is none that can still be begun with. */
export async function takeWarmFilm(
  vfid: number,
): Promise<{ readonly address: Address; readonly answer: FilmAddress } | null> {
  const warm = bufferedOf(vfid)
  current = null
  const result = (await warm?.answer) ?? null
  return result !== null && result.address.expiresAtMs - Date.now() > minLifeMs ? result : null
}

/** Where the file begins for this viewer; asked for now unless that has just been done. */
export function warmStartSecOf(vid: number, vfid: number, signal: AbortSignal): Promise<number> {
  const warm = bufferedOf(vfid)
  return warm !== null && Date.now() - warm.atMs < placeFreshMs
    ? warm.startSec
    : startSecOf(vid, vfid, signal)
}
