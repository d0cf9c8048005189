import { createHash } from 'node:crypto'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'

/** A request that moves money, with the client's key. */
export interface KeyedCall {
  readonly accountId: number
  /** The client's own key for this one purchase; undefined: none. */
  readonly key: string | undefined
  /** All inputs of the request, the endpoint's name first. */
  readonly inputs: readonly unknown[]
}

/** How long a repeated key gets the stored response. */
const cachedMs = 24 * 3_600_000

export type Once<Answer> =
  | { readonly kind: 'answered'; readonly response: Answer }
  /** The key was used for another request. */
  | { readonly kind: 'conflict' }

/**
 * Runs `work` once per key and stores its response in the transaction of its changes; a repeated request with the
 * same key gets the stored response. Work that returns `isStored: false` has changed nothing and may be repeated
 * under its key. The response must be plain data.
 */
export async function oncePerKey<Answer>(
  trx: DbTransaction,
  call: KeyedCall,
  nowMs: number,
  work: () => Promise<{ readonly response: Answer; readonly isStored: boolean }>,
): Promise<Once<Answer>> {
  const { accountId, key } = call
  // Two requests with the same key are serialized here.
  await lockWallet(trx, accountId)
  if (key === undefined) return { kind: 'answered', response: (await work()).response }
  const inputsHash = createHash('sha256').update(JSON.stringify(call.inputs)).digest('hex')
  const row = await trx
    .selectFrom('billing_call')
    .select(['inputs_hash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row !== undefined) {
    // Only written below, from a response of this same endpoint: its name is among the inputs.
    return row.inputs_hash === inputsHash
      ? { kind: 'answered', response: row.answer as Answer }
      : { kind: 'conflict' }
  }
  const { response, isStored } = await work()
  if (isStored)
    await trx
      .insertInto('billing_call')
      .values({
        account_id: accountId,
        key,
        inputs_hash: inputsHash,
        answer: JSON.stringify(response),
        created_at: new Date(nowMs),
      })
      .execute()
  return { kind: 'answered', response }
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export function forgetOldCalls(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  return deleteOlderThan(db, {
    table: 'billing_call',
    key: ['account_id', 'key'],
    column: 'created_at',
    until: new Date(nowMs - cachedMs),
    signal,
  })
}
