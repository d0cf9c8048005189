/** Watching from streams to reports, on a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, beginOf, dayMs, daysBetween } from '#server/reports/days/days.ts'
import { showReport } from '#server/reports/queries/show-report.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { collectWatching, factDays } from './collect-watching.ts'
import { ensurePartition } from './partitions.ts'
import { rollUpDays, rollUpNight } from './roll-up.ts'

const database = await createTestDatabase()
const { db } = database
const day = '2026-11-10'
const minuteMs = 60_000
const people: number[] = []

beforeAll(async () => {
  for (let at = 0; at < 4; at += 1) {
    const { rows } = await sql<{ id: number }>`
      insert into account (abonement, name, password_hash, created_at, is_test)
      values (${String(30_000_001 + at)}, '', '$argon2id$none', now(), ${at === 3}) returning account_id as id`.execute(
      db,
    )
    people.push(rows[0]?.id ?? 0)
  }
})
beforeEach(async () => {
  await sql`truncate playback_stream, report_progress, report_watch_fact, report_watch_day, report_watch_month,
    report_device_day, report_day`.execute(db)
})
afterAll(() => database.drop())

interface Stream {
  readonly person: number
  readonly item: string
  readonly startMs: number
  /** The last heartbeat. */
  readonly lastMs: number
  readonly id?: string
  readonly stoppedMs?: number
}

let nextStream = 0

async function stream({ person, item, startMs, lastMs, id, stoppedMs }: Stream): Promise<string> {
  const streamId = id ?? `b-stream-${String((nextStream += 1)).padStart(6, '0')}`
  const leaseMs = streamId.startsWith('s') ? 60_000 : 30_000
  await sql`insert into playback_stream
      (stream_id, account_id, holder, tab, item, started_at, lease_until, ticket_until, stopped_at, why, refused_from)
    values (${streamId}, ${people[person] ?? 0}, 'x:tests', ${streamId}, ${item}, ${new Date(startMs)},
      ${new Date(lastMs + leaseMs)}, ${new Date(lastMs + 3_600_000)}, ${stoppedMs === undefined ? null : new Date(stoppedMs)},
      ${stoppedMs === undefined ? null : 'chosen'}, ${stoppedMs === undefined ? null : new Date(stoppedMs)})
    on conflict (stream_id) do update set lease_until = excluded.lease_until`.execute(db)
  return streamId
}

