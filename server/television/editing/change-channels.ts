/** Corrections of channels by hand. Each is a set of changes that can be taken back. */
import { sql } from 'kysely'
import { type Author, type Fields, type Json, listChanges } from '#server/changes/changes.ts'
import { gatheringCategoryId } from '#contract/form/constants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  channelEntity,
  channelStates,
  isLockable,
  markDeleted,
  writeChannelStates,
} from '#server/television/channels/channel-states.ts'
import type { CatchupRule } from '#media/media.ts'
import { changingChannels } from './changing-channels.ts'
import { dealNumbers, moveInOrder, type NumberedChannel } from './number-rules.ts'

/** Fields as the contract names them (`ChannelFields`). Absent ones stay. */
export interface ChannelFieldEdits {
  readonly name_ru?: string | undefined
  readonly name_uz?: string | undefined
  readonly number?: number | undefined
  readonly category_id?: number | undefined
  readonly additional_category_ids?: readonly number[] | undefined
  readonly is_enabled?: boolean | undefined
  readonly is_hidden?: boolean | undefined
  readonly is_social?: boolean | undefined
  readonly open_to_guests?: boolean | undefined
  readonly is_radio?: boolean | undefined
  readonly archive_days?: number | undefined
  readonly low_latency?: boolean | undefined
  /** '' for none. */
  readonly tvg_id?: string | undefined
  readonly guide_shift_min?: number | undefined
  /** Of its sound; empty: nobody says. */
  readonly languages?: readonly string[] | undefined
  /** '' for none. */
  readonly quality?: '' | 'sd' | 'hd' | 'uhd' | undefined
  /** The past that its provider has; null for none. */
  readonly catchup?: CatchupRule | null | undefined
  /** The version of a picture original; null for none. */
  readonly logo?: string | null | undefined
}

export interface ChannelEdit {
  readonly cid: number
  /** The version that was shown; a newer one refuses the edit. */
  readonly version?: number | undefined
  readonly fields: ChannelFieldEdits
}

/** Who changes, and when. */
export interface ByWhom {
  readonly by: Author
  readonly nowMs: number
}

export interface ChannelsChanged {
  readonly kind: 'changed'
  /** The set of changes; 0 when nothing differed. */
  readonly changeId: number
  readonly changed: number
}

export type ChannelsRefused =
  | { readonly kind: 'unknown_channel'; readonly cid: number }
  /** `who` changed it since; '' at the command line or by an import. */
  | { readonly kind: 'changed_since'; readonly cid: number; readonly who: string }
  | { readonly kind: 'unknown_category'; readonly categoryId: number }
  | { readonly kind: 'number_twice'; readonly number: number }

/** Ends the transaction without a change. */
class Refusal extends Error {
  readonly refused: ChannelsRefused

  constructor(refused: ChannelsRefused) {
    super(refused.kind)
    this.refused = refused
  }
}

type Outcome = ChannelsChanged | ChannelsRefused

/** Runs a change; a `Refusal` within it takes everything back. */
async function changing(
  db: Db,
  { by, nowMs, title }: ByWhom & { readonly title: string },
  change: (tx: DbTransaction) => Promise<void>,
): Promise<Outcome> {
  try {
    const { changeId, entries } = await changingChannels(db, { kind: 'edit', title, by, nowMs }, change)
    return { kind: 'changed', changeId, changed: entries.length }
  } catch (error) {
    if (error instanceof Refusal) return error.refused
    throw error
  }
}

/** Changes fields of one or many channels, all or none, and locks them against imports. */
export async function editChannels(
  db: Db,
  edits: readonly ChannelEdit[],
  who: ByWhom & { readonly title?: string },
): Promise<Outcome> {
  return changing(db, { title: 'edit', ...who }, (tx) => writeEdits(tx, edits, { nowMs: who.nowMs }))
}

/** How edits are written, beside the fields of each. */
interface EditOptions {
  readonly nowMs: number
  /** All sources of channels, as fields of their state, by cid. */
  readonly sources?: ReadonlyMap<number, Json>
}

/** The same within a change that somebody else stores; says why nothing was written. */
export async function writeChannelEdits(
  tx: DbTransaction,
  edits: readonly ChannelEdit[],
  options: EditOptions,
): Promise<ChannelsRefused | undefined> {
  try {
    await writeEdits(tx, edits, options)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.refused
    throw error
  }
}

async function writeEdits(
  tx: DbTransaction,
  edits: readonly ChannelEdit[],
  { nowMs, sources }: EditOptions,
): Promise<void> {
  const live = await liveChannels(tx)
  for (const { cid, version } of edits) await checkVersion(tx, live, cid, version)
  await checkCategories(tx, edits)
  const requested = new Map(
    edits.flatMap(({ cid, fields }) => (fields.number === undefined ? [] : [[cid, fields.number] as const])),
  )
  const dealt = dealNumbers([...live.values()], requested)
  if (dealt.kind === 'twice') throw new Refusal({ kind: 'number_twice', number: dealt.number })
  const steps = new Map<number, Fields>()
  for (const { cid, fields } of edits) steps.set(cid, { ...steps.get(cid), ...stored(fields) })
  for (const [cid, number] of dealt.numbers)
    steps.set(cid, { ...steps.get(cid), ...lockedFields({ number }) })
  for (const [cid, all] of sources ?? []) steps.set(cid, { ...steps.get(cid), sources: all })
  await writeChannelStates(tx, steps, nowMs)
}

