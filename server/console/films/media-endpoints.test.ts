/** The files of films over real HTTP: a real database, a packaged film, pictures on disk. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleFilmMedia } from '#contract/console/film-media.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createEngine, type Engine, findMediaBinaries } from '#media/media.ts'
import { openAudit } from '#server/audit/audit.ts'
import { importFilms, packagingRows } from '#server/imports/imports.ts'
import { staffAdmission } from '#server/console/console.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { type HttpServer, createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { filmMediaEndpoints } from './media-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const binaries = findMediaBinaries({})
const secret = 't'.repeat(43)
let dir = ''
let engine: Engine
let pictures: Pictures
let server: HttpServer
let origin = ''
let editor = ''
let support = ''
/** Two films: the first is packaged. */
let films: readonly { readonly vid: number; readonly asset: string }[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-media-endpoints-'))
  const folder = join(dir, 'films')
  await mkdir(folder)
  for (const name of ['Гора (2021).mkv', 'Река (2022).mkv']) {
    const made = runFfmpeg({
      ffmpegPath: binaries.ffmpegPath,
      args: [
        ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=6'],
        ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=6'],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', join(folder, name)],
      ],
      timeoutMs: 60_000,
    })
    expect((await made.exit).lastLines).toEqual([])
  }
  pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
  await importFilms(db, { folder, pictures, again: false, nowMs: clock.nowMs() })
  engine = createEngine({
    ...{ storeDir: join(dir, 'media'), role: 'reads', ...binaries, clock: () => clock.nowMs() },
    ...{ ticketSecrets: [secret], log: silentLog },
  })
  const [row] = (await packagingRows(db)).filter(({ name }) => name.includes('Гора'))
  await engine.packageAsset({
    ...{ assetId: row?.asset_id ?? '', sourcePath: row?.source_path ?? '', encoderEffort: 'fast' },
  })
  const files = await db.selectFrom('video_file').select(['title_id as vid', 'asset_id as asset']).execute()
  films = files.toSorted((one) => (one.asset === row?.asset_id ? -1 : 1))
  const deps = { db, clock, audit, engine, pictures }
  server = createHttpServer({
    endpoints: filmMediaEndpoints({
      ...deps,
      secrets: { ticketSecrets: [secret] },
      settings: { EKRAN_ENCRYPT: false },
    }),
    mounts: [],
    ...{
      identify: async () => undefined,
      admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }),
    },
    ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
    ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
    ...{ clock, log: silentLog },
  })
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  editor = (await fixture.addMember('administrator')).token
  support = (await fixture.addMember('support')).token
}, 180_000)
afterAll(async () => {
  await server.close(500)
  await engine.close()
  await audit.close()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

interface Answer {
  readonly failure?: string
  readonly data?: Record<string, unknown>
}

async function get(path: string, query: Record<string, string | number>, token = editor): Promise<Answer> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const headers = { cookie: `ekran-staff=${token}` }
  return (await (await fetch(`${origin}${path}?${text.toString()}`, { headers })).json()) as Answer
}

async function post(path: string, body: object, token = editor): Promise<Answer> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${token}` },
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Answer
}

const { files, play, frame, saveMarks } = consoleFilmMedia

describe('[EDIT-01] [EDIT-02] the files of films over HTTP', () => {
  it('are listed with what they contain, packaged or not', async () => {
    const [first, second] = films
    const listed = (await get(files.path, { vid: first?.vid ?? 0 })).data?.['files']
    expect(listed).toEqual([
      expect.objectContaining({
        ...{ asset: first?.asset, kind: 'film', is_ready: true, intro: null, titles: null },
        audio: [expect.objectContaining({ loudness: expect.objectContaining({ is_sampled: false }) })],
      }),
    ])
    const other = (await get(files.path, { vid: second?.vid ?? 0 })).data?.['files']
    expect(other).toEqual([expect.objectContaining({ is_ready: false, video: [], audio: [] })])
    expect((await get(files.path, { vid: 99_999 })).failure).toBe('film_not_found')
  })

  it('play for those who may see films, each under its own title only', async () => {
    const [first, second] = films
    const answer = await get(play.path, { vid: first?.vid ?? 0, asset: first?.asset ?? '' })
    const url = String(answer.data?.['url'])
    expect(url).toMatch(/^\/p\/[^/]+\/film\/[^/]+\/master\.m3u8$/)
    expect(Number(answer.data?.['expires_at'])).toBeLessThanOrEqual(clock.nowMs() / 1000 + 600)
    const foreign = { vid: second?.vid ?? 0, asset: first?.asset ?? '' }
    expect((await get(play.path, foreign)).failure).toBe('film_file_not_ready')
    const waiting = { vid: second?.vid ?? 0, asset: second?.asset ?? '' }
    expect((await get(play.path, waiting)).failure).toBe('film_file_not_ready')
  })

  it('give frames as pictures of the film’s size', async () => {
    const [first] = films
    const of = { vid: first?.vid ?? 0, asset: first?.asset ?? '', at_ms: 3000 }
    const { data } = await post(frame.path, of)
    expect(await pictures.has(String(data?.['picture']))).toBe(true)
    const original = await engine.takeFrame(of.asset, of.at_ms)
    expect(await sharp(original).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 180 })
    expect((await post(frame.path, of, support)).failure).toBe('staff_forbidden')
    expect((await post(frame.path, { ...of, vid: 99_999 })).failure).toBe('film_not_found')
  })

  it('have marks that are refused when they cannot be, or when a colleague was first', async () => {
    const [first] = films
    const of = { vid: first?.vid ?? 0, asset: first?.asset ?? '' }
    const listed = (await get(files.path, { vid: of.vid })).data?.['files'] as { marks_version: string }[]
    const version = listed[0]?.marks_version ?? ''
    const intro = { begin_ms: 500, end_ms: 2500 }
    const wrong = { ...of, version, intro, titles: { begin_ms: 2000, end_ms: 5000 } }
    expect((await post(saveMarks.path, wrong)).failure).toBe('marks_wrong')
    const saved = await post(saveMarks.path, { ...of, version, intro, titles: null })
    expect(saved.data?.['change_id']).toBeGreaterThan(0)
    const later = { ...of, version, intro: null, titles: null }
    expect((await post(saveMarks.path, later)).failure).toBe('changed_since')
    expect((await post(saveMarks.path, later, support)).failure).toBe('staff_forbidden')
  })
})
