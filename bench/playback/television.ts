/**
 * Figures of a television: a zap by the remote in an old engine with a six times slower CPU, against a bare page with
 * the same player library and channels in the same engine; its first screen; and the script heap after an evening of
 * zapping. Chromium 88 is the oldest packaged engine that decodes H.264.
 *
 * `node bench/playback/television.ts [<zaps>]` runs it alone.
 */
import { readFileSync } from 'node:fs'
import type { Devtools } from '#tests/kit/browser/devtools.ts'
import { openOldBrowser, type OldVersion } from '#tests/kit/browser/old-chromium.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { startProduct, type Product } from '#tests/kit/product/product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'
import { playingChannels } from './zap.ts'

const library = 'node_modules/shaka-player/dist/shaka-player.compiled.js'
const decodingEngine: OldVersion = 88
const oldestEngine: OldVersion = 68
const slowdown = 6
const rounds = 10
/** How long a viewer watches a channel before the next key. */
const lookMs = 2500
const stepLimitMs = 60_000
/** The keys of webOS and Android TV for the next channel. */
const channelUp = 33
const maxFirstScreenMs = 2500
const maxHeapMb = 60

interface Marks {
  startedAt?: number
  movedAt?: number
}

export async function television(product: Pick<Product, 'url'>, zaps = 200): Promise<readonly BenchResult[]> {
  return [
    await zapByRemote(product.url),
    ...(await firstScreen(product.url)),
    ...(await evening(product.url, zaps)),
  ]
}

async function zapByRemote(url: string): Promise<BenchResult> {
  const { storeScript, token } = await logIn(url)
  const channels = await playingChannels(url, token)
  const ours = await openTelevision(decodingEngine, storeScript)
  const bare = await openTelevision(decodingEngine)
  try {
    await ours.open(`${url}/channel/${channels[0]}?tv=1`)
    await bare.open(`${url}/robots.txt`)
    await bare.devtools.run(completeMaps)
    await bare.devtools.send('Runtime.evaluate', { expression: readFileSync(library, 'utf8') })
    await bare.devtools.run(buildBarePage, token)
    await bare.devtools.run(loadBare, channels[0] ?? 0)
    const [mine, theirs]: [number[], number[]] = [[], []]
    for (let round = 1; round <= rounds; round += 1) {
      const next = channels[round % channels.length] ?? 0
      theirs.push(await timed(bare.devtools, () => bare.devtools.run(loadBare, next)))
      mine.push(await timed(ours.devtools, () => pressKey(ours.devtools, channelUp)))
    }
    return {
      name: `zap by remote to moving picture in Chromium ${decodingEngine}, CPU ${slowdown} times slower, p50`,
      ours: median(mine),
      baseline: median(theirs),
      unit: 'ms',
      target: 1.5,
    }
  } finally {
    await ours.close()
    await bare.close()
  }
}

async function firstScreen(url: string): Promise<readonly BenchResult[]> {
  const { storeScript } = await logIn(url)
  const [painted, focused]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round += 1) {
    const set = await openTelevision(oldestEngine, storeScript)
    try {
      await set.open(`${url}/?tv=1`)
      await waitFor(() => set.devtools.run(isFocused).catch(() => false), stepLimitMs)
      painted.push(await set.devtools.run(paintedAtMs))
      focused.push(await set.devtools.run(focusedAtMs))
    } finally {
      await set.close()
    }
  }
  const line = (what: string, times: readonly number[]): BenchResult => ({
    name: `first screen in Chromium ${oldestEngine}, CPU ${slowdown} times slower: ${what}`,
    ours: median(times),
    baseline: maxFirstScreenMs,
    unit: 'ms',
    max: maxFirstScreenMs,
  })
  return [line('painted', painted), line('a card has the focus', focused)]
}

/** Zaps as fast as a viewer who looks for something; the heap is read after a requested garbage collection. */
async function evening(url: string, zaps: number): Promise<readonly BenchResult[]> {
  const { storeScript, token } = await logIn(url)
  const [first] = await playingChannels(url, token)
  const set = await openTelevision(decodingEngine, storeScript, 1)
  try {
    await set.open(`${url}/channel/${first}?tv=1`)
    await waitFor(() => set.devtools.run(hasPicture), stepLimitMs)
    const atFirst = await heapMbOf(set.devtools)
    for (let zap = 0; zap < zaps; zap += 1) {
      await pressKey(set.devtools, channelUp)
      await pause(lookMs)
    }
    const [later, elements] = [await heapMbOf(set.devtools), await set.devtools.run(elementCount)]
    return [
      {
        name: `script heap of a television after ${zaps} zaps (${atFirst.toFixed(1)} MB at the first channel)`,
        ours: later,
        baseline: atFirst,
        unit: 'MB',
        max: maxHeapMb,
      },
      { name: 'its elements then', ours: elements, baseline: 1500, unit: '', max: 1500 },
    ]
  } finally {
    await set.close()
  }
}

