/** One broadcast recorded with parts and without, over real HTTP: the protocol, ffprobe, and shaka in a Chromium. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import {
  archiveScope,
  createEngine,
  findMediaBinaries,
  issueTicket,
  liveScope,
  type Engine,
} from '#media/media.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { startBroadcast, type Broadcast } from '#tests/kit/media/broadcast.ts'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { serveEngine } from '#tests/kit/player/serve-engine.ts'
import { faultsOf, readStrictly, sequenceOf } from '#tests/kit/models/strict-hls.ts'
import { manifestFaults } from '#tests/kit/models/strict-mpd.ts'

const run = promisify(execFile)
const dir = mkdtempSync(join(tmpdir(), 'ekran-low-latency-'))
const binaries = findMediaBinaries({})
const secret = 'the secret of a bare page'
const clipSec = 120

const closing: (() => unknown)[] = []
let engine: Engine
let broadcast: Broadcast
let base = ''
let page: Page
/** When enough of the broadcast was recorded to be requested. */
let recordedFromSec = 0

function address(scope: string, rest: string): string {
  return `/p/${issueTicket(secret, { scope, sessionId: 's', expiresAtMs: Date.now() + 3_600_000 })}/${rest}`
}

function live(channel: string, rest: string): string {
  return `${base}${address(liveScope(channel), `live/${channel}/${rest}`)}`
}

async function until(what: string, isSo: () => Promise<boolean> | boolean, limitMs = 60_000): Promise<void> {
  const giveUpAtMs = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAtMs) throw new Error(`${what}: not within ${limitMs} ms`)
    await sleep(100)
  }
}

async function makeClip(): Promise<string> {
  const path = join(dir, 'tv.ts')
  const args = [
    `-loglevel error -f lavfi -i testsrc=size=320x180:rate=25:duration=${clipSec}`.split(' '),
    `-f lavfi -i sine=sample_rate=48000:duration=${clipSec} -c:v libx264 -preset ultrafast -g 50`.split(' '),
    `-sc_threshold 0 -pix_fmt yuv420p -c:a aac -f mpegts -y ${path}`.split(' '),
  ].flat()
  const clip = runFfmpeg({ ...binaries, protocols: ['file', 'lavfi', 'pipe'], args, timeoutMs: 60_000 })
  expect((await clip.exit).lastLines).toEqual([])
  return path
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
  broadcast = await startBroadcast(await makeClip(), clipSec)
  closing.push(() => broadcast.close())
  const source = { kind: 'http-ts', url: broadcast.url } as const
  const defaultValue = { kind: 'recorded', sources: [source], archiveMs: 3_600_000 } as const
  await engine.setChannels([
    { id: 'quick', ...defaultValue, lowLatency: true, partMs: 200 },
    { id: 'usual', ...defaultValue },
  ])
  const served = await serveEngine(engine)
  closing.push(() => served.close())
  base = served.base
  const edgeSec = (id: string): number => (engine.channelStatus(id).lastSegmentAtMs ?? 0) / 1000
  await until('recordings', () => edgeSec('quick') > 0 && edgeSec('usual') > 0)
  recordedFromSec = Math.max(edgeSec('quick'), edgeSec('usual'))
  await until('14 s of recordings', () => Math.min(edgeSec('quick'), edgeSec('usual')) > recordedFromSec + 14)
  const browser = await openBrowser({ width: 640, height: 360 })
  closing.push(() => browser.close())
  page = await browser.context.newPage()
}, 180_000)
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  rmSync(dir, { recursive: true, force: true })
})

async function text(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  expect(answer.status, url).toBe(200)
  return answer.text()
}

