import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { BoxSplitter } from './box-splitter.ts'
import { boxesIn, MalformedBoxError } from './boxes.ts'
import { indexTrackFile, type TrackIndex } from './index-of-track.ts'
import { readInit } from './init-segment.ts'
import { clampLastSample, parseMoof, patchTfdt } from './movie-fragment.ts'
import { trimSegment } from './trim-segment.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'containers-'))
const flags = '+cmaf+frag_keyframe+delay_moov+skip_trailer+global_sidx'
let videoFile: Buffer
let index: TrackIndex

async function make(name: string, args: readonly string[]): Promise<void> {
  const protocols = ['file', 'lavfi', 'pipe']
  const common = ['-loglevel', 'error', ...args, '-f', 'mp4', '-movflags', flags, '-y', join(dir, name)]
  const run = runFfmpeg({ ffmpegPath, args: common, protocols, timeoutMs: 15_000 })
  expect((await run.exit).lastLines).toEqual([])
}

beforeAll(async () => {
  const video = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x180:rate=25:duration=5',
    '-c:v',
    'libx264',
    '-bf',
    '2',
    '-g',
    '50',
  ]
  await make('v.mp4', [...video, '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-sc_threshold', '0'])
  await make('a.mp4', [
    '-f',
    'lavfi',
    '-i',
    'sine=sample_rate=48000:duration=5',
    '-c:a',
    'aac',
    '-frag_duration',
    '2000000',
  ])
  videoFile = await readFile(join(dir, 'v.mp4'))
  index = await indexTrackFile(join(dir, 'v.mp4'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function segment(position: number): Buffer {
  const { offset = 0, size = 0 } = index.segments[position] ?? {}
  return Buffer.from(videoFile.subarray(offset, offset + size))
}

function firstMoof(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.readUInt32BE(0))
}

describe('a packaged track', () => {
  it('has an index that matches what ffmpeg wrote', async () => {
    expect(index).toMatchObject({ width: 320, height: 180, timescale: 12_800, durationMs: 5000 })
    expect(index.codec).toMatch(/^avc1\.64[0-9A-F]{4}$/)
    expect(index.segments.map((one) => one.durationTicks / index.timescale)).toEqual([2, 2, 1])
    expect(videoFile.toString('latin1', index.indexBegin + 4, index.indexBegin + 8)).toBe('sidx')
    for (const [position, one] of index.segments.entries()) {
      const fragment = parseMoof(firstMoof(segment(position)))
      expect([fragment.durationTicks, fragment.startsWithSync]).toEqual([one.durationTicks, true])
    }
    expect(await indexTrackFile(join(dir, 'a.mp4'))).toMatchObject({ codec: 'mp4a.40.2', timescale: 48_000 })
  })

  it('is rejected with a reason when it is truncated or no track', async () => {
    writeFileSync(join(dir, 'torn.mp4'), videoFile.subarray(0, videoFile.length - 100))
    writeFileSync(join(dir, 'text.mp4'), 'no video at all, only words'.repeat(20))
    writeFileSync(join(dir, 'empty.mp4'), '')
    for (const name of ['torn.mp4', 'text.mp4', 'empty.mp4'])
      await expect(indexTrackFile(join(dir, name)), name).rejects.toBeInstanceOf(MalformedBoxError)
  })
})

describe('a fragment', () => {
  it('can be moved in time without other changes', () => {
    const moved = segment(1)
    patchTfdt(moved, { setTicks: 1_795_000_000_000 * 90 })
    expect(parseMoof(firstMoof(moved)).decodeTicks).toBe(1_795_000_000_000 * 90)
    patchTfdt(moved, { addTicks: -1_795_000_000_000 * 90 + (index.segments[1]?.startTicks ?? 0) })
    expect(parseMoof(firstMoof(moved)).decodeTicks).toBe(index.segments[1]?.startTicks)
    expect(moved.subarray(firstMoof(moved).length)).toEqual(segment(1).subarray(firstMoof(moved).length))
  })

  it('can be trimmed sample by sample and stays consistent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (frames) => {
        const cut = trimSegment(segment(0), frames * 512)
        const fragment = parseMoof(firstMoof(cut))
        const [moof, mdat] = boxesIn(cut)
        expect(fragment.samples.length).toBe(Math.min(50, frames))
        const bytes = fragment.samples.reduce((sum, sample) => sum + sample.size, 0)
        expect((mdat?.end ?? 0) - (mdat?.bodyStart ?? 0)).toBe(bytes)
        expect(moof?.type).toBe('moof')
        expect(cut.subarray(mdat?.bodyStart, mdat?.end)).toEqual(
          segment(0)
            .subarray(firstMoof(segment(0)).length + 8)
            .subarray(0, bytes),
        )
      }),
    )
  })

  it('keeps only samples that end before the cut when it must end by then', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 511 }), (frames, rest) => {
        const { samples, durationTicks } = parseMoof(
          firstMoof(trimSegment(segment(0), frames * 512 + rest, true)),
        )
        expect(samples.length).toBe(Math.min(50, frames))
        expect(durationTicks).toBeLessThanOrEqual(frames * 512 + rest)
      }),
    )
  })

  it('shows no frame after the cut and none twice, although frames are stored in decode order', async () => {
    const init = videoFile.subarray(0, index.segments[0]?.offset ?? 0)
    for (const frames of [3, 24, 38, 39]) {
      const cut = trimSegment(segment(0), frames * 512)
      let decodeTicks = 0
      const shown = parseMoof(firstMoof(cut)).samples.map((sample) => {
        const at = decodeTicks + sample.compositionOffsetTicks
        decodeTicks += sample.durationTicks
        return at
      })
      expect(shown.toSorted((one, other) => one - other)).toEqual(shown.map((_, place) => place * 512))
      const next = Buffer.from(segment(0))
      patchTfdt(cut, { setTicks: 0 })
      patchTfdt(next, { setTicks: frames * 512 })
      await writeFile(join(dir, 'seam.mp4'), Buffer.concat([init, cut, next]))
      const run = runFfmpeg({
        ffmpegPath,
        protocols: ['file', 'pipe'],
        args: [
          '-loglevel',
          'warning',
          '-i',
          join(dir, 'seam.mp4'),
          '-fps_mode',
          'passthrough',
          '-f',
          'null',
          '-',
        ],
        timeoutMs: 15_000,
      })
      expect((await run.exit).lastLines).toEqual([])
    }
  })

  it('has its last sample shortened when that lasts for a whole hole', async () => {
    const lone = Buffer.from(firstMoof(trimSegment(segment(0), 1)))
    expect(clampLastSample(lone, 12_800)).toBe(512)
    expect(clampLastSample(lone, 100)).toBe(100)
    expect(parseMoof(lone).durationTicks).toBe(100)
    // The last audio fragment ends in a shorter frame, so each of its samples has its own duration.
    const audioFile = await readFile(join(dir, 'a.mp4'))
    const { offset = 0 } = (await indexTrackFile(join(dir, 'a.mp4'))).segments.at(-1) ?? {}
    const moof = Buffer.from(firstMoof(audioFile.subarray(offset)))
    const before = parseMoof(moof)
    const last = before.samples.at(-1)?.durationTicks ?? 0
    expect(last).toBeGreaterThan(50)
    expect(clampLastSample(moof, 50)).toBe(before.durationTicks - last + 50)
    expect(parseMoof(moof).durationTicks).toBe(before.durationTicks - last + 50)
  })
})

