/** The folders that may be looked through from the console: the installation's folder of films, and what is below it. */
import { opendir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { reasonOf } from '#server/imports/source/scan-folder.ts'

export type FolderPlace =
  /** `root`: without links; `folder`: relative to it, with `/`, '' for the root itself. */
  | { readonly kind: 'folder'; readonly root: string; readonly folder: string }
  | { readonly kind: 'outside' }
  | { readonly kind: 'unreadable'; readonly why: string }

/** A folder below `root` as somebody typed it; links that lead out of the root are refused. */
export async function findPlace(root: string, typed: string): Promise<FolderPlace> {
  try {
    const real = await realpath(root)
    const target = join(real, typed)
    // Before anything outside is touched.
    if (!isWithin(real, target) || typed.includes('\0')) return { kind: 'outside' }
    const folder = await realpath(target)
    if (!isWithin(real, folder)) return { kind: 'outside' }
    if (!(await stat(folder)).isDirectory()) return { kind: 'unreadable', why: 'it is not a folder' }
    return { kind: 'folder', root: real, folder: relative(real, folder).split(sep).join('/') }
  } catch (error) {
    return { kind: 'unreadable', why: reasonOf(error) }
  }
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root === sep ? root : root + sep)
}

/** Names that are shown; a folder with more is opened by its path. */
const maxListed = 500
const maxSeen = 20_000

/** The folders in a folder, by name, without hidden ones and links. */
export async function listPlaces(
  root: string,
  folder: string,
): Promise<{ readonly names: readonly string[]; readonly isCut: boolean }> {
  const names: string[] = []
  let seen = 0
  for await (const entry of await opendir(join(root, folder))) {
    seen += 1
    if (seen > maxSeen) break
    if (entry.isDirectory() && !entry.name.startsWith('.') && !entry.name.includes('\uFFFD'))
      names.push(entry.name)
  }
  names.sort((a, b) => a.localeCompare(b, 'ru', { numeric: true }))
  return { names: names.slice(0, maxListed), isCut: seen > maxSeen || names.length > maxListed }
}
