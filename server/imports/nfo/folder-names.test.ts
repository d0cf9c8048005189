/** Parsing of file names, and the report for every file that is not imported. */
import { describe, expect, it } from 'vitest'
import { columnsIn, guessMapping } from '#server/imports/table/guess-mapping.ts'
import { readTitles } from '#server/imports/table/title-of-row.ts'
import { lastEpisodeOf, nameAndYear, readVideoPath } from './film-names.ts'
import { lastOfNfo, nfoOfEpisode } from './nfo-of-episode.ts'
import { parseNfo } from './parse-nfo.ts'
import { type FolderPlan, planFolder } from './plan-folder.ts'
import { subtitleLanguage } from './subtitle-language.ts'

describe('[OPS-01] the name of a file', () => {
  it.each([
    ['The Best of 1980-1990', 'The Best of 1980-1990', null],
    ['The Best of 1980-1990 (2005)', 'The Best of 1980-1990', 2005],
    ['Hits of 1980-90', 'Hits of 1980-90', null],
    ['Lost (2004-2010)', 'Lost', 2004],
    ['Show (2010-)', 'Show', 2010],
    ['Blade Runner 2049 (2017)', 'Blade Runner 2049', 2017],
    ['1917', '1917', null],
    ['Kesh.2021.1080p.WEB-DL', 'Kesh', 2021],
    ['Big Buck Bunny (EDTV 576p)', 'Big Buck Bunny', null],
    ['Big Buck Bunny (WSVGA)', 'Big Buck Bunny', null],
    ['Film (WUXGA 1920x1200, 60fps)', 'Film', null],
    ['Film [1920x1080] (2010)', 'Film', 2010],
    ['Film (Full HD 1080p)', 'Film', null],
    ['Film (Yoga)', 'Film (Yoga)', null],
  ])('%s is %s of %s', (text, name, year) => {
    expect(nameAndYear(text)).toEqual({ name, year })
  })

  it('has an episode where it is one, and an aspect ratio where it is that', () => {
    for (const film of [
      'sar_2x1.mp4',
      'test 16x9.mp4',
      'Film_par-4x3.mkv',
      'bbb sar 2x1.mp4',
      'The Best of 1980-1990.mkv',
    ])
      expect(readVideoPath(film), film).toMatchObject({ kind: 'film' })
    expect(readVideoPath('Show 2x01.mkv')).toMatchObject({ kind: 'episode', season: 2, episode: 1 })
    expect(readVideoPath('Show.S01E05-E06.mkv')).toMatchObject({ episode: 5, name: '' })
    expect(lastEpisodeOf('a/Show.S01E05-E06.mkv', 5)).toBe(6)
    expect(lastEpisodeOf('S01E05-1080p.mkv', 5)).toBe(5)
    for (const [file, name, last] of [
      ['Show 1x01-1x03.mkv', '', 3],
      ['Show S01E01-02.mkv', '', 2],
      ['Show S01E01-02 Begin.mkv', 'Begin', 2],
      ['Show S01E01 - 12 Hours.mkv', '12 Hours', 1],
      ['Show S01E01E02E03E04.mkv', '', 4],
      ['Show S01E01-E02-E03 Trio.mkv', 'Trio', 3],
      ['Show S01E01-S01E04.mkv', '', 4],
      ['Show 1x01-04.mkv', '', 4],
      ['Show S01E01-E04-E02.mkv', '', 1],
      ['Show S01E01-02.1080p.mkv', '', 2],
      ['Show S01E01&02.mkv', '', 2],
      ['Show S01E01 & 02 - Begin.mkv', 'Begin', 2],
      ['Show.S01E01E02-10bit.mkv', '10bit', 2],
      ['Show S01E01-12.mkv', '', 12],
      // Marks of quality, other seasons and names are no numbers of episodes.
      ['Show.S01E01-10bit.mkv', '10bit', 1],
      ['Show.S01E01-10 bit.mkv', '10 bit', 1],
      ['Show.S01E01-4K.mkv', '', 1],
      ['Show.S01E01-6ch.mkv', '6ch', 1],
      ['Show.S01E01-5.1.mkv', '', 1],
      ['Show.S01E01-5.1.x264.mkv', '', 1],
      ['Show.S01E01-24fps.mkv', '24fps', 1],
      ['Show.S01E01-2.0.AAC.mkv', '', 1],
      ['Show S01E01 & 2 Fast.mkv', '& 2 Fast', 1],
      ['Show S01E01-S02E05.mkv', '', 1],
      ['Show 1x01-2x05.mkv', '', 1],
      ['Show S01E01-14.mkv', '', 1],
    ] as const) {
      expect(readVideoPath(file), file).toMatchObject({ episode: 1, name })
      expect(lastEpisodeOf(file, 1), file).toBe(last)
    }
  })
})

