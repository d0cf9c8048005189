/**
 * The grid of the guide, 300 channels, walked by a remote control whose key is pressed fifteen times a second, with a
 * four times slower CPU: down, and along the hours. Beside it a bare page of plain rows whose focus moves in the same
 * way.
 *
 * `node bench/guide/guide-remote.ts [<address of a running product> …]` runs it alone. With two addresses, one of each
 * version, both are measured in turn.
 */
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { startProduct, type Product } from '#tests/kit/product/product.ts'
import type { BenchResult } from '#bench/kit/measure.ts'
import { barePage, gridPage } from './grid-pages.ts'
import { madeUpGuide } from './made-up-guide.ts'

const channelCount = 300
const slower = 4
const presses = 60
/** 60 frames a second: fifteen presses. */
const framesPerPress = 4
const maxFrameMs = 8
const maxWorstMs = 20

const walks = [
  { name: 'down', key: 'ArrowDown' },
  { name: 'along the hours', key: 'ArrowRight' },
] as const

export async function guideByRemote({ url }: Pick<Product, 'url'>): Promise<readonly BenchResult[]> {
  const browser = await openBrowser({ width: 1920, height: 1080, baseUrl: url })
  try {
    const made = madeUpGuide(channelCount, Math.floor(Date.now() / 1000))
    const { storeScript } = await logIn(url)
    const grid = await gridPage(browser.context, made, storeScript, '/tv?view=guide&tv=1')
    const bare = await barePage(browser.context, made)
    const results: BenchResult[] = []
    for (const { name, key } of walks) {
      const baseline = await walked(bare, '#list li', key)
      const ours = await walked(grid, '[role=gridcell][tabindex="0"]', key)
      results.push(...linesOf(name, ours, baseline))
    }
    return results
  } finally {
    await browser.close()
  }
}

function linesOf(name: string, ours: readonly number[], baseline: readonly number[]): readonly BenchResult[] {
  const line = (what: string, share: number, max: number): BenchResult => ({
    name: `guide of ${channelCount} channels by remote ${name}, processor ${slower}× slower: ${what}`,
    ours: part(ours, share),
    baseline: part(baseline, share),
    unit: 'ms',
    max,
  })
  return [
    line('95 % of frames are worked out within', 0.95, maxFrameMs),
    line('the worst frame', 1, maxWorstMs),
  ]
}

function part(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function walked(page: Page, first: string, key: string): Promise<readonly number[]> {
  await page.bringToFront()
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate(focusFirst, first)
  // The first presses compile the code that a television has run before.
  await page.evaluate(walk, { key, presses: 10, framesPerPress })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  try {
    return await page.evaluate(walk, { key, presses, framesPerPress })
  } finally {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await devtools.detach()
  }
}

// What follows runs in the page.

/** In the bare page the arrows move the focus from row to row by themselves. */
function focusFirst(selector: string) {
  const first = document.querySelector<HTMLElement>(selector)
  if (first === null) throw new Error(`there is no ${selector}`)
  const isRow = first.tagName === 'LI'
  if (isRow && first.tabIndex !== 0) {
    for (const row of document.querySelectorAll<HTMLElement>(selector)) row.tabIndex = 0
    document.addEventListener('keydown', ({ target }) => {
      const next = (target as Element).nextElementSibling
      if (next instanceof HTMLElement) next.focus()
    })
  }
  first.focus()
}

interface Walk {
  readonly key: string
  readonly presses: number
  readonly framesPerPress: number
}

/** The main thread's part of each frame, ms: the key's handlers, and from the scroll to the end of painting. */
function walk({ key, presses: count, framesPerPress: every }: Walk): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const workMs: number[] = []
    let [frame, began, handlersMs] = [0, 0, 0]
    const painted = new MessageChannel()
    painted.port1.addEventListener('message', () => {
      workMs.push(performance.now() - began + handlersMs)
      began = handlersMs = 0
      if (frame >= count * every) {
        document.removeEventListener('scroll', onScroll, true)
        return resolve(workMs)
      }
      if (frame % every === 0) press()
      frame += 1
      requestAnimationFrame(next)
    })
    painted.port1.start()
    // The scroll event precedes the frame's own callbacks.
    const onScroll = () => (began ||= performance.now())
    document.addEventListener('scroll', onScroll, true)
    const press = () => {
      const at = performance.now()
      const target = document.activeElement ?? document.body
      for (const type of ['keydown', 'keyup'])
        target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }))
      handlersMs = performance.now() - at
    }
    const next = () => {
      began ||= performance.now()
      painted.port2.postMessage(null)
    }
    requestAnimationFrame(next)
  })
}

if (import.meta.main) {
  const addresses = process.argv.slice(2)
  const product = addresses.length === 0 ? await startProduct() : null
  try {
    for (const url of product === null ? addresses : [product.url])
      for (const { name, ours, baseline, unit } of await guideByRemote({ url }))
        console.log(`${url} ${name}: ${ours.toFixed(1)} beside ${baseline.toFixed(1)} ${unit}`)
  } finally {
    await product?.stop()
  }
}
