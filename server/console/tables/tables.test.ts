/**
 * Tables over real HTTP on a real database: exported, changed by programs that know nothing of Ekran, compared, applied,
 * taken back.
 */
import readXlsx from 'read-excel-file/node'
import writeXlsx from 'write-excel-file/node'
import { ZipFile } from 'yazl'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { tableRoot } from '#contract/console/tables.ts'
import { editChannels, loadChannels, publishChannels } from '#server/television/television.ts'
import { findStaffTitle, publishTitles } from '#server/catalogue/catalogue.ts'
import { openAudit } from '#server/audit/audit.ts'
import { staffAdmission, tableExportMount } from '#server/console/console.ts'
import { undoContent } from '#server/editing/editing.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { tableEndpoints } from './table-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const admitStaff = staffAdmission({ staff, clock, publicUrl: undefined })
const clientAddress = clientAddressReader(['127.0.0.1'])
const server = createHttpServer({
  endpoints: tableEndpoints({ db, clock, audit }),
  mounts: [tableExportMount({ db, clock, admitStaff, clientAddress, publicUrl: undefined })],
  ...{ identify: async () => undefined, admitStaff, clientAddress, audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
let origin = ''
let editor = ''
let support = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  editor = (await fixture.addMember('administrator')).token
  support = (await fixture.addMember('support')).token
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

const names = ['Sport', 'Yangiliklar', 'Oʻzbekiston 24', '=Kino; "Hit"']

beforeEach(async () => {
  await sql`truncate channel, table_draft cascade`.execute(db)
  await publishChannels(
    db,
    names.map((ru, at) =>
      buildChannel(`c${at}`, {
        ...{ name: { ru, uz: '' }, number: at + 1, archiveDays: 7 },
        source: {
          kind: 'recorded',
          sources: [{ url: `http://u:secret@tv.example/${at}.ts`, protocol: 'http-ts' }],
        },
      }),
    ),
    clock.nowMs(),
  )
})

async function post(path: string, body: object, token = editor) {
  return fetch(origin + path, {
    method: 'POST',
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${token}` },
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
}

async function exported(format: string, subject = 'channels', token = editor, more: object = {}) {
  const response = await post(tableRoot + subject, { format, language: 'ru', ...more }, token)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

interface Draft {
  readonly draft: { readonly draft_id: number; readonly refusal: string; readonly unchanged: number }
  readonly items: readonly {
    readonly item: number
    readonly kind: string
    readonly label: string
    readonly before: Readonly<Record<string, string>> | null
    readonly after: Readonly<Record<string, string>>
    readonly marks: readonly string[]
    readonly similar_to: string
  }[]
  readonly problems: readonly { readonly row: number; readonly column: string; readonly problem: string }[]
  readonly warnings: readonly { readonly warning: string; readonly column: string; readonly count: number }[]
}

const root = '/api/console/v1'

async function act(path: string, body: object) {
  const response = await post(root + path, body)
  return (await response.json()) as { readonly data: Record<string, number>; readonly failure?: string }
}

/** Loads a file as the console does. */
async function load(bytes: Buffer, subject = 'channels', name = 'table.xlsx'): Promise<Draft> {
  const begun = { name, size_bytes: bytes.length, language: 'ru' }
  const { data } = await act(`/${subject}/tables/start`, begun)
  const draftId = data['draft_id']
  for (let at = 0; at < bytes.length; at += 100_000) {
    const piece = bytes.subarray(at, at + 100_000).toString('base64')
    await act(`/${subject}/tables/append`, { draft_id: draftId, begins_at: at, bytes: piece })
  }
  await act(`/${subject}/tables/check`, { draft_id: draftId })
  return look(draftId ?? 0, subject)
}

async function look(draftId: number, subject = 'channels'): Promise<Draft> {
  const response = await fetch(`${origin}${root}/${subject}/tables/one?draft_id=${draftId}`, {
    headers: { cookie: `ekran-staff=${editor}`, 'sec-fetch-site': 'same-origin' },
  })
  return ((await response.json()) as { data: Draft }).data
}

/** Writes a cell. */
function put(rows: Rows, row: number, column: number, value: Rows[number][number]): void {
  const cells = rows[row]
  if (cells === undefined || column < 0) throw new Error(`there is no cell ${row}, ${column}`)
  cells[column] = value
}

type Rows = (string | number | boolean | null | Date)[][]

/** The cells of an exported workbook, by a reader that is not ours. */
async function cellsOf(bytes: Buffer): Promise<Rows> {
  const [sheet] = (await readXlsx(bytes)) as unknown as { data: Rows }[]
  return sheet?.data ?? []
}

/** A workbook by a writer that is not ours: with shared texts, numbers as numbers, and no styles of ours. */
async function workbook(rows: Rows): Promise<Buffer> {
  return writeXlsx(rows as never).toBuffer()
}

function csv(rows: Rows, delimiter = ';', end = '\r\n'): string {
  const quoted = (cell: Rows[number][number]) => `"${String(cell ?? '').replaceAll('"', '""')}"`
  return rows.map((row) => row.map(quoted).join(delimiter)).join(end)
}

async function shown() {
  return (await loadChannels(db)).map(({ number, name, archiveDays }) => [number, name.ru, archiveDays])
}

describe('[EDIT-04] [IMPORT-01] a table of channels', () => {
  it('is changed by another program, compared, applied and taken back', async () => {
    const rows = await cellsOf(await exported('xlsx'))
    expect(rows[0]?.slice(0, 3)).toEqual(['ID канала', 'Номер', 'Название (рус.)'])
    expect(rows.slice(1).map((row) => row[2])).toEqual(names)
    const nameAt = 2
    const daysAt = rows[0]?.indexOf('Дней архива') ?? -1
    put(rows, 1, nameAt, 'Спорт')
    put(rows, 2, daysAt, 14)
    const { draft, items, problems } = await load(await workbook(rows))
    expect(problems).toEqual([])
    expect(draft.unchanged).toBe(2)
    expect(items.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['changed', { name_ru: 'Sport' }, { name_ru: 'Спорт' }],
      ['changed', { archive_days: '7' }, { archive_days: '14' }],
    ])
    expect((await shown())[0]).toEqual([1, 'Sport', 7])
    const { data } = await act('/channels/tables/apply', { draft_id: draft.draft_id, take: 'all' })
    expect(data).toMatchObject({ changed: 2, left: 0 })
    expect((await shown()).slice(0, 2)).toEqual([
      [1, 'Спорт', 7],
      [2, 'Yangiliklar', 14],
    ])
    // What was changed by a table is locked against lists, as an edit by hand.
    const locked = await db.selectFrom('channel').select('locked').orderBy('number').execute()
    expect(locked.map((row) => row.locked).slice(0, 2)).toEqual([['name_ru'], ['archive_days']])
    // Somebody changes one of both: it stays, the other is taken back.
    const [first] = await loadChannels(db)
    const by = { by: undefined, nowMs: clock.nowMs() }
    await editChannels(db, [{ cid: first?.cid ?? 0, fields: { name_ru: 'Спорт HD' } }], by)
    const undone = await undoContent(db, data['change_id'] ?? 0, by)
    expect(undone).toMatchObject({ kind: 'undone', undone: 1, conflicts: [{ field: 'name_ru' }] })
    expect((await shown()).slice(0, 2)).toEqual([
      [1, 'Спорт HD', 7],
      [2, 'Yangiliklar', 7],
    ])
  })

  it('is applied in part, and what people changed since the comparison stays', async () => {
    const rows = await cellsOf(await exported('xlsx'))
    for (const row of rows.slice(1)) row[2] = `${String(row[2])} TV`
    const { draft, items } = await load(await workbook(rows))
    const [first] = await loadChannels(db)
    const fields = { name_ru: 'Мой спорт' }
    await editChannels(db, [{ cid: first?.cid ?? 0, fields }], { by: undefined, nowMs: clock.nowMs() })
    const chosen = { draft_id: draft.draft_id, take: 'except', items: [items[1]?.item] }
    expect((await act('/channels/tables/apply', chosen)).data).toMatchObject({ changed: 2, left: 1 })
    expect((await shown()).map(([, name]) => name)).toEqual([
      ...['Мой спорт', 'Yangiliklar', 'Oʻzbekiston 24 TV', '=Kino; "Hit" TV'],
    ])
    expect((await act('/channels/tables/apply', chosen)).failure).toBe('table_not_found')
  })

  it('comes from Excel as CSV in Windows-1251, with other columns in another order', async () => {
    const cid = (await loadChannels(db))[2]?.cid ?? 0
    const text = `Название (рус.);Заметки;channel id;ЗАПИСЬ ВКЛЮЧЕНА\r\nO?zbekiston 24;моё;${cid};Да\r\n;;;\r\n;;;\r\n`
    const bytes = Buffer.from(text.split('').map((sign) => cp1251.indexOf(sign)))
    const { draft, items, warnings, problems } = await load(bytes, 'channels', 'каналы.csv')
    expect([draft.refusal, items, problems]).toEqual(['', [], []])
    expect(warnings.map(({ warning, column }) => [warning, column])).toEqual([
      ['column', 'Заметки'],
      ['letters', ''],
      ['part', ''],
    ])
  })

  it('names each cell that cannot be taken, and takes the others', async () => {
    const rows = await cellsOf(await exported('xlsx'))
    const at = (heading: string) => rows[0]?.indexOf(heading) ?? -1
    put(rows, 1, at('Категория'), 'Нет такой')
    put(rows, 1, at('Дней архива'), '3')
    put(rows, 2, at('Дней архива'), 400)
    put(rows, 2, at('Скрыт'), 'может быть')
    put(rows, 3, at('Номер'), 4)
    put(rows, 4, at('Источники'), 'file:///etc/passwd')
    rows.push([rows[1]?.[0] ?? null, 9, 'Ещё раз'], [999_999, 10, 'Чужой'])
    const { items, problems } = await load(await workbook(rows))
    expect(problems.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [2, 'category_id', 'unknown_choice'],
      [3, 'is_hidden', 'not_boolean'],
      [3, 'archive_days', 'out_of_range'],
      [5, 'sources', 'source_address'],
      [6, 'cid', 'double_id'],
      [7, 'cid', 'unknown_id'],
    ])
    expect(items.map(({ after, marks, similar_to: whose }) => [after, marks, whose])).toEqual([
      [{ archive_days: '3' }, [], ''],
      [{ number: '4' }, ['number_taken'], '4 =Kino; "Hit"'],
    ])
  })

  it('brings new channels, and offers to hide those that are not in it', async () => {
    const rows = await cellsOf(await exported('xlsx'))
    const at = (heading: string) => rows[0]?.indexOf(heading) ?? -1
    rows.splice(2, 1)
    const added: Rows[number] = Array.from({ length: rows[0]?.length ?? 0 }, () => null)
    added[at('Название (рус.)')] = 'Musiqa'
    added[at('Номер')] = 40
    added[at('Источники')] = 'udp://239.1.1.1:5000\nhttp://tv.example/m.m3u8'
    const { draft, items } = await load(await workbook([...rows, added, []]))
    expect(items.map(({ kind, label }) => [kind, label])).toEqual([
      ['new', '40 Musiqa'],
      ['gone', '2 Yangiliklar'],
    ])
    const gone = items.filter(({ kind }) => kind === 'gone').map(({ item }) => item)
    const taken = { draft_id: draft.draft_id, take: 'all', gone }
    const { data } = await act('/channels/tables/apply', taken)
    expect(data).toMatchObject({ changed: 2 })
    const after = await loadChannels(db)
    expect(after.find(({ number }) => number === 40)).toMatchObject({
      ...{ name: { ru: 'Musiqa' }, isEnabled: false },
      source: { sources: [{ protocol: 'udp' }, { protocol: 'hls' }] },
    })
    expect(after.find(({ number }) => number === 2)?.isHidden).toBe(true)
    await undoContent(db, data['change_id'] ?? 0, { by: undefined, nowMs: clock.nowMs() })
    expect((await shown()).map(([, name]) => name)).toEqual(names)
    expect((await loadChannels(db)).some(({ isHidden }) => isHidden)).toBe(false)
  })

  it('swaps numbers, and shows no password of a provider', async () => {
    const rows = await cellsOf(await exported('xlsx'))
    put(rows, 1, 1, 2)
    put(rows, 2, 1, 1)
    put(rows, 3, rows[0]?.indexOf('Источники') ?? -1, 'http://me:hidden@new.example/a/b/c.ts')
    const { draft, items } = await load(Buffer.from(`sep=|\n${csv(rows, '|', '\n')}`), 'channels', 'a.csv')
    expect(items.flatMap(({ marks }) => marks)).toEqual([])
    expect(JSON.stringify(items)).not.toMatch(/secret|hidden@/)
    await act('/channels/tables/apply', { draft_id: draft.draft_id, take: 'all' })
    expect((await shown()).map(([number, name]) => [number, name]).slice(0, 2)).toEqual([
      [1, 'Yangiliklar'],
      [2, 'Sport'],
    ])
    const forSupport = (await exported('csv', 'channels', support)).toString()
    expect(forSupport).toContain('Sport')
    expect(forSupport).not.toMatch(/secret|me:hidden/)
  })

  it('writes only what the filter of the screen leaves, and is refused to guests', async () => {
    const [, second] = await loadChannels(db)
    const rows = await cellsOf(await exported('xlsx', 'channels', editor, { ids: [second?.cid] }))
    expect(rows.slice(1).map((row) => row[2])).toEqual(['Yangiliklar'])
    expect((await post(`${tableRoot}channels`, { format: 'csv', language: 'ru' }, 'nobody')).status).toBe(403)
    expect((await post(`${tableRoot}channels`, { format: 'pdf', language: 'ru' })).status).toBe(400)
    expect((await post(`${tableRoot}accounts`, { format: 'csv', language: 'ru' })).status).toBe(404)
  })
})

const cp1251 = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, at) => at))

