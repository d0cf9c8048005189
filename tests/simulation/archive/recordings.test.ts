/**
 * Weeks of viewers who keep and delete programmes, of a guide that moves them, of housekeeping, and of processes that end
 * between the archive and the database: every minute that a recording needs is there, and once everything is tidied no
 * file is there that nobody needs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pick, randomFrom, whole } from '#db/demo/painting/random.ts'
import { openRecordingsScenario, recordingsStartMs } from '#tests/kit/modules/recordings-scenario.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const paddingMs = 2 * minuteMs
/** A file has ten minutes, and a last segment that may begin in it and end in the next. */
const fileMs = 10 * minuteMs + 70_000

let scenario: Awaited<ReturnType<typeof openRecordingsScenario>>
beforeAll(async () => {
  scenario = await openRecordingsScenario()
}, 120_000)
afterAll(() => scenario.close())

/** Windows of programmes that somebody keeps, by the rows alone. */
async function neededWindows(): Promise<readonly { readonly beginMs: number; readonly endMs: number }[]> {
  const rows = await scenario.db
    .selectFrom('recording')
    .select(['begin_at', 'end_at'])
    .where('state', '=', 'kept')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => ({ beginMs: row.begin_at.getTime(), endMs: row.end_at.getTime() }))
}

const timesOf = (cid: number) =>
  scenario.files(cid).map((name) => {
    const [, day, chunk] = /^(\d+)-(\d+)\.m4s$/.exec(name) ?? []
    return Number(day) * dayMs + Number(chunk) * 10 * minuteMs
  })

describe('[FOLLOW-03] recordings through weeks', () => {
  it.each([1])(
    'need no more and no less than is on the disk (seed %i)',
    { timeout: 300_000 },
    async (seed) => {
      const random = randomFrom(seed)
      const { one } = scenario.cid
      await scenario.clear()
      const start = (scenario.clock.nowMs() - recordingsStartMs) / hourMs + 100
      scenario.clock.setMs(recordingsStartMs + start * hourMs)
      const viewers = await Promise.all([1, 2, 3].map(() => scenario.addSubscriber(56, 57)))
      let hour = Math.ceil(start)
      let [added, crashed] = [0, 0]
      for (let step = 0; step < 40; step += 1) {
        // The guide of a day back and half a day ahead; sometimes what comes is an hour later than it said.
        const late = whole(random, 0, 4) === 0 ? 1 : 0
        const titles = Object.fromEntries(
          Array.from({ length: 36 }, (_, at) => hour - 24 + at).map((at) => [
            at >= hour + 2 ? at + late : at,
            `Передача ${at}`,
          ]),
        )
        await scenario.deliver(one, titles)
        const viewer = pick(random, viewers)
        const me = scenario.as(viewer)
        const luck = whole(random, 0, 9)
        scenario.crash.isDue = luck === 0
        if (luck <= 5) {
          const pid = scenario.pidAt(one, hour + whole(random, -20, 6))
          const outcome = pid === 0 ? null : await me('add', { cid: one, pid }).catch(() => 'crashed')
          if (outcome === 'crashed') crashed += 1
          else added += 1
        } else if (luck <= 7) {
          const { recordings } = (await me('list')) as unknown as { recordings: { id: number }[] }
          if (recordings.length > 0) await me('remove', { id: pick(random, recordings).id })
        }
        scenario.crash.isDue = false
        if (luck === 8) await scenario.recordings.tidy()
        const hours = whole(random, 1, 4)
        await scenario.record(one, hour, hour + hours)
        hour += hours
        scenario.clock.setMs(recordingsStartMs + hour * hourMs)
        scenario.expire()
        await expectStored(hour)
      }
      expect([added > 10, crashed > 0]).toEqual([true, true])
      await expectNothingElse(one)
    },
  )
})

/** Each minute of what is needed and was on the air since the archive began is there. */
async function expectStored(hour: number): Promise<void> {
  const { one } = scenario.cid
  for (const { beginMs, endMs } of await neededWindows()) {
    const toMs = Math.min(endMs, recordingsStartMs + hour * hourMs)
    if (toMs <= beginMs) continue
    const spans = scenario.engine.retainedSpans(String(one), beginMs, toMs, minuteMs)
    const [first] = spans ?? []
    if (!(first !== undefined && first.beginMs <= beginMs && first.endMs >= toMs))
      expect({ beginMs, toMs, spans }).toBe('there')
  }
}

/** A month later everything is tidied: only files that a window touches are left. */
async function expectNothingElse(cid: number): Promise<void> {
  scenario.clock.advanceMs(30 * dayMs)
  await scenario.recordings.tidy()
  scenario.expire()
  const needed = await neededWindows()
  const times = timesOf(cid)
  const isNeeded = (fromMs: number) =>
    needed.some((one) => one.endMs + paddingMs > fromMs && one.beginMs - paddingMs < fromMs + fileMs)
  expect(times.filter((fromMs) => !isNeeded(fromMs))).toEqual([])
  expect(times.length > 0).toBe(needed.length > 0)
}
