import { describe, expect, it } from 'vitest'
import { DashPlaylists } from './dash-playlists.ts'
import { readManifest } from './read-manifest.ts'
import { fillTemplate, lastSegments, readTemplate } from './segment-template.ts'

const start = Date.UTC(2026, 10, 28) / 1000
const from = new URL('https://cdn.example.uz/tv/live.mpd?key=1')

interface Parts {
  readonly periods: readonly string[]
  readonly base?: string
}

function mpd({ periods, base = '' }: Parts): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="2026-11-28T00:00:00Z">
${base}${periods.join('')}</MPD>`
}

function period(attributes: string, timeline: string, init = 'i-$RepresentationID$.mp4'): string {
  return `<Period ${attributes}>
  <AdaptationSet contentType="video"><SegmentTemplate timescale="10" presentationTimeOffset="100"
    initialization="${init}" media="$RepresentationID$/$Time$.m4s">${timeline}</SegmentTemplate>
    <Representation id="low" codecs="avc1.42c01e" bandwidth="100"/>
    <Representation id="high" codecs="avc1.64001f" bandwidth="900"/>
    <Representation id="hevc" codecs="hvc1.1.6.L93" bandwidth="2000"/></AdaptationSet>
  <AdaptationSet mimeType="audio/mp4" lang="uz"><SegmentTemplate timescale="10" duration="20" startNumber="0"
    initialization="a.mp4" media="a-$Number%04d$.m4s"/><Representation id="a" codecs="mp4a.40.2" bandwidth="96"/></AdaptationSet>
  </Period>`
}

function timelineFrom(t: number, repeat: number): string {
  return `<SegmentTimeline><S t="${t}" d="20" r="${repeat}"/></SegmentTimeline>`
}

function playlists(seconds: number): DashPlaylists {
  return new DashPlaylists(() => (start + seconds) * 1000)
}

describe('a DASH manifest as HLS', () => {
  it('has a master playlist with the best H.264 and each sound track', () => {
    const text = playlists(20).translate(
      mpd({ periods: [period('start="PT0S"', timelineFrom(100, 4))] }),
      from,
    )
    expect(text).toContain('#EXT-X-STREAM-INF:BANDWIDTH=900,AUDIO="audio"\n')
    expect(text).toContain('LANGUAGE="uz"')
    const addresses = text.match(/https:[^"\s]+/g) ?? []
    expect(addresses.map((one) => playlists(0).split(new URL(one)))).toEqual([
      { address: from, track: 'audio0' },
      { address: from, track: 'video0' },
    ])
  })

  it('lists the segments of a timeline, relative to the base addresses', () => {
    const manifest = mpd({
      periods: [period('start="PT0S"', timelineFrom(100, 2))],
      base: '<BaseURL>https://media.example.uz/x/</BaseURL>',
    })
    expect(playlists(20).translate(manifest, from, 'video0').split('\n')).toEqual([
      ...['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-TARGETDURATION:2'],
      ...['#EXT-X-MEDIA-SEQUENCE:0', '#EXT-X-DISCONTINUITY-SEQUENCE:0'],
      '#EXT-X-MAP:URI="https://media.example.uz/x/i-high.mp4"',
      ...['#EXTINF:2.00000,', 'https://media.example.uz/x/high/100.m4s'],
      ...['#EXTINF:2.00000,', 'https://media.example.uz/x/high/120.m4s'],
      ...['#EXTINF:2.00000,', 'https://media.example.uz/x/high/140.m4s'],
      '',
    ])
  })

  it('lists numbered segments that are complete by the clock', () => {
    const text = playlists(9).translate(
      mpd({ periods: [period('start="PT0S"', timelineFrom(100, 2))] }),
      from,
      'audio0',
    )
    expect(text.match(/a-\d+/g)).toEqual(['a-0000', 'a-0001', 'a-0002'])
  })

  it('only grows at its end while the manifest moves on, also into another period', () => {
    const own = new DashPlaylists(() => (start + 1000) * 1000)
    const read = (...periods: readonly string[]) => own.translate(mpd({ periods }), from, 'video0')
    const first = read(period('start="PT0S"', timelineFrom(100, 28)))
    expect(first).toContain('MEDIA-SEQUENCE:0\n')
    // The manifest forgets its first segments, and names a time a little differently.
    const second = read(period('start="PT0S"', timelineFrom(141, 28)))
    expect(second.match(/high\/\d+/g)?.slice(-3)).toEqual(['high/660', 'high/681', 'high/701'])
    expect(second).toContain('MEDIA-SEQUENCE:2\n')
    const third = read(
      period('start="PT0S" duration="PT62S"', timelineFrom(141, 28)),
      period('start="PT62S"', timelineFrom(100, 1), 'other.mp4'),
    )
    expect(third).toContain('MEDIA-SEQUENCE:3\n')
    expect(third).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="https://cdn.example.uz/tv/other.mp4"\n')
    expect(third).toContain('DISCONTINUITY-SEQUENCE:0\n')
    const later = read(period('start="PT62S"', timelineFrom(100, 20), 'other.mp4'))
    expect(later).toContain('DISCONTINUITY-SEQUENCE:1\n')
    expect(later).not.toContain('#EXT-X-DISCONTINUITY\n')
  })

  it('tells a track’s address from the source’s own, also after a redirect', () => {
    const own = playlists(0)
    for (const address of ['https://a.uz/x.mpd', 'https://a.uz/x.mpd?b=%2F&c'])
      expect(own.split(new URL(own.join(address, 'video0')))).toEqual({
        address: new URL(address),
        track: 'video0',
      })
    expect(own.split(new URL('https://a.uz/s1.m4s?t=1'))).toEqual({
      address: new URL('https://a.uz/s1.m4s?t=1'),
    })
  })

  it('is refused in words where nothing can be received', () => {
    const refused = (periods: readonly string[]) => () => playlists(0).translate(mpd({ periods }), from)
    expect(refused([])).toThrow('neither video nor audio')
    const single = (more: string) =>
      `<Period><AdaptationSet contentType="video">${more}<Representation id="v"/></AdaptationSet></Period>`
    expect(refused([single('<ContentProtection schemeIdUri="x"/>')])).toThrow('encrypted')
    expect(refused([single('')])).toThrow('only SegmentTemplate')
    expect(() => playlists(0).translate('<html></html>', from)).toThrow('no DASH manifest')
    expect(() => playlists(0).translate('<MPD><Period>', from)).toThrow('cannot be read')
  })
})

describe('a segment template', () => {
  it('fills addresses', () => {
    const values = { id: 'v/1', bandwidth: 900, number: 7, time: 1234 }
    expect(fillTemplate('$RepresentationID$-$Bandwidth$-$Number%05d$-$Time$-$$.m4s', values)).toBe(
      'v/1-900-00007-1234-$.m4s',
    )
  })

  it('stays small for entries that stand for any number of segments', () => {
    const manifest = readManifest(
      mpd({ periods: [period('start="PT0S"', timelineFrom(100, 2_000_000_000))] }),
      from,
    )
    const template = manifest.periods[0]?.renditions[0]?.template
    expect(template === undefined ? [] : lastSegments(template, 1e9, undefined, 5)).toHaveLength(5)
    const open = readManifest(mpd({ periods: [period('start="PT0S"', timelineFrom(100, -1))] }), from)
    const endless = open.periods[0]?.renditions[0]?.template
    const last = endless === undefined ? undefined : lastSegments(endless, 61, undefined, 5).at(-1)
    expect(last).toMatchObject({ startS: 58, durationS: 2, number: 30, time: 680 })
  })

  it('does not exist without a duration or a timeline', () => {
    const element = { name: 'SegmentTemplate', attributes: { media: 'x' }, children: [], text: '' }
    expect(readTemplate([element])).toBeUndefined()
  })
})
