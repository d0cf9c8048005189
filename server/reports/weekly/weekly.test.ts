/** The summary of a week from the job of Monday to a mailbox and a chat, by the real protocols. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { alarmSeal, saveTarget, type TargetFields } from '#server/alarms/alarms.ts'
import { type Jobs, startJobs } from '#server/platform/jobs.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { type AlarmReceivers, startAlarmReceivers } from '#tests/kit/emulators/alarm-receivers.ts'
import { saveWeekly } from './weekly-targets.ts'
import { type WeeklyTools, weeklyWorkers } from './weekly-workers.ts'

const database = await createTestDatabase()
const { db } = database
// Monday, 2026-11-30, nine o'clock in Tashkent.
const mondayMs = Date.UTC(2026, 10, 30, 4, 0)
const clock = manualClock(mondayMs)
const seal = alarmSeal({ passwordPepper: 'p'.repeat(43) }, systemRandom)
let receivers: AlarmReceivers
let jobs: Jobs
let tools: WeeklyTools
beforeAll(async () => {
  receivers = await startAlarmReceivers()
  const read = readSettings({ EKRAN_MAIL: receivers.mail, EKRAN_TELEGRAM_API: receivers.telegram })
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
  jobs = await startJobs({ location: database.location, log: silentLog, statementTimeoutMs: 5000 })
  tools = {
    ...{ db, clock, seal, jobs, allowLocalWebhooks: true, publicUrl: 'https://tv.example.uz' },
    settings: read.settings,
    messages: { sendSms: async () => ({ kind: 'sent', via: 'smpp', id: '1' }) },
  }
  await jobs.work(weeklyWorkers(tools))
  // The week from 23 to 29 November, and the one before.
  await sql`insert into report_day (day, computed_at)
    select day, now() from generate_series('2026-11-16'::date, '2026-11-29'::date, '1 day') as day`.execute(
    db,
  )
  await sql`insert into report_money_day (day, kind, against, source, tariff_id, amount_tiyin, entries) values
    ('2026-11-25', 'charge', 'revenue', 'charge', 57, -4900000, 2),
    ('2026-11-26', 'top_up', 'payments', 'payme', 0, 7500000, 3),
    ('2026-11-18', 'charge', 'revenue', 'charge', 57, -2500000, 1)`.execute(db)
}, 60_000)
afterAll(async () => {
  await jobs?.close(2000)
  await receivers?.stop()
  await database.drop()
})
afterEach(async () => {
  await db.deleteFrom('alarm_target').execute()
})

async function subscribe(
  kind: TargetFields['kind'],
  address: string,
  language: 'ru' | 'uz',
): Promise<number> {
  const secret = kind === 'telegram' ? receivers.token : ''
  const deps = { db, seal, settings: tools.settings }
  const saved = await saveTarget(deps, null, { kind, name: `to ${kind}`, address, secret, language })
  if (saved.kind !== 'saved') throw new Error(saved.kind)
  await saveWeekly(db, { targetId: saved.targetId, isOn: true, thisWeek: '2026-11-23' })
  return saved.targetId
}

const workerOf = (name: string) => {
  const worker = weeklyWorkers(tools).find(({ kind }) => kind.name === name)
  if (worker === undefined) throw new Error(`no worker ${name}`)
  return worker
}
const job = (attempt: number) => ({ id: '1', attempt, signal: AbortSignal.timeout(20_000), log: silentLog })
const arrivedBy = async (way: 'email' | 'telegram') => receivers.received(way)

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not happen')
}

describe('[REP-01] the summary of a week', () => {
  it('reaches a mailbox and a chat through the queue on Monday, once, with the figures of the week', async () => {
    await subscribe('email', 'direktor@example.uz', 'ru')
    await subscribe('telegram', receivers.chat, 'uz')
    await jobs.send(workerOf('reports.start-weekly').kind, {})
    await until(async () => (await arrivedBy('email')).length + (await arrivedBy('telegram')).length === 2)
    const [mail] = await arrivedBy('email')
    expect(mail?.to).toBe('direktor@example.uz')
    expect(mail?.headers['subject']).toContain('Итоги недели 23.11.2026 — 29.11.2026')
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('Выручка: 49 000 сум (неделей раньше 25 000 сум)')
    expect(mail?.text).toContain('https://tv.example.uz/console/reports?from=2026-11-23&to=2026-11-29')
    const [chat] = await arrivedBy('telegram')
    expect(chat?.to).toBe(receivers.chat)
    expect(chat?.text.replaceAll('\u00a0', ' ')).toMatch(/Tushum: 49 000 soʻm/)
    await until(async () => {
      const { rows } = await sql`select from report_weekly where sent_week = '2026-11-30'`.execute(db)
      return rows.length === 2
    })
    // The next hours of the day find nobody who waits.
    await workerOf('reports.start-weekly').run({}, job(1))
    await workerOf('reports.send-weekly').run({ targetId: 987_654, week: '2026-11-30' }, job(1))
    expect(await arrivedBy('email')).toHaveLength(1)
    expect(await arrivedBy('telegram')).toHaveLength(1)
  })

  it('is tried again when the mail server or Telegram refuses it for a while, and then no more', async () => {
    const send = workerOf('reports.send-weekly')
    for (const [way, address, status] of [
      ['email', 'buxgalter@example.uz', 451],
      ['telegram', receivers.chat, 500],
    ] as const) {
      const data = { targetId: await subscribe(way, address, 'ru'), week: '2026-11-30' }
      const before = (await arrivedBy(way)).length
      await receivers.fault(way, status, 1)
      await expect(send.run(data, job(1))).rejects.toThrow()
      expect(await arrivedBy(way)).toHaveLength(before)
      await send.run(data, job(2))
      await send.run(data, job(3))
      expect(await arrivedBy(way)).toHaveLength(before + 1)
    }
  })

  it('is given up for this week after the last try, and comes again the next Monday', async () => {
    const send = workerOf('reports.send-weekly')
    const targetId = await subscribe('email', 'direktor@example.uz', 'ru')
    const before = (await arrivedBy('email')).length
    await receivers.fault('email', 451, 1)
    await send.run({ targetId, week: '2026-11-30' }, job(send.kind.tries))
    await send.run({ targetId, week: '2026-11-30' }, job(1))
    expect(await arrivedBy('email')).toHaveLength(before)
    await send.run({ targetId, week: '2026-12-07' }, job(1))
    expect(await arrivedBy('email')).toHaveLength(before + 1)
  })
})
