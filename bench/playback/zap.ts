/**
 * From the key that changes the channel to the moving picture of the next one, at 4 Mbit/s and 50 ms, against a bare
 * page with the same player library, the same buffer settings and the same channels under the same network conditions:
 * it requests the address and loads it, with nothing around.
 */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import type { Product } from '#tests/kit/product/product.ts'
import { shapedPage } from './click-to-picture.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'

const library = 'node_modules/shaka-player/dist/shaka-player.compiled.js'
/** How long a viewer watches a channel before the next key. */
const lookMs = 2500

interface Listed {
  readonly id: number
  readonly is_available: number
}

export async function zap(product: Pick<Product, 'url'>, rounds = 12): Promise<readonly BenchResult[]> {
  const browser = await openBrowser({ width: 1280, height: 720, baseUrl: product.url })
  try {
    const session = await logIn(product.url)
    const line = await playingChannels(product.url, session.token)
    const [first] = line
    if (first === undefined) throw new Error('no channel plays')
    const ours = await ourPage(browser.context, session.storeScript, first)
    const bare = await barePage(browser.context, session.token, first)
    const [mine, theirs]: [number[], number[]] = [[], []]
    for (let round = 1; round <= rounds; round += 1) {
      const next = line[round % line.length] ?? first
      theirs.push(await timed(bare, () => bare.evaluate(`play(${next})`)))
      mine.push(await timed(ours, () => ours.keyboard.press('ArrowUp')))
    }
    const result = (name: string, of: (values: readonly number[]) => number): BenchResult => ({
      name: `zap by key to moving picture, ${name} (4 Mbit/s, 50 ms)`,
      ours: of(mine),
      baseline: of(theirs),
      unit: 'ms',
      target: 1.2,
    })
    return [result('p50', median), result('p95', p95)]
  } finally {
    await browser.close()
  }
}

function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}

export async function playingChannels(origin: string, token: string): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${token}` }
  const list = await (await fetch(`${origin}/middleware/channel/list`, { headers })).json()
  const line: number[] = []
  for (const { id, is_available } of (list as { data: { channels: { item: Listed[] } } }).data.channels
    .item) {
    // Up and down move through neighbours in the list, so the first one that does not play ends the list.
    const response = await fetch(`${origin}/middleware/channel/url?cid=${id}&warm=1&beats=1`, { headers })
    const { error } = (await response.json()) as { error: number }
    if (is_available === 1 && error === 0) line.push(id)
    else if (line.length > 0) break
    if (line.length > 16) break
  }
  return line
}

async function ourPage(context: BrowserContext, storeScript: string, cid: number): Promise<Page> {
  const page = await shapedPage(context)
  await page.addInitScript(storeScript)
  await page.goto(`/channel/${cid}`)
  await plays(page)
  return page
}

async function barePage(context: BrowserContext, token: string, cid: number): Promise<Page> {
  const page = await shapedPage(context)
  const headers = JSON.stringify({ authorization: `Bearer ${token}` })
  await page.route('**/bare-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<video muted autoplay width="1280" height="720"></video><script>${readFileSync(library, 'utf8')}</script>
<script>const p=new shaka.Player();p.configure({streaming:{rebufferingGoal:0.6},abr:{defaultBandwidthEstimate:1.2e6}})
const ready=p.attach(document.querySelector('video'))
async function play(cid){await ready;const a=await(await fetch('/middleware/channel/url?cid='+cid,{headers:${headers}})).json();await p.load(a.data.url)}</script>`,
    }),
  )
  await page.goto('/bare-page')
  await page.evaluate(`play(${cid})`)
  await plays(page)
  return page
}

async function plays(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0, null, {
    timeout: 60_000,
  })
}

/** From just before the act to the second frame of the next source: the first may be a still frame. */
async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.bringToFront()
  await page.waitForTimeout(lookMs)
  await page.evaluate(() => {
    const marks = globalThis as unknown as { startedAt: number; movedAt?: number }
    const video = document.querySelector('video')
    delete marks.movedAt
    marks.startedAt = performance.now()
    video?.addEventListener(
      'loadeddata',
      () => {
        let frames = 0
        const onFrame = () => {
          frames += 1
          if (frames < 2) video.requestVideoFrameCallback(onFrame)
          else marks.movedAt = performance.now()
        }
        video.requestVideoFrameCallback(onFrame)
      },
      { once: true },
    )
  })
  await act()
  const passed = await page.waitForFunction(
    () => {
      const marks = globalThis as unknown as { startedAt: number; movedAt?: number }
      return marks.movedAt === undefined ? false : marks.movedAt - marks.startedAt
    },
    null,
    { timeout: 60_000 },
  )
  return Number(await passed.jsonValue())
}