/** A zip with these files. */
async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [path, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), path)
  archive.end()
  return buffer(archive.outputStream)
}

const sheet = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
const book = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
}

describe('[EDIT-04] [IMPORT-01] a file that is no table of ours', () => {
  it.each([
    ['a picture', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0]), 'not_a_table'],
    ['a playlist', async () => Buffer.from('#EXTM3U\n#EXTINF:-1,Sport\nhttp://a/b\n'), 'not_a_table'],
    ['a table of something else', async () => Buffer.from('Дата;Сумма\n1;2\n'), 'no_heading'],
    ['a table of films', async () => Buffer.from('ID фильма;Название (рус.)\n1;2\n'), 'other_films'],
    ['a column twice', async () => Buffer.from('ID канала;Номер;Number\n1;2;3\n'), 'heading_twice'],
    ['an old workbook', async () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'old_excel'],
    ['a workbook with macros', async () => zip({ ...book, 'xl/vbaProject.bin': 'x' }), 'macros'],
    ['ODS', async () => zip({ mimetype: 'x', 'content.xml': '<a/>' }), 'open_document'],
    ['another zip', async () => zip({ 'a.txt': 'x' }), 'not_a_table'],
    [
      'a zip bomb',
      async () => zip({ ...book, 'xl/worksheets/sheet1.xml': sheet(' '.repeat(300 * 1024 * 1024)) }),
      'too_large',
    ],
    [
      'entities that grow',
      async () =>
        zip({
          ...book,
          'xl/worksheets/sheet1.xml': `<!DOCTYPE a [<!ENTITY b "bbbb">]>${sheet('<row r="1"><c r="A1"/></row>')}`,
        }),
      'broken',
    ],
    [
      'a row beyond all',
      async () => zip({ ...book, 'xl/worksheets/sheet1.xml': sheet('<row r="900000"/>') }),
      'too_many_rows',
    ],
  ])('%s is refused in words', async (_, bytes, refusal) => {
    const { draft, items } = await load(await bytes())
    expect([draft.refusal, items]).toEqual([refusal, []])
    const applied = await act('/channels/tables/apply', { draft_id: draft.draft_id, take: 'all' })
    expect(applied.failure).toBe('table_not_found')
  })

  it('a half of a file is refused, and 200 MB are not even received', async () => {
    const whole = await exported('xlsx')
    expect((await load(whole.subarray(0, whole.length / 2))).draft.refusal).toBe('broken')
    const text = (await exported('csv')).toString().trimEnd()
    const { problems } = await load(Buffer.from(text.slice(0, -60)))
    expect(problems.map(({ problem }) => problem)).toEqual(['short_row'])
    const large = { name: 'a.csv', size_bytes: 200 * 1024 * 1024, language: 'ru' }
    expect((await act('/channels/tables/start', large)).failure).toBe('table_too_large')
    const { data } = await act('/channels/tables/start', { ...large, size_bytes: 1000 })
    const missing = await act('/channels/tables/check', { draft_id: data['draft_id'] })
    expect(missing.failure).toBe('table_incomplete')
  })

  it('a formula is not calculated', async () => {
    const [first] = await loadChannels(db)
    const cells = `<row r="1"><c r="A1" t="str"><v>cid</v></c><c r="B1" t="str"><v>name_ru</v></c></row>
      <row r="2"><c r="A2"><v>${first?.cid}</v></c><c r="B2" t="str"><f>HYPERLINK("http://a")</f><v>Зло</v></c></row>`
    const { items, problems } = await load(await zip({ ...book, 'xl/worksheets/sheet1.xml': sheet(cells) }))
    expect(items).toEqual([])
    expect(problems).toMatchObject([{ row: 2, column: 'name_ru', problem: 'formula' }])
  })
})

