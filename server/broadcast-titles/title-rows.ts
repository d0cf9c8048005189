/** Works as rows: what they match, and what the staff decided about them. */
import { sql } from 'kysely'
import type { Decision, MatchReason } from '#contract/console/broadcast-titles.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Match } from './matching/rules.ts'

/** The PostgreSQL channel that announces a change of rows; no payload. */
export const broadcastTitlesChangedChannel = 'broadcast_titles_changed'

/** Processes read the rows again. */
export async function announceBroadcastTitles(db: Db): Promise<void> {
  await sql`select pg_notify(${broadcastTitlesChangedChannel}, '')`.execute(db)
}

/** What is read of a row into memory. */
export interface TitleRow {
  readonly id: number
  readonly workKey: string
  readonly matchedVid: number | null
  readonly score: number
  readonly decision: Decision
  readonly decidedVid: number | null
  readonly poster: string | null
  readonly backdrop: string | null
}

/** A guide of 300 channels has some ten thousand works. */
const maxRows = 200_000

/** All rows by the keys of their works. */
export async function loadTitleRows(db: Db): Promise<ReadonlyMap<string, TitleRow>> {
  const rows = await db
    .selectFrom('broadcast_title')
    .select([
      'broadcast_title_id as id',
      'work_key as workKey',
      'matched_title_id as matchedVid',
      'score',
      'decision',
      'decided_title_id as decidedVid',
      'poster',
      'backdrop',
    ])
    .limit(maxRows)
    .execute()
  return new Map(rows.map((row) => [row.workKey, row]))
}

/** The title of the catalogue that a work is; null for none. Below `minScore` a match counts once it is confirmed. */
export function effectiveVid(
  {
    decision,
    decidedVid,
    matchedVid,
    score,
  }: Pick<TitleRow, 'decidedVid' | 'decision' | 'matchedVid' | 'score'>,
  minScore: number,
): number | null {
  if (decision === 'detached') return null
  if (decision !== 'none') return decidedVid
  return score >= minScore ? matchedVid : null
}

/** A work as it is stored. */
export interface StoredWork {
  readonly workKey: string
  readonly kind: 'film' | 'series' | 'any'
  readonly name: { readonly ru: string; readonly uz: string }
  readonly year: number
  readonly broadcasts: number
  readonly lastEndMs: number
  readonly match: Match | undefined
}

/** The facts of a row that the guide and the catalogue decide. */
export interface RowFacts {
  readonly workKey: string
  readonly matchedVid: number | null
  readonly score: number
  readonly reasons: readonly MatchReason[]
  readonly broadcasts: number
  readonly lastEndMs: number
}

/** The rows as they are, for writing only what differs. */
export async function loadRowFacts(db: Db): Promise<ReadonlyMap<string, RowFacts>> {
  const rows = await db
    .selectFrom('broadcast_title')
    .select([...(['work_key', 'matched_title_id', 'score', 'reasons', 'broadcasts', 'last_end_at'] as const)])
    .limit(maxRows)
    .execute()
  return new Map(
    rows.map((row) => [
      row.work_key,
      {
        ...{ workKey: row.work_key, matchedVid: row.matched_title_id, score: row.score },
        ...{ reasons: row.reasons, broadcasts: row.broadcasts, lastEndMs: row.last_end_at.getTime() },
      },
    ]),
  )
}

export function isStored(work: StoredWork, facts: RowFacts | undefined): boolean {
  if (facts === undefined) return false
  const { match } = work
  return (
    facts.matchedVid === (match?.vid ?? null) &&
    facts.score === (match?.score ?? 0) &&
    facts.broadcasts === work.broadcasts &&
    facts.lastEndMs === work.lastEndMs &&
    facts.reasons.join() === (match?.reasons ?? []).join()
  )
}

/**
 * Writes works in one statement. What the staff decided, and pictures, stay. A title that was deleted meanwhile is
 * written as no match.
 */
export async function writeWorks(db: Db, works: readonly StoredWork[]): Promise<void> {
  if (works.length === 0) return
  const json = JSON.stringify(
    works.map(({ workKey, kind, name, year, broadcasts, lastEndMs, match }) => ({
      ...{ k: workKey, kind, ru: name.ru, uz: name.uz, year, n: broadcasts },
      last: new Date(lastEndMs).toISOString(),
      ...{ vid: match?.vid ?? null, score: match?.score ?? 0, why: match?.reasons ?? [] },
    })),
  )
  await sql`
    insert into broadcast_title
      (work_key, kind, name_ru, name_uz, year, matched_title_id, score, reasons, broadcasts, last_end_at)
    select w.k, w.kind, w.ru, w.uz, w.year, t.id, case when t.id is null then 0 else w.score end,
      case when t.id is null then '{}' else w.why end, w.n, w.last
    from jsonb_to_recordset(${json}::jsonb)
      as w (k text, kind text, ru text, uz text, year smallint, n integer, last timestamptz, vid integer,
        score smallint, why text[])
    left join title t on t.id = w.vid
    on conflict (work_key) do update set name_ru = excluded.name_ru, name_uz = excluded.name_uz,
      matched_title_id = excluded.matched_title_id, score = excluded.score, reasons = excluded.reasons,
      broadcasts = excluded.broadcasts, last_end_at = excluded.last_end_at`.execute(db)
}

const dayMs = 86_400_000
/** No archive reaches further back. */
const forgottenAfterMs = 45 * dayMs
/** Decisions wait for the next broadcast of the work. */
const decisionsForMs = 800 * dayMs
const deletedAtOnce = 5000

/** Deletes the rows of works that were broadcast long ago. Returns how many. */
export async function forgetOldTitles(db: Db, nowMs: number): Promise<number> {
  const gone = await sql<{ id: number }>`
    delete from broadcast_title where broadcast_title_id in (
      select broadcast_title_id from broadcast_title
      where last_end_at < ${new Date(nowMs - forgottenAfterMs)}::timestamptz
        and (decision = 'none' or last_end_at < ${new Date(nowMs - decisionsForMs)}::timestamptz)
      limit ${deletedAtOnce}
    ) returning broadcast_title_id as id`.execute(db)
  return gone.rows.length
}

/** Works that the guide has no more: they are listed without broadcasts. */
export async function clearBroadcasts(db: Db, workKeys: readonly string[]): Promise<void> {
  if (workKeys.length === 0) return
  await sql`update broadcast_title set broadcasts = 0 where work_key = any(${[...workKeys]}::text[])`.execute(
    db,
  )
}

/** Stores the pictures of a title that has none yet. */
export async function givePosters(
  db: Db,
  id: number,
  { poster, backdrop }: { readonly poster: string; readonly backdrop: string },
): Promise<void> {
  await db
    .updateTable('broadcast_title')
    .set({ poster, backdrop })
    .where('broadcast_title_id', '=', id)
    .where('poster', 'is', null)
    .execute()
}
