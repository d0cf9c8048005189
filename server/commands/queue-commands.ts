import { sql } from 'kysely'
import { announceChange } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Command } from './rules.ts'

interface Queued {
  readonly command: Command
  /** The member of staff; '' for an operator at the command line. */
  readonly staffName: string
  readonly nowMs: number
  /** It was carried out on the server: no client confirms it. */
  readonly isDone?: boolean
}

function valuesOf({ command, staffName, nowMs, isDone = false }: Queued) {
  const now = new Date(nowMs)
  return {
    ...{ kind: command.kind, text_ru: command.text.ru, text_uz: command.text.uz },
    ...{ stays_sec: command.staysSec, channel_id: command.channelId, staff_name: staffName },
    ...{ created_at: now, done_at: isDone ? now : null },
    expires_at: new Date(nowMs + command.expiresMin * 60_000),
  }
}

/** Queues a command for one device and wakes it. Within the caller's transaction it leaves at its commit. */
export async function queueForDevice(
  db: Db,
  { accountId, deviceId }: { readonly accountId: number; readonly deviceId: number },
  queued: Queued,
): Promise<number> {
  const row = await db
    .insertInto('client_command')
    .values({ ...valuesOf(queued), account_id: accountId, device_id: deviceId, command_batch_id: null })
    .returning('client_command_id')
    .executeTakeFirstOrThrow()
  await announceChange(db, accountId)
  return row.client_command_id
}

/** Queues a command of a batch for every device that is logged in on these accounts; returns how many devices. */
export async function queueForAccounts(
  db: Db,
  { accountIds, batchId }: { readonly accountIds: readonly number[]; readonly batchId: number },
  queued: Queued,
): Promise<number> {
  const { nowMs } = queued
  const one = valuesOf(queued)
  const { rows } = await sql<{ account_id: number }>`
    insert into client_command (account_id, device_id, command_batch_id, kind, text_ru, text_uz, stays_sec,
      channel_id, staff_name, created_at, done_at, expires_at)
    select d.account_id, d.device_id, ${batchId}::integer, ${one.kind}, ${one.text_ru}, ${one.text_uz},
      ${one.stays_sec}::integer, ${one.channel_id}::integer, ${one.staff_name}, ${one.created_at}::timestamptz,
      ${one.done_at}::timestamptz, ${one.expires_at}::timestamptz
    from device d join session s on s.device_id = d.device_id
    where d.account_id = any(${[...accountIds]}::int[]) and d.place is not null and s.expires_at > ${new Date(nowMs)}
    returning account_id`.execute(db)
  for (const accountId of new Set(rows.map((row) => row.account_id))) await announceChange(db, accountId)
  return rows.length
}

/** Commands of a batch that no client has taken are not given to one any more. */
export async function expireCommands(db: Db, batchId: number, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  await db
    .updateTable('client_command')
    .set({ expires_at: now })
    .where('command_batch_id', '=', batchId)
    .where('delivered_at', 'is', null)
    .where('done_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** A sign-out that was carried out on the server. */
export async function finishCommand(db: Db, commandId: number, nowMs: number): Promise<void> {
  await db
    .updateTable('client_command')
    .set({ done_at: new Date(nowMs) })
    .where('client_command_id', '=', commandId)
    .execute()
}
