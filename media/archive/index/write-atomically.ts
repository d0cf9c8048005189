/** Small files that must be whole whatever happens: written beside, brought to the disk, put in place. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whoever reads `path` sees what was there before or all of `bytes`, also after a loss of power. */
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

/** Syncs the names in a folder to the disk. Some file systems do not support it: then it is left to them. */
export function syncFolder(dir: string): void {
  try {
    const folder = openSync(dir, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {
    // The file itself is whole; its name comes to the disk a little later.
  }
}
