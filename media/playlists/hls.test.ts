import * as fc from 'fast-check'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  targetDurationOf,
  writeMasterPlaylist,
  writeMediaPlaylist,
  type MasterPlaylist,
  type MediaPlaylist,
} from './hls.ts'
import { parseMasterPlaylist, parseMediaPlaylist } from './read-hls.ts'

const uri = fc.stringMatching(/^[a-zA-Z0-9_][a-zA-Z0-9_/.~-]{0,20}$/)
const words = fc.stringMatching(/^[a-zA-Zа-яА-ЯʻʼЎў0-9,=: ().-]{1,20}$/)
const rate = fc.integer({ min: 1, max: 50_000_000 })
const length = fc.integer({ min: 1, max: 4096 })

function optionally<Value>(values: Record<string, fc.Arbitrary<Value>>) {
  return fc.record(values, { requiredKeys: [] })
}

const byteRange = fc.record({ length, offset: fc.nat(1_000_000_000) })

const seconds = fc.integer({ min: 1, max: 90_000 }).map((millis) => millis / 1000)
const parts = fc.array(
  fc.record(
    { uri, durationSec: seconds, independent: fc.constant(true) },
    { requiredKeys: ['uri', 'durationSec'] },
  ),
  { minLength: 1, maxLength: 4 },
)

const lowLatency = fc.record(
  {
    partTargetSec: seconds,
    partHoldBackSec: seconds,
    holdBackSec: seconds,
    canSkipUntilSec: seconds,
    preloadHintUri: uri,
    reports: fc.array(
      fc.record(
        { uri, lastMediaSequence: fc.nat(), lastPart: fc.nat() },
        { requiredKeys: ['uri', 'lastMediaSequence'] },
      ),
      { maxLength: 3 },
    ),
    skippedSegments: fc.integer({ min: 1, max: 100 }),
  },
  {
    requiredKeys: [
      'partTargetSec',
      'partHoldBackSec',
      'holdBackSec',
      'canSkipUntilSec',
      'preloadHintUri',
      'reports',
    ],
  },
)

const segment = fc
  .record({ uri, durationSec: fc.integer({ min: 0, max: 20_000_000 }).map((micros) => micros / 1_000_000) })
  .chain((base) =>
    optionally<unknown>({
      byteRange,
      programDateTimeMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      discontinuity: fc.constant(true),
      gap: fc.constant(true),
      key: fc.record({ uri }),
      parts,
      tiles: fc.record({
        widthPx: length,
        heightPx: length,
        columns: length,
        rows: length,
        intervalSec: length,
      }),
    }).map((more) => ({ ...base, ...more })),
  )

const map = fc.record({ uri, byteRange }, { requiredKeys: ['uri'] })

/** A map applies to all segments after it: the list consists of runs that each have one. */
const segments = fc
  .array(fc.tuple(map, fc.array(segment, { maxLength: 4 })), { maxLength: 4 })
  .map((runs) => runs.flatMap(([own, run]) => run.map((one) => ({ ...one, map: own }))))

const media = fc
  .record({
    targetDurationSec: length,
    mediaSequence: fc.nat(),
    discontinuitySequence: fc.nat(),
    ended: fc.boolean(),
    segments: fc.oneof(segments, fc.array(segment, { maxLength: 6 })),
  })
  .chain((base) =>
    optionally<unknown>({
      type: fc.constantFrom('VOD', 'EVENT'),
      startOffsetSec: fc.integer({ min: -90_000, max: 90_000 }).map((millis) => millis / 1000),
      imagesOnly: fc.constant(true),
      lowLatency,
    }).map((more) => ({ ...base, ...more }) as MediaPlaylist),
  )

/** The same with an incomplete segment, after the map of the previous ones. */
const growing = fc.tuple(media, parts, lowLatency).map(([playlist, startedParts, how]): MediaPlaylist => {
  const last = playlist.segments.at(-1)?.map
  const open = { parts: startedParts, ...(last === undefined ? {} : { map: last }) }
  return { ...playlist, lowLatency: { ...how, open } }
})

const size = fc.record({ width: length, height: length })

const variant = fc
  .tuple(fc.record({ uri, peakBitsPerSecond: rate }), fc.option(size))
  .chain(([base, video]) =>
    optionally<unknown>({
      averageBitsPerSecond: rate,
      codecs: words,
      frameRate: fc.integer({ min: 1000, max: 120_000 }).map((millis) => millis / 1000),
      audioGroup: words,
      subtitlesGroup: words,
    }).map((more) => ({ ...base, ...video, ...more })),
  )

