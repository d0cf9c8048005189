/** What the staff decides about the guide of a channel. It takes effect when the guide is read again, which is asked for. */
import { sql } from 'kysely'
import type { Author } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  addAlias,
  clearComingGuide,
  foldAlias,
  loadChannels,
  removeAlias,
} from '#server/television/television.ts'
import { namesOf } from './apply-guide.ts'
import { shareGuide } from './match-channels.ts'
import type { GuideMatchTable } from './tables.ts'

/** One of our channels and the id of a channel in a guide. */
export interface GuidePair {
  readonly cid: number
  /** Case, ё, spaces and underscores do not count. */
  readonly guideId: string
  /** The name of a source, where several have a channel of this id. */
  readonly source?: string | undefined
}

interface Who {
  readonly by: Author
  readonly nowMs: number
}

export type Decided =
  /** Channels of ours that it feeds now, and feeds no longer. */
  | { readonly kind: 'decided'; readonly lostBy: readonly number[] }
  /** No guide has this channel, or we have none with this number. */
  | { readonly kind: 'unknown' }
  /** It was confirmed for another channel of ours. */
  | { readonly kind: 'taken'; readonly cid: number }

/** Decisions of a table are one transaction. */
function within<Result>(db: Db, act: (tx: DbTransaction) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? act(db as DbTransaction) : db.transaction().execute(act)
}

/** An id that is longer cannot be an alias. */
const maxAlias = 200

/**
 * The guide's channel feeds ours from now on, whatever the rules say, and whichever earlier source has another guide for
 * it. One that feeds it now is rejected.
 */
export async function confirmMatch(db: Db, pair: GuidePair, who: Who): Promise<Decided> {
  return within(db, async (tx): Promise<Decided> => {
    const { cid } = pair
    const confirmed = await guideChannelOf(tx, pair)
    if (confirmed === undefined) return confirmOfDraft(tx, pair)
    if (confirmed.guideId.length > maxAlias || !(await isOurs(tx, cid))) return { kind: 'unknown' }
    const { guideId, sourceId } = confirmed
    const added = await addAlias(tx, { cid, alias: guideId })
    if (added.kind === 'taken') return { kind: 'taken', cid: added.cid }
    await dropRejection(tx, { cid, guideId })
    await endCurrent(tx, { cid, guideId, sourceId }, who)
    await tx
      .deleteFrom('guide_match')
      .where('channel_id', '=', cid)
      .where('source_id', '<>', sourceId)
      .where('matched_by', '=', 'alias')
      .execute()
    const values = { guide_id: guideId, matched_by: 'alias' as const, score: 1, doubt: '' as const }
    await tx
      .insertInto('guide_match')
      .values({ channel_id: cid, source_id: sourceId, is_applied: false, ...values })
      .onConflict((conflict) => conflict.columns(['channel_id', 'source_id']).doUpdateSet(values))
      .execute()
    const lostBy = await losersOf(tx, { cid, guideId, sourceId })
    for (const loser of lostBy)
      await withdraw(tx, { cid: loser, guideId }, { source_id: sourceId }, who.nowMs)
    await requestReading(tx, [sourceId])
    return { kind: 'decided', lostBy }
  })
}

/** The same for a guide that is only looked at: it is compared again with the alias. */
async function confirmOfDraft(tx: DbTransaction, { cid, guideId }: GuidePair): Promise<Decided> {
  if (guideId.length > maxAlias || !(await isOurs(tx, cid)) || !(await isInOpenDraft(tx, guideId)))
    return { kind: 'unknown' }
  const added = await addAlias(tx, { cid, alias: guideId })
  if (added.kind === 'taken') return { kind: 'taken', cid: added.cid }
  await dropRejection(tx, { cid, guideId })
  return { kind: 'decided', lostBy: [] }
}

