import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { addConsoleSite, readConsoleSite } from './console-site.ts'
import { TooManyLookups } from './asset-names.ts'
import { createSharedAssets, type SharedAssets } from './shared-assets.ts'
import { builtInLooks } from './site-look.ts'
import { readSite } from './static-site.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-two-builds-'))
const nowMs = { value: Date.parse('2027-03-01T10:00:00Z') }
const clock = { nowMs: () => nowMs.value }
const log = { info: () => undefined, warn: (event: string) => void warned.push(event) }
const warned: string[] = []
const day = 24 * 3_600_000
let database: TestDatabase

/** A build of the site or the console with one script of its own. */
function build(name: string, script: string): string {
  const folder = join(dir, name)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="{{lang}}"><head><!--head--></head></html>`,
  )
  writeFileSync(join(folder, 'assets', script), textOf(name))
  writeFileSync(join(folder, 'assets', `${script}.br`), brotliCompressSync(textOf(name)))
  writeFileSync(join(folder, 'assets', 'photo-Zz_4-5-6.png'), Buffer.from([137, 80, 78, 71]))
  writeFileSync(join(folder, 'service-worker.js'), name)
  return folder
}
const textOf = (name: string) => `export const build = '${name}';`.repeat(80)

interface Node {
  readonly app: FastifyInstance
  readonly assets: SharedAssets
}

/** A process of the release whose builds are in these folders. */
async function start(site: string, console: string): Promise<Node> {
  const assets = createSharedAssets({ db: database.db, clock, log, listEveryMs: 50 })
  const app = Fastify()
  const consoleSite = await readConsoleSite(console)
  await assets.publish(consoleSite.files, '/console')
  addConsoleSite(app, Promise.resolve(consoleSite), builtInLooks, assets)
  const head = { status: 200, language: 'ru', title: '', description: '' } as const
  const addSite = await readSite(site, assets.publish)
  addSite({ app, publicUrl: undefined, pageHead: () => head, sharedAssets: assets })
  return { app, assets }
}

/** Stores scripts of another build that contain their own address. */
async function storeScripts(paths: readonly string[]): Promise<void> {
  await database.pool.query(
    "insert into site_asset select path, convert_to(path, 'UTF8'), false, $2 from unnest($1::text[]) as path",
    [paths, new Date(nowMs.value)],
  )
}

/** Assets of a process of its own, and how many statements it has sent. */
function countingAssets() {
  let count = 0
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { assets: createSharedAssets({ db, clock, log, listEveryMs: 50 }), statements: () => count }
}

let former: Node
let next: Node
beforeAll(async () => {
  database = await createTestDatabase()
  former = await start(build('old', 'main-AAAAaaa1.js'), build('old-console', 'main-CCCCccc1.js'))
  next = await start(build('new', 'main-BBBBbbb2.js'), build('new-console', 'main-DDDDddd2.js'))
})
afterAll(async () => {
  for (const { app, assets } of [former, next]) {
    assets.close()
    await app.close()
  }
  await database.drop()
  rmSync(dir, { recursive: true })
})

describe('files of two builds', () => {
  it.each([
    ['former', '/assets/main-BBBBbbb2.js', 'new'],
    ['next', '/assets/main-AAAAaaa1.js', 'old'],
    ['former', '/console/assets/main-DDDDddd2.js', 'new-console'],
    ['next', '/console/assets/main-CCCCccc1.js', 'old-console'],
  ])('[NODE-02] the %s process answers %s', async (which, url, build) => {
    const { app } = which === 'former' ? former : next
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await app.inject({ url, headers: { 'accept-encoding': encoding } })
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8')
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    }
    expect((await app.inject(url)).body).toBe(textOf(build))
  })

  it('[NODE-02] an unchanged file is not sent twice, by whichever process', async () => {
    const url = '/assets/main-BBBBbbb2.js'
    const { etag } = (await next.app.inject(url)).headers
    const again = await former.app.inject({ url, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('[NODE-02] a build that was replaced in its folder is still answered', async () => {
    build('old', 'main-EEEEeee3.js')
    rmSync(join(dir, 'old', 'assets', 'main-AAAAaaa1.js'))
    const restarted = await start(join(dir, 'old'), join(dir, 'old-console'))
    for (const url of ['/assets/main-AAAAaaa1.js', '/assets/main-EEEEeee3.js'])
      expect((await restarted.app.inject(url)).statusCode, url).toBe(200)
    restarted.assets.close()
    await restarted.app.close()
  })

  it('[NODE-02] only hashed files are shared, and no address is a path', async () => {
    const { rows } = await database.pool.query<{ path: string }>('select path from site_asset order by path')
    expect(rows.map(({ path }) => path)).toEqual([
      ...['/assets/main-AAAAaaa1.js', '/assets/main-BBBBbbb2.js', '/assets/main-EEEEeee3.js'],
      '/assets/photo-Zz_4-5-6.png',
      ...['/console/assets/main-CCCCccc1.js', '/console/assets/main-DDDDddd2.js'],
      '/console/assets/photo-Zz_4-5-6.png',
    ])
    expect((await next.app.inject('/service-worker.js')).body).toBe('new')
    for (const url of [
      '/assets/../service-worker.js',
      '/assets/%2e%2e%2fservice-worker-AAAAaaa1.js',
      "/assets/a'--AAAAaaa1.js",
      '/assets/main.js',
      '/assets/main-AAAAaaa1.html',
      `/assets/${'a'.repeat(150)}-AAAAaaa1.js`,
    ])
      expect(await next.assets.find(url), url).toBeUndefined()
  })

  it('[NODE-02] all files of another build are there within a second, beside any number of invented names', async () => {
    const paths = Array.from({ length: 200 }, (_, index) => `/assets/part-FFFF${1000 + index}.js`)
    await storeScripts(paths)
    const { assets, statements } = countingAssets()
    const invented = Array.from({ length: 3000 }, (_, index) => `/assets/gone-AAAA${1000 + index}.js`)
    const absent = Promise.all(invented.map((path) => assets.find(path)))
    const files = await Promise.all(paths.map((path) => assets.find(path)))
    expect(files.map((file) => String(file?.contents.stored.bytes))).toEqual(paths)
    expect(new Set(await absent)).toEqual(new Set([undefined]))
    // Each file once; the list is read once or twice, in a transaction with a limit.
    expect(statements()).toBeLessThanOrEqual(paths.length + 4)
    assets.close()
  })

  it('[NODE-02] invented names cost one reading of the list in its time, and not all of a flood wait for it', async () => {
    const { assets, statements } = countingAssets()
    const invented = Array.from({ length: 5200 }, (_, index) => `/assets/gone-AAAA${1000 + index}.js`)
    const results = await Promise.allSettled(invented.map((path) => assets.find(path)))
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    expect(refused).toHaveLength(200)
    expect(refused[0]).toBeInstanceOf(TooManyLookups)
    expect(statements()).toBe(2)
    assets.close()
  })

  it('[NODE-02] a file that was stored after the list was read is there', async () => {
    const { assets } = countingAssets()
    const path = '/assets/late-GGGG0001.js'
    expect(await assets.find(path)).toBeUndefined()
    await storeScripts([path])
    expect(String((await assets.find(path))?.contents.stored.bytes)).toBe(path)
    await database.pool.query('delete from site_asset where path = $1', [path])
    assets.close()
  })

  it('[NODE-02] files that no build has had for three weeks are deleted, those of a running one never', async () => {
    nowMs.value += 22 * day
    const restarted = await start(join(dir, 'new'), join(dir, 'new-console'))
    const { rows } = await database.pool.query<{ path: string }>(
      "select path from site_asset where path like '%.js' order by path",
    )
    expect(rows.map(({ path }) => path)).toEqual([
      '/assets/main-BBBBbbb2.js',
      '/console/assets/main-DDDDddd2.js',
    ])
    expect(warned).toEqual([])
    restarted.assets.close()
    await restarted.app.close()
  })

  it('[NODE-02] processes that start at the same moment store the same files once', async () => {
    await database.pool.query('delete from site_asset')
    const together = await Promise.all(
      Array.from({ length: 4 }, () => start(join(dir, 'new'), join(dir, 'new-console'))),
    )
    const { rows } = await database.pool.query('select count(*)::int as count from site_asset')
    expect([rows, warned]).toEqual([[{ count: 4 }], []])
    for (const { app, assets } of together) {
      assets.close()
      await app.close()
    }
  })

  it('[NODE-02] without the table the process serves its own files, and says so in the log', async () => {
    await database.pool.query('alter table site_asset rename to site_asset_away')
    const alone = await start(join(dir, 'new'), join(dir, 'new-console'))
    expect(warned).toEqual(['pages.assets_not_shared', 'pages.assets_not_shared'])
    expect((await alone.app.inject('/assets/main-BBBBbbb2.js')).statusCode).toBe(200)
    expect((await alone.app.inject('/assets/main-AAAAaaa1.js')).statusCode).toBe(500)
    await database.pool.query('alter table site_asset_away rename to site_asset')
    alone.assets.close()
    await alone.app.close()
  })
})
