/** The roll-up of days on a real database, beside a recomputation of random histories in plain code. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { addDays, beginOf, dayMs, dayOf, daysBetween } from '#server/reports/days/days.ts'
import { rowsBeneath } from '#server/reports/beneath/rows-beneath.ts'
import { showReport } from '#server/reports/queries/show-report.ts'
import { createDice, type Dice } from '#bench/kit/seeded-random.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { lostAfterDays } from './periods.ts'
import { rollUpDays, rollUpNight, rollUpToday } from './roll-up.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
const firstDay = '2026-09-01'
const today = '2026-11-20'
const nowMs = beginOf(today) + 15 * 3_600_000

interface Period {
  readonly subscription: number
  readonly tariff: number
  readonly isBase: boolean
  readonly beganMs: number
  endedMs: number
  readonly tiyin: number
}
interface Person {
  readonly account: number
  readonly isTest: boolean
  readonly periods: Period[]
}
interface Entry {
  readonly account: number
  readonly kind: 'top_up' | 'charge' | 'reversal' | 'refund'
  readonly source: string
  readonly tiyin: number
  readonly atMs: number
  readonly tariff: number
}

beforeEach(async () => {
  database = await createTestDatabase()
  db = database.db
  // Histories are written as they are, without the balances that the ledger checks.
  for (const name of ['charge', 'ledger_entry'])
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
  await sql`insert into tariff (tariff_id, name_en, name_ru, name_uz, price_tiyin, is_base) values
    (1, 'One', 'Первый', 'Birinchi', 2500000, true), (2, 'Two', 'Второй', 'Ikkinchi', 1000000, false)`.execute(
    db,
  )
})
afterEach(() => database.drop())

let nextAccount = 0
let nextNumber = 20_000_001

async function addPerson(isTest = false): Promise<Person> {
  nextAccount += 1
  const { rows } = await sql<{ id: number }>`
    insert into account (abonement, name, password_hash, created_at, is_test)
    values (${String(nextNumber++)}, ${`Abonent ${nextAccount}`}, '$argon2id$none', ${new Date(beginOf(firstDay))}, ${isTest})
    returning account_id as id`.execute(db)
  return { account: rows[0]?.id ?? 0, isTest, periods: [] }
}

/** Connects a tariff and charges it for periods with gaps; some charges are taken back whole, some in part. */
async function live(person: Person, dice: Dice, entries: Entry[]): Promise<void> {
  for (const tariff of dice.below(3) === 0 ? [1, 2] : [1]) {
    const { rows } = await sql<{ id: number }>`
      insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
      values (${person.account}, ${tariff}, ${tariff === 1}, 'active', 100, ${new Date(nowMs)}, ${new Date(nowMs)})
      returning subscription_id as id`.execute(db)
    const subscription = rows[0]?.id ?? 0
    let atMs = beginOf(firstDay) + dice.below(40 * 24 * 60) * 60_000
    for (let count = dice.below(6); count >= 0 && atMs < nowMs; count -= 1) {
      // Often at a midnight: a boundary belongs to the next day.
      if (dice.below(4) === 0) atMs = beginOf(dayOf(atMs))
      const tiyin = dice.below(5) === 0 ? 0 : 100_000 + dice.below(1000)
      const days = 1 + dice.below(30)
      await chargePeriod(person, { subscription, tariff, beganMs: atMs, days, tiyin }, dice, entries)
      atMs += days * dayMs + (dice.below(2) === 0 ? 0 : dice.below(50 * 24) * 3_600_000)
    }
  }
}

