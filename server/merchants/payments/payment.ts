import type { Selectable } from 'kysely'
import type { Provider } from './rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ProviderTxTable } from './tables.ts'

export type PaymentState = ProviderTxTable['state']

/** A payment of any payment system. Moments are unix milliseconds; 0 for what has not happened. */
export interface Payment {
  /** Our number. */
  readonly number: number
  readonly provider: Provider
  /** The system's number. */
  readonly externalId: string
  readonly accountId: number
  readonly amountTiyin: number
  readonly state: PaymentState
  readonly providerTimeMs: number
  readonly createdMs: number
  readonly paidMs: number
  readonly cancelledMs: number
  readonly reason: number | null
}

export interface NewPayment {
  readonly provider: Provider
  readonly externalId: string
  readonly accountId: number
  readonly amountTiyin: number
  readonly providerTimeMs: number
  readonly asked: Readonly<Record<string, unknown>>
}

const columns = [
  'provider_tx_id',
  'provider',
  'external_id',
  'account_id',
  'amount_tiyin',
  'state',
  'provider_time',
  'created_at',
  'paid_at',
  'cancelled_at',
  'reason',
] as const
type Row = Pick<Selectable<ProviderTxTable>, (typeof columns)[number]>

/** Stores a payment once; undefined when the system has used this number before. */
export async function insertPayment(
  db: Db | DbTransaction,
  params: NewPayment,
  nowMs: number,
  state: 'reserved' | 'paid' = 'reserved',
): Promise<Payment | undefined> {
  const row = await db
    .insertInto('provider_tx')
    .values({
      provider: params.provider,
      external_id: params.externalId,
      account_id: params.accountId,
      amount_tiyin: params.amountTiyin,
      state,
      provider_time: new Date(params.providerTimeMs),
      created_at: new Date(nowMs),
      paid_at: state === 'paid' ? new Date(nowMs) : null,
      asked: storedOf(params.asked),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'external_id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? undefined : paymentOf(row)
}

export async function findPayment(
  db: Db | DbTransaction,
  provider: Provider,
  externalId: string,
  how: 'look' | 'lock' = 'look',
): Promise<Payment | undefined> {
  const query = db
    .selectFrom('provider_tx')
    .select(columns)
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
  const row = await (how === 'lock' ? query.forUpdate() : query).executeTakeFirst()
  return row === undefined ? undefined : paymentOf(row)
}

/** Moves a payment, locked by the caller, to its next state. */
export async function movePayment(
  db: Db | DbTransaction,
  payment: Payment,
  to: { readonly state: PaymentState; readonly reason?: number | null },
  nowMs: number,
): Promise<Payment> {
  const at = new Date(nowMs)
  const row = await db
    .updateTable('provider_tx')
    .set({
      state: to.state,
      ...(to.state === 'paid' ? { paid_at: at } : { cancelled_at: at, reason: to.reason ?? null }),
    })
    .where('provider_tx_id', '=', payment.number)
    .where('state', '=', payment.state)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return paymentOf(row)
}

/** Completes a reserved payment that was opened after `openedAfterMs`, in one step; undefined when there is none. */
export async function takeReserved(
  trx: DbTransaction,
  provider: Provider,
  externalId: string,
  moments: { readonly nowMs: number; readonly openedAfterMs: number },
): Promise<Payment | undefined> {
  const row = await trx
    .updateTable('provider_tx')
    .set({ state: 'paid', paid_at: new Date(moments.nowMs) })
    .where('provider', '=', provider)
    .where('external_id', '=', externalId)
    .where('state', '=', 'reserved')
    .where('provider_time', '>=', new Date(moments.openedAfterMs))
    .returning(columns)
    .executeTakeFirst()
  return row === undefined ? undefined : paymentOf(row)
}

/** The moment by which a statement is filtered. */
export type StatementBy = 'provider_time' | 'paid_at'

/** Payments of a system within `[fromMs, toMs]`, both ends included, sorted by that moment. */
export async function listPayments(
  db: Db,
  requested: {
    readonly provider: Provider
    readonly fromMs: number
    readonly toMs: number
    readonly by: StatementBy
    readonly states?: readonly PaymentState[]
    readonly limit: number
  },
): Promise<readonly (Payment & { readonly abonement: string })[]> {
  const rows = await db
    .selectFrom('provider_tx')
    .innerJoin('account', 'account.account_id', 'provider_tx.account_id')
    .select(columns.map((name) => `provider_tx.${name}` as const))
    .select('account.abonement')
    .where('provider', '=', requested.provider)
    .where(`provider_tx.${requested.by}`, '>=', new Date(requested.fromMs))
    .where(`provider_tx.${requested.by}`, '<=', new Date(requested.toMs))
    .$if(requested.states !== undefined, (query) =>
      query.where('provider_tx.state', 'in', requested.states ?? []),
    )
    .orderBy(`provider_tx.${requested.by}`)
    .orderBy('provider_tx_id')
    .limit(requested.limit)
    .execute()
  return rows.map((row) => ({ ...paymentOf(row), abonement: row.abonement }))
}

function paymentOf(row: Row): Payment {
  return {
    number: row.provider_tx_id,
    provider: row.provider,
    externalId: row.external_id,
    accountId: row.account_id,
    amountTiyin: row.amount_tiyin,
    state: row.state,
    providerTimeMs: row.provider_time.getTime(),
    createdMs: row.created_at.getTime(),
    paidMs: row.paid_at?.getTime() ?? 0,
    cancelledMs: row.cancelled_at?.getTime() ?? 0,
    reason: row.reason,
  }
}

const maxStoredCharacters = 2000
/** Additional fields of a system's request are stored only while they are small and the database accepts them. */
function storedOf(request: Readonly<Record<string, unknown>>): string | null {
  const text = JSON.stringify(request)
  return text.length > maxStoredCharacters || !isStorable(text) ? null : text
}

/** Whether PostgreSQL can store this JSON: without NUL and without lone surrogates, which JSON writes as escapes. */
export function isStorable(json: string): boolean {
  return !/\\u(?:0000|d[89a-f])/i.test(json)
}
