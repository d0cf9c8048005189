import { mkdir, statfs } from 'node:fs/promises'
import type { PackagingRow } from './packaging.ts'

/** The disk where films are stored. */
export interface DiskSpace {
  freeBytes(): Promise<number>
  /** Stays free. */
  readonly floorBytes: number
}

export function diskSpace(dir: string, floorBytes: () => number): DiskSpace {
  return {
    get floorBytes() {
      return floorBytes()
    },
    freeBytes: async () => {
      await mkdir(dir, { recursive: true })
      const { bavail, bsize } = await statfs(dir)
      return bavail * bsize
    },
  }
}

/** The bound of the highest rendition with its audio, and of the lowest. */
const bytesPerSec = { better: 4_500_000 / 8, playable: 1_000_000 / 8 }
/** The average limit of copied video with its audio; and never more than its file. */
const copiedBytesPerSec = 8_500_000 / 8
/** For a film of unknown length: the space for four hours. */
const maxUnknown = copiedBytesPerSec * 4 * 3600

/** The maximum space of one step of a film: a bound, not a guess, so that the free-space floor holds. */
export function neededBytes(film: Pick<PackagingRow, 'step' | 'duration_ms' | 'source_stamp'>): number {
  const { step, duration_ms, source_stamp } = film
  const said = Number(source_stamp.split(' ')[0])
  const size = Number.isFinite(said) ? said : maxUnknown
  if (duration_ms <= 0) return Math.min(maxUnknown, size)
  const seconds = duration_ms / 1000
  const made = bytesPerSec[step] * seconds
  // The first playable rendition may be the source's own video.
  return Math.round(step === 'playable' ? Math.max(made, Math.min(copiedBytesPerSec * seconds, size)) : made)
}

function gigabytes(bytes: number) {
  return `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 1)} GB`
}

/** Why there is no space for this step now, as text; undefined when there is. */
export async function noSpaceReason(disk: DiskSpace, row: PackagingRow): Promise<string | undefined> {
  const [free, needed] = [await disk.freeBytes(), neededBytes(row)]
  if (free - needed >= disk.floorBytes) return undefined
  return (
    `it waits for room on the disk: ${gigabytes(free)} are free, it may need ${gigabytes(needed)}, ` +
    `and ${gigabytes(disk.floorBytes)} stay free (EKRAN_FREE_SPACE_GB); it goes on by itself`
  )
}
