import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createEngine, findMediaBinaries, type Engine } from '#media/media.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { importFilms } from './import-films.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { extractPosters } from './film-posters.ts'

const binaries = findMediaBinaries({})
let database: TestDatabase
let engine: Engine
let pictures: Pictures
let dir = ''
let library = ''

async function make(path: string, ...args: string[]): Promise<void> {
  const all = ['-v', 'error', '-y', ...args, '-c:v', 'libx264', '-preset', 'ultrafast', path]
  const exit = await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args: all, timeoutMs: 60_000 }).exit
  expect(exit.lastLines).toEqual([])
}

function source(graph: string): string[] {
  return ['-f', 'lavfi', '-i', graph]
}

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'posters-'))
  library = join(dir, 'library')
  await mkdir(join(library, 'Сериал', 'Сезон 1'), { recursive: true })
  pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
  engine = createEngine({
    storeDir: join(dir, 'store'),
    ...binaries,
    clock: () => Date.now(),
    ticketSecrets: ['a secret of sixteen letters'],
    log: silentLog,
  })
  // Mostly black; a title card of one colour; and only for a while a real scene.
  const film = 'color=black:s=640x360:r=5:d=8[a];color=0x2040c0:s=640x360:r=5:d=4[b];'
  const scene = 'testsrc2=s=640x360:r=5:d=3[c];color=black:s=640x360:r=5:d=5[d];[a][b][c][d]concat=n=4'
  await make(join(library, 'Dark (2001).mp4'), ...source(`${film}${scene}`))
  await make(join(library, 'Black (2002).mp4'), ...source('color=black:s=320x180:r=5:d=2'))
  await make(join(library, 'Сериал', 'Сезон 1', '01.mp4'), ...source('testsrc2=s=640x360:r=5:d=4'))
}, 120_000)

afterAll(async () => {
  await engine.close()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

async function titles() {
  const catalogue = await openCatalogue(database.db)
  const { content } = catalogue.now()
  return {
    catalogue,
    of: (name: string) => {
      const title = content.titles.find((one) => one.name.ru === name)
      if (title === undefined) throw new Error(`no title ${name}`)
      return title
    },
  }
}

async function look(inVain = new Map<string, string>()) {
  const { catalogue } = await titles()
  const signal = new AbortController().signal
  await extractPosters({ db: database.db, engine, catalogue, pictures }, { signal, log: silentLog, inVain })
  return inVain
}

async function bytesOf(version: string | null): Promise<Buffer> {
  return readFile(join(dir, 'images', 'originals', `${(version ?? '').split('-')[0]}.jpg`))
}

it(
  'takes a poster from the film itself, never a black frame or a title card',
  { timeout: 240_000 },
  async () => {
    const taking = { folder: library, pictures, again: false, nowMs: Date.now() }
    await importFilms(database.db, taking)
    for (const { asset_id, source_path } of await packagingRows(database.db)) {
      const made = await engine.packageAsset({
        assetId: asset_id,
        sourcePath: source_path,
        encoderEffort: 'fast',
        mayGoOn: () => Promise.resolve(false),
      })
      expect(made.kind).toBe('packaged')
    }
    const inVain = await look()
    expect(inVain.size).toBe(1)
    const { of } = await titles()
    expect(of('Black')).toMatchObject({ poster: null, backdrop: null })
    const dark = of('Dark')
    const poster = sharp(await bytesOf(dark.poster))
    expect(await poster.metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 360 })
    expect(await sharp(await bytesOf(dark.backdrop)).metadata()).toMatchObject({ width: 640, height: 360 })
    const { channels, entropy } = await poster.stats()
    // Bars of many colours: black has no entropy, a title card almost none.
    expect(entropy).toBeGreaterThan(1.5)
    expect(channels.every(({ mean, stdev }) => mean > 60 && stdev > 40)).toBe(true)
    const series = of('Сериал')
    expect(series.poster).not.toBeNull()
    expect(series.seasons[0]?.episodes[0]?.still).toBe(series.backdrop)

    // The operator's picture replaces it, and stays.
    const own = await sharp({ create: { width: 400, height: 600, channels: 3, background: '#804020' } })
    await writeFile(join(library, 'Dark (2001)-poster.jpg'), await own.jpeg().toBuffer())
    await importFilms(database.db, taking)
    await look(inVain)
    const options = (await titles()).of('Dark')
    expect(options.poster).not.toBe(dark.poster)
    expect(await sharp(await bytesOf(options.poster)).metadata()).toMatchObject({ width: 400, height: 600 })
    expect(options.backdrop).toBe(dark.backdrop)
  },
)
