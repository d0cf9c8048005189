/**
 * From the click on a channel to a moving picture, at 4 Mbit/s and 50 ms, against a bare page with the same player
 * library already loaded, the same stream and the same network conditions.
 */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import type { Product } from '#tests/kit/product/product.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'
import { watchPicture } from './watch-picture.ts'

const rounds = 5
const library = 'node_modules/shaka-player/dist/shaka-player.compiled.js'

export async function clickToPicture(product: Product): Promise<BenchResult> {
  const browser = await openBrowser({ width: 1440, height: 900, baseUrl: product.url })
  try {
    const session = await logIn(product.url)
    const ours: number[] = []
    const baseline: number[] = []
    for (let round = 0; round < rounds; round++) {
      baseline.push(await bareMs(browser.context, product.url, session.token))
      ours.push(await ourMs(browser.context, session))
    }
    return {
      name: 'click on a channel to moving picture (4 Mbit/s, 50 ms)',
      ours: median(ours),
      baseline: median(baseline),
      unit: 'ms',
    }
  } finally {
    await browser.close()
  }
}

/** A page on a connection of 4 Mbit/s and 50 ms. */
export async function shapedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const bytesPerSecond = 4_000_000 / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  return page
}

async function ourMs(context: BrowserContext, session: Awaited<ReturnType<typeof logIn>>): Promise<number> {
  const page = await shapedPage(context)
  await page.addInitScript(session.storeScript)
  await page.goto('/tv')
  const card = page.locator('main a[href*="/channel/"]').first()
  await card.waitFor()
  await page.waitForTimeout(2000)
  const ms = await timeToPicture(page, () => card.click())
  await page.close()
  return ms
}

async function bareMs(context: BrowserContext, origin: string, token: string): Promise<number> {
  const list = await (await fetch(`${origin}/middleware/channel/list?authkey=${token}`)).json()
  const cid = (list as { data: { channels: { item: { id: number }[] } } }).data.channels.item[0]?.id
  const page = await shapedPage(context)
  await page.route('**/bare-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<video muted autoplay width="640"></video><button>play</button><script>${readFileSync(library, 'utf8')}</script>
<script>const p=new shaka.Player();document.querySelector('button').onclick=async()=>{await p.attach(document.querySelector('video'));
const a=await(await fetch('/middleware/channel/url?cid=${cid}',{headers:{authorization:'Bearer ${token}'}})).json();await p.load(a.data.url)}</script>`,
    }),
  )
  await page.goto('/bare-page')
  const ms = await timeToPicture(page, () => page.locator('button').click())
  await page.close()
  return ms
}

/** The second new frame on the screen after `act`: the first may be a still poster of the stream. */
export async function timeToPicture(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const marks = globalThis as unknown as { clickedAt: number }
    addEventListener('click', () => (marks.clickedAt = performance.now()), { capture: true, once: true })
  })
  await page.evaluate(watchPicture)
  await act()
  const passed = await page.waitForFunction(
    () => {
      const marks = globalThis as unknown as { clickedAt: number; movedAt?: number }
      return marks.movedAt === undefined ? false : marks.movedAt - marks.clickedAt
    },
    null,
    { timeout: 60_000 },
  )
  return Number(await passed.jsonValue())
}
