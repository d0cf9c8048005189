import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database.ts'
import type { GuideProgramme, ProgrammeRecord } from './channel.ts'
import type { GuidePlan, GuideRepairs, RawProgramme } from './guide-rules.ts'
import { planGuide, tidyGuide } from './guide-rules.ts'
import { loadProgrammes } from './load-channels.ts'

/** What a delivery did to the guide of one channel. */
export interface GuideOutcome {
  readonly cid: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  readonly repairs: GuideRepairs
  /** The time the delivery covered, unix milliseconds; absent when it held nothing usable. */
  readonly covered?: { readonly beginMs: number; readonly endMs: number }
}

const rowsAtOnce = 5000
/** A notification holds 8 kB; past this many channels it means "all". */
const mostNamedChannels = 500

/**
 * Puts a delivery of guide in, channel by channel, in one transaction: all of it or nothing. Only the time it covers
 * is replaced; a programme that begins as before keeps its pid. Leaves `guide_changed` naming the channels.
 */
export async function publishGuide(
  db: Db,
  delivery: ReadonlyMap<number, readonly RawProgramme[]>,
): Promise<readonly GuideOutcome[]> {
  const tidy = new Map([...delivery].map(([cid, raw]) => [cid, tidyGuide(raw)]))
  const cids = [...tidy.keys()]
  const covered = coverOf([...tidy.values()].flatMap(({ programmes }) => programmes))
  if (covered === undefined) {
    return [...tidy].map(([cid, { repairs }]) => outcomeOf(cid, emptyPlan, repairs, []))
  }
  return db.transaction().execute(async (tx) => {
    // Two deliveries for one channel at once would each plan over what the other replaces.
    await sql`select pg_advisory_xact_lock(hashtext('guide'))`.execute(tx)
    const window = { fromMs: covered.beginMs, toMs: covered.endMs }
    const kept = Map.groupBy(await loadProgrammes(tx, window, cids), (programme) => programme.cid)
    const plans = new Map<number, GuidePlan>()
    for (const [cid, { programmes }] of tidy) plans.set(cid, planGuide(kept.get(cid) ?? [], programmes))
    await removeProgrammes(tx, plans)
    await writeProgrammes(tx, plans)
    const changed = [...plans].filter(([, plan]) => touches(plan)).map(([cid]) => cid)
    if (changed.length > 0) {
      const payload = changed.length > mostNamedChannels ? '' : changed.join(',')
      await sql`select pg_notify('guide_changed', ${payload})`.execute(tx)
    }
    return [...tidy].map(([cid, { programmes, repairs }]) =>
      outcomeOf(cid, plans.get(cid) ?? emptyPlan, repairs, programmes),
    )
  })
}

/** Forgets programmes that ended before `beforeMs` (unix milliseconds); returns how many. */
export async function forgetOldGuide(db: Db, beforeMs: number): Promise<number> {
  const result = await db
    .deleteFrom('programme')
    .where('begin_at', '<', new Date(beforeMs))
    .where('end_at', '<', new Date(beforeMs))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

const emptyPlan: GuidePlan = planGuide([], [])

function touches(plan: GuidePlan): boolean {
  return plan.write.length + plan.removeBegins.length + plan.shorten.length > 0
}

function coverOf(programmes: readonly GuideProgramme[]) {
  let beginMs = Number.POSITIVE_INFINITY
  let endMs = Number.NEGATIVE_INFINITY
  for (const programme of programmes) {
    beginMs = Math.min(beginMs, programme.beginMs)
    endMs = Math.max(endMs, programme.endMs)
  }
  return beginMs < endMs ? { beginMs, endMs } : undefined
}

function outcomeOf(
  cid: number,
  plan: GuidePlan,
  repairs: GuideRepairs,
  programmes: readonly GuideProgramme[],
): GuideOutcome {
  const covered = coverOf(programmes)
  return {
    cid,
    added: plan.added,
    changed: plan.changed,
    unchanged: plan.unchanged,
    removed: plan.removeBegins.length,
    repairs,
    ...(covered === undefined ? {} : { covered }),
  }
}

async function removeProgrammes(tx: DbTransaction, plans: ReadonlyMap<number, GuidePlan>): Promise<void> {
  const removed = [...plans].flatMap(([cid, plan]) => plan.removeBegins.map((beginMs) => ({ cid, beginMs })))
  for (const some of chunks(removed)) {
    await sql`
      delete from programme using unnest(
        ${some.map(({ cid }) => cid)}::integer[],
        ${some.map(({ beginMs }) => new Date(beginMs))}::timestamptz[]
      ) as gone (channel_id, begin_at)
      where programme.channel_id = gone.channel_id and programme.begin_at = gone.begin_at`.execute(tx)
  }
  const shorter = [...plans].flatMap(([cid, plan]) => plan.shorten.map((cut) => ({ cid, ...cut })))
  for (const some of chunks(shorter)) {
    await sql`
      update programme set end_at = cut.end_at from unnest(
        ${some.map(({ cid }) => cid)}::integer[],
        ${some.map(({ beginMs }) => new Date(beginMs))}::timestamptz[],
        ${some.map(({ endMs }) => new Date(endMs))}::timestamptz[]
      ) as cut (channel_id, begin_at, end_at)
      where programme.channel_id = cut.channel_id and programme.begin_at = cut.begin_at`.execute(tx)
  }
}

async function writeProgrammes(tx: DbTransaction, plans: ReadonlyMap<number, GuidePlan>): Promise<void> {
  const written = [...plans].flatMap(([cid, plan]) => plan.write.map((one) => ({ cid, ...one })))
  for (const some of chunks(written)) await writeSome(tx, some)
}

async function writeSome(
  tx: DbTransaction,
  programmes: readonly Omit<ProgrammeRecord, 'pid'>[],
): Promise<void> {
  const column = <Value>(valueOf: (one: Omit<ProgrammeRecord, 'pid'>) => Value) => programmes.map(valueOf)
  await sql`
    insert into programme (channel_id, begin_at, end_at, title_ru, title_uz, description_ru, description_uz,
      genre_code, age_rating, asset_id)
    select * from unnest(
      ${column((one) => one.cid)}::integer[],
      ${column((one) => new Date(one.beginMs))}::timestamptz[],
      ${column((one) => new Date(one.endMs))}::timestamptz[],
      ${column((one) => one.title.ru)}::text[],
      ${column((one) => one.title.uz)}::text[],
      ${column((one) => one.description.ru)}::text[],
      ${column((one) => one.description.uz)}::text[],
      ${column((one) => one.genreCode)}::smallint[],
      ${column((one) => one.ageRating)}::text[],
      ${column((one) => one.assetId)}::text[]
    )
    on conflict (channel_id, begin_at) do update set
      end_at = excluded.end_at, title_ru = excluded.title_ru, title_uz = excluded.title_uz,
      description_ru = excluded.description_ru, description_uz = excluded.description_uz,
      genre_code = excluded.genre_code, age_rating = excluded.age_rating, asset_id = excluded.asset_id`.execute(
    tx,
  )
}

function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += rowsAtOnce) yield items.slice(start, start + rowsAtOnce)
}
