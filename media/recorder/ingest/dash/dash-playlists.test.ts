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

describe('a manifest that asks for too much', () => {
  const representations = (count: number) =>
    Array.from({ length: count }, (_, at) => `<Representation id="r${at}" bandwidth="${at}"/>`).join('')
  const set = (inner: string, template = 'media="$Number$.m4s"') =>
    `<Period start="PT0S"><AdaptationSet contentType="video"><SegmentTemplate timescale="1" duration="2" ${template}>
    </SegmentTemplate>${inner}</AdaptationSet></Period>`

  it('is read to a bound: renditions, periods, and what a template becomes', () => {
    const many = readManifest(mpd({ periods: [set(representations(20_000))] }), from)
    expect(many.periods[0]?.renditions).toHaveLength(100)
    const periods = Array.from({ length: 2000 }, () => '<Period duration="PT1S"></Period>')
    const read = readManifest(mpd({ periods: [...periods, set(representations(1))] }), from)
    expect(read.periods).toHaveLength(3)
    const wide = `media="${'$RepresentationID$'.repeat(90)}"`
    const own = playlists(100)
    const long = mpd({ periods: [set(`<Representation id="${'x'.repeat(190)}"/>`, wide)] })
    expect(() => own.translate(long, from, 'video0')).toThrow('lists no segments yet')
  })

  it('shares the timeline of a set between its renditions', () => {
    const entries = '<S d="2"/>'.repeat(20_000)
    const timeline = `<SegmentTemplate media="$Time$.m4s"><SegmentTimeline>${entries}</SegmentTimeline></SegmentTemplate>`
    const { periods } = readManifest(
      mpd({
        periods: [
          `<Period><AdaptationSet contentType="video">${timeline}${representations(100)}</AdaptationSet></Period>`,
        ],
      }),
      from,
    )
    const templates = periods[0]?.renditions.map(({ template }) => template?.timeline)
    expect(new Set(templates).size).toBe(1)
    expect(templates?.[0]).toHaveLength(20_000)
  })
})

describe('a running channel', () => {
  it('goes on while a later period is announced, or is one that cannot be received', () => {
    const running = period('start="PT0S"', timelineFrom(100, 4))
    for (const later of [
      '<Period start="PT900S"></Period>',
      period('start="PT900S"', timelineFrom(100, 0)).replaceAll(
        '<Representation',
        '<ContentProtection/><Representation',
      ),
    ]) {
      const own = playlists(20)
      expect(own.translate(mpd({ periods: [running, later] }), from)).toContain('BANDWIDTH=900')
      expect(own.translate(mpd({ periods: [running, later] }), from, 'video0')).toContain('high/180.m4s')
    }
  })

  it('has exact times since 1970 at ten million per second', () => {
    const timeline = '<SegmentTimeline><S t="17672256000000001" d="20000001" r="1"/></SegmentTimeline>'
    const text = `<Period start="PT0S"><AdaptationSet contentType="video"><SegmentTemplate timescale="10000000"
      presentationTimeOffset="17672256000000001" media="$Time$.m4s">${timeline}</SegmentTemplate>
      <Representation id="v"/></AdaptationSet></Period>`
    const listed = playlists(60).translate(mpd({ periods: [text] }), from, 'video0')
    expect(listed.match(/\d+(?=\.m4s)/g)).toEqual(['17672256000000001', '17672256020000002'])
  })
})

describe('a segment template', () => {
  it('fills addresses', () => {
    const values = { id: 'v/1', bandwidth: 900, number: 7, time: 1234n }
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
    expect(last).toMatchObject({ startS: 58, durationS: 2, number: 30, time: 680n })
  })

  it('does not exist without a duration or a timeline', () => {
    const element = { name: 'SegmentTemplate', attributes: { media: 'x' }, children: [], text: '' }
    expect(readTemplate([element])).toBeUndefined()
  })
})