describe('low latency over HTTP', () => {
  it('holds the playlist response until the requested part is available', async () => {
    const url = live('quick', 'v.m3u8')
    const now = await text(url)
    expect(faultsOf(now)).toEqual([])
    const { playlist } = readStrictly(now)
    expect(playlist.header.get('EXT-X-PART-INF')).toMatch(/PART-TARGET=0\.2/)
    const sequence = sequenceOf(playlist) + playlist.segments.length
    // Two parts ahead of the available ones.
    const part = playlist.openParts.length + 1
    const later = readStrictly(await text(`${url}?_HLS_msn=${sequence}&_HLS_part=${part}`)).playlist
    const reached = sequenceOf(later) + later.segments.length
    expect(reached > sequence || later.openParts.length > part).toBe(true)
    const delta = await text(`${url}?_HLS_msn=${sequence}&_HLS_part=${part}&_HLS_skip=YES`)
    expect(faultsOf(delta)).toEqual([])
    expect(delta).toContain('EXT-X-SKIP:SKIPPED-SEGMENTS=')
    expect(delta.length).toBeLessThan(now.length)
  })

  it('rejects a part too far ahead or an invalid number, and waits for the hinted part', async () => {
    const url = live('quick', 'v.m3u8')
    const { playlist } = readStrictly(await text(url))
    const last = sequenceOf(playlist) + playlist.segments.length
    const status = async (query: string): Promise<number> => (await fetch(`${url}?${query}`)).status
    expect(await status(`_HLS_msn=${last + 40}`)).toBe(400)
    expect(await status('_HLS_part=1')).toBe(400)
    expect(await status('_HLS_msn=soon')).toBe(400)
    const hint = readStrictly(await text(url)).playlist.hint ?? ''
    const part = await fetch(live('quick', hint), { signal: AbortSignal.timeout(20_000) })
    expect(part.status).toBe(200)
    expect(part.headers.get('cache-control')).toContain('immutable')
    expect(Buffer.from(await part.arrayBuffer()).toString('latin1', 4, 8)).toBe('moof')
    const far = hint.replace(/p(\d+)/, (_, id: string) => `p${Number(id) + 500}`)
    expect((await fetch(live('quick', far))).status).toBe(404)
  })

  it('lists parts that, joined, equal the segment', async () => {
    const { playlist } = readStrictly(await text(live('quick', 'v.m3u8')))
    const segment = playlist.segments.at(-1)
    const bytes = async (uri: string): Promise<Buffer> =>
      Buffer.from(await (await fetch(live('quick', uri))).arrayBuffer())
    const parts = await Promise.all((segment?.parts ?? []).map((part) => bytes(part.uri)))
    expect(parts.length).toBeGreaterThan(5)
    expect(Buffer.concat(parts).equals(await bytes(segment?.uri ?? ''))).toBe(true)
  })

  it('ends a waiting request when the broadcast stops', async () => {
    const url = live('quick', 'v.m3u8')
    const { playlist } = readStrictly(await text(url))
    broadcast.hang(true)
    const sequence = sequenceOf(playlist) + playlist.segments.length + 1
    const answer = await fetch(`${url}?_HLS_msn=${sequence}`, { signal: AbortSignal.timeout(20_000) })
    broadcast.hang(false)
    // A slow machine may still have had the segment in progress.
    expect([200, 503]).toContain(answer.status)
    const edge = (): number => engine.channelStatus('quick').lastSegmentAtMs ?? 0
    const before = edge()
    await until('the broadcast to be back', () => edge() > before + 6000)
  }, 90_000)
})

describe('cacheable responses', () => {
  it('have an ETag, are 304 when it matches, and are compressed when long', async () => {
    const url = `${base}${address(archiveScope('usual', recordedFromSec | 0, (recordedFromSec | 0) + 8), `archive/usual/${recordedFromSec | 0}-${(recordedFromSec | 0) + 8}/v.m3u8`)}`
    const first = await fetch(url)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toContain('max-age=3600')
    expect((await fetch(url, { headers: { 'if-none-match': tag } })).status).toBe(304)
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String((await first.text()).length),
      '',
    ])
    const listed = await fetch(live('quick', 'v.m3u8'), { headers: { 'accept-encoding': 'br' } })
    expect(listed.headers.get('content-encoding')).toBe('br')
    expect(await listed.text()).toContain('#EXTM3U')
  })

  it('give an error code when a window has no recording', async () => {
    const word = async (fromSec: number, toSec: number | 'now'): Promise<unknown> => {
      const rest = `archive/usual/${fromSec}-${toSec}/master.m3u8`
      const answer = await fetch(`${base}${address(archiveScope('usual', fromSec, toSec), rest)}`)
      expect(answer.status).toBe(404)
      return ((await answer.json()) as { error: string }).error
    }
    const nowSec = Math.floor(Date.now() / 1000)
    expect(await word(nowSec - 90_000, nowSec - 86_000)).toBe('before_archive')
    expect(await word(nowSec + 3600, nowSec + 7200)).toBe('not_yet')
    expect(await word(nowSec - 3000, nowSec - 2400)).toMatch(/^(not_recorded|before_archive)$/)
    // A window that starts before the archive plays the available part.
    const across = `archive/usual/${nowSec - 7200}-${nowSec - 3}/v.m3u8`
    const scope = archiveScope('usual', nowSec - 7200, nowSec - 3)
    expect(faultsOf(await text(`${base}${address(scope, across)}`))).toEqual([])
  })
})

