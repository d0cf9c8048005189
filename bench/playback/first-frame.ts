/**
 * From the click on a film's button to its moving picture, at 4 Mbit/s and 50 ms, against a bare page with the same
 * player library already loaded and the same film under the same network conditions: it requests the address and loads
 * it, with nothing around.
 */
import { readFileSync } from 'node:fs'
import type { BrowserContext } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import type { Product } from '#tests/kit/product/product.ts'
import { shapedPage, timeToPicture } from './click-to-picture.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'

const library = 'node_modules/shaka-player/dist/shaka-player.compiled.js'

interface Visit {
  readonly context: BrowserContext
  readonly token: string
  readonly storeScript: string
  readonly vid: number
  readonly vfid: number
}

/** `rounds` of both, alternating. */
export async function firstFrame(product: Pick<Product, 'url'>, rounds = 7): Promise<BenchResult> {
  const { token, storeScript } = await logIn(product.url)
  const { vid, vfid } = await readyFilm(product.url, token)
  const [ours, baseline]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    baseline.push(
      await inFreshBrowser(product.url, token, (context) =>
        bareMs({ context, token, storeScript, vid, vfid }),
      ),
    )
    ours.push(
      await inFreshBrowser(product.url, token, (context) =>
        ourMs({ context, token, storeScript, vid, vfid }),
      ),
    )
  }
  return {
    name: 'click on a film to moving picture (4 Mbit/s, 50 ms)',
    ours: median(ours),
    baseline: median(baseline),
    unit: 'ms',
    target: 1.2,
  }
}

interface Title {
  readonly vid: number
  readonly access: { readonly state: string }
  readonly files: readonly { vfid: number; kind: string; is_ready: number }[]
}

/** A film that this viewer may watch, and its file. */
async function readyFilm(origin: string, token: string): Promise<{ vid: number; vfid: number }> {
  const request = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
    return ((await response.json()) as { data: Data }).data
  }
  const list = await request<{ videos: { item: { vid: number }[] } }>(
    '/middleware/video/list?kind=films&limit=60&order=name',
  )
  for (const { vid } of list.videos.item) {
    const { video } = await request<{ video: Title }>(`/middleware/video/detail?vid=${vid}`)
    const file = video.files.find((one) => one.kind === 'film' && one.is_ready === 1)
    if (video.access.state === 'watch' && file !== undefined) return { vid, vfid: file.vfid }
  }
  throw new Error('the demo has no film to watch')
}

/** A browser may cache the segments of a film; every measurement must be a first playback. */
async function inFreshBrowser(
  baseUrl: string,
  token: string,
  measure: (context: BrowserContext) => Promise<number>,
): Promise<number> {
  const browser = await openBrowser({ width: 1440, height: 900, baseUrl })
  try {
    return await measure(browser.context)
  } finally {
    await endStreams(browser.context, token)
    await browser.close()
  }
}

/** A browser that is killed releases no stream lease, which would block the next visit. */
async function endStreams({ request }: BrowserContext, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.get('/middleware/stream/list', { headers })
  const { data } = (await answer.json()) as { data: { streams: { item: { stream_id: string }[] } } }
  for (const { stream_id } of data.streams.item)
    await request.post('/middleware/stream/stop', { headers, data: { stream_id } })
}

async function ourMs({ context, token, storeScript, vid }: Visit): Promise<number> {
  await fromItsBeginning(token, vid, context)
  const page = await shapedPage(context)
  await page.addInitScript(storeScript)
  await page.goto(`/movie/${vid}`)
  const button = page.locator('article').getByRole('button', { name: 'Смотреть', exact: true })
  await button.waitFor()
  // As long as a viewer reads before pressing; the page loads the player meanwhile.
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(4000)
  return timeToPicture(page, () => button.click())
}

async function bareMs({ context, token, vid, vfid }: Visit): Promise<number> {
  const page = await shapedPage(context)
  const address = `/middleware/video/url?vid=${vid}&vfid=${vfid}`
  await page.route('**/bare-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<video muted autoplay width="1440" height="810"></video><button>play</button><script>${readFileSync(library, 'utf8')}</script>
<script>const p=new shaka.Player();p.configure({streaming:{rebufferingGoal:0.6},abr:{defaultBandwidthEstimate:1.2e6}})
document.querySelector('button').onclick=async()=>{await p.attach(document.querySelector('video'));
const a=await(await fetch('${address}',{headers:{authorization:'Bearer ${token}'}})).json();await p.load(a.data.url)}</script>`,
    }),
  )
  await page.goto('/bare-page')
  await page.waitForTimeout(4000)
  return timeToPicture(page, () => page.locator('button').click())
}

/** A started film resumes at its position: its button shows that, and it loads other segments. */
async function fromItsBeginning(token: string, vid: number, { request }: BrowserContext): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.post('/middleware/video/viewed/remove', {
    headers,
    data: { vids: String(vid) },
  })
  const { error } = (await answer.json()) as { error: number }
  if (error !== 0) throw new Error(`the film's position could not be removed: ${error}`)
}
