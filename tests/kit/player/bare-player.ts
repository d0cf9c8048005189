/** A bare page with hls.js and nothing of the product around it: how another player handles an address. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Hls from 'hls.js'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { look } from './watching.ts'

const library = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js')
const limitMs = 60_000

/** What the page's script stores on the window, for later checks. */
interface Bare {
  readonly hls: Hls
  readonly faults: readonly string[]
  readonly endOfAudioSwitch: readonly number[]
}
type Marks = typeof globalThis & Bare

/** Opens it at the origin of `base`, where the browser allows a page to decrypt. */
export async function openBarePage(page: Page, base: string): Promise<void> {
  await page.route('**/bare-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><video muted loop></video><script>${readFileSync(library, 'utf8')}</script>`,
    }),
  )
  await page.goto(`${base}/bare-page`)
}

/** Opens an address in the page from scratch and plays a second of it. Between such steps it is paused. */
export async function playBare(page: Page, address: string): Promise<void> {
  await page.reload()
  await page.evaluate((address) => {
    const { Hls: Player } = globalThis as unknown as { Hls: typeof Hls }
    const video = document.querySelector('video')
    if (video === null) throw new Error('there is no video')
    const hls = new Player()
    const [faults, endOfAudioSwitch]: [string[], number[]] = [[], []]
    Object.assign(globalThis, { hls, faults, endOfAudioSwitch })
    const { ERROR, AUDIO_TRACK_SWITCHED } = Player.Events
    hls.on(ERROR, (_name, { type, details, reason = '', fatal }) => {
      // Errors of a slow machine: a wait that was too long, and requests cancelled by a seek.
      const isWait = /^(?:aborted|buffer(?:Stalled|SeekOverHole|Nudge))/.test(details)
      if (type !== Player.ErrorTypes.NETWORK_ERROR && !isWait) faults.push(`${details} ${reason}`)
      else if (fatal) hls.startLoad()
    })
    hls.on(AUDIO_TRACK_SWITCHED, (_name, { id }) => endOfAudioSwitch.push(id))
    hls.loadSource(address)
    hls.attachMedia(video)
  }, address)
  await goesOn(page)
}

/** The errors it reported for the stream since the address was opened, fatal or not. */
export function faultsOf(page: Page) {
  return page.evaluate(() => (globalThis as Marks).faults)
}

/** Plays one more second, with new frames, and pauses: a short film must not end while a test is working. */
async function goesOn(page: Page): Promise<void> {
  const now = () => {
    const { currentTime, seeking, readyState } = document.querySelector('video') ?? {}
    return { currentTime, seeking, readyState, faults: (globalThis as Marks).faults }
  }
  const isReady = page.waitForFunction(
    () => {
      const video = document.querySelector('video')
      if (video === null || video.seeking || video.readyState < 3) return false
      const from = { sec: video.currentTime, frames: video.getVideoPlaybackQuality().totalVideoFrames }
      Object.assign(globalThis, { from })
      void video.play()
      return true
    },
    null,
    { timeout: limitMs },
  )
  const hasGone = () =>
    page.waitForFunction(
      () => {
        const { from } = globalThis as unknown as { from: { sec: number; frames: number } }
        const video = document.querySelector('video')
        if (video === null || video.currentTime < from.sec + 1) return false
        if (video.getVideoPlaybackQuality().totalVideoFrames <= from.frames + 5) return false
        video.pause()
        return true
      },
      null,
      { timeout: limitMs },
    )
  await isReady.then(hasGone).catch(async (error: unknown) => {
    throw new Error(`it does not go on: ${JSON.stringify(await page.evaluate(now))}`, { cause: error })
  })
}

/** Plays until a frame is visible, and audio is decoded. */
export async function isSeenAndHeard(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('video')?.play())
  await expect
    .poll(async () => {
      const { contrast, soundBytes } = await look(page)
      return contrast > 1 && soundBytes > 0
    })
    .toBe(true)
  await page.evaluate(() => document.querySelector('video')?.pause())
}

export async function seek(page: Page, sec: number): Promise<void> {
  await page.evaluate((sec) => {
    const video = document.querySelector('video')
    if (video !== null) video.currentTime = sec
  }, sec)
  await goesOn(page)
}

/** The languages it lists. */
export function languagesOf(page: Page) {
  return page.evaluate(() => {
    const { hls } = globalThis as Marks
    return {
      sounds: hls.audioTracks.map(({ lang }) => lang),
      texts: hls.subtitleTracks.map(({ lang }) => lang),
    }
  })
}

/** Changes to an audio track by its index in the list and waits until it is decoded. */
export async function changeSound(page: Page, at: number): Promise<void> {
  await page.evaluate((at) => ((globalThis as Marks).hls.audioTrack = at), at)
  await page.waitForFunction((at) => (globalThis as Marks).endOfAudioSwitch.includes(at), at, {
    timeout: limitMs,
  })
  await goesOn(page)
}

/** Switches a subtitle track on by its index in the list and returns its first text. */
export async function wordsOf(page: Page, at: number): Promise<string> {
  await page.evaluate((at) => ((globalThis as Marks).hls.subtitleTrack = at), at)
  const result = await page.waitForFunction(
    () => {
      const tracks = [...(document.querySelector('video')?.textTracks ?? [])]
      const cues = tracks.filter(({ mode }) => mode !== 'disabled').flatMap(({ cues }) => [...(cues ?? [])])
      return cues.map((cue) => (cue as VTTCue).text).find((text) => text.trim() !== '') ?? false
    },
    null,
    { timeout: limitMs },
  )
  return String(await result.jsonValue())
}