async function openTelevision(version: OldVersion, storeScript?: string, slower = slowdown) {
  const { devtools, close } = await openOldBrowser({ version, width: 1920, height: 1080 })
  for (const domain of ['Page', 'Runtime', 'Network', 'HeapProfiler']) await devtools.send(`${domain}.enable`)
  await devtools.send('Page.setBypassCSP', { enabled: storeScript === undefined })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (storeScript !== undefined)
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: storeScript })
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${markFocus.toString()})()` })
  const open = async (address: string) => {
    await devtools.send('Page.navigate', { url: address })
    await waitFor(() => devtools.run(isLoaded).catch(() => false), stepLimitMs)
  }
  return { devtools, close, open }
}

/** From just before the act to the second frame of the next source. */
async function timed(devtools: Devtools, act: () => Promise<unknown>): Promise<number> {
  await waitFor(() => devtools.run(hasPicture), stepLimitMs)
  await pause(lookMs)
  await devtools.run(startWatch)
  await act()
  await waitFor(() => devtools.run(hasMoved), stepLimitMs)
  return devtools.run(tookMs)
}

async function pressKey(devtools: Devtools, windowsVirtualKeyCode: number): Promise<void> {
  for (const type of ['rawKeyDown', 'keyUp'])
    await devtools.send('Input.dispatchKeyEvent', {
      ...{ type, windowsVirtualKeyCode },
      nativeVirtualKeyCode: windowsVirtualKeyCode,
    })
}

async function heapMbOf(devtools: Devtools): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return Number(usedSize) / 1e6
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

// What follows runs in the page.

function markFocus() {
  document.addEventListener('focusin', ({ target }) => {
    const marks = window as unknown as Marks
    const isCard = target instanceof Element && target.closest('main') !== null
    if (isCard && marks.startedAt === undefined) marks.startedAt = performance.now()
  })
}

function isLoaded() {
  return document.readyState === 'complete'
}

function isFocused() {
  return (window as unknown as Marks).startedAt !== undefined
}

function focusedAtMs() {
  const { startedAt = Number.NaN } = window as unknown as Marks
  return startedAt
}

function paintedAtMs() {
  const [first] = performance.getEntriesByName('first-contentful-paint')
  return first === undefined ? Number.NaN : first.startTime
}

function hasPicture() {
  const video = document.querySelector('video')
  return video !== null && video.currentTime > 0 && video.readyState > 2
}

function startWatch() {
  const marks = window as unknown as Marks
  const video = document.querySelector('video')
  if (video === null) return
  delete marks.movedAt
  marks.startedAt = performance.now()
  const onLoaded = () => {
    const from = video.currentTime
    const look = () => {
      if (video.currentTime > from && !video.seeking) marks.movedAt = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }
  video.addEventListener('loadeddata', onLoaded, { once: true })
}

function hasMoved() {
  return (window as unknown as Marks).movedAt !== undefined
}

function tookMs() {
  const { startedAt = Number.NaN, movedAt = Number.NaN } = window as unknown as Marks
  return movedAt - startedAt
}

function elementCount() {
  return document.getElementsByTagName('*').length
}

/** What the player library needs and the engine has not. */
function completeMaps() {
  type Maps = Map<object, unknown>
  for (const { prototype } of [Map, WeakMap] as unknown as { prototype: Maps }[])
    Object.defineProperty(prototype, 'getOrInsertComputed', {
      value(this: Maps, key: object, make: (key: object) => unknown) {
        if (!this.has(key)) this.set(key, make(key))
        return this.get(key)
      },
    })
}

interface BarePage {
  shaka: { Player: new () => BarePlayer }
  play(cid: number): Promise<void>
}
interface BarePlayer {
  configure(options: object): void
  attach(video: HTMLVideoElement): Promise<void>
  load(url: string): Promise<void>
}

function buildBarePage(token: string) {
  const page = window as unknown as BarePage
  const video = document.createElement('video')
  video.muted = true
  video.autoplay = true
  video.width = 1920
  video.height = 1080
  document.body.appendChild(video)
  const player = new page.shaka.Player()
  player.configure({ streaming: { rebufferingGoal: 0.6 }, abr: { defaultBandwidthEstimate: 1.2e6 } })
  const ready = player.attach(video)
  page.play = (cid) =>
    ready
      .then(() =>
        fetch(`/middleware/channel/url?cid=${cid}`, { headers: { authorization: `Bearer ${token}` } }),
      )
      .then((response) => response.json())
      .then((answer: { data: { url: string } }) => player.load(answer.data.url))
}

function loadBare(cid: number) {
  return (window as unknown as BarePage).play(cid)
}

if (import.meta.main) {
  const product = await startProduct()
  try {
    for (const result of await television(product, Number(process.argv[2] ?? 200)))
      console.log(
        `${result.name}: ${result.ours.toFixed(1)} beside ${result.baseline.toFixed(1)} ${result.unit}`,
      )
  } finally {
    await product.stop()
  }
}