describe('[EDIT-04] [IMPORT-01] a table of films', () => {
  it('changes texts, genres, people, ratings and windows, brings a new film, and is taken back', async () => {
    await publishTitles(
      db,
      ['Zumrad', 'Kesh'].map((ru) => buildFilm(ru, { name: { ru, uz: '', original: '' }, year: 2001 })),
      clock.nowMs(),
    )
    const rows = await cellsOf(await exported('xlsx', 'films'))
    const at = (heading: string) => rows[0]?.indexOf(heading) ?? -1
    const vid = Number(rows[1]?.[0])
    put(rows, 1, at('Название (узб.)'), 'Zumrad va Qimmat')
    put(rows, 1, at('Рейтинг IMDb'), '7,8')
    put(rows, 1, at('Возраст'), 16)
    put(rows, 1, at('Актёры'), 'Алишер Навоий; Bobur\\; Mirzo')
    put(rows, 1, at('Показывать с'), new Date(Date.UTC(2026, 10, 27, 18)))
    const added: Rows[number] = Array.from({ length: rows[0]?.length ?? 0 }, () => null)
    added[at('Название (рус.)')] = 'Kesh'
    added[at('Год')] = 2001
    added[at('Вид (для справки)')] = 'сериал'
    const format = rows.map((row) =>
      row.map((cell) =>
        cell instanceof Date ? { value: cell, type: Date, format: 'dd.mm.yyyy hh:mm' } : cell,
      ),
    )
    const { draft, items, problems } = await load(await workbook([...format, added] as Rows), 'films')
    expect(problems).toEqual([])
    expect(items.map(({ kind, after, marks }) => [kind, after, marks])).toEqual([
      [
        'changed',
        {
          ...{ name_uz: 'Zumrad va Qimmat', age_rating: '16+', rating_imdb: '7.8' },
          ...{ available_from: '2026-11-27 18:00', actors: 'Алишер Навоий; Bobur\\; Mirzo' },
        },
        [],
      ],
      ['new', { name_ru: 'Kesh', year: '2001', title_kind: 'сериал' }, ['similar']],
    ])
    const { data } = await act('/films/tables/apply', { draft_id: draft.draft_id, take: 'all' })
    expect(data).toMatchObject({ changed: 2 })
    const changed = await findStaffTitle(db, vid)
    expect(changed?.actors).toEqual(['Алишер Навоий', 'Bobur; Mirzo'])
    expect(changed?.fields).toMatchObject({
      ...{ rating_imdb: '7.8', age_rating: '16+', available_from: '2026-11-27T13:00:00.000Z' },
    })
    expect(changed?.locked).toContain('name_uz')
    expect((await cellsOf(await exported('xlsx', 'films'))).slice(1)).toHaveLength(3)
    await undoContent(db, data['change_id'] ?? 0, { by: undefined, nowMs: clock.nowMs() })
    const back = await cellsOf(await exported('xlsx', 'films'))
    expect(back.slice(1).map((row) => [row[2], row[at('Название (узб.)')], row[at('Актёры')]])).toEqual([
      ['Zumrad', null, null],
      ['Kesh', null, null],
    ])
  })
})
