import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCatalogue, publishCollections, publishTitles } from '#server/catalogue/catalogue.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadChannels, openTelevision, publishChannels } from '#server/television/television.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { applySchedule } from './apply-schedule.ts'
import { listSchedules } from './linear-store.ts'
import { readSchedules } from './linear-worker.ts'
import { loadPlayables } from './load-playables.ts'
import { planSchedule, type Placed, type Playable } from './plan-schedule.ts'
import { readSchedule, type Schedule, type WrittenItem } from './schedule-file.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Monday, midnight in Tashkent. */
const mondayMs = Date.UTC(2026, 10, 22, 19)

function read(text: string): Schedule {
  const response = readSchedule(text)
  return response.kind === 'schedule' ? response.schedule : expect.fail(JSON.stringify(response.problems))
}

function problemsOf(text: string) {
  const response = readSchedule(text)
  return response.kind === 'wrong' ? response.problems : []
}

function playable(name: string, minutes: number, isEpisode = false): Playable {
  return {
    assetId: name,
    durationMs: minutes * minuteMs,
    isEpisode,
    programme: {
      title: { ru: name, uz: '' },
      description: { ru: '', uz: '' },
      genreCode: 2,
      ageRating: '',
      assetId: name,
    },
  }
}

/** `film:a90` lasts 90 minutes, `series:s30x3` has three parts of 30. */
function playables(items: readonly WrittenItem[]) {
  return items.flatMap(({ kind, ref }) => {
    const [, name = '', minutes = '', parts = '1'] = /^([a-z]+)(\d+)(?:x(\d+))?$/.exec(ref) ?? []
    return Array.from({ length: Number(parts) }, (_, part) =>
      playable(kind === 'series' ? `${name}${part + 1}` : ref, Number(minutes), kind === 'series'),
    )
  })
}

function plan(text: string, more: { from?: number; days?: number; before?: readonly Placed[] } = {}) {
  return planSchedule({
    schedule: read(text),
    playables,
    before: (more.before ?? []).map(({ beginMs, item }) => ({ ...item.programme, beginMs })),
    fromMs: mondayMs + (more.from ?? 0),
    toMs: mondayMs + (more.days ?? 1) * dayMs,
  })
}

