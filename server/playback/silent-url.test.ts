import { describe, expect, it } from 'vitest'
import { silentUrlOf } from './silent-url.ts'

const address = { url: '/p/t/film/7/master.m3u8', dashUrl: '/p/t/film/7/manifest.mpd' }
const videos = [
  { file: 'v720.mp4', codec: 'avc1.4D401F', averageBitsPerSecond: 900_000 },
  { file: 'v360.mp4', codec: 'avc1.64001E', averageBitsPerSecond: 400_000 },
  { file: 'v480.mp4', codec: 'hvc1.1.6.L90.90', averageBitsPerSecond: 300_000 },
]

describe('[ALIVE-02] the silent video of a trailer', () => {
  it('is the smallest that every browser decodes, under the same ticket', () => {
    expect(silentUrlOf(address, videos)).toBe('/p/t/film/7/v360.mp4')
    expect(silentUrlOf({ ...address, url: `https://edge.uz${address.url}` }, videos)).toBe(
      'https://edge.uz/p/t/film/7/v360.mp4',
    )
  })

  it('does not exist where films are encrypted, nor without H.264', () => {
    expect(silentUrlOf({ ...address, dashUrl: null }, videos)).toBeUndefined()
    expect(silentUrlOf(address, videos.slice(2))).toBeUndefined()
  })
})
