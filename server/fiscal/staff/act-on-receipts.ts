/** What a member of staff does with receipts: tries again, or closes one that was made in another way. */
import { type Selectable, sql } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { retryForMs } from '#server/fiscal/queue/find-payments.ts'
import type { FiscalReceiptTable } from '#server/fiscal/stored/tables.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

type Receipt = Selectable<FiscalReceiptTable>

/** `ended`: it is registered, or there will be none. */
export type ReceiptActed =
  | { readonly kind: 'done'; readonly receipt: Receipt; readonly before: Receipt['state'] }
  | { readonly kind: 'ended'; readonly receipt: Receipt }
  | { readonly kind: 'unknown' }

type RecordReceipt = RecordIn<Extract<ReceiptActed, { readonly kind: 'done' }>>

/** Due at once, for a week again. One that was sent is looked up first, as always. */
export function retryReceipt(deps: Deps, receiptId: number, record: RecordReceipt): Promise<ReceiptActed> {
  const nowMs = deps.clock.nowMs()
  return change(deps.db, { receiptId, record }, ({ first_sent_at: sentAt }) => ({
    ...{ state: sentAt === null ? 'pending' : 'sent', attempts: 0 },
    ...{ next_at: new Date(nowMs), gives_up_at: new Date(nowMs + retryForMs) },
  }))
}

/** Every failed one; returns how many. For after a wrong code or key was put right. */
export async function retryFailed({ db, clock }: Deps, record: RecordIn<number>): Promise<number> {
  const nowMs = clock.nowMs()
  const due = { attempts: 0, next_at: new Date(nowMs), gives_up_at: new Date(nowMs + retryForMs) }
  return db.transaction().execute(async (trx) => {
    const result = await trx
      .updateTable('fiscal_receipt')
      .set({ ...due, state: sql`case when first_sent_at is null then 'pending' else 'sent' end` })
      .where('state', '=', 'failed')
      .executeTakeFirst()
    const count = Number(result.numUpdatedRows)
    await record(trx, count)
    return count
  })
}

/** There will be none of ours; `note` says why and by what other document. Only one that has failed. */
export function closeReceipt(
  deps: Deps,
  { receiptId, note }: { readonly receiptId: number; readonly note: string },
  record: RecordReceipt,
): Promise<ReceiptActed> {
  const endedAt = new Date(deps.clock.nowMs())
  return change(
    deps.db,
    { receiptId, record },
    () => ({ state: 'not_needed', reason: 'closed_by_hand', note, ended_at: endedAt }),
    'failed',
  )
}

function change(
  db: Db,
  { receiptId, record }: { readonly receiptId: number; readonly record: RecordReceipt },
  to: (receipt: Receipt) => Partial<Receipt>,
  only?: Receipt['state'],
): Promise<ReceiptActed> {
  return recordedAct<ReceiptActed, 'done'>(db, { done: 'done', record }, async (trx) => {
    const before = await trx
      .selectFrom('fiscal_receipt')
      .selectAll()
      .where('fiscal_receipt_id', '=', receiptId)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) return { kind: 'unknown' }
    const isEnded = before.state === 'registered' || before.state === 'not_needed'
    if (isEnded || (only !== undefined && before.state !== only)) return { kind: 'ended', receipt: before }
    const { state, reason, note, attempts, next_at, gives_up_at, ended_at } = { ...before, ...to(before) }
    const receipt = await trx
      .updateTable('fiscal_receipt')
      .set({ state, reason, note, attempts, next_at, gives_up_at, ended_at })
      .where('fiscal_receipt_id', '=', receiptId)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { kind: 'done', receipt, before: before.state }
  })
}