describe('[OPS-01] the language of subtitles', () => {
  const russian = 'Привет, как дела? '.repeat(20)
  it.each([
    ['uz', russian, 'uz'],
    ['rus.forced', 'Hello', 'ru'],
    ['sdh.en', russian, 'en'],
    ['pl', russian, 'pl'],
    ['pt-BR', '', 'pt'],
    ['uz-Latn', russian, 'uz'],
    ['oʻzbekcha', russian, 'uz'],
    ['forced', russian, 'ru'],
    ['SDH', '', undefined],
    ['', '', undefined],
  ])('of ".%s.srt" is detected without its text', (suffix, text, language) => {
    expect(subtitleLanguage(suffix, text)).toBe(language)
  })
})

function placesOf({ titles }: FolderPlan): readonly string[] {
  return titles.flatMap((title) =>
    title.kind === 'film'
      ? []
      : title.episodes.map(({ season, episode, last }) =>
          last > episode ? `${season}x${episode}-${last}` : `${season}x${episode}`,
        ),
  )
}

describe('[OPS-01] a folder of films', () => {
  it('has a line for everything that is not imported', () => {
    const plan = planFolder([
      ...[
        'film.mp4',
        'film.nfo',
        'film.ru.srt',
        'poster.jpg',
        'notes.txt',
        'other.nfo',
        'disc.iso',
        'a/strange.png',
      ],
      ...['film-sample.mp4', 'film-trailer.mp4'],
    ])
    expect(plan.left).toEqual(['film-sample.mp4'])
    const stated = plan.passed.map(({ path }) => path)
    expect(stated).toEqual(expect.arrayContaining(['notes.txt', 'other.nfo', 'disc.iso', 'a/strange.png']))
    expect(stated).not.toContain('film.nfo')
    expect(plan.passed.find(({ path }) => path === 'other.nfo')?.why).toContain('no film beside it')
  })

  it('uses the matching part of an NFO with several episodes', () => {
    const part = (episode: number, title: string) =>
      `<episodedetails><title>${title}</title><season>1</season><episode>${episode}</episode><plot>About ${title}.</plot></episodedetails>`
    const read = parseNfo(part(5, 'Five') + part(6, 'Six') + part(7, 'Seven'))
    if (read.kind !== 'nfo') throw new Error(read.why)
    const of = (video: string, episode: number) => {
      const last = lastEpisodeOf(video, episode)
      const place = { season: 1, episode, last }
      return nfoOfEpisode(read.parts, { ...place, last: lastOfNfo(read.parts, place, undefined) })
    }
    expect(of('Show.S01E05-E06.mkv', 5)).toMatchObject({
      title: 'Five / Six',
      plot: 'About Five.\n\nAbout Six.',
    })
    expect(of('Show.S01E06.mkv', 6).title).toBe('Six')
    expect(of('Show.S01E09.mkv', 9).title).toBe('Five')
    // An NFO that begins with the file's own episode says what the file has.
    expect(of('Show.S01E05.mkv', 5).title).toBe('Five / Six / Seven')
    const five = { season: 1, episode: 5, last: 5 }
    expect(lastOfNfo(read.parts, five, undefined)).toBe(7)
    // What has a file of its own is not covered by another.
    expect(lastOfNfo(read.parts, five, 6)).toBe(5)
    expect(lastOfNfo(read.parts, { ...five, season: 2 }, undefined)).toBe(5)
  })

  it('[OPS-01] loses no episode whose number the name of another file may say', () => {
    for (const mark of ['10bit', '4K', '5.1', '6ch']) {
      const plan = planFolder([1, 2, 3].map((episode) => `Show/Show.S01E0${episode}-${mark}.mkv`))
      expect(plan.refused, mark).toEqual([])
      expect(placesOf(plan), mark).toEqual(['1x1', '1x2', '1x3'])
    }
    const plan = planFolder(['Show/S01E01-03.mkv', 'Show/S01E02-04.mkv', 'Show/S01E08-09.mkv'])
    expect(plan.refused).toEqual([])
    expect(placesOf(plan)).toEqual(['1x1', '1x2-4', '1x8-9'])
    const reasonOf = (path: string) =>
      plan.understood.get(path)?.reasons.find(({ what }) => what === 'episode')?.value
    expect(reasonOf('Show/S01E01-03.mkv')).toBe('1')
    expect(reasonOf('Show/S01E08-09.mkv')).toBe('8–9')
  })

  it('[OPS-01] takes a file with several episodes as one, with none of them missing and none twice', () => {
    const plan = planFolder([
      'Show/S01E01-E04.mkv',
      'Show/S01E02.mkv',
      'Show/S01E05.mkv',
      'Show/S01E08.mkv',
      'Show/2x01-2x02.mkv',
    ])
    const [series] = plan.titles
    const episodes = series?.kind === 'series' ? series.episodes : []
    expect(episodes.map(({ season, episode, last }) => [season, episode, last])).toEqual([
      [1, 1, 4],
      [1, 5, 5],
      [1, 8, 8],
      [2, 1, 2],
    ])
    expect(plan.refused).toEqual([
      { path: 'Show/S01E02.mkv', why: 'it is the same episode as Show/S01E01-E04.mkv' },
    ])
    const doubtsOf = (path: string) => plan.understood.get(path)?.doubts
    expect(doubtsOf('Show/S01E05.mkv')).toEqual([])
    expect(doubtsOf('Show/S01E08.mkv')).toEqual(['jump'])
    expect(plan.understood.get('Show/S01E01-E04.mkv')?.reasons).toContainEqual({
      ...{ what: 'episode', value: '1–4', from: 'name', by: 'S01E01-E04' },
    })
  })

  it('reads the viewers’ rating, and age ratings of every system, from an NFO', () => {
    const read = parseNfo(
      '<movie><title>A</title><communityrating>7.4</communityrating><mpaa>Australia:TV-MA</mpaa></movie>',
    )
    expect(read.kind === 'nfo' && [read.parts[0].ratings.get('community'), read.parts[0].ageRating]).toEqual([
      7.4,
      '18+',
    ])
  })
})

