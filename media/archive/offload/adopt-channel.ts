/**
 * Looks up what the store has of a channel: on a new machine, after another store was set or another disk was there
 * meanwhile, and when the list of a folder is lost. Indexes, epochs and init segments come back to this disk; media files
 * stay in the store. What this disk has itself wins. Throws rather than take less than the store has: it is tried again.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import type { Epoch } from '#media/archive/epochs/epoch.ts'
import { parseEpochs } from '#media/archive/epochs/epochs.ts'
import { dayMs, dayOf, type IndexRecord, recordBytes } from '#media/archive/index/index-record.ts'
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
import type { ChunkSums } from '#media/archive/remote/stored-chunks.ts'
import { adoptLists } from './adopt-lists.ts'
import { committedSums, type IsSkipped } from './committed-files.ts'
import { objectsIn, readSmall } from './stored-objects.ts'
import { filesAtOnce } from './upload-files.ts'

/** What a channel has in the store that this disk did not know of. */
export interface AdoptedFiles {
  readonly files: number
  readonly records: number
  readonly epochs: number
  /** Files that the lists of this disk named and the store does not have. */
  readonly missing: number
  /** Those of them that this disk has not either. */
  readonly lost: number
  /** The store has all epochs of this channel. */
  readonly hasAllEpochs: boolean
}

/** Bytes by file. */
type FileSizes = ReadonlyMap<number, number>
/** By day, by rendition. */
type Listing = Map<string, Map<number, Map<number, number>>>

/** What the days of a channel are read with. */
interface Adoption {
  readonly store: MediaStore
  readonly archive: ChannelArchive
  /** Numbers of epochs whose records can be played here; undefined when the store's table is missing or damaged. */
  readonly usable: ReadonlySet<number> | undefined
  readonly isSkipped: IsSkipped
  readonly nowMs: number
}

export interface AdoptOptions {
  readonly nowMs: number
  /** Such files are not taken over. */
  readonly isSkipped: IsSkipped
  /** Throws when the store is not this installation's any more; no mark is dropped before it was called. */
  readonly confirm: () => Promise<void>
}

export async function adoptChannel(
  store: MediaStore,
  archive: ChannelArchive,
  { isSkipped, confirm, nowMs }: AdoptOptions,
): Promise<AdoptedFiles> {
  const listing = await listChunks(store, archive.channelId)
  await adoptLists(store, archive)
  const { epochs, usable, added: addedEpochs } = await adoptEpochs(store, archive)
  const total = { files: 0, records: 0, missing: 0, lost: 0 }
  for (const id of new Set([...archive.renditionIds, ...listing.keys()])) {
    const rendition = archive.rendition(id)
    const days = new Map<number, ChunkSums>()
    // The newest first: viewers watch yesterday more than last week.
    const listed = [...(listing.get(id) ?? [])].toSorted(([one], [other]) => other - one)
    for (const [day, sizes] of listed) {
      const { sums, records } = await readDay(
        { store, archive, usable, isSkipped, nowMs },
        { id, day },
        sizes,
      )
      if (records.length > 0) await rendition.insertRecords(records)
      total.records += records.length
      for (const file of sums.keys()) if (!rendition.files.isIn('stored', day, file)) total.files += 1
      if (sums.size > 0) days.set(day, sums)
    }
    await confirm()
    for (const { day, file } of rendition.stored?.list() ?? []) {
      if (listing.get(id)?.get(day)?.has(file) === true) continue
      total.missing += 1
      if (!rendition.files.isIn('local', day, file)) total.lost += 1
    }
    await rendition.adopt(days)
  }
  const stored = new Set(epochs.map(({ number }) => number))
  const hasAllEpochs = archive.epochs.all.every(({ number }) => stored.has(number))
  return { ...total, epochs: addedEpochs, hasAllEpochs }
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

async function adoptEpochs(store: MediaStore, archive: ChannelArchive) {
  const { channelId, dir } = archive
  const bytes = await readSmall(store, `${channelPrefix(channelId)}${channelKeys.epochs}`)
  const read = bytes && parseEpochs(bytes.toString())
  const epochs: readonly Epoch[] = read ?? []
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
  const added = archive.epochs.all.length - countBefore
  return { epochs, usable: read === undefined ? undefined : usable, added }
}

/** The files of a day that count as stored, and their records that this disk does not have. */
async function readDay(
  { store, archive, usable, isSkipped, nowMs }: Adoption,
  { id, day }: { readonly id: string; readonly day: number },
  sizes: FileSizes,
): Promise<{ readonly sums: ChunkSums; readonly records: readonly IndexRecord[] }> {
  const rendition = archive.rendition(id)
  const sums = await sumsOfDay(store, archive, { id, day }, sizes)
  for (const file of [...sums.keys()]) if (isSkipped({ rendition: id, day, file })) sums.delete(file)
  const own = recordsHere(rendition, day)
  const recorded = new Set(own.map(({ file }) => file))
  const isWhole = [...sums.keys()].every((file) => recorded.has(file))
  const prefix = renditionPrefix(archive.channelId, id)
  const indexKey = `${prefix}${renditionKeys.index(day)}`
  const index = sums.size === 0 ? undefined : await readSmall(store, indexKey)
  const isUsable = index !== undefined && index.length % recordBytes === 0
  if (!isUsable && !isWhole) throw damaged(indexKey)
  if (usable === undefined && !isWhole)
    throw damaged(`${channelPrefix(archive.channelId)}${channelKeys.epochs}`)
  if (!isUsable || usable === undefined) return { sums, records: [] }
  const isThere = new Set(own.map(({ beginMs }) => beginMs))
  const records = [...new RecordList(index)].filter(
    ({ beginMs, file, offset, size, epoch }) =>
      dayOf(beginMs) === day &&
      // A recorder that goes on now must not find its next segments there.
      beginMs <= nowMs &&
      !isThere.has(beginMs) &&
      sums.has(file) &&
      offset + size <= (sizes.get(file) ?? 0) &&
      usable.has(epoch),
  )
  return { sums, records }
}

/** The committed files that are listed, without those that are uploaded again because this disk has other bytes. */
async function sumsOfDay(
  store: MediaStore,
  archive: ChannelArchive,
  { id, day }: { readonly id: string; readonly day: number },
  sizes: FileSizes,
): Promise<Map<number, string>> {
  const { channelId } = archive
  const { files, stored } = archive.rendition(id)
  const marked = stored?.sumsOf(day) ?? new Map<number, string>()
  const committed = await committedSums(store, channelId, { rendition: id, day })
  const unmarked = [...sizes.keys()].filter((file) => !marked.has(file) && !files.isIn('local', day, file))
  const isInterrupted = committed === 'missing' && unmarked.length <= filesAtOnce
  if (typeof committed === 'string' && !isInterrupted && unmarked.length > 0)
    throw damaged(`${renditionPrefix(channelId, id)}${renditionKeys.sums(day)}`)
  const sums = new Map(typeof committed === 'string' ? marked : committed)
  for (const [file, sum] of [...sums]) {
    const isOther = files.isIn('local', day, file) && marked.get(file) !== sum
    if (!sizes.has(file) || isOther) sums.delete(file)
  }
  return sums
}

function recordsHere({ indexes }: RenditionArchive, day: number): readonly IndexRecord[] {
  return [...indexes.window(day * dayMs, (day + 1) * dayMs)]
}

function damaged(key: string): Error {
  return new Error(
    `${key} in the archive store is missing or damaged, and files there need it: put it back from a copy, or delete ` +
      'the files of its day',
  )
}
