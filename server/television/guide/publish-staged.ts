import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { followDelivered } from '#server/television/programmes/follow-delivered.ts'

/** Maps a channel of the guide to one of ours. Several of ours may use one of the guide's. */
export interface GuideRoute {
  readonly from: number
  readonly cid: number
  /** Shifts the times for this channel of ours (`tvg-shift`). */
  readonly shiftMin: number
}

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
}

/** How many of the coming programmes (which start after now) a delivery would remove. */
export interface GuideLoss {
  readonly ahead: number
  readonly lost: number
  /** The channels that would lose the most, at most ten. */
  readonly worst: readonly { readonly cid: number; readonly ahead: number; readonly lost: number }[]
}

export type PublishResult =
  | { readonly kind: 'published'; readonly outcomes: readonly GuideOutcome[] }
  /** Nothing was changed. */
  | { readonly kind: 'held'; readonly loss: GuideLoss }

/** Counted while the delivery was read, by the guide's channels. */
export interface CountedBefore {
  readonly dropped: ReadonlyMap<number, number>
  readonly outOfOrder: ReadonlyMap<number, number>
}

/** A notification is limited to 8 kB; above this many channels it means "all". */
const maxNamedChannels = 500
/** Two deliveries are serialized; the lock timeout for the other one. */
const longestTurnMs = 120_000
const maxLost = 0.2
const worstNamed = 10
/** So many new programmes change the table's statistics. */
const manyAdded = 5000

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
    // Two concurrent deliveries for one channel would each plan on data the other replaces.
    await sql`select set_config('lock_timeout', ${String(longestTurnMs)}, true)`.execute(tx)
    // A day's guide is sorted in memory; JIT compilation of these few statements takes longer than running them.
    await sql`select set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('guide'))`.execute(tx)
    await tidy(tx, routes)
    const loss = options.guard === undefined ? undefined : await lossOf(tx, options.guard)
    if (loss !== undefined && loss.lost > loss.ahead * maxLost) return { kind: 'held', loss }
    const outcomes = await compare(tx, routes, counted)
    const touched = await write(tx, outcomes)
    const changed = outcomes.filter(({ cid }) => touched.has(cid)).map(({ cid }) => cid)
    if (changed.length > 0) {
      await followDelivered(tx, changed)
      const payload = changed.length > maxNamedChannels ? '' : changed.join(',')
      await sql`select pg_notify('guide_changed', ${payload})`.execute(tx)
    }
    return { kind: 'published', outcomes }
  })
}

/**
 * Cleans each channel's programmes in the table `guide_tidy`: in order, without overlaps, each with an end.
 * - Of several with one start the fullest stays (an own end, then the longer text, then the first).
 * - A missing end is the next start, at most 6 hours later; the last programme gets half an hour.
 * - None is longer than a day, and where two overlap the earlier ends when the later starts.
 * - A gap stays a gap: nothing is invented to fill it.
 */
async function tidy(tx: DbTransaction, routes: readonly GuideRoute[]): Promise<void> {
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
      s.subtitle_ru, s.subtitle_uz, s.season, s.episode, s.catchup_id, ends is null as end_inferred,
      coalesce(ends > day_end, false) as too_long,
      coalesce(day_end > next_begins, false) as overlap
    from followed f join pg_temp.guide_staged s using (seq)`.execute(tx)
  await sql`create unique index on guide_tidy (channel_id, begin_at)`.execute(tx)
  await sql`
    create temporary table guide_cover on commit drop as
    select channel_id, min(begin_at) as begin_at, max(end_at) as end_at from pg_temp.guide_tidy
    group by channel_id`.execute(tx)
  await sql`analyze pg_temp.guide_tidy`.execute(tx)
  await sql`analyze pg_temp.guide_cover`.execute(tx)
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

const content = [
  'end_at',
  'title_ru',
  'title_uz',
  'description_ru',
  'description_uz',
  'genre_code',
  'age_rating',
  'asset_id',
  'subtitle_ru',
  'subtitle_uz',
  'season',
  'episode',
  'catchup_id',
]

function contentOf(table: 't' | 'p') {
  return sql.raw(content.map((name) => `${table}.${name}`).join(', '))
}

/** The delivered programme, and the stored one. */
const [columns, storedColumns] = [contentOf('t'), contentOf('p')]

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

async function compare(
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

/** Deletes, shortens, updates and inserts; returns the channels with a changed row. */
async function write(tx: DbTransaction, outcomes: readonly GuideOutcome[]): Promise<ReadonlySet<number>> {
  const has = (what: 'added' | 'changed' | 'removed') => outcomes.some((outcome) => outcome[what] > 0)
  const statements = [
    ...(has('removed') ? [removeGone] : []),
    shortenBefore,
    ...(has('changed') ? [updateChanged] : []),
    ...(has('added') ? [insertAdded] : []),
  ]
  const touched = new Set<number>()
  for (const statement of statements)
    for (const { cid } of (await statement.execute(tx)).rows) touched.add(cid)
  // Until the database updates its statistics, the next delivery would use a plan for an empty table.
  if (outcomes.reduce((sum, { added }) => sum + added, 0) >= manyAdded)
    await sql`analyze programme`.execute(tx)
  return touched
}

const removeGone = sql<{ cid: number }>`
  with gone as (
    delete from programme p using pg_temp.guide_cover c
    where p.channel_id = c.channel_id and p.begin_at >= c.begin_at and p.begin_at < c.end_at
      and not exists (
        select from pg_temp.guide_tidy t where t.channel_id = p.channel_id and t.begin_at = p.begin_at
      )
    returning p.channel_id
  ) select distinct channel_id as cid from gone`

/** Programmes that start before the delivery and reach into it; none is longer than a day. */
const shortenBefore = sql<{ cid: number }>`
  with cut as (
    update programme p set end_at = c.begin_at from pg_temp.guide_cover c
    where p.channel_id = c.channel_id and p.begin_at < c.begin_at and p.end_at > c.begin_at
      and p.begin_at > c.begin_at - interval '2 days'
    returning p.channel_id
  ) select distinct channel_id as cid from cut`

const updateChanged = sql<{ cid: number }>`
  with changed as (
    update programme p set end_at = t.end_at, title_ru = t.title_ru, title_uz = t.title_uz,
      description_ru = t.description_ru, description_uz = t.description_uz, genre_code = t.genre_code,
      age_rating = t.age_rating, asset_id = t.asset_id, subtitle_ru = t.subtitle_ru, subtitle_uz = t.subtitle_uz,
      season = t.season, episode = t.episode, catchup_id = t.catchup_id
    from pg_temp.guide_tidy t
    where p.channel_id = t.channel_id and p.begin_at = t.begin_at
      and (${columns}) is distinct from (${storedColumns})
    returning p.channel_id
  ) select distinct channel_id as cid from changed`

const insertAdded = sql<{ cid: number }>`
  with added as (
    insert into programme (channel_id, begin_at, end_at, title_ru, title_uz, description_ru, description_uz,
      genre_code, age_rating, asset_id, subtitle_ru, subtitle_uz, season, episode, catchup_id)
    select channel_id, begin_at, ${columns} from pg_temp.guide_tidy t
    where not exists (
      select from programme p where p.channel_id = t.channel_id and p.begin_at = t.begin_at
    )
    order by channel_id, begin_at
    returning channel_id
  ) select distinct channel_id as cid from added`
