/**
 * Channels likely to be zapped to next: their address and master playlist are prefetched while the network is idle,
 * which saves two round trips before the first frame (TV-09). A prefetched channel does not count as a stream.
 */
import { dataSaver } from '#web/state/data-saver.ts'
import { channels, type PlaybackAddress } from '#contract/channels/channels.ts'
import type { Address } from '#player/core/state/source.ts'
import { edgeParameters } from '#web/state/media-origins.ts'
import { call } from '#web/session/requests/api.ts'
import { currentViewerKey } from '#web/session/session.ts'
import { readsPlaylistsItself } from './chosen-engine.ts'
import { addressOf } from './server-address.ts'

/** An address that expires sooner than this is not used. */
const minLifeMs = 10_000
const playlistLimitMs = 10_000
/** A master playlist is short; a longer response is not one. */
const maxText = 65_536

interface Warm {
  readonly viewer: string
  /** Null where there is none. */
  readonly address: Promise<Address | null>
  /** A rejected address is not requested again on every mouse move, so a rejection is stored with an end too. */
  untilMs: number
}
const active = new Map<number, Warm>()
const refusedForMs = 60_000

function isGood(warm: Warm | undefined): warm is Warm {
  return warm !== undefined && warm.viewer === currentViewerKey() && warm.untilMs - Date.now() > minLifeMs
}

/** The prefetched address of a channel, or null; a request under way is awaited. Each address is returned once. */
export async function takeWarm(cid: number): Promise<Address | null> {
  const warm = active.get(cid)
  active.delete(cid)
  return isGood(warm) ? warm.address : null
}

/** Prefetches what is missing, one channel after the other, and drops all other channels. */
export async function warmUp(cids: readonly number[], signal: AbortSignal): Promise<void> {
  for (const existing of active.keys()) if (!cids.includes(existing)) active.delete(existing)
  for (const cid of cids) {
    if (signal.aborted) return
    if (!isGood(active.get(cid))) await warm(cid)
  }
}

async function warm(cid: number): Promise<void> {
  const started: Warm = {
    viewer: currentViewerKey(),
    address: fetchWarm(cid),
    untilMs: Number.POSITIVE_INFINITY,
  }
  active.set(cid, started)
  const address = await started.address
  started.untilMs = address?.expiresAtMs ?? Date.now() + refusedForMs
}

async function fetchWarm(cid: number): Promise<Address | null> {
  const result = await call(channels.url, { cid, beats: 1, warm: 1, ...edgeParameters() })
  return result.kind === 'ok' ? warmAddress(result.data) : null
}

/** A prefetched address, with its master playlist if that has loaded. */
export async function warmAddress(answer: PlaybackAddress): Promise<Address> {
  const address = addressOf(answer)
  return { ...address, isWarm: true, master: await playlistAt(address.url) }
}

/** The text of a playlist. Null when it does not load: then the player fetches it itself. */
export async function playlistAt(url: string): Promise<string | null> {
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
  readonly effectiveType?: string
}

/** Viewers who save data or have a slow network do not prefetch. */
export function maySpendData(): boolean {
  // Prefetched playlists can only be used by the player library, not by native HLS.
  if (dataSaver.get() || readsPlaylistsItself()) return false
  const network = (navigator as { readonly connection?: Network }).connection
  return !(network?.effectiveType ?? '').endsWith('2g')
}
