/** The rows of `remote_command`, and the sequence that accepts each command once. */
import type { RemoteCommand } from '#contract/playback/remote-control.ts'
import type { SessionPair } from './consents.ts'
import { commandLifeMs } from './rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export interface QueuedCommand {
  readonly id: number
  readonly command: RemoteCommand
}

/** Deletes expired commands and counts those still pending for the television. */
export async function countQueued(trx: DbTransaction, tvSessionId: string, nowMs: number): Promise<number> {
  await trx
    .deleteFrom('remote_command')
    .where('tv_session_id', '=', tvSessionId)
    .where('expires_at', '<=', new Date(nowMs))
    .execute()
  const { queued } = await trx
    .selectFrom('remote_command')
    .select((on) => on.fn.countAll<number>().as('queued'))
    .where('tv_session_id', '=', tvSessionId)
    .executeTakeFirstOrThrow()
  return queued
}

/** Accepts a sequence number; false when it, or a later one, was accepted before. */
export async function takeSequence(
  trx: DbTransaction,
  pair: SessionPair,
  sequence: number,
): Promise<boolean> {
  const taken = await trx
    .updateTable('remote_consent')
    .set({ last_sequence: sequence })
    .where('tv_session_id', '=', pair.tvSessionId)
    .where('controller_session_id', '=', pair.controllerSessionId)
    .where('answer', '=', 'allowed')
    .where('last_sequence', '<', sequence)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

export async function queueCommand(
  trx: DbTransaction,
  pair: SessionPair,
  command: RemoteCommand,
  nowMs: number,
): Promise<void> {
  await trx
    .insertInto('remote_command')
    .values({
      tv_session_id: pair.tvSessionId,
      controller_session_id: pair.controllerSessionId,
      command: JSON.stringify(command),
      expires_at: new Date(nowMs + commandLifeMs),
    })
    .execute()
}

/** A television's pending commands, in the order in which they were accepted. */
export async function findQueued(
  db: Db,
  tvSessionId: string,
  nowMs: number,
): Promise<readonly QueuedCommand[]> {
  const rows = await db
    .selectFrom('remote_command')
    // A phone that was logged out meanwhile controls nothing.
    .innerJoin('session', 'session.session_id', 'remote_command.controller_session_id')
    .select(['remote_command_id', 'command'])
    .where('tv_session_id', '=', tvSessionId)
    .where('remote_command.expires_at', '>', new Date(nowMs))
    .orderBy('remote_command_id')
    .execute()
  return rows.map((row) => ({ id: row.remote_command_id, command: row.command }))
}

/** The television has received these, or drops all pending ones. */
export async function dropCommands(
  db: Db,
  tvSessionId: string,
  which: readonly number[] | 'all',
): Promise<void> {
  if (which.length === 0) return
  const query = db.deleteFrom('remote_command').where('tv_session_id', '=', tvSessionId)
  await (which === 'all' ? query : query.where('remote_command_id', 'in', which)).execute()
}
