import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AssetDescription, AssetTrack } from '#media/playlists/asset-description.ts'
import { LinearTimeline } from './linear-timeline.ts'
import { loopLengthMs, placeSegments, type ScheduledItem } from './placed-segments.ts'

const startMs = 1_795_000_000_000

function track(rendition: string, timescale: number, durations: readonly number[], more: object): never {
  let [startTicks, offset] = [0, 1000]
  const segments = durations.map((durationTicks) => {
    const segment = { offset, size: 500, startTicks, durationTicks }
    startTicks += durationTicks
    offset += 500
    return segment
  })
  const base: AssetTrack = {
    rendition,
    file: `${rendition}.mp4`,
    codec: 'avc1.64001E',
    timescale,
    segments,
    initEnd: 900,
    indexBegin: 900,
    indexEnd: 1000,
    peakBitsPerSecond: 800_000,
    averageBitsPerSecond: 700_000,
    durationMs: (startTicks / timescale) * 1000,
  }
  return { ...base, ...more } as never
}

function asset(assetId: string, segments: number, rests: number, languages = ['ru']): AssetDescription {
  const whole = Array.from({ length: segments }, () => 2)
  const video = [...whole.map((sec) => sec * 12_800), Math.round(rests * 12_800)]
  const audio = [...whole.map(() => 96_256), 40_000]
  return {
    assetId,
    durationMs: 1,
    version: 1,
    subtitles: [],
    complete: true,
    publishedAtMs: 1,
    warnings: [],
    source: { fingerprint: '', subtitles: '', plan: '' },
    video: [
      track('v360', 12_800, video, { width: 640, height: 360, frameRate: 25 }),
      track('v480', 12_800, video, { width: 854, height: 480, frameRate: 25 }),
    ],
    audio: languages.map((language, at) =>
      track(`a${at}-${language}`, 48_000, audio, {
        language,
        name: language,
        channels: 2,
        codec: 'mp4a.40.2',
      }),
    ),
  }
}

const assets = new Map([
  ['one', asset('one', 5, 1.24)],
  ['two', asset('two', 3, 0.6, ['ru', 'uz'])],
])

function channel(items: readonly ScheduledItem[], nowMs = startMs + 3_600_000): LinearTimeline {
  return new LinearTimeline({
    schedule: (fromMs, toMs) => items.filter((item) => item.endMs > fromMs && item.beginMs < toMs),
    describeAsset: (id) => assets.get(id),
    assetDir: (id) => `/nowhere/${id}`,
    archiveMs: 7 * 86_400_000,
    clock: () => nowMs,
  })
}

