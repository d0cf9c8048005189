/** The guide of every channel as the staff sees it: applied, proposed, missing. */
import { sql } from 'kysely'
import { fold } from '#contract/search/search-folding.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { GuideMatchTable, MatchDoubt, NextProgramme } from './tables.ts'

export interface MatchedChannel {
  readonly cid: number
  readonly number: number
  readonly nameRu: string
  readonly nameUz: string
  readonly tvgId: string | null
  /** The end of its last programme in unix seconds; null without a guide. */
  readonly guideUntil: number | null
  /** Null when no guide has anything like it. */
  readonly match: ChannelMatch | null
}

export interface ChannelMatch {
  readonly source: string
  readonly guideId: string
  readonly guideName: string
  readonly isApplied: boolean
  readonly by: GuideMatchTable['matched_by']
  readonly score: number
  readonly doubt: MatchDoubt
  readonly next: readonly NextProgramme[]
}

interface Row extends Omit<ChannelMatch, 'source'> {
  readonly cid: number
  readonly number: number
  readonly nameRu: string
  readonly nameUz: string
  readonly tvgId: string | null
  readonly guideUntil: number | null
  readonly source: string | null
}

/** All channels in the order of their numbers, each with the pair that is applied, else with the most likely one. */
export async function listMatching(db: Db): Promise<readonly MatchedChannel[]> {
  const { rows } = await sql<Row>`
    select c.id as cid, c.number, c.name_ru as "nameRu", c.name_uz as "nameUz", c.tvg_id as "tvgId",
      (select extract(epoch from p.end_at)::integer from programme p where p.channel_id = c.id
        order by p.begin_at desc limit 1) as "guideUntil",
      s.name as source, m.guide_id as "guideId", coalesce(g.name, '') as "guideName", m.is_applied as "isApplied",
      m.matched_by as by, m.score, m.doubt, coalesce(g.next, '[]') as next
    from channel c
    left join lateral (
      select * from guide_match where channel_id = c.id
      order by is_applied desc, case when is_applied then source_id end, score desc limit 1
    ) m on true
    left join guide_source s on s.id = m.source_id
    left join guide_channel g on g.source_id = m.source_id and g.guide_id = m.guide_id
    where c.deleted_at is null and c.source_kind <> 'linear'
    order by c.number`.execute(db)
  return rows.map(({ cid, number, nameRu, nameUz, tvgId, guideUntil, source, ...match }) => ({
    ...{ cid, number, nameRu, nameUz, tvgId, guideUntil },
    match: source === null ? null : { source, ...match },
  }))
}

/** The rejected ids of channels of guides, by the number of our channel. */
export async function rejectedIds(db: Db): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db
    .selectFrom('guide_rejection')
    .select(['channel_id', 'guide_id'])
    .orderBy('channel_id')
    .orderBy('guide_id')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.channel_id)
  return new Map([...groups].map(([cid, own]) => [cid, own.map((row) => row.guide_id)]))
}

/** Of these ids of channels of guides: those that some guide has. */
export async function presentGuideIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('guide_channel')
    .select('guide_id')
    .distinct()
    .where('guide_id', 'in', ['', ...ids])
    .execute()
  return new Set(rows.map((row) => row.guide_id))
}

/** The source of the guide that feeds a channel; '' for none. */
export async function feedOf(db: Db, cid: number): Promise<string> {
  const row = await db
    .selectFrom('guide_match as m')
    .innerJoin('guide_source as s', 's.id', 'm.source_id')
    .select('s.name')
    .where('m.channel_id', '=', cid)
    .where('m.is_applied', '=', true)
    .orderBy('m.source_id')
    .executeTakeFirst()
  return row?.name ?? ''
}

/** How many channels have no guide and a proposal. */
export async function countProposals(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct m.channel_id)::integer as count
    from guide_match m join channel c on c.id = m.channel_id
    where m.matched_by = 'likeness' and c.deleted_at is null
      and not exists (select from guide_match o where o.channel_id = c.id and o.matched_by <> 'likeness')`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface RejectedPair {
  readonly cid: number
  readonly guideId: string
  readonly staffName: string
  readonly madeAt: Date
}

const maxRejected = 1000

/** The newest first. */
export async function listRejected(db: Db): Promise<readonly RejectedPair[]> {
  const rows = await db
    .selectFrom('guide_rejection')
    .selectAll()
    .orderBy('made_at', 'desc')
    .limit(maxRejected)
    .execute()
  return rows.map((row) => ({
    cid: row.channel_id,
    guideId: row.guide_id,
    staffName: row.staff_name,
    madeAt: row.made_at,
  }))
}

export interface GuideChannel {
  readonly source: string
  readonly guideId: string
  readonly name: string
  readonly programmes: number
  readonly next: readonly NextProgramme[]
  /** The channel of ours that it feeds; null for none. */
  readonly cid: number | null
}

const maxResults = 40

/** Channels of the guides whose names or id contain all words, in any alphabet; the shortest names first. */
export async function searchGuideChannels(db: Db, text: string): Promise<readonly GuideChannel[]> {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
  if (words.length === 0) return []
  const all = words.map((word) => sql`g.folded like ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`}`)
  const { rows } = await sql<GuideChannel>`
    select s.name as source, g.guide_id as "guideId", g.name, g.programmes, g.next,
      (select min(m.channel_id) from guide_match m
        where m.source_id = g.source_id and m.guide_id = g.guide_id and m.is_applied) as cid
    from guide_channel g join guide_source s on s.id = g.source_id
    where ${sql.join(all, sql` and `)}
    order by length(g.folded), g.programmes desc, g.guide_id limit ${maxResults}`.execute(db)
  return rows
}
