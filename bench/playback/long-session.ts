/**
 * A page's memory during a long evening: a film of two hours at 1080p in the product's player, from its beginning to
 * its end, at sixteen times its speed. The film is imported by the operator's command; no part is simulated. Memory is
 * read after a requested garbage collection: the script heap, and the page's process with the buffered segments of the
 * film.
 *
 * `node bench/playback/long-session.ts [<minutes>]` runs it alone.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { startProduct } from '#tests/kit/product/product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { clipSec, makeClip, repeatClip } from '#bench/films/long-film.ts'
import { childrenOf, median, type BenchResult } from '#bench/kit/measure.ts'

/** The maximum playback rate of a browser. */
const playbackSpeed = 16
const maxGrowth = 1.1
/** The initial memory is read here: everything that a page allocates once is allocated by then. */
const settledAfterSec = 600
/** Each figure is the median of this many readings, this much of the film apart. */
const readings = 5
const apartSec = 60
const importLimitMs = 1_800_000
const stepLimitMs = 120_000
/** No film of the demo is of this year. */
const year = 1891

interface Memory {
  readonly heapMb: number
  readonly processMb: number
}

export async function longSession(minutes = 120): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-long-session-'))
  try {
    const film = join(dir, 'library', `Uzun kecha (${year})`)
    mkdirSync(film, { recursive: true })
    const clip = join(dir, 'clip.mp4')
    makeClip(clip, 'easy')
    repeatClip(clip, (minutes * 60) / clipSec, join(film, `Uzun kecha (${year}).mp4`))
    const dataDir = join(dir, 'data')
    await takeIn(join(dir, 'library'), dataDir)
    return await watchAll(dataDir, minutes * 60)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Waits until the film can be watched at its own size. */
async function takeIn(library: string, dataDir: string): Promise<void> {
  const product = await startProduct({ dataDir })
  try {
    const args = ['server/cli/cli.ts', 'import', 'films', library, '--all', '--no-wait']
    const env = { ...process.env, EKRAN_DATA: dataDir }
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    await new Promise((resolve) => child.once('close', resolve))
    const { token } = await logIn(product.url)
    await waitFor(async () => (await readyFilm(product.url, token)) !== undefined, importLimitMs)
  } finally {
    await product.stop()
  }
}

async function readyFilm(origin: string, token: string): Promise<string | undefined> {
  const request = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(origin + path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(stepLimitMs),
    })
    return ((await response.json()) as { data: Data }).data
  }
  const list = await request<{ videos: { item: { vid: number }[] } }>(
    `/middleware/video/list?kind=films&year=${year}&limit=1`,
  )
  const vid = list.videos.item[0]?.vid
  if (vid === undefined) return undefined
  const { video } = await request<{ video: { files: { vfid: number; is_ready: number }[] } }>(
    `/middleware/video/detail?vid=${vid}`,
  )
  const file = video.files.find(({ is_ready: isReady }) => isReady === 1)
  return file === undefined ? undefined : `/movie/${vid}?watch=${file.vfid}`
}

/** The product is restarted with too little space to encode the film's other sizes meanwhile. */
async function watchAll(dataDir: string, lengthSec: number): Promise<BenchResult[]> {
  const product = await startProduct({ dataDir, env: { EKRAN_FREE_SPACE_GB: '100000' } })
  try {
    const { token, storeScript } = await logIn(product.url)
    const address = await readyFilm(product.url, token)
    if (address === undefined) throw new Error('the film was not found')
    const browser = await openBrowser({ width: 1920, height: 1080, baseUrl: product.url })
    try {
      await browser.context.addInitScript(storeScript)
      const page = await browser.context.newPage()
      await page.goto(address)
      await waitUntilPlaying(page, stepLimitMs)
      return await growth(page, await browser.context.newCDPSession(page), lengthSec)
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
  }
}

async function growth(page: Page, devtools: CDPSession, lengthSec: number): Promise<BenchResult[]> {
  const settledSec = Math.min(settledAfterSec, lengthSec / 6)
  const begin = await memoryFrom(page, devtools, settledSec)
  for (let sec = settledSec + settledAfterSec; sec < lengthSec - settledAfterSec; sec += settledAfterSec)
    tell(sec, await memoryAt(page, devtools, sec))
  const end = await memoryFrom(page, devtools, lengthSec - 60 - (readings - 1) * apartSec)
  const height = await page.evaluate(() => document.querySelector('video')?.videoHeight)
  if (height !== 1080) throw new Error(`it played at ${height} lines, not 1080`)
  const name = `${Math.round(lengthSec / 60)} minutes of a film at 1080p`
  const promise = { unit: 'MB', target: maxGrowth }
  return [
    { name: `${name}: heap of scripts`, ours: end.heapMb, baseline: begin.heapMb, ...promise },
    { name: `${name}: process`, ours: end.processMb, baseline: begin.processMb, ...promise },
  ]
}

async function memoryFrom(page: Page, devtools: CDPSession, beginSec: number): Promise<Memory> {
  const all: Memory[] = []
  for (let reading = 0; reading < readings; reading += 1)
    all.push(await memoryAt(page, devtools, beginSec + reading * apartSec))
  const middle = {
    heapMb: median(all.map(({ heapMb }) => heapMb)),
    processMb: median(all.map(({ processMb }) => processMb)),
  }
  tell(beginSec, middle)
  return middle
}

async function memoryAt(page: Page, devtools: CDPSession, sec: number): Promise<Memory> {
  await page.waitForFunction(
    ([sec, speed]) => {
      const video = document.querySelector('video')
      if (video === null) throw new Error('there is no video')
      if (video.paused) throw new Error(`it is paused at ${video.currentTime} s`)
      if (video.playbackRate !== speed) video.playbackRate = speed
      return video.currentTime >= sec
    },
    [sec, playbackSpeed] as const,
    // As long as the film itself would take: a slower machine cannot be used.
    { timeout: sec * 1000 + stepLimitMs, polling: 100 },
  )
  for (let times = 0; times < 3; times += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return { heapMb: usedSize / 1e6, processMb: pageProcessMb() }
}

/** The largest of the browser's page processes is the one that plays. */
function pageProcessMb(): number {
  const all: number[] = []
  const look = (pid: number): void => {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer'))
        all.push(Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0))
      childrenOf(pid).forEach(look)
    } catch {
      // It has ended meanwhile.
    }
  }
  look(process.pid)
  return Math.max(0, ...all) / 1024
}

function tell(sec: number, { heapMb, processMb }: Memory): void {
  const at = `${Math.round(sec / 60)} min`.padStart(8)
  console.log(`${at}: script heap ${heapMb.toFixed(1)} MB, process ${processMb.toFixed(0)} MB`)
}

if (import.meta.main)
  for (const { name, ours, baseline, unit } of await longSession(Number(process.argv[2] ?? 120)))
    console.log(
      `${name}: ${(ours / baseline).toFixed(2)} × (${ours.toFixed(1)} against ${baseline.toFixed(1)} ${unit})`,
    )
