import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** A file, relative to the root, with `/` between folders. */
export interface FolderScan {
  readonly files: readonly string[]
  /** Folders and files that could not be read, with the reason. */
  readonly refused: readonly { readonly path: string; readonly why: string }[]
  /** Files that were skipped, with the reason. */
  readonly passed: readonly { readonly path: string; readonly why: string }[]
}

const deepest = 12

export interface ScanLimits {
  /** Only this folder, relative to the root; all of it when ''. */
  readonly below?: string
  readonly maxFiles?: number
  /** Takes files whose names begin with a dot too; folders of such names stay out. */
  readonly withHiddenFiles?: boolean
  readonly signal?: AbortSignal
}

/** There are more files than a scan may have. */
export class TooManyFiles extends Error {}

/**
 * Every file below `root`, sorted by name; without links, and without hidden ones unless they are requested. Throws when the root cannot be read, has too
 * many files, or the signal ends it.
 */
export async function scanFolder(
  root: string,
  { below = '', maxFiles = 200_000, withHiddenFiles = false, signal }: ScanLimits = {},
): Promise<FolderScan> {
  const files: string[] = []
  const refused: { path: string; why: string }[] = []
  const passed: { path: string; why: string }[] = []
  const visit = async (path: string, depth: number): Promise<void> => {
    if (depth > deepest) {
      refused.push({ path, why: `it is more than ${deepest} folders deep` })
      return
    }
    const entries: { name: string; isFolder: boolean }[] = []
    for await (const entry of await opendir(join(root, path))) {
      signal?.throwIfAborted()
      const why = whyPassed(entry, withHiddenFiles)
      if (why !== undefined && passed.length < maxFiles)
        passed.push({ path: path === '' ? entry.name : `${path}/${entry.name}`, why })
      if (why !== undefined) continue
      if (entry.isDirectory() || entry.isFile())
        entries.push({ name: entry.name, isFolder: entry.isDirectory() })
    }
    entries.sort((a, b) => a.name.localeCompare(b.name, 'ru', { numeric: true }))
    for (const { name, isFolder } of entries) {
      if (files.length >= maxFiles) throw new TooManyFiles(`it holds more than ${maxFiles} files`)
      const inner = path === '' ? name : `${path}/${name}`
      if (!isFolder) files.push(inner)
      else
        await visit(inner, depth + 1).catch((error: unknown) => {
          if (error instanceof TooManyFiles || signal?.aborted === true) throw error
          refused.push({ path: inner, why: reasonOf(error) })
        })
    }
  }
  await visit(below, below === '' ? 0 : below.split('/').length)
  return { files, refused, passed }
}

function whyPassed(entry: Dirent, withHiddenFiles: boolean): string | undefined {
  if (entry.name.startsWith('.') && !(withHiddenFiles && entry.isFile())) return 'it is hidden'
  if (entry.isSymbolicLink()) return 'it is a link; put the file itself there'
  return entry.isDirectory() || entry.isFile() ? undefined : 'it is no file'
}

/** Why a file with `\uFFFD` in its name cannot be opened: the original bytes are unknown. */
export const nameNotReadable = 'its name is not in UTF-8; give it another one'

/** A file system error as text. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EPERM') return 'there are no rights to read it'
  if (code === 'ENOENT') return 'it does not exist'
  if (code === 'ENOTDIR') return 'it is not a folder'
  if (code === 'EISDIR') return 'it is a folder'
  return error instanceof Error ? error.message : String(error)
}
