/** Puts closed files of a channel into the store, with everything that restores them from there. */
import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { parseEpochs } from '#media/archive/epochs/epochs.ts'
import { isMissing } from '#media/archive/index/day-index.ts'
import { recordBytes } from '#media/archive/index/index-record.ts'
import type { RenditionArchive } from '#media/archive/rendition-archive.ts'
import type { UploadedChunk } from '#media/archive/rendition-files.ts'
import { type MediaStore, StoreFailed } from '#media/store/interface/store.ts'
import { emptyList, type StoredChannelState } from './channel-state.ts'
import {
  channelKeys,
  channelPrefix,
  renditionKeys,
  renditionPrefix,
} from '#media/archive/remote/store-keys.ts'
import { formatSums } from '#media/archive/remote/stored-chunks.ts'
import { checkCommitted, type IsSkipped, ListsOutdated } from './committed-files.ts'
import { putText, putVerified, readSmall } from './stored-objects.ts'

export interface UploadWork {
  readonly store: MediaStore
  readonly storeId: string
  readonly archive: ChannelArchive
  readonly state: StoredChannelState
  readonly isStopped: () => boolean
  readonly isSkipped: IsSkipped
  /** Throws when the store is not this installation's any more, such as a folder that was unmounted. */
  readonly confirm: () => Promise<void>
}

/** After so many files of a day its index follows, so that they count. */
export const filesAtOnce = 6
/** Days of a channel in one pass; the others have their turn meanwhile. */
const daysAtOnce = 4
/** A file is read in pieces of this size. */
const pieceBytes = 1024 * 1024

/**
 * The next files of a channel, the oldest first; returns how many the store has now. Throws `ListsOutdated` before it
 * would write over what another disk has put there.
 */
export async function uploadWaiting(work: UploadWork): Promise<number> {
  let uploaded = 0
  for (const id of work.archive.renditionIds) {
    const rendition = work.archive.rendition(id)
    const ofDays = Map.groupBy(rendition.waiting(), ({ day }) => day)
    let days = 0
    for (const [day, files] of ofDays) {
      if (work.isStopped() || days === daysAtOnce) break
      const names = files.map(({ file }) => file)
      const count = await uploadDay(work, id, day, names)
      uploaded += count
      // Empty files never leave: they take no day from others.
      if (count > 0) days += 1
    }
  }
  return uploaded
}

/** The files, then what is needed to find and play them, then the mark that they may be deleted here. */
async function uploadDay(
  work: UploadWork,
  id: string,
  day: number,
  files: readonly number[],
): Promise<number> {
  const { store, storeId, archive } = work
  const rendition = archive.rendition(id)
  const prefix = renditionPrefix(archive.channelId, id)
  const uploaded: UploadedChunk[] = []
  for (const file of files) {
    if (work.isStopped() || uploaded.length === filesAtOnce) break
    const chunk = await uploadChunk(store, rendition, `${prefix}${renditionKeys.chunk(day, file)}`, day, file)
    if (chunk !== undefined) uploaded.push(chunk)
  }
  if (uploaded.length === 0) return 0
  await checkCommitted(store, archive, { rendition: id, day }, work.isSkipped)
  await uploadChannelFiles(work)
  await uploadIndex(store, rendition, `${prefix}${renditionKeys.index(day)}`, day)
  const sums = new Map(rendition.stored?.sumsOf(day))
  for (const { file, sum } of uploaded) sums.set(file, sum)
  await putText(store, `${prefix}${renditionKeys.sums(day)}`, formatSums(day, sums, storeId))
  await work.confirm()
  await rendition.markStored(day, uploaded)
  return uploaded.length
}

/** Undefined for a file that was deleted meanwhile, or that has nothing. */
async function uploadChunk(
  store: MediaStore,
  { dir }: RenditionArchive,
  key: string,
  day: number,
  file: number,
): Promise<UploadedChunk | undefined> {
  try {
    await using source = await open(join(dir, renditionKeys.chunk(day, file)))
    const { size: bytes } = await source.stat()
    if (bytes === 0) return undefined
    const { sha256: sum } = await putVerified(store, key, piecesOf(source, bytes), bytes)
    return { file, bytes, sum }
  } catch (error) {
    if (!(error instanceof StoreFailed) && isMissing(error)) return undefined
    throw error
  }
}

async function* piecesOf(source: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes;) {
    const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, bytes - at))
    const { bytesRead } = await source.read(piece, 0, piece.length, at)
    if (bytesRead === 0) throw new Error('a file became shorter while it was uploaded')
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}

async function uploadIndex(store: MediaStore, { dir }: RenditionArchive, key: string, day: number) {
  const index = await readFile(join(dir, renditionKeys.index(day)))
  const whole = index.subarray(0, index.length - (index.length % recordBytes))
  await putVerified(store, key, whole, whole.length)
}

/** Epochs, and which parts of the archive stay beyond its depth, where they changed since. */
export async function uploadChannelFiles({ store, archive, state }: UploadWork): Promise<void> {
  const prefix = channelPrefix(archive.channelId)
  const before = await state.load()
  const epochs = archive.epochs.all
  const throughEpoch = epochs.at(-1)?.number ?? 0
  if (throughEpoch > before.throughEpoch) {
    await checkEpochs(store, archive)
    for (const { number, tracks } of epochs) {
      if (number <= before.throughEpoch) continue
      for (const { rendition } of tracks) {
        const init = await archive.epochs.init(rendition, number)
        const key = `${renditionPrefix(archive.channelId, rendition)}${renditionKeys.init(number)}`
        if (init !== undefined) await putVerified(store, key, init, init.length)
      }
    }
    await putText(store, `${prefix}${channelKeys.epochs}`, archive.epochs.text)
    await state.save({ throughEpoch })
  }
  const fragments = JSON.stringify(archive.fragments.all)
  if (digestOf(fragments) !== before.fragments) {
    await putText(store, `${prefix}${channelKeys.fragments}`, fragments)
    await state.save({ fragments: digestOf(fragments) })
  }
  const retained = JSON.stringify(archive.retained.all)
  if (archive.retained.isReadable && digestOf(retained) !== before.retained) {
    await putText(store, `${prefix}${channelKeys.retained}`, retained)
    await state.save({ retained: digestOf(retained) })
  }
}

/** Throws `ListsOutdated` when the store has an epoch that this disk does not have: its table must not be replaced. */
async function checkEpochs(store: MediaStore, { channelId, epochs }: ChannelArchive): Promise<void> {
  const key = `${channelPrefix(channelId)}${channelKeys.epochs}`
  const stored = parseEpochs((await readSmall(store, key))?.toString() ?? '') ?? []
  if (stored.some(({ number }) => epochs.get(number) === undefined)) throw new ListsOutdated(key)
}

/** An empty list is itself: most channels have no other. */
export function digestOf(list: string): string {
  return list === emptyList ? list : createHash('sha256').update(list).digest('hex')
}
