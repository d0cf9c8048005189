/**
 * Looks up what the store has of a channel: on a new machine, after another store was set, and when the list of a folder
 * cannot be read. Indexes, epochs and init segments come back to this disk; media files stay in the store. What this disk
 * has itself wins.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { Epoch } from '#media/archive/epochs/epoch.ts'
import { parseEpochs } from '#media/archive/epochs/epochs.ts'
import { dayMs, dayOf, type IndexRecord } from '#media/archive/index/index-record.ts'
import { RecordList } from '#media/archive/index/record-list.ts'
import type { RenditionArchive } from '#media/archive/rendition-archive.ts'
import { writeAtomicallyAside } from '#media/archive/index/write-atomically.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import {
  channelKeys,
  channelPrefix,
  readKey,
  renditionKeys,
  renditionPrefix,
} from '#media/archive/remote/store-keys.ts'
import { type ChunkSums, parseSums } from '#media/archive/remote/stored-chunks.ts'
import { objectsIn, readSmall } from './stored-objects.ts'

/** What a channel has in the store that this disk did not know of. */
export interface AdoptedFiles {
  readonly files: number
  readonly records: number
  readonly epochs: number
  /** The store has all epochs of this channel. */
  readonly hasAllEpochs: boolean
}

/** Bytes by file, by day, by rendition. */
type Listing = Map<string, Map<number, Map<number, number>>>

export async function adoptChannel(store: MediaStore, archive: ChannelArchive): Promise<AdoptedFiles> {
  const listing = await listChunks(store, archive.channelId)
  await adoptLists(store, archive)
  const { epochs, usable, added: addedEpochs } = await adoptEpochs(store, archive)
  let [files, records] = [0, 0]
  const ids = new Set([...archive.renditionIds, ...listing.keys()])
  for (const id of ids) {
    const rendition = archive.rendition(id)
    const days = new Map<number, ChunkSums>()
    // The newest first: viewers watch yesterday more than last week.
    const listed = [...(listing.get(id) ?? [])].toSorted(([one], [other]) => other - one)
    for (const [day, sizes] of listed) {
      const sums = await sumsOfDay(store, archive.channelId, id, day)
      for (const file of [...sums.keys()])
        if (!sizes.has(file) || rendition.files.isIn('local', day, file)) sums.delete(file)
      const added = await recordsOfDay(store, archive.channelId, id, day, { sums, sizes, usable })
      if (added === undefined && rendition.indexes.count(day) === 0) continue
      const isThere = new Set(recordedIn(rendition, day))
      const missing = (added ?? []).filter(({ beginMs }) => !isThere.has(beginMs))
      if (missing.length > 0) await rendition.insertRecords(missing)
      records += missing.length
      for (const file of sums.keys()) if (!rendition.files.isIn('stored', day, file)) files += 1
      if (sums.size > 0) days.set(day, sums)
    }
    await rendition.adopt(days)
  }
  const stored = new Set(epochs.map(({ number }) => number))
  const hasAllEpochs = archive.epochs.all.every(({ number }) => stored.has(number))
  return { files, records, epochs: addedEpochs, hasAllEpochs }
}

async function listChunks(store: MediaStore, channelId: string): Promise<Listing> {
  const prefix = channelPrefix(channelId)
  const listing: Listing = new Map()
  for await (const { key, bytes } of objectsIn(store, prefix)) {
    const object = readKey(key.slice(prefix.length))
    if (object.kind !== 'chunk') continue
    const { rendition, day, file } = object
    const days = listing.get(rendition) ?? new Map<number, Map<number, number>>()
    days.set(day, (days.get(day) ?? new Map<number, number>()).set(file, bytes))
    listing.set(rendition, days)
  }
  return listing
}

/** What stays beyond the depth must be there before anything that may expire. A list of this disk wins. */
async function adoptLists(store: MediaStore, { channelId, fragments, retained }: ChannelArchive) {
  const prefix = channelPrefix(channelId)
  if (fragments.all.length === 0)
    for (const one of await readWindows(store, `${prefix}${channelKeys.fragments}`))
      fragments.add({ ...one, name: one.name ?? '' })
  if (retained.all.length === 0)
    retained.replace(await readWindows(store, `${prefix}${channelKeys.retained}`))
}

async function readWindows(
  store: MediaStore,
  key: string,
): Promise<readonly { readonly beginMs: number; readonly endMs: number; readonly name?: string }[]> {
  const bytes = await readSmall(store, key)
  if (bytes === undefined) return []
  const list = JSON.parse(bytes.toString()) as { beginMs: number; endMs: number; name?: string }[]
  if (!Array.isArray(list)) throw new Error(`${key} is no list`)
  return list
}

async function adoptEpochs(store: MediaStore, archive: ChannelArchive) {
  const { channelId, dir } = archive
  const bytes = await readSmall(store, `${channelPrefix(channelId)}${channelKeys.epochs}`)
  const epochs: readonly Epoch[] = (bytes && parseEpochs(bytes.toString())) ?? []
  for (const { number, tracks } of epochs)
    for (const { rendition } of tracks) {
      const path = join(dir, rendition, renditionKeys.init(number))
      if (existsSync(path)) continue
      const key = `${renditionPrefix(channelId, rendition)}${renditionKeys.init(number)}`
      const init = await readSmall(store, key)
      if (init === undefined) continue
      await mkdir(join(dir, rendition), { recursive: true })
      await writeAtomicallyAside(path, init)
    }
  const countBefore = archive.epochs.all.length
  const others = archive.epochs.adopt(epochs)
  const usable = new Set(archive.epochs.all.map(({ number }) => number))
  for (const number of others) usable.delete(number)
  return { epochs, usable, added: archive.epochs.all.length - countBefore }
}

function recordedIn({ indexes }: RenditionArchive, day: number): readonly number[] {
  return [...indexes.window(day * dayMs, (day + 1) * dayMs)].map(({ beginMs }) => beginMs)
}

async function sumsOfDay(store: MediaStore, channelId: string, id: string, day: number) {
  const key = `${renditionPrefix(channelId, id)}${renditionKeys.sums(day)}`
  const bytes = await readSmall(store, key)
  return (bytes && parseSums(bytes.toString())?.sums) ?? new Map<number, string>()
}

/** Records of the listed files whose bytes are there; undefined when the store has no index of the day. */
async function recordsOfDay(
  store: MediaStore,
  channelId: string,
  id: string,
  day: number,
  stored: {
    readonly sums: ChunkSums
    readonly sizes: ReadonlyMap<number, number>
    readonly usable: ReadonlySet<number>
  },
): Promise<readonly IndexRecord[] | undefined> {
  const { sums, sizes, usable } = stored
  if (sums.size === 0) return []
  const index = await readSmall(store, `${renditionPrefix(channelId, id)}${renditionKeys.index(day)}`)
  if (index === undefined) return undefined
  return [...new RecordList(index)].filter(
    ({ beginMs, file, offset, size, epoch }) =>
      dayOf(beginMs) === day &&
      sums.has(file) &&
      offset + size <= (sizes.get(file) ?? 0) &&
      usable.has(epoch),
  )
}
