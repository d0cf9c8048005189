/**
 * The hashed files of every build that is in use, in the database: while two releases run, a page of one asks a process
 * of the other for them, and a page that is open asks for files of a build that is gone.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { consoleFileHeaders, fileHeaders } from '#server/platform/http/endpoints/security-headers.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { AssetNames } from './asset-names.ts'
import { MadeEncodings, PackedFile } from './packed-file.ts'
import { headersOf, isCompressible, type SiteFile } from './site-files.ts'
import './tables.ts'

export interface SharedAssets {
  /** Stores the hashed files of a build of this process; its other files are left out. A failure is logged only. */
  publish(files: ReadonlyMap<string, SiteFile>, base?: string): Promise<void>
  /**
   * A file of another build by its address, as it is in the browser; undefined when there is none or the address is not
   * one of a hashed file. Throws what the database throws, and `TooManyLookups`.
   */
  find(path: string): Promise<SiteFile | undefined>
  close(): void
}

export interface SharedAssetsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'info'>
  /** How often the list of all files is read at most; default a second. */
  readonly listEveryMs?: number
}

/** The names that both builds give their files: with eight letters of the content's hash. */
const form =
  /^(?:\/console)?\/assets\/(?:old\/)?[\w.-]{1,100}-[\w-]{8}\.(?:js|css|woff2|svg|png|webp|avif|jpg|json|wasm)$/
/** No build has as many files, or as large a one. */
const maxFiles = 2000
const maxFileBytes = 8 * 1024 * 1024
const rowsAtOnce = 20
const touchEveryMs = 6 * 3_600_000
/** Since it was in a build last: no page stays open for so long. */
const retainedMs = 21 * 24 * 3_600_000
/** What other builds' files may take in memory, in bytes. */
const maxBytes = 8 * 1024 * 1024
const maxCached = 1000
/** Of the connections that all background work shares. */
const lookupsAtOnce = 2

const decompress = promisify(brotliDecompress)

export function createSharedAssets(deps: SharedAssetsDeps): SharedAssets {
  const own = new Map<string, SiteFile>()
  const timer = setInterval(() => void store(deps, own), touchEveryMs)
  timer.unref()
  return {
    publish: async (files, base = '') => {
      const hashed = [...files]
        .map(([path, file]) => [base + path, file] as const)
        .filter(([path, { contents }]) => form.test(path) && contents.stored.bytes.length <= maxFileBytes)
        .slice(0, maxFiles)
      for (const [path, file] of hashed) own.set(path, file)
      await store(deps, new Map(hashed))
    },
    find: finder(deps),
    close: () => clearInterval(timer),
  }
}

const maxTries = 3
const betweenTriesMs = 500

async function store(deps: SharedAssetsDeps, files: ReadonlyMap<string, SiteFile>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await storeOnce(deps, files)
    } catch (error) {
      if (attempt === maxTries) return deps.log.warn('pages.assets_not_shared', { error })
      await pause(betweenTriesMs)
    }
  }
}

/** Marks what is there as in use, adds the rest, and deletes what was in no build for weeks. */
async function storeOnce(
  { db, clock, log }: SharedAssetsDeps,
  files: ReadonlyMap<string, SiteFile>,
): Promise<void> {
  const nowMs = clock.nowMs()
  const seenAt = new Date(nowMs)
  const paths = [...files.keys()].toSorted()
  // In one order, because processes that start together have the same files.
  const touched = await sql<{ path: string }>`update site_asset set seen_at = ${seenAt} where path in (
    select path from site_asset where path = any(${paths}) order by path for no key update) returning path`.execute(
    db,
  )
  const present = new Set(touched.rows.map(({ path }) => path))
  const missing = [...files]
    .filter(([path]) => !present.has(path))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (let from = 0; from < missing.length; from += rowsAtOnce)
    await db
      .insertInto('site_asset')
      .values(
        missing.slice(from, from + rowsAtOnce).map(
          ([
            path,
            {
              contents: { stored },
            },
          ]) => ({
            ...{ path, bytes: stored.bytes, is_packed: stored.isPacked, seen_at: seenAt },
          }),
        ),
      )
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ seen_at: seenAt }))
      .execute()
  const until = new Date(nowMs - retainedMs)
  const removed = await deleteOlderThan(db, { table: 'site_asset', key: ['path'], column: 'seen_at', until })
  if (removed > 0) log.info('pages.former_assets_deleted', { count: removed })
}

function finder({ db, listEveryMs = 1000 }: SharedAssetsDeps) {
  const cached = new Map<string, SiteFile>()
  const running = new Map<string, Promise<SiteFile | undefined>>()
  const names = new AssetNames(db, listEveryMs)
  const made = new MadeEncodings(maxBytes)
  const inTurn = keyedMutex()
  let turn = 0
  const lookUp = async (path: string): Promise<SiteFile | undefined> => {
    const row = await db
      .selectFrom('site_asset')
      .select(['bytes', 'is_packed'])
      .where('path', '=', path)
      .executeTakeFirst()
    const file = row === undefined ? undefined : await fileOf(path, row.bytes, row.is_packed, made)
    if (file === undefined) names.remove(path)
    else remember(cached, path, file)
    return file
  }
  return async (path: string): Promise<SiteFile | undefined> => {
    if (!form.test(path)) return undefined
    const stored = () => cached.get(path) ?? running.get(path)
    if (stored() === undefined && !(await names.has(path))) return undefined
    const present = stored()
    if (present !== undefined) return present
    const looking = inTurn(turn++ % lookupsAtOnce, () => lookUp(path)).finally(() => running.delete(path))
    running.set(path, looking)
    return looking
  }
}

/** Adds a file and drops the first ones that are too many, or too large together. */
function remember(cached: Map<string, SiteFile>, path: string, file: SiteFile): void {
  cached.delete(path)
  cached.set(path, file)
  let bytes = [...cached.values()].reduce((sum, one) => sum + sizeOf(one), 0)
  for (const [key, one] of cached) {
    if (cached.size <= maxCached && bytes <= maxBytes) return
    cached.delete(key)
    bytes -= sizeOf(one)
  }
}

function sizeOf({ contents }: SiteFile): number {
  return contents.stored.bytes.length
}

async function fileOf(
  address: string,
  bytes: Buffer,
  isPacked: boolean,
  made: MadeEncodings,
): Promise<SiteFile> {
  const plain = isPacked ? await decompress(bytes, { maxOutputLength: maxPlainBytes }) : bytes
  const common = address.startsWith('/console/') ? consoleFileHeaders : fileHeaders
  return {
    contents: new PackedFile({
      ...{ address, bytes: plain, packed: isPacked ? bytes : undefined, made },
      isCompressible: isCompressible(address),
    }),
    headers: { ...headersOf(address, common), 'cache-control': 'public, max-age=31536000, immutable' },
  }
}

const maxPlainBytes = 32 * 1024 * 1024
