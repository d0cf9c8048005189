import { mkdtempSync, rmSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { parseMoof } from '#media/containers/movie-fragment.ts'
import { boxesIn } from '#media/containers/boxes.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { startRecorder } from '#media/recorder/recorder.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'disk-full-'))
const source = join(dir, 'source.mp4')
afterAll(() => rmSync(dir, { recursive: true, force: true }))

beforeAll(async () => {
  const made = await runFfmpeg({
    ffmpegPath,
    args: [
      '-loglevel error -f lavfi -i testsrc=size=320x180:rate=25:duration=8'.split(' '),
      '-f lavfi -i sine=frequency=440:sample_rate=48000:duration=8'.split(' '),
      '-c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a aac -b:a 64k'.split(' '),
      ['-y', source],
    ].flat(),
    protocols: ['file', 'lavfi', 'pipe'],
    timeoutMs: 60_000,
  }).exit
  expect(made.lastLines).toEqual([])
})

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 90_000
  while (!holds()) {
    if (Date.now() > end) throw new Error('waited in vain')
    await sleep(50)
  }
}

it(
  'reports a full disk, writes nothing incomplete, and continues by itself',
  { timeout: 300_000 },
  async () => {
    let room = 150_000
    const write = async (file: FileHandle, bytes: Buffer): Promise<void> => {
      const fits = Math.min(room, bytes.length)
      room -= fits
      await file.appendFile(bytes.subarray(0, fits))
      if (fits < bytes.length)
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
    const options = { dir: join(dir, 'channel'), archiveMs: 3_600_000, clock: Date.now }
    const archive = new ChannelArchive({ ...options, write })
    const words: string[] = []
    const log = (_event: string, fields: object): void => {
      if ('words' in fields) words.push(String(fields.words))
    }
    const inspector = new SignalInspector({ ffmpegPath, log })
    const sources = [{ kind: 'file-loop', url: source }] as const
    const recorder = startRecorder({ sources, archive, inspector, ffmpegPath, clock: Date.now, log })
    const beganMs = Date.now()
    try {
      await until(() => words.some((one) => one.includes('the disk is full')))
      const fullMs = Date.now()
      room = 1e9
      await until(() => archive.window('v', fullMs, Date.now() + 3_600_000).some(({ gap }) => !gap))
      await expect.poll(() => recorder.status().state, { timeout: 20_000 }).toBe('recording')
    } finally {
      await recorder.close()
      await archive.close()
    }
    // Nothing is incomplete, neither for current readers nor for the next start.
    const again = new ChannelArchive(options)
    expect(again.recovered).toBeUndefined()
    const listed = again.window('v', beganMs - 60_000, Date.now() + 3_600_000).filter(({ gap }) => !gap)
    expect(listed.length).toBeGreaterThan(1)
    for (const { beginMs } of listed) {
      const bytes = (await again.segmentBytes('v', beginMs, 1)) ?? Buffer.alloc(0)
      const boxes = [...boxesIn(bytes)]
      expect(boxes.at(-1)?.end).toBe(bytes.length)
      for (const { type, start, end } of boxes) if (type === 'moof') parseMoof(bytes.subarray(start, end))
    }
    await again.close()
  },
)
