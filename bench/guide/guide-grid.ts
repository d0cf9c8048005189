/**
 * Scrolling the grid of the guide, 250 channels and thirteen days, with a four times slower CPU: down, along the hours,
 * and flung. Beside it a bare page whose rows are plain text from the beginning is scrolled in the same way.
 */
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import type { Product } from '#tests/kit/product/product.ts'
import { barePage, gridPage } from './grid-pages.ts'
import { madeUpGuide } from './made-up-guide.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const channelCount = 250
const frames = 180
const slower = 4
/** Pixels per frame: a mouse wheel, along the hours, and a fling. */
const motions = [
  { name: 'down', x: 0, y: 24 },
  { name: 'along the hours', x: 24, y: 0 },
  { name: 'flung', x: 0, y: 160 },
] as const
type Motion = (typeof motions)[number]

interface Scrolled {
  /** The main thread's part of each frame, from the scroll to the end of painting, ms. */
  readonly workMs: readonly number[]
  /** From frame to frame, ms. */
  readonly betweenMs: readonly number[]
}

const frameMs = 16.7

export async function guideGrid({ url }: Pick<Product, 'url'>): Promise<readonly BenchResult[]> {
  const browser = await openBrowser({ width: 1440, height: 900, baseUrl: url })
  try {
    const made = madeUpGuide(channelCount, Math.floor(Date.now() / 1000))
    const grid = await gridPage(browser.context, made, (await logIn(url)).storeScript, '/tv?view=guide')
    const bare = await barePage(browser.context, made)
    const results: BenchResult[] = []
    for (const motion of motions) {
      const baseline = await scrolled(bare, '#list', motion)
      const ours = await scrolled(grid, '[data-scale]', motion)
      results.push(...linesOf(motion, ours, baseline))
    }
    return results
  } finally {
    await browser.close()
  }
}

function linesOf({ name }: Motion, ours: Scrolled, baseline: Scrolled): readonly BenchResult[] {
  // Frames come at whole multiples of the screen's frame time; a tenth more is clock inaccuracy.
  const late = ({ betweenMs }: Scrolled) =>
    (betweenMs.filter((ms) => ms > frameMs + 0.1).length / betweenMs.length) * 100
  return [
    {
      name: `guide grid ${name}, processor ${slower}× slower: 95 % of frames are worked out within`,
      ours: part(ours.workMs, 0.95),
      baseline: part(baseline.workMs, 0.95),
      unit: 'ms',
      max: 12,
    },
    {
      name: `guide grid ${name}, processor ${slower}× slower: frames that came late`,
      ours: late(ours),
      // A bare page may have none, and a ratio to zero is not possible.
      baseline: Math.max(late(baseline), 1),
      unit: '%',
      max: 2,
    },
  ]
}

function part(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function scrolled(page: Page, selector: string, motion: Motion): Promise<Scrolled> {
  await page.bringToFront()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  try {
    return await page.evaluate(scrollThrough, { selector, frames, x: motion.x, y: motion.y })
  } finally {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await devtools.detach()
  }
}

interface Way {
  readonly selector: string
  readonly frames: number
  readonly x: number
  readonly y: number
}

/** Runs in the page: scrolls every frame, back and forth. A task that is posted in a frame runs once it is painted. */
function scrollThrough({ selector, frames: count, x, y }: Way): Promise<Scrolled> {
  const box = document.querySelector(selector)
  if (box === null) throw new Error(`there is no ${selector}`)
  return new Promise((resolve) => {
    const workMs: number[] = []
    const betweenMs: number[] = []
    let [began, before, direction] = [0, 0, 1]
    const painted = new MessageChannel()
    painted.port1.addEventListener('message', () => workMs.push(performance.now() - began))
    painted.port1.start()
    // The scroll event precedes the frame's own callbacks, and reaches the document before the scrolled element.
    const onScroll = () => (began = performance.now())
    document.addEventListener('scroll', onScroll, true)
    const next = (at: number) => {
      if (before !== 0) betweenMs.push(at - before)
      before = at
      if (betweenMs.length >= count) {
        document.removeEventListener('scroll', onScroll, true)
        return resolve({ workMs: workMs.slice(1), betweenMs })
      }
      if (betweenMs.length === count >> 1) direction = -1
      painted.port2.postMessage(null)
      box.scrollBy(x * direction, y * direction)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
}
