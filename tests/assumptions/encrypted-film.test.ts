/**
 * An encrypted film of the engine in a real Chromium with the player library, and for a client that has only its
 * address.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createEngine, filmScope, findMediaBinaries, issueTicket, type Engine } from '#media/media.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { serveEngine } from '#tests/kit/player/serve-engine.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-encrypted-'))
const binaries = findMediaBinaries({})
const secret = 'the secret of a bare page'

const closing: (() => unknown)[] = []
let engine: Engine
let base = ''
let page: Page
let browserRequests: string[] = []

async function runOf(args: readonly string[]): Promise<readonly string[]> {
  const protocols = ['file', 'lavfi', 'pipe', 'http', 'tcp', 'crypto']
  return (await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, protocols, args, timeoutMs: 60_000 }).exit)
    .lastLines
}

beforeAll(async () => {
  engine = createEngine({
    storeDir: join(dir, 'store'),
    ...binaries,
    clock: Date.now,
    ticketSecrets: [secret],
    encryptFilms: true,
    log: silentLog,
  })
  closing.push(() => engine.close())
  const sourcePath = join(dir, 'film.mp4')
  const inputs = '-f lavfi -i testsrc=size=320x180:rate=25:duration=30 -f lavfi -i sine=duration=30'
  const output = '-c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a aac -y'
  expect(await runOf(`-loglevel error ${inputs} ${output} ${sourcePath}`.split(' '))).toEqual([])
  const job = { assetId: 'film', sourcePath, encoderEffort: 'fast' } as const
  expect((await engine.packageAsset(job)).kind).toBe('packaged')
  const served = await serveEngine(engine, (path) => browserRequests.push(path))
  closing.push(() => served.close())
  base = served.base
  const browser = await openBrowser({ width: 640, height: 360 })
  closing.push(() => browser.close())
  page = await browser.context.newPage()
}, 180_000)
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  rmSync(dir, { recursive: true, force: true })
})

function folder() {
  return `${base}/p/${issueTicket(secret, { scope: filmScope('film'), sessionId: 's', expiresAtMs: Date.now() + 600_000 })}/film/film`
}

function positionSec() {
  return page.evaluate<number>(`document.querySelector('video').currentTime`)
}

function pictures() {
  return page.evaluate<number>(`document.querySelector('video').getVideoPlaybackQuality().totalVideoFrames`)
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + 60_000
  while (!(await isSo())) {
    if (performance.now() > giveUpAtMs) throw new Error(`${what}: not within a minute`)
    await sleep(100)
  }
}

async function advances(seconds: number): Promise<void> {
  const [fromSec, before] = [await positionSec(), await pictures()]
  await until('the film', async () => (await positionSec()) >= fromSec + seconds)
  await until('its pictures', async () => (await pictures()) > before + seconds * 5)
}

it('[PLAYER-07] plays and can be sought, and the fetched files are not playable media', async () => {
  browserRequests = []
  await page.goto(base)
  await page.evaluate(`(async () => {
    shaka.polyfill.installAll()
    window.faults = []
    const player = (window.player = new shaka.Player())
    player.addEventListener('error', (event) => window.faults.push(event.detail.code + ' ' + event.detail.severity))
    player.configure({ streaming: { bufferingGoal: 4 } })
    await player.attach(document.querySelector('video'))
    await player.load(${JSON.stringify(folder())} + '/master.m3u8')
    await document.querySelector('video').play()
  })()`)
  await advances(2)
  // Each segment's initialisation vector is its number: after a seek the library must still know the number.
  await page.evaluate(`document.querySelector('video').currentTime = 21`)
  await advances(2)
  expect(await positionSec()).toBeGreaterThan(21)
  expect(await page.evaluate(`faults`)).toEqual([])
  const fetched = browserRequests.filter((path) => path.startsWith('/p/'))
  expect(fetched.some((path) => path.endsWith('.key'))).toBe(true)
  expect(fetched.filter((path) => path.endsWith('.mp4')).every((path) => path.endsWith('/init.mp4'))).toBe(
    true,
  )

  const segment = fetched.find((path) => /\/v\d+\/0-[0-9a-f]{8}\.m4s$/.test(path)) ?? ''
  const [init, bytes] = await Promise.all(
    [segment.replace(/\/0-[^/]*$/, '/init.mp4'), segment].map(async (path) =>
      Buffer.from(await (await fetch(base + path)).arrayBuffer()),
    ),
  )
  expect(bytes?.length).toBeGreaterThan(1000)
  expect(bytes?.includes('moof')).toBe(false)
  const copy = join(dir, 'copied.mp4')
  writeFileSync(copy, Buffer.concat([init ?? Buffer.alloc(0), bytes ?? Buffer.alloc(0)]))
  expect(await runOf(['-v', 'error', '-i', copy, '-f', 'null', '-'])).not.toEqual([])
}, 180_000)

it('[PLAYER-07] plays in another HLS implementation with a ticket, and not without one', async () => {
  const frames = join(dir, 'frames.txt')
  const play = (address: string) =>
    runOf(`-v error -allowed_extensions ALL -i ${address} -map 0:v:0 -f framecrc -y ${frames}`.split(' '))
  expect(await play(`${folder()}/master.m3u8`)).toEqual([])
  expect(
    readFileSync(frames, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('0,')),
  ).toHaveLength(750)
  const copied = folder().replace(/\/p\/[^/]*/, '/p/copied.s.film~film.any.AAAAAAAAAAAAAAAAAAAAAA')
  expect(await play(`${copied}/master.m3u8`)).not.toEqual([])
}, 180_000)
