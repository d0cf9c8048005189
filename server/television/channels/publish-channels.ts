import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { worldChannelCount } from '#contract/form/constants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { ChannelSource, PublishedChannel } from './channel.ts'
import type { Fields } from '#server/changes/changes.ts'
import { fieldOfColumn, inTransaction } from './channel-states.ts'
import { addressOf } from './load-channels.ts'
import { mergeSources, sourceRows } from './merge-sources.ts'

/** The result of publishing one channel. */
export interface ChannelOutcome {
  readonly key: string
  readonly cid: number
  readonly number: number
  /** `deleted`: it was deleted by hand, and stays so. */
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'deleted'
}

interface ExistingChannel {
  readonly id: number
  readonly key: string
  readonly content_hash: string
  readonly number: number
  readonly is_enabled: boolean
  readonly world_place: number | null
  readonly locked: readonly string[]
  readonly deleted_as: 'removed' | 'merged' | 'taken_back' | null
}

const rowsAtOnce = 1000

/**
 * Creates or updates these channels, in one transaction; others stay. An existing channel keeps its cid, and its
 * number unless another is requested and free. Sends `channels_changed` when anything changed.
 */
export async function publishChannels(
  db: Db,
  channels: readonly PublishedChannel[],
  nowMs: number,
): Promise<readonly ChannelOutcome[]> {
  invariant(
    new Set(channels.map(({ key }) => key)).size === channels.length,
    'two channels were published under one key',
  )
  for (const { key, source } of channels) checkSource(key, source)
  return inTransaction(db, async (tx) => {
    // Numbers are assigned here: two concurrent imports would assign the same ones.
    await sql`lock table channel in share row exclusive mode`.execute(tx)
    const existing = await tx
      .selectFrom('channel')
      .select(['id', 'key', 'content_hash', 'number', 'is_enabled', 'world_place'])
      .select(['locked', 'deleted_as'])
      .execute()
    const before = new Map(existing.map((row) => [row.key, row]))
    const todo = channels.filter((channel) => {
      const row = before.get(channel.key)
      if (isDeletedByHand(row)) return false
      if (row === undefined || row.deleted_as !== null || row.content_hash !== contentHash(channel))
        return true
      return channel.isEnabled !== undefined && channel.isEnabled !== row.is_enabled
    })
    const written = new Set(todo.map(({ key }) => key))
    // The operator's number is the requested one, whatever the list says; and an unchanged channel keeps its own,
    // also when a number it was once refused has become free: no other channel may get it.
    const requested = channels.map(({ key, number }) => {
      const row = before.get(key)
      const requestedNumber =
        row?.locked.includes('number') === true || !written.has(key) ? row?.number : number
      return { key, ...(requestedNumber === undefined ? {} : { number: requestedNumber }) }
    })
    const live = existing.filter((row) => row.deleted_as === null)
    const numbers = assignNumbers(
      live,
      requested.filter(({ key }) => !isDeletedByHand(before.get(key))),
    )
    const cids = await writeChannels(tx, todo, before, numbers, nowMs)
    await writeSources(tx, todo, cids)
    if (todo.length > 0) await sql`select pg_notify('channels_changed', '')`.execute(tx)
    return channels.map(({ key }) => {
      const row = before.get(key)
      const cid = row?.id ?? cids.get(key)
      const number = (written.has(key) ? numbers.get(key) : row?.number) ?? numbers.get(key) ?? row?.number
      invariant(cid !== undefined && number !== undefined, `channel ${key} was written but has no id`)
      if (isDeletedByHand(row)) return { key, cid, number, outcome: 'deleted' }
      const isNew = row === undefined || row.deleted_as !== null
      const outcome = isNew ? 'added' : written.has(key) ? 'changed' : 'unchanged'
      return { key, cid, number, outcome }
    })
  })
}

/** An import brings back what another import's undo deleted, and nothing that a person deleted. */
function isDeletedByHand(row: ExistingChannel | undefined): boolean {
  return row?.deleted_as === 'removed' || row?.deleted_as === 'merged'
}

