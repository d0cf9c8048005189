import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { followDelivered } from '#server/television/programmes/follow-delivered.ts'
import type { GuideRoute } from './guide-route.ts'
import { notePublication } from './note-publication.ts'
import { notifyGuide, takeTurn } from '#server/television/programmes/take-turn.ts'
import { tidy } from './tidy-guide.ts'
import { type GuideRecord, writeRecorded } from './write-recorded.ts'
import { columns, storedColumns, writeTidy } from './write-tidy.ts'

/** The corrections of a channel's programmes. */
export interface GuideRepairs {
  /** Without a valid start. */
  dropped: number
  duplicates: number
  /** Ends that were missing, or not after the start. */
  endsInferred: number
  /** Ends moved to the next start. */
  overlapsCut: number
  /** Ends of programmes longer than a day. */
  tooLongCut: number
  outOfOrder: number
}

/** The result of a delivery for one channel. */
export interface GuideOutcome {
  readonly cid: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  readonly repairs: GuideRepairs
  /** The time the delivery covered, unix milliseconds; absent when it had no valid programme. */
  readonly covered?: { readonly beginMs: number; readonly endMs: number }
}

export interface PublishOptions {
  /** Blocks a delivery that would lose more than a fifth of the coming programmes. */
  readonly guard?: {
    readonly nowMs: number
    /** Channels that this guide contained before: a missing one counts as lost. */
    readonly expectedCids: readonly number[]
  }
  /** It becomes a set of changes that can be taken back. */
  readonly record?: GuideRecord
}

/** How many of the coming programmes (which start after now) a delivery would remove. */
export interface GuideLoss {
  readonly ahead: number
  readonly lost: number
  /** The channels that would lose the most, at most ten. */
  readonly worst: readonly { readonly cid: number; readonly ahead: number; readonly lost: number }[]
}

export type PublishResult =
  | {
      readonly kind: 'published'
      readonly outcomes: readonly GuideOutcome[]
      /** 0 when it is no set of changes, or nothing differed. */
      readonly changeId: number
    }
  /** Nothing was changed. */
  | { readonly kind: 'held'; readonly loss: GuideLoss }

/** Counted while the delivery was read, by the guide's channels. */
export interface CountedBefore {
  readonly dropped: ReadonlyMap<number, number>
  readonly outOfOrder: ReadonlyMap<number, number>
}

const maxLost = 0.2
const worstNamed = 10

/**
 * Publishes the staged programmes in one transaction: all of them or none. Only the covered time is replaced, channel
 * by channel; a programme with an unchanged start keeps its pid, and an unchanged one is not written. Sends
 * `guide_changed` with the channels. Edits by hand are laid over it when it is read (`programmes/lay-edits.ts`).
 */
export async function publishStaged(
  connection: Db,
  routes: readonly GuideRoute[],
  counted: CountedBefore,
  options: PublishOptions,
): Promise<PublishResult> {
  return connection.transaction().execute(async (tx) => {
    await takeTurn(tx)
    await tidy(tx, routes)
    const loss = options.guard === undefined ? undefined : await lossOf(tx, options.guard)
    if (loss !== undefined && loss.lost > loss.ahead * maxLost) return { kind: 'held', loss }
    const outcomes = await compareTidy(tx, routes, counted)
    const { touched, changeId } =
      options.record === undefined
        ? { touched: await writeTidy(tx, outcomes), changeId: 0 }
        : await writeRecorded(tx, outcomes, options.record)
    await notePublication(tx, changeId === 0 ? null : changeId)
    const changed = outcomes.filter(({ cid }) => touched.has(cid)).map(({ cid }) => cid)
    if (changed.length > 0) {
      await followDelivered(tx, changed)
      await notifyGuide(tx, changed)
    }
    return { kind: 'published', outcomes, changeId }
  })
}

