/** Tables of episodes, people, genres and guide matches on a real database: changed, compared, applied, taken back. */
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  listStaffEpisodes,
  mergePeople,
  publishTitles,
  type PublishedTitle,
} from '#server/catalogue/catalogue.ts'
import { undoContent } from '#server/editing/editing.ts'
import { publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { applyTable } from './apply-table.ts'
import { checkTable } from './check-table.ts'
import { exportTable } from './export-table.ts'
import { loadTable } from './list-tables.ts'
import { storeTable } from './store-table.ts'
import type { TableSubject } from './tables.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 28, 9)
const who = { by: { staffId: 7, name: 'Дилноза' }, nowMs }
const words = { ru: '', uz: '' }
const drama = { key: 'drama', ru: 'Драма', uz: 'Drama' }

function series(more: Partial<PublishedTitle> = {}): PublishedTitle {
  return buildFilm('series', {
    isSeries: true,
    name: { ru: 'Горы', uz: '', original: '' },
    genres: [drama],
    credits: ['Anvar', 'Anvar A.', 'Bobur'].map((ru) => ({
      personKey: `name:${ru}`,
      ...{ name: { ru, uz: '', original: '' }, kind: 'actor' as const, role: words },
    })),
    seasons: [1, 2].map((number) => ({
      ...{ number, name: words },
      episodes: [1, 2].map((episode) => ({
        ...{ number: episode, description: words, still: null },
        name: { ru: `${number}x${episode}`, uz: '' },
        file: { assetId: `s${number}e${episode}`, durationMs: 600_000 },
      })),
    })),
    ...more,
  })
}

let vid = 0
beforeEach(async () => {
  await sql`truncate title, person, genre, channel, table_draft, guide_source cascade`.execute(db)
  vid = (await publishTitles(db, [series()], nowMs))[0]?.vid ?? 0
})

async function load(subject: TableSubject, rows: readonly (readonly string[])[]) {
  const bytes = Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\r\n'))
  const draft = { subject, name: 'table.csv', language: 'en' as const, bytes, ...who }
  const draftId = await storeTable(db, draft)
  await checkTable(db, draftId, [subject])
  const loaded = await loadTable(
    db,
    { draftId, subjects: [subject] },
    { view: 'all', fromItem: 0, limit: 100 },
  )
  const items = (loaded?.items ?? []).filter(({ kind }) => kind !== 'gone')
  return { draftId, items, problems: loaded?.draft.problems ?? [] }
}

async function apply(subject: TableSubject, draftId: number): Promise<number> {
  const outcome = await applyTable(db, { draftId, subjects: [subject] }, { take: 'all' }, who)
  expect(outcome).toMatchObject({ kind: 'applied', left: 0 })
  return outcome.kind === 'applied' ? outcome.changeId : 0
}

async function exported(subject: TableSubject): Promise<readonly (readonly string[])[]> {
  const options = { subject, format: 'csv', language: 'en', withAddresses: false } as const
  const text = (await buffer(await exportTable(db, options))).toString()
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')))
}

async function episodes() {
  const listed = await listStaffEpisodes(db, vid)
  return listed?.episodes ?? []
}

describe('[EDIT-04] [IMPORT-01] a table of episodes', () => {
  it('changes places, texts, dates and windows, stays over an import, and is taken back', async () => {
    const [first, second, third] = await episodes()
    const { items, draftId, problems } = await load('episodes', [
      [
        'Episode ID',
        'Season',
        'Episode',
        'Name (Uzbek)',
        'First broadcast',
        'Windows of the season',
        'Hidden',
      ],
      [`${first?.id}`, '1', '2', 'Boshi', '05.09.2025', '', 'no'],
      [`${second?.id}`, '1', '1', '', '', '', 'no'],
      [`${third?.id}`, '2', '1', '', '', '2026-12-01 00:00 / .. @inside', 'yes'],
    ])
    expect(problems).toEqual([])
    expect(items.map(({ label, after, marks }) => [label, after, marks])).toEqual([
      ['Горы S1E1 1x1', { episode: '2', name_uz: 'Boshi', aired_on: '2025-09-05' }, []],
      ['Горы S1E2 1x2', { episode: '1' }, []],
      ['Горы S2E1 2x1', { season_windows: '2026-12-01 00:00 / .. @inside', is_hidden: 'yes' }, []],
    ])
    const changeId = await apply('episodes', draftId)
    const shown = async () =>
      (await episodes()).map(({ id, season, number, texts, airedOn, isHidden }) => [
        ...[id, `${season}x${number}`, texts.name_uz, airedOn, isHidden],
      ])
    const changed = [
      [second?.id, '1x1', '', '', false],
      [first?.id, '1x2', 'Boshi', '2025-09-05', false],
      [third?.id, '2x1', '', '', true],
    ]
    expect((await shown()).slice(0, 3)).toEqual(changed)
    expect((await listStaffEpisodes(db, vid))?.seasons[1]?.windows).toMatchObject([
      { fromMs: Date.UTC(2026, 10, 30, 19), untilMs: null, territory: 'inside' },
    ])
    await publishTitles(db, [series({ year: 1999 })], nowMs)
    expect((await shown()).slice(0, 3)).toEqual(changed)
    expect(await undoContent(db, changeId, who)).toMatchObject({ kind: 'undone', conflicts: [] })
    expect((await shown()).map(([id, place]) => [id, place]).slice(0, 2)).toEqual([
      [first?.id, '1x1'],
      [second?.id, '1x2'],
    ])
    expect((await listStaffEpisodes(db, vid))?.seasons[1]?.windows).toEqual([])
  })

  it('names what cannot be taken: new rows, two windows of one season, a place of another episode', async () => {
    const [first, second, third] = await episodes()
    const { items, problems } = await load('episodes', [
      ['Episode ID', 'Episode', 'Windows of the season', 'Windows of the episode', 'First broadcast'],
      [`${first?.id}`, '2', '../2026-12-01', '', 'скоро'],
      [`${second?.id}`, '2', '../2026-12-02', '', ''],
      [`${third?.id}`, '1', '', 'завтра', ''],
      ['', '9', '', '', ''],
    ])
    expect(problems.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [2, 'aired_on', 'not_date'],
      [3, 'season_windows', 'season_windows'],
      [4, 'windows', 'window'],
      [5, '', 'no_new'],
    ])
    expect(items).toMatchObject([{ marks: ['number_taken'], similar_to: 'Горы S1E2 1x2' }])
  })
})

