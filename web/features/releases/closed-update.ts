/** The line about a new version is hidden for a day after it was closed. */
const key = 'ekran.closedUpdate'
const closedForMs = 86_400_000

interface Closed {
  readonly version: string
  readonly atMs: number
}

export function closeUpdate(version: string, nowMs: number): void {
  try {
    localStorage.setItem(key, JSON.stringify({ version, atMs: nowMs } satisfies Closed))
  } catch {
    // Without storage it stays closed until the next start.
  }
}

/** A clock that was set back does not hide the line for longer. */
export function isUpdateClosed(version: string, nowMs: number): boolean {
  try {
    const closed = JSON.parse(localStorage.getItem(key) ?? 'null') as Closed | null
    if (closed?.version !== version) return false
    return nowMs >= closed.atMs && nowMs - closed.atMs < closedForMs
  } catch {
    return false
  }
}
