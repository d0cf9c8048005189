/**
 * The console's table of 5,000 channels: from the page's address to the first rows, from a letter in the search to the
 * filtered rows, and the frames of a scroll with a four times slower CPU. Beside it a bare page that shows the same
 * names as a plain table, without any code of ours.
 *
 * `node bench/console/channels-table.ts` runs it alone.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createOwner, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'

const channelCount = 5000
const slower = 4
const rounds = 5
const scrolledFrames = 180
/** About four rows: a fast turn of the wheel. */
const pixelsPerFrame = 200
const limits = { firstRowsMs: 500, filterMs: 50, frameMs: 50 } as const

export async function channelsTable(): Promise<readonly BenchResult[]> {
  const product = await startConsoleProduct()
  const dir = await mkdtemp(join(tmpdir(), 'ekran-bench-'))
  let visitor: StaffVisitor | undefined
  try {
    await importChannels(dir, product.dataDir)
    visitor = await visitConsole(product.consoleUrl)
    const { page } = visitor
    await createOwner(page)
    await page.addInitScript(noteFirstRow)
    const bare = await barePage(page)
    const firstRows: number[] = []
    const bareRows: number[] = []
    for (let round = 0; round < rounds; round++) {
      bareRows.push(await bare.evaluate(writeTable, channelCount))
      firstRows.push(await openTable(page))
    }
    const filters = await filtered(page)
    const bareFilters = await bare.evaluate(filterTable, searches)
    const frames = await scrolledSlowly(page)
    const bareFrames = await scrolledSlowly(bare)
    return [
      line('first rows', median(firstRows), median(bareRows), limits.firstRowsMs),
      line('filtered after a letter', Math.max(...filters), Math.max(...bareFilters), limits.filterMs),
      line(`worst frame of a scroll, processor ${slower}× slower`, frames, bareFrames, limits.frameMs),
    ]
  } finally {
    await visitor?.leave()
    await product.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

function line(what: string, ours: number, baseline: number, max: number): BenchResult {
  return { name: `console, table of ${channelCount} channels: ${what}`, ours, baseline, unit: 'ms', max }
}

async function importChannels(dir: string, dataDir: string): Promise<void> {
  const file = join(dir, 'list.m3u')
  const entries = Array.from({ length: channelCount }, (_, at) => {
    const number = at + 1
    const group = `Guruh ${at % 24}`
    return `#EXTINF:-1 tvg-id="id${number}.uz" tvg-chno="${number}" group-title="${group}",Kanal ${number}\nhttp://192.0.2.1/${number}.ts`
  })
  await writeFile(file, ['#EXTM3U', ...entries].join('\n'))
  const { code, errors } = await runCommand(['import', 'channels', file], '', dataDir)
  if (code !== 0) throw new Error(`the list was not imported: ${errors}`)
}

async function barePage(page: Page): Promise<Page> {
  const bare = await page.context().newPage()
  await bare.goto('about:blank')
  return bare
}

/** From the address to the first row, scripts from the browser's cache; ms. */
async function openTable(page: Page): Promise<number> {
  await page.bringToFront()
  await page.goto('/console/channels')
  const noted = await page.waitForFunction(() => (globalThis as { firstRowMs?: number }).firstRowMs)
  return (await noted.jsonValue()) ?? Number.NaN
}

const searches = ['1', 'id77', 'kanal 49', '499', 'kanal']

/** From a text in the search field to the frame that shows its rows; ms each. */
async function filtered(page: Page): Promise<readonly number[]> {
  await page.getByRole('searchbox').focus()
  const times: number[] = []
  for (const text of searches) times.push(await page.evaluate(typeAndWait, text))

  return times
}

async function scrolledSlowly(page: Page): Promise<number> {
  await page.bringToFront()
  const devtools = await page.context().newCDPSession(page)
  const scroll = { frames: scrolledFrames, pixels: pixelsPerFrame }
  // The first frames compile the code.
  await page.evaluate(worstFrame, { ...scroll, frames: 30 })
  await page.evaluate(() => scrollTo(0, 0))
  // What the jump back renders is no frame of the scroll.
  await page.waitForTimeout(500)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  try {
    return await page.evaluate(worstFrame, scroll)
  } finally {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await devtools.detach()
  }
}

// What follows runs in the page.

function writeTable(count: number): Promise<number> {
  const began = performance.now()
  document.body.replaceChildren()
  const table = document.body.appendChild(document.createElement('table'))
  for (let number = 1; number <= count; number++) {
    const row = table.insertRow()
    for (const text of [String(number), `Kanal ${number}`, `id${number}.uz`, `Guruh ${number % 24}`])
      row.insertCell().textContent = text
  }
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
  })
}

async function filterTable(texts: readonly string[]): Promise<readonly number[]> {
  const times: number[] = []
  for (const text of texts) {
    const began = performance.now()
    for (const row of document.querySelectorAll('tr'))
      row.hidden = !(row.textContent ?? '').toLowerCase().includes(text)
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    times.push(performance.now() - began)
  }
  for (const row of document.querySelectorAll('tr')) row.hidden = false
  return times
}

/** Notes when the frame with the first rows was painted, from the beginning of the navigation. */
function noteFirstRow(): void {
  const noted = globalThis as { firstRowMs?: number }
  const observer = new MutationObserver(() => {
    if (document.querySelector('tr[data-cid]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (noted.firstRowMs = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Sets the search field as typing does, and waits until the count of rows has changed and is painted. */
function typeAndWait(text: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  const count = document.querySelector('p[role=status]')
  if (field === null || count === null) throw new Error('there is no table with a search')
  const before = count.textContent
  const began = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return new Promise((resolve, reject) => {
    const look = () => {
      if (count.textContent !== before) setTimeout(() => resolve(performance.now() - began))
      else if (performance.now() - began > 5000)
        reject(new Error(`"${text}" changed nothing: ${before ?? ''}`))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Scrolls by `pixels` in each frame; the main thread's work of the worst frame, from its begin to after its painting. */
function worstFrame({ frames, pixels }: { frames: number; pixels: number }): Promise<number> {
  return new Promise((resolve) => {
    let [frame, began, worst] = [0, 0, 0]
    const painted = new MessageChannel()
    painted.port1.addEventListener('message', () => {
      worst = Math.max(worst, performance.now() - began)
      began = 0
      if (++frame >= frames) {
        document.removeEventListener('scroll', onScroll, true)
        return resolve(worst)
      }
      scrollBy(0, pixels)
      requestAnimationFrame(next)
    })
    painted.port1.start()
    // The scroll event precedes the frame's own callbacks.
    const onScroll = () => (began ||= performance.now())
    document.addEventListener('scroll', onScroll, true)
    const next = () => {
      began ||= performance.now()
      painted.port2.postMessage(null)
    }
    requestAnimationFrame(next)
  })
}

if (import.meta.main)
  for (const { name, ours, baseline, unit } of await channelsTable())
    console.log(`${name}: ${ours.toFixed(1)} beside ${baseline.toFixed(1)} ${unit}`)