describe('[EDIT-04] a table of episodes with a file that has several', () => {
  const withFour = () => {
    const [first, second] = series().seasons
    const [one, two] = first?.episodes ?? []
    if (first === undefined || second === undefined || one === undefined || two === undefined)
      throw new Error('no episodes')
    const episodesOfFirst = [
      { ...one, last: 4 },
      { ...two, number: 5 },
    ]
    return series({ seasons: [{ ...first, episodes: episodesOfFirst }, second] })
  }

  it('marks a move into its numbers, and counts what stays', async () => {
    await sql`truncate title cascade`.execute(db)
    vid = (await publishTitles(db, [withFour()], nowMs))[0]?.vid ?? 0
    const [, five, third] = await episodes()
    const { items, draftId } = await load('episodes', [
      ['Episode ID', 'Episode', 'Name (Uzbek)'],
      [`${five?.id}`, '3', ''],
      [`${third?.id}`, '9', 'Yana'],
    ])
    expect(items.map(({ marks, similar_to: other }) => [marks, other])).toEqual([
      [['number_taken'], 'Горы S1E1–4 1x1'],
      [[], ''],
    ])
    const outcome = await applyTable(db, { draftId, subjects: ['episodes'] }, { take: 'all' }, who)
    expect(outcome).toMatchObject({ kind: 'applied', changed: 1, left: 1 })
    const places = (await episodes()).map(({ season, number }) => `${season}x${number}`)
    expect(places).toEqual(['1x1', '1x5', '2x2', '2x9'])
  })

  it('leaves episodes that would move to one number where they are', async () => {
    const [first, second] = await episodes()
    const { items, draftId } = await load('episodes', [
      ['Episode ID', 'Episode'],
      [`${first?.id}`, '9'],
      [`${second?.id}`, '9'],
    ])
    expect(items.map(({ marks }) => marks)).toEqual([['number_taken'], ['number_taken']])
    const outcome = await applyTable(db, { draftId, subjects: ['episodes'] }, { take: 'all' }, who)
    expect(outcome).toMatchObject({ kind: 'applied', changed: 0, left: 2 })
  })
})

