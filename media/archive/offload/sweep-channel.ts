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
import { objectsIn, sizeInStore } from './stored-objects.ts'

/** With a sweep every twelve hours, no orphan is older than a day. */
export const sweepEveryMs = 12 * 3_600_000
const orphanAgeMs = 12 * 3_600_000

export interface SweepResult {
  /** Objects that nothing needed. */
  readonly orphans: number
  /** Files that the store should have and has not; what this disk has of them is uploaded again. */
  readonly missing: number
  /** Those of them that this disk has not either. */
  readonly lost: number
}

export async function sweepChannel(
  store: MediaStore,
  archive: ChannelArchive,
  nowMs: number,
): Promise<SweepResult> {
  const prefix = channelPrefix(archive.channelId)
  const expected = markedFiles(archive)
  const orphans: string[] = []
  for await (const { key } of objectsIn(store, prefix)) {
    const object = readKey(key.slice(prefix.length))
    expected.delete(key)
    if (isOrphan(archive, object, nowMs)) orphans.push(key)
  }
  let deleted = 0
  for (const key of orphans) {
    // It may have been recorded again since.
    if (!isOrphan(archive, readKey(key.slice(prefix.length)), nowMs)) continue
    await store.delete(key)
    deleted += 1
  }
  let [missing, lost] = [0, 0]
  for (const [key, { rendition, day, file }] of expected) {
    const { files } = archive.rendition(rendition)
    if (!files.isIn('stored', day, file) || (await sizeInStore(store, key)) !== undefined) continue
    missing += 1
    if (!files.isIn('local', day, file)) lost += 1
    archive.rendition(rendition).unmarkStored(day, file)
  }
  return { orphans: deleted, missing, lost }
}

interface MarkedFile {
  readonly rendition: string
  readonly day: number
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

function isOrphan(archive: ChannelArchive, object: ArchiveObject, nowMs: number): boolean {
  if (object.kind === 'other') return false
  const { rendition, day } = object
  const isOld =
    object.kind === 'chunk'
      ? day * dayMs + object.file * chunkMs <= nowMs - orphanAgeMs
      : day * dayMs + chunkMs <= nowMs - orphanAgeMs
  if (!isOld) return false
  if (!archive.renditionIds.includes(rendition)) return true
  const { files } = archive.rendition(rendition)
  // A file of this disk is about to be uploaded.
  return object.kind === 'chunk' ? !files.has(day, object.file) : !files.hasDay(day)
}
