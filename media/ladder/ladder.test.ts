import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseFrameRate, framesPerGroup, framesPerSecond, halvedAbove30 } from './frame-rate.ts'
import { planLadder } from './ladder.ts'
import { languageCode, trackName } from './languages.ts'
import { planRungs } from './rungs.ts'
import type { ProbedAudio, SourceProbe } from './source-probe.ts'
import { buildProbedVideo } from '#tests/kit/builders/probed-video.ts'

function audio(over: Partial<ProbedAudio> = {}): ProbedAudio {
  return {
    index: 1,
    codec: 'aac',
    channels: 2,
    sampleRate: 48_000,
    profile: 'LC',
    layout: 'stereo',
    isDefault: false,
    ...over,
  }
}

function probe(over: Partial<SourceProbe> = {}): SourceProbe {
  return {
    format: 'mov,mp4',
    startSec: 0,
    sizeBytes: 1,
    video: [buildProbedVideo()],
    audio: [audio()],
    subtitles: [],
    ...over,
  }
}

function planned(over: Partial<SourceProbe> = {}) {
  const plan = planLadder(probe(over))
  if (plan.kind !== 'planned') throw new Error(plan.words)
  return plan
}

function sizes(width: number, height: number): string[] {
  return planRungs({ width, height }, { numerator: 25, denominator: 1 }).map(
    (rung) => `${rung.rendition} ${rung.width}x${rung.height}`,
  )
}

describe('the ladder', () => {
  it('gives a full-size film four renditions, the last within 2.4 Mbit/s', () => {
    const { rungs } = planned().picture
    expect(rungs.map((rung) => rung.rendition)).toEqual(['v360', 'v480', 'v720', 'v1080'])
    expect(rungs.at(-1)?.maxBitsPerSecond).toBe(2_400_000)
  })

  it('keeps the aspect ratio of wide, upright and small video and never enlarges it', () => {
    expect(sizes(1920, 800)).toEqual(['v360 640x266', 'v480 854x356', 'v720 1280x534', 'v1080 1920x800'])
    expect(sizes(1080, 1920)).toEqual(['v360 360x640', 'v480 480x854', 'v720 720x1280', 'v1080 1080x1920'])
    expect(sizes(321, 181)).toEqual(['v360 320x180'])
    expect(sizes(640, 360)).toEqual(['v360 640x360'])
    expect(sizes(1024, 576)).toEqual(['v360 640x360', 'v480 854x480', 'v720 1024x576'])
    expect(sizes(3840, 2160).at(-1)).toBe('v1080 1920x1080')
  })

  it('has even sizes, none larger than the source, and rising rates for any video', () => {
    const side = fc.integer({ min: 2, max: 8000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const rungs = planRungs({ width, height }, { numerator: 25, denominator: 1 })
        for (const [position, rung] of rungs.entries()) {
          expect(rung.width % 2).toBe(0)
          expect(rung.height % 2).toBe(0)
          expect(rung.width).toBeLessThanOrEqual(width)
          expect(rung.height).toBeLessThanOrEqual(height)
          expect(rung.maxBitsPerSecond).toBeGreaterThan(rungs[position - 1]?.maxBitsPerSecond ?? 0)
        }
      }),
    )
  })

  it('applies the pixel aspect ratio and the rotation before it fits the video', () => {
    const anamorphic = planned({
      video: [buildProbedVideo({ width: 720, height: 576, pixelAspect: 64 / 45 })],
    })
    expect(anamorphic.picture.rungs[0]).toMatchObject({ width: 640, height: 360 })
    const turned = planned({ video: [buildProbedVideo({ rotationDeg: 90 })] })
    expect(turned.picture.rungs[0]).toMatchObject({ width: 360, height: 640 })
  })

  it('uses the film, not its cover image', () => {
    const cover = buildProbedVideo({ index: 0, codec: 'mjpeg', width: 3000, height: 3000 })
    expect(planned({ video: [cover, buildProbedVideo({ index: 3 })] }).picture.streamIndex).toBe(3)
    const attached = planLadder(probe({ video: [buildProbedVideo({ attachedPicture: true })] }))
    expect(attached).toMatchObject({ kind: 'refused', reason: 'no_video' })
  })

  it('[FILM-04] names a video codec that cannot be decoded, and uses another video stream', () => {
    const vvc = buildProbedVideo({ index: 0, codec: 'vvc' })
    expect(planLadder(probe({ video: [vvc] }))).toEqual({
      kind: 'refused',
      reason: 'unknown_picture',
      words: expect.stringMatching(/^its video is VVC \(H\.266\), .*: convert it to H\.264 or H\.265/),
    })
    expect(planLadder(probe({ video: [buildProbedVideo({ codec: '' })] }))).toMatchObject({
      words: expect.stringContaining('has an unknown codec: convert it'),
    })
    expect(planned({ video: [vvc, buildProbedVideo({ index: 1 })] }).picture.streamIndex).toBe(1)
  })

  it('makes a silent track for a film without audio, with a warning', () => {
    const plan = planned({ audio: [] })
    expect(plan.audio).toEqual([{ rendition: 'a0-zxx', language: 'zxx', name: '—', sourceChannels: 0 }])
    expect(plan.warnings.join()).toContain('no audio')
  })

  it('keeps languages, puts the default first and numbers equal names', () => {
    const plan = planned({
      audio: [
        audio({ index: 1, language: 'rus' }),
        audio({ index: 2, language: 'uzb', isDefault: true }),
        audio({ index: 3, language: 'rus' }),
        audio({ index: 4 }),
      ],
    })
    expect(plan.audio.map((track) => `${track.rendition} ${track.name}`)).toEqual([
      'a0-uz Oʻzbekcha',
      'a1-ru Русский',
      'a2-ru Русский 2',
      'a3-und Audio 4',
    ])
  })

  it('leaves out image subtitles with a warning and keeps text', () => {
    const plan = planned({
      subtitles: [
        { index: 2, codec: 'hdmv_pgs_subtitle', language: 'eng', isDefault: false, forced: false },
        { index: 3, codec: 'subrip', language: 'rus', isDefault: false, forced: false },
      ],
    })
    expect(plan.subtitles.map((track) => track.rendition)).toEqual(['s0-ru'])
    expect(plan.warnings.join()).toContain('hdmv_pgs_subtitle')
  })
})