describe('[EDIT-04] [IMPORT-01] tables of people and genres', () => {
  it('rename people, do not bring merged doubles back, and are taken back', async () => {
    const [heading, ...rows] = await exported('people')
    expect(heading?.slice(0, 3)).toEqual(['Person ID', 'Name (Russian)', 'Name (Uzbek)'])
    const idOf = (name: string) => Number(rows.find((row) => row[1] === name)?.[0])
    const [anvar, double, bobur] = [idOf('Anvar'), idOf('Anvar A.'), idOf('Bobur')]
    await mergePeople(db, { into: anvar, doubles: [double] }, who)
    const { draftId, problems, items } = await load('people', [
      ['Person ID', 'Name (Russian)', 'Name (Uzbek)'],
      [`${anvar}`, 'Анвар', 'Anvar'],
      [`${double}`, 'Анвар А.', ''],
      [`${bobur}`, '', ''],
      ['', 'Новый', ''],
    ])
    expect(problems.map(({ row, problem, hint }) => [row, problem, hint])).toEqual([
      [3, 'merged', `${anvar}`],
      [4, 'nameless', ''],
      [5, 'no_new', ''],
    ])
    expect(items).toMatchObject([{ after: { name_ru: 'Анвар', name_uz: 'Anvar' } }])
    const changeId = await apply('people', draftId)
    await publishTitles(db, [series({ year: 1998 })], nowMs)
    expect((await exported('people')).slice(1).map((row) => row.slice(1, 3))).toEqual(
      expect.arrayContaining([
        ['Анвар', 'Anvar'],
        ['Bobur', ''],
      ]),
    )
    expect(await undoContent(db, changeId, who)).toMatchObject({ kind: 'undone', conflicts: [] })
    expect((await exported('people')).slice(1).map((row) => row[1])).toEqual(['Anvar', 'Bobur'])
  })

  it('rename genres against imports, add one, refuse a double, and are taken back', async () => {
    const [, row] = await exported('genres')
    const { draftId, problems } = await load('genres', [
      ['Genre ID', 'Name (Russian)', 'Name (Uzbek)'],
      [`${row?.[0]}`, 'Драмы', 'Dramalar'],
      ['', 'Нуар', 'Nuar'],
      ['', 'драма', 'Drama 2'],
    ])
    expect(problems).toMatchObject([{ row: 4, problem: 'genre_twice' }])
    const changeId = await apply('genres', draftId)
    await publishTitles(db, [series({ year: 1997 })], nowMs)
    const names = async () => (await exported('genres')).slice(1).map((one) => one.slice(1, 3))
    expect(await names()).toEqual([
      ['Драмы', 'Dramalar'],
      ['Нуар', 'Nuar'],
    ])
    expect(await undoContent(db, changeId, who)).toMatchObject({ kind: 'undone', conflicts: [] })
    expect(await names()).toEqual([['Драма', 'Drama']])
  })
})

