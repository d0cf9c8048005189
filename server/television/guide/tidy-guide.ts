import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { GuideRoute } from './guide-route.ts'

/**
 * Cleans each channel's programmes in the table `guide_tidy`: in order, without overlaps, each with an end.
 * - Of several with one start the fullest stays (an own end, then the longer text, then the first).
 * - A missing end is the next start, at most 6 hours later; the last programme gets half an hour.
 * - None is longer than a day, and where two overlap the earlier ends when the later starts.
 * - A gap stays a gap: nothing is invented to fill it.
 */
export async function tidy(tx: DbTransaction, routes: readonly GuideRoute[]): Promise<void> {
  await sql`
    create temporary table guide_route on commit drop as
    select * from unnest(
      ${routes.map(({ from }) => from)}::integer[],
      ${routes.map(({ cid }) => cid)}::integer[],
      ${routes.map(({ shiftMin }) => shiftMin)}::integer[]
    ) as given (guide_channel, channel_id, shift_min)`.execute(tx)
  await sql`analyze pg_temp.guide_staged`.execute(tx)
  // Sorted without their texts, which are many times larger than the sort keys.
  await sql`
    create temporary table guide_tidy on commit drop as
    with best as (
      select distinct on (channel_id, begins) channel_id, seq, shift, begins, ends from (
        select r.channel_id, s.seq, s.letters, shift, s.begin_at + shift as begins, s.end_at + shift as ends
        from pg_temp.guide_staged s
        join pg_temp.guide_route r using (guide_channel)
        cross join lateral make_interval(mins => r.shift_min) as shift
      ) as placed
      order by channel_id, begins, ends is null, least(letters, 999999) desc, seq
    ), followed as (
      select *, lead(begins) over (partition by channel_id order by begins) as next_begins,
        case when ends is not null then least(ends, begins + interval '1 day') end as day_end
      from best
    )
    select f.channel_id, f.begins as begin_at,
      case when ends is null
        then least(coalesce(next_begins, begins + interval '30 minutes'), begins + interval '6 hours')
        else least(day_end, next_begins) end as end_at,
      s.title_ru, s.title_uz, s.description_ru, s.description_uz, s.genre_code, s.age_rating, s.asset_id,
      s.subtitle_ru, s.subtitle_uz, s.season, s.episode, s.catchup_id, s.categories, ends is null as end_inferred,
      coalesce(ends > day_end, false) as too_long,
      coalesce(day_end > next_begins, false) as overlap
    from followed f join pg_temp.guide_staged s using (seq)`.execute(tx)
  await coverTidy(tx)
}

/** The covered time of each channel of `guide_tidy`, in the table `guide_cover`. */
export async function coverTidy(tx: DbTransaction): Promise<void> {
  await sql`create unique index on guide_tidy (channel_id, begin_at)`.execute(tx)
  await sql`
    create temporary table guide_cover on commit drop as
    select channel_id, min(begin_at) as begin_at, max(end_at) as end_at from pg_temp.guide_tidy
    group by channel_id`.execute(tx)
  await sql`analyze pg_temp.guide_tidy`.execute(tx)
  await sql`analyze pg_temp.guide_cover`.execute(tx)
}
