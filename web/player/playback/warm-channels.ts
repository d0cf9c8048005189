/**
 * Channels that are probably zapped to next: their address and master playlist are fetched while nothing else is to be
 * done, which saves two round trips on the way to the picture (TV-09). What is warmed counts as no stream.
 */
import { needsNativeHls } from '#player/engines/choose-engine.ts'
import { channels, type PlaybackAddress } from '#contract/channels/channels.ts'
import type { Address } from '#player/core/state/source.ts'
import { call } from '#web/session/requests/api.ts'
import { viewerKey } from '#web/session/session-rules.ts'
import { session } from '#web/session/session.ts'
import { addressOf } from './server-address.ts'

/** An address that ends sooner than this is not begun with. */
const minLifeMs = 10_000
const playlistLimitMs = 10_000
/** A master playlist is a page of text; anything longer is none. */
const maxText = 65_536

interface Warm {
  readonly viewer: string
  /** Null where there is none. */
  readonly address: Promise<Address | null>
  /** What was refused is not asked for again with every move of the mouse, so that ends as well. */
  untilMs: number
}
const active = new Map<number, Warm>()
const refusedForMs = 60_000

function isGood(warm: Warm | undefined): warm is Warm {
  return (
    warm !== undefined && warm.viewer === viewerKey(session.get()) && warm.untilMs - Date.now() > minLifeMs
  )
}

/** The address of a channel that was warmed, or null; one that is on its way is waited for. It is given once. */
export async function takeWarm(cid: number): Promise<Address | null> {
  const warm = active.get(cid)
  active.delete(cid)
  return isGood(warm) ? warm.address : null
}

/** Fetches what is not there yet, one channel after the other; keeps nothing of other channels. */
export async function warmUp(cids: readonly number[], signal: AbortSignal): Promise<void> {
  for (const existing of active.keys()) if (!cids.includes(existing)) active.delete(existing)
  for (const cid of cids) {
    if (signal.aborted) return
    if (!isGood(active.get(cid))) await warm(cid)
  }
}

async function warm(cid: number): Promise<void> {
  const started: Warm = {
    viewer: viewerKey(session.get()),
    address: fetchWarm(cid),
    untilMs: Number.POSITIVE_INFINITY,
  }
  active.set(cid, started)
  const address = await started.address
  started.untilMs = address?.expiresAtMs ?? Date.now() + refusedForMs
}

async function fetchWarm(cid: number): Promise<Address | null> {
  const result = await call(channels.url, { cid, beats: 1, warm: 1 })
  return result.kind === 'answer' ? warmAddress(result.data) : null
}

/** An address that was asked for ahead, with its master playlist as far as that comes. */
export async function warmAddress(answer: PlaybackAddress): Promise<Address> {
  const address = addressOf(answer)
  return { ...address, isWarm: true, master: await masterAt(address.url) }
}

/** Null when it does not come: then the player fetches it itself. */
async function masterAt(url: string): Promise<string | null> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), playlistLimitMs)
  try {
    const response = await fetch(url, { signal: limit.signal })
    const text = response.ok ? await response.text() : ''
    return text.startsWith('#EXTM3U') && text.length <= maxText ? text : null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

interface Network {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Whoever saves data, or has hardly any, is not made to fetch what he may not want. */
export function maySpendData(): boolean {
  // What is fetched ahead is for the library.
  if (needsNativeHls()) return false
  const network = (navigator as { readonly connection?: Network }).connection
  return network?.saveData !== true && !(network?.effectiveType ?? '').endsWith('2g')
}
