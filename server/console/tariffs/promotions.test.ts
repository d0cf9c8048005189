/** Batches of promo codes over real HTTP on a real database: made, used at once by many, measured. */
import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type consolePromotions, promotionFilesRoot } from '#contract/console/promotions.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { openAudit } from '#server/audit/audit.ts'
import { checkLedger, openBilling } from '#server/billing/billing.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { promotionEndpoints } from './promotion-endpoints.ts'
import { promotionFileMount } from './promotion-mount.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const billing = openBilling({ db, clock })
const admitStaff = staffAdmission({ staff, clock, publicUrl: undefined })
const clientAddress = clientAddressReader(['127.0.0.1'])
const server = createHttpServer({
  endpoints: promotionEndpoints({ db, clock, audit, random: systemRandom }),
  mounts: [promotionFileMount({ db, clock, audit, admitStaff, clientAddress, publicUrl: undefined })],
  ...{ identify: async () => undefined, admitStaff, clientAddress, audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const dayMs = 86_400_000
const cookies: Record<string, string> = {}
const memberIds: Record<string, number> = {}
let origin = ''

type Terms = InputOf<typeof consolePromotions.begin>
interface Answer<Data> {
  readonly data: Data
  readonly failure?: string
  readonly message?: string
}

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['finance', 'support', 'owner'] as const)
    memberIds[role] = (await fixture.addMember(role)).staffId
  await billing.putTariff(buildTariff(57, { isBase: true }))
})
beforeEach(enter)
afterAll(async () => {
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  await server.close(500)
  await audit.close()
  await database.drop()
})

/** Sessions that last from now on; those of days ago have ended. */
async function enter(): Promise<void> {
  for (const [role, staffId] of Object.entries(memberIds))
    cookies[role] = `ekran-staff=${await fixture.openSession(staffId)}`
}

function headers(role: string) {
  return {
    ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: cookies[role] ?? '' },
    'content-type': 'application/json',
  }
}

async function send<Data = { id: number }>(path: string, body: object, role = 'finance') {
  const response = await fetch(`${origin}/api/console/v1/promotions/${path}`, {
    ...{ method: 'POST', headers: headers(role), body: JSON.stringify(body) },
  })
  return (await response.json()) as Answer<Data>
}

async function one(id: number) {
  const path = `${origin}/api/console/v1/promotions/one?id=${id}`
  const response = await fetch(path, { headers: headers('support') })
  return ((await response.json()) as Answer<ResponseOf<typeof consolePromotions.one>>).data
}

function terms(more: Partial<Terms> = {}): Terms {
  const nowSec = Math.floor(clock.nowMs() / 1000)
  return {
    ...{ name_ru: 'Навруз', name_uz: 'Navroʻz', partner: 'Korzinka', gift: 1000 },
    ...{ tariff_id: 0, days: 0, price: 0, from: nowSec - 60, to: nowSec + 30 * 86_400 },
    ...{ max_uses: 0, budget: 10_000_000, per_account: 1, ...more },
  }
}

let keys = 0
const key = () => `batch-of-test-${(keys += 1)}`

async function generate(count: number, more: Partial<Terms> = {}): Promise<number> {
  const { data, failure } = await send('generate', { ...terms(more), count, prefix: 'NAV', key: key() })
  expect(failure).toBeUndefined()
  return data.id
}

async function effect(id: number) {
  const path = `${origin}/api/console/v1/promotions/effect?id=${id}`
  const response = await fetch(path, { headers: headers('support') })
  return ((await response.json()) as Answer<ResponseOf<typeof consolePromotions.effect>>).data
}

async function file(id: number, role = 'finance'): Promise<string> {
  const response = await fetch(`${origin}${promotionFilesRoot}${id}`, {
    ...{ method: 'POST', headers: headers(role), body: '{}' },
  })
  return response.text()
}

async function codesOf(id: number): Promise<readonly string[]> {
  const lines = (await file(id)).trim().split('\r\n').slice(1)
  return lines.map((line) => line.replace(/^\uFEFF/, '').split(';')[0] ?? '')
}

