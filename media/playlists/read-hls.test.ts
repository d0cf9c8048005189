import { describe, expect, it } from 'vitest'
import { parseMasterPlaylist, parseMediaPlaylist } from './read-hls.ts'

/** A media playlist of these lines; throws when it is not accepted. */
function media(...lines: readonly string[]) {
  const playlist = parseMediaPlaylist(['#EXTM3U', ...lines].join('\n'))
  if (playlist === undefined) throw new Error('no media playlist')
  return playlist
}

function segmentsOf(...lines: readonly string[]) {
  return media(...lines).segments
}

function master(...lines: readonly string[]) {
  const playlist = parseMasterPlaylist(['#EXTM3U', ...lines].join('\n'))
  if (playlist === undefined) throw new Error('no master playlist')
  return playlist
}

describe('a playlist of another service', () => {
  it('is read with any line ends and with a byte order mark', () => {
    const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:4', '', '  #EXTINF:4,', ' a.ts ', '#EXT-X-ENDLIST']
    const plain = parseMediaPlaylist(lines.join('\n'))
    expect(plain).toMatchObject({ ended: true, segments: [{ uri: 'a.ts', durationSec: 4 }] })
    for (const lineEnd of ['\r\n', '\r', '\n\n'])
      expect(parseMediaPlaylist(`\uFEFF${lines.join(lineEnd)}`), JSON.stringify(lineEnd)).toEqual(plain)
  })

  it('is read with unknown tags and comments ignored', () => {
    const plain = segmentsOf('#EXTINF:2,', 'a.ts')
    expect(segmentsOf('#EXT-X-CUE-OUT:30', '# made by hand', '#EXTINF:2,', '#EXT-X-CUE-IN', 'a.ts')).toEqual(
      plain,
    )
  })

  it('counts from zero where its numbers are missing, negative or invalid', () => {
    for (const value of ['', '-5', 'many', 'Infinity', 'NaN'])
      expect(
        media(`#EXT-X-MEDIA-SEQUENCE:${value}`, `#EXT-X-DISCONTINUITY-SEQUENCE:${value}`),
        value,
      ).toMatchObject({ mediaSequence: 0, discontinuitySequence: 0 })
    expect(media('#EXT-X-MEDIA-SEQUENCE:1071.9').mediaSequence).toBe(1071)
  })

  it('has a type only when it is one of the two valid ones, in any case', () => {
    expect(media('#EXT-X-PLAYLIST-TYPE:vod').type).toBe('VOD')
    expect(media('#EXT-X-PLAYLIST-TYPE: Event ').type).toBe('EVENT')
    expect(media('#EXT-X-PLAYLIST-TYPE:LIVE')).not.toHaveProperty('type')
  })

  it('has its start position, also counted from its end', () => {
    expect(media('#EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES').startOffsetSec).toBe(-12.5)
    expect(media('#EXT-X-START:PRECISE=YES')).not.toHaveProperty('startOffsetSec')
  })
})

