import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** What the ledger took in from a source on a day of Tashkent, and gave back; whole tiyin. */
export interface TopUpTotal<Source extends string> {
  readonly day: string
  readonly source: Source
  readonly inTiyin: number
  readonly backTiyin: number
}

/**
 * Money that came from the sources (what stands before the colon of a reference, `payme`) in `[from, until)`, by day.
 * Counted from the ledger alone, for comparing it with what the sources' own modules know.
 */
export async function topUpTotals<Source extends string>(
  db: Db,
  sources: readonly Source[],
  from: Date,
  until: Date,
): Promise<readonly TopUpTotal<Source>[]> {
  const { rows } = await sql<{ day: string; source: Source; taken: number; back: number }>`
    select to_char(happened_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day,
           split_part(reference, ':', 1) as source,
           coalesce(sum(amount_tiyin) filter (where amount_tiyin > 0), 0)::bigint as taken,
           coalesce(-sum(amount_tiyin) filter (where amount_tiyin < 0), 0)::bigint as back
    from ledger_entry
    where happened_at >= ${from} and happened_at < ${until}
      and split_part(reference, ':', 1) = any(${[...sources]})
    group by 1, 2`.execute(db)
  return rows.map(({ day, source, taken, back }) => ({ day, source, inTiyin: taken, backTiyin: back }))
}
