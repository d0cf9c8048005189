/** Channels as states of fields: what a set of changes stores, and how it is written back. */
import { type Kysely, sql, type Insertable, type Selectable } from 'kysely'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { foldAlias } from './channel-aliases.ts'
import type { ChannelAliasTable, ChannelSourceTable, ChannelTable } from './tables.ts'

/** The name of channels in sets of changes. */
export const channelEntity = 'channel'

/** Fields that an edit by hand locks against imports. */
export const lockableFields = [
  'name_ru',
  'name_uz',
  'number',
  'logo',
  'category_id',
  'additional_category_ids',
  'is_social',
  'is_radio',
  'archive_days',
  'tvg_id',
  'guide_shift_min',
  'catchup',
] as const
export type LockableField = (typeof lockableFields)[number]

export function isLockable(name: string): name is LockableField {
  return (lockableFields as readonly string[]).includes(name)
}

/** Field → column, where both contain the same value. */
const columns = {
  number: 'number',
  name_ru: 'name_ru',
  name_uz: 'name_uz',
  logo: 'logo',
  category_id: 'category_id',
  additional_category_ids: 'additional_categories',
  is_social: 'is_social',
  open_to_guests: 'open_to_guests',
  is_radio: 'is_radio',
  world_place: 'world_place',
  source_kind: 'source_kind',
  is_enabled: 'is_enabled',
  is_hidden: 'is_hidden',
  archive_days: 'archive_days',
  tvg_id: 'tvg_id',
  tvg_name: 'tvg_name',
  guide_shift_min: 'guide_shift_min',
  countries: 'countries',
  languages: 'languages',
  quality: 'quality',
  low_latency: 'low_latency',
  recording: 'recording',
  catchup: 'catchup',
  _content_hash: 'content_hash',
  _imported: 'imported',
} as const satisfies Record<string, keyof ChannelTable>

/** The lockable field of a column; undefined for every other column. */
export function fieldOfColumn(column: string): LockableField | undefined {
  return lockableFields.find((field) => columns[field] === column)
}

const jsonColumns: ReadonlySet<string> = new Set(['recording', 'catchup', 'imported'])
const lockPrefix = '_lock.'

/** A row with its sources and aliases as fields. */
function fieldsOf(
  row: Selectable<ChannelTable>,
  sources: readonly Selectable<ChannelSourceTable>[],
  aliases: readonly Pick<Selectable<ChannelAliasTable>, 'alias'>[],
  otherKeys: readonly string[],
): Fields {
  const plain = Object.entries(columns).map(([field, column]) => [field, row[column] as Json])
  return {
    ...Object.fromEntries(plain),
    ...Object.fromEntries(row.locked.map((name) => [lockPrefix + name, true])),
    sources: sources.map(({ url, protocol, user_agent, referer, is_own }) => ({
      ...{ url, protocol, user_agent, referer, is_own },
    })),
    aliases: aliases.map(({ alias }) => alias),
    _other_keys: otherKeys,
  }
}

