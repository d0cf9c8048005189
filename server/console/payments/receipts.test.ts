/** Fiscal receipts in the console, over real HTTP with the emulated fiscal service. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleReceipts } from '#contract/console/receipts.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { basic, call } from '#emulators/payment-systems/call.ts'
import { listEvents } from '#server/audit/audit.ts'
import { createUzumFiscal, fiscalReceiptUrl, queueReceipts, sendReceipts } from '#server/fiscal/fiscal.ts'
import type { FiscalSettings } from '#server/platform/settings/fiscal-settings.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { startFiscalService, type TestFiscalService } from '#tests/kit/emulators/fiscal-service.ts'
import { openPaymentsConsole, type PaymentsConsole } from '#tests/kit/modules/payments-console.ts'
import { receiptEndpoints } from './receipt-endpoints.ts'

const database = await createTestDatabase()
// Nothing is charged to cards here.
const noGateway = 'atmos+http://a:b@127.0.0.1:1?store=1'
let service: TestFiscalService
let world: PaymentsConsole
const settings: { EKRAN_FISCAL: FiscalSettings | undefined } = { EKRAN_FISCAL: undefined }
beforeAll(async () => {
  service = await startFiscalService()
  settings.EKRAN_FISCAL = service.settings
  world = await openPaymentsConsole(database.db, noGateway, (deps) => ({
    endpoints: receiptEndpoints({ ...deps, settings }),
  }))
})
afterAll(async () => {
  await world.close()
  await service.stop()
  await database.drop()
})

type List = ResponseOf<typeof consoleReceipts.list>
type Reconciled = ResponseOf<typeof consoleReceipts.reconcile>

/** A payment of 5,000 soʻm through Uzum Bank; returns our number. */
async function paid(): Promise<number> {
  const { abonement } = await world.merchants.addAccount()
  const transId = randomUUID()
  const uzum = (step: string, params: object) =>
    call(`${world.merchants.url}/uzum/${step}`, {
      headers: { authorization: basic('uzum', 'uzum-password-of-the-tests') },
      body: JSON.stringify({ serviceId: 101, timestamp: world.clock.nowMs(), transId, ...params }),
    })
  await uzum('create', { params: { account: abonement }, amount: 500_000 })
  await uzum('confirm', {})
  const { provider_tx_id: number } = await world.db
    .selectFrom('provider_tx')
    .select('provider_tx_id')
    .where('external_id', '=', transId)
    .executeTakeFirstOrThrow()
  return number
}

async function run(more: object = {}) {
  const nowMs = world.clock.nowMs()
  await queueReceipts(world.db, service.settings, nowMs)
  const fiscal = createUzumFiscal({ ...service.settings, ...more })
  return sendReceipts({ db: world.db, clock: world.clock, service: fiscal }, AbortSignal.timeout(30_000))
}

const list = async (which: string, member = 'finance') =>
  (await world.read<List>(`/payments/receipts?which=${which}`, member)).data

describe('[FIN-04] fiscal receipts in the console', () => {
  it('are listed with what is wrong, tried again, and shown on the payment', async () => {
    const number = await paid()
    await run({ spic: '0'.repeat(17) })
    const [failed] = (await list('failed')).receipts
    expect(failed).toMatchObject({ system: 'uzum', number, amount: 5000, reason: 'wrong_codes', next_at: 0 })
    expect((await list('failed', 'support')).counts).toMatchObject({ failed: 1, registered: 0 })
    const body = { receipt_id: failed?.receipt_id }
    expect((await world.act('/payments/receipts/retry', body, 'support')).failure).toBe('staff_forbidden')
    expect((await world.act('/payments/receipts/retry', body)).data).toEqual({ count: 1 })
    await run()
    const of = await world.read<List>(`/payments/receipts/of?system=uzum&number=${number}`)
    expect(of.data.receipts).toMatchObject([{ state: 'registered', reason: '' }])
    const [shown] = of.data.receipts
    expect(shown?.url).toMatch(/^https:\/\/ofd\.soliq\.uz\/epi\?t=EMULATED/)
    expect((await world.act('/payments/receipts/retry', body)).failure).toBe('receipt_ended')
    expect((await world.act('/payments/receipts/retry', { receipt_id: 987_654 })).failure).toBe('not_found')
    const [event] = await listEvents(world.db, { event: 'receipt_retried', limit: 1 })
    expect(event?.accountId).toBeGreaterThan(0)
    const { ledger_entry_id: entry } = await world.db
      .selectFrom('fiscal_receipt')
      .select('ledger_entry_id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    expect(await fiscalReceiptUrl(world.db, entry)).toBe(shown?.url)
    expect(await fiscalReceiptUrl(world.db, entry + 1000)).toBeNull()
  })

  it('are closed with a note when they were made in another way', async () => {
    await paid()
    await run({ spic: '0'.repeat(17) })
    const [failed] = (await list('failed')).receipts
    const close = (note: string) =>
      world.act('/payments/receipts/close', { receipt_id: failed?.receipt_id, note })
    expect((await close('—')).failure).toBe('invalid_input')
    expect((await close('Пробит в кабинете, № 2121')).failure).toBeUndefined()
    expect((await close('Ещё раз')).failure).toBe('receipt_ended')
    const [ended] = (await list('ended')).receipts
    expect(ended).toMatchObject({ reason: 'closed_by_hand', note: 'Пробит в кабинете, № 2121' })
    const [event] = await listEvents(world.db, { event: 'receipt_closed', limit: 1 })
    expect(event?.event).toBe('receipt_closed')
  })

  it('are compared with the ledger, and all failed ones are tried again at once', async () => {
    await paid()
    const fresh = (await world.read<Reconciled>('/payments/receipts/reconcile')).data
    expect(fresh).toMatchObject({ difference_count: 0, open: 1 })
    world.clock.advanceMs(6 * 60_000)
    const before = (await world.read<Reconciled>('/payments/receipts/reconcile')).data
    expect(before).toMatchObject({ difference_count: 1 })
    expect(before.differences[0]).toMatchObject({ kind: 'no_receipt', ledger: 5000, receipt: 0 })
    await paid()
    await run({ vatPercent: 13 })
    expect((await list('failed')).receipts).toHaveLength(2)
    expect((await world.act('/payments/receipts/retry', {})).data).toEqual({ count: 2 })
    await run()
    const after = (await world.read<Reconciled>('/payments/receipts/reconcile')).data
    expect(after).toMatchObject({ difference_count: 0, failed: 0, open: 0, paid: 20_000, registered: 15_000 })
  })

  it('say that they are off without the setting, and change nothing', async () => {
    settings.EKRAN_FISCAL = undefined
    expect((await list('failed')).is_on).toBe(false)
    expect((await world.read('/payments/receipts/reconcile')).failure).toBe('receipts_off')
    expect((await world.act('/payments/receipts/retry', {})).failure).toBe('receipts_off')
    settings.EKRAN_FISCAL = service.settings
  })
})
