/** Counts of crashes, stalls and failed starts, by app, device and day. */
import { sql } from 'kysely'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { anonymousReport, type AppReport } from './rules.ts'
import type { StoredMessage } from './tables.ts'

const dayMs = 86_400_000
/** Days for which reports are stored. */
export const reportMemoryDays = 30
/** Groups of one day: more means that models are being invented. */
export const maxGroupsPerDay = 2000
/** Messages of a group. */
const maxMessages = 5

/** Reports of one day about one version on one model, added up. */
export interface ReportGroup extends Omit<AppReport, 'message' | 'page'> {
  /** A day in Tashkent, as `2026-11-24`. */
  readonly day: string
  readonly reports: number
  /** The newest first. */
  readonly messages: readonly StoredMessage[]
}

/** Counts a report without personal data. When a day is full, new ones are counted by platform only. */
export async function countReport(db: Db, report: AppReport, nowMs: number): Promise<void> {
  const clean = anonymousReport(report)
  const day = dayOf(nowMs)
  if (await addToGroup(db, clean, day, nowMs)) return
  const { count } = await db
    .selectFrom('app_report')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  const isFull = Number(count) >= maxGroupsPerDay
  await insertGroup(db, isFull ? { ...clean, version: '', model: '', firmware: '' } : clean, day, nowMs)
}

/** A day in Tashkent. */
function dayOf(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 10)
}

/** The stored messages, with this one first. */
function withMessage(report: AppReport, nowMs: number) {
  return sql<string>`jsonb_path_query_array(${messagesOf(report, nowMs)}::jsonb || app_report.messages, ${`$[0 to ${maxMessages - 1}]`}::jsonpath)`
}

function messagesOf({ message, page }: AppReport, nowMs: number): string {
  return JSON.stringify(message === '' ? [] : [{ at: nowMs, message, page }])
}

async function addToGroup(db: Db, report: AppReport, day: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_report')
    .set((on) => ({
      reports: on('reports', '+', 1),
      messages: withMessage(report, nowMs),
      reported_at: new Date(nowMs),
    }))
    .where('day', '=', day)
    .where('platform', '=', report.platform)
    .where('version', '=', report.version)
    .where('model', '=', report.model)
    .where('firmware', '=', report.firmware)
    .where('kind', '=', report.kind)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function insertGroup(db: Db, report: AppReport, day: string, nowMs: number): Promise<void> {
  const { platform, version, model, firmware, kind } = report
  await db
    .insertInto('app_report')
    .values({
      ...{ day, platform, version, model, firmware, kind },
      reports: 1,
      messages: messagesOf(report, nowMs),
      reported_at: new Date(nowMs),
    })
    .onConflict((conflict) =>
      conflict.columns(['day', 'platform', 'version', 'model', 'firmware', 'kind']).doUpdateSet((on) => ({
        reports: on('app_report.reports', '+', 1),
        messages: withMessage(report, nowMs),
        reported_at: new Date(nowMs),
      })),
    )
    .execute()
}

/** The groups of the last `days` days with the most reports, the newest day first. */
export async function listReports(
  db: Db,
  request: { readonly nowMs: number; readonly days: number; readonly limit: number },
): Promise<readonly ReportGroup[]> {
  const rows = await db
    .selectFrom('app_report')
    .selectAll()
    .where('day', '>', dayOf(request.nowMs - request.days * dayMs))
    .orderBy('day', 'desc')
    .orderBy('reports', 'desc')
    .orderBy('reported_at', 'desc')
    .limit(request.limit)
    .execute()
  return rows.map(({ day, platform, version, model, firmware, kind, reports, messages }) => ({
    ...{ day, platform, version, model, firmware, kind, reports },
    messages,
  }))
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export function forgetOldReports(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const until = dayOf(nowMs - reportMemoryDays * dayMs)
  return inBatches(signal, async () => {
    const removed = await sql`delete from app_report where ctid = any(array(
      select ctid from app_report where day <= ${until} limit ${rowsAtOnce}))`.execute(db)
    return Number(removed.numAffectedRows ?? 0)
  })
}
