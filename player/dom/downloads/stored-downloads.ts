/**
 * What is saved on this device for watching without a connection: its list, with the latest time this device knew in
 * the same place, so that the one cannot be cleared without the other.
 */
const key = 'ekran.downloads'

/**
 * - `waiting`, `loading`: on its way. - `paused`: by the viewer. - `lost`: the connection went.
 * - `full`: no space was left. - `refused`, `failed`: it ended with `message` or without words.
 * - `former`: an earlier version of the site has saved it without encryption; it has to be saved again.
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
  /** Whose it is: a device may be used by several. */
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
  /** Of it here, 0 to 1. */
  readonly part: number
  /** Bytes: what it will take, and once it is here what it takes. */
  readonly bytes: number
  /** The server's words of a refusal. */
  readonly message: string
  /** Where the player finds it once it is whole; '' until its parts begin to come. */
  readonly uri: string
  /** Unix seconds; 0 until the server has granted it. */
  readonly expiresAtSec: number
  readonly startedAtSec: number
}

/** Taken off this device; the server, which counts what devices hold, has not heard of it yet. */
export interface UnreportedRemoval {
  readonly owner: string
  readonly vfid: number
}

interface Stored {
  /** The latest time, by the server's clock. */
  readonly seenSec: number
  /** What this device's clock lacks to the server's. */
  readonly offsetSec: number
  readonly items: readonly StoredDownload[]
  readonly removals: readonly UnreportedRemoval[]
}

/** Everything stored about downloads; what cannot be read is left out. Never throws. */
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

/** False when the device keeps nothing: a private window, a full storage. */
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
