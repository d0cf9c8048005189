/**
 * From the first request of a guest's first visit to a moving picture, on a phone: 390 px, 4 Mbit/s, 50 ms, a processor
 * four times slower. Home is opened, and the first channel that plays without an account is pressed once it is there.
 * Beside it a bare page that loads the player library and plays the same channel, under the same conditions.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import type { Product } from '#tests/kit/product/product.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'
import { shapedPage } from './click-to-picture.ts'
import { watchPicture } from './watch-picture.ts'

const rounds = 5
const maxMs = 5000
const cpuTimes = 4
const library = 'node_modules/shaka-player/dist/shaka-player.compiled.js'

export async function firstVisit(product: Product): Promise<BenchResult> {
  const cid = await openChannel(product.url)
  const ours: number[] = []
  const baseline: number[] = []
  for (let round = 0; round < rounds; round++) {
    baseline.push(await inNewBrowser(product, (page) => bareMs(page, cid)))
    ours.push(await inNewBrowser(product, ourMs))
  }
  return {
    name: 'first visit of a guest to moving picture (phone, 4 Mbit/s, processor 4 times slower)',
    ours: median(ours),
    baseline: median(baseline),
    unit: 'ms',
    max: maxMs,
  }
}

async function openChannel(origin: string): Promise<number> {
  const response = await fetch(`${origin}/middleware/noauth/portal/client/channel/list`)
  const list = (await response.json()) as {
    data: { channels: { item: { id: number; is_available: 0 | 1 }[] } }
  }
  const cid = list.data.channels.item.find((channel) => channel.is_available === 1)?.id
  if (cid === undefined) throw new Error('no channel is open to guests')
  return cid
}

/** A browser without a cache, a connection or an account. */
async function inNewBrowser(product: Product, measure: (page: Page) => Promise<number>): Promise<number> {
  const browser = await openBrowser({ width: 390, height: 844, phone: true, baseUrl: product.url })
  try {
    const page = await shapedPage(browser.context)
    const devtools = await browser.context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuTimes })
    await page.addInitScript(watchPicture)
    return await measure(page)
  } finally {
    await browser.close()
  }
}

async function ourMs(page: Page): Promise<number> {
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('main a[href*="/channel/"]').filter({ hasText: 'Бесплатно' }).first().click()
  return pictureMs(page)
}

async function bareMs(page: Page, cid: number): Promise<number> {
  await page.route('**/bare-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<video muted autoplay width="390"></video><script>${readFileSync(library, 'utf8')}</script>
<script>const p=new shaka.Player();(async()=>{await p.attach(document.querySelector('video'));
const a=await(await fetch('/middleware/channel/url?cid=${cid}')).json();await p.load(a.data.url)})()</script>`,
    }),
  )
  await page.goto('/bare-page', { waitUntil: 'commit' })
  return pictureMs(page)
}

async function pictureMs(page: Page): Promise<number> {
  const moved = await page.waitForFunction(
    () => (globalThis as unknown as { movedAt?: number }).movedAt ?? false,
    null,
    {
      timeout: 60_000,
    },
  )
  return Number(await moved.jsonValue())
}
