/** The arguments passed to encoders, checked without running one: sizes, colours, channels, gains. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codingOf } from '#media/ladder/coding.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import { gainFor, isLevel, type Loudness } from '#media/ffmpeg/probe/measure-loudness.ts'
import { stereoFilter } from './encode-audio.ts'
import { encoder, videoFilters } from './encode-video.ts'
import { audioTrackOutput, longestSec, videoTrackOutput } from './track-file.ts'

const rung: Rung = {
  ...{ rendition: 'v720', width: 1280, height: 536, maxBitsPerSecond: 1_500_000, why: '' },
  frameRate: { numerator: 24_000, denominator: 1001 },
}

describe('the filters of a rendition', () => {
  const filters = (transfer: 'sdr' | 'pq' | 'hlg', afterFrames?: number) =>
    videoFilters({ rung, transfer, afterFrames }).split(',')

  it('[PLAYER-06] set its size and exact frame rate, in colours that every screen shows', () => {
    const list = filters('sdr')
    expect(list[0]).toBe('fps=24000/1001:start_time=0')
    expect(list).toContain('scale=1280:536:flags=bicubic:out_range=tv')
    expect(list.slice(-2)).toEqual(['setsar=1', 'format=yuv420p'])
  })

  it('convert HDR with its own transfer curve, after scaling', () => {
    for (const [transfer, curve] of [
      ['pq', 'smpte2084'],
      ['hlg', 'arib-std-b67'],
    ] as const) {
      const list = filters(transfer)
      const scaled = list.findIndex((one) => one.startsWith('scale='))
      const mapped = list.findIndex((one) => one.startsWith('tonemap='))
      expect(list.join()).toContain(`tin=${curve}`)
      expect(mapped).toBeGreaterThan(scaled)
    }
    expect(filters('sdr').join()).not.toContain('tonemap')
  })

  it('continue after the saved frames, with times from 0 again', () => {
    const list = filters('sdr', 96)
    expect(list.slice(1, 3)).toEqual(['trim=start_frame=96', 'setpts=PTS-STARTPTS'])
    expect(filters('sdr', 0)).toEqual(filters('sdr'))
  })
})

describe('the settings of the video encoder', () => {
  /** The value after an option name. */
  const settingsOf = (of: Rung, effort: 'fast' | 'good') => {
    const list = encoder(codingOf(of, effort))
    return (name: string) => list[list.indexOf(name) + 1]
  }

  it('[PLAYER-06] never allow more bits than the declared rate of the rendition', () => {
    const bits = fc.integer({ min: 100_000, max: 4_000_000 })
    fc.assert(
      fc.property(bits, fc.constantFrom('fast' as const, 'good' as const), (maxBitsPerSecond, effort) => {
        const settings = settingsOf({ ...rung, maxBitsPerSecond }, effort)
        expect(Number(settings('-maxrate'))).toBeLessThanOrEqual(maxBitsPerSecond)
        expect(Number(settings('-maxrate'))).toBeGreaterThan(0)
      }),
    )
  })

  it('use a fast preset where viewers wait, and the quality chosen for the film', () => {
    expect(settingsOf(rung, 'fast')('-preset')).toBe('superfast')
    expect(settingsOf(rung, 'good')('-preset')).not.toBe('superfast')
    expect(settingsOf({ ...rung, crf: 27 }, 'good')('-crf')).toBe('27')
  })

  it('set no key frame except the requested ones', () => {
    expect(settingsOf(rung, 'good')('-sc_threshold')).toBe('0')
  })
})

describe('stereo audio', () => {
  it('is unchanged with at most two channels, and is a downmix with louder speech otherwise', () => {
    expect([stereoFilter(1), stereoFilter(2)]).toEqual(Array(2).fill('aformat=channel_layouts=stereo'))
    const [, left = '', right = ''] = stereoFilter(6).split('|')
    for (const side of [left, right]) {
      const [, centre] = /([\d.]+)\*FC/.exec(side) ?? []
      const [, front] = /([\d.]+)\*F[LR]\+/.exec(side) ?? []
      expect(Number(centre)).toBeGreaterThan(Number(front))
    }
  })
})

describe('[FILM-04] the gain of a track', () => {
  const loudness = fc.record({
    kind: fc.constant('measured' as const),
    integratedLufs: fc.double({ min: -68, max: 0, noNaN: true }),
    peakDb: fc.double({ min: -60, max: 0, noNaN: true }),
    truePeakDb: fc.double({ min: -60, max: 3, noNaN: true }),
    isSampled: fc.boolean(),
  })
  const one = (integratedLufs: number, peakDb: number): Loudness => ({
    ...{ kind: 'measured', isSampled: false, integratedLufs, peakDb, truePeakDb: peakDb },
  })

  it('brings it to the common loudness, as far as no peak clips', () => {
    expect(gainFor(one(-18, -1))).toBe(-5)
    expect(gainFor(one(-30, -12))).toBe(7)
    expect(gainFor(one(-30, -5))).toBe(3)
  })

  it('never makes it louder than its peaks allow, nor by more than a sensible limit', () => {
    fc.assert(
      fc.property(loudness, (measured) => {
        const gain = gainFor(measured)
        expect(gain).toBeLessThanOrEqual(24)
        expect(gain).toBeGreaterThanOrEqual(-40)
        if (gain > 0) expect(measured.peakDb + gain).toBeLessThanOrEqual(-2 + 1e-9)
        if (gain > 0) expect(measured.integratedLufs + gain).toBeLessThanOrEqual(-23 + 1e-9)
      }),
    )
  })

  it('leaves silence as it is, and lets a track with the right loudness be copied', () => {
    expect(gainFor(one(-70, -120))).toBe(0)
    expect([0, 1, -1, 1.1, -1.1].map(isLevel)).toEqual([true, true, true, false, false])
  })
})

describe('a track file', () => {
  it('is written to its path and has a maximum length, however long its source is', () => {
    const video = videoTrackOutput('/data/v720.mp4')
    expect(video.at(-1)).toBe('file:/data/v720.mp4')
    expect(video[video.indexOf('-t') + 1]).toBe(String(longestSec))
    const audio = audioTrackOutput('/data/a0.mp4', 5400.5)
    expect(audio[audio.indexOf('-t') + 1]).toBe('5400.500000')
  })
})