function clockOf(ms: number) {
  const minutes = Math.round((ms - mondayMs) / minuteMs)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

function shown(placed: readonly Placed[]) {
  return placed.map(({ beginMs, endMs, item }) => `${clockOf(beginMs)}-${clockOf(endMs)} ${item.assetId}`)
}

describe('a schedule file', () => {
  it('[OPS-01] is parsed with its fields, comments and every form of line', () => {
    const schedule = read(`﻿# our films
name: Кино дома | Uyda kino   # shown so
number: 301
zone: +05:00
days: 3
filler: film:1, film:"Заставка № 2"
2026-11-23 19:00 film:12, film:"Дом # у реки"
2026-11-23 22:00–24:00 from collection:"Классика" shuffled
every mon-wed,sun 22:00-02:00 series:45
every day 06:00-12:00 repeat 18:00
2026-11-24 10:00-14:00 repeat 2026-11-23 19:00
`)
    expect(schedule).toMatchObject({ name: { ru: 'Кино дома', uz: 'Uyda kino' }, number: 301, daysAhead: 3 })
    expect(schedule.filler.map(({ ref }) => ref)).toEqual(['1', 'Заставка № 2'])
    const [dated, classics, weekly, evening, again] = schedule.lines
    expect(dated).toMatchObject({ when: 'dated', day: 20_780, fromMin: 1140, line: 7 })
    expect(dated?.content).toMatchObject({ items: [{ ref: '12' }, { ref: 'Дом # у реки' }] })
    expect(classics).toMatchObject({
      toMin: 1440,
      content: { isShuffled: true, items: [{ kind: 'collection' }] },
    })
    expect(weekly).toMatchObject({
      when: 'weekly',
      fromMin: 1320,
      toMin: 1560,
      weekdays: new Set([0, 1, 2, 6]),
    })
    expect(evening?.content).toEqual({ kind: 'repeat', fromMin: 1080 })
    expect(again?.content).toEqual({ kind: 'repeat', day: 20_780, fromMin: 1140 })
  })

  it('[OPS-01] is valid in the example for operators', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/linear-channels.md'), 'utf8')
    const [, example = ''] = /## An example\n```\n([^`]*)```/.exec(guide) ?? []
    expect(read(example).lines).toHaveLength(7)
  })

  it('[OPS-01] is refused with the wrong line and what to write instead', () => {
    for (const [line, why] of [
      ['2026-02-30 19:00 film:1', /no day of the calendar/],
      ['2026-11-23 25:00 film:1', /no time of a day/],
      ['2026-11-23 19:00 movie:1', /write film:12/],
      ['2026-11-23 19:00', /neither like/],
      ['2026-11-23 19:00 film:1, ', /./],
      ['every day 18:00 film:1', /needs an end/],
      ['every someday 18:00-19:00 film:1', /mon, tue, wed/],
      ['2026-11-24 10:00 repeat 2026-11-23 19:00', /needs its end/],
      ['days: 99', /from 1 to 14/],
      ['zone: Mars', /Asia\/Tashkent/],
      ['name:', /Кино \| Kino/],
      ['nonsense', /neither like/],
    ] as const) {
      const problems = problemsOf(`# first\n${line}\nevery day 00:00-24:00 film:1\n`)
      if (line.endsWith(', ')) expect(problems).toEqual([])
      else expect(problems, line).toEqual([{ line: 2, why: expect.stringMatching(why) }])
    }
    expect(problemsOf('name: X')).toMatchObject([{ line: 0, why: expect.stringContaining('no programme') }])
    expect(problemsOf('x\n'.repeat(30_000))).toHaveLength(1)
    fc.assert(fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (text) => void readSchedule(text)))
  })
})

