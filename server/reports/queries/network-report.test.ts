/** Quality by network and city, from the hours of players' reports to the report, on a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowName } from '#contract/console/report-texts/report-texts.ts'
import { beginOf, addDays } from '#server/reports/days/days.ts'
import { rollUpDays } from '#server/reports/roll-up/roll-up.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import type { Table } from './report.ts'
import { showReport } from './show-report.ts'

const database = await createTestDatabase()
const { db } = database
const day = '2026-11-10'
const nowMs = beginOf(addDays(day, 1)) + 3_600_000
let tables: readonly Table[] = []

/** `viewers` of them, from this bit on. */
async function hour(
  at: number,
  device: string,
  network: string,
  cityId: number,
  viewers: number,
  plays: number,
) {
  const bits = '1'.repeat(viewers).padEnd(64, '0')
  await sql`insert into play_network (hour, device, network, city_id, plays, abandoned, failures, played_ms, stalls, stalled_ms,
      starts, viewer_bits)
    values (${new Date(beginOf(day) + at * 3_600_000)}, ${device}, ${network}, ${cityId}, ${plays}, 0, ${plays / 10}, 3600000, 2,
      36000, array_fill(1, array[11]), ${bits}::bit(64))`.execute(db)
}

beforeAll(async () => {
  // The first and the last hour of the day in Tashkent, and one of the next.
  await hour(0, 'tv', 'Samarkand-1', 241, 20, 100)
  await hour(23, 'tv', 'Samarkand-1', 241, 20, 50)
  await hour(24, 'tv', 'Samarkand-1', 241, 20, 1000)
  await hour(5, 'phone', 'Samarkand-1', 241, 3, 20)
  await hour(5, 'tv', 'Fergana', 321, 30, 300)
  await hour(5, 'tv', '', 0, 64, 500)
  await hour(5, 'tv', 'Small', 323, 4, 10)
  await hour(5, 'tv', 'Gone', 999, 5, 10)
  await rollUpDays(db, [day], nowMs)
  await rollUpDays(db, [day], nowMs)
  tables = (await showReport(db, 'quality', { period: { from: day, to: day }, nowMs })).tables
})
afterAll(() => database.drop())

/** By name, how many plays. */
function playsOf(
  table: Table['table'],
  language: 'ru' | 'en' = 'en',
): readonly (readonly [string, unknown])[] {
  const rows = tables.find((one) => one.table === table)?.rows ?? []
  return rows.map((row) => [rowName(table, row, language), row.cells[0]])
}

describe('[OPS-03] quality', () => {
  it('is counted by network, and small ones are one row with enough viewers', () => {
    // Few viewers in Small and Gone: their sum takes the smallest of the others with it.
    expect(playsOf('quality_networks')).toEqual([
      ['Addresses outside the list of networks', 500],
      ['Fergana', 300],
      ['Networks with few viewers', 190],
    ])
  })

  it('is counted by city', () => {
    expect(playsOf('quality_cities')).toEqual([
      ['The network has no city', 500],
      ['Fergana', 300],
      ['Cities with few viewers', 190],
    ])
    expect(playsOf('quality_cities', 'ru')[1]?.[0]).toBe('Фергана')
  })

  it('is counted by network and device, with the same networks', () => {
    expect(playsOf('quality_network_devices')).toEqual([
      ['Addresses outside the list of networks, Television', 500],
      ['Fergana, Television', 300],
      ['Networks with few viewers', 190],
    ])
  })

  it('has shares of each row, and loses no play', () => {
    const fergana = tables.find((one) => one.table === 'quality_networks')?.rows[1]
    expect(fergana?.cells.slice(0, 3)).toEqual([300, 10, 0])
    for (const table of ['quality_networks', 'quality_cities', 'quality_network_devices'] as const)
      expect(playsOf(table).reduce((sum, [, plays]) => sum + Number(plays), 0)).toBe(990)
  })

  it('shows of a city only its shown networks, so that no table is subtracted from another', async () => {
    const later = '2026-11-12'
    const at = 2 * 24 + 5
    // A city of a large and a small network, another small network elsewhere, and one that is large enough for both.
    await hour(at, 'tv', 'Fergana', 321, 30, 300)
    await hour(at, 'tv', 'Small', 321, 2, 10)
    await hour(at, 'tv', 'Large', 241, 25, 200)
    await hour(at, 'phone', 'Large', 141, 11, 30)
    await rollUpDays(db, [later], nowMs + 3 * 86_400_000)
    tables = (
      await showReport(db, 'quality', {
        period: { from: later, to: later },
        nowMs: nowMs + 3 * 86_400_000,
      })
    ).tables
    expect(playsOf('quality_networks')).toEqual([
      ['Fergana', 300],
      ['Large', 200],
      ['Networks with few viewers', 40],
    ])
    expect(playsOf('quality_cities')).toEqual([
      ['Fergana', 300],
      ['Samarkand', 200],
      ['Cities with few viewers', 40],
    ])
  })

  it('shows so few devices that what is hidden of each is about enough viewers', async () => {
    const later = '2026-11-13'
    const at = 3 * 24 + 5
    await hour(at, 'tv', 'Big', 241, 30, 300)
    await hour(at, 'phone', 'Big', 241, 12, 40)
    await hour(at, 'tv', 'Other', 321, 25, 200)
    // Three viewers with televisions, hidden behind eleven with phones.
    await hour(at, 'tv', 'Few', 323, 3, 10)
    await hour(at, 'phone', 'Mid', 141, 11, 60)
    const at13 = nowMs + 4 * 86_400_000
    await rollUpDays(db, [later], at13)
    const shown = await showReport(db, 'quality', { period: { from: later, to: later }, nowMs: at13 })
    const rowsOf = (table: Table['table']) =>
      shown.tables.find((one) => one.table === table)?.rows.map(({ key, cells }) => [key, cells[0]])
    expect(rowsOf('quality_networks')).toEqual([
      ['n:Big', 340],
      ['n:Other', 200],
      ['few', 70],
    ])
    // All televisions less those that are shown would be the three: the ones of Big are hidden with its phones.
    expect(rowsOf('quality_network_devices')).toEqual([
      ['rest:n:Big', 340],
      ['tv:n:Other', 200],
      ['rest:few', 70],
    ])
  })

  it('is summed up beyond an integer, and stops no other sum of the day', async () => {
    const late = '2026-11-14'
    const maxInteger = 2 ** 31 - 1
    await hour(4 * 24 + 1, 'tv', 'Fergana', 321, 30, 10)
    await hour(4 * 24 + 2, 'tv', 'Fergana', 321, 30, 10)
    await sql`update play_network set plays = ${maxInteger}, stalls = ${maxInteger}, starts = array_fill(${maxInteger}::bigint, array[11])
      where hour >= ${new Date(beginOf(late))}`.execute(db)
    for (const minute of [1, 2])
      await sql`insert into play_quality values (${new Date(beginOf(late) + minute * 60_000)}, 'tv', 'live', 1, ${maxInteger}, 0,
        array_fill(${maxInteger}::bigint, array[11]), 0, ${maxInteger}, 0, 0, 0, 0, 0)`.execute(db)
    const lateMs = nowMs + 5 * 86_400_000
    await rollUpDays(db, [late], lateMs)
    tables = (await showReport(db, 'quality', { period: { from: late, to: late }, nowMs: lateMs })).tables
    expect(playsOf('quality_networks')).toEqual([['Fergana', 2 * maxInteger]])
    expect(tables.find((one) => one.table === 'quality')?.rows[0]?.cells[0]).toBe(2 * maxInteger)
  })
})