describe('[OPS-01] a list of titles is recognized as exported', () => {
  const titleOf = (entry: Record<string, unknown>) => {
    const mapping = guessMapping('list', columnsIn(entry), {})
    const read = readTitles(mapping, { providers: new Map(), nowMs: Date.UTC(2026, 10, 23) })(entry)
    return read.kind === 'title' ? read.title : read
  }

  it('by KION', () => {
    const entry = {
      ...{ item_id: '10711', content_type: 'series', title: 'Поговори с ней', title_orig: 'Hable con ella' },
      ...{ release_year: '2002.0', genres: 'драмы, детективы', countries: 'Испания', for_kids: '1.0' },
      ...{
        age_rating: '16.0',
        studios: '',
        directors: 'Педро Альмодовар',
        actors: 'Адольфо Фернандес',
        description: 'Мелодрама',
      },
    }
    expect(titleOf(entry)).toMatchObject({
      ...{
        key: 'list:list/10711',
        isSeries: true,
        isKids: true,
        year: 2002,
        ageRating: '16+',
        countries: ['ES'],
      },
      name: { ru: 'Поговори с ней', original: 'Hable con ella' },
      genres: [{ key: 'drama' }, { key: 'detective' }],
    })
  })

  it('by Kinopoisk, in both of its formats', () => {
    const api = {
      ...{
        kinopoiskId: 301,
        nameRu: 'Матрица',
        nameOriginal: 'The Matrix',
        ratingKinopoisk: 8.5,
        ratingImdb: 8.7,
        year: 1999,
      },
      ...{
        filmLength: 136,
        type: 'FILM',
        ratingMpaa: 'r',
        ratingAgeLimits: 'age16',
        description: 'Жизнь Томаса',
      },
      ...{
        countries: [{ country: 'США' }, { country: 'Австралия' }],
        genres: [{ genre: 'фантастика' }, { genre: 'боевик' }],
      },
    }
    expect(titleOf(api)).toMatchObject({
      ...{
        key: 'list:list/301',
        isSeries: false,
        ratingKp: 8.5,
        ratingImdb: 8.7,
        durationMin: 136,
        ageRating: '16+',
      },
      ...{ countries: ['US', 'AU'], genres: [{ key: 'scifi' }, { key: 'action' }] },
    })
    const nested = {
      ...{ id: 77, name: 'Метод', alternativeName: 'The Method', type: 'tv-series', years: '2015-2020' },
      ...{
        rating: { kp: 7.6, imdb: 7.2 },
        ageRating: 18,
        genres: [{ name: 'триллер' }],
        countries: [{ name: 'Россия' }],
      },
    }
    expect(titleOf(nested)).toMatchObject({
      ...{
        key: 'list:list/77',
        isSeries: true,
        year: 2015,
        ratingKp: 7.6,
        ratingImdb: 7.2,
        ageRating: '18+',
      },
      ...{ countries: ['RU'], genres: [{ key: 'thriller' }] },
    })
  })
})
