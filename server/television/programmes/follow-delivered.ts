import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'
import { attachEdits } from './attach-edits.ts'
import { loadEdits } from './edit-rows.ts'
import { loadDelivered } from './load-programmes.ts'
import type { DeliveredProgramme } from './programme-edit.ts'

const hourMs = 3_600_000

/** Edits are read and written by one at a time; before anything is read. */
export async function lockEdits(tx: DbTransaction): Promise<void> {
  await sql`lock table programme_edit, programme_shift in share row exclusive mode`.execute(tx)
}

/**
 * After a delivery: every edit remembers its programme as it is delivered now, so that one that moves a little with each
 * delivery does not get lost. Within the delivery's transaction.
 */
export async function followDelivered(tx: DbTransaction, cids: readonly number[]): Promise<void> {
  const edited = await tx
    .selectFrom('programme_edit')
    .select('channel_id')
    .distinct()
    .where('channel_id', 'in', [0, ...cids])
    .where('source', 'is not', null)
    .execute()
  if (edited.length === 0) return
  await lockEdits(tx)
  const channels = edited.map((row) => row.channel_id)
  const { edits } = await loadEdits(tx, channels)
  for (const [cid, own] of Map.groupBy(edits, (edit) => edit.cid)) {
    const begins = own.flatMap(({ source }) => source?.beginMs ?? [])
    const window = { fromMs: Math.min(...begins) - hourMs, toMs: Math.max(...begins) + hourMs }
    const attached = attachEdits(await loadDelivered(tx, window, [cid]), own)
    for (const { id, source } of own) {
      const now = attached.get(id)
      if (now === undefined || isDeepStrictEqual(sourceOf(now), source)) continue
      await tx
        .updateTable('programme_edit')
        .set({ source: JSON.stringify(sourceOf(now)) })
        .where('id', '=', id)
        .execute()
    }
  }
}

/** A delivered programme as an edit remembers it. */
export function sourceOf({ pid: _pid, cid: _cid, ...programme }: ProgrammeRecord): DeliveredProgramme {
  return programme
}
