/**
 * From the encoder to the screen: frames with the time in them through a recorded channel into a Chromium that reads
 * it, with parts of 200 and of 400 ms and with whole segments. `EKRAN_BENCH_HLSJS` names a file of hls.js to measure
 * that player too; shaka comes with the product.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { createEngine, findMediaBinaries, issueTicket, liveScope, type Engine } from '#media/media.ts'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { clockPicture, startClockSource } from './clock-source.ts'
import { median, type BenchResult } from '#bench/kit/measure.ts'

const secret = 'a secret of the bench, used nowhere else'
const settleMs = 6000
const watchMs = 8000
/** How much of a channel must be recorded before a player starts under normal conditions. */
const recordedMs = 14_000
const patienceMs = 90_000

/** The maximum seconds of each. */
const channels = [
  { id: 'parts-200', name: 'parts of 200 ms', more: { lowLatency: true, partMs: 200 }, max: 1.5 },
  { id: 'parts-400', name: 'parts of 400 ms', more: { lowLatency: true, partMs: 400 }, max: 3 },
  { id: 'whole', name: 'whole segments', more: {}, max: 8.5 },
] as const

const players: Readonly<Record<string, { readonly file: string; readonly load: string }>> = {
  shaka: {
    file: 'node_modules/shaka-player/dist/shaka-player.compiled.js',
    load: `async (video, url) => {
      shaka.polyfill.installAll()
      const player = new shaka.Player()
      await player.attach(video)
      await player.load(url)
    }`,
  },
  ...(process.env['EKRAN_BENCH_HLSJS'] === undefined
    ? {}
    : {
        'hls.js': {
          file: process.env['EKRAN_BENCH_HLSJS'],
          load: `async (video, url) => {
            const hls = new Hls()
            hls.loadSource(url)
            hls.attachMedia(video)
            await new Promise((done, failed) => {
              hls.once(Hls.Events.MANIFEST_PARSED, done)
              hls.on(Hls.Events.ERROR, (_event, data) => data.fatal && failed(new Error(data.details)))
            })
          }`,
        },
      }),
}

export async function latency(): Promise<BenchResult[]> {
  const storeDir = mkdtempSync(join(tmpdir(), 'ekran-latency-'))
  const binaries = findMediaBinaries({})
  const source = await startClockSource(binaries.ffmpegPath)
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  const engine = createEngine({ storeDir, ...binaries, clock: Date.now, ticketSecrets: [secret], log })
  const server = createServer((request, response) => {
    if (request.url === '/')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><video muted></video>')
    void engine.handle(request, response).then((own) => own || response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await openBrowser({ width: clockPicture.width, height: clockPicture.height })
  try {
    await engine.setChannels(
      channels.map(({ id, more }) => ({
        id,
        kind: 'recorded' as const,
        sources: [{ kind: 'http-ts' as const, url: source.url }],
        archiveMs: 3_600_000,
        ...more,
      })),
    )
    await recorded(engine)
    const page = await browser.context.newPage()
    const results: BenchResult[] = []
    for (const { id, name, max } of channels)
      for (const player of Object.keys(players)) {
        const ticket = issueTicket(secret, {
          scope: liveScope(id),
          sessionId: 'b',
          expiresAtMs: Date.now() + 600_000,
        })
        const url = `${base}/p/${ticket}/live/${id}/master.m3u8`
        const seconds = await watch(page, base, url, player, source.originMs)
        results.push({
          name: `from the encoder to the screen, ${name}, ${player}`,
          ours: seconds,
          baseline: max,
          unit: 's',
          max,
        })
      }
    return results
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
    await engine.close()
    source.stop()
    rmSync(storeDir, { recursive: true, force: true })
  }
}

async function recorded(engine: Engine): Promise<void> {
  const firstMs = new Map<string, number>()
  for (const giveUpAtMs = performance.now() + patienceMs; performance.now() < giveUpAtMs; await sleep(250)) {
    const reached = channels.map(({ id }) => {
      const edgeMs = engine.channelStatus(id).lastSegmentAtMs ?? 0
      if (edgeMs > 0 && !firstMs.has(id)) firstMs.set(id, edgeMs)
      return edgeMs - (firstMs.get(id) ?? edgeMs)
    })
    if (Math.min(...reached) >= recordedMs) return
  }
  throw new Error('the channels were not recorded')
}

/** The median of the observed latency, in seconds, after the player has settled. */
async function watch(
  page: Page,
  base: string,
  url: string,
  player: string,
  originMs: number,
): Promise<number> {
  const { file, load } = players[player] ?? { file: '', load: '' }
  await page.goto(base)
  await page.addScriptTag({ content: readFileSync(file, 'utf8') })
  const playing = page.evaluate(`(async () => {
    const video = document.querySelector('video')
    const canvas = document.createElement('canvas')
    const { bits, block } = ${JSON.stringify(clockPicture)}
    canvas.width = bits * block
    canvas.height = block
    const context = canvas.getContext('2d', { willReadFrequently: true })
    window.seen = []
    const look = () => {
      context.drawImage(video, 0, 0, canvas.width, block, 0, 0, canvas.width, block)
      const { data } = context.getImageData(0, block >> 1, canvas.width, 1)
      let ms = 0
      for (let bit = 0; bit < bits; bit++) ms = ms * 2 + (data[(bit * block + (block >> 1)) * 4] > 128 ? 1 : 0)
      window.seen.push({ atMs: Date.now(), behindMs: Date.now() - ${originMs} - ms })
      video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
    await (${load})(video, ${JSON.stringify(url)})
    await video.play()
  })()`)
  await Promise.race([
    playing,
    sleep(patienceMs, undefined, { ref: false }).then(() => {
      throw new Error(`${player} started no playback within ${patienceMs / 1000} s`)
    }),
  ])
  await sleep(settleMs)
  const fromMs = Date.now()
  await sleep(watchMs)
  const seen = await page.evaluate<{ atMs: number; behindMs: number }[]>('window.seen')
  const settled = seen.filter((one) => one.atMs >= fromMs).map((one) => one.behindMs)
  if (settled.length < 20) throw new Error(`${player} showed ${settled.length} frames of ${url.slice(-30)}`)
  return median(settled) / 1000
}

if (import.meta.main)
  for (const { name, ours, max } of await latency()) console.log(`${name}: ${ours.toFixed(2)} s (≤ ${max} s)`)
