/** A run through the proxy of external sources, with real ffmpeg and segments larger than what connections buffer. */
import { once } from 'node:events'
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import type { CutCell } from './cell-cutter.ts'
import { ProviderRun } from './provider-run.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'ekran-run-'))
const segmentSec = 10
const segments = 14
const cellMs = 6000
const cellCount = Math.floor((segments * segmentSec * 1000) / cellMs)
/** A run reads ahead so many cells. */
const aheadCells = 15
const silenceMs = 1500
/** Viewers pause after these: then the run waits in the first half of a segment, most of which fits into no buffer. */
const pausedAt: ReadonlySet<number> = new Set([1, 4])
let server: Server

async function make(args: readonly string[]): Promise<void> {
  const { code, lastLines } = await runFfmpeg({ ffmpegPath, args: ['-v', 'error', ...args] }).exit
  if (code !== 0) throw new Error(lastLines.join('\n'))
}

beforeAll(async () => {
  const rate = ['-b:v', '12M', '-minrate', '12M', '-maxrate', '12M', '-bufsize', '12M']
  const noise = `testsrc2=s=640x360:r=25:d=${segmentSec},noise=alls=60:allf=t`
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', ...rate, '-g', '50', '-bf', '0']
  const part = join(dir, 'part.ts')
  await make(['-f', 'lavfi', '-i', noise, ...encoding, '-x264-params', 'scenecut=0:open-gop=0', part])
  const list = [
    '-f',
    'hls',
    '-hls_time',
    String(segmentSec),
    '-hls_playlist_type',
    'vod',
    join(dir, 'list.m3u8'),
  ]
  await make(['-stream_loop', String(segments - 1), '-i', part, '-c', 'copy', ...list])
  server = createServer(({ url = '' }, response) => {
    const path = join(dir, basename(url))
    response.writeHead(200, { 'content-length': statSync(path).size })
    createReadStream(path).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}, 120_000)
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(dir, { recursive: true, force: true })
})

it('[CHAN-06] a run that waits for its viewers loses no picture of large segments', async () => {
  const { port } = server.address() as AddressInfo
  const proxy = new ForwardProxy({}, silenceMs)
  const cells: CutCell[] = []
  const run = new ProviderRun({
    ...{
      provider: 'test',
      sourceBeginMs: 0,
      originMs: 0,
      cellMs,
      firstCell: 0,
      cellCount,
      ffmpegPath,
      proxy,
    },
    open: async () => ({
      kind: 'source',
      source: { url: `http://127.0.0.1:${port}/list.m3u8`, kind: 'hls', fromStart: true },
    }),
    clock: Date.now,
    onTracks: () => true,
    onCell: (cell) => cells.push(cell),
  })
  let isOver = false
  void run.ended.then(() => {
    isOver = true
  })
  for (let cell = 0; cell < cellCount; cell++) {
    run.request(cell)
    await expect.poll(() => isOver || run.reading > cell + aheadCells, { timeout: 30_000 }).toBe(true)
    // Longer than a server may be silent.
    if (pausedAt.has(cell)) await sleep(3 * silenceMs)
  }
  const end = await run.ended
  proxy.close()
  expect(end).toMatchObject({ words: 'the source ended', kind: 'certain' })
  const all = [...cells, ...end.rest]
  expect(all.map(({ cell }) => cell)).toEqual(Array.from({ length: cellCount }, (_, cell) => cell))
  const minBytes = 0.8 * Math.max(...all.map(({ bytes }) => bytes.length))
  // The last one ends with the programme.
  expect(all.slice(0, -1).filter(({ bytes }) => bytes.length < minBytes)).toEqual([])
}, 180_000)
