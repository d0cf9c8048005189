/**
 * The newest stills of the channels in sight: one request for all of them every 20 s, none while the page is hidden
 * (ALIVE-01).
 */
import {
  stillChannels,
  stillEverySec,
  stills,
  stillWidths,
  type StillWidth,
} from '#contract/channels/stills.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { callQuietly } from '#web/session/requests/api.ts'

interface Watcher {
  readonly cid: number
  readonly width: StillWidth
  /** Gets the address of the newest still, or null when there is none any more. */
  readonly onStill: (url: string | null) => void
}

interface CachedStill {
  readonly url: string
  readonly receivedMs: number
}

/** Cards come into sight together: they share a request. */
const gatherMs = 250
/** The first stills are made within seconds of the first request. */
const soonMs = 3000
const soonTimes = 2
/** A still that was not renewed for so long no longer shows the channel of now. */
const lastsMs = 60_000

const watchers = new Set<Watcher>()
const cached = new Map<number, CachedStill>()
let timer: ReturnType<typeof setTimeout> | undefined
let isAsking = false
let soonLeft = soonTimes
let isListening = false
/** How many viewers and profiles there have been: what was asked for one is not shown to the next. */
let viewers = 0

/** Watches the stills of a channel until the returned function is called; a cached one comes at once. */
export function watchStill(watcher: Watcher): () => void {
  watchers.add(watcher)
  if (!isListening) document.addEventListener('visibilitychange', resume)
  isListening = true
  forgetOld()
  const still = cached.get(watcher.cid)
  watcher.onStill(still?.url ?? null)
  if (still === undefined) {
    soonLeft = soonTimes
    plan(gatherMs)
  } else if (timer === undefined) plan(stillEverySec * 1000)
  return () => void watchers.delete(watcher)
}

/** The width in which a picture is loaded that takes so many pixels of the screen. */
export function stillWidthFor(pixels: number): StillWidth {
  const [small, large] = stillWidths
  return pixels > small * 1.2 ? large : small
}

function resume(): void {
  if (document.visibilityState === 'visible') {
    soonLeft = soonTimes
    tellOld()
    plan(gatherMs)
  } else {
    clearTimeout(timer)
    timer = undefined
  }
}

function plan(ms: number): void {
  if (isAsking || document.visibilityState !== 'visible') return
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    void ask()
  }, ms)
}

async function ask(): Promise<void> {
  const cids = [...new Set([...watchers].map(({ cid }) => cid))].slice(0, stillChannels)
  if (cids.length === 0) return
  const width = [...watchers].some((one) => one.width === stillWidths[1]) ? stillWidths[1] : stillWidths[0]
  isAsking = true
  const forViewer = viewers
  const result = await callQuietly(stills.newest, {
    cids: cids.toSorted((a, b) => a - b).join(','),
    width,
  })
  isAsking = false
  if (forViewer !== viewers) return plan(gatherMs)
  let afterSec: number = stillEverySec
  if (result.kind === 'ok') {
    const newest = new Map(result.data.stills.map(({ cid, url }) => [cid, url]))
    for (const cid of cids) renew(cid, newest.get(cid) ?? null)
    afterSec = result.data.every_sec
  } else tellOld()
  const isIncomplete = [...watchers].some(({ cid }) => !cached.has(cid))
  const isSoon = isIncomplete && soonLeft > 0
  if (isSoon) soonLeft -= 1
  plan(isSoon ? soonMs : afterSec * 1000)
}

function renew(cid: number, url: string | null): void {
  const before = cached.get(cid)?.url ?? null
  if (url === null) cached.delete(cid)
  else cached.set(cid, { url, receivedMs: Date.now() })
  if (url === before) return
  for (const watcher of watchers) if (watcher.cid === cid) watcher.onStill(url)
}

function forgetOld(): number[] {
  const old = [...cached].filter(([, { receivedMs }]) => Math.abs(Date.now() - receivedMs) > lastsMs)
  for (const [cid] of old) cached.delete(cid)
  return old.map(([cid]) => cid)
}

/** After a time without requests: what was shown before is gone. */
function tellOld(): void {
  for (const old of forgetOld())
    for (const watcher of watchers) if (watcher.cid === old) watcher.onStill(null)
}

/** Another viewer or profile may see less: each sees what the server gives it. */
function forgetViewer(): void {
  viewers += 1
  cached.clear()
  for (const watcher of watchers) watcher.onStill(null)
  if (watchers.size > 0) plan(gatherMs)
}

onLogout(forgetViewer)
