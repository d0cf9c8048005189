/**
 * The list of downloads on this device, stored together with the latest time this device has seen, so that one
 * cannot be deleted without the other.
 */
const key = 'ekran.downloads'

/**
 * - `waiting`, `loading`: in progress.
 * - `paused`: by the viewer.
 * - `lost`: the connection was lost.
 * - `full`: no space left.
 * - `refused`, `failed`: ended with or without a `message`.
 * - `former`: stored without encryption by an earlier version of the site; it has to be downloaded again.
 */
export type DownloadState =
  | 'waiting'
  | 'loading'
  | 'paused'
  | 'lost'
  | 'full'
  | 'refused'
  | 'failed'
  | 'former'
  | 'saved'

/** One download as it is stored on this device. */
export interface StoredDownload {
  /** The viewer: a device may be used by several. */
  readonly owner: string
  readonly vid: number
  readonly vfid: number
  readonly title: string
  readonly subtitle: string
  readonly height: number
  /** Languages, separated by commas. */
  readonly audio: string
  readonly texts: string
  readonly state: DownloadState
  /** The stored part, 0 to 1. */
  readonly part: number
  /** Bytes: the expected size, and once it is complete the actual one. */
  readonly bytes: number
  /** The server's message of a rejection. */
  readonly message: string
  /** Where the player finds it once it is complete; '' until its parts begin to arrive. */
  readonly uri: string
  /** Unix seconds; 0 until the server has granted the licence. */
  readonly expiresAtSec: number
  readonly startedAtSec: number
}

/** Deleted on this device, while the server, which counts downloads per device, was not notified yet. */
export interface UnreportedRemoval {
  readonly owner: string
  readonly vfid: number
}

interface Stored {
  /** The latest time seen, by the server's clock. */
  readonly seenSec: number
  /** The offset of this device's clock to the server's. */
  readonly offsetSec: number
  readonly items: readonly StoredDownload[]
  readonly removals: readonly UnreportedRemoval[]
}

/** Everything stored about downloads; unreadable entries are dropped. Never throws. */
export function readDownloads(): Stored {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const { seenSec, offsetSec, items, removals } = parsed as Partial<Record<keyof Stored, unknown>>
    return {
      seenSec: typeof seenSec === 'number' ? seenSec : 0,
      offsetSec: typeof offsetSec === 'number' ? offsetSec : 0,
      items: Array.isArray(items) ? items.filter(isDownload) : [],
      removals: Array.isArray(removals) ? removals.filter(isRemoval) : [],
    }
  } catch {
    return { seenSec: 0, offsetSec: 0, items: [], removals: [] }
  }
}

/** False when the device cannot store anything: a private window, a full storage. */
export function writeDownloads(stored: Stored): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(stored))
    return true
  } catch {
    return false
  }
}

const shape = {
  owner: 'string',
  vid: 'number',
  vfid: 'number',
  title: 'string',
  subtitle: 'string',
  height: 'number',
  audio: 'string',
  texts: 'string',
  state: 'string',
  part: 'number',
  bytes: 'number',
  message: 'string',
  uri: 'string',
  expiresAtSec: 'number',
  startedAtSec: 'number',
} as const satisfies Record<keyof StoredDownload, string>

const removalShape = { owner: 'string', vfid: 'number' } as const satisfies Record<
  keyof UnreportedRemoval,
  string
>

function isDownload(value: unknown): value is StoredDownload {
  return hasShape(value, shape)
}

function isRemoval(value: unknown): value is UnreportedRemoval {
  return hasShape(value, removalShape)
}

function hasShape(value: unknown, types: Readonly<Record<string, string>>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return Object.entries(types).every(([name, type]) => typeof fields[name] === type)
}