/** Whether a draft that waits for a decision has a channel of this id. */
async function isInOpenDraft(tx: DbTransaction, guideId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select distinct p ->> 'guideId' as id
    from guide_draft d cross join jsonb_array_elements(d.proposals) as p where d.state = 'open'
    union
    select c.guide_id from guide_draft d join guide_draft_channel c on c.draft_id = d.id where d.state = 'open'`.execute(
    tx,
  )
  return rows.some(({ id }) => isSameId(id, guideId))
}

/** A channel of a guide, as that guide writes its id. */
interface GuideChannelKey extends GuidePair {
  readonly sourceId: number
}

/** What feeds the channel now: another channel of a guide is rejected, the same one of another source only ends. */
async function endCurrent(
  tx: DbTransaction,
  { cid, guideId, sourceId }: GuideChannelKey,
  who: Who,
): Promise<void> {
  const current = await appliedMatch(tx, cid)
  if (current === undefined) return
  if (!isSameId(current.guide_id, guideId)) await reject(tx, { cid, guideId: current.guide_id }, current, who)
  else if (current.source_id !== sourceId) await withdraw(tx, { cid, guideId }, current, who.nowMs)
}

/** Channels of ours that this one feeds by the rules, and that do not share it with the confirmed one. */
async function losersOf(
  tx: DbTransaction,
  { cid, guideId, sourceId }: GuideChannelKey,
): Promise<readonly number[]> {
  const holders = await tx
    .selectFrom('guide_match')
    .select('channel_id')
    .where('source_id', '=', sourceId)
    .where('guide_id', '=', guideId)
    .where('channel_id', '<>', cid)
    .where('is_applied', '=', true)
    .execute()
  if (holders.length === 0) return []
  const ours = new Map(namesOf(await loadChannels(tx)).map((names) => [names.cid, names]))
  const confirmed = ours.get(cid)
  return holders.flatMap(({ channel_id: holder }) => {
    const names = ours.get(holder)
    return names === undefined || confirmed === undefined || shareGuide(names, confirmed) ? [] : [holder]
  })
}

/** The guide's channel never feeds ours again. What it gave for the time to come is deleted. */
export async function rejectMatch(db: Db, pair: GuidePair, who: Who): Promise<Decided> {
  return within(db, async (tx): Promise<Decided> => {
    if (!(await isOurs(tx, pair.cid))) return { kind: 'unknown' }
    const current = await appliedMatch(tx, pair.cid)
    await reject(tx, pair, isSameId(current?.guide_id, pair.guideId) ? current : undefined, who)
    return { kind: 'decided', lostBy: [] }
  })
}

/** Forgets that a pair was confirmed or rejected: the rules decide again. False when it was neither. */
export async function forgetDecision(
  db: Db,
  pair: GuidePair,
  { nowMs }: Pick<Who, 'nowMs'>,
): Promise<boolean> {
  return within(db, async (tx) => {
    const { cid, guideId } = pair
    const isRejected = await dropRejection(tx, pair)
    const isConfirmed = await dropAlias(tx, pair)
    if (isConfirmed) {
      const current = await appliedMatch(tx, cid)
      await withdraw(tx, pair, isSameId(current?.guide_id, guideId) ? current : undefined, nowMs)
    }
    if (isRejected) await requestReading(tx)
    return isConfirmed || isRejected
  })
}

function isSameId(one: string | undefined, other: string): boolean {
  return one !== undefined && foldAlias(one) === foldAlias(other)
}

async function dropRejection(tx: DbTransaction, { cid, guideId }: GuidePair): Promise<boolean> {
  const { numDeletedRows: dropped } = await tx
    .deleteFrom('guide_rejection')
    .where('channel_id', '=', cid)
    .where('guide_id', '=', foldAlias(guideId))
    .executeTakeFirst()
  return dropped > 0n
}

async function reject(
  tx: DbTransaction,
  pair: GuidePair,
  applied: Pick<GuideMatchTable, 'source_id'> | undefined,
  { by, nowMs }: Who,
): Promise<void> {
  const { cid, guideId } = pair
  await dropAlias(tx, pair)
  await tx
    .insertInto('guide_rejection')
    .values({
      channel_id: cid,
      guide_id: foldAlias(guideId),
      staff_name: by?.name ?? '',
      made_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.columns(['channel_id', 'guide_id']).doNothing())
    .execute()
  await withdraw(tx, pair, applied, nowMs)
}

/** A pair is none any more. What an `applied` one gave for the time to come is deleted, and all sources are read again. */
async function withdraw(
  tx: DbTransaction,
  { cid, guideId }: GuidePair,
  applied: Pick<GuideMatchTable, 'source_id'> | undefined,
  nowMs: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('guide_match')
    .select(['source_id', 'guide_id'])
    .where('channel_id', '=', cid)
    .execute()
  for (const row of rows.filter((one) => isSameId(one.guide_id, guideId)))
    await tx
      .deleteFrom('guide_match')
      .where('channel_id', '=', cid)
      .where('source_id', '=', row.source_id)
      .execute()
  if (applied === undefined) return
  await clearComingGuide(tx, cid, nowMs)
  // Otherwise the source would miss it and be held back.
  await sql`
    update guide_source set channel_ids = array_remove(channel_ids, ${cid}::integer)
    where id = ${applied.source_id}`.execute(tx)
  await requestReading(tx)
}

/** An alias of our channel that is this id. */
async function dropAlias(tx: DbTransaction, { cid, guideId }: GuidePair): Promise<boolean> {
  const alias = await tx
    .selectFrom('channel_alias')
    .select('alias')
    .where('folded', '=', foldAlias(guideId))
    .where('channel_id', '=', cid)
    .executeTakeFirst()
  return alias !== undefined && (await removeAlias(tx, alias.alias)) !== undefined
}

async function appliedMatch(tx: DbTransaction, cid: number) {
  return tx
    .selectFrom('guide_match')
    .select(['source_id', 'guide_id'])
    .where('channel_id', '=', cid)
    .where('is_applied', '=', true)
    .orderBy('source_id')
    .limit(1)
    .executeTakeFirst()
}

/** The channel of this id as a guide has it: of the named source, else of the one that proposes it, else of the first. */
async function guideChannelOf(
  tx: DbTransaction,
  { cid, guideId, source }: GuidePair,
): Promise<GuideChannelKey | undefined> {
  const { rows } = await sql<{ guideId: string; sourceId: number }>`
    select g.guide_id as "guideId", g.source_id as "sourceId"
    from guide_channel g
    join guide_source s on s.id = g.source_id
    left join guide_match m
      on m.channel_id = ${cid} and m.source_id = g.source_id and m.guide_id = g.guide_id
    where (g.guide_id = ${guideId} or ${folded('g.guide_id')} = ${foldAlias(guideId)})
      and (${source ?? null}::text is null or s.name = ${source ?? null})
    order by m.channel_id is null, g.guide_id <> ${guideId}, g.source_id
    limit 1`.execute(tx)
  const [first] = rows
  return first === undefined ? undefined : { cid, ...first }
}

/** What `foldAlias` does, in SQL. */
function folded(column: string) {
  return sql`trim(regexp_replace(translate(lower(normalize(${sql.ref(column)}, NFKC)), 'ё_', 'е '), '\\s+', ' ', 'g'))`
}

async function isOurs(tx: DbTransaction, cid: number): Promise<boolean> {
  const row = await tx
    .selectFrom('channel')
    .select('id')
    .where('id', '=', cid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The sources are read within a minute although they have not changed; all of them when none is named. */
async function requestReading(tx: DbTransaction, ids?: readonly number[]): Promise<void> {
  const all = tx.updateTable('guide_source').set({ request: 'read' })
  const some = ids === undefined ? all : all.where('id', 'in', [...ids])
  await some.where('request', '=', '').execute()
}
