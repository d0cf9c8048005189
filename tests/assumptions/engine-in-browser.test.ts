/** The engine's output in a real Chromium with the player library and nothing of the product around it. */
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import {
  createEngine,
  filmScope,
  findMediaBinaries,
  issueTicket,
  liveScope,
  type Engine,
} from '#media/media.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { serveEngine } from '#tests/kit/player/serve-engine.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-in-browser-'))
const binaries = findMediaBinaries({})
const secret = 'the secret of a bare page'
const itemMs = 7000
/** A whole number of segments never coincides with the items of the linear channel. */
const clipSec = 9
/** Longer than the test: the source is away once, when it is cut, and not each time its file ends. */
const broadcastSec = 90

const closing: (() => unknown)[] = []
let engine: Engine
let base = ''
let page: Page

async function make(
  name: string,
  picture: string,
  more: readonly string[],
  seconds = clipSec,
): Promise<string> {
  const path = join(dir, name)
  const run = runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    protocols: ['file', 'lavfi', 'pipe'],
    args: [
      ['-loglevel', 'error', '-f', 'lavfi', '-i', `${picture}=size=320x180:rate=25:duration=${seconds}`],
      `-f lavfi -i sine=sample_rate=48000:duration=${seconds} -c:v libx264 -preset ultrafast -g 25`.split(
        ' ',
      ),
      ['-pix_fmt', 'yuv420p', '-c:a', 'aac', ...more, '-y', path],
    ].flat(),
    timeoutMs: 20_000,
  })
  expect((await run.exit).lastLines).toEqual([])
  return path
}

/** A transport stream at real-time pace, to one client at a time, until it is cut. */
async function sendAtItsPace(path: string, response: ServerResponse): Promise<void> {
  const bytesPerMs = statSync(path).size / (broadcastSec * 1000)
  const beganMs = performance.now()
  let sent = 0
  for await (const piece of createReadStream(path, { highWaterMark: 188 * 20 })) {
    if (response.destroyed) return
    response.write(piece)
    sent += (piece as Buffer).length
    const aheadMs = sent / bytesPerMs - (performance.now() - beganMs)
    if (aheadMs > 0) await sleep(aheadMs)
  }
  response.destroy()
}

/** Broadcasts `path` at `/live.ts`; between `cut` and `restore` no request gets a response. */
async function broadcast(path: string): Promise<{ url: string; cut(): void; restore(): void }> {
  let isOff = false
  const server = createServer((_request, response) => {
    if (isOff) return void response.writeHead(503).end()
    response.writeHead(200, { 'content-type': 'video/mp2t' })
    void sendAtItsPace(path, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.ts`,
    cut: () => {
      isOff = true
      server.closeAllConnections()
    },
    restore: () => {
      isOff = false
    },
  }
}

/** Opens an address in a new page; the player's events are recorded there for later queries. */
async function play(path: string): Promise<void> {
  await page.goto(base)
  await page.evaluate(`(async () => {
    shaka.polyfill.installAll()
    window.faults = []
    const player = (window.player = new shaka.Player())
    player.addEventListener('error', (event) => window.faults.push(event.detail.code + ' ' + event.detail.severity))
    player.configure({ streaming: { retryParameters: { maxAttempts: 20, baseDelay: 500 } } })
    await player.attach(document.querySelector('video'))
    await player.load(${JSON.stringify(base)} + ${JSON.stringify(path)})
    await document.querySelector('video').play()
  })()`)
}

function positionSec() {
  return page.evaluate<number>(`document.querySelector('video').currentTime`)
}

/** The number of different colours in a small copy of the frame: 1 when it is all black. */
function colours() {
  return page.evaluate<number>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 })
    const drawn = canvas.getContext('2d')
    drawn.drawImage(document.querySelector('video'), 0, 0, 64, 36)
    return new Set(new Uint32Array(drawn.getImageData(0, 0, 64, 36).data.buffer)).size
  })()`)
}

function liveEdgeSec() {
  return page.evaluate<number>(`player.seekRange().end`)
}

function pictures() {
  return page.evaluate<number>(`document.querySelector('video').getVideoPlaybackQuality().totalVideoFrames`)
}

/**
 * Severity 2 ends playback, except for 1011: a gap was listed before the segments after it, and the library retries by
 * itself.
 */
function fatal() {
  return page.evaluate<string[]>(
    `faults.filter((fault) => fault.endsWith(' 2') && !fault.startsWith('1011 '))`,
  )
}

async function until(what: string, isSo: () => Promise<boolean> | boolean, limitMs = 30_000): Promise<void> {
  const giveUpAtMs = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAtMs) throw new Error(`${what}: not within ${limitMs} ms`)
    await sleep(100)
  }
}

/** The video advances by this much, counted in the film's own seconds. */
async function advances(what: string, seconds: number): Promise<void> {
  const [fromSec, before] = [await positionSec(), await pictures()]
  await until(what, async () => (await positionSec()) >= fromSec + seconds)
  // A gap that is skipped moves the position without frames: frames must still be decoded.
  await until(`pictures of ${what}`, async () => (await pictures()) > before + seconds * 5)
}

