/** A process dies between an act of the staff and its entry in the audit, or right after it: both are there or neither. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everybody } from '#contract/console/segment-rules.ts'
import { returnCharge, signDay } from '#server/accounting/accounting.ts'
import { makeApiKey, revokeApiKey, rotateApiKey } from '#server/api-keys/api-keys.ts'
import { type Audit, checkChain, openAudit } from '#server/audit/audit.ts'
import {
  changePrice,
  checkLedger,
  generateBatch,
  loadDunning,
  openBilling,
  openTariffService,
  readTariffFile,
  saveDunning,
} from '#server/billing/billing.ts'
import { changeSetEntry, tariffGround } from '#server/editing/editing.ts'
import { makeRun, startRun, stopRun, workOnRuns } from '#server/bulk/bulk.ts'
import { changeDeposit, saveDealer, takeCash } from '#server/dealers/dealers.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import {
  changeBrand,
  endTariff,
  giveDaysByHand,
  mergeSubscribers,
  moveByHand,
  takeBackAct,
} from '#server/subscribers/subscribers.ts'
import { createSeal } from '#server/platform/installation/seal.ts'
import { saveWebhook } from '#server/webhooks/webhooks.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.UTC(2026, 10, 22, 12))
const key = 'k'.repeat(43)
const audit = openAudit({ db, clock, log: silentLog, key })
const people = accountsFixture(db, { clock, audit })
const { addAccount, accounts } = people
const billing = openBilling({ db, clock })
const staff = { staffId: 7, name: 'Камола' }
let deviceIds: readonly number[] = []
let [accountId, dealerId, actId, runId, entryId, keys] = [0, 0, 0, 0, 0, 0]

/** The process dies before it writes the entry, or after that and before the commit. */
function dyingAudit(at: 'before' | 'after'): Audit {
  const recordIn: Audit['recordIn'] = async (trx, event) => {
    if (at === 'after') await audit.recordIn(trx, event)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
  }
  return { ...audit, recordIn }
}

const deps = (own: Audit) => ({ db, clock, audit: own, withLock: keyedMutex(), log: silentLog })
const request = (id: number) => ({
  ...{ accountId: id, key: `key-of-act-${(keys += 1)}`, reason: 'Авария', by: { staff }, giver: undefined },
})
const entry = (own: Audit, event: string) => (trx: DbTransaction) =>
  own.recordIn(trx, { event, actor: 'staff', change: { section: 'payments', subject: 'one', staff } })
const run = {
  ...({ kind: 'credit', purpose: 'goodwill', amountTiyin: 100, days: 0, tariffId: undefined } as const),
  ...{ endsNow: false, reason: 'Авария', segmentName: 'Все', rules: everybody },
}
const terms = {
  ...{ name: { ru: 'а', uz: 'a' }, partner: '', giftTiyin: 100, connects: null, perAccount: 1 },
  ...{ validFromMs: 0, validToMs: Date.UTC(2027, 0, 1), maxUses: null, budgetTiyin: null },
}

interface Act {
  readonly event: string
  /** How often it was done, as the tables of its module say. */
  readonly rows: ReturnType<typeof sql>
  perform(own: Audit): Promise<unknown>
}

