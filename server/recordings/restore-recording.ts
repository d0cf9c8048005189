import type { DbTransaction } from '#server/platform/database/database.ts'
import { type AddDeps, type HoursFull, isDiskError } from './add-recording.ts'
import { lockAccount, recordOf, recordingsOf, undoMs } from './recording-rows.ts'
import { retainChannel } from './retain-windows.ts'
import { countedMs, usedMsOf } from './rules.ts'

/** `over`: it was deleted too long ago, or never was; its window is perhaps released. */
export type RestoreOutcome = { readonly kind: 'restored' | 'over' | 'storage_full' } | HoursFull

/** Takes back a deletion of the last minutes. One that is not deleted stays as it is. */
export async function restoreRecording(
  deps: Pick<AddDeps, 'db' | 'clock' | 'engine' | 'grantedMs' | 'log'>,
  accountId: number,
  id: number,
): Promise<RestoreOutcome> {
  const grantedMs = await deps.grantedMs(accountId)
  try {
    return await deps.db.transaction().execute((trx) => restore(trx, deps, { accountId, id, grantedMs }))
  } catch (error) {
    if (!isDiskError(error)) throw error
    deps.log.error('recordings.not_retained', { error })
    return { kind: 'storage_full' }
  }
}

async function restore(
  trx: DbTransaction,
  { clock, engine }: Pick<AddDeps, 'clock' | 'engine'>,
  {
    accountId,
    id,
    grantedMs,
  }: { readonly accountId: number; readonly id: number; readonly grantedMs: number },
): Promise<RestoreOutcome> {
  await lockAccount(trx, accountId)
  const row = await trx
    .selectFrom('recording')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('recording_id', '=', id)
    .where('state', '<>', 'declined')
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return { kind: 'over' }
  if (row.deleted_at === null) return { kind: 'restored' }
  const nowMs = clock.nowMs()
  if (row.deleted_at.getTime() <= nowMs - undoMs) return { kind: 'over' }
  const [usedMs, neededMs] = [usedMsOf(await recordingsOf(trx, accountId)), countedMs(recordOf(row))]
  if (neededMs > 0 && usedMs + neededMs > grantedMs) return { kind: 'full', usedMs, grantedMs, neededMs }
  await trx.updateTable('recording').set({ deleted_at: null }).where('recording_id', '=', id).execute()
  await retainChannel(trx, engine, row.channel_id, nowMs)
  return { kind: 'restored' }
}
