/** The problems of every channel in the database: begun and ended as reports say, forgotten after thirty days. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { oldMs } from './stored-report.ts'
import type { ProblemKind, Report } from './report.ts'
import './tables.ts'

export const problemMemoryDays = 30
const dayMs = 86_400_000
const cleanEveryMs = 3_600_000
/** Rows per statement. */
const atOnce = 500

interface Row {
  readonly channel_id: number
  readonly kind: ProblemKind
  readonly began_at: Date
}

interface StoredRow extends Row {
  readonly ended_at: Date | null
}

export interface ProblemHistory {
  /**
   * `before`: the report before this one, also of an earlier run. Rejects when the database is away; the next report then
   * brings what is missing.
   */
  add(report: Report, before: Report | undefined): Promise<void>
}

/** Only the process that records has one: it is the only writer. */
export function openProblemHistory(db: Db): ProblemHistory {
  /** Those without an end in the database; undefined until they are read. */
  let open: Map<string, Row> | undefined
  let cleanedMs = Number.NEGATIVE_INFINITY
  return {
    add: async (report, before) => {
      const stored = open ?? (await readOpen(db))
      const now = new Map(rowsOf(report).map((row) => [keyOf(row), row]))
      open = undefined
      await write(db, {
        started: [...now]
          .filter(([key]) => !stored.has(key))
          .map(([, row]): StoredRow => ({ ...row, ended_at: null }))
          .concat(pauseOf(report, before)),
        ended: [...stored].filter(([key]) => !now.has(key)).map(([, row]) => row),
        atMs: report.atMs,
      })
      open = now
      if (report.atMs - cleanedMs < cleanEveryMs) return
      cleanedMs = report.atMs
      await db
        .deleteFrom('channel_problem')
        .where('ended_at', '<', new Date(report.atMs - problemMemoryDays * dayMs))
        .execute()
    },
  }
}

function rowsOf({ channels }: Report): readonly Row[] {
  return channels.flatMap(({ cid, problems = [] }) =>
    problems.map(({ kind, sinceMs }) => ({ channel_id: cid, kind, began_at: new Date(sinceMs) })),
  )
}

/** The time when nothing was recorded because the process did not run: a problem of every channel. */
function pauseOf({ atMs, channels }: Report, before: Report | undefined): readonly StoredRow[] {
  if (before === undefined || atMs - before.atMs <= oldMs) return []
  return channels
    .filter(({ level }) => level !== 'off')
    .map(({ cid }) => ({
      channel_id: cid,
      kind: 'recorder_off',
      began_at: new Date(before.atMs),
      ended_at: new Date(atMs),
    }))
}

function keyOf({ channel_id: channelId, kind, began_at: startedAt }: Row): string {
  return `${channelId} ${kind} ${startedAt.getTime()}`
}

async function readOpen(db: Db): Promise<Map<string, Row>> {
  const rows = await db
    .selectFrom('channel_problem')
    .select(['channel_id', 'kind', 'began_at'])
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

async function write(
  db: Db,
  {
    started,
    ended,
    atMs,
  }: { readonly started: readonly StoredRow[]; readonly ended: readonly Row[]; readonly atMs: number },
): Promise<void> {
  if (started.length === 0 && ended.length === 0) return
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < started.length; at += atOnce)
      await tx
        .insertInto('channel_problem')
        .values(started.slice(at, at + atOnce))
        .onConflict((conflict) =>
          conflict
            .columns(['channel_id', 'kind', 'began_at'])
            .doUpdateSet(({ ref }) => ({ ended_at: ref('excluded.ended_at') })),
        )
        .execute()
    for (const row of ended)
      await tx
        .updateTable('channel_problem')
        .set({ ended_at: sql<Date>`greatest(began_at, ${new Date(atMs)})` })
        .where('channel_id', '=', row.channel_id)
        .where('kind', '=', row.kind)
        .where('began_at', '=', row.began_at)
        .where('ended_at', 'is', null)
        .execute()
  })
}

/** A problem of one channel; `endMs` is null while it lasts. */
export interface PastProblem {
  readonly kind: ProblemKind
  readonly fromMs: number
  readonly endMs: number | null
}

/** Problems of a channel that lasted after `fromMs`, the newest first. */
export async function readProblems(
  db: Db,
  channelId: number,
  { fromMs, limit }: { readonly fromMs: number; readonly limit: number },
): Promise<readonly PastProblem[]> {
  const rows = await db
    .selectFrom('channel_problem')
    .select(['kind', 'began_at', 'ended_at'])
    .where('channel_id', '=', channelId)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', new Date(fromMs))]))
    .orderBy('began_at', 'desc')
    .orderBy('kind')
    .limit(limit)
    .execute()
  return rows.map(({ kind, began_at: startedAt, ended_at: endedAt }) => ({
    kind,
    fromMs: startedAt.getTime(),
    endMs: endedAt?.getTime() ?? null,
  }))
}

/** Since when problems are recorded, unix ms. */
export async function problemsRecordedSince(db: Db): Promise<number> {
  const { started_at: startedAt } = await db
    .selectFrom('channel_problem_log')
    .select('started_at')
    .executeTakeFirstOrThrow()
  return startedAt.getTime()
}
