/** Recording a channel into the archive: CPU per channel against `ffmpeg -c copy -f hls` of the same source. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMediaBinaries } from '#media/media.ts'
import { freePort } from '#tests/kit/product.ts'
import { treeCpuSecondsOf, type BenchResult } from './measure.ts'

const channels = 6
const settleMs = 8000
const measureMs = 30_000

export async function recording(): Promise<BenchResult> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-'))
  const [udpPort, httpPort] = [await freePort(), await freePort()]
  const source = spawn(
    process.execPath,
    ['emulators/tv-source/main.ts', '--udp-port', String(udpPort), '--http-port', String(httpPort)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(source.stdout, 'data')
  const url = `http://127.0.0.1:${httpPort}/live.ts`
  try {
    const ours = await percentOf([
      spawn(process.execPath, ['bench/record-channels.ts', join(dir, 'ours'), url, String(channels)], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    ])
    const { ffmpegPath } = findMediaBinaries({})
    const baseline = await percentOf(
      Array.from({ length: channels }, (_, index) => plainHls(ffmpegPath, url, dir, index)),
    )
    return { name: 'recording a channel, CPU', ours, baseline, unit: '% of a core' }
  } finally {
    source.kill()
    rmSync(dir, { recursive: true, force: true })
  }
}

function plainHls(ffmpegPath: string, url: string, dir: string, index: number): ChildProcess {
  const out = join(dir, `plain-${index}`)
  mkdirSync(out)
  const args = ['-v', 'fatal', '-nostdin', '-i', url, '-c', 'copy', '-f', 'hls', '-hls_time', '2']
  const format = ['-hls_list_size', '10', '-hls_flags', 'append_list']
  return spawn(ffmpegPath, [...args, ...format, join(out, 'index.m3u8')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Per cent of a core that one channel takes once all run. */
async function percentOf(processes: readonly ChildProcess[]): Promise<number> {
  const cpu = () => processes.reduce((sum, { pid }) => sum + treeCpuSecondsOf(pid ?? 0), 0)
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const before = cpu()
  const beganAt = performance.now()
  await new Promise((resolve) => setTimeout(resolve, measureMs))
  const used = cpu() - before
  const seconds = (performance.now() - beganAt) / 1000
  await Promise.all(processes.map(end))
  return ((used / seconds) * 100) / channels
}

/** ffmpeg may wait for ever for its source to say something before it obeys SIGTERM, so it is not asked. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
