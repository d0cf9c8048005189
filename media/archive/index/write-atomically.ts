/** Writes small files atomically: to a temporary file, synced to disk, then renamed. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** A reader of `path` sees either the old content or all of `bytes`, also after a power loss. */
export function writeAtomically(path: string, bytes: Buffer | string): void {
  const beside = `${path}.tmp`
  const file = openSync(beside, 'w')
  try {
    const all = Buffer.from(bytes)
    for (let at = 0; at < all.length;) at += writeSync(file, all, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(beside, path)
  syncFolder(dirname(path))
}

/** Syncs a folder's entries to disk. Some file systems do not support it; then nothing is done. */
export function syncFolder(dir: string): void {
  try {
    const folder = openSync(dir, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // The file itself is complete; its name reaches the disk a little later.
  }
}
