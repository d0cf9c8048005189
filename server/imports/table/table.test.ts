import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { csvRecords } from './csv-records.ts'
import { guessMapping, sourceOf } from './guess-mapping.ts'
import { importTitles } from './import-titles.ts'
import { jsonEntries, jsonLines } from './json-records.ts'
import { readMapping, type Mapping } from './mapping.ts'
import { openTable } from './open-table.ts'
import { readTitles } from './title-of-row.ts'

const nowMs = Date.UTC(2026, 0, 15)
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-table-'))
})
afterAll(() => rm(dir, { recursive: true }))

async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

function quoted(field: string) {
  return `"${field.replaceAll('"', '""')}"`
}

describe('CSV', () => {
  const field = fc.string({
    unit: fc.constantFrom('a', 'ж', '"', ',', ';', '\n', '\r', ' ', '’'),
    maxLength: 8,
  })
  const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })

  it('returns what was written by the standard, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 9 }),
        async (options, delimiter, lineEnd, size) => {
          const text = options.map((row) => row.map(quoted).join(delimiter)).join(lineEnd)
          const read = await listOf(csvRecords(inPieces(text, size), delimiter))
          expect(read.map((record) => ('fields' in record ? record.fields : record.why))).toEqual(options)
        },
      ),
    )
  })

  it('ends on any text at all', async () => {
    await fc.assert(
      fc.asyncProperty(field, fc.array(field), async (first, more) => {
        const text = [first, ...more].join(',')
        expect((await listOf(csvRecords([text], ','))).length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('loses one line to a quote that is never closed', async () => {
    const text = 'a,b\n1,"open\n2,x\n3,y\n'
    expect(await listOf(csvRecords(inPieces(text, 3), ','))).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, why: 'a quote is opened and not closed' },
      { line: 3, fields: ['2', 'x'] },
      { line: 4, fields: ['3', 'y'] },
    ])
  })
})

describe('JSON', () => {
  it('returns the entries of a list unchanged, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(undefined, 1),
        async (options, size, indent) => {
          const entries = JSON.parse(JSON.stringify(options)) as object[]
          const text = JSON.stringify({ note: 'a [ in a text', films: entries }, null, indent)
          const read = await listOf(jsonEntries(inPieces(text, size)))
          expect(read.map((record) => ('values' in record ? record.values : record.why))).toEqual(
            entries.map((entry) => Object.fromEntries(Object.entries(entry))),
          )
          const lines = await listOf(
            jsonLines(inPieces(options.map((one) => JSON.stringify(one)).join('\n'), size)),
          )
          expect(lines).toHaveLength(options.length)
        },
      ),
    )
  })

  it('continues after an invalid entry', async () => {
    const text = '[\n{"a": 1},\n{"a": oops},\n7,\n{"a": 2}\n'
    expect(await listOf(jsonEntries(inPieces(text, 4)))).toEqual([
      { line: 2, values: { a: 1 } },
      { line: 3, why: 'the entry is not JSON' },
      { line: 4, why: 'the entry is not an object in {}' },
      { line: 6, why: 'the file ends before the list does' },
    ])
  })
})

describe('an entry', () => {
  const read = (fields: Mapping['fields'], values: Record<string, unknown>) =>
    readTitles({ source: 'x', fields }, { providers: new Map([['kino', 7]]), nowMs })(values)

  it('[OPS-01] reads all fields of a title, in the formats that lists use', () => {
    const reading = read(
      {
        key: 'id',
        name: 'title',
        name_original: 'en',
        year: 'date',
        countries: 'country',
        genres: 'genre',
        directors: 'director',
        actors: 'cast',
        age_rating: 'age',
        duration: 'time',
        kind: 'type',
        provider: 'owner',
        rating_kp: { column: 'score', scale: 100 },
        description: 'text',
        available_until: 'until',
      },
      {
        id: 17,
        title: 'Kesh daryosi boʻyida',
        en: 'By the Kesh',
        date: 'Jun 12 1998',
        country: 'Узбекистан - Turkey, Нарния',
        genre: ['Drama', 'Thriller/Suspense'],
        director: ' Азиз Каримов  Лола Юсупова ...',
        cast: [{ name: 'Anvar' }, { name: ')' }],
        age: '«16+» - для детей старше 16 лет',
        time: '1 ч 35 мин',
        type: 'Мини-сериал',
        owner: 'Kino',
        score: '83,5',
        text: 'Описание',
        until: '2027-05-31',
      },
    )
    expect(reading).toMatchObject({
      kind: 'title',
      unknownCountries: ['Нарния'],
      title: {
        key: 'list:x/17',
        isSeries: true,
        categoryId: 255,
        providerId: 7,
        name: { ru: '', uz: 'Kesh daryosi boʻyida', original: 'By the Kesh' },
        description: { ru: 'Описание', uz: '' },
        year: 1998,
        countries: ['UZ', 'TR'],
        durationMin: 95,
        ageRating: '16+',
        ratingKp: 8.4,
        window: { fromMs: null },
      },
    })
    const title = reading.kind === 'title' ? reading.title : undefined
    expect(title?.genres.map(({ key }) => key)).toEqual(['drama', 'thriller'])
    expect(title?.credits.map(({ name }) => name.ru)).toEqual(['Азиз Каримов', 'Лола Юсупова', 'Anvar'])
  })

  it('is refused with a reason when it is not a valid title', () => {
    const fields = { name: 'n', year: 'y', provider: 'p', available_from: 'f' }
    const whys = [
      {},
      { n: 'Ф' },
      { n: 'Ф', y: 2046 },
      { n: 'Ф', y: 1999, p: 'Nobody' },
      { n: 'Ф', y: 1999, f: 'soon' },
    ].map((values) => {
      const reading = read(fields, values)
      return reading.kind === 'refused' ? reading.why : ''
    })
    expect(whys).toEqual([
      'it has no name',
      'it has no year',
      'its year cannot be right',
      'there is no provider Nobody',
      expect.stringContaining('availablefrom "soon"'),
    ])
  })

  it('never throws, whatever it contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (n, y, c) => {
        const reading = read({ name: 'n', year: 'y', countries: 'c.name', actors: 'c' }, { n, y, c })
        expect(['title', 'refused']).toContain(reading.kind)
      }),
    )
  })

  it('is not read with an invalid mapping', () => {
    expect(readMapping('{')).toMatchObject({ problems: ['it is not JSON'] })
    expect(readMapping('{"source":"x","fields":{"year":"y"}}')).toMatchObject({
      problems: ['fields: no column gives a name'],
    })
    expect(readMapping('{"source":"X y","fields":{"name":"n","titel":"t"}}')).toMatchObject({ kind: 'wrong' })
    expect(readMapping('{"source":"x","fields":{"name":"n"}}')).toMatchObject({ kind: 'mapping' })
  })
})

