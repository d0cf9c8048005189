/** Blackouts as rows, and as things whose changes can be taken back. */
import { type Selectable, sql } from 'kysely'
import type { EntityStore } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { recordStore } from '#server/site/site.ts'
import type { FollowedProgramme } from './follow-programme.ts'
import type { ActiveBlackout } from './rules.ts'

/** The name of blackouts in sets of changes. */
export const blackoutEntity = 'blackout'
/** The PostgreSQL channel that announces a change of blackouts; no payload. */
export const blackoutsChangedChannel = 'blackouts_changed'

/** Processes read the blackouts again. */
export async function announceBlackouts(db: Db): Promise<void> {
  await sql`select pg_notify(${blackoutsChangedChannel}, '')`.execute(db)
}

export const blackoutStore: EntityStore = recordStore(
  {
    ...{ table: 'blackout', id: 'blackout_id' },
    follows: { column: 'programme', identifiedBy: ['target', 'channel_id', 'label', 'begins_at'] },
    moments: ['begins_at', 'ends_at'],
    period: { from: 'begins_at', until: 'ends_at' },
    announce: announceBlackouts,
  },
  async (tx) => {
    await sql`lock table blackout in share row exclusive mode`.execute(tx)
  },
)

/** A blackout as stored: `fromMs` and `untilMs` of a programme do not follow the guide, see `resolved`. */
export interface StoredBlackout extends Omit<ActiveBlackout, 'pid'> {
  readonly version: number
  /** The name of what it is about, as it was when this was entered. */
  readonly label: string
  readonly note: string
  /** Null unless it is of a programme. */
  readonly programme: FollowedProgramme | null
}

/** More are refused when they are entered. */
export const maxBlackouts = 5000

/** All blackouts, the last to begin first. */
export async function loadBlackouts(db: Db): Promise<readonly StoredBlackout[]> {
  const rows = await db
    .selectFrom('blackout')
    .selectAll()
    .orderBy('begins_at', 'desc')
    .orderBy('blackout_id', 'desc')
    // Those that return by an undo are not counted.
    .limit(2 * maxBlackouts)
    .execute()
  return rows.map(blackoutOf)
}

/** One blackout; undefined when there is none with this id. */
export async function loadBlackout(db: Db, id: number): Promise<StoredBlackout | undefined> {
  const row = await db.selectFrom('blackout').selectAll().where('blackout_id', '=', id).executeTakeFirst()
  return row && blackoutOf(row)
}

function blackoutOf(row: Selectable<Database['blackout']>): StoredBlackout {
  const programme = row.programme as FollowedProgramme | null
  return {
    ...{ id: row.blackout_id, version: row.version, label: row.label, target: row.target },
    ...{ cid: row.channel_id, vid: row.title_id, programme },
    fromMs: row.begins_at.getTime(),
    untilMs: row.ends_at?.getTime() ?? null,
    ...{ territories: row.territories, devices: row.devices, holds: row.holds },
    words: { ru: row.words_ru, uz: row.words_uz },
    note: row.note,
  }
}
