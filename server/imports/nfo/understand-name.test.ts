/** How names are understood, with the reasons, what is doubtful, and what rules and corrections replace. */
import { describe, expect, it } from 'vitest'
import { type NamingRow, namingBelow, noNaming } from './naming.ts'
import { planFolder } from './plan-folder.ts'
import { readSubtitleLanguage } from './subtitle-language.ts'
import { understandVideo } from './understand-name.ts'

const root = '/films'

function naming(...rows: readonly (readonly [path: string, rule: NamingRow['rule'], isFile?: boolean])[]) {
  return namingBelow(
    root,
    rows.map(([path, rule, isFile = false]) => ({ path, rule, is_folder: !isFile })),
  )
}

/** `season 2 < folder Season 02` of each reason. */
function reasons(path: string, rules = noNaming): readonly string[] {
  return understandVideo(path, rules, 1).reasons.map(
    ({ what, value, from, by }) => `${what} ${value} < ${from}${by === '' ? '' : ` ${by}`}`,
  )
}

function doubts(path: string): readonly string[] {
  return understandVideo(path, noNaming, 1).doubts
}

describe('[IMPORT-01] why a name is understood so', () => {
  it('is said of series, season, episode, title and year', () => {
    expect(reasons('Show/Season 02/03.mkv')).toEqual([
      'kind episode < name 03',
      'series Show < folder Show',
      'season 2 < folder Season 02',
      'episode 3 < name 03',
    ])
    expect(reasons('Show 2x05 Name.mkv')).toEqual([
      'kind episode < name 2x05',
      'series Show < name Show 2x05 Name',
      'season 2 < name 2x05',
      'episode 5 < name 2x05',
    ])
    expect(reasons('Show.S01E05-E06.mkv')).toContain('episode 5–6 < name Show.S01E05-E06')
    expect(reasons('Кеш (2021).mkv')).toEqual([
      'kind film < name',
      'title Кеш < name Кеш (2021)',
      'year 2021 < name (2021)',
    ])
    expect(reasons('Kesh.2021.1080p.mkv')).toContain('year 2021 < name 2021')
    expect(reasons('Кеш (2021)/film.mkv')).toContain('year 2021 < folder (2021)')
    expect(reasons('The Best of 1980-1990.mkv')).toEqual([
      'kind film < name',
      'title The Best of 1980-1990 < name The Best of 1980-1990',
    ])
  })

  it('is doubted where another reading is as likely', () => {
    expect(understandVideo('sar_2x1.mp4', noNaming, 1).named.kind).toBe('film')
    expect(doubts('sar_2x1.mp4')).toEqual(['cross'])
    expect(doubts('Show 2x1.mkv')).toEqual(['cross'])
    expect(doubts('test 16x9.mp4')).toEqual([])
    expect(doubts('bbb_1920x1080.mp4')).toEqual([])
    expect(doubts('Show 2x01.mkv')).toEqual([])
    expect(doubts('Show/Season 2/Show 1x05.mkv')).toEqual(['season'])
  })

  it('is doubted beside the other files of the folder', () => {
    const marks = (files: readonly string[]) => {
      const { understood } = planFolder(files)
      return files.map((file) => understood.get(file)?.doubts.join())
    }
    expect(marks(['kino 1.mkv', 'kino 2.mkv', 'kino 3.mkv', 'Other.mkv'])).toEqual([
      'numbered',
      'numbered',
      'numbered',
      '',
    ])
    // A film and its sequel.
    expect(marks(['Kesh.mkv', 'Kesh 2.mkv'])).toEqual(['', ''])
    expect(marks(['S 1x01.mkv', 'S 1x02.mkv', 'S 1x05.mkv', 'S 2x01.mkv'])).toEqual(['', '', 'jump', ''])
    expect(marks(['S S01E01-E04.mkv', 'S S01E05.mkv'])).toEqual(['', ''])
    expect(marks(['S 1x01.avi', 'S 1x01.mkv'])).toEqual(['double', ''])
  })

  it('is told of the language of subtitles, and doubted where a text is in other letters', () => {
    const russian = 'Привет, как дела? '.repeat(20)
    expect(readSubtitleLanguage('cs', 'Ahoj')).toEqual({ language: 'cs', from: 'name', isDoubtful: false })
    expect(readSubtitleLanguage('en', russian)).toEqual({ language: 'en', from: 'name', isDoubtful: true })
    expect(readSubtitleLanguage('', russian)).toEqual({ language: 'ru', from: 'text', isDoubtful: true })
    expect(readSubtitleLanguage('no', 'Hei')).toMatchObject({ language: 'no', isDoubtful: true })
  })
})

