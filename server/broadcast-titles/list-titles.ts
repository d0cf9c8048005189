/** Titles of the guide for the staff, with what they match. */
import { sql } from 'kysely'
import type { BroadcastTitleView, Decision, MatchReason } from '#contract/console/broadcast-titles.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A title of the guide with its match and what was decided. */
export interface StaffBroadcastTitle {
  readonly id: number
  readonly nameRu: string
  readonly nameUz: string
  readonly kind: 'film' | 'series' | 'any'
  readonly year: number
  readonly broadcasts: number
  readonly lastEndMs: number
  readonly score: number
  readonly reasons: readonly MatchReason[]
  readonly matchedVid: number | null
  readonly decision: Decision
  readonly decidedVid: number | null
  readonly staffName: string
}

export interface StaffTitlesRequest {
  readonly view: BroadcastTitleView
  /** In the name; '' for all. */
  readonly query: string
  readonly page: number
  readonly limit: number
  readonly minScore: number
}

export interface StaffTitles {
  readonly titles: readonly StaffBroadcastTitle[]
  readonly counts: Readonly<Record<BroadcastTitleView, number>>
}

/** The doubtful ones that fit best come first; others by their last broadcast. */
export async function listStaffTitles(db: Db, request: StaffTitlesRequest): Promise<StaffTitles> {
  const { view, page, limit, minScore } = request
  const text = request.query
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
  const isMatching = sql<boolean>`(broadcasts > 0 or decision <> 'none')
    and (${text} = '' or lower(name_ru) like ${`%${text}%`} or lower(name_uz) like ${`%${text}%`})`
  const viewOf = sql<BroadcastTitleView>`case
    when decision <> 'none' then 'decided'
    when matched_title_id is null then 'own'
    when score >= ${minScore} then 'matched' else 'doubtful' end`
  const counted = await sql<{ view: BroadcastTitleView; count: number }>`
    select ${viewOf} as view, count(*)::integer as count from broadcast_title
    where ${isMatching} group by 1`.execute(db)
  const { rows } = await sql<StaffBroadcastTitle & { lastEnd: Date }>`
    select broadcast_title_id as id, name_ru as "nameRu", name_uz as "nameUz", kind, year, broadcasts,
      last_end_at as "lastEnd", score, reasons, matched_title_id as "matchedVid", decision,
      decided_title_id as "decidedVid", staff_name as "staffName"
    from broadcast_title
    where ${isMatching} and ${viewOf} = ${view}
    order by case when ${view} = 'doubtful' then score else 0 end desc, last_end_at desc, broadcast_title_id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const countOf = (name: BroadcastTitleView) => counted.rows.find((one) => one.view === name)?.count ?? 0
  return {
    titles: rows.map(({ lastEnd, ...row }) => ({ ...row, lastEndMs: lastEnd.getTime() })),
    counts: {
      doubtful: countOf('doubtful'),
      matched: countOf('matched'),
      own: countOf('own'),
      decided: countOf('decided'),
    },
  }
}
