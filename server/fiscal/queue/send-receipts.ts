/**
 * Sends receipts that are due. A payment never gets two: the number of a receipt is stored before it is sent, a
 * receipt that was sent before is requested from the service before it is sent again, and always under that number.
 */
import { type Selectable, sql } from 'kysely'
import { cardReceiptUrl } from '#server/cards/cards.ts'
import type { FiscalService, Registration } from '#server/fiscal/service/fiscal-service.ts'
import type { FiscalReceiptTable } from '#server/fiscal/stored/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { fiscalNumberOf, pauseMs } from './retry-rules.ts'

export interface SendDeps {
  readonly db: Db
  readonly clock: Clock
  readonly service: FiscalService
}

export interface Sent {
  readonly registered: number
  /** Those that a person must look at. */
  readonly failed: number
}

type Receipt = Selectable<FiscalReceiptTable>
type Change = Partial<
  Pick<Receipt, 'state' | 'reason' | 'url' | 'fiscal_number' | 'next_at' | 'attempts' | 'ended_at'>
>

/** A receipt that a stopped process was sending is due again after this long. */
const claimMs = 5 * 60_000
/** How often a refund's receipt looks for that of its payment. */
const saleMs = 5 * 60_000
const maxAtOnce = 500
/** With the service down, the other receipts wait for the next run. */
const maxSilent = 3

/** Sends what is due now, one by one. */
export async function sendReceipts(deps: SendDeps, signal: AbortSignal): Promise<Sent> {
  let [registered, failed, silent] = [0, 0, 0]
  for (let count = 0; count < maxAtOnce && silent < maxSilent && !signal.aborted; count += 1) {
    const receipt = await claimDue(deps)
    if (receipt === undefined) break
    const change = await attempt(deps, receipt)
    await store(deps, receipt, change)
    if (change.state === 'registered') registered += 1
    if (change.state === 'failed') failed += 1
    silent = change.reason !== undefined && silence.has(change.reason) ? silent + 1 : 0
  }
  return { registered, failed }
}

/** Reasons that say the service itself does not work. */
const silence = new Set(['timeout', 'no_connection', 'wrong_key', 'not_readable'])

