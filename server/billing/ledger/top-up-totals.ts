import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** The top-ups and reversals of a source on one day in Tashkent; whole tiyin. */
export interface TopUpTotal<Source extends string> {
  readonly day: string
  readonly source: Source
  readonly inTiyin: number
  /** Below 0 where more refunds were withdrawn than made. */
  readonly backTiyin: number
}

/**
 * Top-ups of the sources (the part of a reference before the colon, `payme`) in `[from, until)`, by day. Computed
 * from the ledger alone, to compare it with the sources' own modules.
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
           coalesce(sum(amount_tiyin) filter (where kind = 'top_up'), 0)::bigint as taken,
           coalesce(-sum(amount_tiyin) filter (where kind <> 'top_up'), 0)::bigint as back
    from ledger_entry
    where happened_at >= ${from} and happened_at < ${until}
      and split_part(reference, ':', 1) = any(${[...sources]})
    group by 1, 2`.execute(db)
  return rows.map(({ day, source, taken, back }) => ({ day, source, inTiyin: taken, backTiyin: back }))
}
