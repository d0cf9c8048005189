/** Runs a change of channels and stores what it changed as a set that can be taken back. */
import { sql } from 'kysely'
import { type Author, type EntryOfChange, diffStates, recordChange } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  channelEntity,
  channelLabel,
  channelStates,
  inTransaction,
  lockChannels,
} from '#server/television/channels/channel-states.ts'

/** How a change of channels is stored. */
export interface ChannelChange {
  readonly kind: 'edit' | 'import'
  /** `edit`, `merge`, the name of a list. */
  readonly title: string
  readonly by: Author
  readonly nowMs: number
  /** Only these channels are compared; all of them when absent. */
  readonly cids?: readonly number[]
  /** Nothing is changed: the result says what would be. */
  readonly isDryRun?: boolean
}

export interface ChannelsChange<Result> {
  readonly result: Result
  /** 0 when nothing differed, or at a dry run. */
  readonly changeId: number
  readonly entries: readonly EntryOfChange[]
}

/** Ends the transaction of a dry run. */
class DryRun<Result> extends Error {
  readonly change: ChannelsChange<Result>

  constructor(change: ChannelsChange<Result>) {
    super('dry run')
    this.change = change
  }
}

/**
 * Runs a change of channels and stores what it changed as a set, in one transaction; a dry run takes it back. Sends
 * `channels_changed`.
 */
export async function changingChannels<Result>(
  db: Db,
  options: ChannelChange,
  change: (tx: DbTransaction, followed: FollowedRows) => Promise<Result>,
): Promise<ChannelsChange<Result>> {
  const run = inTransaction(db, async (tx): Promise<ChannelsChange<Result>> => {
    await lockChannels(tx)
    const before = await channelStates(tx, options.cids)
    const followed: FollowedRows = new Map()
    const result = await change(tx, followed)
    const after = await channelStates(tx, options.cids)
    const entries = diffStates(channelEntity, before, after, channelLabel).map((entry) => {
      const rows = followed.get(entry.entityId)
      return rows === undefined ? entry : { ...entry, followed: rows }
    })
    if (options.isDryRun === true) throw new DryRun({ result, changeId: 0, entries })
    const { kind, title, by, nowMs } = options
    const changeId = await recordChange(tx, { kind, title, by, nowMs, section: 'channels', entries })
    if (entries.length > 0) await sql`select pg_notify('channels_changed', '')`.execute(tx)
    return { result, changeId, entries }
  })
  return run.catch((error: unknown) => {
    if (error instanceof DryRun) return error.change as ChannelsChange<Result>
    throw error
  })
}

/** Rows of other tables that follow a channel, by its cid: ids by name. */
export type FollowedRows = Map<number, Readonly<Record<string, readonly number[]>>>
