/** Uploads of films over real HTTP, on a real database and a real folder: broken off, resumed, refused. */
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { uploadRoot } from '#contract/console/uploads.ts'
import { diskSpace, packagingRows, openUploads, type FilmUploads } from '#server/imports/imports.ts'
import { purgeUploads } from '#server/imports/uploads/purge-uploads.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { staffAdmission } from '#server/console/console.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { filmUploadMount } from './upload-mount.ts'

const database = await createTestDatabase()
const { db } = database
const events: { event: string; change?: unknown }[] = []
const audit = { record: async (event: { event: string }) => void events.push(event) }
const fixture = staffFixture(db)
const { staff, clock } = fixture
const dir = await mkdtemp(join(tmpdir(), 'ekran-uploads-'))
const folder = join(dir, 'films')
const admitStaff = staffAdmission({ staff, clock, publicUrl: undefined })
const clientAddress = clientAddressReader(['127.0.0.1'])
/** What the examination of a complete file says. */
let whyNoFilm: string | undefined
/** Instead of an examination. */
let examine: (() => Promise<string | undefined>) | undefined
let floorBytes = 0

/** Another process with the same database and folder. */
function openAgain(where = folder): FilmUploads {
  return openUploads({
    ...{ db, clock, random: systemRandom, folder: where },
    get floorBytes() {
      return floorBytes
    },
    jobs: { send: async () => null },
    pictures: { store: async () => ({ kind: 'refused', reason: 'none here' }) as const },
    whyNoFilm: async () => (examine === undefined ? whyNoFilm : examine()),
  })
}
let uploads = openAgain()
const mount = filmUploadMount({
  ...{ audit: audit as never, admitStaff, clientAddress, publicUrl: undefined },
  uploads: {
    get maxBytes() {
      return uploads.maxBytes
    },
    start: (one) => uploads.start(one),
    find: (...one) => uploads.find(...one),
    list: (one) => uploads.list(one),
    append: (...one) => uploads.append(...one),
    cancel: (...one) => uploads.cancel(...one),
  },
})
const server = createHttpServer({
  ...{ endpoints: [], mounts: [mount], identify: async () => undefined, admitStaff, clientAddress },
  ...{ audienceOf: () => 'inside', checkResponses: true, health: createHealth(), metrics: createMetrics() },
  ...{ random: systemRandom, clock, log: silentLog },
})
let origin = ''
let editor = ''
let other = ''
let support = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  editor = (await fixture.addMember('content_editor')).token
  other = (await fixture.addMember('administrator')).token
  support = (await fixture.addMember('support')).token
})
afterEach(async () => {
  await db.deleteFrom('film_upload').execute()
  await db.deleteFrom('packaging').execute()
  await rm(folder, { recursive: true, force: true })
  events.length = 0
  whyNoFilm = undefined
  examine = undefined
  floorBytes = 0
  uploads = openAgain()
})
afterAll(async () => {
  await server.close(500)
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

interface Sent {
  readonly token?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
}

async function send(method: string, path: string, { token = editor, headers = {}, body }: Sent = {}) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      'x-ekran-console': '1',
      'sec-fetch-site': 'same-origin',
      'tus-resumable': '1.0.0',
      cookie: `ekran-staff=${token}`,
      ...headers,
    },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  })
  const text = await response.text()
  const { failure, message } = (text === '' ? {} : JSON.parse(text)) as { failure?: string; message?: string }
  const offset = response.headers.get('upload-offset')
  return {
    ...{ status: response.status, failure, message, location: response.headers.get('location') ?? '' },
    offset: offset === null ? undefined : Number(offset),
  }
}

function create(name: string, size: number, own: Sent & { fingerprint?: string } = {}) {
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `filename ${encoded(name)},fingerprint ${encoded(own.fingerprint ?? `${name} ${size}`)}`
  return send('POST', uploadRoot, {
    ...own,
    headers: { 'upload-length': String(size), 'upload-metadata': metadata, ...own.headers },
  })
}

const bytesType = { 'content-type': 'application/offset+octet-stream' }

