import { sql } from 'kysely'
import { inTransaction } from '#server/television/channels/channel-states.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RawProgramme } from '#server/television/channels/channel.ts'
import { forgetOldEdits } from '#server/television/programmes/forget-old-edits.ts'
import { forgetPublications } from './note-publication.ts'
import type { GuideOutcome } from './publish-staged.ts'
import { stageGuide, type StagedProgramme } from './stage-guide.ts'

const rowsAtOnce = 2000

/** Publishes a delivery that is in memory, by the rules of `publish-staged.ts`. */
export async function publishGuide(
  db: Db,
  delivery: ReadonlyMap<number, readonly RawProgramme[]>,
): Promise<readonly GuideOutcome[]> {
  return stageGuide(db, async (staging) => {
    let waiting: StagedProgramme[] = []
    for (const [cid, programmes] of delivery) {
      for (const programme of programmes) waiting.push({ ...programme, from: cid })
      if (waiting.length < rowsAtOnce) continue
      await staging.add(waiting)
      waiting = []
    }
    await staging.add(waiting)
    const routes = [...delivery.keys()].map((cid) => ({ from: cid, cid, shiftMin: 0 }))
    const result = await staging.publish(routes)
    return result.kind === 'published' ? result.outcomes : []
  })
}

/** Deletes programmes that start in a window (unix milliseconds) of a channel's guide. */
export async function clearGuide(
  db: Db,
  cid: number,
  window: { readonly fromMs: number; readonly toMs: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('programme')
      .where('channel_id', '=', cid)
      .where('begin_at', '>=', new Date(window.fromMs))
      .where('begin_at', '<', new Date(window.toMs))
      .executeTakeFirst()
    if (numDeletedRows > 0n) await sql`select pg_notify('guide_changed', ${String(cid)})`.execute(tx)
  })
}

/** Deletes what is on a channel from `nowMs` (unix milliseconds) on, also what is on the air then. */
export async function clearComingGuide(db: Db, cid: number, nowMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('programme')
      .where('channel_id', '=', cid)
      .where('end_at', '>', new Date(nowMs))
      .executeTakeFirst()
    if (numDeletedRows > 0n) await sql`select pg_notify('guide_changed', ${String(cid)})`.execute(tx)
  })
}

/** Deletes programmes that ended before `beforeMs` (unix milliseconds), and edits of such; returns how many programmes. */
export async function forgetOldGuide(db: Db, beforeMs: number): Promise<number> {
  await forgetOldEdits(db, beforeMs)
  await db.transaction().execute((tx) => forgetPublications(tx, beforeMs))
  const result = await db
    .deleteFrom('programme')
    .where('begin_at', '<', new Date(beforeMs))
    .where('end_at', '<', new Date(beforeMs))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
