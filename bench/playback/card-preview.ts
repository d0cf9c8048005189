/**
 * From the pointer on a film's card to its preview and to the trailer's moving picture, at 4 Mbit/s and 50 ms, against a
 * bare page with the same player library already loaded: it waits as long for the pointer to rest, requests the film,
 * shows an element, then requests the trailer's address and loads it.
 */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import type { Product } from '#tests/kit/product/product.ts'
import { rests } from '#web/player/preview/follow-cards.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'
import { shapedPage } from './click-to-picture.ts'

const library = 'node_modules/shaka-player/dist/shaka-player.compiled.js'
const rounds = 7
const limitMs = 30_000

interface Trailer {
  readonly vid: number
  readonly vfid: number
}

interface Times {
  readonly grownMs: number
  readonly pictureMs: number
}

export async function cardPreview(product: Pick<Product, 'url'>): Promise<readonly BenchResult[]> {
  const browser = await openBrowser({ width: 1440, height: 900, baseUrl: product.url })
  try {
    const trailers = await findTrailers(product.url)
    const ours = await ourPage(browser.context)
    const bare = await barePage(browser.context)
    const [mine, theirs]: [Times[], Times[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      const trailer = trailers[round % trailers.length]
      if (trailer === undefined) throw new Error('no film of the first page has a trailer')
      const times = [await timesOf(bare, () => rest(bare, trailer)), await ourTimes(ours, trailer)] as const
      // The first round loads the player's code.
      if (round > 0) theirs.push(times[0])
      if (round > 0) mine.push(times[1])
    }
    const result = (name: string, of: (times: Times) => number): BenchResult => ({
      name: `hover on a film's card to ${name} (4 Mbit/s, 50 ms)`,
      ours: median(mine.map(of)),
      baseline: median(theirs.map(of)),
      unit: 'ms',
      target: 1.2,
    })
    return [
      result('its preview', ({ grownMs }) => grownMs),
      result('its trailer', ({ pictureMs }) => pictureMs),
    ]
  } finally {
    await browser.close()
  }
}

async function findTrailers(origin: string): Promise<readonly Trailer[]> {
  const ask = async (path: string): Promise<unknown> =>
    ((await (await fetch(origin + path)).json()) as { data: unknown }).data
  const list = await ask('/middleware/noauth/video/list?kind=films&limit=12')
  const trailers: Trailer[] = []
  for (const { vid } of (list as { videos: { item: { vid: number }[] } }).videos.item) {
    const { video } = (await ask(`/middleware/noauth/video/detail?vid=${vid}`)) as {
      video: { files: { vfid: number; kind: string; is_ready: number }[] }
    }
    const file = video.files.find(({ kind, is_ready }) => kind === 'trailer' && is_ready === 1)
    if (file !== undefined) trailers.push({ vid, vfid: file.vfid })
  }
  return trailers
}

/** Runs in the page before its scripts: notes when a preview is there, and the second frame of its video. */
function notePreviews(): void {
  const marks = globalThis as unknown as { start?: number; grown?: number; picture?: number }
  addEventListener(
    'pointerover',
    ({ target }) => {
      if (marks.start === undefined && target instanceof Element && target.closest('a[data-film]') !== null)
        marks.start = performance.now()
    },
    true,
  )
  const follow = (video: HTMLVideoElement) => {
    let frames = 0
    const onFrame = () => {
      frames += 1
      if (frames < 2) video.requestVideoFrameCallback(onFrame)
      else marks.picture ??= performance.now()
    }
    video.requestVideoFrameCallback(onFrame)
  }
  const seen = new WeakSet<Element>()
  new MutationObserver(() => {
    if (document.querySelector('[data-preview]') !== null) marks.grown ??= performance.now()
    const video = document.querySelector<HTMLVideoElement>('[data-preview] video')
    if (video === null || seen.has(video)) return
    seen.add(video)
    follow(video)
  }).observe(document, { childList: true, subtree: true })
}

async function ourPage(context: BrowserContext): Promise<Page> {
  const page = await shapedPage(context)
  await page.addInitScript(notePreviews)
  await page.goto('/movies')
  await page.locator('main a[data-film]').first().waitFor()
  await page.waitForTimeout(2000)
  return page
}

async function ourTimes(page: Page, { vid }: Trailer): Promise<Times> {
  const card = page.locator(`main a[data-film="${vid}"]`).first()
  await card.scrollIntoViewIfNeeded()
  await page.mouse.move(2, 2)
  await page.locator('[data-preview]').waitFor({ state: 'detached' })
  return timesOf(page, () => card.hover())
}

/** A page with the library only; `rest` is what it does for a card. */
async function barePage(context: BrowserContext): Promise<Page> {
  const page = await shapedPage(context)
  await page.addInitScript(notePreviews)
  await page.route('**/bare-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<body></body><script>${readFileSync(library, 'utf8')}</script>
<script>async function rest(vid,vfid){start=performance.now();document.querySelector('[data-preview]')?.remove()
const ask=async p=>(await(await fetch(p)).json()).data
await new Promise(go=>setTimeout(go,${rests.pointer.openMs}));await ask('/middleware/noauth/video/detail?vid='+vid)
const box=document.createElement('div');box.dataset.preview='';box.innerHTML='<video muted autoplay width=400 height=225></video>';document.body.append(box)
const p=new shaka.Player();p.configure({abr:{defaultBandwidthEstimate:1.2e6,restrictions:{maxHeight:360}}})
await p.attach(box.firstChild);const a=await ask('/middleware/video/url?beats=1&vid='+vid+'&vfid='+vfid);await p.load(new URL(a.url,location.href).href)}</script>`,
    }),
  )
  await page.goto('/bare-page')
  return page
}

async function rest(page: Page, { vid, vfid }: Trailer): Promise<void> {
  await page.evaluate(`void rest(${vid},${vfid})`)
}

async function timesOf(page: Page, act: () => Promise<unknown>): Promise<Times> {
  await page.bringToFront()
  await page.evaluate(() => {
    const marks = globalThis as unknown as Record<string, unknown>
    for (const name of ['start', 'grown', 'picture']) delete marks[name]
  })
  await act()
  const passed = await page.waitForFunction(
    () => {
      const { start, grown, picture } = globalThis as unknown as Record<string, number | undefined>
      if (start === undefined || grown === undefined || picture === undefined) return false
      return { grownMs: grown - start, pictureMs: picture - start }
    },
    null,
    { timeout: limitMs },
  )
  return (await passed.jsonValue()) as Times
}