const acts: Readonly<Record<string, Act>> = {
  'money by hand': {
    ...{ event: 'subscriber_credited', rows: sql`subscriber_act where kind = 'credited'` },
    perform: (own) =>
      moveByHand(deps(own), {
        ...{ ...request(accountId), kind: 'credit', purpose: 'goodwill', amountTiyin: 100 },
      }),
  },
  'days by hand': {
    ...{ event: 'subscriber_days_given', rows: sql`gift_period` },
    perform: (own) => giveDaysByHand(deps(own), { ...request(accountId), tariffId: 57, days: 1 }),
  },
  'taking back': {
    ...{ event: 'subscriber_act_taken_back', rows: sql`subscriber_act where taken_back_at is not null` },
    perform: (own) =>
      takeBackAct(deps(own), { accountId, actId, reason: 'Ошибка', by: { staff }, giver: undefined }),
  },
  'the end of a renewal': {
    ...{ event: 'subscriber_tariff_renewal_off', rows: sql`subscription where not auto_renew` },
    perform: (own) => endTariff(deps(own), { ...request(accountId), tariffId: 57, mode: 'renewal_off' }),
  },
  'a merge': {
    ...{ event: 'subscriber_merged', rows: sql`account where merged_into is not null` },
    perform: async (own) => {
      const { abonement } = await addAccount({ name: 'Двойник' })
      const merging = { ...deps(own), accounts, random: systemRandom }
      return mergeSubscribers(merging, { ...request(accountId), from: abonement })
    },
  },
  'a run over a segment': {
    ...{ event: 'bulk_made', rows: sql`bulk_run` },
    perform: (own) =>
      makeRun(db, { ...run, member: undefined, nowMs: clock.nowMs() }, entry(own, 'bulk_made')),
  },
  'the stop of a run': {
    ...{ event: 'bulk_stopped', rows: sql`bulk_run where state = 'stopped'` },
    perform: (own) => stopRun(db, { runId, nowMs: clock.nowMs() }, entry(own, 'bulk_stopped')),
  },
  'a deposit of a dealer': {
    ...{ event: 'dealer_deposit', rows: sql`dealer_entry where kind = 'paid_in'` },
    perform: (own) => {
      const change = {
        dealerId,
        amountTiyin: 100,
        document: 'D',
        key: `deposit-${(keys += 1)}`,
        by: undefined,
      }
      return changeDeposit({ db, clock }, change, entry(own, 'dealer_deposit'))
    },
  },
  'cash of a dealer': {
    ...{ event: 'dealer_cash', rows: sql`ledger_entry where against = 'dealers'` },
    perform: (own) => {
      const cash = { dealerId, accountId, amountTiyin: 100, key: `cash-of-${(keys += 1)}`, by: undefined }
      return takeCash({ db, clock }, cash, entry(own, 'dealer_cash'))
    },
  },
  'a returned charge': {
    ...{ event: 'charge_returned', rows: sql`ledger_act where kind = 'charge_return'` },
    perform: (own) =>
      returnCharge(
        { db, clock },
        {
          ledgerEntryId: entryId,
          amountTiyin: 100,
          returnedTiyin: 0,
          reason: 'Без показа',
          by: { ...staff, role: 'owner' },
        },
        entry(own, 'charge_returned'),
      ),
  },
  'a batch of promo codes': {
    ...{ event: 'promotion_batch_made', rows: sql`promotion_batch` },
    perform: (own) =>
      generateBatch(
        db,
        { ...terms, count: 3, prefix: '' },
        {
          ...{ nowMs: clock.nowMs(), by: '', random: systemRandom },
          record: entry(own, 'promotion_batch_made'),
        },
      ),
  },
  'a signed day': {
    ...{ event: 'closing_signed', rows: sql`day_closing` },
    perform: (own) => signDay({ db, clock }, { day: '2020-01-01', by: staff }, entry(own, 'closing_signed')),
  },
  'a key of the API': {
    ...{ event: 'api_key_made', rows: sql`api_key` },
    perform: (own) =>
      makeApiKey({ db, random: systemRandom }, apiKey, { ...madeBy, record: entry(own, 'api_key_made') }),
  },
  'the rotation of a key': {
    ...{ event: 'api_key_rotated', rows: sql`api_key where former_hash is not null` },
    perform: (own) =>
      rotateApiKey(
        { db, random: systemRandom },
        apiKeyId,
        { nowMs: clock.nowMs(), formerMs: 60_000 },
        entry(own, 'api_key_rotated'),
      ),
  },
  'the end of a key': {
    ...{ event: 'api_key_leaked', rows: sql`api_key where is_leaked` },
    perform: (own) => revokeApiKey(db, apiKeyId, { ...madeBy, isLeaked: true }, entry(own, 'api_key_leaked')),
  },
  'a webhook': {
    ...{ event: 'webhook_saved', rows: sql`webhook` },
    perform: (own) =>
      saveWebhook(webhookDeps, null, webhook, { ...madeBy, record: entry(own, 'webhook_saved') }),
  },
  'the days of reminders': {
    ...{ event: 'dunning_changed', rows: sql`dunning where version > 1` },
    perform: async (own) => saveDunning(db, await loadDunning(db), entry(own, 'dunning_changed')),
  },
}