async function chargePeriod(
  person: Person,
  one: Pick<Period, 'subscription' | 'tariff' | 'beganMs' | 'tiyin'> & { readonly days: number },
  dice: Dice,
  entries: Entry[],
): Promise<void> {
  const { subscription, tariff, beganMs, tiyin, days } = one
  const period: Period = {
    ...{ subscription, tariff, isBase: tariff === 1, beganMs, tiyin },
    endedMs: beganMs + days * dayMs,
  }
  await sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin)
    values (${subscription}, ${new Date(beganMs)}, ${new Date(period.endedMs)}, ${person.account}, ${tiyin})`.execute(
    db,
  )
  person.periods.push(period)
  if (tiyin === 0) return
  const note = (kind: Entry['kind'], source: string, amount: number, atMs: number) => {
    const of = kind === 'top_up' ? 0 : tariff
    entries.push({
      account: person.account,
      kind,
      source,
      tiyin: amount,
      atMs,
      tariff: person.isTest ? -1 : of,
    })
  }
  const source = dice.pick(['payme', 'click', 'atmos'])
  await addEntry(person.account, 'top_up', 'payments', `${source}:${subscription}-${beganMs}`, tiyin, beganMs)
  note('top_up', source, tiyin, beganMs)
  const reference = `charge:${subscription}:${Math.floor(beganMs / 1000)}`
  const id = await addEntry(person.account, 'charge', 'revenue', reference, -tiyin, beganMs, subscription)
  note('charge', 'charge', -tiyin, beganMs)
  const backMs = beganMs + dice.below(days * 24) * 3_600_000
  if (backMs >= nowMs) return
  if (dice.below(6) === 0) {
    await addEntry(
      person.account,
      'reversal',
      'revenue',
      `${reference}:reversal`,
      tiyin,
      backMs,
      undefined,
      id,
    )
    note('reversal', 'charge', tiyin, backMs)
    period.endedMs = Math.min(period.endedMs, backMs)
  } else if (dice.below(8) === 0) {
    await addEntry(
      person.account,
      'refund',
      'revenue',
      `rest:${subscription}-${beganMs}`,
      500,
      backMs,
      undefined,
      id,
    )
    note('refund', 'rest', 500, backMs)
  }
}

async function addEntry(
  account: number,
  kind: string,
  against: string,
  reference: string,
  tiyin: number,
  atMs: number,
  subscription?: number,
  reverses?: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, subscription_id,
      reverses_id, happened_at)
    values (${reference}, ${kind}, ${account}, ${against}, ${tiyin}, 0, ${subscription ?? null}, ${reverses ?? null},
      ${new Date(atMs)}) returning ledger_entry_id as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** The same as the roll-up says, person by person: how many, and who with the end of their last period. */
function expectedStates(people: readonly Person[], day: string) {
  const lastMs = Math.min(beginOf(addDays(day, 1)), nowMs) - 1
  const beforeMs = beginOf(day) - 1
  const lostMs = lostAfterDays * dayMs
  const counts = { active: 0, trial: 0, suspended: 0, gone: 0, joined: 0, returned: 0, stopped: 0, lost: 0 }
  const who: Record<string, (readonly [number, number])[]> = {}
  for (const { account, isTest, periods } of people) {
    const begun = periods.filter((one) => one.beganMs <= lastMs && one.endedMs > one.beganMs)
    if (isTest || begun.length === 0) continue
    const coveredAt = (ms: number) => begun.some((one) => one.beganMs <= ms && ms < one.endedMs)
    const [is, was] = [coveredAt(lastMs), coveredAt(beforeMs)]
    const hasPaid = begun.some((one) => one.tiyin > 0)
    const first = Math.min(...begun.map((one) => one.beganMs))
    const last = Math.max(...begun.map((one) => one.endedMs))
    const note = (name: keyof typeof counts) => {
      counts[name] += 1
      ;(who[name] ??= []).push([account, last])
    }
    if (is) note(hasPaid ? 'active' : 'trial')
    else note(last > lastMs - lostMs ? 'suspended' : 'gone')
    if (is && !was) note(first > beforeMs ? 'joined' : 'returned')
    if (was && !is) note('stopped')
    if (!is && last <= lastMs - lostMs && last > beforeMs - lostMs) note('lost')
  }
  return { counts, who }
}

const named = ['active', 'trial', 'suspended', 'joined', 'returned', 'stopped', 'lost'] as const

/** Everybody beneath a number, in pages of three. */
async function everybodyBeneath(measure: (typeof named)[number], day: string) {
  const all: (readonly [number, number])[] = []
  for (let after = 0; ;) {
    const result = await rowsBeneath(db, { measure, day, after, limit: 3 }, { limitMs: 5000 })
    if (result.kind !== 'rows') return result.kind
    all.push(...result.rows.map(({ accountId, atMs }) => [accountId, atMs] as const))
    const last = result.rows.at(-1)
    if (last === undefined) return all
    after = last.number
  }
}

async function storedStates(day: string) {
  const { rows } = await sql<Record<string, number>>`
    select coalesce(sum(active), 0)::integer as active, coalesce(sum(trial), 0)::integer as trial,
      coalesce(sum(suspended), 0)::integer as suspended, coalesce(sum(gone), 0)::integer as gone,
      coalesce(sum(joined), 0)::integer as joined, coalesce(sum(returned), 0)::integer as returned,
      coalesce(sum(stopped), 0)::integer as stopped, coalesce(sum(lost), 0)::integer as lost
    from report_subscribers_day where day = ${day}`.execute(db)
  return rows[0]
}

async function everything() {
  const { rows } = await sql<{ all: unknown }>`
    select json_build_array(
      (select json_agg(s order by day, tariff_id) from report_subscribers_day as s),
      (select json_agg(m order by day, kind, against, source, tariff_id) from report_money_day as m),
      (select json_agg(c order by joined_month, month) from report_cohort as c),
      (select json_agg(w order by day, kind, item) from report_watch_day as w)) as all`.execute(db)
  return rows[0]?.all
}

describe('[REP-01] the roll-up of a day', () => {
  it.each([1, 2, 3, 4])(
    'is what a recomputation of a random history says, with the rows beneath (seed %i)',
    async (seed) => {
      const dice = createDice(20_261_128 + seed)
      const people: Person[] = []
      const entries: Entry[] = []
      for (let count = 0; count < 25; count += 1) {
        const person = await addPerson(count % 9 === 8)
        await live(person, dice, entries)
        people.push(person)
      }
      await rollUpNight(db, nowMs)
      let before: ReturnType<typeof expectedStates>['counts'] | undefined
      for (const day of daysBetween(firstDay, today)) {
        const { counts: states, who } = expectedStates(people, day)
        expect(await storedStates(day), day).toEqual(states)
        if (before !== undefined)
          expect(states.active + states.trial, `${day} follows from the day before`).toBe(
            before.active + before.trial + states.joined + states.returned - states.stopped,
          )
        before = states
        if (day.endsWith('5') || day === today)
          for (const measure of named)
            expect(await everybodyBeneath(measure, day), `${measure} ${day}`).toEqual(who[measure] ?? [])
      }
      expect(await everybodyBeneath('active', '2026-08-31')).toBe('not_stored')
      for (const tariff of [1, 2]) {
        const mine = entries.filter((one) => one.tariff === tariff && one.kind !== 'top_up')
        const { rows } = await sql<{ day: string; sum: number }>`
        select to_char(day, 'YYYY-MM-DD') as day, sum(amount_tiyin)::bigint as sum from report_money_day
        where against = 'revenue' and tariff_id = ${tariff} group by day`.execute(db)
        expect(new Map(rows.map(({ day, sum }) => [day, sum]))).toEqual(sumsByDay(mine))
      }
      const tops = entries.filter((one) => one.kind === 'top_up' && one.tariff === 0)
      const report = await showReport(db, 'revenue', { period: { from: firstDay, to: today }, nowMs })
      const paid = report.figures.find(({ measure }) => measure === 'paid_in')
      expect(paid?.value).toBe(tops.reduce((sum, one) => sum + one.tiyin, 0) / 100)
      const sources = report.tables.find(({ table }) => table === 'sources')?.rows ?? []
      for (const { key, cells } of sources)
        expect(cells[0], key).toBe(
          tops.filter(({ source }) => source === key).reduce((sum, one) => sum + one.tiyin, 0) / 100,
        )
    },
  )

  it('is the same when it is done twice, and two at once', async () => {
    const dice = createDice(7)
    const entries: Entry[] = []
    for (let count = 0; count < 12; count += 1) await live(await addPerson(), dice, entries)
    await rollUpNight(db, nowMs)
    const once = await everything()
    await Promise.all([rollUpNight(db, nowMs), rollUpDays(db, [addDays(today, -1)], nowMs)])
    expect(await everything()).toEqual(once)
    expect(JSON.stringify(once)).toContain('"joined":1')
  })

  it('goes on where it was interrupted, and computes old days again for what came late', async () => {
    const person = await addPerson()
    const { rows } = await sql<{ id: number }>`
      insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
      values (${person.account}, 1, true, 'active', 100, ${new Date(beginOf(firstDay))}, ${new Date(beginOf('2026-09-02'))})
      returning subscription_id as id`.execute(db)
    const subscription = rows[0]?.id ?? 0
    const controller = new AbortController()
    controller.abort()
    expect((await rollUpNight(db, nowMs, { signal: controller.signal })).days).toBe(0)
    expect((await rollUpNight(db, nowMs)).days).toBe(daysBetween(firstDay, today).length)
    const top = await addEntry(person.account, 'top_up', 'payments', 'payme:late', 900, beginOf('2026-11-19'))
    expect(top).toBeGreaterThan(0)
    await rollUpNight(db, nowMs)
    expect(await storedStates('2026-09-10')).toMatchObject({ active: 0, trial: 0, suspended: 1 })
    // A charge for a period of September that is written now.
    await sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin) values
      (${subscription}, ${new Date(beginOf('2026-09-05'))}, ${new Date(beginOf('2026-10-05'))}, ${person.account}, 900)`.execute(
      db,
    )
    const reference = `charge:${subscription}:${beginOf('2026-09-05') / 1000}`
    await addEntry(
      person.account,
      'charge',
      'revenue',
      reference,
      -900,
      beginOf('2026-11-19') + 1000,
      subscription,
    )
    await rollUpNight(db, nowMs)
    expect(await storedStates('2026-09-04')).toMatchObject({ active: 0 })
    expect(await storedStates('2026-09-05')).toMatchObject({ active: 1, returned: 0, joined: 1 })
  })

  it('is left to the next hour while another process computes, and is waited for by a night', async () => {
    const person = await addPerson()
    await addEntry(person.account, 'top_up', 'payments', 'payme:now', 700, nowMs - 1000)
    let end: () => void = () => undefined
    const other = new Promise<void>((resolve) => (end = resolve))
    let began: () => void = () => undefined
    const locked = new Promise<void>((resolve) => (began = resolve))
    const computing = db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('reports.roll-up'))`.execute(tx)
      began()
      await other
    })
    await locked
    expect(await rollUpToday(db, nowMs)).toBe(false)
    // Longer than a request waits for a lock.
    setTimeout(end, 2500)
    await rollUpDays(db, [addDays(today, -1)], nowMs)
    await computing
    expect(await rollUpToday(db, nowMs)).toBe(true)
  })

  it('has money and watching of today each hour, and all of it after a night', async () => {
    const person = await addPerson()
    await live(person, createDice(7), [])
    await addEntry(person.account, 'top_up', 'payments', 'payme:now', 700, nowMs - 1000)
    const ofToday = (name: 'revenue' | 'subscribers', atMs: number) =>
      showReport(db, name, { period: { from: today, to: today }, nowMs: atMs })
    await rollUpToday(db, nowMs)
    const revenue = await ofToday('revenue', nowMs)
    expect(revenue.figures.find(({ measure }) => measure === 'paid_in')?.value).toBe(7)
    expect(revenue).toMatchObject({ computedMs: nowMs, missingDays: 0 })
    expect(await ofToday('subscribers', nowMs)).toMatchObject({ computedMs: 0, missingDays: 1 })
    await rollUpNight(db, nowMs)
    const hourLater = nowMs + 3_600_000
    await rollUpToday(db, hourLater)
    expect(await ofToday('revenue', hourLater)).toMatchObject({ computedMs: hourLater, missingDays: 0 })
    expect(await ofToday('subscribers', hourLater)).toMatchObject({ computedMs: nowMs, missingDays: 0 })
  })

  it('counts credits of outside billing as payments, and neither goodwill nor corrections', async () => {
    const person = await addPerson()
    const add = (kind: string, against: string, reference: string, tiyin: number, reverses?: number) =>
      addEntry(person.account, kind, against, reference, tiyin, nowMs - 1000, undefined, reverses)
    await add('top_up', 'payments', 'payme:a', 100)
    await add('top_up', 'external', 'api:a', 1000)
    const wrong = await add('top_up', 'external', 'api:b', 500)
    await add('reversal', 'external', 'api:b:reversal', -500, wrong)
    await add('top_up', 'goodwill', 'hand:a', 7000)
    await add('top_up', 'corrections', 'hand:b', 9000)
    await rollUpNight(db, nowMs)
    const report = await showReport(db, 'revenue', { period: { from: today, to: today }, nowMs })
    const figure = (name: string) => report.figures.find(({ measure }) => measure === name)?.value
    expect(['paid_in', 'paid_back', 'payments', 'revenue'].map(figure)).toEqual([16, 5, 3, 0])
    const sources = report.tables.find(({ table }) => table === 'sources')?.rows
    expect(sources?.map(({ key, cells }) => [key, cells[0]])).toEqual([
      ['external', 15],
      ['payme', 1],
    ])
    const page = { day: today, after: 0, limit: 10 }
    const paid = await rowsBeneath(db, { ...page, measure: 'paid_in' }, { limitMs: 5000 })
    expect(paid.kind === 'rows' && paid.rows.map(({ source }) => source)).toEqual([
      ...['payme', 'external', 'external'],
    ])
  })

  it('puts what happens around midnight in Tashkent into its own day', async () => {
    const person = await addPerson()
    const midnight = beginOf('2026-11-10')
    await addEntry(person.account, 'top_up', 'payments', 'payme:a', 100, midnight - 1)
    await addEntry(person.account, 'top_up', 'payments', 'payme:b', 200, midnight)
    await addEntry(person.account, 'top_up', 'payments', 'click:c', 400, midnight + dayMs - 1)
    await rollUpNight(db, nowMs)
    const report = await showReport(db, 'revenue', {
      period: { from: '2026-11-09', to: '2026-11-10' },
      nowMs,
    })
    expect(report.lines.find(({ measure }) => measure === 'paid_in')?.values).toEqual([1, 6])
    expect(new Date(midnight).toISOString()).toBe('2026-11-09T19:00:00.000Z')
  })
})

function sumsByDay(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { atMs, tiyin } of entries) sums.set(dayOf(atMs), (sums.get(dayOf(atMs)) ?? 0) + tiyin)
  return sums
}
