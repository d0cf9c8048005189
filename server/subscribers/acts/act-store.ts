/** Acts on subscribers as stored: each once per key. */
import { createHash } from 'node:crypto'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** What a form sends with every act. */
export interface ActRequest {
  readonly accountId: number
  /** `credit`, `device_banned`: the kind of the act. */
  readonly kind: string
  readonly key: string
  readonly reason: string
  /** Everything that decides what is done, besides the account and the kind. */
  readonly inputs: readonly unknown[]
  /** The last act that the form was made from; undefined: it does not matter. */
  readonly seen?: number | undefined
  readonly by: ActBy
  /** The run over a segment that it belongs to: it counts towards the limits of runs. */
  readonly bulkRunId?: number | undefined
  /** Another account whose wallet is locked for it too. */
  readonly otherAccountId?: number
}

export interface ActBy {
  /** Undefined: an operator at the command line. */
  readonly staff?: { readonly staffId: number; readonly name: string } | undefined
  readonly address?: string | undefined
}

/** What an act counts and leaves behind. */
export interface ActTraces {
  readonly amountTiyin?: number
  readonly days?: number
  /** The entry or the gift that it made; absent for what is not taken back. */
  readonly reference?: string
}

export interface StoredAct<Result> {
  readonly actId: number
  readonly byName: string
  readonly atMs: number
  readonly isRepeated: boolean
  readonly result: Result
}

/** A password that no gateway took: nothing was done, but it counts. */
export const notSentKind = 'password_not_sent'

export type Stopped =
  | { readonly kind: 'not_found' }
  /** The key was used for something else. */
  | { readonly kind: 'key_used' }
  /** Another act was done since the form was made. */
  | { readonly kind: 'done_since'; readonly byName: string; readonly atMs: number }
  /** What was stored of the person is erased: nothing more is done. */
  | { readonly kind: 'erased' }
  /** The account was merged into the one with this number: that one is meant. */
  | { readonly kind: 'merged'; readonly abonement: string }

/** The reference of what an act makes in the books. */
export function referenceOf({ accountId, key }: Pick<ActRequest, 'accountId' | 'key'>): string {
  return `act:${accountId}:${key}`
}

function hashOf({ kind, inputs }: ActRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...inputs]))
    .digest('hex')
}

/**
 * Whether an act may be done: `free`, or the result of the same act under the same key, or why not. The caller holds the
 * lock of the wallet.
 */
export async function lookUpAct<Result>(
  db: Db | DbTransaction,
  request: ActRequest,
): Promise<{ readonly kind: 'free' } | { readonly kind: 'done'; readonly act: StoredAct<Result> } | Stopped> {
  const { accountId, key, seen } = request
  const former = await db
    .selectFrom('subscriber_act')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('act_key', '=', key)
    .executeTakeFirst()
  if (former !== undefined) {
    if (former.inputs_hash !== hashOf(request)) return { kind: 'key_used' }
    return {
      kind: 'done',
      act: {
        ...{ actId: former.subscriber_act_id, byName: former.staff_name, atMs: former.done_at.getTime() },
        // Written by `writeAct` for the same inputs.
        ...{ isRepeated: true, result: former.result as Result },
      },
    }
  }
  if (await isErased(db, accountId)) return { kind: 'erased' }
  const into = await mergedInto(db, accountId)
  if (into !== undefined) return { kind: 'merged', abonement: into.abonement }
  if (seen === undefined) return { kind: 'free' }
  const later = await db
    .selectFrom('subscriber_act')
    .select(['staff_name', 'done_at'])
    .where('account_id', '=', accountId)
    .where('subscriber_act_id', '>', seen)
    .where('kind', '<>', notSentKind)
    .orderBy('subscriber_act_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (later === undefined) return { kind: 'free' }
  return { kind: 'done_since', byName: later.staff_name, atMs: later.done_at.getTime() }
}

/** Whether what was stored of a person is erased. */
export async function isErased(db: Db | DbTransaction, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('erased_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined && row.erased_at !== null
}

/** The account that an account was merged into. */
export async function mergedInto(
  db: Db | DbTransaction,
  accountId: number,
): Promise<{ readonly accountId: number; readonly abonement: string } | undefined> {
  return db
    .selectFrom('account as double')
    .innerJoin('account', 'account.account_id', 'double.merged_into')
    .select(['account.account_id as accountId', 'account.abonement'])
    .where('double.account_id', '=', accountId)
    .executeTakeFirst()
}

/** The closed accounts that were merged into an account; at most 20. */
export async function doublesOf(
  db: Db,
  accountId: number,
): Promise<readonly { readonly accountId: number; readonly abonement: string }[]> {
  return db
    .selectFrom('account')
    .select(['account_id as accountId', 'abonement'])
    .where('merged_into', '=', accountId)
    .orderBy('account_id')
    .limit(20)
    .execute()
}

/** Stores an act; `result` must be plain data. */
export async function writeAct<Result>(
  db: Db | DbTransaction,
  request: ActRequest,
  { result, traces, nowMs }: { readonly result: Result; readonly traces: ActTraces; readonly nowMs: number },
): Promise<StoredAct<Result>> {
  const { accountId, key, kind, reason, by } = request
  const row = await db
    .insertInto('subscriber_act')
    .values({
      ...{ account_id: accountId, act_key: key, inputs_hash: hashOf(request), kind },
      ...{ staff_id: by.staff?.staffId ?? null, staff_name: by.staff?.name ?? '' },
      reason: reason.toWellFormed().replace(/\p{Cc}/gu, ' '),
      amount_tiyin: traces.amountTiyin ?? 0,
      days: traces.days ?? 0,
      reference: traces.reference ?? '',
      ...{ result: JSON.stringify(result), bulk_run_id: request.bulkRunId ?? null },
      done_at: new Date(nowMs),
    })
    .returning('subscriber_act_id')
    .executeTakeFirstOrThrow()
  return {
    ...{ actId: row.subscriber_act_id, byName: by.staff?.name ?? '', atMs: nowMs },
    ...{ isRepeated: false, result },
  }
}

/** The last act on an account; 0: none. */
export async function lastActOf(db: Db, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('subscriber_act')
    .select(({ fn }) => fn.max('subscriber_act_id').as('last'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.last ?? 0
}