describe('a segment', () => {
  it('lasts one target duration where its own duration is missing or invalid', () => {
    const durations = segmentsOf(
      '#EXT-X-TARGETDURATION:6',
      'a.ts',
      '#EXTINF:soon,',
      'b.ts',
      '#EXTINF:-1,',
      'c.ts',
      '#EXTINF:2.5,A title, with commas',
      'd.ts',
    ).map(({ durationSec }) => durationSec)
    expect(durations).toEqual([6, 6, 6, 2.5])
  })

  it('gets the values of the tags before it, which do not apply to the next one', () => {
    const [first, second] = segmentsOf(
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-GAP',
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-15T12:00:00+05:00',
      '#EXTINF:2,',
      'a.ts',
      '#EXTINF:2,',
      'b.ts',
    )
    expect(first).toMatchObject({
      discontinuity: true,
      gap: true,
      programDateTimeMs: Date.UTC(2026, 0, 15, 7),
    })
    expect(second).toEqual({ uri: 'b.ts', durationSec: 2 })
  })

  it('has no wall-clock time when the one in the playlist is invalid', () => {
    const [segment] = segmentsOf('#EXT-X-PROGRAM-DATE-TIME:yesterday', '#EXTINF:2,', 'a.ts')
    expect(segment).not.toHaveProperty('programDateTimeMs')
  })

  it('is decrypted with the last key until the method is NONE', () => {
    const keys = segmentsOf(
      '#EXT-X-KEY:METHOD=AES-128,URI="key-1"',
      'a.ts',
      'b.ts',
      '#EXT-X-KEY:METHOD=AES-128,URI="key-2"',
      'c.ts',
      '#EXT-X-KEY:METHOD=NONE',
      'd.ts',
    ).map(({ key }) => key?.uri)
    expect(keys).toEqual(['key-1', 'key-1', 'key-2', undefined])
  })

  it('uses the last map that has a URI', () => {
    const maps = segmentsOf(
      '#EXT-X-MAP:URI="init-1.mp4",BYTERANGE="720@100"',
      'a.m4s',
      '#EXT-X-MAP:BYTERANGE="9"',
      'b.m4s',
      '#EXT-X-MAP:URI="init-2.mp4"',
      'c.m4s',
    ).map(({ map }) => map)
    const first = { uri: 'init-1.mp4', byteRange: { length: 720, offset: 100 } }
    expect(maps).toEqual([first, first, { uri: 'init-2.mp4' }])
  })

  it('continues a byte range without an offset only within the same file', () => {
    const ranges = segmentsOf(
      '#EXT-X-BYTERANGE:100',
      'a.mp4',
      '#EXT-X-BYTERANGE:50',
      'a.mp4',
      '#EXT-X-BYTERANGE:70',
      'b.mp4',
      '#EXT-X-BYTERANGE:about ten',
      'b.mp4',
    ).map(({ byteRange }) => byteRange)
    expect(ranges).toEqual([
      { length: 100, offset: 0 },
      { length: 50, offset: 100 },
      { length: 70, offset: 0 },
      undefined,
    ])
  })

  it('[PLAYER-01] is a thumbnail sheet only with size, layout and duration', () => {
    const sheet = '#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=10x5,DURATION=4'
    const [tiles] = segmentsOf(sheet, 'sheet.jpg')
    expect(tiles?.tiles).toEqual({ widthPx: 160, heightPx: 90, columns: 10, rows: 5, intervalSec: 4 })
    for (const attribute of ['RESOLUTION', 'LAYOUT', 'DURATION']) {
      const [cut] = segmentsOf(sheet.replace(attribute, 'OTHER'), 'sheet.jpg')
      expect(cut, attribute).not.toHaveProperty('tiles')
    }
  })
})