describe('[EDIT-04] [GUIDE-07] a table of guide matches', () => {
  it('confirms, rejects and forgets, and refuses what no guide has', async () => {
    await publishChannels(
      db,
      ['Sevimli', 'Kino', 'Sport'].map((ru, at) =>
        buildChannel(`c${at}`, {
          ...{ name: { ru, uz: '' }, number: at + 1 },
          source: { kind: 'recorded', sources: [{ url: `http://tv.example/${at}.ts`, protocol: 'http-ts' }] },
        }),
      ),
      nowMs,
    )
    const { rows: sources } = await sql<{ id: number }>`
      insert into guide_source (name, address, every_min) values ('g', '/g.xml', 60) returning id`.execute(db)
    const source = sources[0]?.id ?? 0
    for (const id of ['sevimli.uz', 'kino.uz', 'sport.uz'])
      await sql`
        insert into guide_channel (source_id, guide_id, name, folded, programmes)
        values (${source}, ${id}, ${id}, ${id}, 3)`.execute(db)
    const [heading, one, two, three] = await exported('matches')
    const at = (name: string) => heading?.indexOf(name) ?? -1
    expect([one, two, three].map((row) => row?.[at('State')])).toEqual(['none', 'none', 'none'])
    const ids = [one, two, three].map((row) => row?.[0] ?? '')
    const table = (...rows: readonly (readonly string[])[]) => [
      ['Channel ID (guide)', 'Channel of the guide', 'State', 'Rejected channels'],
      ...rows,
    ]
    const { draftId, problems } = await load(
      'matches',
      table(
        [ids[0] ?? '', 'sevimli.uz', 'confirmed', ''],
        [ids[1] ?? '', 'sevimli.uz', 'confirmed', 'kino.uz'],
        [ids[2] ?? '', 'no.uz', 'confirmed', ''],
      ),
    )
    expect(problems.map(({ row, problem }) => [row, problem])).toEqual([
      [3, 'guide_channel_taken'],
      [4, 'unknown_guide_channel'],
    ])
    await apply('matches', draftId)
    const state = async () =>
      (await exported('matches'))
        .slice(1)
        .map((row) => [row[at('Channel of the guide')], row[at('State')], row[at('Rejected channels')]])
    expect(await state()).toEqual([
      ['sevimli.uz', 'confirmed', ''],
      ['', 'none', 'kino.uz'],
      ['', 'none', ''],
    ])
    const back = await load(
      'matches',
      table([ids[0] ?? '', 'sevimli.uz', 'rejected', ''], [ids[1] ?? '', '', 'none', '']),
    )
    expect(back.problems).toEqual([])
    await apply('matches', back.draftId)
    expect(await state()).toEqual([
      ['', 'none', 'sevimli.uz'],
      ['', 'none', ''],
      ['', 'none', ''],
    ])
    // Two channels change places, one is taken from a channel that the table does not name, one row decides nothing.
    const both = await load(
      'matches',
      table([ids[0] ?? '', 'sevimli.uz', 'confirmed', ''], [ids[1] ?? '', 'kino.uz', 'confirmed', '']),
    )
    await apply('matches', both.draftId)
    const swapped = await load(
      'matches',
      table([ids[0] ?? '', 'kino.uz', 'confirmed', ''], [ids[1] ?? '', 'sevimli.uz', 'confirmed', '']),
    )
    expect(swapped.problems).toEqual([])
    await apply('matches', swapped.draftId)
    expect((await state()).map(([id]) => id)).toEqual(['kino.uz', 'sevimli.uz', ''])
    const foreign = await load(
      'matches',
      table([ids[2] ?? '', 'kino.uz', 'confirmed', ''], [ids[1] ?? '', 'sevimli.uz', 'proposed', '']),
    )
    expect(foreign.problems).toEqual([])
    const target = { draftId: foreign.draftId, subjects: ['matches'] } as const
    expect(await applyTable(db, target, { take: 'all' }, who)).toMatchObject({
      kind: 'applied',
      changed: 1,
      left: 1,
    })
    expect((await state()).map(([id, now]) => [id, now])).toEqual([
      ['kino.uz', 'confirmed'],
      ['', 'none'],
      ['', 'none'],
    ])
    const idle = await load('matches', table([ids[1] ?? '', '', 'proposed', '']))
    expect(idle.problems.map(({ problem }) => problem)).toEqual(['no_decision'])
  })
})
