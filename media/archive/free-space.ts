/** A floor of free space: when the disk fills, the oldest hours of all channels go first, together. */
import { statfs } from 'node:fs/promises'
import type { ChannelArchive } from './channel-archive.ts'

const HOUR_MS = 3_600_000
/** A week of hours: after that nothing is left to give. */
const MAX_ROUNDS = 24 * 40

/**
 * Gives up whole hours, oldest first across channels, until `floorBytes` are free or one hour is left.
 * Answers how many files went. `freeBytes` is a parameter so that a full disk can be played through.
 */
export async function keepFreeSpace(
  archives: readonly ChannelArchive[],
  options: {
    readonly floorBytes: number
    readonly nowMs: number
    readonly freeBytes: () => Promise<number>
  },
): Promise<number> {
  let gone = 0
  let keepFromMs = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if ((await options.freeBytes()) >= options.floorBytes) return gone
    const oldest = Math.min(...archives.map((archive) => archive.oldestMs()))
    if (!Number.isFinite(oldest) || oldest > options.nowMs - HOUR_MS) return gone
    if (keepFromMs >= options.nowMs - HOUR_MS) return gone
    keepFromMs = Math.min(Math.max(oldest, keepFromMs) + HOUR_MS, options.nowMs - HOUR_MS)
    for (const archive of archives) gone += archive.forget(keepFromMs + 0xffff)
  }
  return gone
}

/** Free bytes of the file system that holds `dir`. */
export async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
