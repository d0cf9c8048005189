/** Commands to segments as stored: given, stopped, how far they are. */
import type { SegmentRules } from '#contract/console/segment-rules.ts'
import { type Command, type CommandState, countCommands, expireCommands } from '#server/commands/commands.ts'
import type { Db } from '#server/platform/database/database.ts'
import { takeSnapshot } from '#server/segments/segments.ts'
import type { Selectable } from 'kysely'
import type { CommandBatchTable } from './tables.ts'

export interface NewBatch {
  readonly command: Command
  readonly rules: SegmentRules
  /** '' for all subscribers. */
  readonly segmentName: string
  readonly reason: string
  /** Undefined for an operator at the command line. */
  readonly staff: { readonly staffId: number; readonly name: string } | undefined
}

export interface CommandBatch extends Omit<NewBatch, 'rules'> {
  readonly batchId: number
  readonly state: 'running' | 'stopped' | 'done'
  readonly recipients: number
  /** Accounts that got it, and that were left out: blocked, opted out, above the cap, without a device. */
  readonly reached: number
  readonly leftOut: number
  /** Devices by state. */
  readonly counts: Readonly<Record<CommandState, number>>
  readonly createdMs: number
}

const noCounts = { sent: 0, delivered: 0, done: 0, expired: 0 }
const maxListed = 100

/** Stores a command with those who are in its segment at this moment; `campaigns.send` does the rest. */
export async function startBatch(
  db: Db,
  { command, rules, segmentName, reason, staff }: NewBatch,
  nowMs: number,
): Promise<{ readonly batchId: number; readonly recipients: number }> {
  return db.transaction().execute(async (trx) => {
    const { snapshotId, count } = await takeSnapshot(trx, rules, nowMs)
    const row = await trx
      .insertInto('command_batch')
      .values({
        ...{ kind: command.kind, text_ru: command.text.ru, text_uz: command.text.uz },
        ...{ stays_sec: command.staysSec, channel_id: command.channelId, expires_min: command.expiresMin },
        ...{ state: 'running', segment_name: segmentName, rules: JSON.stringify(rules) },
        ...{ segment_snapshot_id: snapshotId, recipients: count, reason },
        ...{ staff_id: staff?.staffId ?? null, staff_name: staff?.name ?? '' },
        ...{ created_at: new Date(nowMs), finished_at: null },
      })
      .returning('command_batch_id')
      .executeTakeFirstOrThrow()
    return { batchId: row.command_batch_id, recipients: count }
  })
}

/**
 * Gives a command to nobody more, and takes it back from devices that have not got it; false when it has ended, or is
 * not of this kind.
 */
export async function stopBatch(
  db: Db,
  batchId: number,
  nowMs: number,
  kind?: Command['kind'],
): Promise<boolean> {
  // It waits for the accounts that are under way.
  const stopped = await db
    .updateTable('command_batch')
    .set({ state: 'stopped', finished_at: new Date(nowMs) })
    .where('command_batch_id', '=', batchId)
    .where('state', '=', 'running')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'reload'))
    .executeTakeFirst()
  if (Number(stopped.numUpdatedRows) === 0) return false
  await expireCommands(db, batchId, nowMs)
  return true
}

/** The newest commands to segments, at most 100. */
export async function listBatches(db: Db, nowMs: number): Promise<readonly CommandBatch[]> {
  const rows = await db
    .selectFrom('command_batch')
    .selectAll()
    .orderBy('command_batch_id', 'desc')
    .limit(maxListed)
    .execute()
  const ids = rows.map((row) => row.command_batch_id)
  const counts = await countCommands(db, ids, nowMs)
  return rows.map((row) => batchOf(row, counts.get(row.command_batch_id) ?? noCounts))
}

export function commandOf(row: Selectable<CommandBatchTable>): Command {
  return {
    ...{ kind: row.kind, text: { ru: row.text_ru, uz: row.text_uz }, staysSec: row.stays_sec },
    ...{ channelId: row.channel_id, expiresMin: row.expires_min },
  }
}

function batchOf(row: Selectable<CommandBatchTable>, counts: CommandBatch['counts']): CommandBatch {
  return {
    ...{ batchId: row.command_batch_id, command: commandOf(row), segmentName: row.segment_name },
    ...{ reason: row.reason, state: row.state, recipients: row.recipients, reached: row.reached },
    ...{ leftOut: row.left_out, counts, createdMs: row.created_at.getTime() },
    staff: row.staff_id === null ? undefined : { staffId: row.staff_id, name: row.staff_name },
  }
}
