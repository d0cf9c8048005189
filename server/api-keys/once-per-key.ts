/** Accounts that are created once per key of the client. */
import { createHash } from 'node:crypto'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import './tables.ts'

/** How long a repeated request finds its account: other programs retry for days. */
const memoryMs = 30 * 86_400_000

export interface AccountCall {
  /** The client's own key. */
  readonly key: string
  /** All inputs of the request. */
  readonly inputs: readonly unknown[]
}

function hashOf({ inputs }: AccountCall): string {
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
}

/** The account that this request created before; `conflict`: another request had its key. */
export async function findAccountCall(db: Db, call: AccountCall): Promise<number | 'conflict' | undefined> {
  const row = await db.selectFrom('api_call').selectAll().where('key', '=', call.key).executeTakeFirst()
  if (row === undefined) return undefined
  return row.inputs_hash === hashOf(call) ? row.account_id : 'conflict'
}

/** Notes the account in the transaction that creates it. Throws when a request with the same key was faster. */
export async function noteAccountCall(
  trx: DbTransaction,
  call: AccountCall,
  { accountId, nowMs }: { readonly accountId: number; readonly nowMs: number },
): Promise<void> {
  const values = { key: call.key, inputs_hash: hashOf(call), account_id: accountId }
  await trx
    .insertInto('api_call')
    .values({ ...values, created_at: new Date(nowMs) })
    .execute()
}

/** Whether an error says that a request with the same key was faster. */
export function isFasterCall(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'api_call_pkey'
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export function forgetOldAccountCalls(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  return deleteOlderThan(db, {
    ...{ table: 'api_call', key: ['key'], column: 'created_at' },
    ...{ until: new Date(nowMs - memoryMs), signal },
  })
}
