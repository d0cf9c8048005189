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
}

export interface FreeSpaceOptions {
  readonly floorBytes: number
  /** The last hour, which stays, ends here. */
  readonly nowMs: number
  /** Injected, so that tests can simulate a full disk. */
  readonly freeBytes: () => Promise<number>
}

/** What is deleted, in this order. */
const kinds = ['released', 'ordinary', 'all'] as const

/**
 * Deletes ten minutes of all channels at a time, the oldest first, until `floorBytes` are free or only the last hour
 * is left: local copies of what the store has, then what only this disk has, and only then protected fragments.
 */
export async function ensureFreeSpace(
  archives: readonly ChannelArchive[],
  options: FreeSpaceOptions,
): Promise<SpaceMade> {
  let missing = options.floorBytes - (await options.freeBytes())
  const nothing = { files: 0, bytes: 0 }
  const gone = { released: nothing, ordinary: nothing, all: nothing }
  let isEnough = missing <= 0
  for (const kind of kinds) {
    if (isEnough) break
    const made = await giveUp(archives, options, missing, kind)
    gone[kind] = made.gone
    missing -= made.gone.bytes
    isEnough = made.isEnough
  }
  return { released: gone.released, ordinary: gone.ordinary, protected: gone.all, isEnough }
}

async function giveUp(
  archives: readonly ChannelArchive[],
  { floorBytes, nowMs, freeBytes }: FreeSpaceOptions,
  missing: number,
  kind: (typeof kinds)[number],
): Promise<{ readonly gone: RemovedFiles; readonly isEnough: boolean }> {
  let [files, bytes, keepFromMs] = [0, 0, 0]
  for (let round = 0; round < maxRounds; round++) {
    // Some file systems report freed space late, so the freed bytes are also counted here.
    if (bytes >= missing || (await freeBytes()) >= floorBytes)
      return { gone: { files, bytes }, isEnough: true }
    const oldestMs = archives.reduce(
      (min, archive) => Math.min(min, archive.files.oldestLocalMs(kind)),
      Number.POSITIVE_INFINITY,
    )
    const nextMs = Math.max(oldestMs, keepFromMs) + chunkMs
    if (!(nextMs + maxDurationMs <= nowMs - lastMs)) break
    keepFromMs = nextMs
    for (const archive of archives) {
      const untilMs = keepFromMs + maxDurationMs
      const gone =
        kind === 'released'
          ? archive.files.release(untilMs)
          : archive.files.forget(untilMs, kind === 'all', 'local')
      files += gone.files
      bytes += gone.bytes
    }
  }
  return { gone: { files, bytes }, isEnough: false }
}

/** The file system that holds `dir`. */
export async function diskSpaceOf(dir: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
