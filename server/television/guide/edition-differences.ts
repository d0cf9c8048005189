/** What an edition of the guide would change of one channel, programme by programme. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type ProgrammeState, stateIn } from './programme-state.ts'

/** Null: there is none before, or none after. A programme that only moved has both, with other times. */
export interface ProgrammeDifference {
  readonly before: ProgrammeState | null
  readonly after: ProgrammeState | null
}

export interface ChannelDifferences {
  /** In order of time. */
  readonly programmes: readonly ProgrammeDifference[]
  /** How many follow. */
  readonly more: number
}

/** A programme that moves further is shown as one that is gone and a new one. */
const farthestMs = 14 * 3_600_000

/** The first `max` differences from the edition's beginning. */
export async function editionDifferences(
  db: Db,
  editionId: number,
  cid: number,
  max: number,
): Promise<ChannelDifferences> {
  const { rows } = await sql<ProgrammeDifference & { total: number }>`
    with edition as (
      select t.begin_at, ${stateIn('t', false)} as state from guide_edition_programme t
      where t.edition_id = ${editionId} and t.channel_id = ${cid}
    ), cover as (
      select min(begin_at) as begin_at, max(end_at) as end_at from guide_edition_programme
      where edition_id = ${editionId} and channel_id = ${cid}
    ), stored as (
      select p.begin_at, ${stateIn('p')} as state from programme p, cover c
      where p.channel_id = ${cid} and p.begin_at >= c.begin_at and p.begin_at < c.end_at
    )
    select s.state as before, e.state as after, count(*) over ()::integer as total
    from stored s full join edition e using (begin_at)
    where s.state - 'id' is distinct from e.state - 'id'
    order by begin_at limit ${max}`.execute(db)
  return { programmes: pairMoved(rows), more: (rows[0]?.total ?? rows.length) - rows.length }
}

/** Puts together what is gone here and new there and is called the same; the nearest first. Pure. */
export function pairMoved(differences: readonly ProgrammeDifference[]): readonly ProgrammeDifference[] {
  const gone = Map.groupBy(
    differences.flatMap(({ before, after }) => (before !== null && after === null ? [before] : [])),
    titleOf,
  )
  const pairs = differences
    .flatMap(({ before, after }) =>
      before === null && after !== null
        ? (gone.get(titleOf(after)) ?? []).map((from) => ({
            before: from,
            after,
            distance: Math.abs(after.begin - from.begin),
          }))
        : [],
    )
    .filter(({ distance }) => distance <= farthestMs)
    .toSorted((a, b) => a.distance - b.distance)
  const moved = new Map<ProgrammeState, ProgrammeState>()
  const taken = new Set<ProgrammeState>()
  for (const { before, after } of pairs) {
    if (moved.has(after) || taken.has(before)) continue
    moved.set(after, before)
    taken.add(before)
  }
  return differences.flatMap(({ before, after }) => {
    if (before !== null && taken.has(before)) return []
    return [{ before: before ?? (after === null ? null : (moved.get(after) ?? null)), after }]
  })
}

function titleOf(state: ProgrammeState): string {
  return (state.title_ru || state.title_uz).toLowerCase().trim()
}