function address(scope: string, rest: string) {
  return `/p/${issueTicket(secret, { scope, sessionId: 's', expiresAtMs: Date.now() + 600_000 })}/${rest}`
}

beforeAll(async () => {
  engine = createEngine({
    storeDir: join(dir, 'store'),
    ...binaries,
    clock: Date.now,
    ticketSecrets: [secret],
    log: silentLog,
  })
  closing.push(() => engine.close())
  for (const [assetId, picture] of [
    ['one', 'testsrc'],
    ['two', 'testsrc2'],
  ] as const) {
    const sourcePath = await make(`${assetId}.mp4`, picture, [])
    expect((await engine.packageAsset({ assetId, sourcePath, encoderEffort: 'fast' })).kind).toBe('packaged')
  }
  const served = await serveEngine(engine)
  closing.push(() => served.close())
  base = served.base
  const browser = await openBrowser({ width: 640, height: 360 })
  closing.push(() => browser.close())
  page = await browser.context.newPage()
}, 60_000)
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  rmSync(dir, { recursive: true, force: true })
})

describe('the engine in a browser', () => {
  it('plays a film by its DASH manifest', async () => {
    await play(address(filmScope('one'), 'film/one/manifest.mpd'))
    await advances('the film', 2)
    expect(await fatal()).toEqual([])
  }, 60_000)

  it('[FILM-04] switches between a passthrough rendition and an encoded one, back and forth, without an error', async () => {
    const keys = ['-force_key_frames', '1,2.6,3.6,6', '-s', '854x480', '-b:v', '600k']
    const sourcePath = await make('ready.mp4', 'testsrc2', [...keys, '-g', '250', '-sc_threshold', '0'])
    const packaged = await engine.packageAsset({ assetId: 'ready', sourcePath, encoderEffort: 'fast' })
    const rungs = packaged.kind === 'packaged' ? (packaged.asset.plan?.picture.rungs ?? []) : []
    expect(rungs.map(({ rendition, copied }) => [rendition, copied])).toEqual([
      ['v480', true],
      ['v360', undefined],
    ])
    for (const list of ['manifest.mpd', 'master.m3u8']) {
      await play(address(filmScope('ready'), `film/ready/${list}`))
      await advances('the film', 0.5)
      for (const height of [360, 480, 360]) {
        // The buffered part is dropped too: the change is visible at once.
        await page.evaluate(`(() => {
          player.configure({ abr: { enabled: false } })
          player.selectVariantTrack(player.getVariantTracks().find((one) => one.height === ${height}), true)
        })()`)
        const shown = () => page.evaluate<number>(`document.querySelector('video').videoHeight`)
        await until(`the picture of ${height} lines`, async () => (await shown()) === height)
        await advances(`the picture of ${height} lines`, 0.7)
      }
      expect(await fatal()).toEqual([])
    }
  }, 120_000)

  it('plays a linear channel across the boundary of two items', async () => {
    const schedule = (fromMs: number, toMs: number) => {
      const items = []
      for (let at = Math.floor(fromMs / itemMs); at * itemMs < toMs; at++)
        items.push({ beginMs: at * itemMs, endMs: (at + 1) * itemMs, assetId: at % 2 === 0 ? 'one' : 'two' })
      return items
    }
    await engine.setChannels([{ id: 'linear', kind: 'linear', schedule, archiveMs: 3_600_000 }])
    await play(address(liveScope('linear'), 'live/linear/master.m3u8'))
    // Longer than an item: wherever playback started, it crosses a boundary.
    await advances('the channel', itemMs / 1000 + 1)
    expect(await fatal()).toEqual([])
  }, 60_000)

  it('[GUIDE-06] continues a recorded channel after its source was away', async () => {
    const tv = await broadcast(await make('tv.ts', 'testsrc', ['-f', 'mpegts'], broadcastSec))
    const source = { kind: 'http-ts', url: tv.url } as const
    await engine.setChannels([{ id: 'live', kind: 'recorded', sources: [source], archiveMs: 3_600_000 }])
    const recordedSec = () => (engine.channelStatus('live').lastSegmentAtMs ?? 0) / 1000
    await until('three segments', () => engine.channelStatus('live').bytes > 0)
    const firstSec = recordedSec()
    await until('three segments', () => recordedSec() > firstSec + 5)
    await play(address(liveScope('live'), 'live/live/master.m3u8'))
    await advances('the channel', 1)
    // Our own segmenter has recorded it, and the visible frame has many colours.
    expect(engine.channelStatus('live')).toMatchObject({ muxer: 'remux' })
    expect(await colours()).toBeGreaterThan(20)
    tv.cut()
    await until('the outage to be noticed', () => engine.channelStatus('live').state === 'waiting')
    await sleep(4000)
    const lastSec = recordedSec()
    const edgeSec = await liveEdgeSec()
    tv.restore()
    await until('the source to be back', () => recordedSec() > lastSec + 4)
    // The part after the gap is reached and plays.
    await until('the picture after the hole', async () => (await positionSec()) > edgeSec + 4)
    await advances('the channel after the hole', 1)
    expect(await fatal()).toEqual([])
  }, 90_000)
})
