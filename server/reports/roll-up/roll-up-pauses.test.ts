/** Pauses of tariffs in the roll-up of days, on a real database. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { rowsBeneath } from '#server/reports/beneath/rows-beneath.ts'
import { beginOf } from '#server/reports/days/days.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { rollUpNight } from './roll-up.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
const nowMs = beginOf('2026-11-20') + 15 * 3_600_000

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  await sql`alter table charge disable trigger user`.execute(db)
  await sql`insert into tariff (tariff_id, name_en, name_ru, name_uz, price_tiyin, is_base) values
    (1, 'One', 'Первый', 'Birinchi', 2500000, true)`.execute(db)
})
afterEach(() => database.drop())

async function addAccount(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into account (abonement, name, password_hash, created_at)
    values ('20000001', 'Abonent', '$argon2id$none', ${new Date(beginOf('2026-09-01'))})
    returning account_id as id`.execute(db)
  return rows[0]?.id ?? 0
}

async function connect(account: number, from: string, until: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    values (${account}, 1, true, 'active', 100, ${new Date(beginOf(from))}, ${new Date(beginOf(until))})
    returning subscription_id as id`.execute(db)
  return rows[0]?.id ?? 0
}

async function storedStates(day: string) {
  const { rows } = await sql<Record<string, number>>`
    select active, trial, suspended, gone, joined, returned, stopped, lost
    from report_subscribers_day where day = ${day}`.execute(db)
  return rows[0]
}

async function activeBeneath(day: string) {
  const result = await rowsBeneath(db, { measure: 'active', day, after: 0, limit: 3 }, { limitMs: 5000 })
  return result.kind === 'rows'
    ? result.rows.map(({ accountId, atMs }) => ({ accountId, atMs }))
    : result.kind
}

describe('[REP-01] pauses in the roll-up', () => {
  it('[CARE-04] has a paused subscriber as suspended, not lost, and active again with the rest of the period', async () => {
    const account = await addAccount()
    const pause = (subscription: number, from: string, until: string, ended?: string) =>
      sql`
      insert into subscription_pause (reference, account_id, subscription_id, tariff_id, started_by, started_at,
        planned_until, ended_at, paid_until)
      values (${`own:${subscription}:${from}`}, ${account}, ${subscription}, 1, 'staff', ${new Date(beginOf(from))},
        ${new Date(beginOf(until))}, ${ended === undefined ? null : new Date(beginOf(ended))}, ${new Date(nowMs)})`.execute(
        db,
      )
    const subscription = await connect(account, '2026-09-01', '2026-11-12')
    // Thirty days from 1 September, ten of them before a pause of forty, five before a pause that ended after two.
    await sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin) values
      (${subscription}, ${new Date(beginOf('2026-09-01'))}, ${new Date(beginOf('2026-10-01'))}, ${account}, 900)`.execute(
      db,
    )
    await pause(subscription, '2026-09-11', '2026-10-21')
    await pause(subscription, '2026-10-26', '2026-11-20', '2026-10-28')
    await rollUpNight(db, nowMs)
    const none = { active: 0, trial: 0, suspended: 0, gone: 0, joined: 0, returned: 0, stopped: 0, lost: 0 }
    const days = {
      '2026-09-10': { active: 1 },
      '2026-09-11': { suspended: 1, stopped: 1 },
      '2026-10-12': { suspended: 1 },
      '2026-10-20': { suspended: 1 },
      '2026-10-21': { active: 1, returned: 1 },
      '2026-10-25': { active: 1 },
      '2026-10-26': { suspended: 1, stopped: 1 },
      '2026-10-28': { active: 1, returned: 1 },
      '2026-11-11': { active: 1 },
      '2026-11-12': { suspended: 1, stopped: 1 },
    }
    for (const [day, states] of Object.entries(days))
      expect(await storedStates(day), day).toEqual({ ...none, ...states })
    expect(await activeBeneath('2026-11-11')).toEqual([{ accountId: account, atMs: beginOf('2026-11-12') }])
    const { rows } = await sql<{ month: string; active: number }>`
      select to_char(month, 'MM') as month, active from report_cohort order by month`.execute(db)
    expect(rows).toEqual([
      { month: '09', active: 0 },
      { month: '10', active: 1 },
      { month: '11', active: 0 },
    ])
  })

  it('leaves the pause out of what was connected without a charge', async () => {
    const account = await addAccount()
    const subscription = await connect(account, '2026-10-01', '2026-11-01')
    await sql`insert into subscription_pause (reference, account_id, subscription_id, tariff_id, started_by, started_at,
        planned_until, paid_until)
      values ('own', ${account}, ${subscription}, 1, 'subscriber', ${new Date(beginOf('2026-10-05'))},
        ${new Date(beginOf('2026-10-15'))}, ${new Date(nowMs)})`.execute(db)
    await rollUpNight(db, nowMs)
    expect(await storedStates('2026-10-04')).toMatchObject({ trial: 1, suspended: 0 })
    expect(await storedStates('2026-10-05')).toMatchObject({ trial: 0, suspended: 1, stopped: 1 })
    expect(await storedStates('2026-10-15')).toMatchObject({ trial: 1, returned: 1 })
    expect(await storedStates('2026-10-31')).toMatchObject({ trial: 1 })
    expect(await storedStates('2026-11-01')).toMatchObject({ trial: 0, suspended: 1, stopped: 1 })
  })
})
