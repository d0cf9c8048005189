import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Segmenter, type CutSegment, type PlacedPart } from './segmenter.ts'

const partMs = 400

/** Video parts of 0.4 s; every `group`-th begins with a key frame. */
function videoParts(count: number, group: number, fromMs = 0): PlacedPart[] {
  return Array.from({ length: count }, (_, at) => ({
    beginMs: fromMs + at * partMs,
    endMs: fromMs + (at + 1) * partMs,
    startsWithSync: at % group === 0,
    bytes: Buffer.from(`v${fromMs + at * partMs} `),
  }))
}

function cutVideo(parts: readonly PlacedPart[]): CutSegment[] {
  const segmenter = new Segmenter(1)
  return [...parts.flatMap((part) => segmenter.add(0, part)), ...segmenter.end()]
}

describe('segments of the leading track', () => {
  it('begin at a key frame and last two seconds or more', () => {
    const segments = cutVideo(videoParts(20, 5))
    expect(segments.map(({ beginMs, durationMs }) => [beginMs, durationMs])).toEqual([
      [0, 2000],
      [2000, 2000],
      [4000, 2000],
      [6000, 2000],
    ])
  })

  it('join groups of pictures that are shorter than two seconds', () => {
    expect(cutVideo(videoParts(18, 3)).map(({ durationMs }) => durationMs)).toEqual([2400, 2400, 2400])
  })

  it('wait for the first key frame: nothing before it can be decoded', () => {
    const [torn, ...whole] = [videoParts(1, 1)[0], ...videoParts(10, 5, partMs)]
    const [first] = cutVideo([{ ...whole[0], ...torn, startsWithSync: false } as PlacedPart, ...whole])
    expect(first?.beginMs).toBe(partMs)
  })

  it('end where the source jumps, even in the middle of a group of pictures', () => {
    const segments = cutVideo([...videoParts(7, 5), ...videoParts(5, 5, 60_000)])
    expect(segments.map(({ beginMs, durationMs }) => [beginMs, durationMs])).toEqual([
      [0, 2000],
      [2000, 800],
      [60_000, 2000],
    ])
  })

  it('end after thirty seconds where no key frame comes', () => {
    const lengths = cutVideo(videoParts(200, 1000)).map(({ durationMs }) => durationMs)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(30_000 + partMs)
  })

  it('contain every byte from the first key frame on, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 12 }), (count, group) => {
        const parts = videoParts(count, group)
        const written = Buffer.concat(cutVideo(parts).map(({ bytes }) => bytes)).toString()
        expect(written).toBe(parts.map(({ bytes }) => bytes.toString()).join(''))
      }),
    )
  })
})

describe('segments of the other tracks', () => {
  /** Audio parts that are a little longer than those of the video, and come after them. */
  function cutBoth(count: number): CutSegment[] {
    const segmenter = new Segmenter(2)
    const audio = Array.from({ length: count }, (_, at) => ({
      beginMs: at * 426,
      endMs: (at + 1) * 426,
      startsWithSync: true,
      bytes: Buffer.from(`a${at} `),
    }))
    return [
      ...videoParts(count, 5).flatMap((part, at) => [
        ...segmenter.add(0, part),
        ...segmenter.add(1, audio[at] ?? audio[0] ?? part),
      ]),
      ...segmenter.end(),
    ]
  }

  it('are cut within one part of the video’s cuts', () => {
    const segments = cutBoth(30)
    const videoStarts = segments.filter(({ track }) => track === 0).map(({ beginMs }) => beginMs)
    const audioStarts = segments.filter(({ track }) => track === 1).map(({ beginMs }) => beginMs)
    for (const beginMs of audioStarts.slice(1))
      expect(Math.min(...videoStarts.map((ms) => Math.abs(ms - beginMs)))).toBeLessThan(426)
  })

  it('follow each other without a hole', () => {
    const audio = cutBoth(30).filter(({ track }) => track === 1)
    audio.slice(1).forEach(({ beginMs }, index) => {
      const before = audio[index]
      expect(beginMs).toBe((before?.beginMs ?? 0) + (before?.durationMs ?? 0))
    })
  })
})

describe('the parts of a segment', () => {
  it('are reported with the start of their segment, before it is complete', () => {
    const reported: [number, number][] = []
    const segmenter = new Segmenter(1, (_, part, segmentStartMs) =>
      reported.push([part.beginMs, segmentStartMs]),
    )
    for (const part of videoParts(6, 5)) segmenter.add(0, part)
    expect(reported.slice(-3)).toEqual([
      [1200, 0],
      [1600, 0],
      [2000, 2000],
    ])
  })
})