const apiKey = {
  name: 'CRM',
  scopes: ['accounts:read'],
  networks: [],
  perMinute: 300,
  expiresMs: null,
} as const
const madeBy = { by: 'Камола', nowMs: clock.nowMs() }
let apiKeyId = 0
const webhook = {
  name: 'CRM',
  address: 'https://crm.example.uz/in',
  events: ['account.created'],
  isOn: true,
} as const
const webhookDeps = {
  ...{ db, random: systemRandom, insideHosts: () => [] },
  seal: createSeal('p'.repeat(43), 'webhooks', systemRandom),
}

const byStaff = { actor: 'staff', change: { section: 'subscribers', subject: 'one', staff } } as const
const withOwn = (own: Audit) => accountsFixture(db, { clock, audit: own }).accounts

/** What a subscriber signs in with, and tariffs. */
const more: Readonly<Record<string, Act>> = {
  'a price of a tariff': {
    ...{ event: 'tariff_priced', rows: sql`tariff_price` },
    perform: (own) => {
      const price = { tariffId: 57, periodDays: 30, priceTiyin: 100, payers: 'new' } as const
      const author = { actor: 'staff', by: staff } as const
      return changePrice(
        db,
        { ...price, fromMs: clock.nowMs() + 60_000 },
        { by: staff, nowMs: clock.nowMs(), record: changeSetEntry({ audit: own }, 'tariff_priced', author) },
      )
    },
  },
  'a file of tariffs': {
    ...{ event: 'tariffs_written', rows: sql`tariff where tariff_id = 64` },
    perform: async (own) => {
      const night = { id: 64, name: { ru: 'Ночь', uz: 'Tun', en: 'Night' }, kind: 'additional', price: 9000 }
      const file = readTariffFile(JSON.stringify({ tariffs: [{ ...night, channels: [], providers: [1] }] }))
      if (file.kind === 'refused') throw new Error(file.problems.join())
      return openTariffService(db).put({
        ...{ file, ground: await tariffGround(db), isDry: false, nowMs: clock.nowMs() },
        record: entry(own, 'tariffs_written'),
      })
    },
  },
  'the brand of a subscriber': {
    ...{ event: 'subscriber_brand', rows: sql`account where service_id = 1000001` },
    perform: (own) => changeBrand(deps(own), { ...request(accountId), brand: 1_000_001 }),
  },
  'the name of a device': {
    ...{ event: 'device_renamed', rows: sql`device where name = 'Зал'` },
    perform: (own) => withOwn(own).renameDevice(accountId, deviceIds[0] ?? 0, 'Зал', byStaff),
  },
  'the removal of a device': {
    ...{ event: 'device_removed', rows: sql`device where place is null` },
    perform: (own) => withOwn(own).removeDevice(accountId, deviceIds[0] ?? 0, byStaff),
  },
  'the ban of a device': {
    ...{ event: 'device_banned', rows: sql`device_ban` },
    perform: (own) => {
      const ban = { deviceId: deviceIds[1] ?? 0, reason: 'Чужое', byName: 'Камола' }
      return withOwn(own).banDevice(accountId, ban, byStaff)
    },
  },
  'the end of a ban': {
    ...{
      event: 'device_unbanned',
      rows: sql`(select 1 where not exists (select from device_ban)) as one`,
    },
    perform: (own) => withOwn(own).unbanDevice(accountId, 'uid-1', byStaff),
  },
  'the end of all sessions': {
    ...{
      event: 'sessions_ended',
      rows: sql`(select 1 where not exists (select from session where account_id = ${deviceOwner()})) as one`,
    },
    perform: (own) => withOwn(own).endSessions(accountId, undefined, byStaff),
  },
  'a block': {
    ...{ event: 'account_blocked', rows: sql`account where state = 'blocked'` },
    perform: (own) => withOwn(own).setState(accountId, 'blocked', byStaff),
  },
}