const schedules = fc
  .array(
    fc.record({
      assetId: fc.constantFrom('one', 'two', 'missing'),
      lengthMs: fc.integer({ min: 3000, max: 90_000 }),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map((list) => {
    let at = startMs
    return list.map(({ assetId, lengthMs }) => ({ assetId, beginMs: at, endMs: (at += lengthMs) }))
  })

describe('linear channel', () => {
  it('has no hole or overlap between its first and its last item', () => {
    fc.assert(
      fc.property(schedules, (items) => {
        const end = items.at(-1)?.endMs ?? 0
        const all = channel(items).window('v360', startMs, end)
        expect(all[0]?.beginMs).toBe(startMs)
        for (const [position, one] of all.entries()) {
          const next = all[position + 1]?.beginMs ?? end
          // A rest shorter than 40 ms is left out; segment names are whole milliseconds.
          expect(Math.abs(one.beginMs + one.durationMs - next)).toBeLessThan(42)
          expect(one.durationMs).toBeLessThan(2001)
        }
      }),
    )
  })

  it('returns the same segments in every window', () => {
    fc.assert(
      fc.property(
        schedules,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 60_000 }),
        (items, share, lengthMs) => {
          const end = items.at(-1)?.endMs ?? 0
          const fromMs = Math.floor(startMs + share * (end - startMs))
          const toMs = Math.min(end, fromMs + lengthMs)
          for (const rendition of ['v480', 'a-ru']) {
            const all = channel(items).window(rendition, startMs, end)
            const part = channel(items).window(rendition, fromMs, toMs)
            const inside = all.filter(
              (one) => one.beginMs >= fromMs && one.beginMs + one.durationMs <= toMs - 1,
            )
            expect(
              part.filter((one) => one.beginMs >= fromMs && one.beginMs + one.durationMs <= toMs - 1),
            ).toEqual(inside)
          }
        },
      ),
    )
  })

  it('changes its period at the same time on every rendition', () => {
    fc.assert(
      fc.property(schedules, (items) => {
        const end = items.at(-1)?.endMs ?? 0
        const periods = (rendition: string): number[] => [
          ...new Set(
            channel(items)
              .window(rendition, startMs, end)
              .map((one) => one.periodMs),
          ),
        ]
        expect(periods('a-uz')).toEqual(periods('v360'))
      }),
    )
  })

  it('has gap segments where an asset is missing, and reports that nothing can be played there', () => {
    const items = [
      { assetId: 'one', beginMs: startMs, endMs: startMs + 20_000 },
      { assetId: 'missing', beginMs: startMs + 20_000, endMs: startMs + 31_000 },
    ]
    const gaps = channel(items).window('v360', startMs + 20_000, startMs + 31_000)
    expect(gaps.map((one) => [one.gap, one.durationMs])).toEqual([
      ...Array.from({ length: 5 }, () => [true, 2000]),
      [true, 1000],
    ])
    expect(channel(items).hasAnything(startMs + 20_500, startMs + 30_000)).toBe(false)
    expect(channel(items).hasAnything(startMs + 19_000, startMs + 30_000)).toBe(true)
  })

  it('[TV-08] [GUIDE-04] cuts all audio that would overlap the next item, even by a little', () => {
    const one = assets.get('one')
    const audio = one?.audio[0]
    if (one === undefined || audio === undefined) throw new Error('no asset')
    fc.assert(
      fc.property(fc.integer({ min: 3000, max: 60_000 }), (lengthMs) => {
        const item = { assetId: 'one', beginMs: startMs, endMs: startMs + lengthMs }
        const placed = placeSegments(one, audio, item, { fromMs: startMs, toMs: item.endMs })
        for (const [at, { segment, beginMs, endMs, trimmed }] of placed.entries()) {
          const bytesEndMs = trimmed ? endMs : beginMs + (segment.durationTicks / audio.timescale) * 1000
          expect(bytesEndMs).toBeLessThanOrEqual((placed[at + 1]?.beginMs ?? item.endMs) + 1)
        }
      }),
    )
  })

  it('lists the renditions that its assets have in common, and every language', () => {
    const items = [
      { assetId: 'one', beginMs: startMs, endMs: startMs + 20_000 },
      { assetId: 'two', beginMs: startMs + 20_000, endMs: startMs + 40_000 },
    ]
    expect(
      channel(items)
        .renditions(startMs, startMs + 40_000)
        .map((one) => one.id),
    ).toEqual(['v360', 'v480', 'a-ru', 'a-uz'])
  })

  it('requests no more of its schedule than the archive depth, however long the window', () => {
    let [minMs, maxMs] = [Infinity, 0]
    const timeline = new LinearTimeline({
      schedule: (fromMs, toMs) => {
        ;[minMs, maxMs] = [Math.min(minMs, fromMs), Math.max(maxMs, toMs - fromMs)]
        return []
      },
      describeAsset: () => undefined,
      assetDir: () => '/nowhere',
      archiveMs: 7 * 86_400_000,
      clock: () => startMs,
    })
    const longAgo = startMs - 3650 * 86_400_000
    expect(timeline.renditions(longAgo, startMs)).toEqual([])
    expect(timeline.window('v360', longAgo, startMs)).toEqual([])
    expect(timeline.hasAnything(longAgo, startMs)).toBe(false)
    expect(
      channel([{ assetId: 'one', beginMs: startMs, endMs: startMs + 20_000 }]).window(
        'v',
        startMs,
        startMs + 9000,
      ),
    ).toEqual([])
    expect(minMs).toBe(startMs - 7 * 86_400_000)
    expect(maxMs).toBeLessThan(8 * 86_400_000)
  })

  it('visits only segments that overlap the window, however long the item', () => {
    const one = assets.get('one')
    const video = one?.video[0]
    if (one === undefined || video === undefined) throw new Error('no asset')
    const item = { assetId: 'one', beginMs: 0, endMs: startMs + 86_400_000 }
    const placed = placeSegments(one, video, item, { fromMs: startMs, toMs: startMs + 10_000 })
    expect(placed.length).toBeLessThan(9)
    expect((placed[0]?.beginMs ?? 0) <= startMs && (placed[0]?.endMs ?? 0) > startMs).toBe(true)
    expect(loopLengthMs(one)).toBeCloseTo(11_240, 6)
  })
})