describe('splitting a stream into boxes', () => {
  it('returns the same boxes for any split of the bytes', () => {
    const whole = [...boxesIn(videoFile)].map((box) => [box.type, box.end - box.start])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1 }), (sizes) => {
        const splitter = new BoxSplitter()
        const split: unknown[] = []
        for (let at = 0, turn = 0; at < videoFile.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          for (const box of splitter.push(videoFile.subarray(at, at + size)))
            split.push([box.type, box.bytes.length])
          at += size
        }
        expect(split).toEqual(whole)
        expect(splitter.pendingBytes).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  it('stops at an impossible size, and never reads past its buffer', () => {
    expect(() => new BoxSplitter().push(Buffer.from('\0\0\0\x07moof', 'latin1'))).toThrow(MalformedBoxError)
    expect(() => new BoxSplitter({ limitBytes: 1000 }).push(Buffer.from('\0\0\x10\0mdat', 'latin1'))).toThrow(
      MalformedBoxError,
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        const bytes = Buffer.from(noise)
        for (const read of [() => parseMoof(bytes), () => readInit(bytes), () => [...boxesIn(bytes)]]) {
          try {
            read()
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedBoxError)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('reads or rejects real bytes with one byte changed, without other errors', () => {
    const init = videoFile.subarray(0, index.initEnd)
    const moof = firstMoof(segment(0))
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(255), (at, value) => {
        for (const [bytes, read] of [
          [init, readInit],
          [moof, parseMoof],
        ] as const) {
          const changed = Buffer.from(bytes)
          changed[at % changed.length] = value
          try {
            read(changed)
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedBoxError)
          }
        }
      }),
      { numRuns: 3000 },
    )
  })
})