describe('a plan of a linear channel', () => {
  it('[OPS-01] keeps dated lines, puts loops around them and fillers into the rest', () => {
    const { placed, emptyMs } = plan(`filler: film:f10
2026-11-23 01:00 film:a60
every day 00:00-04:00 film:b90, film:c40
`)
    expect(shown(placed).slice(0, 9)).toEqual([
      '0:00-0:40 c40',
      '0:40-0:50 f10',
      '0:50-1:00 f10',
      '1:00-2:00 a60',
      '2:00-3:30 b90',
      '3:30-3:40 f10',
      '3:40-3:50 f10',
      '3:50-4:00 f10',
      '4:00-4:10 f10',
    ])
    expect(emptyMs).toBe(0)
  })

  it('[OPS-01] leaves a gap, and reports it, without a filler; cuts what does not fit', () => {
    const { placed, emptyMs } = plan('every day 06:00-08:00 film:a90\n')
    expect(shown(placed)).toEqual(['6:00-7:30 a90', '7:30-8:00 a90'])
    expect(emptyMs).toBe(22 * hourMs)
    const cut = plan('2026-11-23 01:00 film:a60\n2026-11-23 01:30 film:b60\n')
    expect(shown(cut.placed)).toEqual(['1:00-1:30 a60', '1:30-2:30 b60'])
    expect(cut.problems).toEqual([{ line: 1, why: expect.stringContaining('line 2') }])
  })

  it('[OPS-01] continues a series the next day, in order, also when planned in pieces', () => {
    const text = 'filler: film:f1\nevery day 18:00-19:20 series:s30x5\n'
    const whole = plan(text, { days: 4 })
    const episodes = (placed: readonly Placed[]) =>
      placed.filter(({ item }) => item.isEpisode).map(({ item }) => item.assetId)
    expect(episodes(whole.placed)).toEqual(['s1', 's2', 's3', 's4', 's5', 's1', 's2', 's3'])
    const pieces: Placed[] = []
    for (let day = 0; day < 4; day += 1)
      pieces.push(...plan(text, { from: day * dayMs, days: day + 1, before: pieces }).placed)
    expect(episodes(pieces)).toEqual(episodes(whole.placed))
  })

  it('[OPS-01] repeats an evening, of the day before or of a date', () => {
    const { placed } = plan(
      'every day 18:00-20:00 film:a50, film:b60\nevery day 06:00-08:00 repeat 18:00\n2026-11-25 10:00-11:00 repeat 2026-11-23 18:00\n',
      { days: 3 },
    )
    expect(shown(placed)).toEqual(
      expect.arrayContaining([
        '18:00-18:50 a50',
        '18:50-19:50 b60',
        '30:00-30:50 a50',
        '30:50-31:50 b60',
        '58:00-58:50 a50',
      ]),
    )
  })

  it('[OPS-01] shuffles in another order each day, the same whenever it is planned', () => {
    const text =
      'every day 00:00-10:00 film:a60, film:b60, film:c60, film:d60, film:e60, film:g60, film:h60, film:i60, film:j60, film:k60 shuffled\n'
    const days = plan(text, { days: 2 }).placed.map(({ item }) => item.assetId)
    expect(days.slice(0, 10)).not.toEqual(days.slice(10))
    expect(days.slice(0, 10).toSorted()).toEqual(days.slice(10).toSorted())
    expect(plan(text, { from: dayMs, days: 2 }).placed.map(({ item }) => item.assetId)).toEqual(
      days.slice(10),
    )
  })

  it('[OPS-01] never overlaps, is sorted and starts within the window, for any file', () => {
    const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
      const minutes = quarter * 15
      return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    })
    const item = fc.constantFrom('film:a90', 'film:b7', 'film:c45', 'series:s25x4', 'film:z700')
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom('23', '24', '25'), time, item)
        .map(([day, at, what]) => `2026-11-${day} ${at} ${what}`),
      fc
        .tuple(fc.constantFrom('day', 'mon', 'tue-thu'), time, time, item)
        .map(([days, from, to, what]) => `every ${days} ${from}-${to} ${what}`),
      fc.tuple(time, time, time).map(([from, to, of]) => `every day ${from}-${to} repeat ${of}`),
      fc.constant('filler: film:f13'),
    )
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.nat(2000), (lines, from) => {
        const { placed } = plan(lines.join('\n'), { from: from * minuteMs, days: 3 })
        let end = mondayMs + from * minuteMs
        for (const { beginMs, endMs } of placed) {
          expect(beginMs).toBeGreaterThanOrEqual(end)
          expect(endMs).toBeGreaterThan(beginMs)
          expect(beginMs).toBeLessThan(mondayMs + 3 * dayMs)
          end = endMs
        }
        if (lines.some((one) => one.startsWith('filler')) && from < 3 * 1440)
          expect(end).toBeGreaterThanOrEqual(mondayMs + 3 * dayMs - 10_000)
      }),
      { seed: 5, numRuns: 300 },
    )
  })
})