/** Read when a statement is written, after the account was made. */
function deviceOwner() {
  return sql`(select account_id from account where name = 'Шерзод')`
}

async function count(of: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${of}`.execute(db)
  return rows[0]?.count ?? 0
}

beforeAll(async () => {
  await billing.putTariff(buildTariff(57, { isBase: true }))
  const account = await addAccount({ name: 'Шерзод' })
  ;({ accountId } = account)
  for (const uid of ['uid-0', 'uid-1', 'uid-2']) await people.enter(account, uid)
  deviceIds = (await accounts.listDevices(accountId))
    .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
    .map((one) => one.deviceId)
  await sql`insert into provider (id, name) values (1, 'Ekran') on conflict do nothing`.execute(db)
  const main = await db.selectFrom('service_settings').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('service_settings')
    .values({ ...main, service_id: 1_000_001, hosts: ['zamin.uz'], name_uz: 'Zamin TV' })
    .execute()
  await billing.moveMoney({
    ...({ reference: 'cash:1', kind: 'top_up', against: 'payments' } as const),
    ...{ accountId, amountTiyin: 10_000_000 },
  })
  await billing.purchase({ accountId, items: [{ tariffId: 57 }], replacesBase: false, key: undefined })
  const { rows } = await sql<{
    id: number
  }>`select ledger_entry_id as id from ledger_entry where kind = 'charge'`.execute(db)
  entryId = rows[0]?.id ?? 0
  const fields = { contact: '', phone: '', contract: '', state: 'active', creditLimitTiyin: 1000 } as const
  const dealer = { name: 'Чиланзар', version: 0, by: undefined, isConfirmed: true, ...fields }
  const saved = await saveDealer({ db, clock }, dealer, async () => undefined)
  if (saved.kind === 'saved') ({ dealerId } = saved)
  const credited = await moveByHand(deps(audit), {
    ...{ ...request(accountId), kind: 'credit', purpose: 'goodwill', amountTiyin: 100 },
  })
  if (credited.kind === 'acted') ({ actId } = credited.act)
  runId = await makeRun(db, { ...run, member: undefined, nowMs: clock.nowMs() }, async () => undefined)
  await workOnRuns({ ...deps(audit), billing }, AbortSignal.timeout(60_000), [runId])
  const made = await makeApiKey({ db, random: systemRandom }, apiKey, {
    ...{ ...madeBy, record: async () => undefined },
  })
  if (made.kind === 'made') apiKeyId = made.keyId
  const start = { runId, member: undefined, nowMs: clock.nowMs(), everybody: 1 }
  expect(await startRun(db, start, async () => undefined)).toMatchObject({ kind: 'running' })
})
afterAll(async () => {
  await audit.close()
  await database.drop()
})

it.each(Object.entries({ ...acts, ...more }))(
  '[STAFF-03] [CARE-04] %s is done with its entry or not at all',
  async (_, act) => {
    const entries = sql`security_event where event = ${act.event}`
    const now = async () => [await count(act.rows), await count(entries)] as const
    const [done, written] = await now()
    for (const at of ['before', 'after'] as const)
      await expect(act.perform(dyingAudit(at))).rejects.toThrow(/terminat/)
    expect(await now()).toEqual([done, written])
    await act.perform(audit)
    expect(await now()).toEqual([done + 1, written + 1])
  },
)

it('[STAFF-03] [PAY-10] leaves chain and ledger whole', async () => {
  expect(await checkChain(db, { key })).toMatchObject({ kind: 'whole' })
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
})