let number = 0
async function subscriber(): Promise<number> {
  number += 1
  const { accountId } = await people.accounts.upsertAccount(
    buildAccount(String(600_000 + number), {
      ...{ phone: `+99890${3_000_000 + number}`, name: 'A', password: 'pass word 12' },
    }),
  )
  await db.transaction().execute((trx) => billing.openAccount(trx, accountId))
  return accountId
}

async function use(accountId: number, code: string): Promise<string> {
  const once = await billing.activatePromotion({ accountId, name: { kind: 'code', code } })
  if (once.kind === 'conflict') return 'conflict'
  return once.response.kind === 'refused' ? once.response.failure : once.response.kind
}

describe('[FIN-01] [PROMO-01] a batch of promo codes', () => {
  it('has codes that nobody guesses and no one misreads, each used once', async () => {
    const id = await generate(300)
    const codes = await codesOf(id)
    expect(new Set(codes).size).toBe(300)
    expect(codes.every((code) => /^NAV(?:-[ACDEFGHJKMNPRTWXY34679]{4}){3}$/.test(code))).toBe(true)
    const [first = '', second = ''] = codes
    const [a, b] = [await subscriber(), await subscriber()]
    expect(await use(a, first)).toBe('done')
    expect(await use(a, first)).toBe('promo_already_activated')
    expect(await use(b, first)).toBe('promo_invalid')
    expect(await use(a, second)).toBe('promo_batch_limit')
    expect(await use(b, second.toLowerCase())).toBe('done')
    expect((await one(id)).batch).toMatchObject({ codes: 300, used: 2, spent: 2000, state: 'open' })
  })

  it('is stopped and goes on; what was used stays', async () => {
    const id = await generate(2)
    const [first = '', second = ''] = await codesOf(id)
    const accountId = await subscriber()
    expect(await send('stop', { id, stopped: true })).toMatchObject({ data: { ok: true } })
    expect(await use(accountId, first)).toBe('promo_batch_stopped')
    expect(await send('stop', { id, stopped: true })).toMatchObject({ failure: 'promo_batch_state' })
    await send('stop', { id, stopped: false })
    expect(await use(accountId, second)).toBe('done')
    expect((await one(id)).batch).toMatchObject({ used: 1, state: 'open' })
  })

  it('gives days of a tariff and counts their price in the budget', async () => {
    // 10 of 30 days of a tariff for 25 000: 8333.33 each.
    const id = await generate(3, { gift: 0, tariff_id: 57, days: 10, budget: 20_000 })
    const codes = await codesOf(id)
    const outcomes: string[] = []
    for (const code of codes) outcomes.push(await use(await subscriber(), code))
    expect(outcomes).toEqual(['done', 'done', 'promo_budget_spent'])
    expect((await one(id)).batch).toMatchObject({ used: 2, spent: 16_666.66 })
  })

  it('is never used above its budget or its uses by many at once', async () => {
    const accounts: number[] = []
    for (let at = 0; at < 12; at += 1) accounts.push(await subscriber())
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          gift: fc.integer({ min: 1, max: 4000 }),
          budget: fc.integer({ min: 1, max: 30_000 }),
          maxUses: fc.integer({ min: 1, max: 12 }),
          perAccount: fc.integer({ min: 1, max: 2 }),
          picks: fc.array(fc.tuple(fc.nat(11), fc.nat(7)), { minLength: 8, maxLength: 20 }),
        }),
        async ({ gift, budget, maxUses, perAccount, picks }) => {
          const limits = { gift, budget, max_uses: maxUses, per_account: perAccount }
          const id = await generate(8, limits)
          const codes = await codesOf(id)
          const outcomes = await Promise.all(
            picks.map(([person, code]) => use(accounts[person] ?? 0, codes[code] ?? '')),
          )
          const done = outcomes.filter((outcome) => outcome === 'done').length
          const { batch } = await one(id)
          expect(batch).toMatchObject({ used: done, spent: done * gift })
          expect(batch.spent).toBeLessThanOrEqual(budget)
          expect(batch.used).toBeLessThanOrEqual(maxUses)
          const { rows } = await sql<{ max: number; total: number }>`
            select coalesce(max(uses), 0)::integer as max, coalesce(sum(uses), 0)::integer as total from (
              select count(*) as uses from promotion_use join promotion using (promotion_id)
              where batch_id = ${id} group by account_id) as own`.execute(db)
          expect(rows[0]?.max ?? 0).toBeLessThanOrEqual(perAccount)
          expect(rows[0]?.total).toBe(done)
        },
      ),
      { numRuns: 12 },
    )
  })

  it('says who came, who pays after 30 days and what they paid in', async () => {
    const id = await generate(3)
    const codes = await codesOf(id)
    const [fresh, former] = [await subscriber(), await subscriber()]
    const pay = (accountId: number, sums: number, name: string) =>
      billing.moveMoney({
        ...{ reference: `${name}:${accountId}`, kind: 'top_up', accountId, against: 'payments' },
        amountTiyin: sums * 100,
      })
    await billing.moveMoney({
      ...{ reference: `before:${former}`, kind: 'top_up', accountId: former, against: 'dealers' },
      amountTiyin: 500_000,
    })
    const startMs = clock.nowMs()
    clock.setMs(startMs + 1000)
    await use(fresh, codes[0] ?? '')
    await use(former, codes[1] ?? '')
    clock.setMs(startMs + 5 * dayMs)
    await pay(fresh, 30_000, 'after')
    await billing.moveMoney({
      ...{ reference: `outside:${fresh}`, kind: 'top_up', accountId: fresh, against: 'external' },
      amountTiyin: 1_000_000,
    })
    await enter()
    expect(await effect(id)).toEqual({
      ...{ accounts: 2, newcomers: 1, returning: 1, measurable: 0, paying: 0, revenue: 40_000 },
    })
    clock.setMs(startMs + 31 * dayMs)
    await billing.purchase({ accountId: fresh, items: [{ tariffId: 57 }], replacesBase: false })
    clock.setMs(startMs + 32 * dayMs)
    await enter()
    expect(await effect(id)).toMatchObject({ measurable: 2, paying: 1 })
    clock.setMs(startMs)
  })

  it('that gives money needs a budget within the limit of who makes it', async () => {
    const made = (more: Partial<Terms>, role = 'finance') =>
      send('generate', { ...terms(more), count: 1, prefix: '', key: key() }, role)
    for (const budget of [0, 20_000_001]) {
      const refused = await made({ budget })
      expect(refused.failure).toBe('promo_budget_limit')
      expect(refused.message).toMatch(/20\s000\s000\sсум.*владелец, администратор/)
      expect((await send('begin', terms({ budget }))).failure).toBe('promo_budget_limit')
    }
    expect((await made({ budget: 20_000_000 })).failure).toBeUndefined()
    expect((await made({ budget: 0, gift: 0, tariff_id: 57, days: 3 })).failure).toBeUndefined()
    expect((await made({ budget: 0 }, 'owner')).failure).toBeUndefined()
  })

  it('is generated once for a key, also by two requests at once', async () => {
    const request = { ...terms(), count: 50, prefix: 'ONCE', key: key() }
    const both = await Promise.all([send('generate', request), send('generate', request)])
    const again = await send('generate', request)
    expect(new Set([...both, again].map(({ data }) => data.id)).size).toBe(1)
    expect(await send('generate', { ...request, count: 51 })).toMatchObject({ failure: 'promo_key_used' })
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from promotion where code like 'ONCE-%'`.execute(db)
    expect(rows).toEqual([{ count: 50 }])
  })

  it('is read by support, made and exported by finance alone, and everything is in the audit', async () => {
    expect(await send('generate', { ...terms(), count: 1, prefix: '', key: key() }, 'support')).toMatchObject(
      {
        failure: 'staff_forbidden',
      },
    )
    const id = await generate(1)
    expect(await file(id, 'support')).toContain('staff_forbidden')
    await file(id)
    const rows = await db
      .selectFrom('security_event')
      .select('event')
      .orderBy('event_id', 'desc')
      .limit(2)
      .execute()
    expect(rows.map(({ event }) => event)).toEqual(['promotion_codes_exported', 'promotion_batch_made'])
  })

  it.each([
    ['nothing to give', { gift: 0 }],
    ['a tariff that is none', { tariff_id: 999, days: 3 }],
    ['an end before its beginning', { to: 1_700_000_000 }],
  ])('refuses %s', async (_, more) => {
    expect(await send('begin', terms(more))).toMatchObject({ failure: 'promo_terms_wrong' })
  })

  it.each([
    ['a tariff without days', { tariff_id: 57 }, 'days'],
    ['no first day', { from: 0 }, 'from'],
    ['no last day', { to: 0 }, 'to'],
  ])('refuses %s at its field, for codes of both kinds', async (_, more, field) => {
    const refusal = { failure: 'invalid_input', fields: [{ field, message: expect.any(String) }] }
    expect(await send('begin', terms(more))).toMatchObject(refusal)
    expect(await send('generate', { ...terms(more), count: 1, prefix: '', key: key() })).toMatchObject(
      refusal,
    )
  })
})

describe('[FIN-01] [PROMO-01] codes that a partner made', () => {
  const begin = async () => (await send('begin', terms())).data.id

  it('come in pieces, and work when all of them are there', async () => {
    const id = await begin()
    await send('append', { id, first_line: 1, csv: 'code;uses\r\nBAZAR-1;2\r\n\r\n"bazar-2"' })
    const accountId = await subscriber()
    expect(await use(accountId, 'BAZAR-1')).toBe('promo_batch_stopped')
    for (const _ of ['sent', 'sent again'])
      expect(await send('append', { id, first_line: 5, csv: 'BAZAR-3' })).toMatchObject({
        data: { codes: 3 },
      })
    expect(await send('append', { id, first_line: 5, csv: 'BAZAR-3\nBAZAR-4' })).toMatchObject({
      failure: 'promo_csv_wrong',
    })
    expect(await send('complete', { id })).toMatchObject({ data: { ok: true } })
    expect(await use(accountId, 'BAZAR-1')).toBe('done')
    expect(await use(await subscriber(), 'BAZAR-1')).toBe('done')
    expect(await use(await subscriber(), 'BAZAR-1')).toBe('promo_invalid')
    expect((await file(id)).replace(/^\uFEFF/, '')).toBe(
      'code;uses;used\r\nBAZAR-1;2;2\r\nBAZAR-2;1;0\r\nBAZAR-3;1;0\r\n',
    )
    expect(await send('append', { id, first_line: 1, csv: 'LATE-1' })).toMatchObject({
      failure: 'promo_batch_state',
    })
    expect(await send('discard', { id })).toMatchObject({ failure: 'promo_batch_state' })
  })

  it.each([
    ['Cyrillic letters', 'GOOD-1\nПЛОХО-2', 'Строка 8, столбец code: «ПЛОХО-2»'],
    ['an empty code', 'GOOD-1\n;5', 'Строка 8, столбец code: «;5»'],
    ['uses of 0', 'GOOD-1;0', 'Строка 7, столбец uses: «0»'],
    ['uses in words', 'GOOD-1;many', 'Строка 7, столбец uses: «many»'],
    ['a third column', 'GOOD-1;1;x', 'Строка 7, столбец line'],
    ['a code twice', 'GOOD-1\nGOOD-2\ngood-1', 'Строка 9, столбец code: «GOOD-1»'],
    ['a code of another batch', 'GOOD-1\nTAKEN-1', 'Строка 8, столбец code: «TAKEN-1»'],
  ])('with %s are refused by line and field, and nothing of the piece is there', async (_, csv, message) => {
    const taken = await begin()
    await send('append', { id: taken, first_line: 1, csv: 'TAKEN-1' })
    const id = await begin()
    const refused = await send('append', { id, first_line: 7, csv })
    expect(refused.failure).toBe('promo_csv_wrong')
    expect(refused.message).toContain(message)
    expect((await one(id)).batch.codes).toBe(0)
    expect(await send('complete', { id })).toMatchObject({ failure: 'promo_batch_state' })
    expect(await send('discard', { id })).toMatchObject({ data: { ok: true } })
    await send('discard', { id: taken })
  })
})
