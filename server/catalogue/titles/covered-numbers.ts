/** Numbers of episodes that one file covers, beside those that have files of their own. */
import { type RawBuilder, sql } from 'kysely'

/**
 * How many numbers after its own the file of a row of `episode` covers: none from the next one on that viewers see. That
 * may have come after the file, or have been hidden when it came.
 */
export const coveredFurther: RawBuilder<number> = sql<number>`
  (case when episode.further = 0 then 0 else least(episode.further, coalesce((
    select min(next.number) - episode.number - 1 from episode as next
    where next.season_id = episode.season_id and next.number > episode.number and not next.is_hidden
  ), episode.further)) end)::integer`

/** The episodes of a season in their order, each up to the next one. */
export function upToNext<Episode extends { readonly number: number; readonly last?: number }>(
  episodes: readonly Episode[],
): readonly Episode[] {
  return episodes.map((one, at) => {
    const next = episodes[at + 1]?.number
    if (one.last === undefined || next === undefined || one.last < next) return one
    const { last: _, ...single } = one
    return (next - 1 > one.number ? { ...one, last: next - 1 } : single) as Episode
  })
}
