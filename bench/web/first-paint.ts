/**
 * The first visit of a guest to the home page at 4 Mbit/s and 50 ms with a four times slower CPU, against a bare page
 * with the same image in the same browser under the same network conditions: when the largest image is painted, how
 * long the page is blocked for input, its layout shift, and when a card can be pressed.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { BrowserContext } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { freePort, type Product } from '#tests/kit/product/product.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'

interface Screen {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly phone?: boolean
  /** Milliseconds to the largest image (interface, speed targets). */
  readonly max: number
}
const screens: readonly Screen[] = [
  { name: 'phone', width: 412, height: 915, phone: true, max: 1100 },
  { name: 'desktop', width: 1366, height: 768, max: 1500 },
]
const rounds = 7

interface Visit {
  readonly largestMs: number
  readonly blockedMs: number
  readonly moved: number
  /** 0 for the bare page, which has nothing to press. */
  readonly pressableMs: number
}

export async function firstPaint(product: Product): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = []
  for (const screen of screens) results.push(...(await onScreen(product, screen)))
  return results
}

async function onScreen(product: Product, screen: Screen): Promise<readonly BenchResult[]> {
  const browser = await openBrowser(screen)
  const bare = await startBarePage(product.url)
  try {
    const ours: Visit[] = []
    const baseline: Visit[] = []
    for (let round = 0; round < rounds; round++) {
      baseline.push(await visit(browser.context, bare.url, false))
      ours.push(await visit(browser.context, `${product.url}/`, true))
    }
    const middle = (visits: readonly Visit[], what: keyof Visit) => median(visits.map((one) => one[what]))
    const line = (name: string, what: keyof Visit, unit: string, max: number): BenchResult => ({
      name: `first visit on a ${screen.name}: ${name}`,
      ours: middle(ours, what),
      // Nothing moves or blocks on a bare page: its zero is no baseline, so the absolute time is compared.
      baseline: middle(baseline, what === 'moved' || what === 'blockedMs' ? what : 'largestMs') || 1,
      unit,
      max,
    })
    return [
      line('largest picture', 'largestMs', 'ms', screen.max),
      line('a card can be pressed', 'pressableMs', 'ms', 1400),
      line('blocked', 'blockedMs', 'ms', 80),
      line('moved (CLS)', 'moved', '', 0.02),
    ]
  } finally {
    bare.stop()
    await browser.close()
  }
}

async function visit(context: BrowserContext, url: string, waitsForCard: boolean): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.clearBrowserCache')
  const bytesPerSecond = 4_000_000 / 8
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'load' })
  if (waitsForCard)
    await page.waitForFunction(() => (globalThis as unknown as Marks).pressableMs !== undefined, null, {
      timeout: 30_000,
    })
  // Content that loads after the page may still move it.
  await page.waitForTimeout(1500)
  const marks = await page.evaluate(() => {
    const { largestMs, blockedMs, moved, pressableMs } = globalThis as unknown as Marks
    return { largestMs, blockedMs, moved, pressableMs: pressableMs ?? 0 }
  })
  await page.close()
  return marks
}

interface Marks {
  largestMs: number
  blockedMs: number
  moved: number
  pressableMs?: number
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const marks = globalThis as unknown as Marks
  Object.assign(marks, { largestMs: 0, blockedMs: 0, moved: 0 })
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => (marks.largestMs = entry.startTime))
  observe('longtask', (entry) => (marks.blockedMs += Math.max(0, entry.duration - 50)))
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }
    if (!shift.hadRecentInput) marks.moved += shift.value
  })
  const look = () => {
    const card = document.querySelector('main a')
    // React's own property on an element whose handlers are attached.
    if (card !== null && Object.keys(card).some((key) => key.startsWith('__reactProps')))
      marks.pressableMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** The same image in the same widths on a page with nothing else. */
async function startBarePage(origin: string): Promise<{ readonly url: string; stop(): void }> {
  const answer = await fetch(`${origin}/api/v1.1.0/banners?lang=ru`)
  const banners = ((await answer.json()) as { data?: { image: string; title: string }[] }).data ?? []
  const [banner] = banners
  if (banner === undefined) throw new Error('the home page has no picture')
  const widths = [480, 640, 960, 1280, 1920]
  const at = (width: number) => banner.image.replace(/\/\d+\.webp$/, `/${width}.webp`)
  const pictures = new Map<string, Buffer>()
  for (const width of widths)
    pictures.set(at(width), Buffer.from(await (await fetch(origin + at(width))).arrayBuffer()))
  const srcset = widths.map((width) => `${at(width)} ${width}w`).join(', ')
  const html = `<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>bare</title><style>body{margin:0;background:#0b1117;color:#fff}img{width:100vw;height:min(132vw,640px);object-fit:cover}</style><img srcset="${srcset}" sizes="100vw" alt="" fetchpriority="high"><h1>${banner.title}</h1>`
  const server = createServer((request, response) => {
    const picture = pictures.get(request.url ?? '')
    response.setHeader('content-type', picture === undefined ? 'text/html; charset=utf-8' : 'image/webp')
    response.end(picture ?? html)
  })
  server.listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() }
}
