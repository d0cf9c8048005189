import { savedNameOf } from './saved-address.ts'
import { describe, expect, it } from 'vitest'
import { chosenTracks, folderOf, folderOfUri, savedUri, listedParts, sealOf } from './saved-playlists.ts'

const master = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Русский",LANGUAGE="ru",DEFAULT=YES,AUTOSELECT=YES,URI="a0-ru.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Oʻzbekcha",LANGUAGE="uz",AUTOSELECT=YES,URI="a1-uz.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="Oʻzbekcha",LANGUAGE="uz",URI="s0-uz.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,AUDIO="audio",SUBTITLES="subtitles"
v360.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1900000,RESOLUTION=1280x720,AUDIO="audio",SUBTITLES="subtitles"
v720.m3u8
#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=9000,RESOLUTION=160x90,CODECS="jpeg",URI="thumbnails.m3u8"
`
const selection = { height: 360, audio: ['uz'], texts: ['uz'] }

describe('a film stored on the device', () => {
  it('[PLAYER-08] has one folder for any ticket, and another one for each device', () => {
    const at = (ticket: string, holder = '4') =>
      folderOf(`https://ekran.uz/p/${ticket}/download/a-film/${holder}/master.m3u8`)
    expect(at('first')).toBe('a-film/4/')
    expect(at('second')).toBe(at('first'))
    expect(at('first', '5')).not.toBe(at('first'))
    expect(folderOf('https://ekran.uz/p/ticket/film/a-film/master.m3u8')).toBe(null)
    expect(folderOfUri(savedUri('a-film/4/'))).toBe('a-film/4/')
    expect(folderOfUri('offline:manifest/idb/v5/1')).toBe(null)
    expect(savedNameOf('https://ekran.uz/a-film/4/master.m3u8')).toBe(null)
  })

  it('[PLAYER-08] has one video rendition, the chosen audio and subtitles, and the thumbnails', () => {
    const chosen = chosenTracks(master, selection)
    expect(chosen?.lists).toEqual(['a1-uz.m3u8', 's0-uz.m3u8', 'v360.m3u8', 'thumbnails.m3u8'])
    expect(chosen?.master).not.toMatch(/v720|a0-ru/)
    const bare = chosenTracks(master, { ...selection, audio: ['en'], texts: [] })
    // A missing language selects the first audio track, and empty groups are not referenced.
    expect(bare?.lists).toEqual(['a0-ru.m3u8', 'v360.m3u8', 'thumbnails.m3u8'])
    expect(bare?.master).not.toContain('SUBTITLES')
    expect(chosenTracks(master, { ...selection, height: 480 })).toBe(null)
  })

  it('[PLAYER-07] has playlists without keys, which are listed separately', () => {
    const playlist = `#EXTM3U
#EXT-X-MAP:URI="v360/init.mp4"
#EXT-X-KEY:METHOD=AES-128,URI="v360/0a1b2c3d.key"
#EXTINF:4.000,
v360/0-0a1b2c3d.m4s
#EXTINF:2.500,
v360/1-0a1b2c3d.m4s
#EXT-X-ENDLIST
`
    const { text, parts, key } = listedParts(playlist, 'a-film/4/')
    expect(key).toBe('v360/0a1b2c3d')
    expect(text).not.toContain('EXT-X-KEY')
    expect(text).toContain('#EXT-X-MAP:URI="kept://device/a-film/4/v360/init.mp4"')
    expect(text).toContain('\nkept://device/a-film/4/v360/1-0a1b2c3d.m4s')
    expect(parts).toEqual([
      { name: 'v360/init.mp4', atSec: 0 },
      { name: 'v360/0-0a1b2c3d.m4s', atSec: 0 },
      { name: 'v360/1-0a1b2c3d.m4s', atSec: 4 },
    ])
  })

  it('[PLAYER-07] has the key’s name and the initialisation vector in the name of a part', () => {
    const seal = sealOf('a-film/4/v360/258-0a1b2c3d.m4s')
    expect(seal?.key).toBe('a-film/4/v360/0a1b2c3d')
    expect([...(seal?.vector ?? [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    for (const open of ['a-film/4/v360/init.mp4', 'a-film/4/master.m3u8']) expect(sealOf(open)).toBe(null)
  })
})