describe('a linear channel from a file', () => {
  let database: TestDatabase
  let dir: string
  const ready = new Set(['film-1', 'film-2'])
  const nowMs = mondayMs + 10 * hourMs + 30 * minuteMs
  const currentPlayables = async () =>
    loadPlayables(database.db, await openCatalogue(database.db), (assetId) => ready.has(assetId))
  const apply = async (text: string, atMs = nowMs, file = 'kino.txt') =>
    applySchedule(database.db, { file, text, stamp: `${text.length}` }, await currentPlayables(), atMs)
  const guide = async (key = 'linear:kino.txt') => {
    const channel = (await loadChannels(database.db)).find((one) => one.key === key)
    const rows = await database.db
      .selectFrom('programme')
      .selectAll()
      .where('channel_id', '=', channel?.cid ?? 0)
      .orderBy('begin_at')
      .execute()
    return rows.map((row) => ({
      pid: row.id,
      at: clockOf(row.begin_at.getTime()),
      end: clockOf(row.end_at.getTime()),
      title: row.title_ru,
      uz: row.title_uz,
      assetId: row.asset_id,
    }))
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    dir = await mkdtemp(join(tmpdir(), 'ekran-linear-'))
    const film = (number: number, minutes: number) => ({
      ...buildFilm(`film-${number}`, { vid: number }),
      name: { ru: `Фильм ${number}`, uz: `Film ${number}`, original: '' },
      film: { assetId: `film-${number}`, durationMs: minutes * minuteMs + 250 },
    })
    await publishTitles(database.db, [film(1, 60), film(2, 90), film(3, 45)], nowMs)
    await publishCollections(database.db, [
      {
        key: 'all',
        place: 0,
        name: { ru: 'Всё', uz: 'Hammasi' },
        description: { ru: '', uz: '' },
        titleKeys: ['film-1', 'film-2'],
      },
    ])
  })
  afterAll(async () => {
    await database.drop()
    await rm(dir, { recursive: true, force: true })
  })

  it('[OPS-01] [GUIDE-03] creates a channel with a guide in both languages, which names the played titles', async () => {
    const applied = await apply(
      'name: Кино | Kino\nnumber: 301\ndays: 2\nevery day 00:00-24:00 collection:"Всё"\n',
    )
    expect(applied).toMatchObject({ kind: 'applied', isNew: true, channel: { number: 301 }, problems: [] })
    const made = await guide()
    expect(made.slice(0, 3)).toEqual([
      {
        pid: expect.any(Number),
        at: '10:30',
        end: '11:30',
        title: 'Фильм 1',
        uz: 'Film 1',
        assetId: 'film-1',
      },
      expect.objectContaining({ at: '11:30', end: '13:00', assetId: 'film-2' }),
      expect.objectContaining({ at: '13:00', assetId: 'film-1' }),
    ])
    const [channel] = await loadChannels(database.db)
    expect(channel).toMatchObject({ source: { kind: 'linear' }, archiveDays: 7, categoryId: 2 })
    const television = (await openTelevision(database.db, manualClock(nowMs))).now()
    expect(television.guide.nowAndNext(channel?.cid ?? 0, nowMs)).toMatchObject({
      now: { assetId: 'film-1' },
    })
  })

  it('[OPS-01] is extended a day later without changing announced programmes; the past stays', async () => {
    const before = await guide()
    const text = 'name: Кино | Kino\nnumber: 301\ndays: 2\nevery day 00:00-24:00 collection:"Всё"\n'
    expect(await apply(text)).toMatchObject({ kind: 'applied', isNew: false, programmes: 0 })
    await apply(text, nowMs + dayMs)
    const after = await guide()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length).toBeGreaterThan(before.length)
    for (const [index, { end }] of after.slice(0, -1).entries()) expect(after[index + 1]?.at).toBe(end)
    expect(new Set([after[before.length - 1]?.assetId, after[before.length]?.assetId]).size).toBe(2)
  })

  it('[OPS-01] applies a change from the next programme on, and removes cancelled ones', async () => {
    const before = await guide()
    const applied = await apply(
      'name: Кино | Kino\nnumber: 301\ndays: 1\nevery day 18:00-20:00 film:2\n',
      nowMs + dayMs,
    )
    expect(applied).toMatchObject({ kind: 'applied', problems: [{ why: expect.stringContaining('filler') }] })
    const after = await guide()
    const running = after.find(
      ({ at, end }) => Number(at.split(':')[0]) <= 34 && Number(end.split(':')[0]) >= 34,
    )
    expect(before).toContainEqual(running)
    expect(after.at(-1)?.at.startsWith('67:')).toBe(true)
    expect(after.filter(({ at }) => Number(at.split(':')[0]) >= 36).map(({ at }) => at)).toEqual([
      '42:00',
      '43:30',
      '66:00',
      '67:30',
    ])
  })

  it('[OPS-01] reports titles that are not packaged, skips them, and uses them once they are', async () => {
    const text = 'name: Кино | Kino\nnumber: 301\nevery day 00:00-24:00 film:1, film:"Фильм 3"\n'
    expect(await apply(text, nowMs + 2 * dayMs)).toMatchObject({
      problems: [{ line: 3, why: expect.stringMatching(/Фильм 3 \(3\) is not packaged yet/) }],
    })
    expect(await listSchedules(database.db)).toMatchObject([{ file: 'kino.txt', state: 'incomplete' }])
    ready.add('film-3')
    await apply(text, nowMs + 2 * dayMs + hourMs)
    expect((await guide()).at(-1)?.assetId).toMatch(/film-[13]/)
    expect((await guide()).some(({ assetId }) => assetId === 'film-3')).toBe(true)
    expect(await listSchedules(database.db)).toMatchObject([{ state: 'applied' }])
  })

  it('[OPS-01] refuses unknown titles, another kind of channel and a second file, and changes nothing', async () => {
    const received = {
      key: 'live',
      name: { ru: 'Эфир', uz: '' },
      number: 5,
      logo: null,
      categoryId: 1,
      additionalCategories: [],
      isSocial: false,
      worldPlace: null,
      source: { kind: 'none' as const },
      archiveDays: 7,
      guideShiftMin: 0,
    }
    await publishChannels(database.db, [received], nowMs)
    const before = await guide()
    for (const [text, why, file] of [
      ['name: Кино\nevery day 00:00-24:00 film:99\n', /line 2: .*not in the catalogue|film:99/, 'kino.txt'],
      ['name: Кино\nevery day 00:00-24:00 series:1\n', /is a film; write film:1/, 'kino.txt'],
      ['name: Кино\nevery day 00:00-24:00 collection:Нет\n', /there is 1? ?.*Всё/, 'kino.txt'],
      ['every day 00:00-24:00 film:1\n', /neither channel/, 'other.txt'],
      ['channel: 5\nevery day 00:00-24:00 film:1\n', /received from a source/, 'other.txt'],
      ['channel: 6\nevery day 00:00-24:00 film:1\n', /no channel 6/, 'other.txt'],
      ['channel: 301\nevery day 00:00-24:00 film:1\n', /made by kino.txt already/, 'other.txt'],
    ] as const) {
      const applied = await apply(text, nowMs + 3 * dayMs, file)
      expect(applied.kind, text).toBe('refused')
      expect(applied.problems.map((problem) => `line ${problem.line}: ${problem.why}`).join()).toMatch(why)
    }
    expect(await guide()).toEqual(before)
  })

  it('[OPS-01] is read from its folder when it changes, once it is complete, and removed with its file', async () => {
    const folder = join(dir, 'linear')
    await mkdir(folder, { recursive: true })
    const path = join(folder, 'second.txt')
    const at = nowMs + 5 * dayMs
    const tools = { db: database.db, dataDir: dir, log: silentLog, loadPlayables: currentPlayables }
    const run = (clockMs: number) => readSchedules({ ...tools, clock: manualClock(clockMs) })
    await writeFile(path, 'name: Второй\nevery day 00:00-24:00 film:1\n')
    await utimes(path, at / 1000, at / 1000)
    await run(at + 1000)
    expect(await guide('linear:second.txt')).toEqual([])
    await run(at + minuteMs)
    const made = await guide('linear:second.txt')
    expect(made.length).toBeGreaterThan(24 * 7)
    await run(at + dayMs)
    expect((await guide('linear:second.txt')).length).toBe(made.length + 24)
    await rm(path)
    await run(at + dayMs + minuteMs)
    expect((await listSchedules(database.db)).map(({ file }) => file)).not.toContain('second.txt')
    expect((await guide('linear:second.txt')).length).toBe(made.length + 24)
  })
})
