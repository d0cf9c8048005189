import { describe, expect, it } from 'vitest'
import { chapterMarks } from './chapter-marks.ts'
import { commonInSeason, commonStretch, pointSec } from './common-audio.ts'
import { titlesStart } from './dark-end.ts'

function dice(seed: number) {
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return (seed ^ (seed >>> 13)) >>> 0
  }
}

/** Points of changing audio: each point differs. */
function audio(seed: number, seconds: number): Uint32Array {
  const random = dice(seed)
  return Uint32Array.from({ length: Math.round(seconds / pointSec) }, () => random())
}

/** A bad copy of the same audio: up to three bits of each point differ, and some points completely. */
function copied(points: Uint32Array, seed: number): Uint32Array {
  const random = dice(seed)
  return points.map((point) => {
    const dieRoll = random() % 10
    if (dieRoll === 0) return random()
    if (dieRoll < 6) return point
    return (point ^ (1 << (random() % 32)) ^ (1 << (random() % 32)) ^ (1 << (random() % 32))) >>> 0
  })
}

function joined(...parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function silence(seconds: number) {
  return new Uint32Array(Math.round(seconds / pointSec)).fill(627_964_279)
}

const limits = { minSec: 15, maxSec: 120 }

function near(sec: number | undefined, expected: number) {
  return expect(Math.abs((sec ?? -100) - expected)).toBeLessThan(1.6)
}

describe('common audio', () => {
  const intro = audio(1, 40)

  it('is found at its position in both episodes, even in a bad copy', () => {
    const one = joined(audio(2, 30), intro, audio(3, 300))
    const other = joined(audio(4, 95), copied(intro, 5), audio(6, 200))
    const match = commonStretch(one, other, limits)
    near(match?.one.beginSec, 30)
    near(match?.one.endSec, 70)
    near(match?.other.beginSec, 95)
    near(match?.other.endSec, 135)
  })

  it('is not found without a match, in silence, or when it is too short or too long', () => {
    expect(commonStretch(audio(2, 300), audio(3, 300), limits)).toBeUndefined()
    const quiet = (seed: number) => joined(audio(seed, 20), silence(60), audio(seed + 1, 60))
    expect(commonStretch(quiet(10), quiet(20), limits)).toBeUndefined()
    const around = (part: Uint32Array, seed: number) => joined(audio(seed, 20), part, audio(seed + 1, 60))
    expect(commonStretch(around(audio(1, 9), 10), around(audio(1, 9), 20), limits)).toBeUndefined()
    expect(commonStretch(around(audio(1, 200), 10), around(audio(1, 200), 20), limits)).toBeUndefined()
    expect(commonStretch(new Uint32Array(), intro, limits)).toBeUndefined()
  })

  it('of a season is what most episodes share; an episode without it has none', () => {
    const episodes = [5, 17, 60].map((at, place) =>
      joined(audio(100 + place, at), copied(intro, 200 + place), audio(300 + place, 200)),
    )
    const match = commonInSeason([...episodes, audio(9, 300)], limits)
    near(match[0]?.beginSec, 5)
    near(match[1]?.beginSec, 17)
    near(match[2]?.beginSec, 60)
    expect(match[3]).toBeUndefined()
    expect(match[1]?.confidence).toBeGreaterThanOrEqual(0.5)
    expect(commonInSeason(episodes.slice(0, 2), limits).map((one) => one?.confidence)).toEqual([0.7, 0.7])
    expect(commonInSeason(episodes.slice(0, 1), limits)).toEqual([undefined])
    expect(commonInSeason([], limits)).toEqual([])
  })

  it('is found quickly also when the audio repeats endlessly', () => {
    const loop = (seed: number) => joined(...Array.from({ length: 300 }, () => audio(seed, 2)))
    // CPU time, so that other load on the machine does not count.
    const before = process.cpuUsage()
    commonStretch(loop(1), loop(1), limits)
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000)
  })
})

describe('a dark end', () => {
  const frames = (...percents: readonly number[]) =>
    percents.map((blackPercent, place) => ({ atSec: place * 2, blackPercent }))
  const dark = (count: number) => Array.from({ length: count }, () => 92)

  it('begins where nearly all frames are dark; a full-frame name and a logo after it are ignored', () => {
    const shown = frames(10, 20, 15, ...dark(10), 60, ...dark(10), 5, 5)
    expect(titlesStart(shown, 50)).toEqual({ beginSec: 6, confidence: 0.6 })
  })

  it('is not found where the end is bright, short, or dark from the start of the search', () => {
    expect(titlesStart(frames(...dark(20), 5, 5, 5, 5, 5, 5, 5, 5), 56)).toBeUndefined()
    expect(titlesStart(frames(5, 5, 5, 5, ...dark(4)), 16)).toBeUndefined()
    expect(titlesStart(frames(...dark(30)), 60)).toBeUndefined()
    expect(titlesStart([], 60)).toBeUndefined()
  })
})

describe('chapters', () => {
  const at = (name: string, beginSec: number, endSec: number) => ({ name, beginSec, endSec })
  it.each([
    ['Opening', 'End Credits'],
    ['OP', 'ED'],
    ['Заставка сериала', 'Титры'],
  ])('named %s and %s are markers', (intro, titles) => {
    const chapters = [at('One', 0, 60), at(intro, 60, 150), at('Two', 150, 1200), at(titles, 1200, 1330)]
    expect(chapterMarks(chapters, 1300)).toEqual([
      { kind: 'intro', beginSec: 60, endSec: 150 },
      { kind: 'titles', beginSec: 1200, endSec: 1300 },
    ])
  })

  it('are not markers with a name that only begins alike, at a wrong position, or in the wrong order', () => {
    const wrong = [
      at('Opera', 0, 60),
      at('Edith', 1200, 1300),
      at('Credits', 100, 160),
      at('Intro', 900, 960),
    ]
    expect(chapterMarks([...wrong, at('Intro', 60, 10)], 1300)).toEqual([])
    expect(chapterMarks([at('Intro', 0, 600)], 1300)).toEqual([])
  })
})
