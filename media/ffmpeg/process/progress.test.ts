import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProgress, type FfmpegProgress } from './progress.ts'

/** The progress values read from these pieces. */
async function read(pieces: readonly string[]): Promise<readonly FfmpegProgress[]> {
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)))
  const blocks: FfmpegProgress[] = []
  readProgress(stream, (progress) => blocks.push(progress))
  await finished(stream)
  return blocks
}

const text = `frame=50
fps=25.00
total_size=1048576
out_time_us=2000000
out_time=00:00:02.000000
speed=1.5x
progress=continue
frame=75
total_size=N/A
out_time_us=N/A
speed=N/A
progress=end
`

const blocks: readonly FfmpegProgress[] = [
  { outTimeMs: 2000, frames: 50, bytes: 1_048_576, speed: 1.5, ended: false },
  { outTimeMs: 0, frames: 75, bytes: 0, speed: 0, ended: true },
]

describe('ffmpeg’s progress', () => {
  it('is read as one block at a time, with unknown values as 0', async () => {
    expect(await read([text])).toEqual(blocks)
  })

  it('is the same for pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }), async (sizes) => {
        const pieces: string[] = []
        let rest = text
        for (const size of sizes) {
          pieces.push(rest.slice(0, size))
          rest = rest.slice(size)
        }
        expect(await read([...pieces, rest].filter((piece) => piece !== ''))).toEqual(blocks)
      }),
    )
  })

  it('has no values from the previous block', async () => {
    expect(await read(['frame=5\nprogress=continue\nprogress=end\n'])).toMatchObject([
      { frames: 5 },
      { frames: 0, ended: true },
    ])
  })

  it('ignores lines without numbers, and negative times', async () => {
    const [only, ...more] = await read(['hello\n\n=\nout_time_us=-9223372036854775807\nprogress=end'])
    expect([only, ...more]).toEqual([undefined])
    expect(await read(['out_time_us=-5\nprogress=end\n'])).toMatchObject([{ outTimeMs: 0 }])
  })

  it('has limited memory: a line that never ends is not stored completely', async () => {
    const pieces = Array.from({ length: 40 }, () => 'x'.repeat(65_536))
    expect(await read([...pieces, '\nframe=1\nprogress=end\n'])).toMatchObject([{ frames: 1 }])
  })

  it('survives a broken pipe', () => {
    const stream = new PassThrough()
    readProgress(stream, () => {})
    expect(() => stream.emit('error', new Error('EPIPE'))).not.toThrow()
  })
})