function patch(location: string, offset: number, body: Buffer, own: Sent = {}) {
  const headers = { ...bytesType, 'upload-offset': String(offset), ...own.headers }
  return send('PATCH', location, { ...own, headers, body })
}

/** Sends a part of what it announces, and breaks the connection off. */
async function breakOff(location: string, offset: number, body: Buffer, announced: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const sent = httpRequest(origin + location, {
      method: 'PATCH',
      headers: {
        ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${editor}` },
        ...{ ...bytesType, 'upload-offset': String(offset), 'content-length': String(announced) },
      },
    })
    sent.on('error', () => resolve())
    sent.on('close', () => resolve())
    sent.write(body, () => setTimeout(() => sent.destroy(), 200))
  })
}

const film = Buffer.from('a film of forty bytes and not one byte more'.slice(0, 40))

describe('[EDIT-03] an upload', () => {
  it('arrives in pieces, is invisible until it is complete, and is then imported and queued', async () => {
    const { status, location, offset } = await create('Гора (2021).mkv', 40)
    expect([status, offset]).toEqual([201, 0])
    expect(await patch(location, 0, film.subarray(0, 15))).toMatchObject({ status: 204, offset: 15 })
    expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual([])
    expect(await packagingRows(db)).toEqual([])
    expect(await patch(location, 15, film.subarray(15))).toMatchObject({ status: 204, offset: 40 })
    expect(await readFile(join(folder, 'Гора (2021).mkv'))).toEqual(film)
    expect((await packagingRows(db)).map(({ name, state }) => `${name} ${state}`)).toEqual(['Гора waiting'])
    expect(await readdir(join(folder, '.uploads'))).toEqual([])
    expect(events).toMatchObject([
      { event: 'film_uploaded', actor: 'staff', change: { section: 'films', subject: 'Гора (2021).mkv' } },
    ])
    // A lost answer is asked for again.
    expect(await send('HEAD', location)).toMatchObject({ status: 200, offset: 40 })
    expect(await patch(location, 40, Buffer.alloc(0))).toMatchObject({ status: 204, offset: 40 })
    expect(events).toHaveLength(1)
  })

  it('says what of the protocol is there', async () => {
    const response = await fetch(origin + uploadRoot, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('tus-extension')).toBe('creation,termination')
    expect(await create('Film (2021).mkv', 40, { headers: { 'tus-resumable': '0.2.2' } })).toMatchObject({
      status: 412,
    })
    const zero = await create('Film\0 (2021).mkv', 40, { fingerprint: 'a\0b' })
    expect(zero).toMatchObject({ status: 201 })
  })

  it('continues from what arrived after a broken connection, a reload and a restart', async () => {
    const { location } = await create('River (2001).mkv', 40)
    await breakOff(location, 0, film.subarray(0, 10), 40)
    await expect.poll(async () => (await send('HEAD', location)).offset).toBe(10)
    uploads = openAgain()
    // The same file chosen again is the same upload; another one of this name is not.
    expect(await create('River (2001).mkv', 40)).toMatchObject({ status: 201, location, offset: 10 })
    expect(await create('River (2001).mkv', 40, { fingerprint: 'another' })).toMatchObject({
      status: 409,
      failure: 'upload_exists',
    })
    expect(await patch(location, 10, film.subarray(10))).toMatchObject({ status: 204, offset: 40 })
    expect(await readFile(join(folder, 'River (2001).mkv'))).toEqual(film)
  })

  it('refuses a piece that does not follow, or is more than was announced', async () => {
    const { location } = await create('Film (2021).mkv', 40)
    expect(await patch(location, 5, film)).toMatchObject({ status: 409, failure: 'upload_wrong_offset' })
    expect(await patch(location, 0, Buffer.alloc(41))).toMatchObject({ status: 413 })
    expect((await send('HEAD', location)).offset).toBe(0)
    expect(await patch(location, 0, film, { headers: { 'content-type': 'text/plain' } })).toMatchObject({
      status: 400,
    })
  })

  it('is of one member of staff, of a role that may edit, from the console’s own page', async () => {
    const { location } = await create('Film (2021).mkv', 40)
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect(
        await send(method, location, {
          token: other,
          headers: { ...bytesType, 'upload-offset': '0' },
        }),
      ).toMatchObject({ status: 404 })
    expect(await create('Two (2021).mkv', 40, { token: support })).toMatchObject({
      failure: 'staff_forbidden',
    })
    expect(await create('Two (2021).mkv', 40, { token: 'x'.repeat(43) })).toMatchObject({
      failure: 'not_authorized',
    })
    expect(await create('Two (2021).mkv', 40, { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject(
      { failure: 'cross_site_request' },
    )
    expect((await send('HEAD', location)).offset).toBe(0)
  })

  it('is refused before it begins when it is too large, has no room, no folder, or a wrong name', async () => {
    expect(await create('Film (2021).mkv', 100_000_000_001)).toMatchObject({
      status: 413,
      failure: 'upload_too_large',
    })
    floorBytes = 1e18
    expect(await create('Film (2021).mkv', 40)).toMatchObject({ status: 507, failure: 'upload_no_room' })
    floorBytes = 0
    for (const name of ['notes.txt', 'S01E02.mkv', 'sample.mkv', '../..', ''])
      expect(await create(name, 40)).toMatchObject({ status: 422, failure: 'upload_name' })
    expect(await create('Film (2021).mkv', 0)).toMatchObject({ failure: 'upload_name' })
    await writeFile(join(dir, 'a-file'), '')
    uploads = openAgain(join(dir, 'a-file'))
    expect(await create('Film (2021).mkv', 40)).toMatchObject({ failure: 'upload_no_folder' })
  })

  it('gets a safe name in the folder, and no file that is there is overwritten', async () => {
    const { location } = await create('../../../tmp/.Evil\u202E (2020).mkv', 40)
    expect(await patch(location, 0, film)).toMatchObject({ status: 204 })
    expect(await readdir(folder)).toContain('Evil (2020).mkv')
    expect(await create('evil (2020).mp4', 40)).toMatchObject({ failure: 'upload_exists' })
    const late = await create('Late (2020).mkv', 40)
    await writeFile(join(folder, 'Late (2020).mkv'), 'older')
    expect(await patch(late.location, 0, film)).toMatchObject({ failure: 'upload_not_a_film' })
    expect(await readFile(join(folder, 'Late (2020).mkv'), 'utf8')).toBe('older')
  })

  it('is finished by the next piece when its process ended while it was finished', async () => {
    const { location } = await create('Half.mkv', film.length)
    let answer: (why: string | undefined) => void = () => undefined
    const isExamined = new Promise<void>((begun) => {
      examine = () => {
        begun()
        return new Promise((resolve) => (answer = resolve))
      }
    })
    void patch(location, 0, film)
    await isExamined
    // Another process: the first one may still be alive, and its file is not sent again.
    uploads = openAgain()
    examine = undefined
    expect((await send('HEAD', location)).offset).toBe(film.length)
    expect((await patch(location, film.length, Buffer.alloc(0))).status).toBe(503)
    expect((await patch(location, film.length, Buffer.alloc(0))).status).toBe(503)
    clock.advanceMs(121_000)
    expect(await patch(location, film.length, Buffer.alloc(0))).toMatchObject({
      status: 204,
      offset: film.length,
    })
    expect(await packagingRows(db)).toMatchObject([{ source_path: join(folder, 'Half.mkv') }])
    expect(events.map(({ event }) => event)).toEqual(['film_uploaded'])
    answer(undefined)
    // What the first process does afterwards changes nothing.
    await new Promise((resolve) => setTimeout(resolve, 200))
    const states = await db.selectFrom('film_upload').select('state').execute()
    expect(states).toEqual([{ state: 'done' }])
  })

  it('stays when it cannot be examined at the moment', async () => {
    const { location } = await create('Later.mkv', film.length)
    examine = () => Promise.reject(new Error('the machine is busy'))
    expect((await patch(location, 0, film)).status).toBe(500)
    examine = undefined
    expect((await send('HEAD', location)).offset).toBe(film.length)
    expect((await patch(location, film.length, Buffer.alloc(0))).status).toBe(204)
    expect(await packagingRows(db)).toHaveLength(1)
  })

  it('is judged by itself, also while other films of the folder wait', async () => {
    const { location: first } = await create('Serial S01E02.mkv', film.length)
    await patch(first, 0, film)
    const { location } = await create('Serial.S01E02.mkv', film.length)
    const sent = await patch(location, 0, film)
    expect([sent.status, sent.failure]).not.toEqual([204, undefined])
    expect(await readdir(folder)).toContain('Serial S01E02.mkv')
    expect((await packagingRows(db)).map(({ source_path: path }) => path)).toEqual([
      join(folder, 'Serial S01E02.mkv'),
    ])
  })

  it('is deleted when it is no film, and says why', async () => {
    whyNoFilm = 'it is no video'
    const { location } = await create('Film (2021).mkv', 40)
    const refused = await patch(location, 0, film)
    expect(refused).toMatchObject({ status: 422, failure: 'upload_not_a_film' })
    // In the staff's language; the reason stands with the upload, as a code that the console tells.
    expect(refused.message).toContain('это не фильм')
    expect(await db.selectFrom('film_upload').select('reason').execute()).toEqual([
      { reason: 'it is no video' },
    ])
    expect(await readdir(join(folder, '.uploads'))).toEqual([])
    expect(await packagingRows(db)).toEqual([])
    expect(await patch(location, 40, Buffer.alloc(0))).toMatchObject({ failure: 'upload_not_a_film' })
    expect(events.map(({ event }) => event)).toEqual(['film_upload_refused'])
  })

  it('is cancelled, and purged when nothing came for a day', async () => {
    const { location } = await create('Film (2021).mkv', 40)
    await patch(location, 0, film.subarray(0, 10))
    expect(await send('DELETE', location)).toMatchObject({ status: 204 })
    expect(await send('HEAD', location)).toMatchObject({ status: 404 })
    expect(await readdir(join(folder, '.uploads'))).toEqual([])
    expect(events.map(({ event }) => event)).toEqual(['film_upload_cancelled'])
    const again = await create('Film (2021).mkv', 40)
    const orphan = join(folder, '.uploads', `${'o'.repeat(22)}.part`)
    await writeFile(orphan, '')
    const old = new Date(clock.nowMs() - 3 * 86_400_000)
    await utimes(orphan, old, old)
    await purgeUploads({ db, clock, folder })
    expect(await send('HEAD', again.location)).toMatchObject({ status: 200 })
    await db.updateTable('film_upload').set({ touched_at: old }).execute()
    await purgeUploads({ db, clock, folder })
    expect(await send('HEAD', again.location)).toMatchObject({ status: 404 })
    expect(await readdir(join(folder, '.uploads'))).toEqual([])
  })

  it('reserves the room of uploads that are under way', async () => {
    await mkdir(folder, { recursive: true })
    floorBytes = (await diskSpace(folder, () => 0).freeBytes()) - 50_000_000
    expect(await create('One (2020).mkv', 40_000_000)).toMatchObject({ status: 201 })
    expect(await create('Two (2020).mkv', 40_000_000)).toMatchObject({ failure: 'upload_no_room' })
  })

  it('stops when the disk has filled up meanwhile, and goes on when there is room again', async () => {
    const { location } = await create('Film (2021).mkv', 40)
    expect(await patch(location, 0, film.slice(0, 10))).toMatchObject({ status: 204 })
    floorBytes = 1e18
    expect(await patch(location, 10, film.slice(10))).toMatchObject({
      status: 507,
      failure: 'upload_no_room',
    })
    floorBytes = 0
    expect(await patch(location, 10, film.slice(10))).toMatchObject({ status: 204 })
    expect(await readdir(folder)).toContain('Film (2021).mkv')
  })
})
