import { describe, expect, it } from 'vitest'
import { firstBytes, pictureOnly, smallestVideo } from './picture-only.ts'

const url = 'https://ekran.uz/p/ticket/film/7/master.m3u8'
const master = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Русский",LANGUAGE="ru",URI="a1.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=854x480,AUDIO="a"
v480.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=25.000,AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS=NONE
v360.m3u8
#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=9000,RESOLUTION=320x180,CODECS="jpeg",URI="i.m3u8"
`
const playlist = `#EXTM3U
#EXT-X-TARGETDURATION:4
#EXT-X-MAP:URI="v360/init.mp4"
#EXTINF:4.0,
v360/1.m4s
#EXTINF:4.0,
v360/2.m4s
#EXT-X-ENDLIST
`

describe('[ALIVE-02] the picture of a trailer alone', () => {
  it('is its smallest rendition, without the codecs and groups of other tracks', () => {
    expect(smallestVideo(master, url)).toMatchObject({
      url: 'https://ekran.uz/p/ticket/film/7/v360.m3u8',
      attributes:
        'BANDWIDTH=500000,CODECS="avc1.64001e",RESOLUTION=640x360,FRAME-RATE=25.000,CLOSED-CAPTIONS=NONE',
    })
  })

  it('is left as it is where the sound is in the video, and where there is no rendition', () => {
    expect(smallestVideo(master.replaceAll(',AUDIO="a"', ''), url)).toBeNull()
    expect(smallestVideo(playlist, url)).toBeNull()
    expect(smallestVideo('', url)).toBeNull()
  })

  it('contains its own playlist, with addresses that are read from anywhere', () => {
    const video = smallestVideo(master, url)
    if (video === null) throw new Error('there is no rendition')
    const lines = pictureOnly(video, playlist).trim().split('\n')
    expect(lines).toHaveLength(4)
    const [, text = ''] = (lines[3] ?? '').split(',')
    expect(decodeURIComponent(text)).toContain('\nhttps://ekran.uz/p/ticket/film/7/v360/1.m4s\n')
    expect(decodeURIComponent(text)).toContain('URI="https://ekran.uz/p/ticket/film/7/v360/init.mp4"')
  })

  it('begins with the initialization section and the first segment', () => {
    const list = 'https://ekran.uz/p/ticket/film/7/v360.m3u8'
    expect(firstBytes(playlist, list)).toEqual([
      { url: 'https://ekran.uz/p/ticket/film/7/v360/init.mp4' },
      { url: 'https://ekran.uz/p/ticket/film/7/v360/1.m4s' },
    ])
    expect(firstBytes(master, url)).toEqual([])
    expect(firstBytes('', list)).toEqual([])
  })

  it('begins with one range of a file that has both, else with two', () => {
    const list = 'https://ekran.uz/p/ticket/film/7/v360.m3u8'
    const file = 'https://ekran.uz/p/ticket/film/7/v360.mp4'
    const ranged = (offset: number) =>
      `#EXTM3U\n#EXT-X-MAP:URI="v360.mp4",BYTERANGE="800@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:5000@${offset}\nv360.mp4\n#EXTINF:4,\n#EXT-X-BYTERANGE:9@9000\nv360.mp4\n`
    expect(firstBytes(ranged(800), list)).toEqual([{ url: file, range: { from: 0, to: 5799 } }])
    expect(firstBytes(ranged(1000), list)).toEqual([
      { url: file, range: { from: 0, to: 799 } },
      { url: file, range: { from: 1000, to: 5999 } },
    ])
  })
})