const rendition = fc
  .record({
    kind: fc.constantFrom('audio' as const, 'subtitles' as const),
    group: words,
    name: words,
    isDefault: fc.boolean(),
  })
  .chain((base) =>
    optionally<unknown>({
      language: fc.constantFrom('ru', 'uz'),
      uri,
      channels: fc.integer({ min: 1, max: 8 }),
    }).map((more) => ({ ...base, autoselect: true, ...more })),
  )

const image = fc.record({ uri, peakBitsPerSecond: rate, codecs: fc.constant('jpeg') })

const master = fc.record({
  renditions: fc.array(rendition, { maxLength: 4 }),
  variants: fc.array(variant, { minLength: 1, maxLength: 5 }),
  images: fc.array(image, { maxLength: 2 }),
}) as fc.Arbitrary<MasterPlaylist>

describe('HLS playlists', () => {
  it('reads back every media playlist it writes', () => {
    fc.assert(
      fc.property(fc.oneof(media, growing), (playlist) => {
        expect(parseMediaPlaylist(writeMediaPlaylist(playlist))).toEqual(playlist)
      }),
    )
  })

  it('reads back every master playlist it writes', () => {
    fc.assert(
      fc.property(master, (playlist) => {
        expect(parseMasterPlaylist(writeMasterPlaylist(playlist))).toEqual(playlist)
      }),
    )
  })

  it('never throws for any text', () => {
    const line = fc.constantFrom(
      '#EXTINF:',
      '#EXTINF:nonsense',
      '#EXT-X-BYTERANGE:@',
      '#EXT-X-MAP:',
      '#EXT-X-STREAM-INF:',
      'a.ts',
      '#EXT-X-MEDIA:TYPE=AUDIO',
      '#EXT-X-PROGRAM-DATE-TIME:yesterday',
      '#EXT-X-TARGETDURATION:-1',
      '#EXT-X-TILES:x',
    )
    const text = fc.array(fc.oneof(line, fc.string())).map((lines) => ['#EXTM3U', ...lines].join('\n'))
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (any) => {
        parseMediaPlaylist(any)
        parseMasterPlaylist(any)
      }),
    )
  })

  it('stays valid when a value contains a line end or a quote', () => {
    const text = writeMasterPlaylist({
      renditions: [
        {
          kind: 'audio',
          group: 'a',
          name: 'one"\n#EXT-X-ENDLIST',
          uri: 'a.m3u8',
          isDefault: true,
          autoselect: true,
        },
      ],
      variants: [{ uri: 'v.m3u8\n#EXT-X-ENDLIST', peakBitsPerSecond: 1 }],
      images: [],
    })
    expect(text.split('\n').filter((one) => one.startsWith('#EXT-X-ENDLIST'))).toEqual([])
    expect(parseMasterPlaylist(text)?.renditions[0]?.name).toBe("one' #EXT-X-ENDLIST")
  })

  it('continues byte ranges without an offset after the previous one', () => {
    const text = '#EXTM3U\n#EXTINF:2,\n#EXT-X-BYTERANGE:10@5\na\n#EXTINF:2,\n#EXT-X-BYTERANGE:7\na\n'
    expect(parseMediaPlaylist(text)?.segments[1]?.byteRange).toEqual({ length: 7, offset: 15 })
  })

  it('accepts neither HTML nor a master playlist as a media playlist', () => {
    expect(parseMediaPlaylist('<html></html>')).toBeUndefined()
    expect(parseMediaPlaylist('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8')).toBeUndefined()
    expect(parseMasterPlaylist('#EXTM3U\n#EXTINF:2,\na.ts')).toBeUndefined()
  })

  it('finds the smallest target duration that the segments allow', () => {
    expect(targetDurationOf([{ uri: 'a', durationSec: 2.002 }])).toBe(2)
    expect(
      targetDurationOf([
        { uri: 'a', durationSec: 2.6 },
        { uri: 'b', durationSec: 0.1 },
      ]),
    ).toBe(3)
  })
})

/** Playlists of other services; set EKRAN_HLS_SAMPLES to a folder of them to read them all. */
const samples = process.env['EKRAN_HLS_SAMPLES'] ?? ''

describe.skipIf(!existsSync(samples))('playlists of other services', () => {
  const files = existsSync(samples)
    ? readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.m3u8'))
    : []
  it.each(files)('reads %s', (file) => {
    const text = readFileSync(join(samples, file), 'utf8')
    const list = parseMasterPlaylist(text) ?? parseMediaPlaylist(text)
    expect(list === undefined).toBe(!text.trimStart().startsWith('#EXTM3U'))
    const media = parseMediaPlaylist(text)
    if (media !== undefined) {
      const uris = text.split(/[\r\n]+/).filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
      expect(media.segments.length).toBe(uris.length)
    }
  })
})
