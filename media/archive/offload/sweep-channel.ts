/** Compares what the store has of a channel with what the archive needs of it, and removes the difference. */
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { chunkMs, dayMs } from '#media/archive/index/index-record.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import {
  type ArchiveObject,
  channelPrefix,
  readKey,
  renditionKeys,
  renditionPrefix,
} from '#media/archive/remote/store-keys.ts'
import { committedSums, type IsSkipped, ListsOutdated, type RenditionDay } from './committed-files.ts'
import { objectsIn, sizeInStore } from './stored-objects.ts'

export const sweepEveryMs = 12 * 3_600_000
/** What interrupted work left is deleted this long after its time, so that no work of another process is meant. */
const orphanAgeMs = 24 * 3_600_000

export interface SweepOptions {
  readonly nowMs: number
  readonly isSkipped: IsSkipped
  /** Throws when the store is not this installation's any more, such as a folder that was unmounted. */
  readonly confirm: () => Promise<void>
}

export interface SweepResult {
  /** Objects that nothing needed. */
  readonly orphans: number
  /** Files that the store should have and has not; what this disk has of them is uploaded again. */
  readonly missing: number
  /** Those of them that this disk has not either. */
  readonly lost: number
}

/** Throws `ListsOutdated`, and removes nothing, when the store has committed files that the archive does not have. */
export async function sweepChannel(
  store: MediaStore,
  archive: ChannelArchive,
  options: SweepOptions,
): Promise<SweepResult> {
  const prefix = channelPrefix(archive.channelId)
  const expected = markedFiles(archive)
  const unneeded: string[] = []
  for await (const { key } of objectsIn(store, prefix)) {
    expected.delete(key)
    if (!isNeeded(archive, readKey(key.slice(prefix.length)))) unneeded.push(key)
  }
  await options.confirm()
  const objects = unneeded.map((key) => ({ key, object: readKey(key.slice(prefix.length)) }))
  const orphans = await orphansAmong(store, archive, objects, options)
  let deleted = 0
  for (const { key, object } of orphans) {
    // It may have been recorded again since.
    if (isNeeded(archive, object)) continue
    await store.delete(key)
    deleted += 1
  }
  let [missing, lost] = [0, 0]
  for (const [key, { rendition, day, file }] of expected) {
    const { files } = archive.rendition(rendition)
    if (!files.isIn('stored', day, file) || (await sizeInStore(store, key)) !== undefined) continue
    if (missing === 0) await options.confirm()
    missing += 1
    if (!files.isIn('local', day, file)) lost += 1
    archive.rendition(rendition).unmarkStored(day, file)
  }
  return { orphans: deleted, missing, lost }
}

interface MarkedFile extends RenditionDay {
  readonly file: number
}

/** What the store should have, by key. */
function markedFiles(archive: ChannelArchive): Map<string, MarkedFile> {
  const out = new Map<string, MarkedFile>()
  for (const rendition of archive.renditionIds) {
    const prefix = renditionPrefix(archive.channelId, rendition)
    for (const { day, file } of archive.rendition(rendition).stored?.list() ?? [])
      out.set(`${prefix}${renditionKeys.chunk(day, file)}`, { rendition, day, file })
  }
  return out
}

function isNeeded(archive: ChannelArchive, object: ArchiveObject): boolean {
  if (object.kind === 'other') return true
  const { rendition, day } = object
  if (!archive.renditionIds.includes(rendition)) return false
  const { files } = archive.rendition(rendition)
  // A file of this disk is about to be uploaded.
  return object.kind === 'chunk' ? files.has(day, object.file) : files.hasDay(day)
}

interface ListedObject {
  readonly key: string
  readonly object: ArchiveObject
}

/** What interrupted work left, of old days. What this process lets expire is deleted in its own way. */
async function orphansAmong(
  store: MediaStore,
  archive: ChannelArchive,
  objects: readonly ListedObject[],
  { nowMs, isSkipped }: SweepOptions,
): Promise<readonly ListedObject[]> {
  const out: ListedObject[] = []
  const ofDays = Map.groupBy(objects, ({ object }) =>
    object.kind === 'other' ? '' : `${object.rendition} ${object.day}`,
  )
  for (const ofDay of ofDays.values()) {
    const chunks = ofDay.flatMap(({ object }) => (object.kind === 'chunk' ? object : []))
    const others = chunks.filter((one) => !isSkipped(one))
    const [first] = others
    const sums = first && (await committedSums(store, archive.channelId, first))
    for (const one of others) {
      const isCommitted = sums === 'damaged' || (typeof sums === 'object' && sums.has(one.file))
      if (isCommitted && !isNeeded(archive, one))
        throw new ListsOutdated(`${one.rendition}/${renditionKeys.chunk(one.day, one.file)}`)
    }
    // The list of a day is deleted after its last file.
    const isExpiring = others.length < chunks.length
    const isLeft = ({ object }: ListedObject): boolean =>
      isOld(object, nowMs) && (object.kind === 'chunk' ? !isSkipped(object) : !isExpiring)
    out.push(...ofDay.filter(isLeft))
  }
  return out
}

function isOld(object: ArchiveObject, nowMs: number): boolean {
  if (object.kind === 'other') return false
  const beginMs = object.day * dayMs + (object.kind === 'chunk' ? object.file * chunkMs : chunkMs)
  return beginMs <= nowMs - orphanAgeMs
}
