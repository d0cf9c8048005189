/** The files of a data folder for a backup: everything except the database, recordings and generated files. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { isOfContent } from './backup-location.ts'

const ownerOnly = 0o600

export const CopiedFile = z.object({
  /** Relative to the data folder, with `/` between; never leaves it. */
  path: z.string().check(z.regex(/^(?!.*(^|\/)\.\.(\/|$))[^/\0][^\0]*$/)),
  bytes: z.int(),
  sha256: z.string(),
  /** Its permissions; backups of earlier versions do not have them. */
  mode: z.optional(z.int()),
})
export type CopiedFile = z.output<typeof CopiedFile>

/**
 * Excluded: the database, which is dumped; recordings; the log; resized pictures, which are made on demand; uploads
 * that are not complete.
 */
const leftOut = ['pg', 'logs', 'media/live', 'media/work', 'images/made', 'uploads/.uploads']

/** Paths of all files to copy; those that were found until then once `signal` aborts. */
export async function filesOf(
  dataDir: string,
  withFilms: boolean,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const without = withFilms ? leftOut : [...leftOut, 'media/films', 'uploads']
  const paths: string[] = []
  const look = async (folder: string): Promise<void> => {
    if (signal?.aborted === true) return
    for (const entry of await readdir(join(dataDir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (without.includes(path)) continue
      if (entry.isDirectory()) await look(path)
      else if (entry.isFile()) paths.push(path)
    }
  }
  await look('')
  return paths.toSorted()
}

/** Stores one file of the data folder; an error with the code ENOENT: it is not there any more. */
export async function storeFile(
  dataDir: string,
  path: string,
  store: (path: string, content: AsyncIterable<Uint8Array>) => Promise<{ bytes: number; sha256: string }>,
): Promise<CopiedFile> {
  const from = join(dataDir, ...path.split('/'))
  const { mode } = await stat(from)
  const { bytes, sha256 } = await store(path, contentOf(from))
  return { path, bytes, sha256, mode: mode & 0o777 }
}

/** Opened by its reader, who also has its errors. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>
}

/** Writes one file of a backup into a data folder, with its folders and its permissions. */
export async function writeFileBack(
  dataDir: string,
  { path, mode = ownerOnly }: CopiedFile,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const to = join(dataDir, ...path.split('/'))
  if (!to.startsWith(dataDir + sep)) throw new Error(`${path} leaves its folder`)
  await mkdir(dirname(to), { recursive: true })
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(to, { mode: ownerOnly }))
  await chmod(to, mode)
}

/** The first of these files that differs from what was written, or undefined. */
export async function firstBroken(
  read: (path: string) => AsyncIterable<Uint8Array>,
  files: readonly CopiedFile[],
): Promise<string | undefined> {
  for (const { path, sha256 } of files) {
    const hash = createHash('sha256')
    try {
      for await (const chunk of read(path)) hash.update(chunk)
    } catch (error) {
      if (!isOfContent(error)) throw error
      return path
    }
    if (hash.digest('hex') !== sha256) return path
  }
  return undefined
}