/** Moves channels in front of another one; null: to the end. The numbers in between are assigned again and locked. */
export async function moveChannels(
  db: Db,
  cids: readonly number[],
  beforeCid: number | null,
  who: ByWhom,
): Promise<Outcome> {
  return changing(db, { title: 'move', ...who }, async (tx) => {
    const live = await liveChannels(tx)
    for (const cid of beforeCid === null ? cids : [...cids, beforeCid]) liveChannel(live, cid)
    const numbers = moveInOrder([...live.values()], cids, beforeCid)
    const steps = new Map([...numbers].map(([cid, number]) => [cid, lockedFields({ number })]))
    await writeChannelStates(tx, steps, who.nowMs)
  })
}

/** Deletes channels. They can be restored until they are purged. */
export async function removeChannels(db: Db, cids: readonly number[], who: ByWhom): Promise<Outcome> {
  return changing(db, { title: 'remove', ...who }, async (tx) => {
    const live = await liveChannels(tx)
    for (const cid of cids) {
      liveChannel(live, cid)
      await markDeleted(tx, cid, 'removed', who.nowMs)
    }
  })
}

/** Restores deleted channels; one whose number is taken gets the next free one. */
export async function restoreChannels(db: Db, cids: readonly number[], who: ByWhom): Promise<Outcome> {
  return changing(db, { title: 'restore', ...who }, async (tx) => {
    const rows = await tx
      .selectFrom('channel')
      .select(['id', 'number'])
      .where('id', 'in', [...cids])
      .where('deleted_at', 'is not', null)
      .execute()
    const numbers = new Map(rows.map(({ id, number }) => [id, number]))
    for (const cid of cids) if (!numbers.has(cid)) throw new Refusal({ kind: 'unknown_channel', cid })
    await writeChannelStates(tx, new Map([...numbers].map(([cid, number]) => [cid, { number }])), who.nowMs)
  })
}

/** Lets imports change fields again: they get the last import's values. */
export async function releaseFields(
  db: Db,
  cid: number,
  names: readonly string[],
  who: ByWhom,
): Promise<Outcome> {
  return changing(db, { title: 'release', ...who }, async (tx) => {
    const state = (await channelStates(tx, [cid])).get(cid)
    if (state === undefined) throw new Refusal({ kind: 'unknown_channel', cid })
    const imported = (state['_imported'] ?? {}) as Fields
    const fields = names
      .filter(isLockable)
      .flatMap((name): readonly (readonly [string, Json])[] => [
        [`_lock.${name}`, null],
        ...(name in imported ? [[name, imported[name] ?? null] as const] : []),
      ])
    await writeChannelStates(tx, new Map([[cid, Object.fromEntries(fields)]]), who.nowMs)
  })
}

interface LiveChannel extends NumberedChannel {
  readonly version: number
}

async function liveChannels(tx: DbTransaction): Promise<ReadonlyMap<number, LiveChannel>> {
  const rows = await tx
    .selectFrom('channel')
    .select(['id', 'number', 'version'])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, number, version }) => [id, { cid: id, number, version }]))
}

function liveChannel(live: ReadonlyMap<number, LiveChannel>, cid: number): LiveChannel {
  const channel = live.get(cid)
  if (channel === undefined) throw new Refusal({ kind: 'unknown_channel', cid })
  return channel
}

async function checkVersion(
  tx: DbTransaction,
  live: ReadonlyMap<number, LiveChannel>,
  cid: number,
  version: number | undefined,
): Promise<void> {
  const channel = liveChannel(live, cid)
  if (version === undefined || version === channel.version) return
  const [last] = await listChanges(tx, { entity: channelEntity, entityId: cid, limit: 1 })
  throw new Refusal({ kind: 'changed_since', cid, who: last?.staffName ?? '' })
}

async function checkCategories(tx: DbTransaction, edits: readonly ChannelEdit[]): Promise<void> {
  const named = edits.flatMap(({ fields }) => [
    ...(fields.category_id === undefined ? [] : [fields.category_id]),
    ...(fields.additional_category_ids ?? []),
  ])
  if (named.length === 0) return
  const rows = await tx.selectFrom('channel_category').select('id').execute()
  const ids = new Set(rows.map(({ id }) => id))
  // "Popular" gathers channels of additional categories; nothing is in it by itself.
  const wrong =
    named.find((id) => !ids.has(id)) ??
    edits.find(({ fields }) => fields.category_id === gatheringCategoryId)?.fields.category_id
  if (wrong !== undefined) throw new Refusal({ kind: 'unknown_category', categoryId: wrong })
}

/** Fields as they are stored, with their locks. The number is dealt apart. */
function stored({ tvg_id: tvgId, catchup, languages, quality, ...rest }: ChannelFieldEdits): Fields {
  const present = Object.entries<Json | undefined>(rest).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined && entry[0] !== 'number',
  )
  return lockedFields({
    ...Object.fromEntries(present),
    ...(tvgId === undefined ? {} : { tvg_id: tvgId === '' ? null : tvgId }),
    ...(languages === undefined
      ? {}
      : { languages: languages.length === 0 ? null : [...new Set(languages)].toSorted() }),
    ...(quality === undefined ? {} : { quality: quality === '' ? null : quality }),
    ...(catchup === undefined ? {} : { catchup: catchup === null ? null : { ...catchup } }),
  })
}

function lockedFields(fields: Fields): Fields {
  const locks = Object.keys(fields).filter(isLockable)
  return { ...fields, ...Object.fromEntries(locks.map((name) => [`_lock.${name}`, true])) }
}

/** Deletes for good what was deleted so many days ago, once its archive has ended too. Returns the cids. */
export async function purgeChannels(db: Db, nowMs: number, minDays: number): Promise<readonly number[]> {
  const purged = await sql<{ id: number }>`
    delete from channel where deleted_at is not null
      and deleted_at < ${new Date(nowMs)}::timestamptz - make_interval(days => greatest(${minDays}::integer, archive_days)) returning id`.execute(
    db,
  )
  return purged.rows.map(({ id }) => id)
}
