/** Gives commands to the accounts of their segments, in batches and at most so many accounts a minute. */
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Accounts } from '#server/accounts/accounts.ts'
import { finishCommand, queueForAccounts } from '#server/commands/commands.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { removeSnapshot } from '#server/segments/segments.ts'
import { commandOf } from './command-batches.ts'
import type { CommandBatchTable } from './tables.ts'

/** Each minute, and as soon as a command is given to a segment. */
export const sendCommandsJob = jobKind({
  name: 'campaigns.send-commands',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  tries: 1,
})

export interface CommandBatchDeps {
  readonly db: Db
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'removeDevice'>
  /** Default: `accountsPerMinute`. */
  readonly perMinute?: number
}

/** All clients that load again or show something at once would come back at once. */
const accountsPerMinute = 3000
const accountsAtOnce = 200
/** Of that many accounts, five each. */
const maxDevices = 1000
/** Of messages to segments, in a day and to one subscriber. */
export const messagesPerDay = 3
const dayMs = 86_400_000

export function commandBatchWorkers(deps: CommandBatchDeps): readonly JobWorker[] {
  return [jobWorker(sendCommandsJob, (_data, { signal }) => sendCommandBatches(deps, signal))]
}

/** Sends what may be sent in this minute. May be aborted or killed anywhere and run again. */
export async function sendCommandBatches(deps: CommandBatchDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, perMinute = accountsPerMinute } = deps
  const running = await db
    .selectFrom('command_batch')
    .selectAll()
    .where('state', '=', 'running')
    .orderBy('command_batch_id')
    .limit(100)
    .execute()
  await endSessions(deps, signal)
  let room = running.length === 0 ? 0 : perMinute - (await countRecent(db, clock.nowMs()))
  for (const { command_batch_id: batchId } of running)
    while (room > 0 && !signal.aborted) {
      const step = await sendStep(deps, batchId, Math.min(room, accountsAtOnce))
      await endSessions(deps, signal)
      room -= step.accounts
      if (!step.hasMore) break
    }
}

async function countRecent(db: Db, nowMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct account_id)::integer as count from client_command
    where command_batch_id is not null and created_at > ${new Date(nowMs - 60_000)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The next accounts of one command, in one transaction with how far it is: each gets it once. */
async function sendStep(
  deps: CommandBatchDeps,
  batchId: number,
  size: number,
): Promise<{ readonly accounts: number; readonly hasMore: boolean }> {
  const nowMs = deps.clock.nowMs()
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const batch = await trx
      .selectFrom('command_batch')
      .selectAll()
      .where('command_batch_id', '=', batchId)
      .where('state', '=', 'running')
      .forUpdate()
      .executeTakeFirst()
    if (batch === undefined) return undefined
    const ids = await nextAccounts(trx, batch, size)
    const last = ids.at(-1)
    const chosen = last === undefined ? [] : await mayGet(trx, batch, ids, nowMs)
    if (chosen.length > 0)
      await queueForAccounts(
        trx,
        { accountIds: chosen, batchId },
        { command: commandOf(batch), staffName: batch.staff_name, nowMs },
      )
    await trx
      .updateTable('command_batch')
      .set({
        ...{ reached: batch.reached + chosen.length },
        left_out: batch.left_out + ids.length - chosen.length,
        after_account_id: last ?? batch.after_account_id,
        ...(last === undefined ? { state: 'done' as const, finished_at: new Date(nowMs) } : {}),
      })
      .where('command_batch_id', '=', batchId)
      .execute()
    return { accounts: ids.length, hasMore: last !== undefined, snapshotId: batch.segment_snapshot_id }
  })
  if (outcome === undefined) return { accounts: 0, hasMore: false }
  if (!outcome.hasMore && outcome.snapshotId !== null) await removeSnapshot(deps.db, outcome.snapshotId)
  return outcome
}

async function nextAccounts(trx: DbTransaction, batch: Selectable<CommandBatchTable>, size: number) {
  const rows = await trx
    .selectFrom('segment_member')
    .select('account_id')
    .where('segment_snapshot_id', '=', batch.segment_snapshot_id ?? 0)
    .where('account_id', '>', batch.after_account_id)
    .orderBy('account_id')
    .limit(size)
    .execute()
  return rows.map((row) => row.account_id)
}

/** Without blocked accounts; a message also without those who want no advertising, and those who had enough today. */
async function mayGet(
  trx: DbTransaction,
  { kind }: Selectable<CommandBatchTable>,
  ids: readonly number[],
  nowMs: number,
): Promise<readonly number[]> {
  const isMessage = kind === 'message'
  const { rows } = await sql<{ account_id: number }>`
    select a.account_id from account a
    where a.account_id = any(${[...ids]}::int[]) and a.state = 'active'
      and exists (select from device d join session s on s.device_id = d.device_id
        where d.account_id = a.account_id and d.place is not null and s.expires_at > ${new Date(nowMs)})
      and (not ${isMessage}::boolean or not exists (select from message_opt_out o where o.account_id = a.account_id))
      and (not ${isMessage}::boolean or (
        select count(distinct c.command_batch_id) from client_command c
        where c.account_id = a.account_id and c.kind = 'message' and c.command_batch_id is not null
          and c.created_at > ${new Date(nowMs - dayMs)}) < ${messagesPerDay})`.execute(trx)
  return rows.map((row) => row.account_id)
}

/**
 * Ends the sessions of devices that were given a sign-out, whatever their clients do. Also those that a process that is
 * gone has left.
 */
async function endSessions({ db, clock, accounts }: CommandBatchDeps, signal: AbortSignal): Promise<void> {
  const pending = await db
    .selectFrom('client_command')
    .innerJoin('command_batch', 'command_batch.command_batch_id', 'client_command.command_batch_id')
    .select([
      'client_command_id',
      'account_id',
      'device_id',
      'staff_id',
      'command_batch.staff_name',
      'reason',
    ])
    .select('command_batch.command_batch_id')
    .where('client_command.kind', '=', 'sign_out')
    .where('done_at', 'is', null)
    .where('command_batch.state', '<>', 'stopped')
    .orderBy('client_command_id')
    .limit(maxDevices)
    .execute()
  for (const row of pending) {
    if (signal.aborted) return
    await accounts.removeDevice(row.account_id, row.device_id, {
      actor: row.staff_id === null ? 'operator' : 'staff',
      change: {
        ...(row.staff_id === null ? {} : { staff: { staffId: row.staff_id, name: row.staff_name } }),
        ...{ section: 'messages', subject: `command ${row.command_batch_id}`, after: { reason: row.reason } },
      },
    })
    await finishCommand(db, row.client_command_id, clock.nowMs())
  }
}
