/** Where a viewer stopped, kept on this device by the file's id; the newest 200 are kept. */
const KEY = 'ekran.positions'
const MOST = 200

interface StoredPosition {
  readonly file: number
  readonly sec: number
}

/** Whole seconds, or null when nothing is kept for this file. */
export function positionOf(file: number): number | null {
  return readAll().find((position) => position.file === file)?.sec ?? null
}

/** Keeps a position; null forgets it, e.g. when the film was watched to its end. */
export function keepPosition(file: number, sec: number | null): void {
  const others = readAll().filter((position) => position.file !== file)
  const all = sec === null ? others : [{ file, sec }, ...others]
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)))
  } catch {
    // Private mode or a full storage: the film then begins at its beginning, which is no reason to disturb anybody.
  }
}

function readAll(): readonly StoredPosition[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isPosition) : []
  } catch {
    return []
  }
}

function isPosition(value: unknown): value is StoredPosition {
  return (
    typeof value === 'object' &&
    value !== null &&
    'file' in value &&
    typeof value.file === 'number' &&
    'sec' in value &&
    typeof value.sec === 'number'
  )
}
