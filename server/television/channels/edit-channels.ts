import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { addressOf } from './load-channels.ts'
import { maxSources, sourceRows } from './merge-sources.ts'

/** The operator's own name of a channel; undefined in both languages restores the list's. */
export interface OwnName {
  readonly ru?: string
  readonly uz?: string
}

type Unknown = { readonly kind: 'unknown_channel'; readonly number: number }

/** Names a channel so that no import changes it. Sends `channels_changed`. */
export async function renameChannel(
  db: Db,
  number: number,
  name: OwnName,
): Promise<{ readonly kind: 'renamed'; readonly cid: number; readonly was: string } | Unknown> {
  return changing(db, async (tx) => {
    const channel = await find(tx, number)
    if (channel === undefined) return { kind: 'unknown_channel', number }
    await tx
      .updateTable('channel')
      .set({ own_name_ru: name.ru ?? null, own_name_uz: name.uz ?? null })
      .where('id', '=', channel.id)
      .execute()
    return { kind: 'renamed', cid: channel.id, was: nameOf(channel) }
  })
}

/** Changes a channel's number permanently; the channel that has it gets this one's. Sends `channels_changed`. */
export async function numberChannel(
  db: Db,
  number: number,
  target: number,
): Promise<
  | { readonly kind: 'numbered'; readonly cid: number; readonly name: string; readonly changedWith?: string }
  | Unknown
> {
  return changing(db, async (tx) => {
    const channel = await find(tx, number)
    if (channel === undefined) return { kind: 'unknown_channel', number }
    const other = await find(tx, target)
    const own = { number: target, number_is_own: true }
    await tx.updateTable('channel').set(own).where('id', '=', channel.id).execute()
    const name = nameOf(channel)
    if (other === undefined || other.id === channel.id) return { kind: 'numbered', cid: channel.id, name }
    await tx.updateTable('channel').set({ number, number_is_own: true }).where('id', '=', other.id).execute()
    return { kind: 'numbered', cid: channel.id, name, changedWith: nameOf(other) }
  })
}

/** Hides a channel from viewers and from the recorder, or shows it again. Sends `channels_changed`. */
export async function hideChannel(
  db: Db,
  number: number,
  isHidden: boolean,
): Promise<{ readonly kind: 'hidden' | 'as_before'; readonly cid: number; readonly name: string } | Unknown> {
  return changing(db, async (tx) => {
    const channel = await find(tx, number)
    if (channel === undefined) return { kind: 'unknown_channel', number }
    await tx.updateTable('channel').set({ is_hidden: isHidden }).where('id', '=', channel.id).execute()
    const kind = channel.is_hidden === isHidden ? 'as_before' : 'hidden'
    return { kind, cid: channel.id, name: nameOf(channel) }
  })
}

/** Deletes a channel with its guide, favourites and aliases. Sends `channels_changed`. */
export async function deleteChannel(
  db: Db,
  number: number,
): Promise<
  { readonly kind: 'deleted'; readonly cid: number; readonly name: string; readonly key: string } | Unknown
> {
  return changing(db, async (tx) => {
    const channel = await find(tx, number)
    if (channel === undefined) return { kind: 'unknown_channel', number }
    await tx.deleteFrom('channel').where('id', '=', channel.id).execute()
    return { kind: 'deleted', cid: channel.id, name: nameOf(channel), key: channel.key }
  })
}

/** What was moved from one channel to another. */
export interface MergedChannels {
  readonly kind: 'merged'
  readonly from: { readonly cid: number; readonly name: string }
  readonly into: { readonly cid: number; readonly name: string }
  readonly sources: number
  /** Sources above the maximum, which were not moved. */
  readonly sourcesLeft: number
  readonly aliases: number
  /** Programmes of the guide, when the other had none. */
  readonly programmes: number
}

/**
 * Merges two channels: data of `from` goes to `into` where that has none, and imports that mean `from` mean `into`.
 * `move` does the same for other modules' data, in the same transaction, before `from` is deleted. Sends
 * `channels_changed` and `guide_changed`.
 */
export async function mergeChannels(
  db: Db,
  numbers: { readonly from: number; readonly into: number },
  move: (tx: DbTransaction, cids: { readonly from: number; readonly into: number }) => Promise<void>,
): Promise<MergedChannels | Unknown | { readonly kind: 'not_received'; readonly number: number }> {
  return changing(db, async (tx) => {
    const from = await find(tx, numbers.from)
    if (from === undefined) return { kind: 'unknown_channel', number: numbers.from }
    const into = await find(tx, numbers.into)
    if (into === undefined) return { kind: 'unknown_channel', number: numbers.into }
    if (from.source_kind === 'linear') return { kind: 'not_received', number: numbers.from }
    if (into.source_kind === 'linear') return { kind: 'not_received', number: numbers.into }
    const cids = { from: from.id, into: into.id }
    const { moved, left } = await moveSources(tx, cids)
    const aliases = await repoint(tx, 'channel_alias', cids)
    await repoint(tx, 'channel_other_key', cids)
    const programmes = await moveGuide(tx, cids)
    await move(tx, cids)
    await fillGaps(tx, cids, moved > 0)
    await tx.deleteFrom('channel').where('id', '=', from.id).execute()
    await tx.insertInto('channel_other_key').values({ key: from.key, channel_id: into.id }).execute()
    await sql`select pg_notify('guide_changed', ${String(into.id)})`.execute(tx)
    return {
      kind: 'merged',
      from: { cid: from.id, name: nameOf(from) },
      into: { cid: into.id, name: nameOf(into) },
      sources: moved,
      sourcesLeft: left,
      aliases,
      programmes,
    }
  })
}