describe('low-latency parts', () => {
  const server = ['#EXT-X-TARGETDURATION:4', '#EXT-X-PART-INF:PART-TARGET=0.5']
  const hint = '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="next.m4s"'

  it('are used only with a part target and a preload hint', () => {
    expect(media(...server, hint).lowLatency).toMatchObject({
      partTargetSec: 0.5,
      preloadHintUri: 'next.m4s',
    })
    expect(media(...server)).not.toHaveProperty('lowLatency')
    expect(media(hint)).not.toHaveProperty('lowLatency')
    expect(media(...server, hint.replace('PART', 'MAP'))).not.toHaveProperty('lowLatency')
  })

  it('use the standard’s hold-back when the server sets none', () => {
    expect(media(...server, hint).lowLatency).toMatchObject({
      partHoldBackSec: 1.5,
      holdBackSec: 12,
      canSkipUntilSec: 0,
    })
    const control = '#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=2,HOLD-BACK=16,CAN-SKIP-UNTIL=24'
    expect(media(...server, control, hint).lowLatency).toMatchObject({
      partHoldBackSec: 2,
      holdBackSec: 16,
      canSkipUntilSec: 24,
    })
  })

  it('after the last segment belong to the incomplete one', () => {
    const { segments, lowLatency } = media(
      ...server,
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXT-X-PART:URI="a.0",DURATION=0.5,INDEPENDENT=YES',
      '#EXTINF:4,',
      'a.m4s',
      '#EXT-X-PART:URI="b.0",DURATION=0.5',
      '#EXT-X-PART:URI="b.1"',
      hint,
    )
    expect(segments.map(({ parts }) => parts)).toEqual([
      [{ uri: 'a.0', durationSec: 0.5, independent: true }],
    ])
    expect(lowLatency?.open).toEqual({
      parts: [{ uri: 'b.0', durationSec: 0.5 }],
      map: { uri: 'init.mp4' },
    })
  })

  it('include the number of skipped segments and the rendition reports', () => {
    const { lowLatency } = media(
      ...server,
      '#EXT-X-SKIP:SKIPPED-SEGMENTS=9',
      '#EXT-X-RENDITION-REPORT:URI="../720/live.m3u8",LAST-MSN=40,LAST-PART=3',
      '#EXT-X-RENDITION-REPORT:URI="../audio/live.m3u8",LAST-MSN=40',
      '#EXT-X-RENDITION-REPORT:URI="../broken/live.m3u8"',
      hint,
    )
    expect(lowLatency).toMatchObject({
      skippedSegments: 9,
      reports: [
        { uri: '../720/live.m3u8', lastMediaSequence: 40, lastPart: 3 },
        { uri: '../audio/live.m3u8', lastMediaSequence: 40 },
      ],
    })
  })
})

describe('a master playlist of another service', () => {
  it('is read attribute by attribute, with commas inside of quotes', () => {
    const { variants } = master(
      '#EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280X720,FRAME-RATE=29.970,AUDIO="sound",SUBTITLES="text"',
      'hd.m3u8',
    )
    expect(variants).toEqual([
      {
        uri: 'hd.m3u8',
        peakBitsPerSecond: 2_000_000,
        averageBitsPerSecond: 1_500_000,
        codecs: 'avc1.64001f,mp4a.40.2',
        width: 1280,
        height: 720,
        frameRate: 29.97,
        audioGroup: 'sound',
        subtitlesGroup: 'text',
      },
    ])
  })

  it('has a variant for each address after a description line, and for no other', () => {
    const { variants } = master(
      'orphan.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=never,RESOLUTION=wide',
      '#EXT-X-SOMETHING',
      'low.m3u8',
      'stray.m3u8',
    )
    expect(variants).toEqual([{ uri: 'low.m3u8', peakBitsPerSecond: 0 }])
  })

  it('[PLAYER-01] names audio and subtitles, with the number of channels of spatial audio', () => {
    const { renditions } = master(
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Ўзбекча",LANGUAGE="uz",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="6/JOC",URI="uz.m3u8"',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Русский",FORCED=YES',
      '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC1"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a"',
    )
    expect(renditions).toEqual([
      {
        kind: 'audio',
        group: 'a',
        name: 'Ўзбекча',
        language: 'uz',
        uri: 'uz.m3u8',
        isDefault: true,
        autoselect: true,
        channels: 6,
      },
      { kind: 'subtitles', group: 's', name: 'Русский', isDefault: false, autoselect: false, forced: true },
    ])
  })

  it('refers to thumbnails that have an address', () => {
    const { images } = master(
      '#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=9000,RESOLUTION=160x90,CODECS="jpeg",URI="tiles.m3u8"',
      '#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=9000',
    )
    expect(images).toEqual([
      { uri: 'tiles.m3u8', peakBitsPerSecond: 9000, codecs: 'jpeg', width: 160, height: 90 },
    ])
  })

  it('is read quickly also with a line of one megabyte', () => {
    const long = `#EXT-X-STREAM-INF:${'A'.repeat(1_000_000)}`
    expect(master('#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="b"', long, 'v.m3u8').variants).toHaveLength(1)
  })
})