async function facts(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ key: string; seconds: number }>`
    select to_char(day, 'MM-DD') || ' ' || account_id || ' ' || kind || ' ' || item as key, seconds
    from report_watch_fact order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ key, seconds }) => [key, seconds]))
}

describe('[REP-01] watching', () => {
  it('is collected every few minutes from the start of a stream to its last heartbeat, nothing twice', async () => {
    const startMs = beginOf(day) + 10 * 3_600_000
    const item = 'live:7'
    const id = await stream({ person: 0, item, startMs, lastMs: startMs + 5 * minuteMs })
    await collectWatching(db, startMs + 5 * minuteMs + 5000)
    for (const minute of [10, 15, 20]) {
      await stream({ person: 0, item, startMs, id, lastMs: startMs + minute * minuteMs })
      await Promise.all([1, 2].map(() => collectWatching(db, startMs + minute * minuteMs + 5000)))
    }
    // Nothing more comes; the last minute is settled.
    await collectWatching(db, startMs + 30 * minuteMs)
    await collectWatching(db, startMs + 35 * minuteMs)
    expect(await facts()).toEqual({ [`11-10 ${people[0]} live 7`]: 20 * 60 })
  })

  it('leaves out preloaded addresses, what was left at once, and subscribers for trying', async () => {
    const startMs = beginOf(day) + 10 * 3_600_000
    await stream({ person: 0, item: 'live:7', startMs, lastMs: startMs })
    await stream({ person: 3, item: 'live:7', startMs, lastMs: startMs + 5 * minuteMs })
    await stream({
      ...{ person: 1, item: 'film:3:9', startMs, lastMs: startMs + 5 * minuteMs },
      stoppedMs: startMs + 4 * minuteMs,
    })
    await stream({ person: 2, item: 'live:8', startMs, lastMs: startMs + 5 * minuteMs, id: 's-seen-000001' })
    await collectWatching(db, startMs + 8 * minuteMs)
    expect(await facts()).toEqual({
      [`11-10 ${people[1]} film 3`]: 240,
      [`11-10 ${people[2]} live 8`]: 300,
    })
  })

  it('is divided at midnight in Tashkent', async () => {
    const startMs = beginOf(day) - 10 * minuteMs
    await stream({ person: 0, item: 'archive:7:1700000000', startMs, lastMs: startMs + 30 * minuteMs })
    await collectWatching(db, startMs + 2 * minuteMs)
    await collectWatching(db, startMs + 40 * minuteMs)
    expect(await facts()).toEqual({
      [`11-09 ${people[0]} archive 7`]: 600,
      [`11-10 ${people[0]} archive 7`]: 1200,
    })
  })

  it('is summed up by channel and mode with different viewers, and forgotten by account', async () => {
    await addFacts([
      [day, 0, 'live', 7, 600],
      [day, 0, 'archive', 7, 1200],
      [day, 1, 'live', 7, 3600],
      [day, 1, 'live', 8, 59],
      [day, 2, 'film', 5, 7200],
      [addDays(day, 1), 0, 'live', 7, 1800],
    ])
    const nowMs = beginOf(addDays(day, 2)) + 3_600_000
    await rollUpNight(db, nowMs)
    const channels = await showReport(db, 'channels', {
      period: { from: day, to: addDays(day, 1) },
      nowMs: beginOf('2026-12-01'),
    })
    expect(Object.fromEntries(channels.figures.map(({ measure, value }) => [measure, value]))).toMatchObject({
      ...{ hours: 2.02, live_hours: 1.68, archive_hours: 0.33, viewers_month: null },
      // Two on the first day, one on the second.
      viewers_day: 2,
    })
    const [table] = channels.tables
    expect(table?.rows.map(({ key, cells }) => [key, cells[0], cells[2], cells[3], cells[4]])).toEqual([
      ['7', 2, 1.67, 0.33, 2],
      ['8', 0.02, 0.02, 0, 0],
    ])
    const titles = await showReport(db, 'titles', {
      period: { from: day, to: day },
      nowMs: beginOf('2026-12-01'),
    })
    expect(titles.figures.find(({ measure }) => measure === 'film_hours')).toMatchObject({
      value: 2,
      before: 0,
    })
    const month = await showReport(db, 'channels', {
      period: { from: '2026-11-01', to: '2026-11-30' },
      nowMs: beginOf('2026-12-01'),
    })
    expect(month.figures.find(({ measure }) => measure === 'viewers_month')?.value).toBe(2)
    // Later the facts are gone, and the sums are as they were.
    const later = nowMs + (factDays + 1) * dayMs
    await rollUpNight(db, later)
    expect(await facts()).toEqual({})
    await rollUpDays(db, [day], later)
    expect(
      (
        await showReport(db, 'channels', {
          period: { from: day, to: addDays(day, 1) },
          nowMs: beginOf('2026-12-01'),
        })
      ).figures,
    ).toEqual(channels.figures)
    expect(
      (
        await showReport(db, 'channels', {
          period: { from: '2026-11-01', to: '2026-11-30' },
          nowMs: beginOf('2026-12-01'),
        })
      ).figures,
    ).toEqual(month.figures)
  })
})

type Fact = readonly [day: string, person: number, kind: string, item: number, seconds: number]

async function addFacts(all: readonly Fact[]): Promise<void> {
  for (const [of, person, kind, item, seconds] of all) {
    await ensurePartition(db, 'report_watch_fact', of)
    await sql`insert into report_watch_fact (day, account_id, kind, item, device, seconds)
      values (${of}, ${people[person] ?? 0}, ${kind}, ${item}, 'tv', ${seconds})`.execute(db)
  }
}

describe('[REP-01] what rights holders are due', () => {
  it('follows the price list by minute, by viewer of whole months, and by share of the revenue', async () => {
    await sql`insert into title (id, key, content_hash, is_series, category_id, provider_id, name_ru, name_uz, year)
      values (5, 'a', 'a', false, 1, 1, 'Фильм', 'Film', 2020)`.execute(db)
    const { rows } = await sql<{ id: number }>`
      insert into channel (key, content_hash, number, name_ru, name_uz, category_id, source_kind)
      values ('c', 'c', 1, 'Канал', 'Kanal', 2, 'none') returning id`.execute(db)
    const channel = rows[0]?.id ?? 0
    await addFacts([
      ['2026-10-03', 0, 'live', channel, 3600],
      ['2026-10-04', 0, 'live', channel, 3600],
      ['2026-10-04', 1, 'film', 5, 7200],
    ])
    await rollUpNight(db, beginOf('2026-11-02'))
    for (const one of daysBetween('2026-10-01', '2026-10-31'))
      await rollUpDays(db, [one], beginOf('2026-11-02'))
    await sql`insert into report_money_day values ('2026-10-05', 'charge', 'revenue', 'charge', 0, -1000000, 1)`.execute(
      db,
    )
    await sql`insert into report_price values ('channels', 2, 'minute', 10), ('films', 1, 'share', 2500)`.execute(
      db,
    )
    const october = { from: '2026-10-01', to: '2026-10-31' }
    const dues = async (period = october) =>
      (await showReport(db, 'rights', { period, nowMs: beginOf('2026-12-01') })).tables.map(({ rows: all }) =>
        all.map(({ cells }) => cells.at(-1)),
      )
    // 120 minutes at 10 tiyin; a quarter of half of 10,000 soʻm.
    expect(await dues()).toEqual([[12], [1250]])
    await sql`update report_price set basis = 'viewer', rate = 5000 where kind = 'channels'`.execute(db)
    expect(await dues()).toEqual([[50], [1250]])
    expect(await dues({ from: '2026-10-02', to: '2026-10-31' })).toEqual([[null], [1250]])
  })
})
