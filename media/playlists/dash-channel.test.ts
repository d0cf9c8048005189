import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeChannelManifest, type ChannelManifest, type ManifestRendition } from './dash-channel.ts'
import { element, frameRateText, isoDuration, text } from './dash-xml.ts'

const hourMs = 3_600_000
const beginMs = Date.UTC(2026, 0, 15, 12)

function rendition(more: Partial<ManifestRendition> = {}): ManifestRendition {
  return {
    id: 'v',
    kind: 'video',
    codec: 'avc1.64001F',
    peakBitsPerSecond: 1_200_000.4,
    initialization: '$RepresentationID$/init.mp4',
    media: '$RepresentationID$/$Time$.m4s',
    segments: [{ beginMs, durationMs: 2000 }],
    ...more,
  }
}

function manifest(renditions: readonly ManifestRendition[], more: Partial<ChannelManifest> = {}): string {
  return writeChannelManifest({
    originMs: beginMs,
    endMs: beginMs + hourMs,
    periods: [{ id: 'p1', beginMs, renditions }],
    ...more,
  })
}

/** The attributes of the elements of this name, in order. */
function attributesOf(xml: string, name: string): Record<string, string>[] {
  return [...xml.matchAll(new RegExp(`<${name}((?: [\\w:]+="[^"]*")*)/?>`, 'g'))].map(([, list = '']) =>
    Object.fromEntries([...list.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  )
}

/** Start and duration of each segment as a player calculates them from the timeline. */
function playedSegments(xml: string): { beginMs: number; durationMs: number }[] {
  let at = 0
  return attributesOf(xml, 'S').flatMap(({ t, d, r }) => {
    if (t !== undefined) at = Number(t)
    return Array.from({ length: Number(r ?? 0) + 1 }, () => {
      const segment = { beginMs: at, durationMs: Number(d) }
      at += segment.durationMs
      return segment
    })
  })
}

describe('the timeline of a channel in DASH', () => {
  it('[GUIDE-06] lets a player calculate the time of each segment, without the holes', () => {
    const steps = fc.array(
      fc.record({
        lengthMs: fc.constantFrom(2000, 2000, 2000, 1920, 400),
        holeMs: fc.constantFrom(0, 0, 0, 60, 90_000),
      }),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(steps, (list) => {
        let at = beginMs
        const segments = list.map(({ lengthMs, holeMs }) => {
          const segment = { beginMs: at, durationMs: lengthMs }
          at += lengthMs + holeMs
          return segment
        })
        expect(playedSegments(manifest([rendition({ segments })]))).toEqual(segments)
      }),
    )
  })

  it('is one element when all segments have the same duration', () => {
    const segments = Array.from({ length: 900 }, (_, at) => ({
      beginMs: beginMs + at * 2000,
      durationMs: 2000,
    }))
    expect(attributesOf(manifest([rendition({ segments })]), 'S')).toEqual([
      { t: String(beginMs), d: '2000', r: '899' },
    ])
  })

  it('has no hole where two segments differ only by rounding', () => {
    const segments = [
      { beginMs, durationMs: 1986.6 },
      { beginMs: beginMs + 2000, durationMs: 1986.6 },
    ]
    expect(playedSegments(manifest([rendition({ segments })]))).toEqual([
      { beginMs, durationMs: 2000 },
      { beginMs: beginMs + 2000, durationMs: 1987 },
    ])
  })

  it('starts with the window when a period began before it', () => {
    const period = { id: 'p0', beginMs: beginMs - hourMs, renditions: [rendition()] }
    const xml = manifest([], { periods: [period] })
    expect(attributesOf(xml, 'Period')).toEqual([{ id: 'p0', start: 'PT0.000S' }])
    expect(attributesOf(xml, 'SegmentTemplate')[0]).toMatchObject({
      presentationTimeOffset: String(beginMs),
      timescale: '1000',
    })
  })
})

describe('the manifest of a channel in DASH', () => {
  it('[GUIDE-04] of the archive is static and has a duration', () => {
    const [mpd] = attributesOf(manifest([rendition()]), 'MPD')
    expect(mpd).toMatchObject({ type: 'static', mediaPresentationDuration: 'PT3600.000S' })
    expect(mpd).not.toHaveProperty('minimumUpdatePeriod')
    expect(manifest([rendition()])).not.toContain('UTCTiming')
  })

  it('[TV-08] [GUIDE-05] of a live channel has an update period, a time shift depth, and a clock source', () => {
    const xml = writeChannelManifest({
      originMs: 0,
      growing: {
        publishedAtMs: beginMs,
        timeShiftMs: hourMs,
        presentationDelayMs: 6000,
        clockUri: '/time',
      },
      periods: [{ id: 'p1', beginMs, renditions: [rendition()] }],
    })
    expect(attributesOf(xml, 'MPD')[0]).toMatchObject({
      type: 'dynamic',
      availabilityStartTime: '1970-01-01T00:00:00.000Z',
      publishTime: '2026-01-15T12:00:00.000Z',
      minimumUpdatePeriod: 'PT2.000S',
      timeShiftBufferDepth: 'PT3600.000S',
      suggestedPresentationDelay: 'PT6.000S',
    })
    expect(attributesOf(xml, 'MPD')[0]).not.toHaveProperty('mediaPresentationDuration')
    expect(attributesOf(xml, 'UTCTiming').map(({ value }) => value)).toEqual([
      '/time',
      '2026-01-15T12:00:00.000Z',
    ])
  })

  it('has one adaptation set for all heights, and one per audio track with the first as main', () => {
    const sound = { kind: 'audio', codec: 'mp4a.40.2', channels: 2 } as const
    const xml = manifest([
      rendition({ id: 'v360', width: 640, height: 360, frameRate: 25 }),
      rendition({ id: 'a0', ...sound, language: 'ru', name: 'Русский' }),
      rendition({ id: 'v720', width: 1280, height: 720, frameRate: 50 }),
      rendition({ id: 'a1', ...sound, language: 'und' }),
    ])
    expect(
      attributesOf(xml, 'AdaptationSet').map(({ id, contentType, lang }) => [id, contentType, lang]),
    ).toEqual([
      ['1', 'video', undefined],
      ['100', 'audio', 'ru'],
      ['101', 'audio', undefined],
    ])
    expect(attributesOf(xml, 'Representation').map(({ id }) => id)).toEqual(['v360', 'v720', 'a0', 'a1'])
    expect(attributesOf(xml, 'Role').map(({ value }) => value)).toEqual(['main', 'alternate'])
    expect(xml).toContain('<Label>Русский</Label>')
  })

  it('has no video set for a radio channel, and no zero or fractional bandwidth', () => {
    const xml = manifest([
      rendition({ id: 'a0', kind: 'audio', peakBitsPerSecond: 0 }),
      rendition({ id: 'a1', kind: 'audio', peakBitsPerSecond: 64_000.2 }),
    ])
    expect(attributesOf(xml, 'AdaptationSet').map(({ contentType }) => contentType)).toEqual([
      'audio',
      'audio',
    ])
    expect(attributesOf(xml, 'Representation').map(({ bandwidth }) => bandwidth)).toEqual(['1', '64001'])
  })
})

describe('manifest XML', () => {
  it('stays valid with any name', () => {
    expect(text('Label', `<a href="x">Том & Жерри's</a>`)).toBe(
      '<Label>&lt;a href=&quot;x&quot;&gt;Том &amp; Жерри&apos;s&lt;/a&gt;</Label>',
    )
    expect(element('A', { name: 'a"b\u0000\n', none: undefined })).toBe('<A name="a&quot;b  "/>')
  })

  it.each([
    [25, '25'],
    [23.976, '24000/1001'],
    [29.97, '30000/1001'],
    [59.94, '60000/1001'],
    [30, '30'],
  ])('writes %d frames per second as %s', (rate, written) => {
    expect(frameRateText(rate)).toBe(written)
  })

  it('writes a duration with milliseconds', () => {
    expect([0, 1, 1500, 5_400_000.4].map(isoDuration)).toEqual([
      'PT0.000S',
      'PT0.001S',
      'PT1.500S',
      'PT5400.000S',
    ])
  })
})
