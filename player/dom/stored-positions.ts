/** Where viewers stopped, stored on this device by file; only the newest 200. */
import type { ResumePosition } from '#player/core/playback/resume.ts'

const key = 'ekran.places'
const maxPositions = 200

/** A position as it is stored on this device. */
export interface StoredPosition extends ResumePosition {
  /** The viewer: a device may be used by several. '' is a guest. */
  readonly owner: string
  readonly vid: number
  /** True once the server has it, or a newer one. */
  readonly isSent: boolean
}

/** The stored positions in a title's files, for one viewer. */
export function storedPositions(owner: string, vid: number): readonly StoredPosition[] {
  return readAll().filter((position) => position.owner === owner && position.vid === vid)
}

/** The positions not reported to the server yet, the newest first. */
export function unsentPositions(owner: string): readonly StoredPosition[] {
  return readAll().filter((position) => position.owner === owner && !position.isSent)
}

/** Stores a position, replacing any other in the same file. */
export function storePosition(position: StoredPosition): void {
  write([position, ...readAll().filter((other) => !isSameFile(other, position))])
}

/** The server has it; a position stored meanwhile is still pending. */
export function markSent(sent: StoredPosition): void {
  write(
    readAll().map((position) =>
      isSameFile(position, sent) && position.atSec === sent.atSec && position.sec === sent.sec
        ? { ...position, isSent: true }
        : position,
    ),
  )
}

/**
 * The positions of a guest become those of the viewer who logged in, to be reported; of two in one file the later stays.
 */
export function adoptPositions(owner: string): void {
  const all = readAll()
  const guests = all.filter((position) => position.owner === '')
  if (owner === '' || guests.length === 0) return
  const own = all.filter((position) => position.owner !== '')
  const isOlder = (one: StoredPosition) =>
    own.some((other) => other.owner === owner && other.vfid === one.vfid && other.atSec >= one.atSec)
  const adopted = guests
    .filter((one) => !isOlder(one))
    .map((position) => ({ ...position, owner, isSent: false }))
  write([...adopted, ...own.filter((other) => !adopted.some((one) => isSameFile(one, other)))])
}

/** The title that a viewer stopped in, the last one first: one position in each, at most `max`. */
export function recentPositions(owner: string, max: number): readonly StoredPosition[] {
  const newest = new Map<number, StoredPosition>()
  for (const position of readAll().toSorted((a, b) => b.atSec - a.atSec))
    if (position.owner === owner && !newest.has(position.vid)) newest.set(position.vid, position)
  return [...newest.values()].filter(({ isFinished }) => !isFinished).slice(0, max)
}

/** Deletes the positions of titles removed from the history; null deletes all of this viewer. */
export function deletePositions(owner: string, vids: readonly number[] | null): void {
  write(readAll().filter((position) => position.owner !== owner || !(vids?.includes(position.vid) ?? true)))
}

function isSameFile(one: StoredPosition, other: StoredPosition) {
  return one.owner === other.owner && one.vfid === other.vfid
}

function write(positions: readonly StoredPosition[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(positions.slice(0, maxPositions)))
  } catch {
    // Private mode or a full storage: the server has the position, and a guest's film starts at its beginning.
  }
}

function readAll(): readonly StoredPosition[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isStoredPosition) : []
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
} as const satisfies Record<keyof StoredPosition, string>

function isStoredPosition(value: unknown): value is StoredPosition {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return Object.entries(shape).every(([name, type]) => typeof fields[name] === type)
}
