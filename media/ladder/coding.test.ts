import { describe, expect, it } from 'vitest'
import {
  sampledOf,
  chooseCoding,
  codingOf,
  fasterWhenSlow,
  redundantRungs,
  sampleSec,
  sampleBeginsSec,
  triedRungs,
  type Trials,
} from './coding.ts'
import { planRungs, type Rung } from './rungs.ts'

const rungs = planRungs({ width: 1920, height: 1080 }, { numerator: 25, denominator: 1 })
const highest = rungs.at(-1) ?? rungs[0]

function trials(fixed: number, generous: number, thrifty: number): Trials {
  return {
    fixed: { vmaf: fixed, bitsPerSecond: 2_000_000 },
    generous: { vmaf: generous, bitsPerSecond: 1_600_000 },
    thrifty: { vmaf: thrifty, bitsPerSecond: 900_000 },
  }
}

describe('[FILM-04] the setting of a rung', () => {
  it.each([
    {
      film: 'the thriftiest tried setting, when its quality is sufficient',
      vmaf: [92, 94, 91],
      crf: 27,
      promised: 1_800_000,
    },
    { film: 'between the two', vmaf: [92, 92.8, 88.8], crf: 25, promised: 2_100_000 },
    { film: 'as generous as is tried', vmaf: [92, 90.8, 86], crf: 23, promised: 2_400_000 },
    { film: 'more generous than is tried', vmaf: [92, 89.8, 85.8], crf: 22, promised: 2_400_000 },
    { film: 'never finer than the fixed ladder', vmaf: [92, 80, 79], crf: 21, promised: 2_400_000 },
    { film: 'thrifty where no quality is lost', vmaf: [99, 99, 99], crf: 27, promised: 1_800_000 },
  ])('is $film', ({ vmaf, crf, promised }) => {
    const [fixed = 0, generous = 0, thrifty = 0] = vmaf
    const chosen = chooseCoding(highest, trials(fixed, generous, thrifty))
    expect(chosen).toMatchObject({ crf, maxBitsPerSecond: promised })
    expect(chosen.why).toContain(`where a fixed ladder has ${fixed.toFixed(1)} at 2000 kbit/s`)
  })

  it('is a default without samples, between the two tried settings', () => {
    const [generous, thrifty] = triedRungs(highest)
    const defaultValue = chooseCoding(highest, undefined)
    expect(defaultValue.crf).toBeGreaterThan(generous.crf ?? 0)
    expect(defaultValue.crf).toBeLessThan(thrifty.crf ?? 0)
  })

  it('has a faster preset only for the first rung, when that would take too long', () => {
    const [first] = rungs
    expect(fasterWhenSlow(first, 700)).toEqual(first)
    const hurried = fasterWhenSlow(first, 1200)
    expect(hurried.why).toBe(
      'made first; with a fast preset, since by a sample it would take 20 min here, and the limit is 12 min',
    )
    expect(codingOf(hurried, 'good')).toEqual({ ...codingOf(first, 'good'), preset: 'veryfast' })
    const copied = { ...first, copied: true as const }
    expect(fasterWhenSlow(copied, 1200)).toEqual(copied)
  })

  it('limits the bits of any two seconds, and keeps the rung for slow lines', () => {
    for (const effort of ['fast', 'good'] as const)
      for (const rung of rungs) {
        const { maxRate, bufferBits } = codingOf(rung, effort)
        expect((maxRate * sampleSec + bufferBits) / sampleSec).toBeLessThan(rung.maxBitsPerSecond)
      }
    expect(codingOf(rungs[0], 'good').maxRate).toBeLessThanOrEqual(400_000)
  })
})

describe('[FILM-04] redundant rungs', () => {
  const sampled = (...kbits: readonly (number | undefined)[]): Rung[] =>
    rungs.map((rung, position) => {
      const kbit = kbits[position]
      return kbit === undefined ? rung : { ...rung, sampledBitsPerSecond: kbit * 1000 }
    })
  const needless = (...kbits: readonly (number | undefined)[]): string[] =>
    redundantRungs(sampled(...kbits)).map(({ rendition }) => rendition)

  it('are those nearly as expensive as the next, never the lowest nor the highest', () => {
    expect(needless(300, 600, 1100, 1900)).toEqual([])
    expect(needless(300, 500, 550, 1900)).toEqual(['v480'])
    expect(needless(300, 310, 320, 330)).toEqual(['v480', 'v720'])
    expect(needless(undefined, 500, undefined, 510)).toEqual([])
  })
})

describe('[FILM-04] samples', () => {
  it('are none for a few seconds, four for a trailer, few for a long film, and all inside the film', () => {
    expect(sampleBeginsSec(undefined)).toEqual([])
    expect(sampleBeginsSec(20_000)).toEqual([])
    expect(sampleBeginsSec(26_000)).toEqual([3.25, 9.75, 16.25, 22.75])
    for (const minutes of [3, 10, 45, 120, 600]) {
      const begins = sampleBeginsSec(minutes * 60_000)
      expect(begins.length).toBeGreaterThanOrEqual(2)
      expect(begins.length * sampleSec).toBeLessThanOrEqual(Math.min(16, Math.max(8, minutes * 60 * 0.0125)))
      expect(Math.max(...begins) + sampleSec).toBeLessThan(minutes * 60)
    }
  })

  it('are taken of the lowest rung only where more would cost too much', () => {
    const names = (sec: number): string[] => sampledOf(rungs, sec * 1000).map(({ rendition }) => rendition)
    expect(names(40)).toEqual(['v360'])
    expect(names(300)).toEqual(['v360'])
    expect(names(330)).toEqual(rungs.map(({ rendition }) => rendition))
  })
})
