/** What a person would see and hear of a playing video, measured in the page. */
import type { Page } from 'playwright-core'

export interface Look {
  readonly positionSec: number
  /** 0 is black, 255 is white. */
  readonly brightness: number
  /** How much the brightness varies over the frame: a flat colour does not vary. */
  readonly contrast: number
  /** Bytes of audio decoded so far (Chromium counts them). */
  readonly soundBytes: number
  readonly width: number
  readonly paused: boolean
  /** A small copy of the frame, to compare with a later one. */
  readonly pixels: readonly number[]
}

/** Measures the page's video once. */
export function look(page: Page): Promise<Look> {
  return page.evaluate(() => {
    const video = document.querySelector('video')
    if (video === null) throw new Error('there is no video on the page')
    const canvas = document.createElement('canvas')
    canvas.width = 32
    canvas.height = 18
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.drawImage(video, 0, 0, 32, 18)
    const { data } = context.getImageData(0, 0, 32, 18)
    const pixels: number[] = []
    for (let at = 0; at < data.length; at += 4)
      pixels.push(((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3)
    const brightness = pixels.reduce((sum, value) => sum + value, 0) / pixels.length
    const variance = pixels.reduce((sum, value) => sum + (value - brightness) ** 2, 0) / pixels.length
    const counted = video as HTMLVideoElement & { webkitAudioDecodedByteCount?: number }
    return {
      positionSec: video.currentTime,
      brightness,
      contrast: Math.sqrt(variance),
      soundBytes: counted.webkitAudioDecodedByteCount ?? 0,
      width: video.videoWidth,
      paused: video.paused,
      pixels,
    }
  })
}

/** Mean difference of two frames, 0 to 255. */
export function difference(one: Look, other: Look): number {
  const sum = one.pixels.reduce((total, value, at) => total + Math.abs(value - (other.pixels[at] ?? 0)), 0)
  return sum / one.pixels.length
}

/** Waits until the video plays: a frame that is not empty, and advances. Throws after `limitMs`. */
export async function waitUntilPlaying(page: Page, limitMs = 60_000): Promise<Look> {
  await page.locator('video').first().waitFor({ state: 'attached', timeout: limitMs })
  await page.waitForFunction(
    () => {
      const video = document.querySelector('video')
      return (
        video !== null &&
        !video.paused &&
        video.readyState >= 3 &&
        video.currentTime > 0 &&
        video.videoWidth > 0
      )
    },
    null,
    { timeout: limitMs },
  )
  return look(page)
}

/** Starts what a browser did not start by itself; says whether a press was needed. */
export async function pressIfNeeded(page: Page): Promise<number> {
  const big = page.locator('[data-player] > button').first()
  await page.locator('video').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => {
    const video = document.querySelector('video')
    return (
      video !== null && (video.currentTime > 0 || document.querySelector('[data-player] > button') !== null)
    )
  })
  if (!(await big.isVisible())) return 0
  await big.click()
  return 1
}
