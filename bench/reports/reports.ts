/**
 * Each report of a year of a service with a million accounts, from sums of days, and the rows beneath each number of a
 * day of 500,000 accounts, against the promised two seconds; and what a night computes of so many accounts.
 *
 * `node bench/reports/reports.ts [<accounts>]` runs it alone and prints every figure.
 */
import { measuresWithRows, reportNames } from '#contract/console/report-measures.ts'
import type { BenchResult } from '#bench/kit/measure.ts'
import { openBenchDatabase } from '#bench/billing/made-up-subscribers.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  addDays,
  beginOf,
  daysBetween,
  rollUpDays,
  rowsBeneath,
  showReport,
} from '#server/reports/reports.ts'
import { lastDay, makeAccounts, makeSums } from './made-up-year.ts'

const accountCount = 500_000
const promisedMs = 2000
const rounds = 3

export async function reports(count = accountCount): Promise<readonly BenchResult[]> {
  const { db, close } = await openBenchDatabase()
  try {
    await timed('sums of two years stored', () => makeSums(db))
    const nowMs = beginOf(addDays(lastDay, 1)) + 3_600_000
    const year = { from: addDays(lastDay, -364), to: lastDay }
    const month = { from: '2026-10-01', to: '2026-10-31' }
    let slowest = 0
    for (const name of reportNames)
      for (const [what, period] of Object.entries({ year, month }))
        for (let round = 0; round < rounds; round += 1) {
          const ms = await timed(`${name}, ${what}`, () => showReport(db, name, { period, nowMs }))
          slowest = Math.max(slowest, ms)
        }
    await timed(`${count} accounts stored`, () => makeAccounts(db, count))
    const week = daysBetween(addDays(lastDay, -7), lastDay).toReversed()
    const night = await timed(`the last week of ${count} accounts`, () => rollUpDays(db, week, nowMs))
    await timed('the same again, as the next night does', () => rollUpDays(db, week, nowMs))
    return [
      {
        name: 'reports of a year, the slowest against what is promised',
        ...{ ours: slowest, baseline: promisedMs, unit: 'ms', target: 1 },
      },
      {
        name: `rows beneath a number among ${count} accounts, the slowest page against what is promised`,
        ...{ ours: await slowestPage(db, count), baseline: promisedMs, unit: 'ms', target: 1 },
      },
      {
        name: `the last week of ${count} accounts, against a quarter of an hour`,
        ...{ ours: night, baseline: 900_000, unit: 'ms', target: 1 },
      },
    ]
  } finally {
    await close()
  }
}

/** Of each measure the first page, one in the middle, and one of a single tariff. */
async function slowestPage(db: Db, count: number): Promise<number> {
  let slowest = 0
  for (const measure of measuresWithRows)
    for (const [what, more] of Object.entries({
      'first page': { after: 0 },
      'page in the middle': { after: Math.floor(count / 2) },
      'page of a tariff': { after: 0, tariffId: 101 },
    })) {
      const request = { measure, day: addDays(lastDay, -1), limit: 51, ...more }
      const ms = await timed(`rows beneath "${measure}", ${what}`, () =>
        rowsBeneath(db, request, { limitMs: 300_000 }),
      )
      slowest = Math.max(slowest, ms)
    }
  return slowest
}

/** Prints and returns how long it took, in ms. */
export async function timed(what: string, work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  const ms = Math.round(performance.now() - startMs)
  console.log(`  ${what}: ${ms} ms`)
  return ms
}

if (import.meta.main)
  for (const result of await reports(Number(process.argv[2] ?? accountCount))) console.log(result)