/** The states of channels that are not deleted: of these, or of all. */
export async function channelStates(db: Kysely<Database>, cids?: readonly number[]): Promise<States> {
  const of = cids === undefined ? sql`true` : sql`id = any(${[...cids]}::integer[])`
  const belongs = cids === undefined ? sql`true` : sql`channel_id = any(${[...cids]}::integer[])`
  const rows = await db
    .selectFrom('channel')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${of}`)
    .execute()
  const bySource = Map.groupBy(
    await db
      .selectFrom('channel_source')
      .selectAll()
      .where(sql<boolean>`${belongs}`)
      .orderBy('place')
      .execute(),
    (source) => source.channel_id,
  )
  const byAlias = Map.groupBy(
    await db
      .selectFrom('channel_alias')
      .select(['channel_id', 'alias'])
      .where(sql<boolean>`${belongs}`)
      .orderBy('folded')
      .execute(),
    (alias) => alias.channel_id,
  )
  const byKey = Map.groupBy(
    await db
      .selectFrom('channel_other_key')
      .selectAll()
      .where(sql<boolean>`${belongs}`)
      .orderBy('key')
      .execute(),
    (row) => row.channel_id,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      fieldsOf(
        row,
        bySource.get(row.id) ?? [],
        byAlias.get(row.id) ?? [],
        (byKey.get(row.id) ?? []).map(({ key }) => key),
      ),
    ]),
  )
}

/** The name of a channel in lists of changes: `12 Sevimli`. */
export function channelLabel(fields: Fields): string {
  const { number, name_ru: ru, name_uz: uz } = fields
  const name = typeof ru === 'string' && ru !== '' ? ru : typeof uz === 'string' ? uz : ''
  return `${typeof number === 'number' ? number : ''} ${name}`.trim()
}

/** The same lock as an import's, so that neither overwrites the other. */
export async function lockChannels(tx: DbTransaction): Promise<void> {
  await sql`lock table channel in share row exclusive mode`.execute(tx)
}

/** Channels as things whose changes can be taken back. */
export const channelStore: EntityStore = {
  lock: lockChannels,
  read: channelStates,
  write: writeChannelStates,
  labelOf: channelLabel,
}

type Left = readonly [entityId: number, field: string, now: Json]

/**
 * Writes fields of channels; null deletes one, and fields of a deleted one restore it. A number that another channel
 * has is left out, and one that is restored gets the next free one. Sends `channels_changed`.
 */
export async function writeChannelStates(
  tx: DbTransaction,
  steps: ReadonlyMap<number, Fields | null>,
  nowMs: number,
): Promise<readonly Left[]> {
  const rows = await tx
    .selectFrom('channel')
    .select(['id', 'number', 'world_place', 'category_id', 'deleted_at', 'locked'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const numbers = freeNumbers(rows, steps)
  const places = freePlaces(rows, steps)
  const categories = new Set(
    (await tx.selectFrom('channel_category').select('id').execute()).map(({ id }) => id),
  )
  const left: Left[] = []
  // Two channels may change places in the world list, which is unique at any moment.
  const placed = [...steps].filter(([, fields]) => fields === null || 'world_place' in fields)
  if (placed.length > 0)
    await tx
      .updateTable('channel')
      .set({ world_place: null })
      .where(
        'id',
        'in',
        placed.map(([cid]) => cid),
      )
      .execute()
  // Cleared first: an alias belongs to one channel at any moment, and may go from one to another.
  for (const [cid, fields] of steps) if (fields !== null) await clearParts(tx, cid, fields)
  for (const [cid, fields] of steps) {
    const row = byId.get(cid)
    if (row === undefined) {
      left.push([cid, '', null])
      continue
    }
    if (fields === null) {
      await markDeleted(tx, cid, 'taken_back', nowMs)
      continue
    }
    const number = numbers.get(cid)
    if (typeof fields['number'] === 'number' && number !== fields['number'])
      left.push([cid, 'number', number ?? row.number])
    const { category_id: category, ...others } = fields
    const isWithout = typeof category === 'number' && !categories.has(category)
    if (isWithout) left.push([cid, 'category_id', row.category_id])
    await writeOne(tx, row, isWithout ? others : fields, {
      nowMs,
      number: number ?? row.number,
      worldPlace: 'world_place' in fields ? (places.get(cid) ?? null) : row.world_place,
    })
  }
  await sql`select pg_notify('channels_changed', '')`.execute(tx)
  return left
}

/** Deletes a channel so that it can be restored: its number and its place in the world list become free. */
export async function markDeleted(
  tx: DbTransaction,
  cid: number,
  as: 'removed' | 'merged' | 'taken_back',
  nowMs: number,
  mergedInto: number | null = null,
): Promise<void> {
  await tx
    .updateTable('channel')
    .set({ deleted_at: new Date(nowMs), deleted_as: as, merged_into: mergedInto, world_place: null })
    .set({ version: sql`version + 1` })
    .where('id', '=', cid)
    .execute()
}

interface StoredRow {
  readonly id: number
  readonly number: number
  readonly world_place: number | null
  readonly category_id: number
  readonly deleted_at: Date | null
  readonly locked: readonly string[]
}

/** The numbers of the channels to be written: the requested ones where no other channel has them. */
function freeNumbers(
  rows: readonly StoredRow[],
  steps: ReadonlyMap<number, Fields | null>,
): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>()
  const requested = [...steps].flatMap(([cid, fields]) =>
    typeof fields?.['number'] === 'number' ? [[cid, fields['number']] as const] : [],
  )
  const moving = new Set(requested.map(([cid]) => cid))
  const gone = new Set([...steps].flatMap(([cid, fields]) => (fields === null ? [cid] : [])))
  const live = rows.filter((row) => row.deleted_at === null && !gone.has(row.id))
  const taken = new Set(live.filter(({ id }) => !moving.has(id)).map(({ number }) => number))
  const liveIds = new Set(live.map(({ id }) => id))
  const own = new Map(rows.map(({ id, number }) => [id, number]))
  let next = 1
  for (const [cid, number] of requested) {
    const current = own.get(cid)
    const choice = !taken.has(number)
      ? number
      : liveIds.has(cid) && current !== undefined && !taken.has(current)
        ? current
        : undefined
    if (choice === undefined) while (taken.has(next)) next += 1
    numbers.set(cid, choice ?? next)
    taken.add(choice ?? next)
  }
  return numbers
}

function freePlaces(
  rows: readonly StoredRow[],
  steps: ReadonlyMap<number, Fields | null>,
): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  const taken = new Set(rows.filter(({ id }) => !steps.has(id)).map((row) => row.world_place))
  for (const [cid, fields] of steps) {
    const place = fields?.['world_place']
    if (typeof place !== 'number' || taken.has(place)) continue
    places.set(cid, place)
    taken.add(place)
  }
  return places
}

async function writeOne(
  tx: DbTransaction,
  row: StoredRow,
  fields: Fields,
  options: { readonly nowMs: number; readonly number: number; readonly worldPlace: number | null },
): Promise<void> {
  const values: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(columns)) {
    if (!(field in fields)) continue
    const value = fields[field] ?? null
    values[column] = jsonColumns.has(column) && value !== null ? JSON.stringify(value) : value
  }
  const locked = new Set(row.locked)
  for (const [name, value] of Object.entries(fields)) {
    if (!name.startsWith(lockPrefix)) continue
    if (value === true) locked.add(name.slice(lockPrefix.length))
    else locked.delete(name.slice(lockPrefix.length))
  }
  await tx
    .updateTable('channel')
    .set({
      ...(values as Partial<Insertable<ChannelTable>>),
      number: options.number,
      world_place: options.worldPlace,
      locked: [...locked].toSorted(),
      ...{ deleted_at: null, deleted_as: null, merged_into: null },
      changed_at: new Date(options.nowMs),
    })
    .set({ version: sql`version + 1` })
    .where('id', '=', row.id)
    .execute()
  await writeParts(tx, row.id, fields)
}

async function clearParts(tx: DbTransaction, cid: number, fields: Fields): Promise<void> {
  for (const [field, table] of partTables)
    if (Array.isArray(fields[field])) await tx.deleteFrom(table).where('channel_id', '=', cid).execute()
}

const partTables = [
  ['sources', 'channel_source'],
  ['aliases', 'channel_alias'],
  ['_other_keys', 'channel_other_key'],
] as const

/** Sources, aliases and other keys, where the fields have them. */
async function writeParts(tx: DbTransaction, cid: number, fields: Fields): Promise<void> {
  const { sources, aliases, _other_keys: otherKeys } = fields
  if (Array.isArray(sources)) {
    const rows = sources.map((source, place) => {
      invariant(typeof source === 'object' && source !== null, 'a stored source is an object')
      return {
        ...(source as Omit<Insertable<ChannelSourceTable>, 'channel_id' | 'place'>),
        channel_id: cid,
        place,
      }
    })
    if (rows.length > 0) await tx.insertInto('channel_source').values(rows).execute()
  }
  if (Array.isArray(aliases)) {
    const rows = aliases.map((alias) => ({
      ...{ folded: foldAlias(String(alias)), alias: String(alias), channel_id: cid },
    }))
    // An alias that another channel got since stays there.
    if (rows.length > 0)
      await tx
        .insertInto('channel_alias')
        .values(rows)
        .onConflict((one) => one.doNothing())
        .execute()
  }
  if (Array.isArray(otherKeys)) {
    const rows = otherKeys.map((key) => ({ key: String(key), channel_id: cid }))
    if (rows.length > 0)
      await tx
        .insertInto('channel_other_key')
        .values(rows)
        .onConflict((one) => one.doNothing())
        .execute()
  }
}

/** Within the transaction that is open, or in one of its own. */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: DbTransaction) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db as DbTransaction) : db.transaction().execute(work)
}
