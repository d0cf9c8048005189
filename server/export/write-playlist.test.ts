import { describe, expect, it } from 'vitest'
import { writePlaylist, type ListedChannel } from './write-playlist.ts'

const base = 'https://tv.example/export/secret'
const channel: ListedChannel = {
  cid: 101,
  number: 7,
  name: 'Чорсу',
  logo: 'https://tv.example/images/logo/101/v/240.webp',
  group: 'Новости',
  isRadio: false,
  archiveDays: 7,
  isAdult: false,
}

function lines(...channels: readonly ListedChannel[]) {
  return writePlaylist(channels, { base, query: '', service: 'Zamin\nTV' }).split('\n')
}

describe('a playlist for other players', () => {
  it('names its guide, in the chosen language', () => {
    const [header] = writePlaylist([], { base, query: '?lang=uz', service: '' }).split('\n')
    expect(header).toBe(
      `#EXTM3U url-tvg="${base}/guide.xml.gz?lang=uz" x-tvg-url="${base}/guide.xml.gz?lang=uz"`,
    )
  })

  it('[BRAND-01] is named after the service', () => {
    expect(lines()[1]).toBe('#PLAYLIST:Zamin TV')
  })

  it('has all attributes of a channel, and its archive’s address', () => {
    expect(lines(channel).slice(2)).toEqual([
      '#EXTINF:-1 tvg-id="101" tvg-name="Чорсу" tvg-logo="https://tv.example/images/logo/101/v/240.webp" ' +
        'tvg-chno="7" group-title="Новости" catchup="default" ' +
        `catchup-source="${base}/channel/101/archive-{utc}-{duration}.m3u8" catchup-days="7",Чорсу`,
      `${base}/channel/101.m3u8`,
      '',
    ])
  })

  it('marks radio as Kodi does', () => {
    expect(lines({ ...channel, isRadio: true })[2]).toContain(' radio="true" ')
    expect(lines(channel)[2]).not.toContain('radio')
  })

  it('marks what is for adults, so that players ask for their PIN', () => {
    expect(lines({ ...channel, isAdult: true })[2]).toContain(' censored="1" adult="1" ')
    expect(lines(channel)[2]).not.toMatch(/censored|adult/)
  })

  it('has no archive attribute without an archive', () => {
    expect(lines({ ...channel, archiveDays: 0 })[2]).not.toContain('catchup')
  })

  it('keeps a channel on one line whatever its name contains', () => {
    const name = 'News"\n#EXTINF:-1,Other\u2028http://elsewhere'
    const [, , entry, address, end, ...rest] = lines({ ...channel, name, group: 'a"b\r\nc' })
    expect(entry).toContain(`tvg-name="News' #EXTINF:-1,Other http://elsewhere"`)
    expect(entry).toContain(`group-title="a'b c"`)
    expect([address, end, rest]).toEqual([`${base}/channel/101.m3u8`, '', []])
  })
})