describe('a list', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  async function taken(name: string, content: string | Uint8Array, dryRun = false) {
    const path = join(dir, name)
    await writeFile(path, content)
    const table = await openTable(path)
    const [first] = await listOf(table.records())
    const columns =
      table.columns.length > 0
        ? table.columns
        : Object.keys(first !== undefined && 'values' in first ? first.values : {})
    const mapping = guessMapping(sourceOf(name), columns, table.form)
    const signal = new AbortController().signal
    const report = await importTitles(database.db, { path, table, mapping, dryRun, nowMs, signal })
    return {
      ...Object.fromEntries(report.sums),
      refused: report.refused,
      form: table.form,
      failed: report.failed,
    }
  }
  const titles = () => database.db.selectFrom('title').selectAll().orderBy('key').execute()

  it('[OPS-01] is imported once, then only what changed, and nothing by a dry run', async () => {
    const csv = (second: string) =>
      `\uFEFFid;Название;Год;Страна;Жанры\r\n1;Река;2020;Узбекистан;драма, комедия\r\n2;${second};2021;США;ужасы\r\n3;;2022;США;\r\n1;Река;2020;Узбекистан;драма\r\n`
    expect(await taken('films.csv', csv('Гора'), true)).toMatchObject({ new: 2 })
    expect(await titles()).toEqual([])
    expect(await taken('films.csv', csv('Гора'))).toMatchObject({
      new: 2,
      'doubled in the list': 1,
      refused: [{ where: 'line 4', why: 'it has no name' }],
    })
    expect(await taken('films.csv', csv('Гора'))).toMatchObject({ new: 0, changed: 0, unchanged: 2 })
    expect(await taken('films.csv', csv('Холм'))).toMatchObject({ new: 0, changed: 1, unchanged: 1 })
    expect(await titles()).toMatchObject([
      { key: 'list:films/1', name_ru: 'Река', category_id: 254, countries: ['UZ'] },
      { key: 'list:films/2', name_ru: 'Холм', year: 2021 },
    ])
  })

  it('[OPS-01] is read in Windows-1251, as rows in one field, and as JSON', async () => {
    // «Фильм» in Windows-1251.
    const word = Uint8Array.of(0xd4, 0xe8, 0xeb, 0xfc, 0xec)
    const ascii = (text: string) => new TextEncoder().encode(text)
    const cp1251 = Buffer.concat([ascii('movie;year\n'), word, ascii(';1999\n')])
    expect(await taken('old.csv', cp1251)).toMatchObject({
      new: 1,
      form: { encoding: 'windows-1251', delimiter: ';' },
    })
    const wrapped =
      'title,puNumber,show_start_date,genres;;;\n"Поезд,11,2016-09-13T12:00:00.000Z,""драма,военный""";;;\n"Он, она,12,2016-09-13,драма";;;\n'
    expect(await taken('wrapped.csv', wrapped)).toMatchObject({
      new: 1,
      form: { delimiter: ';', inner: ',' },
      refused: [{ where: 'line 3', why: 'it has 5 fields where the heading has 4' }],
    })
    const entries = [{ Title: 300, 'Release Date': 'Mar 09 2007', 'Major Genre': null }, { Title: null }]
    expect(await taken('made.json', JSON.stringify(entries))).toMatchObject({
      new: 1,
      form: { format: 'json' },
    })
    const names = (await titles()).map((row) => row.name_ru || row.name_original)
    expect(names).toEqual(expect.arrayContaining(['Фильм', 'Поезд', '300']))
  })

  it('is refused when it is no list', async () => {
    await expect(taken('empty.csv', '')).rejects.toThrow('it is empty')
    await expect(taken('words.csv', 'only words\nand more\n')).rejects.toThrow('no delimiter')
    await expect(taken('object.json', '{\n"a": 1\n}')).rejects.toThrow('no list')
  })
})
