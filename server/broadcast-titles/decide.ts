/** What the staff decides about titles of the guide. Each act is a set of changes that can be taken back. */
import { type Kysely, sql } from 'kysely'
import type { Decision } from '#contract/console/broadcast-titles.ts'
import {
  type EntityStore,
  type Fields,
  type States,
  diffStates,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { ByWhom } from '#server/television/television.ts'
import { announceBroadcastTitles } from './title-rows.ts'

/** The name of titles of the guide in sets of changes. */
export const broadcastTitleEntity = 'broadcast_title'

export type DecisionRequest =
  /** It is what fits best. */
  | { readonly kind: 'confirm' }
  | { readonly kind: 'attach'; readonly vid: number }
  /** It is no title of the catalogue. */
  | { readonly kind: 'detach' }
  /** The score decides again. */
  | { readonly kind: 'reset' }

export type DecisionOutcome =
  /** `changeId` is 0 when nothing differed. */
  | { readonly kind: 'changed'; readonly changeId: number }
  | { readonly kind: 'not_found' }
  /** Nothing fits: there is nothing to confirm. */
  | { readonly kind: 'unmatched' }
  | { readonly kind: 'unknown_title' }

interface StoredDecision {
  readonly decision: Decision
  readonly vid: number | null
}

/** Stores a decision. */
export function decideTitle(
  db: Db,
  id: number,
  request: DecisionRequest,
  { by, nowMs }: ByWhom,
): Promise<DecisionOutcome> {
  return db.transaction().execute(async (tx): Promise<DecisionOutcome> => {
    await lockTitles(tx)
    const row = await tx
      .selectFrom('broadcast_title')
      .select('matched_title_id')
      .where('broadcast_title_id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return { kind: 'not_found' }
    const decided = decisionOf(request, row.matched_title_id)
    if (decided === undefined) return { kind: 'unmatched' }
    if (decided.vid !== null && !(await isTitle(tx, decided.vid))) return { kind: 'unknown_title' }
    const before = await readTitles(tx, [id])
    await writeDecision(tx, id, decided, { staffName: by?.name ?? '', nowMs })
    const entries = diffStates(broadcastTitleEntity, before, await readTitles(tx, [id]), labelOf)
    const title = `broadcast title ${entries[0]?.label ?? ''}`.trim()
    const changeId = await recordChange(tx, { kind: 'edit', section: 'guide', title, by, nowMs, entries })
    await announceBroadcastTitles(tx)
    return { kind: 'changed', changeId }
  })
}

function decisionOf(request: DecisionRequest, matchedVid: number | null): StoredDecision | undefined {
  switch (request.kind) {
    case 'confirm':
      return matchedVid === null ? undefined : { decision: 'confirmed', vid: matchedVid }
    case 'attach':
      return { decision: 'attached', vid: request.vid }
    case 'detach':
      return { decision: 'detached', vid: null }
    case 'reset':
      return { decision: 'none', vid: null }
  }
}

async function isTitle(tx: DbTransaction, vid: number): Promise<boolean> {
  const row = await tx.selectFrom('title').select('id').where('id', '=', vid).executeTakeFirst()
  return row !== undefined
}

async function writeDecision(
  tx: DbTransaction,
  id: number,
  { decision, vid }: StoredDecision,
  { staffName, nowMs }: { readonly staffName: string; readonly nowMs: number },
): Promise<void> {
  const isNone = decision === 'none'
  await tx
    .updateTable('broadcast_title')
    .set({
      decision,
      decided_title_id: vid,
      staff_name: isNone ? '' : staffName,
      decided_at: isNone ? null : new Date(nowMs),
    })
    .where('broadcast_title_id', '=', id)
    .execute()
}

/** The job waits: it writes the same rows. */
async function lockTitles(tx: DbTransaction): Promise<void> {
  await sql`lock table broadcast_title in share row exclusive mode`.execute(tx)
}

async function readTitles(db: Kysely<Database>, ids: readonly number[]): Promise<States> {
  const rows = await db
    .selectFrom('broadcast_title as b')
    .leftJoin('title as t', 't.id', 'b.decided_title_id')
    .select(['b.broadcast_title_id as id', 'b.name_ru', 'b.name_uz', 'b.decision', 'b.staff_name'])
    .select(['t.id as vid', 't.name_ru as decided_ru', 't.name_uz as decided_uz'])
    .where('b.broadcast_title_id', 'in', [0, ...ids])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        _name: row.name_ru || row.name_uz,
        decision: row.decision,
        decided_title: row.decided_ru || row.decided_uz || '',
        _vid: row.vid ?? 0,
        _staff_name: row.staff_name,
      },
    ]),
  )
}

function labelOf(fields: Fields): string {
  return String(fields['_name'] ?? '')
}

const decisionNames: ReadonlySet<unknown> = new Set<Decision>(['none', 'confirmed', 'attached', 'detached'])

function isDecision(value: unknown): value is Decision {
  return decisionNames.has(value)
}

/** Decisions as things whose changes can be taken back. */
export const broadcastTitleStore: EntityStore = {
  lock: lockTitles,
  isLockedAlone: true,
  read: readTitles,
  write: async (tx, steps, nowMs) => {
    const now = await readTitles(tx, [...steps.keys()])
    const failed: (readonly [number, string, string])[] = []
    for (const [id, step] of steps) {
      const fields: Fields = { ...now.get(id), ...step }
      const { decision, _vid: vid, _staff_name: staffName } = fields
      if (step === null || !isDecision(decision)) continue
      const decided = Number(vid) === 0 ? null : Number(vid)
      if (decided !== null && !(await isTitle(tx, decided))) {
        failed.push([id, 'decided_title', ''])
        continue
      }
      await writeDecision(tx, id, { decision, vid: decided }, { staffName: String(staffName ?? ''), nowMs })
    }
    await announceBroadcastTitles(tx)
    return failed
  },
  labelOf,
}