/** What ffprobe reads from the first seconds of an address. */
async function probe(url: string): Promise<{ codecs: string[]; packets: number }> {
  const { stdout } = await run(
    binaries.ffprobePath,
    [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name:packet=pts_time',
      '-read_intervals',
      '%+3',
      '-of',
      'json',
      url,
    ],
    { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
  )
  const parsed = JSON.parse(stdout) as { streams: { codec_name: string }[]; packets: unknown[] }
  return { codecs: parsed.streams.map((one) => one.codec_name), packets: parsed.packets.length }
}

function archiveAddress(file: string): string {
  const [from, to] = [Math.floor(recordedFromSec), Math.floor(recordedFromSec) + 10]
  return `${base}${address(archiveScope('usual', from, to), `archive/usual/${from}-${to}/${file}`)}`
}

describe('other readers', () => {
  it('ffprobe reads live, low latency and the archive', async () => {
    for (const url of [
      live('usual', 'master.m3u8'),
      live('quick', 'master.m3u8'),
      archiveAddress('master.m3u8'),
    ]) {
      const { codecs, packets } = await probe(url)
      expect(codecs.toSorted(), url.slice(-40)).toEqual(['aac', 'h264'])
      expect(packets).toBeGreaterThan(50)
    }
  }, 120_000)

  it('finds no error in the manifests', async () => {
    const growing = `archive/usual/${Math.floor(recordedFromSec)}-now/manifest.mpd`
    const scope = archiveScope('usual', Math.floor(recordedFromSec), 'now')
    const urls = [
      live('usual', 'manifest.mpd'),
      archiveAddress('manifest.mpd'),
      `${base}${address(scope, growing)}`,
    ]
    for (const url of urls) expect(manifestFaults(await text(url)), url.slice(-40)).toEqual([])
    const clock = await text(live('usual', 'time.txt'))
    expect(Math.abs(Date.parse(clock) - Date.now())).toBeLessThan(60_000)
  })
})

async function play(url: string): Promise<void> {
  await page.goto(base)
  await page.evaluate(`(async () => {
    shaka.polyfill.installAll()
    window.faults = []
    const player = (window.player = new shaka.Player())
    player.addEventListener('error', (event) => window.faults.push(event.detail.code + ' ' + event.detail.severity))
    await player.attach(document.querySelector('video'))
    await player.load(${JSON.stringify(url)})
    await document.querySelector('video').play()
  })()`)
}

/** The video advances by this much, without an error. */
async function plays(url: string, seconds: number): Promise<void> {
  await play(url)
  const positionSec = () => page.evaluate<number>(`document.querySelector('video').currentTime`)
  await until('a picture', async () => (await positionSec()) > 0)
  const fromSec = await positionSec()
  await until(`${seconds} s of it`, async () => (await positionSec()) >= fromSec + seconds)
  expect(await page.evaluate(`faults.filter((fault) => fault.endsWith(' 2'))`)).toEqual([])
}

describe('shaka in a browser', () => {
  it('plays a channel in parts closer to the live edge than whole segments allow', async () => {
    await plays(live('quick', 'master.m3u8'), 4)
    const behindSec = await page.evaluate<number>(
      `Date.now() / 1000 - player.getPlayheadTimeAsDate().getTime() / 1000`,
    )
    expect(behindSec).toBeLessThan(6)
  }, 120_000)

  it('plays the manifests of live and of the archive', async () => {
    await plays(live('usual', 'manifest.mpd'), 4)
    await plays(archiveAddress('manifest.mpd'), 4)
  }, 180_000)
})
