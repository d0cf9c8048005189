import { listChanges } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { SourceAddress } from '#server/television/channels/channel.ts'
import type { ByWhom } from './change-channels.ts'
import { changingChannels } from './changing-channels.ts'
import { channelEntity } from '#server/television/channels/channel-states.ts'
import { addressOf } from '#server/television/channels/load-channels.ts'
import { maxSources, sourceRows, type StoredSource } from '#server/television/channels/merge-sources.ts'
import { readRecordingOverrides, type RecordingOverrides } from '#server/television/channels/recording.ts'

/** Why the sources of a channel were not changed. */
export type EditRefused =
  | { readonly kind: 'unknown_channel' }
  /** It is made of films, or has no source. */
  | { readonly kind: 'not_received' }
  | { readonly kind: 'twice'; readonly index: number }
  | { readonly kind: 'too_many'; readonly max: number }
  | { readonly kind: 'no_such_place'; readonly count: number }
  | { readonly kind: 'last' }
  /** `who` changed the channel since; '' at the command line or by an import. */
  | { readonly kind: 'changed_since'; readonly who: string }

/** A channel by its number, or by its cid with the version that was shown: a newer one refuses the edit. */
export type EditedChannel = number | { readonly cid: number; readonly version?: number | undefined }

export interface Edited {
  readonly kind: 'edited'
  readonly cid: number
  readonly name: string
  /** From 0. */
  readonly index: number
  readonly count: number
  /** The set of changes. */
  readonly changeId: number
}

/**
 * Adds a source to a channel, as the operator's own: no import removes it. `index` from 0; last
 * when absent. Sends `channels_changed`.
 */
export function addSource(
  db: Db,
  channel: EditedChannel,
  source: SourceAddress,
  who: ByWhom,
  index?: number,
): Promise<Edited | EditRefused> {
  return edit(db, channel, who, (sources) => {
    const twice = sources.findIndex(({ url }) => url === source.url)
    if (twice >= 0) return { kind: 'twice', index: twice }
    if (sources.length >= maxSources) return { kind: 'too_many', max: maxSources }
    const at = Math.min(index ?? sources.length, sources.length)
    return { index: at, sources: sources.toSpliced(at, 0, { ...source, isOwn: true }) }
  })
}

/** Removes a source; an import that changes the channel restores one that is in its playlist. */
export function removeSource(
  db: Db,
  channel: EditedChannel,
  index: number,
  who: ByWhom,
): Promise<Edited | EditRefused> {
  return edit(db, channel, who, (sources) => {
    if (index < 0 || index >= sources.length) return { kind: 'no_such_place', count: sources.length }
    if (sources.length === 1) return { kind: 'last' }
    return { index, sources: sources.toSpliced(index, 1) }
  })
}

/** Moves a source to another position: the first is recorded while it works. */
export function moveSource(
  db: Db,
  channel: EditedChannel,
  index: number,
  toIndex: number,
  who: ByWhom,
): Promise<Edited | EditRefused> {
  return edit(db, channel, who, (sources) => {
    const source = sources[index]
    if (source === undefined || toIndex < 0 || toIndex >= sources.length)
      return { kind: 'no_such_place', count: sources.length }
    return { index: toIndex, sources: sources.toSpliced(index, 1).toSpliced(toIndex, 0, source) }
  })
}

type Change = { readonly index: number; readonly sources: readonly StoredSource[] } | EditRefused

async function edit(
  db: Db,
  edited: EditedChannel,
  who: ByWhom,
  change: (sources: readonly StoredSource[]) => Change,
): Promise<Edited | EditRefused> {
  const { result, changeId } = await changingChannels(
    db,
    { kind: 'edit', title: 'sources', ...who },
    async (tx): Promise<Omit<Edited, 'changeId'> | EditRefused> => {
      const channel = await findChannel(tx, edited)
      if (channel === undefined) return { kind: 'unknown_channel' }
      if (typeof edited === 'object' && channel.version !== (edited.version ?? channel.version)) {
        const [last] = await listChanges(tx, { entity: channelEntity, entityId: channel.id, limit: 1 })
        return { kind: 'changed_since', who: last?.staffName ?? '' }
      }
      if (channel.source_kind !== 'recorded') return { kind: 'not_received' }
      const rows = await tx
        .selectFrom('channel_source')
        .selectAll()
        .where('channel_id', '=', channel.id)
        .orderBy('place')
        .execute()
      const changed = change(rows.map((row) => ({ ...addressOf(row), isOwn: row.is_own })))
      if ('kind' in changed) return changed
      await tx.deleteFrom('channel_source').where('channel_id', '=', channel.id).execute()
      await tx.insertInto('channel_source').values(sourceRows(channel.id, changed.sources)).execute()
      await tx
        .updateTable('channel')
        .set({ version: channel.version + 1 })
        .where('id', '=', channel.id)
        .execute()
      const name = channel.name_ru || channel.name_uz
      return { kind: 'edited', cid: channel.id, name, index: changed.index, count: changed.sources.length }
    },
  )
  return result.kind === 'edited' ? { ...result, changeId } : result
}

function findChannel(tx: DbTransaction, channel: EditedChannel) {
  return tx
    .selectFrom('channel')
    .select(['id', 'name_ru', 'name_uz', 'source_kind', 'recording', 'low_latency', 'version'])
    .where((eb) => (typeof channel === 'number' ? eb('number', '=', channel) : eb('id', '=', channel.cid)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Changes of the recording; null removes an override, an absent one stays. */
export type RecordingChange = {
  readonly [Key in keyof RecordingOverrides]?: RecordingOverrides[Key] | null
} & { readonly lowLatency?: boolean }

/** Changes how the channel with this number is recorded. Sends `channels_changed`. */
export async function changeRecording(
  db: Db,
  number: number,
  change: RecordingChange,
  who: ByWhom,
): Promise<
  | {
      readonly kind: 'edited'
      readonly cid: number
      readonly recording: RecordingOverrides
      readonly lowLatency: boolean
    }
  | { readonly kind: 'unknown_channel' }
> {
  const { result } = await changingChannels(db, { kind: 'edit', title: 'recording', ...who }, async (tx) => {
    const channel = await findChannel(tx, number)
    if (channel === undefined) return { kind: 'unknown_channel' } as const
    const { lowLatency = channel.low_latency, ...overrides } = change
    const target = { ...readRecordingOverrides(channel.recording), ...overrides }
    const recording = readRecordingOverrides(
      Object.fromEntries(Object.entries(target).filter(([, value]) => value !== null)),
    )
    await tx
      .updateTable('channel')
      .set({ recording: JSON.stringify(recording), low_latency: lowLatency })
      .where('id', '=', channel.id)
      .execute()
    return { kind: 'edited', cid: channel.id, recording, lowLatency } as const
  })
  return result
}
