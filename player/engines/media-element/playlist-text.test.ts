import { describe, expect, it } from 'vitest'
import { holesOf, withAbsoluteUris } from './playlist-text.ts'

describe('the text of a playlist', () => {
  it('[TV-09] [PLAYER-07] can be parsed anywhere once its addresses are absolute, and they keep their ticket', () => {
    const master = '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,URI="a1.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv1.m3u8\n'
    expect(withAbsoluteUris(master, 'https://tv.example/p/t.s/live/1/master.m3u8')).toBe(
      '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,URI="https://tv.example/p/t.s/live/1/a1.m3u8"\n' +
        '#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://tv.example/p/t.s/live/1/v1.m3u8\n',
    )
  })

  it('[GUIDE-06] yields the gaps of a recording, with adjacent segments merged', () => {
    const at = Date.UTC(2026, 0, 1)
    const segment = (index: number, gap: boolean, clock = true) =>
      `${clock ? `#EXT-X-PROGRAM-DATE-TIME:${new Date(at + index * 6000).toISOString()}\n` : ''}${gap ? '#EXT-X-GAP\n' : ''}#EXTINF:6,\n${index}.m4s\n`
    const text = `#EXTM3U\n${segment(0, false)}${segment(1, true)}${segment(2, true, false)}${segment(3, false)}${segment(9, true)}`
    expect(holesOf(text)).toEqual([
      { beginMs: at + 6000, endMs: at + 18_000 },
      { beginMs: at + 54_000, endMs: at + 60_000 },
    ])
    expect(holesOf('#EXTM3U\n#EXT-X-GAP\n#EXTINF:6,\nwithout-a-clock.m4s\n')).toEqual([])
    expect(holesOf('#EXTM3U\n#EXTINF:6,\na.m4s\n')).toEqual([])
  })
})
