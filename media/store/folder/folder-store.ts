/** The store in a folder: a key is the path of a file. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  checkKey,
  checkPrefix,
  type Content,
  type MediaStore,
  type PutOptions,
  type PutResult,
  StoreFailed,
  type StoreFailure,
  type StoredList,
} from '#media/store/interface/store.ts'

/** A file that is being written, or was when its process ended. */
const unfinishedName = /^\.part-/
const maxNames = 1000

/** The folder itself is made with its first object. */
export function openFolderStore(root: string): MediaStore {
  const pathOf = (key: string) => {
    checkKey(key)
    return join(root, ...key.split('/'))
  }
  return {
    put: async (key, content, options = {}) => putFile(pathOf(key), content, options),
    read: async function* (key, range, signal) {
      const path = pathOf(key)
      if (range !== undefined && range.end <= range.begin) return
      const bounds = {
        ...(range === undefined ? {} : { start: range.begin, end: range.end - 1 }),
        ...(signal === undefined ? {} : { signal }),
      }
      try {
        yield* createReadStream(path, bounds) as AsyncIterable<Uint8Array>
      } catch (error) {
        throw failureOf(error, key)
      }
    },
    head: async (key) => {
      const facts = await on(key, async () => stat(pathOf(key)))
      if (!facts.isFile()) throw new StoreFailed('not_found', 'EISDIR', key)
      return { key, bytes: facts.size }
    },
    list: (prefix, options) => on(prefix, () => listFiles(root, prefix, options)),
    names: async (prefix) => {
      checkPrefix(prefix)
      const entries = await on(prefix, () => entriesOf(join(root, prefix)))
      return entries
        .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
        .toSorted()
        .slice(0, maxNames)
    },
    delete: (key) => on(key, async () => rm(pathOf(key), { force: true })),
    deleteAll: async (prefix) => {
      checkPrefix(prefix)
      if (prefix === '') throw new StoreFailed('refused', 'InvalidPrefix', root)
      await on(prefix, () => rm(join(root, prefix), { recursive: true, force: true }))
    },
    deleteUnfinished: async (prefix) => {
      checkPrefix(prefix)
      await on(prefix, () => deleteParts(join(root, prefix)))
    },
    close: () => undefined,
  }
}

async function putFile(
  path: string,
  content: Content,
  { sha256, onlyNew = false }: PutOptions,
): Promise<PutResult> {
  const dir = dirname(path)
  const part = join(dir, `.part-${randomUUID()}`)
  await on(path, () => mkdir(dir, { recursive: true, mode: 0o700 }))
  const hash = createHash('sha256')
  let bytes = 0
  try {
    const file = await on(path, () => open(part, 'wx', 0o600))
    try {
      for await (const chunk of content instanceof Uint8Array ? [content] : content) {
        hash.update(chunk)
        bytes += chunk.length
        await on(path, () => file.writeFile(chunk))
      }
      // The caller may delete its own copy now: it must outlast a loss of power.
      await on(path, () => file.sync())
    } finally {
      await file.close()
    }
    const digest = hash.digest('hex')
    if (sha256 !== undefined && sha256 !== digest) throw new StoreFailed('corrupt', 'BadDigest', path)
    // A link is made only where nothing is; a file that is there is replaced by a renamed one.
    await on(path, () => (onlyNew ? link(part, path) : rename(part, path)))
    return { bytes, sha256: digest }
  } finally {
    await rm(part, { force: true }).catch(() => undefined)
  }
}

async function listFiles(
  root: string,
  prefix: string,
  { limit, after = '' }: { readonly limit: number; readonly after?: string },
): Promise<StoredList> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  checkPrefix(folder)
  const keys: string[] = []
  const look = async (within: string): Promise<void> => {
    for (const entry of await entriesOf(join(root, within))) {
      const key = `${within}${entry.name}`
      if (entry.isDirectory()) await look(`${key}/`)
      else if (key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0)
        keys.push(key)
    }
  }
  await look(folder)
  const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const objects = []
  for (const key of sorted.slice(0, limit)) {
    const facts = await stat(join(root, key)).catch((error: unknown) => {
      // Deleted since the folder was read.
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
    if (facts !== undefined) objects.push({ key, bytes: facts.size })
  }
  return { objects, isCut: keys.length > limit }
}

async function deleteParts(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await deleteParts(path)
    else if (unfinishedName.test(entry.name)) await rm(path, { force: true })
  }
}

/** Nothing for a folder that is not there. */
async function entriesOf(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return entries.filter(({ name }) => !unfinishedName.test(name))
}

async function on<Result>(about: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error, about)
  }
}

const failures: Readonly<Record<string, StoreFailure>> = {
  ENOENT: 'not_found',
  EISDIR: 'not_found',
  EEXIST: 'exists',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ENOSPC: 'full',
  EDQUOT: 'full',
}

function failureOf(error: unknown, about: string): StoreFailed {
  if (error instanceof StoreFailed) return error
  const code = codeOf(error)
  return new StoreFailed(failures[code] ?? 'unreachable', code, about, { cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
