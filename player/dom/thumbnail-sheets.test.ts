import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseSheets, picturesOf, sheetListOf, sheetsOf } from './thumbnail-sheets.ts'

const at = 'https://tv.example.uz/p/ticket/f/1/master.m3u8'
const tiles = '#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=10x5,DURATION=4'

describe('[ALIVE-02] the thumbnail sheets of a film', () => {
  it('are found through its multivariant playlist', () => {
    const master = [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=1',
      'v/360.m3u8',
      '#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=9000,RESOLUTION=160x90,CODECS="jpeg",URI="images.m3u8"',
    ]
    expect(sheetListOf(master.join('\n'), at)).toBe('https://tv.example.uz/p/ticket/f/1/images.m3u8')
    expect(sheetListOf('#EXTM3U\nv/360.m3u8', at)).toBeNull()
  })

  it('have addresses, a layout, and as many thumbnails as their length says', () => {
    const list = ['#EXTM3U', '#EXTINF:200,', tiles, 'i/1.jpg', '#EXTINF:22,', tiles, 'i/2.jpg'].join('\n')
    const [whole, part] = sheetsOf(list, at)
    expect(whole).toMatchObject({ url: 'https://tv.example.uz/p/ticket/f/1/i/1.jpg', columns: 10, count: 50 })
    expect(part).toMatchObject({ count: 6 })
  })

  it('are shown from the first half of the film, few of them', () => {
    const sheets = Array.from({ length: 20 }, (_, index) => ({
      ...{ url: String(index), columns: 1, rows: 1, width: 1, height: 1, count: 1 },
    }))
    expect(chooseSheets(sheets, 2).map(({ url }) => url)).toEqual(['2', '7'])
    expect(chooseSheets(sheets.slice(0, 1), 2)).toHaveLength(1)
    expect(chooseSheets([], 2)).toEqual([])
  })

  it('give thumbnails within the sheet, in order', () => {
    const [sheet] = sheetsOf(['#EXTINF:40,', tiles, '1.jpg'].join('\n'), at)
    if (sheet === undefined) throw new Error('there is no sheet')
    const pictures = picturesOf(sheet, 5)
    expect(pictures.map(({ left, top }) => [left, top])).toEqual([
      [0, 0],
      [320, 0],
      [640, 0],
      [960, 0],
      [1280, 0],
    ])
    expect(pictures[0]).toMatchObject({ sheetWidth: 1600, sheetHeight: 450, width: 160, height: 90 })
    expect(picturesOf(sheet, 100)).toHaveLength(10)
  })

  it('are none in a text that is no list, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const sheet of sheetsOf(text, at)) expect(sheet.count).toBeGreaterThan(0)
        sheetListOf(text, at)
      }),
    )
    expect(sheetsOf('#EXTINF:4,\n#EXT-X-TILES:RESOLUTION=0x90,LAYOUT=1x1,DURATION=4\na.jpg', at)).toEqual([])
    expect(sheetsOf('#EXTINF:4,\n#EXT-X-TILES:RESOLUTION=9x9,LAYOUT=1x1,DURATION=0\na.jpg', at)).toEqual([])
  })
})
