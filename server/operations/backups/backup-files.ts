/** The files of a data folder for a backup: everything except the database, recordings and generated files. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

export const CopiedFile = z.object({
  /** Relative to the data folder, with `/` between; never leaves it. */
  path: z.string().check(z.regex(/^(?!.*(^|\/)\.\.(\/|$))[^/\0][^\0]*$/)),
  bytes: z.int(),
  sha256: z.string(),
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

/** Copies one file with its folders and its permissions; returns its size and hash. */
export async function copyFile(fromDir: string, toDir: string, path: string): Promise<CopiedFile> {
  const [from, to] = [fromDir, toDir].map((dir) => join(dir, ...path.split('/')))
  if (from === undefined || to === undefined || !to.startsWith(toDir + sep))
    throw new Error(`${path} leaves its folder`)
  await mkdir(dirname(to), { recursive: true })
  const hash = createHash('sha256')
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(createReadStream(from), counting, createWriteStream(to, { mode: 0o600 }))
  await chmod(to, (await stat(from)).mode & 0o777)
  return { path, bytes, sha256: hash.digest('hex') }
}

/** The first of these files that differs from what was written, or undefined. */
export async function firstBroken(dir: string, files: readonly CopiedFile[]): Promise<string | undefined> {
  for (const { path, sha256 } of files) {
    const hash = createHash('sha256')
    try {
      for await (const chunk of createReadStream(join(dir, ...path.split('/'))) as AsyncIterable<Buffer>)
        hash.update(chunk)
    } catch {
      return path
    }
    if (hash.digest('hex') !== sha256) return path
  }
  return undefined
}
