import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type CommandState, commandStateOf } from './rules.ts'
import type { CommandKind } from './tables.ts'

/** The newest command of each account that has not expired, done or not; without accounts that have none. */
export async function lastCommandsOf(
  db: Db,
  accountIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('client_command')
    .select((on) => ['account_id', on.fn.max('client_command_id').as('last')])
    .where('account_id', 'in', [...accountIds])
    .where('expires_at', '>', new Date(nowMs))
    .groupBy('account_id')
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.last] as const))
}

/** A command on the timeline of its subscriber. */
export interface CommandEntry {
  readonly commandId: number
  readonly kind: CommandKind
  readonly state: CommandState
  readonly text: { readonly ru: string; readonly uz: string }
  readonly channelId: number | null
  readonly device: { readonly name: string; readonly model: string }
  readonly staffName: string
  readonly createdMs: number
}

/** Commands to the devices of an account up to a moment, the newest first. */
export async function commandsTo(
  db: Db,
  span: { readonly accountId: number; readonly untilMs: number; readonly limit: number },
  nowMs: number,
): Promise<readonly CommandEntry[]> {
  const rows = await db
    .selectFrom('client_command')
    .innerJoin('device', 'device.device_id', 'client_command.device_id')
    .selectAll('client_command')
    .select(['device.name', 'device.model'])
    .where('client_command.account_id', '=', span.accountId)
    .where('client_command.created_at', '<=', new Date(span.untilMs))
    .orderBy('client_command.client_command_id', 'desc')
    .limit(span.limit)
    .execute()
  return rows.map((row) => ({
    ...{ commandId: row.client_command_id, kind: row.kind, state: commandStateOf(row, nowMs) },
    ...{ text: { ru: row.text_ru, uz: row.text_uz }, channelId: row.channel_id },
    ...{ device: { name: row.name, model: row.model }, staffName: row.staff_name },
    createdMs: row.created_at.getTime(),
  }))
}

/** How many commands of each batch are in which state. */
export async function countCommands(
  db: Db,
  batchIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, Readonly<Record<CommandState, number>>>> {
  if (batchIds.length === 0) return new Map()
  const now = new Date(nowMs)
  const { rows } = await sql<{ batch: number } & Record<CommandState, number>>`
    select command_batch_id as batch,
      count(*) filter (where done_at is not null)::integer as done,
      count(*) filter (where done_at is null and expires_at <= ${now})::integer as expired,
      count(*) filter (where done_at is null and expires_at > ${now} and delivered_at is null)::integer as sent,
      count(*) filter (where done_at is null and expires_at > ${now} and delivered_at is not null)::integer as delivered
    from client_command where command_batch_id = any(${[...batchIds]}::int[])
    group by command_batch_id`.execute(db)
  return new Map(rows.map(({ batch, ...counts }) => [batch, counts] as const))
}