describe('the frame rate', () => {
  const choose = (average: number, claimed = average, interlaced = false) => {
    const { rate, variable } = chooseFrameRate({
      averageFrameRate: average,
      claimedFrameRate: claimed,
      interlaced,
    })
    return `${rate.numerator}/${rate.denominator}${variable ? ' variable' : ''}`
  }

  it('keeps usual rates exactly and makes unusual ones constant', () => {
    expect(choose(24000 / 1001)).toBe('24000/1001')
    expect(choose(29.97)).toBe('30000/1001')
    expect(choose(12.5)).toBe('25/2')
    expect(choose(25, 50, true)).toBe('25/1')
    expect(choose(21.1, 29.97)).toBe('30000/1001 variable')
    expect(choose(7.2, 57_600)).toBe('10/1 variable')
    expect(choose(1000, 60)).toBe('60/1 variable')
    expect(choose(0, 0)).toBe('30/1 variable')
    expect(choose(119.88)).toBe('60/1')
  })

  it('halves high rates for small renditions without moving a key frame', () => {
    for (const rate of [50, 60, 48].map((numerator) => ({ numerator, denominator: 1 }))) {
      const half = halvedAbove30(rate)
      expect(framesPerGroup(half) / framesPerSecond(half)).toBe(framesPerGroup(rate) / framesPerSecond(rate))
    }
  })
})

describe('languages', () => {
  it('normalises codes', () => {
    const codes = ['rus', 'ru-RU', 'RU', 'uzb', 'eng', 'ger', 'und', '', 'xx1', 'русский', undefined]
    expect(codes.map(languageCode)).toEqual([
      'ru',
      'ru',
      'ru',
      'uz',
      'en',
      'de',
      'und',
      'und',
      'und',
      'und',
      'und',
    ])
    expect(trackName('uz', undefined)).toBe('Oʻzbekcha')
    expect(trackName('ru', ' Режиссёрская "версия" ')).toBe('Режиссёрская  версия')
  })
})