/** Additional keys under which imports mean a channel, by key. */
export async function otherKeys(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('channel_other_key').selectAll().execute()
  return new Map(rows.map(({ key, channel_id }) => [key, channel_id]))
}

/** Stores additional keys by which imports mean a channel. */
export async function addOtherKeys(db: Db, keys: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...keys].map(([key, cid]) => ({ key, channel_id: cid }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await db
      .insertInto('channel_other_key')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ channel_id: sql`excluded.channel_id` }))
      .execute()
}

const rowsAtOnce = 1000

/** The same lock as an import's, so that neither overwrites the other. */
async function changing<Answer extends { readonly kind: string }>(
  db: Db,
  change: (tx: DbTransaction) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table channel in share row exclusive mode`.execute(tx)
    const response = await change(tx)
    await sql`select pg_notify('channels_changed', '')`.execute(tx)
    return response
  })
}

function find(tx: DbTransaction, number: number) {
  return tx.selectFrom('channel').selectAll().where('number', '=', number).executeTakeFirst()
}

type Row = NonNullable<Awaited<ReturnType<typeof find>>>

function nameOf(row: Row) {
  return row.own_name_ru ?? row.own_name_uz ?? (row.name_ru || row.name_uz)
}

interface Cids {
  readonly from: number
  readonly into: number
}

/** Added after its own sources, as the operator's, so that no import removes them. */
async function moveSources(tx: DbTransaction, { from, into }: Cids) {
  const rows = await tx
    .selectFrom('channel_source')
    .selectAll()
    .where('channel_id', 'in', [from, into])
    .orderBy('place')
    .execute()
  const remaining = rows.filter((row) => row.channel_id === into)
  const urls = new Set(remaining.map(({ url }) => url))
  const added = rows.filter((row) => row.channel_id === from && !urls.has(row.url))
  const taken = added.slice(0, maxSources - remaining.length)
  if (taken.length > 0) {
    const all = [
      ...remaining.map((row) => ({ ...addressOf(row), isOwn: row.is_own })),
      ...taken.map((row) => ({ ...addressOf(row), isOwn: true })),
    ]
    await tx.deleteFrom('channel_source').where('channel_id', '=', into).execute()
    await tx.insertInto('channel_source').values(sourceRows(into, all)).execute()
  }
  return { moved: taken.length, left: added.length - taken.length }
}

async function repoint(
  tx: DbTransaction,
  table: 'channel_alias' | 'channel_other_key',
  { from, into }: Cids,
): Promise<number> {
  const moved = await tx
    .updateTable(table)
    .set({ channel_id: into })
    .where('channel_id', '=', from)
    .executeTakeFirst()
  return Number(moved.numUpdatedRows)
}

async function moveGuide(tx: DbTransaction, { from, into }: Cids): Promise<number> {
  const own = await tx.selectFrom('programme').select('id').where('channel_id', '=', into).limit(1).execute()
  if (own.length > 0) return 0
  const moved = await tx
    .updateTable('programme')
    .set({ channel_id: into })
    .where('channel_id', '=', from)
    .executeTakeFirst()
  return Number(moved.numUpdatedRows)
}

/** Fills what the remaining channel lacks: a logo, a guide id, a position in the world list. */
async function fillGaps(tx: DbTransaction, { from, into }: Cids, hasSources: boolean): Promise<void> {
  const place = await tx.selectFrom('channel').select('world_place').where('id', '=', from).executeTakeFirst()
  await tx.updateTable('channel').set({ world_place: null }).where('id', '=', from).execute()
  // A pending logo is moved too, where the other neither has one nor waits for one.
  await sql`
    update channel_logo set channel_id = ${into} where channel_id = ${from} and state = 'waiting'
      and not exists (select from channel_logo as own where own.channel_id = ${into})
      and exists (select from channel where id = ${into} and logo is null)`.execute(tx)
  await sql`
    update channel as kept set
      logo = coalesce(kept.logo, gone.logo),
      tvg_id = coalesce(kept.tvg_id, gone.tvg_id),
      tvg_name = coalesce(kept.tvg_name, gone.tvg_name),
      countries = case when kept.countries = '{}' then gone.countries else kept.countries end,
      is_enabled = kept.is_enabled or gone.is_enabled,
      source_kind = case when kept.source_kind = 'none' and ${hasSources} then 'recorded' else kept.source_kind end,
      world_place = coalesce(kept.world_place, ${place?.world_place ?? null}::smallint)
    from channel as gone where kept.id = ${into} and gone.id = ${from}`.execute(tx)
}