describe('[IMPORT-01] the rule of a folder', () => {
  const serial = naming([`${root}/S`, { series: 'Qadimiy', season: 3, episode: 'last' }])

  it('makes every video an episode of the series, at the number that the rule names', () => {
    const { named, doubts: left } = understandVideo('S/kino 5 part 12.mkv', serial, 1)
    expect(named).toMatchObject({
      kind: 'episode',
      series: 'Qadimiy',
      season: 3,
      episode: 12,
      seriesDir: 'S',
    })
    expect(left).toEqual([])
    const first = naming([`${root}/S`, { series: 'Q', season: 1, episode: 'first' }])
    expect(understandVideo('S/kino 5 part 12.mkv', first, 1).named).toMatchObject({ episode: 5 })
    const order = naming([`${root}/S`, { series: 'Q', season: 1, episode: 'order' }])
    const { titles } = planFolder(['S/b.mkv', 'S/a.mkv', 'S/b-trailer.mkv'], order)
    expect(titles).toMatchObject([{ kind: 'series', place: 'S', name: 'Q' }])
    expect(titles[0]?.kind === 'series' && titles[0].episodes.map(({ video }) => video)).toEqual([
      'S/b.mkv',
      'S/a.mkv',
    ])
  })

  it('numbers the files by their order in the whole folder, whichever of them are taken', () => {
    const order = naming([`${root}/S`, { series: 'Q', season: 1, episode: 'order' }])
    const files = ['S/a.mkv', 'S/b.mkv', 'S/c.mkv', 'S/tvshow.nfo']
    const takes = (path: string) => path !== 'S/a.mkv'
    const [series] = planFolder(files, order, { takes }).titles
    expect(series).toMatchObject({
      nfo: 'S/tvshow.nfo',
      episodes: [
        { video: 'S/b.mkv', episode: 2 },
        { video: 'S/c.mkv', episode: 3 },
      ],
    })
    expect(planFolder(files, order, { takes: () => false }).titles).toEqual([])
    // Nothing of a file that is still being copied is read.
    const noNfo = planFolder(files, order, { takes: (path) => path === 'S/b.mkv' }).titles
    expect(noNfo).toMatchObject([{ nfo: undefined, episodes: [{ episode: 2 }] }])
  })

  it('holds in the folders below, of which a nearer rule replaces single fields', () => {
    const rules = naming(
      [`${root}/S`, { series: 'Q', episode: 'last' }],
      [`${root}/S/Two`, { season: 2, subtitles: { x: 'uz' } }],
    )
    expect(rules.folder('S/Two/deep')).toMatchObject({
      series: 'Q',
      season: 2,
      episode: 'last',
      seriesDir: 'S',
    })
    expect(rules.folder('Other')).toEqual({ seriesDir: '' })
    expect(understandVideo('S/Season 4/7.mkv', rules, 1).named).toMatchObject({ season: 4, episode: 7 })
    expect(understandVideo('S/Season 4/7.mkv', rules, 1).reasons).toContainEqual({
      ...{ what: 'episode', value: '7', from: 'rule', by: '7' },
    })
    const byName = naming([`${root}/S`, { series: 'Q', season: 2 }])
    expect(understandVideo('S/7.mkv', byName, 1).reasons).toContainEqual({
      ...{ what: 'episode', value: '7', from: 'name', by: '7' },
    })
    const assumed = understandVideo('S/7.mkv', rules, 1)
    expect([assumed.named, assumed.doubts]).toMatchObject([{ season: 1, episode: 7 }, ['season']])
    // Of a folder above the root.
    const above = namingBelow('/films/S', [{ path: '/films', is_folder: true, rule: { kind: 'films' } }])
    expect(understandVideo('Show 1x02.mkv', above, 1).named).toMatchObject({ kind: 'film' })
  })

  it('makes a series below a folder of films where the nearer rule names one, and films again below that', () => {
    const rules = naming(
      [`${root}/films`, { kind: 'films' }],
      [`${root}/films/Serial`, { series: 'Serial', episode: 'last' }],
      [`${root}/films/Serial/Films`, { kind: 'films' }],
      [`${root}/films/Season`, { season: 2 }],
    )
    expect(rules.folder('films/Serial')).toMatchObject({ kind: 'series', seriesDir: 'films/Serial' })
    const files = ['films/Serial/a 01.mkv', 'films/Serial/a 02.mkv', 'films/Serial/Films/b 1.mkv']
    const { titles } = planFolder([...files, 'films/Season/c 1.mkv'], rules)
    const shown = titles.map((title) => (title.kind === 'film' ? title.video : [title.place, title.name]))
    expect(shown).toEqual(['films/Serial/Films/b 1.mkv', 'films/Season/c 1.mkv', ['films/Serial', 'Serial']])
  })

  it('switches guesses off', () => {
    const rules = naming([root, { no_crosses: true, no_years: true }])
    expect(understandVideo('Show 2x01.mkv', rules, 1)).toMatchObject({
      named: { kind: 'film', name: 'Show 2x01' },
      doubts: [],
    })
    expect(understandVideo('Space 2001.mkv', rules, 1).named).toMatchObject({
      name: 'Space 2001',
      year: null,
    })
    expect(understandVideo('Show S01E02.mkv', rules, 1).named).toMatchObject({ kind: 'episode', episode: 2 })
  })
})

describe('[IMPORT-01] a correction of a file', () => {
  it('counts more than the rule of its folder, and joins a series that is elsewhere', () => {
    const rules = naming(
      [root, { kind: 'films' }],
      [`${root}/x/a.mkv`, { kind: 'episode', series: 'show', season: 1, episode: 9 }, true],
      [`${root}/x/b.mkv`, { kind: 'left' }, true],
      [`${root}/Show`, { kind: 'series' }],
    )
    const plan = planFolder(['Show/S01E01.mkv', 'x/a.mkv', 'x/b.mkv', 'x/c.mkv'], rules)
    const series = plan.titles.find((title) => title.kind === 'series')
    expect(series).toMatchObject({ place: 'Show', name: 'Show' })
    expect(series?.kind === 'series' && series.episodes.map(({ video }) => video)).toEqual([
      'Show/S01E01.mkv',
      'x/a.mkv',
    ])
    expect(plan.left).toEqual(['x/b.mkv'])
    expect(plan.titles.filter(({ kind }) => kind === 'film')).toHaveLength(1)
  })
})
