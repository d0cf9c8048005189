/** What goes out as a table comes back unchanged, on a real database, over random catalogues. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishCollections, publishTitles } from '#server/catalogue/catalogue.ts'
import { publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { checkTable } from './check-table.ts'
import { type TableFormat, exportTable } from './export-table.ts'
import { loadTable } from './list-tables.ts'
import { storeTable } from './store-table.ts'
import type { TableSubject } from './tables.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 27, 9)
const languages = ['ru', 'uz', 'en'] as const
const formats: readonly TableFormat[] = ['xlsx', 'csv', 'csv-comma']

/** What breaks tables: quotes, separators, line ends, formulas, escapes, Uzbek letters, emoji. */
const hard = fc.constantFrom(
  ...[
    "=cmd|'/C calc'!A0",
    '+7',
    '-1',
    '@SUM(A1)',
    "'=x",
    "''",
    '"',
    '""',
    ';',
    ',',
    '\t',
    '\n',
    '\r\n',
    '\r',
  ],
  ...[
    'oʻzbekcha gʻalaba',
    'Ўзбекистон',
    '👨‍👩‍👧',
    '_x000D_',
    '_x005F_',
    '\\',
    '\\;',
    '\\n',
    '#12',
    '&amp;',
    '<b>',
    ']]>',
  ],
  ...['007', '1E5', '2026-11-27', 'TRUE', 'да', '\u0001', '\uFFFE', ' ', '\u00A0', '?', '1,5'],
)
const text = fc
  .array(fc.oneof(hard, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 6 })
  .map((parts) =>
    parts
      .join('')
      .replaceAll('\0', '')
      .replaceAll(/\p{Cs}/gu, ''),
  )
const name = text.map((one) => `Имя ${one}`)

async function draftOf(subject: TableSubject, format: TableFormat, language: 'ru' | 'uz' | 'en') {
  const { db } = database
  const bytes = await buffer(await exportTable(db, { subject, format, language, withAddresses: true }))
  const draftId = await storeTable(db, {
    ...{ subject, name: `table.${format}`, language, bytes, by: undefined, nowMs },
  })
  await checkTable(db, draftId, [subject])
  const loaded = await loadTable(
    db,
    { draftId, subjects: [subject] },
    { view: 'all', fromItem: 0, limit: 100 },
  )
  return { items: loaded?.items, draft: loaded?.draft, bytes }
}

async function expectNoChange(subject: TableSubject, rows: number) {
  for (const [at, format] of formats.entries()) {
    const { items, draft } = await draftOf(subject, format, languages[at] ?? 'ru')
    expect(items, `${subject} ${format}`).toEqual([])
    expect(draft).toMatchObject({ refusal: '', problems: [], warnings: [], unchanged: rows })
  }
}

it('[EDIT-04] a moment that would make windows of a title overlap is refused in its row', async () => {
  const { db } = database
  await sql`truncate title, person, genre cascade`.execute(db)
  await publishTitles(db, [buildFilm('windows', { name: { ru: 'Окна', uz: '', original: '' } })], nowMs)
  const day = (number: number) => new Date(Date.UTC(2027, 0, number))
  const later = { from: day(20).toISOString(), until: day(30).toISOString(), territory: 'everywhere' }
  await db
    .updateTable('title')
    .set({ available_from: day(1), available_until: day(10), more_windows: JSON.stringify([later]) })
    .execute()
  const { bytes } = await draftOf('films', 'csv-comma', 'en')
  const table = bytes.toString().replace(/2027-01-10[^,]*/, '2027-01-25 12:00')
  expect(table).not.toBe(bytes.toString())
  const draftId = await storeTable(db, {
    ...{
      subject: 'films',
      name: 'table.csv',
      language: 'en',
      bytes: Buffer.from(table),
      by: undefined,
      nowMs,
    },
  })
  await checkTable(db, draftId, ['films'])
  const request = { draftId, subjects: ['films'] } as const
  const loaded = await loadTable(db, request, { view: 'all', fromItem: 0, limit: 100 })
  expect(loaded?.draft.problems).toMatchObject([{ column: 'available_until', problem: 'overlap' }])
})