/** The coming programmes of the covered and the formerly covered channels, and how many of them would be lost. */
async function lossOf(
  tx: DbTransaction,
  { nowMs, expectedCids }: NonNullable<PublishOptions['guard']>,
): Promise<GuideLoss> {
  const { rows } = await sql<{ cid: number; ahead: number; lost: number }>`
    with ahead as (
      select p.channel_id, count(*)::integer as ahead,
        count(*) filter (where p.begin_at >= c.begin_at and p.begin_at < c.end_at)::integer as replaced,
        bool_or(c.channel_id is null) as vanished
      from programme p left join pg_temp.guide_cover c using (channel_id)
      where p.begin_at > ${new Date(nowMs)}
        and (c.channel_id is not null or p.channel_id = any(${[...expectedCids]}::integer[]))
      group by p.channel_id
    ), given as (
      select channel_id, count(*)::integer as given from pg_temp.guide_tidy
      where begin_at > ${new Date(nowMs)} group by channel_id
    )
    select channel_id as cid, ahead,
      case when vanished then ahead else greatest(replaced - coalesce(given, 0), 0) end as lost
    from ahead left join given using (channel_id)
    order by lost desc, channel_id`.execute(tx)
  return {
    ahead: rows.reduce((sum, row) => sum + row.ahead, 0),
    lost: rows.reduce((sum, row) => sum + row.lost, 0),
    worst: rows.filter(({ lost }) => lost > 0).slice(0, worstNamed),
  }
}

interface ComparedRow {
  readonly cid: number
  readonly input: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly ends_inferred: number
  readonly too_long: number
  readonly overlaps: number
  readonly begin_at: Date
  readonly end_at: Date
}

/** What `guide_tidy` would change, by channel of ours. */
export async function compareTidy(
  tx: DbTransaction,
  routes: readonly GuideRoute[],
  counted: CountedBefore,
): Promise<GuideOutcome[]> {
  const { rows } = await sql<ComparedRow>`
    with gone as (
      select p.channel_id, count(*)::integer as removed
      from programme p join pg_temp.guide_cover c using (channel_id)
        left join pg_temp.guide_tidy t on t.channel_id = p.channel_id and t.begin_at = p.begin_at
      where p.begin_at >= c.begin_at and p.begin_at < c.end_at and t.channel_id is null
      group by p.channel_id
    )
    select t.channel_id as cid, count(*)::integer as input,
      count(*) filter (where p.id is null)::integer as added,
      count(*) filter (where p.id is not null and (${columns}) is distinct from (${storedColumns}))::integer as changed,
      count(*) filter (where t.end_inferred)::integer as ends_inferred,
      count(*) filter (where t.too_long)::integer as too_long,
      count(*) filter (where t.overlap)::integer as overlaps,
      min(t.begin_at) as begin_at, max(t.end_at) as end_at, coalesce(max(gone.removed), 0) as removed
    from pg_temp.guide_tidy t left join programme p using (channel_id, begin_at)
      left join gone using (channel_id)
    group by t.channel_id`.execute(tx)
  const staged = await stagedCounts(tx)
  const byCid = new Map(rows.map((row) => [row.cid, row]))
  return routes.map(({ from, cid }) =>
    outcomeOf(cid, byCid.get(cid), staged.get(from) ?? 0, {
      dropped: counted.dropped.get(from) ?? 0,
      outOfOrder: counted.outOfOrder.get(from) ?? 0,
    }),
  )
}

async function stagedCounts(tx: DbTransaction): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ guide_channel: number; staged: number }>`
    select guide_channel, count(*)::integer as staged from pg_temp.guide_staged
    where guide_channel in (select guide_channel from pg_temp.guide_route)
    group by guide_channel`.execute(tx)
  return new Map(rows.map(({ guide_channel, staged }) => [guide_channel, staged]))
}

function outcomeOf(
  cid: number,
  row: ComparedRow | undefined,
  staged: number,
  before: Pick<GuideRepairs, 'dropped' | 'outOfOrder'>,
): GuideOutcome {
  const inputCount = row?.input ?? 0
  return {
    cid,
    added: row?.added ?? 0,
    changed: row?.changed ?? 0,
    unchanged: inputCount - (row?.added ?? 0) - (row?.changed ?? 0),
    removed: row?.removed ?? 0,
    repairs: {
      ...before,
      duplicates: staged - inputCount,
      endsInferred: row?.ends_inferred ?? 0,
      overlapsCut: row?.overlaps ?? 0,
      tooLongCut: row?.too_long ?? 0,
    },
    ...(row === undefined
      ? {}
      : { covered: { beginMs: row.begin_at.getTime(), endMs: row.end_at.getTime() } }),
  }
}
