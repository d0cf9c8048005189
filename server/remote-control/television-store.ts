/** The rows of `remote_television`. */
import { sql } from 'kysely'
import type { ReportedState } from '#contract/playback/remote-control.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

interface StoredTelevision {
  readonly sessionId: string
  readonly isOn: boolean
  readonly seenMs: number
  readonly state: ReportedState | null
  readonly reportedMs: number
}

/** Records that a television is on; true when it was not before. False too when its session has just ended. */
export async function markOn(db: Db, viewer: Viewer, nowMs: number, sinceMs: number): Promise<boolean> {
  const { rows } = await sql<{ was_on: boolean }>`
    with before as (
      select is_on and seen_at > ${new Date(sinceMs)} as was_on from remote_television
      where session_id = ${viewer.sessionId}
    )
    insert into remote_television (session_id, account_id, seen_at, is_on)
    select session_id, account_id, ${new Date(nowMs)}, true from session
    where session_id = ${viewer.sessionId} and account_id = ${viewer.accountId} for key share
    on conflict (session_id) do update set seen_at = excluded.seen_at, is_on = true
    returning coalesce((select was_on from before), false) as was_on`.execute(db)
  return rows[0]?.was_on === false
}

/** Stores a television's report; nothing is written for an ended session. */
export async function writeReport(
  db: Db,
  viewer: Viewer,
  report: { readonly isOn: boolean; readonly state: ReportedState | null },
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs)
  const state = report.state === null ? null : JSON.stringify(report.state)
  await sql`
    insert into remote_television (session_id, account_id, seen_at, is_on, state, reported_at)
    select session_id, account_id, ${now}, ${report.isOn}, ${state}::jsonb, ${now} from session
    where session_id = ${viewer.sessionId} and account_id = ${viewer.accountId} for key share
    on conflict (session_id) do update set seen_at = excluded.seen_at, is_on = excluded.is_on,
      state = excluded.state, reported_at = excluded.reported_at`.execute(db)
}

/** Every television of the account that has reported in its session. */
export async function findTelevisions(db: Db, accountId: number): Promise<readonly StoredTelevision[]> {
  const rows = await db
    .selectFrom('remote_television')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(presentRow)
}

/** One television, locked until the transaction ends: commands for it are counted one after the other. */
export async function lockTelevision(
  trx: DbTransaction,
  sessionId: string,
): Promise<StoredTelevision | undefined> {
  const row = await trx
    .selectFrom('remote_television')
    .selectAll()
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? undefined : presentRow(row)
}

function presentRow(row: {
  readonly session_id: string
  readonly is_on: boolean
  readonly seen_at: Date
  readonly state: ReportedState | null
  readonly reported_at: Date | null
}): StoredTelevision {
  return {
    sessionId: row.session_id,
    isOn: row.is_on,
    seenMs: row.seen_at.getTime(),
    state: row.state,
    reportedMs: row.reported_at?.getTime() ?? 0,
  }
}