async function countOf(table: 'person' | 'genre' | 'episode'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}`.execute(database.db)
  return rows[0]?.count ?? 0
}

describe('[EDIT-04] a table that comes back unchanged', () => {
  it('is an empty draft: episodes, with windows of their own and of seasons', async () => {
    const { db } = database
    const moment = fc.option(fc.integer({ min: 0, max: 2_000_000_000 }))
    const window = fc.record({
      ...{ from: moment, until: moment, territory: fc.constantFrom('everywhere', 'inside', 'outside') },
    })
    const episode = fc.record({ ru: text, uz: text, about: text, window: fc.option(window) })
    await fc.assert(
      fc.asyncProperty(fc.array(episode, { minLength: 1, maxLength: 6 }), async (episodes) => {
        await sql`truncate title, person, genre cascade`.execute(db)
        const seasons = episodes.map(({ ru, uz, about }, at) => ({
          ...{ number: at, name: { ru: '', uz: '' } },
          episodes: [
            {
              ...{ number: at + 1, last: at + 1 + (at % 3), name: { ru, uz }, still: null },
              ...{ description: { ru: about, uz: '' }, airedOn: '2026-11-28' },
              file: { assetId: `e${at}`, durationMs: 90_000 },
            },
          ],
        }))
        await publishTitles(db, [buildFilm('series', { isSeries: true, seasons })], nowMs)
        const iso = (sec: number | null) => (sec === null ? null : new Date(sec * 1000).toISOString())
        for (const [at, { window: own }] of episodes.entries()) {
          if (own === null || (own.from ?? 0) >= (own.until ?? Infinity)) continue
          const windows = JSON.stringify([{ ...own, from: iso(own.from), until: iso(own.until) }])
          await db.updateTable('season').set({ windows }).where('number', '=', at).execute()
          await db
            .updateTable('episode')
            .set({ windows })
            .where('number', '=', at + 1)
            .execute()
        }
        await expectNoChange('episodes', await countOf('episode'))
      }),
      { numRuns: 12 },
    )
  })

  it('is an empty draft: channels', async () => {
    const { db } = database
    const channel = fc.record({
      ...{ ru: name, uz: text, tvgId: text, url: fc.webUrl({ withQueryParameters: true }) },
      ...{
        days: fc.integer({ min: 0, max: 30 }),
        shift: fc.integer({ min: -720, max: 720 }),
        flag: fc.boolean(),
      },
    })
    await fc.assert(
      fc.asyncProperty(fc.array(channel, { minLength: 1, maxLength: 8 }), async (channels) => {
        await sql`truncate channel cascade`.execute(db)
        await publishChannels(
          db,
          channels.map(({ ru, uz, tvgId, url, days, shift, flag }, at) =>
            buildChannel(`k${at}`, {
              ...{
                name: { ru, uz },
                archiveDays: days,
                guideShiftMin: shift,
                isSocial: flag,
                isOpenToGuests: !flag,
                isRadio: !flag,
                tvgId,
              },
              source: { kind: 'recorded', sources: [{ url, protocol: 'hls' }] },
            }),
          ),
          nowMs,
        )
        await expectNoChange('channels', channels.length)
      }),
      { numRuns: 12 },
    )
  })

  it('is an empty draft: films, with people and genres of the same name', async () => {
    const { db } = database
    const person = fc.record({
      key: fc.string({ minLength: 1, maxLength: 3 }).map((key) => key.replaceAll('\0', '0')),
      ru: text,
    })
    const film = fc.record({
      ...{
        ru: name,
        uz: text,
        original: text,
        aboutRu: text,
        aboutUz: text,
        year: fc.integer({ min: 1900, max: 2030 }),
      },
      ...{
        rating: fc.option(fc.integer({ min: 0, max: 100 })),
        genre: text,
        people: fc.array(person, { maxLength: 4 }),
      },
      ...{ from: fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })), flag: fc.boolean() },
    })
    await fc.assert(
      fc.asyncProperty(fc.array(film, { minLength: 1, maxLength: 6 }), async (films) => {
        await sql`truncate title, person, genre cascade`.execute(db)
        await publishTitles(
          db,
          films.map(({ ru, uz, original, aboutRu, aboutUz, year, rating, genre, people, from, flag }, at) =>
            buildFilm(`f${at}`, {
              ...{
                name: { ru, uz, original },
                description: { ru: aboutRu, uz: aboutUz },
                year,
                freeMovie: flag,
              },
              ...{ ratingKp: rating === null ? null : rating / 10, window: { fromMs: from, untilMs: null } },
              genres: [{ key: `g${at}`, ru: genre, uz: genre }],
              credits: people.map(({ key, ru: who }, index) => ({
                ...{ personKey: `${key}${index}`, kind: 'actor' as const, role: { ru: '', uz: '' } },
                name: { ru: who, uz: '', original: who },
              })),
            }),
          ),
          nowMs,
        )
        await expectNoChange('films', films.length)
        await expectNoChange('people', await countOf('person'))
        await expectNoChange('genres', await countOf('genre'))
      }),
      { numRuns: 12 },
    )
    const vids = await db.selectFrom('title').select('key').execute()
    await publishCollections(db, [
      {
        ...{
          key: 'c',
          place: 1,
          name: { ru: '=Зима', uz: 'Qish; "yangi"' },
          description: { ru: 'а\nб', uz: '' },
        },
        titleKeys: vids.map(({ key }) => key),
      },
    ])
    await expectNoChange('collections', 1)
  })
})
