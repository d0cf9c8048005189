/** The versions whose line was closed on this device, the newest first: the line of a closed version does not come back. */
import { closedUpdatesKey as key } from '#web/state/app-package.ts'

const maxClosed = 10

let closed: readonly string[] | null = null

function read(): readonly string[] {
  if (closed !== null) return closed
  try {
    closed = versionsOf(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    closed = []
  }
  return closed
}

/** An earlier form of the stored value names one version, and when it was closed. */
function versionsOf(stored: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(stored)
    ? stored
    : [(stored as { readonly version?: unknown } | null)?.version]
  return all.filter((one) => typeof one === 'string').slice(0, maxClosed)
}

function store(): void {
  try {
    localStorage.setItem(key, JSON.stringify(closed))
  } catch {
    // Without storage it stays closed until the next start.
  }
}

export function closeUpdate(version: string): void {
  closed = [version, ...read().filter((one) => one !== version)].slice(0, maxClosed)
  store()
}

export function isUpdateClosed(version: string): boolean {
  return read().includes(version)
}

/** For tests: the next look reads the storage, as after a start. */
export function forgetClosedUpdates(): void {
  closed = null
}
