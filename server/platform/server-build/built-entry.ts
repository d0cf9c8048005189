/**
 * The server built into a few programs in `dist/server`, and whether they are those of the current sources. Started from
 * them, a process needs half the time and a quarter less memory than from a thousand modules of TypeScript. Without them,
 * or after a change, it runs from the sources. Imports nothing of the project, because it runs before everything else.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What is started: the product, and its command line. */
export type EntryName = 'server' | 'command-line'

/** Size in bytes, time of change in unix milliseconds, and the hash of the content, for where the time does not tell. */
export type FileState = readonly [size: number, changedMs: number, hash: string]

/** What a build was made of, beside it in `dist/server/current.json`. */
export interface ServerBuild {
  /** The folder of the build in `dist/server`. */
  readonly folder: string
  /** Every source file, what decides how they are built, and the built files, by their paths from the project's root. */
  readonly files: Readonly<Record<string, FileState>>
}

/** Where builds are, from the project's root. */
export const buildsDir = 'dist/server'

/** The file that names the current build. */
export const currentFile = 'current.json'

/** Undefined when there is no such file. */
export function fileState(path: string): FileState | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? undefined : [stats.size, stats.mtimeMs, contentHash(readFileSync(path))]
}

function contentHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** An image of a container may give its files other times: then the content decides. */
function isUnchanged(path: string, [size, changedMs, hash]: FileState): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.size !== size) return false
  return stats.mtimeMs === changedMs || contentHash(readFileSync(path)) === hash
}

/** The whole build of exactly the current sources below `root`; undefined when there is none. */
export function currentBuild(root: string): ServerBuild | undefined {
  try {
    const build = JSON.parse(readFileSync(join(root, buildsDir, currentFile), 'utf8')) as ServerBuild
    const isCurrent = Object.entries(build.files).every(([path, state]) =>
      isUnchanged(join(root, path), state),
    )
    return isCurrent ? build : undefined
  } catch {
    // None was built, or not by this version.
    return undefined
  }
}

/** The address of a built entry, for `import()`; undefined when the sources have to be run. */
export function builtEntry(root: string, name: EntryName): string | undefined {
  const build = currentBuild(root)
  return build === undefined
    ? undefined
    : pathToFileURL(join(root, buildsDir, build.folder, `${name}.js`)).href
}
