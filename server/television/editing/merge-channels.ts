import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ByWhom } from './change-channels.ts'
import { markDeleted } from '#server/television/channels/channel-states.ts'
import { changingChannels } from './changing-channels.ts'
import { addressOf } from '#server/television/channels/load-channels.ts'
import { maxSources, sourceRows } from '#server/television/channels/merge-sources.ts'

interface Cids {
  readonly from: number
  readonly into: number
}

/** What followed a channel into another one. */
export interface MergedChannels {
  readonly kind: 'merged'
  readonly changeId: number
  readonly from: { readonly cid: number; readonly number: number; readonly name: string }
  readonly into: { readonly cid: number; readonly number: number; readonly name: string }
  readonly sources: number
  /** Sources above the maximum, which were not added. */
  readonly sourcesLeft: number
  readonly aliases: number
  /** Programmes of the guide, when the other had none. */
  readonly programmes: number
  /** What other modules moved, by name. */
  readonly followed: Readonly<Record<string, number>>
}

export type MergeOutcome =
  | MergedChannels
  | { readonly kind: 'unknown_channel'; readonly cid: number }
  /** It is made of films. */
  | { readonly kind: 'not_received'; readonly cid: number }
  | { readonly kind: 'itself' }

/**
 * Merges two channels: what `from` has goes to `into` where that has none, and imports that mean `from` mean `into`.
 * `from` is deleted, and keeps copies of what it had, so that the merge can be taken back. `follow` does the same for
 * other modules' rows in the same transaction and returns the ids of what it added, by name. Sends `channels_changed`
 * and `guide_changed`.
 */
export async function mergeChannels(
  db: Db,
  cids: Cids,
  who: ByWhom,
  follow: (tx: DbTransaction, cids: Cids) => Promise<Readonly<Record<string, readonly number[]>>>,
): Promise<MergeOutcome> {
  const { from, into } = cids
  if (from === into) return { kind: 'itself' }
  const { result, changeId } = await changingChannels(
    db,
    { kind: 'edit', title: 'merge', cids: [from, into], ...who },
    async (tx, followed) => {
      const rows = new Map((await liveRows(tx, [from, into])).map((row) => [row.id, row]))
      for (const cid of [from, into]) {
        const row = rows.get(cid)
        if (row === undefined) return { kind: 'unknown_channel', cid } as const
        if (row.source_kind === 'linear') return { kind: 'not_received', cid } as const
      }
      const { moved: sources, left: sourcesLeft } = await addSources(tx, cids)
      const aliases = await repoint(tx, 'channel_alias', cids)
      await repoint(tx, 'channel_other_key', cids)
      const programmes = await copyGuide(tx, cids)
      const rowsOfOthers = await follow(tx, cids)
      followed.set(into, { ...rowsOfOthers, programmes: programmes > 0 ? [from] : [] })
      await fillGaps(tx, cids, sources > 0)
      await markDeleted(tx, from, 'merged', who.nowMs, into)
      const key = rows.get(from)?.key ?? ''
      await tx.insertInto('channel_other_key').values({ key, channel_id: into }).execute()
      await sql`select pg_notify('guide_changed', ${`${from},${into}`})`.execute(tx)
      const counts = Object.entries(rowsOfOthers).map(([name, ids]) => [name, ids.length] as const)
      return {
        kind: 'merged',
        from: shownOf(rows.get(from), from),
        into: shownOf(rows.get(into), into),
        ...{ sources, sourcesLeft, aliases, programmes },
        followed: Object.fromEntries(counts),
      } as const
    },
  )
  return result.kind === 'merged' ? { ...result, changeId } : result
}

/** Takes back what television itself copied at a merge. */
export async function returnMergedGuide(
  tx: DbTransaction,
  into: number,
  followed: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  for (const from of followed['programmes'] ?? []) {
    // What `into` got is what `from` had; a guide that was read since is of `into` alone and stays.
    await sql`
      delete from programme as copied using programme as original
      where copied.channel_id = ${into} and original.channel_id = ${from}
        and copied.begin_at = original.begin_at and copied.end_at = original.end_at
        and copied.title_ru = original.title_ru and copied.title_uz = original.title_uz`.execute(tx)
    await sql`
      delete from programme_edit as copied using programme_edit as original
      where copied.channel_id = ${into} and original.channel_id = ${from} and copied.fields = original.fields
        and copied.is_hidden = original.is_hidden and copied.begin_at is not distinct from original.begin_at
        and copied.changed_at = original.changed_at`.execute(tx)
    await sql`
      delete from programme_shift as copied using programme_shift as original
      where copied.channel_id = ${into} and original.channel_id = ${from} and copied.made_at = original.made_at
        and copied.from_at = original.from_at and copied.minutes = original.minutes`.execute(tx)
    await sql`select pg_notify('guide_changed', ${`${from},${into}`})`.execute(tx)
  }
}

function liveRows(tx: DbTransaction, cids: readonly number[]) {
  return tx
    .selectFrom('channel')
    .select(['id', 'key', 'number', 'name_ru', 'name_uz', 'source_kind'])
    .where('id', 'in', [...cids])
    .where('deleted_at', 'is', null)
    .execute()
}

function shownOf(row: Awaited<ReturnType<typeof liveRows>>[number] | undefined, cid: number) {
  return { cid, number: row?.number ?? 0, name: (row?.name_ru || row?.name_uz) ?? '' }
}

/** Added after its own sources, as the operator's, so that no import removes them. */
async function addSources(tx: DbTransaction, { from, into }: Cids) {
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

/** The guide with what was edited of it by hand, where the other has none. */
async function copyGuide(tx: DbTransaction, { from, into }: Cids): Promise<number> {
  const own = await tx.selectFrom('programme').select('id').where('channel_id', '=', into).limit(1).execute()
  if (own.length > 0) return 0
  const copied = await sql`
    insert into programme (channel_id, begin_at, end_at, title_ru, title_uz, description_ru, description_uz,
      genre_code, age_rating, asset_id, subtitle_ru, subtitle_uz, season, episode, catchup_id, categories)
    select ${into}::integer, begin_at, end_at, title_ru, title_uz, description_ru, description_uz,
      genre_code, age_rating, asset_id, subtitle_ru, subtitle_uz, season, episode, catchup_id, categories
    from programme where channel_id = ${from}`.execute(tx)
  await sql`
    insert into programme_edit (channel_id, pid, source, fields, begin_at, end_at, is_hidden, staff_name, changed_at)
    select ${into}::integer, nextval(pg_get_serial_sequence('programme', 'id')), source, fields, begin_at, end_at,
      is_hidden, staff_name, changed_at
    from programme_edit where channel_id = ${from} order by id`.execute(tx)
  await sql`
    insert into programme_shift (channel_id, from_at, to_at, minutes, staff_name, made_at)
    select ${into}::integer, from_at, to_at, minutes, staff_name, made_at
    from programme_shift where channel_id = ${from} order by id`.execute(tx)
  return Number(copied.numAffectedRows ?? 0)
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
      world_place = coalesce(kept.world_place, ${place?.world_place ?? null}::smallint),
      version = kept.version + 1
    from channel as gone where kept.id = ${into} and gone.id = ${from}`.execute(tx)
}
