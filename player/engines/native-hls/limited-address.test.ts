import { expect, it } from 'vitest'
import { limitMaster } from './limited-address.ts'

const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",URI="a.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=2500000,AVERAGE-BANDWIDTH=100,RESOLUTION=1920x1080,AUDIO="sound"
v1080.m3u8
#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=100,BANDWIDTH=578000,RESOLUTION=640x360,AUDIO="sound"
v360.m3u8
`

it('[ALIVE-02] a limited playlist keeps the sound and the renditions within the limit, else the lowest one', () => {
  const limited = limitMaster(master, 700_000)
  expect(limited).toContain('v360.m3u8')
  expect(limited).toContain('a.m3u8')
  expect(limited).not.toContain('1080')
  expect(limitMaster(master, 100)).toBe(limited)
  expect(limitMaster(master, 3_000_000)).toBe(master)
  expect(limitMaster('#EXTM3U\n#EXTINF:6,\ns.m4s\n', 100)).toBe('#EXTM3U\n#EXTINF:6,\ns.m4s\n')
})
