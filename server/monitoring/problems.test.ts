import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { type ChannelFacts, judge, type Report } from './report.ts'
import { keepSince } from './keep-since.ts'
import { problemDays } from './problem-days.ts'
import { openProblemHistory, problemsRecordedSince, readProblems } from './problem-history.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await db.deleteFrom('channel_problem').execute()
})

const startMs = Date.UTC(2026, 5, 15, 12)
const stepMs = 10_000
const dayMs = 86_400_000
const good: ChannelFacts = {
  ...{ cid: 5, number: 12, name: 'Sevimli', kind: 'recorded', isEnabled: true, state: 'recording' },
  ...{ sources: 2, picture: 'ok', restarts: 0, guideUntilMs: startMs + 90 * dayMs },
}

function report(atMs: number, ...channels: readonly Partial<ChannelFacts>[]): Report {
  return { atMs, channels: channels.map((facts) => judge({ ...good, ...facts }, atMs)), disk: null }
}

/** Writes reports one after the other, as a process that records does. */
async function writeAll(reports: readonly Report[], first?: Report): Promise<Report | undefined> {
  const history = openProblemHistory(db)
  let before = first
  for (const one of reports) {
    const lasting = keepSince(one, before)
    await history.add(lasting, before)
    before = lasting
  }
  return before
}

const read = () => readProblems(db, 5, { fromMs: startMs - 30 * dayMs, limit: 100 })

describe('[OPS-03] since when something is wrong', () => {
  it('is the first report that has it, and where nothing comes the last segment', () => {
    const first = report(startMs, { picture: 'black' })
    const next = keepSince(report(startMs + stepMs, { picture: 'black', sourceIndex: 2 }), first)
    expect(next.channels[0]?.problems).toEqual([
      { kind: 'black', sinceMs: startMs },
      { kind: 'spare_source', sinceMs: startMs + stepMs },
    ])
    const lost = report(startMs, { state: 'waiting', lastSegmentAtMs: startMs - 70_000 })
    expect(lost.channels[0]?.problems).toEqual([{ kind: 'no_signal', sinceMs: startMs - 70_000 }])
    const muchLater = keepSince(report(startMs + 3_600_000, { picture: 'black' }), first)
    expect(muchLater.channels[0]?.problems).toEqual([{ kind: 'black', sinceMs: startMs + 3_600_000 }])
  })
})

describe('[OPS-03] the problems of thirty days', () => {
  it('begin and end with the reports, also over a restart', async () => {
    const last = await writeAll([
      report(startMs, {}),
      report(startMs + stepMs, { picture: 'frozen' }),
      report(startMs + 2 * stepMs, { picture: 'frozen' }),
    ])
    await writeAll(
      [report(startMs + 3 * stepMs, { picture: 'frozen' }), report(startMs + 4 * stepMs, {})],
      last,
    )
    expect(await read()).toEqual([{ kind: 'frozen', fromMs: startMs + stepMs, endMs: startMs + 4 * stepMs }])
    expect(await problemsRecordedSince(db)).toBeLessThanOrEqual(Date.now())
  })

  it('have the time when nothing ran, for every channel that should be there', async () => {
    const last = await writeAll([report(startMs, {}, { cid: 6, isEnabled: false })])
    await writeAll([report(startMs + 600_000, {}, { cid: 6, isEnabled: false })], last)
    expect(await read()).toEqual([{ kind: 'recorder_off', fromMs: startMs, endMs: startMs + 600_000 }])
    expect(await readProblems(db, 6, { fromMs: 0, limit: 10 })).toEqual([])
  })

  it('are forgotten afterwards, and a channel that is gone has none that last', async () => {
    await writeAll([
      report(startMs, { picture: 'black' }),
      report(startMs + stepMs),
      report(startMs + 2 * stepMs, { picture: 'silent' }),
    ])
    expect((await read()).map(({ kind, endMs }) => [kind, endMs])).toEqual([
      ['silent', null],
      ['black', startMs + stepMs],
    ])
    await writeAll([report(startMs + 31 * dayMs, { picture: 'silent' })])
    const left = await readProblems(db, 5, { fromMs: 0, limit: 10 })
    expect(left.map(({ kind }) => kind)).toEqual(['silent', 'silent'])
  })
})

describe('days of problems', () => {
  it('are those of Tashkent; what overlaps counts once, and what nobody can watch before what is poor', () => {
    // 23:30 in Tashkent.
    const lateMs = Date.UTC(2026, 5, 14, 18, 30)
    const days = problemDays(
      [
        { kind: 'no_signal', fromMs: lateMs, endMs: lateMs + 3_600_000 },
        { kind: 'black', fromMs: lateMs + 1_800_000, endMs: lateMs + 3_600_000 },
        { kind: 'silent', fromMs: lateMs + 3_000_000, endMs: lateMs + 4_200_000 },
        { kind: 'guide_ends', fromMs: lateMs, endMs: null },
      ],
      startMs,
      3,
    )
    expect(days.map(({ downMs, poorMs }) => [downMs, poorMs])).toEqual([
      [0, 0],
      [1_800_000, 0],
      [1_800_000, 600_000],
    ])
  })

  it('never have more than a day, and together no more than the problems', () => {
    const problem = fc.record({
      kind: fc.constantFrom('no_signal' as const, 'black' as const, 'silent' as const),
      fromMs: fc.integer({ min: startMs - 40 * dayMs, max: startMs }),
      lengthMs: fc.option(fc.nat(5 * dayMs), { nil: null }),
    })
    fc.assert(
      fc.property(fc.array(problem, { maxLength: 20 }), (some) => {
        const problems = some.map(({ lengthMs, ...one }) => ({
          ...one,
          endMs: lengthMs === null ? null : one.fromMs + lengthMs,
        }))
        const days = problemDays(problems, startMs, 30)
        const all = problems.reduce((sum, one) => sum + Math.max(0, (one.endMs ?? startMs) - one.fromMs), 0)
        let sum = 0
        for (const { downMs, poorMs } of days) {
          expect(Math.min(downMs, poorMs)).toBeGreaterThanOrEqual(0)
          expect(downMs + poorMs).toBeLessThanOrEqual(dayMs)
          sum += downMs + poorMs
        }
        expect(sum).toBeLessThanOrEqual(all)
      }),
    )
  })
})
