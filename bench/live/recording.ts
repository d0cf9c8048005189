/**
 * Recording a channel into the archive, with our own segmenter and with ffmpeg's pipes, against `ffmpeg -c copy -f hls`
 * of the same source: CPU and memory per channel, how soon a part is ready, and whether a segment is lost.
 *
 * `EKRAN_BENCH_CHANNELS` (6) and `EKRAN_BENCH_MINUTES` (0.3) set the size of the run; `node bench/live/recording.ts`
 * runs this bench alone. Then `EKRAN_BENCH_MAKERS=remux` leaves out the others.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMediaBinaries } from '#media/media.ts'
import { freePort } from '#tests/kit/product/product.ts'
import { childrenOf, treeCpuSecondsOf, type BenchResult } from '#bench/kit/measure.ts'
import type { Recorded } from './record-channels.ts'

const channels = Number(process.env['EKRAN_BENCH_CHANNELS'] ?? 6)
const measureMs = Number(process.env['EKRAN_BENCH_MINUTES'] ?? 0.3) * 60_000
const makers = (process.env['EKRAN_BENCH_MAKERS'] ?? 'remux,ffmpeg,hls').split(',')
const settleMs = 8000 + channels * 20
const group = '239.255.42.42'
const { ffmpegPath } = findMediaBinaries({})

interface Cost {
  /** Per channel: per cent of one core, and MB of memory not shared with other processes (PSS). */
  readonly cpu: number
  readonly megabytes: number
}

export async function recording(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-'))
  const port = await freePort()
  const file = await makeStream(dir)
  const sender = spawn(process.execPath, ['bench/live/send-stream.ts', file, group, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [began] = (await once(sender.stdout, 'data')) as [Buffer]
  const url = `udp://@${group}:${port}?localaddr=127.0.0.1&reuse=1`
  try {
    const out: Record<string, { cost: Cost; recorded?: Recorded }> = {}
    for (const maker of makers)
      out[maker] = await (maker === 'hls'
        ? plain(url, dir)
        : ours(url, join(dir, maker), maker, began.toString().trim()))
    return report(out)
  } finally {
    sender.kill()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A minute of 1080p25, 3 Mbit/s, a key frame every 2 s. */
async function makeStream(dir: string): Promise<string> {
  const file = join(dir, 'source.ts')
  const how = [
    '-v error -nostdin -f lavfi -i testsrc2=size=1920x1080:rate=25:duration=20',
    '-f lavfi -i sine=sample_rate=48000:duration=20 -ac 2',
    '-c:v libx264 -preset ultrafast -threads 2 -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0 -bf 0',
    '-b:v 2800k -maxrate 2800k -bufsize 1400k -x264-params nal-hrd=cbr -c:a aac -b:a 128k -f mpegts',
  ]
  const made = spawn(ffmpegPath, [...how.join(' ').split(' '), '-y', file], { stdio: 'inherit' })
  const [code] = (await once(made, 'exit')) as [number]
  if (code !== 0) throw new Error('ffmpeg could not make the stream')
  return file
}

async function ours(url: string, dir: string, maker: string, began: string) {
  const args = ['bench/live/record-channels.ts', dir, url, String(channels), maker, began]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  const cost = await costOf([child])
  child.kill('SIGTERM')
  await once(child, 'close')
  const recorded = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Recorded
  return { cost, recorded }
}

async function plain(url: string, dir: string) {
  const all = Array.from({ length: channels }, (_, index) => plainHls(url, dir, index))
  const cost = await costOf(all)
  await Promise.all(all.map(end))
  return { cost }
}

function plainHls(url: string, dir: string, index: number): ChildProcess {
  const out = join(dir, `plain-${index}`)
  mkdirSync(out)
  const input = `${url}&fifo_size=20000&overrun_nonfatal=1&buffer_size=4000000`
  const args = ['-v', 'fatal', '-nostdin', '-i', input, '-c', 'copy', '-f', 'hls', '-hls_time', '2']
  const format = ['-hls_list_size', '10', '-hls_flags', 'append_list']
  return spawn(ffmpegPath, [...args, ...format, join(out, 'index.m3u8')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The cost of one channel once all run. */
async function costOf(processes: readonly ChildProcess[]): Promise<Cost> {
  const pids = processes.map(({ pid }) => pid ?? 0)
  const cpu = () => pids.reduce((sum, pid) => sum + treeCpuSecondsOf(pid), 0)
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const before = cpu()
  const beganAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, measureMs))
  const used = cpu() - before
  const seconds = (performance.now() - beganAt) / 1000
  const megabytes = pids.reduce((sum, pid) => sum + treeMegabytesOf(pid), 0) / channels
  return { cpu: ((used / seconds) * 100) / channels, megabytes }
}

function treeMegabytesOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const own = Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
  return childrenOf(pid).reduce((sum, child) => sum + treeMegabytesOf(child), own)
}

function report(out: Record<string, { cost: Cost; recorded?: Recorded }>): BenchResult[] {
  const base = out['hls']?.cost ?? { cpu: Number.NaN, megabytes: Number.NaN }
  const results: BenchResult[] = []
  for (const [maker, target] of [
    ['remux', 0.5],
    ['ffmpeg', 1.2],
  ] as const) {
    const { cost, recorded } = out[maker] ?? {}
    if (cost === undefined || recorded === undefined) continue
    const by = maker === 'remux' ? 'by our own maker' : "by ffmpeg's pipes"
    if (recorded.muxers.join() !== maker)
      throw new Error(`recorded by ${recorded.muxers.join()}, not ${maker}`)
    const late = [...recorded.lateMs].sort((one, other) => one - other)
    const at = (share: number): number => late[Math.floor(late.length * share)] ?? Number.NaN
    const name = `recording a channel ${by}, ${channels} at once`
    results.push({ name: `${name}: CPU`, ours: cost.cpu, baseline: base.cpu, unit: '% of a core', target })
    results.push({
      ...{ name: `${name}: memory`, ours: cost.megabytes, baseline: base.megabytes, unit: 'MB' },
      ...(maker === 'remux' && channels >= 50 ? { max: 15 } : {}),
    })
    results.push({
      name: `${name}: a part is ready, p95 against p50`,
      ours: at(0.95),
      baseline: at(0.5),
      unit: 'ms',
      max: 500,
    })
    results.push({
      ...{ name: `${name}: segments lost of all, and restarts`, unit: 'segments', max: 0 },
      ...{ ours: recorded.lost + recorded.restarts, baseline: recorded.segments },
    })
  }
  return results
}

/** ffmpeg may wait for its source forever before it handles SIGTERM, so it is killed. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

if (import.meta.main)
  for (const { name, ours, baseline, unit } of await recording())
    console.log(`${name}: ${ours.toFixed(2)} against ${baseline.toFixed(2)} ${unit}`)
