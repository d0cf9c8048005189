/**
 * The loudness of 200 channels, each measured every 20 s: the CPU that its measurement adds to the checks of their
 * signal, as a share of one core, against one more ffmpeg for each. `EKRAN_BENCH_CHANNELS` (200) sets their number;
 * `node bench/live/loudness.ts` runs this bench alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { pieceMeter } from '#media/ffmpeg/probe/loudness-lines.ts'
import { findMediaBinaries } from '#media/media.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'
import { treeCpuSecondsOf, type BenchResult } from '#bench/kit/measure.ts'

const channels = Number(process.env['EKRAN_BENCH_CHANNELS'] ?? 200)
const everySec = 20
const samples = 60
const { ffmpegPath } = findMediaBinaries({})

export async function loudness(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-'))
  const inspector = new SignalInspector({ ffmpegPath, rest: 0, log: () => undefined })
  try {
    const audio = await segmentOf(dir)
    // In turns, so that what else runs on the machine is in all of them.
    const sums = { check: 0, without: 0, alone: 0 }
    for (let at = 0; at < samples; at++) {
      sums.check += await cpuOf(async () => {
        const { loudness: piece } = await inspector.look({ audio }, true)
        if (piece === undefined) throw new Error('nothing was measured')
      })
      sums.without += await cpuOf(() => decode(audio, ['-ac', '1', '-ar', '8000', '-f', 's16le', 'pipe:3']))
      sums.alone += await cpuOf(() => decode(audio, ['-af', pieceMeter, '-f', 'null', '-']))
    }
    const share = (seconds: number): number => ((seconds / samples) * channels * 100) / everySec
    return [
      {
        name: `CPU: loudness of ${channels} channels every ${everySec} s`,
        ours: share(Math.max(0, sums.check - sums.without)),
        baseline: share(sums.alone),
        unit: '% of one core',
        target: 0.7,
      },
    ]
  } finally {
    inspector.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Two seconds of stereo AAC. */
async function segmentOf(dir: string): Promise<Buffer> {
  const path = join(dir, 'audio.mp4')
  const how = `-v error -nostdin -f lavfi -i anoisesrc=color=pink:amplitude=0.2:r=48000 -t 2 -ac 2 -c:a aac -b:a 128k`
  const args = [...how.split(' '), '-movflags', 'frag_keyframe+empty_moov', '-y', path]
  const [code] = (await once(spawn(ffmpegPath, args, { stdio: 'inherit' }), 'exit')) as [number]
  if (code !== 0) throw new Error('ffmpeg could not make the audio')
  return readFile(path)
}

/** Seconds of CPU of this process and its children. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = treeCpuSecondsOf(process.pid)
  await work()
  return treeCpuSecondsOf(process.pid) - before
}

async function decode(audio: Buffer, output: readonly string[]): Promise<void> {
  const run = runFfmpeg({
    ffmpegPath,
    args: ['-loglevel', 'error', '-threads', '1', '-i', 'pipe:4', '-map', '0:a:0', ...output],
    protocols: ['pipe'],
    outputPipes: 1,
    inputs: [audio],
    timeoutMs: 10_000,
    lowPriority: true,
  })
  for await (const _ of run.outputs[0] ?? []) {
    // Read to its end.
  }
  if ((await run.exit).code !== 0) throw new Error('ffmpeg could not decode the audio')
}

if (import.meta.main) console.table(await loudness())
