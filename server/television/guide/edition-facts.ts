/** What an edition of the guide would do to each channel, and what is strange about it. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** A channel of an edition compared with what is stored. */
export interface EditionFacts {
  readonly cid: number
  /** Times within its covered time without a programme, a minute or longer. */
  readonly gaps: number
  readonly gapMinutes: number
  /** The coming programmes that it replaces, and how many of them would be lost. */
  readonly ahead: number
  readonly lost: number
  /** By so many hours programmes start later than the same ones that are stored; 0 when they do not, or few do. */
  readonly shiftedHours: number
  /** Different titles: of the edition, of what is stored, and of both. */
  readonly titles: { readonly edition: number; readonly stored: number; readonly both: number }
}

/** Looks at what is in `guide_tidy` and `guide_cover`; by channel of ours. */
export async function editionFacts(
  tx: DbTransaction,
  nowMs: number,
): Promise<ReadonlyMap<number, EditionFacts>> {
  const now = new Date(nowMs)
  const [gaps, losses] = [await gapsOf(tx), await lossesOf(tx, now)]
  const [shifts, titles] = [await shiftsOf(tx, now), await titlesOf(tx)]
  return new Map(
    [...gaps].map(([cid, gap]) => [
      cid,
      {
        ...{ cid, ...gap },
        ahead: losses.get(cid)?.ahead ?? 0,
        lost: losses.get(cid)?.lost ?? 0,
        shiftedHours: shifts.get(cid) ?? 0,
        titles: titles.get(cid) ?? { edition: 0, stored: 0, both: 0 },
      },
    ]),
  )
}

async function gapsOf(tx: DbTransaction) {
  const { rows } = await sql<{ cid: number; gaps: number; minutes: number }>`
    select channel_id as cid, count(*) filter (where gap >= interval '1 minute')::integer as gaps,
      coalesce(extract(epoch from sum(gap) filter (where gap >= interval '1 minute')) / 60, 0)::integer as minutes
    from (
      select channel_id, lead(begin_at) over (partition by channel_id order by begin_at) - end_at as gap
      from pg_temp.guide_tidy
    ) as followed group by channel_id`.execute(tx)
  return new Map(rows.map(({ cid, gaps, minutes }) => [cid, { gaps, gapMinutes: minutes }]))
}

async function lossesOf(tx: DbTransaction, now: Date) {
  const { rows } = await sql<{ cid: number; ahead: number; lost: number }>`
    with stored as (
      select p.channel_id, count(*)::integer as ahead
      from programme p join pg_temp.guide_cover c using (channel_id)
      where p.begin_at > ${now} and p.begin_at >= c.begin_at and p.begin_at < c.end_at
      group by p.channel_id
    ), given as (
      select channel_id, count(*)::integer as given from pg_temp.guide_tidy where begin_at > ${now} group by channel_id
    )
    select channel_id as cid, ahead, greatest(ahead - coalesce(given, 0), 0) as lost
    from stored left join given using (channel_id)`.execute(tx)
  return new Map(rows.map((row) => [row.cid, row]))
}

const titleOf = (alias: 't' | 'p') =>
  sql.raw(`lower(coalesce(nullif(${alias}.title_ru, ''), ${alias}.title_uz))`)

/** Fewer programmes may be at another hour by chance. */
const fewestShifted = 5
/** So many of those that could be found are found at the other hour. */
const shareShifted = 0.6

/** Looks for the programmes of three days at the same minute of other hours. */
async function shiftsOf(tx: DbTransaction, now: Date): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ cid: number; hours: number; hits: number; possible: number }>`
    with sample as (
      select t.channel_id, t.begin_at, ${titleOf('t')} as title
      from pg_temp.guide_tidy t join pg_temp.guide_cover c using (channel_id)
      where t.begin_at >= ${now}::timestamptz - interval '1 day'
        and t.begin_at < greatest(c.begin_at, ${now}::timestamptz) + interval '3 days'
    ), extent as (
      select channel_id, count(*) as sampled, min(begin_at) as first, max(begin_at) as last from sample
      group by channel_id
    ), stored as (
      select e.channel_id, e.sampled, count(*) as stored from extent e join programme p using (channel_id)
      where p.begin_at between e.first and e.last group by e.channel_id, e.sampled
    ), tried as (
      select s.channel_id, hours, count(*) as hits
      from sample s cross join generate_series(-12, 12) as hours
        join programme p on p.channel_id = s.channel_id and p.begin_at = s.begin_at - make_interval(hours => hours)
      where ${titleOf('p')} = s.title
      group by s.channel_id, hours
    )
    select channel_id as cid, hours, hits::integer, least(sampled, stored)::integer as possible
    from tried join stored using (channel_id) order by channel_id, hits desc, abs(hours)`.execute(tx)
  const shifts = new Map<number, number>()
  for (const [cid, tries] of Map.groupBy(rows, (row) => row.cid)) {
    const unmoved = tries.find(({ hours }) => hours === 0)?.hits ?? 0
    const best = tries.find(({ hours }) => hours !== 0)
    if (best === undefined || best.hits < fewestShifted || best.hits < best.possible * shareShifted) continue
    if (best.hits > 2 * unmoved) shifts.set(cid, best.hours)
  }
  return shifts
}

async function titlesOf(tx: DbTransaction) {
  const { rows } = await sql<{ cid: number; edition: number; stored: number; both: number }>`
    with edition as (
      select distinct channel_id, ${titleOf('t')} as title from pg_temp.guide_tidy t
    ), stored as (
      select distinct channel_id, ${titleOf('p')} as title
      from programme p where channel_id in (select channel_id from pg_temp.guide_cover)
    )
    select channel_id as cid, count(e.title)::integer as edition, count(s.title)::integer as stored,
      count(*) filter (where e.title is not null and s.title is not null)::integer as both
    from edition e full join stored s using (channel_id, title) group by channel_id`.execute(tx)
  return new Map(rows.map(({ cid, edition, stored, both }) => [cid, { edition, stored, both }]))
}
