import { describe, expect, it } from 'vitest'
import { createVideoScan, whyVideoIsEncoded, whyScanForbidsCopy, type VideoScan } from './copying.ts'
import { planRungs, withCopy } from './rungs.ts'
import type { ProbedVideo } from './source-probe.ts'
import { buildProbedVideo } from '#tests/kit/builders/probed-video.ts'

const rate = { numerator: 25, denominator: 1 }

/** A video of 25 frames per second, with a key frame at each of these frames. */
function scanOf(frames: number, keys: readonly number[], change: (frame: number) => object = () => ({})) {
  const scan = createVideoScan(10)
  for (let frame = 0; frame < frames; frame += 1) {
    const packet = { ptsSec: 10 + frame / 25, sizeBytes: 5000, isKey: keys.includes(frame), isHidden: false }
    scan.take({ ...packet, ...change(frame) })
  }
  return scan.result()
}

const video = buildProbedVideo()

describe('[FILM-04] what may be copied', () => {
  it('joins short groups of pictures to segments of two seconds', () => {
    const scan = scanOf(250, [0, 25, 50, 75, 100, 160, 210])
    expect(scan.bordersSec).toEqual([0, 2, 4, 6.4, 8.4].map((sec) => expect.closeTo(sec, 6)))
    expect(scan.longestSegmentSec).toBeCloseTo(2.4, 6)
    expect(scan.durationSec).toBeCloseTo(10, 6)
    expect(scan.averageBitsPerSecond).toBeCloseTo(1_000_000, 0)
    expect(whyScanForbidsCopy(scan, rate)).toBeUndefined()
  })

  it('gives the reason why a video may not be copied', () => {
    const regular = [0, 50, 100, 150, 200]
    const reason = (scan: VideoScan): string | undefined => whyScanForbidsCopy(scan, rate)
    expect(reason(scanOf(250, [0]))).toContain('10.0 s apart')
    expect(reason(scanOf(250, [2, 50]))).toContain('key frame')
    expect(reason(scanOf(250, regular, (frame) => (frame === 51 ? { ptsSec: 11.9 } : {})))).toContain('open')
    expect(reason(scanOf(250, regular, (frame) => ({ isHidden: frame < 3 })))).toContain('edit list')
    expect(reason(scanOf(250, regular, () => ({ sizeBytes: 60_000 })))).toContain('12.0 Mbit/s')
    expect(reason(scanOf(203, regular))).toContain('splinter')
    const later = (frame: number): object => ({ ptsSec: 10.06 + frame / 25 })
    expect(reason(scanOf(250, regular, later))).toContain('60 ms')
    const uneven = (frame: number): object => ({ ptsSec: 10 + frame / 25 + (frame > 120 ? 0.4 : 0) })
    expect(reason(scanOf(250, regular, uneven))).toContain('constant')
  })

  it('rejects by the stream description alone what devices do not play', () => {
    expect(whyVideoIsEncoded(video)).toBeUndefined()
    const wrong: readonly (readonly [Partial<ProbedVideo>, string])[] = [
      [{ codec: 'hevc' }, 'hevc'],
      [{ pixelFormat: 'yuv420p10le', profile: 'High 10' }, 'yuv420p10le'],
      [{ pixelFormat: 'yuvj420p' }, 'yuvj420p'],
      [{ transfer: 'pq' }, 'PQ'],
      [{ interlaced: true, progressive: false }, 'interlaced'],
      [{ progressive: false }, 'interlaced'],
      [{ rotationDeg: 90 }, '90'],
      [{ pixelAspect: 64 / 45 }, 'square'],
      [{ width: 3840, height: 2160 }, 'larger'],
      [{ level: 52 }, 'level 5.2'],
    ]
    for (const [change, words] of wrong) expect(whyVideoIsEncoded({ ...video, ...change })).toContain(words)
  })
})

describe('[OPS-01] a copy among the rungs', () => {
  const rungs = planRungs({ width: 1920, height: 1080 }, rate)
  const names = (averageBitsPerSecond: number, peakBitsPerSecond: number): string[] =>
    withCopy(rungs, {
      width: 1920,
      height: 1080,
      frameRate: rate,
      averageBitsPerSecond,
      peakBitsPerSecond,
    }).map(({ rendition, copied }) => `${rendition}${copied === true ? '*' : ''}`)

  it('replaces the rung of its size when it has a similar rate', () => {
    expect(names(2_200_000, 2_400_000)).toEqual(['v1080*', 'v360', 'v480', 'v720'])
  })

  it('replaces rungs with nearly the same rate, but never the one for slow lines', () => {
    expect(names(1_500_000, 2_400_000)).toEqual(['v1080*', 'v360', 'v480'])
    expect(names(400_000, 600_000)).toEqual(['v1080*', 'v360'])
  })

  it('is never the only rendition for slow lines', () => {
    expect(names(4_000_000, 6_000_000)).toEqual(['v1080-source*', 'v480', 'v360', 'v720', 'v1080'])
    expect(names(2_300_000, 3_000_000)).toEqual(['v1080*', 'v480', 'v360', 'v720'])
  })
})
