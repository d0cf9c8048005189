import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePlaylist } from './m3u/parse-playlist.ts'
import { nameAndYear, readVideoPath } from './nfo/film-names.ts'
import { parseNfo } from './nfo/parse-nfo.ts'
import { planFolder } from './nfo/plan-folder.ts'

describe('file names', () => {
  it('[OPS-01] are recognized as films, episodes, trailers and extras', () => {
    expect(nameAndYear('Kesh.2021.1080p.WEB-DL')).toEqual({ name: 'Kesh', year: 2021 })
    expect(nameAndYear('Kesh\n\u001B[31m(2021)')).toEqual({ name: 'Kesh [31m', year: 2021 })
    expect(nameAndYear('1917')).toEqual({ name: '1917', year: null })
    expect(readVideoPath('Абдулладжан (1991).avi')).toMatchObject({
      kind: 'film',
      name: 'Абдулладжан',
      year: 1991,
    })
    const episodes: Record<string, [string, number, number]> = {
      'Show/Season 2/Show.S02E03.Name.mkv': ['Show', 2, 3],
      'Show 1x02.avi': ['Show', 1, 2],
      'Сериал (2020)/Сезон 1/01.mkv': ['Сериал', 1, 1],
      'Сериал/2 сезон/05. Имя.mp4': ['Сериал', 2, 5],
      'Сериал/Сезон 3/Серия 12.mkv': ['Сериал', 3, 12],
      'Сериал. 1 сезон 4 серия.avi': ['Сериал', 1, 4],
      'Serial/1-fasl/3-qism.mp4': ['Serial', 1, 3],
      'Show/Specials/01 - Begin.mkv': ['Show', 0, 1],
    }
    for (const [path, [series, season, episode]] of Object.entries(episodes)) {
      expect(readVideoPath(path), path).toMatchObject({ kind: 'episode', series, season, episode })
    }
    expect(readVideoPath('Kesh (2021)/Kesh-trailer.mp4')).toEqual({ kind: 'trailer', of: 'Kesh' })
    expect(readVideoPath('Kesh/sample/kesh.mkv')).toEqual({ kind: 'extra' })
    for (const path of ['Kesh-interview.mkv', 'Kesh-short.mkv', 'sample.mkv', 'Kesh.sample.mkv'])
      expect(readVideoPath(path), path).toEqual({ kind: 'extra' })
    for (const name of ['The Big Short', 'The Interview', 'The Other'])
      expect(readVideoPath(`${name}.mkv`)).toMatchObject({ kind: 'film', name, year: null })
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (path) => void readVideoPath(path)))
  })

  it('[OPS-01] make one title per name and location, and report files of none', () => {
    const plan = planFolder([
      'a/Kesh (2021).avi',
      'a/Kesh (2021).mkv',
      'a/Kesh (2021).ru.srt',
      'a/Kesh (2021)-trailer.mp4',
      'a/Other-trailer.mp4',
      'a/Nobody.ru.srt',
      'Show/S01E01.mkv',
      'Show.mkv',
      'b/x-scene.mkv',
    ])
    expect(plan.titles).toMatchObject([
      {
        video: 'a/Kesh (2021).avi',
        subtitles: [{ path: 'a/Kesh (2021).ru.srt' }],
        trailer: 'a/Kesh (2021)-trailer.mp4',
      },
      { kind: 'series', place: 'Show' },
    ])
    expect(plan.refused.map(({ path }) => path)).toEqual(['a/Kesh (2021).mkv', 'Show.mkv'])
    expect(plan.refused[0]?.why).toContain('Kesh (2021).avi')
    expect(plan.stray.map(({ path }) => path)).toEqual(['a/Other-trailer.mp4', 'a/Nobody.ru.srt'])
    expect(plan.left).toEqual(['b/x-scene.mkv'])
  })
})

describe('parsers of untrusted files', () => {
  it('accept any text without failing', () => {
    const line = fc.constantFrom(
      '#EXTM3U',
      '#EXTINF:-1 a="b,c",d',
      '#EXTINF:-1 a="',
      '#EXTGRP:x',
      'http://a/b',
      'x|User-Agent=%',
      '\uFEFF',
      '#KODIPROP:a=b',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => void parsePlaylist(lines.join('\n'))),
    )
    fc.assert(fc.property(fc.string(), (text) => void parseNfo(`<movie>${text}</movie>`)))
  })

  it('[OPS-01] keep commas and quotes of a playlist in the right field', () => {
    const read = parsePlaylist(
      '#EXTM3U\n#EXTINF:-1 tvg-id="a" tvg-name="Канал "Х" HD" group-title="A, B;C",Имя, с запятой\nhttp://a/b',
    )
    expect(read).toMatchObject({ entries: [{ name: 'Имя, с запятой', groups: ['A, B', 'C'] }] })
    const [entry] = read.kind === 'playlist' ? read.entries : []
    expect(entry?.attributes.get('tvg-name')).toBe('Канал "Х" HD')
  })

  it('parse a double episode and refuse a broken description', () => {
    const part = (number: number) =>
      `<episodedetails><title>T${number}</title><season>1</season><episode>${number}</episode></episodedetails>`
    expect(parseNfo(`${part(5)}\n${part(6)}\nhttps://site/1`)).toMatchObject({
      parts: [{ episode: 5 }, { episode: 6 }],
    })
    expect(parseNfo('<movie><title>x</movie>')).toMatchObject({ kind: 'refused' })
    expect(parseNfo('hello')).toMatchObject({ kind: 'refused' })
  })
})
