/** A minimum of free space: when the disk fills, the oldest minutes of all channels are deleted together. */
import { statfs } from 'node:fs/promises'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { chunkMs, maxDurationMs } from '#media/archive/index/index-record.ts'
import type { RemovedFiles } from '#media/archive/rendition-files.ts'

/** The last hour is never deleted: viewers are watching it. */
const lastMs = 3_600_000
/** Forty days of chunks: after that there is nothing left to delete. */
const maxRounds = 144 * 40

/** Size and free space of the disk. */
export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** What was deleted to free space. */
export interface SpaceMade {
  /** Local copies of what the store has: nothing is lost with them. */
  readonly released: RemovedFiles
  readonly ordinary: RemovedFiles
  /** Of protected fragments: only when nothing else was left. */
  readonly protected: RemovedFiles
  readonly isEnough: boolean
  /** Nothing more was deleted because another process on this disk has older files of the same kind to delete. */
  readonly waitsForOthers: boolean
}

export interface FreeSpaceOptions {
  /** Archives on the same disk that other processes delete from: nothing newer than their oldest is deleted here. */
  readonly others?: readonly ChannelArchive[]
  readonly floorBytes: number
  /** The last hour, which stays, ends here. */
  readonly nowMs: number
  /** Injected, so that tests can simulate a full disk. */
  readonly freeBytes: () => Promise<number>
}

/** What is deleted, in this order. */
const kinds = ['released', 'ordinary', 'all'] as const
type Kind = (typeof kinds)[number]

/**
 * Deletes ten minutes of all channels at a time, the oldest first, until `floorBytes` are free or only the last hour
 * is left: local copies of what the store has, then what only this disk has, and only then protected fragments. Where
 * several processes share a disk, the oldest of all of them goes first.
 */
export async function ensureFreeSpace(
  archives: readonly ChannelArchive[],
  options: FreeSpaceOptions,
): Promise<SpaceMade> {
  let missing = options.floorBytes - (await options.freeBytes())
  const nothing = { files: 0, bytes: 0 }
  const gone = { released: nothing, ordinary: nothing, all: nothing }
  let [isEnough, waitsForOthers] = [missing <= 0, false]
  for (const kind of kinds) {
    if (isEnough || waitsForOthers) break
    const made = await giveUp(archives, options, missing, kind)
    gone[kind] = made.gone
    missing -= made.gone.bytes
    ;({ isEnough, waitsForOthers } = made)
  }
  return { released: gone.released, ordinary: gone.ordinary, protected: gone.all, isEnough, waitsForOthers }
}

interface Deletion {
  readonly gone: RemovedFiles
  readonly isEnough: boolean
  readonly waitsForOthers: boolean
}

async function giveUp(
  archives: readonly ChannelArchive[],
  { floorBytes, nowMs, freeBytes, others = [] }: FreeSpaceOptions,
  missing: number,
  kind: Kind,
): Promise<Deletion> {
  let [files, bytes, keepFromMs] = [0, 0, 0]
  const mayGo = (untilMs: number): boolean => untilMs + maxDurationMs <= nowMs - lastMs
  const othersNextMs = oldestMsOf(others, kind) + chunkMs
  const othersUntilMs = mayGo(othersNextMs) ? othersNextMs : Number.POSITIVE_INFINITY
  const othersHaveOrdinary = kind === 'all' && mayGo(oldestMsOf(others, 'ordinary') + chunkMs)
  for (let round = 0; round < maxRounds; round++) {
    // Some file systems report freed space late, so the freed bytes are also counted here.
    if (bytes >= missing || (await freeBytes()) >= floorBytes)
      return { gone: { files, bytes }, isEnough: true, waitsForOthers: false }
    const nextMs = Math.max(oldestMsOf(archives, kind), keepFromMs) + chunkMs
    if (othersHaveOrdinary || nextMs > othersUntilMs)
      return { gone: { files, bytes }, isEnough: false, waitsForOthers: true }
    if (!mayGo(nextMs)) break
    keepFromMs = nextMs
    const gone = deleteUntil(archives, keepFromMs + maxDurationMs, kind)
    files += gone.files
    bytes += gone.bytes
  }
  return { gone: { files, bytes }, isEnough: false, waitsForOthers: false }
}

/** When the oldest file of a kind on this disk begins, Unix ms; Infinity when there is none. */
function oldestMsOf(archives: readonly ChannelArchive[], kind: Kind): number {
  return archives.reduce(
    (min, archive) => Math.min(min, archive.files.oldestLocalMs(kind)),
    Number.POSITIVE_INFINITY,
  )
}

function deleteUntil(archives: readonly ChannelArchive[], untilMs: number, kind: Kind): RemovedFiles {
  let [files, bytes] = [0, 0]
  for (const archive of archives) {
    const gone =
      kind === 'released'
        ? archive.files.release(untilMs)
        : archive.files.forget(untilMs, kind === 'all', 'local')
    files += gone.files
    bytes += gone.bytes
  }
  return { files, bytes }
}

/** The file system that holds `dir`. */
export async function diskSpaceOf(dir: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