/**
 * The number of each published channel: the requested one when it is free, else its current one, else the next free
 * one above all used ones. Other channels keep their numbers.
 */
export function assignNumbers(
  existing: readonly { readonly key: string; readonly number: number }[],
  published: readonly { readonly key: string; readonly number?: number }[],
): ReadonlyMap<string, number> {
  const publishedKeys = new Set(published.map(({ key }) => key))
  const before = new Map(existing.map(({ key, number }) => [key, number]))
  const taken = new Set(existing.filter(({ key }) => !publishedKeys.has(key)).map(({ number }) => number))
  const numbers = new Map<string, number>()
  const give = (key: string, number: number | undefined) => {
    if (number === undefined || taken.has(number) || numbers.has(key)) return
    taken.add(number)
    numbers.set(key, number)
  }
  for (const { key, number } of published) if (number === before.get(key)) give(key, number)
  for (const { key, number } of published) give(key, number)
  for (const { key } of published) give(key, before.get(key))
  let next = 1
  for (const { key } of published) {
    if (numbers.has(key)) continue
    while (taken.has(next)) next += 1
    give(key, next)
  }
  return numbers
}

/** An existing channel keeps them: its position in the world list and who may watch it are the operator's choice. */
const onlyWhenNew: ReadonlySet<string> = new Set(['key', 'id', 'world_place', 'open_to_guests'])

async function writeChannels(
  tx: DbTransaction,
  channels: readonly PublishedChannel[],
  before: ReadonlyMap<string, ExistingChannel>,
  numbers: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const cids = new Map<string, number>()
  // All ids are assigned here, under the lock: requested ones where they are free, others above all existing ones.
  const used = new Set([...before.values()].map(({ id }) => id))
  const requestedIds = new Map(
    channels.flatMap(({ key, cid }) => (cid === undefined || used.has(cid) ? [] : [[key, cid] as const])),
  )
  let lastId = Math.max(0, ...used, ...requestedIds.values())
  const nextId = () => (lastId += 1)
  const worldPlaces = freeWorldPlaces([...before.values()], channels)
  for (let start = 0; start < channels.length; start += rowsAtOnce) {
    const rows = channels.slice(start, start + rowsAtOnce).map((channel) => ({
      id: before.get(channel.key)?.id ?? requestedIds.get(channel.key) ?? nextId(),
      ...rowOf(channel, nowMs),
      number: numbers.get(channel.key) ?? 0,
      is_enabled: channel.isEnabled ?? before.get(channel.key)?.is_enabled ?? true,
      world_place: before.has(channel.key) ? null : (worldPlaces.get(channel.key) ?? null),
      open_to_guests: channel.isOpenToGuests ?? false,
    }))
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !onlyWhenNew.has(column))
    const written = await tx
      .insertInto('channel')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          ...Object.fromEntries(columns.map((column) => [column, unlessLocked(column)])),
          ...{ deleted_at: null, deleted_as: null, merged_into: null },
          version: sql<number>`channel.version + 1`,
        }),
      )
      .returning(['key', 'id'])
      .execute()
    for (const row of written) cids.set(row.key, row.id)
  }
  await sql`select setval(pg_get_serial_sequence('channel', 'id'), greatest(1, (select max(id) from channel)))`.execute(
    tx,
  )
  return cids
}

/** A field that was edited by hand stays; and a list without a logo removes none, which may come later, separately. */
function unlessLocked(column: string) {
  const excluded =
    column === 'logo' ? sql`coalesce(excluded.logo, channel.logo)` : sql.ref(`excluded.${column}`)
  const field = fieldOfColumn(column)
  if (field === undefined || column === 'number') return excluded
  return sql`case when ${field} = any(channel.locked) then ${sql.ref(`channel.${column}`)} else ${excluded} end`
}

