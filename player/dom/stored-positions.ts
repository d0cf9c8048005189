/** Where viewers stopped, kept on this device by file; the newest 200 are kept. */
import type { KnownPlace } from '#player/core/playback/resume.ts'

const key = 'ekran.places'
const maxPositions = 200

export interface StoredPlace extends KnownPlace {
  /** Whose place it is: a device may be used by several. '' is a guest. */
  readonly owner: string
  readonly vid: number
  /** True once the server has it, or has something newer. */
  readonly isSent: boolean
}

/** What is kept of a title's files for one viewer. */
export function storedPlaces(owner: string, vid: number): readonly StoredPlace[] {
  return readAll().filter((place) => place.owner === owner && place.vid === vid)
}

/** What the server has not been told yet, the newest first. */
export function unsentPlaces(owner: string): readonly StoredPlace[] {
  return readAll().filter((place) => place.owner === owner && !place.isSent)
}

/** Keeps a place instead of any other in the same file. */
export function storePlace(place: StoredPlace): void {
  write([place, ...readAll().filter((other) => !isSameFile(other, place))])
}

/** The server was told; a place that was kept meanwhile still waits. */
export function markSent(sent: StoredPlace): void {
  write(
    readAll().map((place) =>
      isSameFile(place, sent) && place.atSec === sent.atSec && place.sec === sent.sec
        ? { ...place, isSent: true }
        : place,
    ),
  )
}

/** Forgets titles that were removed from the history; null forgets all of this viewer. */
export function forgetPlaces(owner: string, vids: readonly number[] | null): void {
  write(readAll().filter((place) => place.owner !== owner || !(vids?.includes(place.vid) ?? true)))
}

function isSameFile(one: StoredPlace, other: StoredPlace) {
  return one.owner === other.owner && one.vfid === other.vfid
}

function write(places: readonly StoredPlace[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(places.slice(0, maxPositions)))
  } catch {
    // Private mode or a full storage: the server still knows, and a guest's film begins at its beginning.
  }
}

function readAll(): readonly StoredPlace[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter(isPlace) : []
  } catch {
    return []
  }
}

const shape = {
  owner: 'string',
  vid: 'number',
  vfid: 'number',
  sec: 'number',
  atSec: 'number',
  isFinished: 'boolean',
  isSent: 'boolean',
} as const satisfies Record<keyof StoredPlace, string>

function isPlace(value: unknown): value is StoredPlace {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return Object.entries(shape).every(([name, type]) => typeof fields[name] === type)
}
