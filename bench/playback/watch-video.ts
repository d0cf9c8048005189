/** A page's video observed from its first moment: a film of half a second is over before a poll could see it. */
import type { Page } from 'playwright-core'

export interface SeenVideo {
  readonly durationSec: number
  readonly positionSec: number
  /** How many different frames were shown. */
  readonly pictures: number
  /** The maximum brightness variation within one of them. */
  readonly contrast: number
  readonly soundBytes: number
  /** The player's error, or why nothing was seen; empty on success. */
  readonly error: string
}

type Marks = typeof globalThis & { seenVideo?: SeenVideo & { hashes: string[]; ended: boolean } }

/** Runs in the page before its own scripts. */
function keepWatch(): void {
  const hashes: string[] = []
  const nothing = { durationSec: 0, positionSec: 0, pictures: 0, contrast: 0, soundBytes: 0 }
  ;(globalThis as Marks).seenVideo = { ...nothing, error: '', ended: false, hashes }
  const canvas = document.createElement('canvas')
  canvas.width = 32
  canvas.height = 18
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const look = (video: HTMLVideoElement): void => {
    const marks = (globalThis as Marks).seenVideo
    if (context === null || marks === undefined) return
    context.drawImage(video, 0, 0, 32, 18)
    const { data } = context.getImageData(0, 0, 32, 18)
    const grey = Array.from(
      { length: 576 },
      (_, at) => ((data[at * 4] ?? 0) + (data[at * 4 + 1] ?? 0) + (data[at * 4 + 2] ?? 0)) / 3,
    )
    const mean = grey.reduce((sum, value) => sum + value, 0) / 576
    const contrast = Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 576)
    const hash = grey.map((value) => Math.round(value / 2)).join()
    if (!hashes.includes(hash) && hashes.length < 1000) hashes.push(hash)
    Object.assign(marks, { pictures: hashes.length, contrast: Math.max(contrast, marks.contrast) })
  }
  const note = (video: HTMLVideoElement, ended: boolean): void => {
    const marks = (globalThis as Marks).seenVideo
    if (marks === undefined) return
    const { webkitAudioDecodedByteCount = 0 } = video as HTMLVideoElement & {
      webkitAudioDecodedByteCount?: number
    }
    Object.assign(marks, {
      durationSec: Number.isFinite(video.duration) ? video.duration : marks.durationSec,
      positionSec: Math.max(marks.positionSec, video.currentTime),
      soundBytes: Math.max(marks.soundBytes, webkitAudioDecodedByteCount),
      ended: marks.ended || ended,
    })
  }
  for (const kind of ['loadedmetadata', 'durationchange', 'timeupdate', 'ended', 'playing'])
    document.addEventListener(
      kind,
      ({ target }) => target instanceof HTMLVideoElement && note(target, kind === 'ended'),
      true,
    )
  document.addEventListener(
    'loadedmetadata',
    ({ target }) => {
      if (!(target instanceof HTMLVideoElement)) return
      const onFrame = (): void => {
        look(target)
        target.requestVideoFrameCallback(onFrame)
      }
      target.requestVideoFrameCallback(onFrame)
    },
    true,
  )
}

/** Opens the address and watches until `sec` were shown, the end came, or the time is over. */
export async function watchVideo(
  page: Page,
  address: string,
  target: { readonly sec: number; readonly limitMs: number },
): Promise<SeenVideo> {
  await page.addInitScript(keepWatch)
  await page.goto(address)
  const isEnough = page.waitForFunction(
    (sec) => {
      const seen = (globalThis as Marks).seenVideo
      return seen !== undefined && (seen.ended || seen.positionSec >= sec)
    },
    target.sec,
    { timeout: target.limitMs },
  )
  const error = await isEnough.then(
    () => '',
    async () =>
      (
        await page
          .locator('[data-player]')
          .innerText({ timeout: 1000 })
          .catch(() => 'no player')
      ).slice(0, 200),
  )
  const seen = await page.evaluate(() => (globalThis as Marks).seenVideo)
  if (seen === undefined) throw new Error('the page has no watch')
  return { ...seen, error: error.replaceAll('\n', ' ') }
}
