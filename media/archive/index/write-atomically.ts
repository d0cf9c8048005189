/** Writes small files atomically: to a temporary file, synced to disk, then renamed. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
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

/** The same without blocking the process; nothing else may write `path` meanwhile. */
export async function writeAtomicallyAside(path: string, bytes: Buffer | string): Promise<void> {
  const beside = `${path}.tmp`
  const file = await open(beside, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  await syncFolderAside(dirname(path))
}

/** Syncs a folder's entries, where its file system supports it, without blocking the process. */
export async function syncFolderAside(dir: string): Promise<void> {
  try {
    const folder = await open(dir, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch {
    // The file itself is complete; its name reaches the disk a little later.
  }
}