/** Writes the imported sources; the operator's own stay. */
async function writeSources(
  tx: DbTransaction,
  channels: readonly PublishedChannel[],
  cids: ReadonlyMap<string, number>,
): Promise<void> {
  for (let start = 0; start < channels.length; start += rowsAtOnce) {
    const some = channels.slice(start, start + rowsAtOnce).flatMap(({ key, source }) => {
      const cid = cids.get(key)
      return cid === undefined ? [] : [{ cid, source }]
    })
    const before = await tx
      .deleteFrom('channel_source')
      .where('channel_id', 'in', [0, ...some.map(({ cid }) => cid)])
      .returningAll()
      .execute()
    const ownOf = Map.groupBy(
      before.filter((row) => row.is_own),
      (row) => row.channel_id,
    )
    const rows = some.flatMap(({ cid, source }) => {
      const own = (ownOf.get(cid) ?? []).map((row) => ({ ...addressOf(row), place: row.place }))
      return source.kind === 'recorded' ? sourceRows(cid, mergeSources(source.sources, own)) : []
    })
    // At most sixteen per channel, seven parameters each: a statement accepts 65,535.
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await tx
        .insertInto('channel_source')
        .values(rows.slice(from, from + rowsAtOnce))
        .execute()
  }
}

/** The requested free positions in the world list. */
function freeWorldPlaces(
  existing: readonly ExistingChannel[],
  channels: readonly PublishedChannel[],
): ReadonlyMap<string, number> {
  const taken = new Set(existing.map((row) => row.world_place))
  const places = new Map<string, number>()
  for (const { key, worldPlace } of channels) {
    if (worldPlace === null || worldPlace >= worldChannelCount || taken.has(worldPlace)) continue
    taken.add(worldPlace)
    places.set(key, worldPlace)
  }
  return places
}

function rowOf(channel: PublishedChannel, nowMs: number) {
  return {
    key: channel.key,
    content_hash: contentHash(channel),
    name_ru: channel.name.ru,
    name_uz: channel.name.uz,
    logo: channel.logo,
    category_id: channel.categoryId,
    additional_categories: [...channel.additionalCategories],
    is_social: channel.isSocial,
    is_radio: channel.isRadio ?? false,
    source_kind: channel.source.kind,
    archive_days: channel.archiveDays,
    tvg_id: channel.tvgId ?? null,
    tvg_name: channel.tvgName ?? null,
    countries: [...(channel.countries ?? [])],
    catchup: channel.catchup === undefined ? null : JSON.stringify(channel.catchup),
    guide_shift_min: channel.guideShiftMin,
    imported: JSON.stringify(importedFields(channel)),
    changed_at: new Date(nowMs),
  }
}

/** The import's values of the fields that an edit by hand may lock. */
function importedFields(channel: PublishedChannel): Fields {
  return {
    name_ru: channel.name.ru,
    name_uz: channel.name.uz,
    category_id: channel.categoryId,
    additional_category_ids: channel.additionalCategories,
    is_social: channel.isSocial,
    is_radio: channel.isRadio ?? false,
    archive_days: channel.archiveDays,
    tvg_id: channel.tvgId ?? null,
    guide_shift_min: channel.guideShiftMin,
    catchup: channel.catchup === undefined ? null : { ...channel.catchup },
    ...(channel.number === undefined ? {} : { number: channel.number }),
    ...(channel.logo === null ? {} : { logo: channel.logo }),
  }
}

/** A received channel has at least one source, each address once. */
function checkSource(key: string, source: ChannelSource): void {
  if (source.kind !== 'recorded') return
  invariant(source.sources.length > 0, `channel ${key} is received from nowhere`)
  const urls = new Set(source.sources.map(({ url }) => url))
  invariant(urls.size === source.sources.length, `channel ${key} has a source twice`)
}

function sourceFields(source: ChannelSource) {
  if (source.kind !== 'recorded') return source.kind
  return source.sources.map(({ url, protocol, userAgent, referer }) => [url, protocol, userAgent, referer])
}

function contentHash(channel: PublishedChannel): string {
  // Recording on/off and the position in the world list are the operator's choice, not content.
  const { source, name, isEnabled: _, worldPlace: __, ...rest } = channel
  const fields = [
    ...Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    sourceFields(source),
    [name.ru, name.uz],
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
