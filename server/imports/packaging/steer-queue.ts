/** What people do with the packaging queue. Workers notice it within a second, on whatever machine they run. */
import { type Kysely, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { priorityOf, sendFilm, sendUnfinished } from './film-jobs.ts'
import { type PackagingRow, findRow, unfinishedRows } from './packaging.ts'
import { type Place, moveFilm } from './queue-order.ts'

export interface QueueDeps {
  readonly db: Db
  /** Without it the queue is only written: the next start of a process with jobs sends them. */
  readonly jobs: Pick<Jobs, 'send'> | undefined
  readonly clock: Clock
}

export type Steered =
  | { readonly kind: 'done'; readonly row: PackagingRow }
  | { readonly kind: 'not_found' }
  /** It does not wait: it runs, or is over. */
  | { readonly kind: 'busy' }
  /** It is finished, refused or removed. */
  | { readonly kind: 'over' }

/** The time of the running step is added to the work so far. */
const spent = sql<number>`spent_ms + case when state = 'running'
  then extract(epoch from now() - coalesce(begun_at, now())) * 1000 else 0 end`

/** Without its worker, which notices that and stops; the complete segments stay. */
const stopped = { worker: null, rendition: '', spent_ms: spent } as const

/** Pauses a film. A running one stops, and continues later where it was. */
export async function pauseFilm(db: Db, assetId: string): Promise<Steered> {
  return change(db, assetId, async () =>
    db
      .updateTable('packaging')
      .set({
        ...stopped,
        state: 'waiting',
        paused_at: sql`coalesce(paused_at, now())`,
        changed_at: sql`now()`,
      })
      .where('asset_id', '=', assetId)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst(),
  )
}

/** Continues a paused film. */
export async function resumeFilm(deps: QueueDeps, assetId: string): Promise<Steered> {
  const outcome = await change(deps.db, assetId, async () =>
    deps.db
      .updateTable('packaging')
      .set({ paused_at: null })
      .where('asset_id', '=', assetId)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst(),
  )
  if (outcome.kind === 'done') await sendRow(deps, outcome.row)
  return outcome
}

/** Takes a film out of the queue. A running one stops; what can be played of it stays. */
export async function removeFilm(db: Db, assetId: string): Promise<Steered> {
  return change(db, assetId, async () =>
    db
      .updateTable('packaging')
      .set({
        ...{ ...stopped, state: 'removed', paused_at: null, not_before: null, changed_at: sql`now()` },
        // What it waited for is no matter any more.
        ...{ reason: '', reason_kind: '' },
      })
      .where('asset_id', '=', assetId)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst(),
  )
}

/** Has a film tried now that waits, was removed, or was refused while it plays: from the step where it was. */
export async function queueAgain(deps: QueueDeps, assetId: string): Promise<Steered> {
  const outcome = await change(deps.db, assetId, async () =>
    deps.db
      .updateTable('packaging')
      .set({
        ...{ state: 'waiting', reason: '', reason_kind: '', paused_at: null, not_before: null },
        ...{ worker: null, changed_at: sql`now()` },
      })
      .where('asset_id', '=', assetId)
      .where('state', 'in', ['waiting', 'refused', 'removed'])
      .returningAll()
      .executeTakeFirst(),
  )
  if (outcome.kind === 'done') await sendRow(deps, outcome.row)
  return outcome.kind === 'over' ? { kind: 'busy' } : outcome
}

async function change(
  db: Db,
  assetId: string,
  write: () => Promise<PackagingRow | undefined>,
): Promise<Steered> {
  const row = await write()
  if (row !== undefined) return { kind: 'done', row }
  return { kind: (await findRow(db, assetId)) === undefined ? 'not_found' : 'over' }
}

async function sendRow({ jobs, clock }: QueueDeps, row: PackagingRow): Promise<void> {
  if (jobs === undefined) return
  const waitMs = (row.not_before?.getTime() ?? 0) - clock.nowMs()
  const afterSec = Math.max(0, Math.ceil(waitMs / 1000))
  await sendFilm(jobs, row.asset_id, { priority: priorityOf(row), afterSec })
}

export type Moved =
  | {
      readonly kind: 'done'
      readonly row: PackagingRow
      /** The film that followed it before; '' when it was the last. */
      readonly followedBy: string
    }
  | Exclude<Steered, { kind: 'done' | 'over' }>

/** Gives a waiting film another place among those that wait for the same step. */
export async function moveInQueue(deps: QueueDeps, assetId: string, place: Place): Promise<Moved> {
  const moved = await deps.db
    .transaction()
    .execute(async (tx): Promise<Moved & { rows?: PackagingRow[] }> => {
      // One move at a time.
      await sql`select from packaging_queue for update`.execute(tx)
      const row = await tx
        .selectFrom('packaging')
        .selectAll()
        .where('asset_id', '=', assetId)
        .executeTakeFirst()
      if (row === undefined) return { kind: 'not_found' }
      if (row.state !== 'waiting') return { kind: 'busy' }
      const group = await waitingRows(tx, row.step)
      const films = group.map(({ asset_id: id, rank, ordered_at: at }) => ({
        ...{ assetId: id, rank, orderedAtMs: at.getTime() },
      }))
      const ranks = moveFilm(films, assetId, place)
      if (ranks === undefined) return { kind: 'busy' }
      for (const [id, rank] of ranks)
        await tx.updateTable('packaging').set({ rank }).where('asset_id', '=', id).execute()
      const followedBy = group[group.findIndex((one) => one.asset_id === assetId) + 1]?.asset_id ?? ''
      const rows = group.flatMap((one) => {
        const rank = ranks.get(one.asset_id)
        return rank === undefined ? [] : [{ ...one, rank }]
      })
      return { kind: 'done', row, followedBy, rows }
    })
  // The earliest first, so that jobs of equal priority stay in their order.
  for (const row of moved.rows ?? []) if (row.paused_at === null) await sendRow(deps, row)
  return moved
}

async function waitingRows(db: Kysely<Database>, step: PackagingRow['step']): Promise<PackagingRow[]> {
  return db
    .selectFrom('packaging')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('step', '=', step)
    .orderBy('rank', 'desc')
    .orderBy('ordered_at')
    .orderBy('asset_id')
    .execute()
}

export interface QueuePause {
  /** Null while the queue is not paused. */
  readonly pausedAtMs: number | null
  readonly pausedBy: string
}

/** Whether the whole queue is paused. */
export async function readQueuePause(db: Db): Promise<QueuePause> {
  const row = await db.selectFrom('packaging_queue').selectAll().executeTakeFirst()
  return { pausedAtMs: row?.paused_at?.getTime() ?? null, pausedBy: row?.paused_by ?? '' }
}

/** Pauses the whole queue; running films stop. `by`: the name of the member of staff, '' for the command line. */
export async function pauseQueue(db: Db, by: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('packaging_queue')
      .set({ paused_at: sql`now()`, paused_by: by })
      .where('paused_at', 'is', null)
      .execute()
    await tx
      .updateTable('packaging')
      .set({ ...stopped, state: 'waiting', changed_at: sql`now()` })
      .where('state', '=', 'running')
      .execute()
  })
}

/** Continues the queue. Returns how many films are queued now. */
export async function resumeQueue({ db, jobs }: QueueDeps): Promise<number> {
  await db.updateTable('packaging_queue').set({ paused_at: null, paused_by: '' }).execute()
  const waiting = await unfinishedRows(db)
  if (jobs !== undefined) await sendUnfinished(db, jobs)
  return waiting.length
}
