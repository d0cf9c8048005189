/** The archive of a channel's provider in a real Chromium, with the player library: the video says which moment it shows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  catchupScope,
  catchupTemplateOf,
  createEngine,
  findMediaBinaries,
  issueTicket,
  type CatchupConfig,
  type ChannelConfig,
} from '#media/media.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { lumaAt, startCatchupProvider, type CatchupProvider } from '#tests/kit/emulators/catchup-provider.ts'
import { serveEngine } from '#tests/kit/player/serve-engine.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-catchup-'))
const secret = 'the secret of a bare page'
const closing: (() => unknown)[] = []
let base = ''
let provider: CatchupProvider
let page: Page
/** A whole number of the provider's steps. */
const beginSec = Math.floor(Date.now() / 1000 / 660) * 660 - 7 * 3600

function channel(id: string, url: string): ChannelConfig {
  const template = catchupTemplateOf({ kind: 'shift' }, url)
  if (template.kind !== 'template') throw new Error(template.problem.kind)
  const catchup: CatchupConfig = { ...template, reachMs: 86_400_000, correctionSec: 0, zone: 'UTC' }
  return { id, kind: 'recorded', sources: [{ kind: 'http-ts', url }], archiveMs: 0, catchup }
}

beforeAll(async () => {
  provider = await startCatchupProvider()
  closing.push(() => provider.close())
  const engine = createEngine({
    storeDir: join(dir, 'store'),
    ...findMediaBinaries({}),
    clock: Date.now,
    ticketSecrets: [secret],
    // One connection: a seek replaces the reading of the same viewer.
    catchupConnections: 1,
    log: silentLog,
  })
  closing.push(() => engine.close())
  const { origin } = provider
  await engine.setChannels([
    channel('stream', `${origin}/live/7.ts`),
    channel('list', `${origin}/list/7.m3u8`),
  ])
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

async function play(id: string, seconds: number): Promise<void> {
  const scope = catchupScope(id, beginSec, beginSec + seconds)
  const ticket = issueTicket(secret, { scope, sessionId: 'viewer', expiresAtMs: Date.now() + 600_000 })
  const address = `${base}/p/${ticket}/catchup/${id}/${beginSec}-${beginSec + seconds}/master.m3u8`
  await page.goto(base)
  await page.evaluate(`(async () => {
    shaka.polyfill.installAll()
    window.faults = []
    const player = (window.player = new shaka.Player())
    player.addEventListener('error', (event) => window.faults.push(event.detail.code + ' ' + event.detail.severity))
    const retryParameters = { maxAttempts: 4, baseDelay: 300, timeout: 12000, stallTimeout: 6000, connectionTimeout: 6000 }
    player.configure({ streaming: { retryParameters, gapDetectionThreshold: 0.5, gapJumpTimerTime: 0.25 } })
    await player.attach(document.querySelector('video'))
    await player.load(${JSON.stringify(address)})
    await document.querySelector('video').play()
  })()`)
}

interface Shown {
  /** Seconds since the window's beginning. */
  readonly sec: number
  readonly luma: number
  readonly frames: number
  readonly hasEnded: boolean
}

function shown() {
  return page.evaluate<Shown>(`(() => {
    const video = document.querySelector('video')
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 })
    const drawn = canvas.getContext('2d')
    drawn.drawImage(video, 0, 0, 8, 8)
    return {
      sec: video.currentTime - player.seekRange().start,
      luma: 16 + (drawn.getImageData(4, 4, 1, 1).data[0] * 219) / 255,
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
      hasEnded: video.ended,
    }
  })()`)
}

function faults() {
  return page.evaluate<string[]>(`faults.filter((fault) => fault.endsWith(' 2'))`)
}

async function until(what: string, isSo: (now: Shown) => boolean, limitMs = 40_000): Promise<Shown> {
  const giveUpAtMs = performance.now() + limitMs
  for (;;) {
    const now = await shown()
    if (isSo(now)) return now
    if (performance.now() > giveUpAtMs) throw new Error(`${what}: ${JSON.stringify([now, await faults()])}`)
    await sleep(100)
  }
}

/** From this second of the window on it advances, with frames of that moment. */
async function showsFrom(what: string, fromSec: number): Promise<void> {
  const first = await until(what, ({ sec, frames }) => sec >= fromSec && frames > 0)
  const later = await until(
    `${what} going on`,
    ({ sec, frames }) => sec > first.sec + 2 && frames > first.frames + 10,
  )
  // A frame at the border of two steps may be drawn a little earlier or later.
  const possible = [-0.7, 0, 0.7].map((offSec) => lumaAt(beginSec + later.sec + offSec))
  expect(
    possible.some((luma) => Math.abs(luma - later.luma) < 4),
    JSON.stringify({ possible, later }),
  ).toBe(true)
}

function seek(sec: number) {
  return page.evaluate(`document.querySelector('video').currentTime = player.seekRange().start + ${sec}`)
}

describe('[CHAN-06] the archive of a provider in a browser', () => {
  it('plays from the beginning, and after each seek, what was on at that moment', async () => {
    await play('stream', 3600)
    await showsFrom('the beginning', 0)
    await seek(2403)
    await showsFrom('forty minutes later', 2403)
    await seek(601)
    await showsFrom('ten minutes', 601)
    expect(await faults()).toEqual([])
  }, 120_000)

  it('plays a playlist across its segments, and ends where the provider ends early', async () => {
    provider.endAt(beginSec + 642)
    await play('list', 660)
    await showsFrom('the beginning', 0)
    await seek(631)
    await showsFrom('the last seconds', 631)
    await until('the end', ({ hasEnded }) => hasEnded)
    expect(await faults()).toEqual([])
  }, 120_000)
})