async function claimDue({ db, clock }: SendDeps): Promise<Receipt | undefined> {
  const now = new Date(clock.nowMs())
  return db
    .updateTable('fiscal_receipt')
    .set({ next_at: new Date(now.getTime() + claimMs) })
    .where('fiscal_receipt_id', '=', (of) =>
      of
        .selectFrom('fiscal_receipt')
        .select('fiscal_receipt_id')
        .where('state', 'in', ['pending', 'sent'])
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('fiscal_receipt_id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** What is to be stored about the receipt; nothing of it is stored yet. */
async function attempt(deps: SendDeps, receipt: Receipt): Promise<Change> {
  const { service, clock } = deps
  const nowMs = clock.nowMs()
  if (receipt.first_sent_at !== null) {
    const result = await service.find(receipt.operation_uuid)
    if (result.kind === 'registered') return registeredAs(result.url, nowMs)
    if (result.kind === 'accepted') return later(receipt, 'printing', nowMs)
    if (result.kind === 'unknown') return later(receipt, result.reason, nowMs)
  }
  const sale = receipt.sale_id === null ? receipt : await receiptOf(deps.db, receipt.sale_id)
  const needless = receipt.first_sent_at === null ? await whyNotNeeded(deps.db, receipt, sale) : undefined
  if (needless !== undefined) return { state: 'not_needed', reason: needless, ended_at: new Date(nowMs) }
  const mayWait = receipt.gives_up_at.getTime() > nowMs
  if (sale !== receipt && sale.state !== 'registered') {
    // Closed by hand: that of the refund is made there too.
    if (sale.state === 'not_needed') return { state: 'failed', reason: 'made_elsewhere' }
    const waits = { reason: 'waits_for_sale' }
    return mayWait ? { ...waits, next_at: new Date(nowMs + saleMs) } : { ...waits, state: 'failed' }
  }
  if (!mayWait) return { state: 'failed', reason: 'gave_up' }
  await markSent(deps.db, receipt, nowMs)
  const request = {
    ...{ operationId: receipt.operation_uuid, paymentId: sale.payment_uuid ?? sale.operation_uuid },
    ...{ amountTiyin: receipt.amount_tiyin, happenedMs: receipt.happened_at.getTime() },
  }
  const registration = await (receipt.kind === 'sale'
    ? service.registerSale(request)
    : service.registerRefund(request))
  return readRegistration(deps, receipt, registration)
}

async function readRegistration(
  deps: SendDeps,
  receipt: Receipt,
  registration: Registration,
): Promise<Change> {
  const nowMs = deps.clock.nowMs()
  switch (registration.kind) {
    case 'registered':
      return registeredAs(registration.url, nowMs)
    case 'accepted':
      return later(receipt, 'printing', nowMs)
    case 'refused':
      return { state: 'failed', reason: registration.reason }
    case 'not_now':
    case 'unknown':
      return later(receipt, registration.reason, nowMs)
    case 'duplicate': {
      // Ours, when the response to an earlier attempt was lost; else another program has made one.
      const result = await deps.service.find(receipt.operation_uuid)
      if (result.kind === 'registered') return registeredAs(result.url, nowMs)
      if (result.kind === 'absent') return { state: 'failed', reason: 'made_elsewhere' }
      return later(receipt, result.kind === 'accepted' ? 'printing' : result.reason, nowMs)
    }
  }
}

/** Only before the first attempt: what was sent is settled with the service. */
async function whyNotNeeded(db: Db, receipt: Receipt, sale: Receipt): Promise<string | undefined> {
  if (receipt.kind === 'refund') {
    if (sale.state !== 'not_needed' || sale.reason === 'closed_by_hand') return undefined
    return sale.reason === 'own_receipt' ? 'own_receipt' : 'no_sale_receipt'
  }
  const { amount_tiyin: amount, system, account_id: accountId, number } = receipt
  if (system === 'atmos' && (await cardReceiptUrl(db, accountId, `atmos:${number}`)) !== null)
    return 'own_receipt'
  const refunded = await db
    .selectFrom('fiscal_receipt')
    .select('fiscal_receipt_id')
    .where('sale_id', '=', receipt.fiscal_receipt_id)
    .where('amount_tiyin', '=', amount)
    .executeTakeFirst()
  return refunded === undefined ? undefined : 'refunded_before'
}

function registeredAs(url: string, nowMs: number): Change {
  return {
    ...{ state: 'registered', reason: '', url, fiscal_number: fiscalNumberOf(url) },
    ended_at: new Date(nowMs),
  }
}

function later({ attempts, gives_up_at: givesUp }: Receipt, reason: string, nowMs: number): Change {
  if (givesUp.getTime() <= nowMs) return { state: 'failed', reason }
  return { reason, attempts: attempts + 1, next_at: new Date(nowMs + pauseMs(attempts + 1)) }
}

async function receiptOf(db: Db, receiptId: number): Promise<Receipt> {
  return db
    .selectFrom('fiscal_receipt')
    .selectAll()
    .where('fiscal_receipt_id', '=', receiptId)
    .executeTakeFirstOrThrow()
}

/** Stored before the request: a process that ends meanwhile has it looked up first. */
async function markSent(db: Db, receipt: Receipt, nowMs: number): Promise<void> {
  await sql`
    update fiscal_receipt set state = 'sent', first_sent_at = coalesce(first_sent_at, ${new Date(nowMs)})
    where fiscal_receipt_id = ${receipt.fiscal_receipt_id}`.execute(db)
}

/** Not over what a member of staff has closed meanwhile. */
async function store({ db }: SendDeps, receipt: Receipt, change: Change): Promise<void> {
  await db
    .updateTable('fiscal_receipt')
    .set(change)
    .where('fiscal_receipt_id', '=', receipt.fiscal_receipt_id)
    .where('state', 'in', ['pending', 'sent'])
    .execute()
}
