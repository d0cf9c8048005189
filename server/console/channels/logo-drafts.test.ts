/** Many logos at once over real HTTP on a real database: uploaded, matched, applied, taken back; and what is no logo. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { openAudit } from '#server/audit/audit.ts'
import { staffAdmission } from '#server/console/console.ts'
import { openArchive, readStep } from '#server/imports/imports.ts'
import { purgeLogos } from '#server/imports/logos/store-logos.ts'
import { undoContent } from '#server/editing/editing.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import {
  editChannels,
  loadListLogo,
  loadLogoChannels,
  noteLogosBeside,
  publishChannels,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { logoDraftEndpoints } from './logo-draft-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const dir = await mkdtemp(join(tmpdir(), 'ekran-logo-drafts-'))
const pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const server = createHttpServer({
  endpoints: logoDraftEndpoints({ db, clock, audit, pictures }),
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
let origin = ''
let editor = ''
let support = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  editor = (await fixture.addMember('administrator')).token
  support = (await fixture.addMember('support')).token
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
  await rm(dir, { recursive: true })
})

const names = ['Sevimli TV', 'Yoshlar', 'Россия 1', 'Bolajon']

beforeEach(async () => {
  await sql`truncate channel, logo_draft cascade`.execute(db)
  const channels = names.map((ru, at) => buildChannel(`c${at}`, { name: { ru, uz: '' }, number: at + 1 }))
  await publishChannels(db, channels, clock.nowMs())
})

async function send(path: string, body: object, token = editor) {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    method: 'POST',
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${token}` },
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as {
    data?: Record<string, unknown>
    failure?: string
  }
}

interface Loaded {
  draft: { refusal: string; refused_count: number; state: string }
  files: {
    file_no: number
    file: string
    image: string
    matches: { cid: number; number: number; by: string; marks: string[]; logo: string }[]
  }[]
  refused: { file: string; why: string; detail: string }[]
  without: { number: number }[]
  without_count: number
}

async function load(draftId: number): Promise<Loaded> {
  const response = await fetch(`${origin}/api/console/v1/channels/logos/one?draft_id=${draftId}`, {
    headers: { 'x-ekran-console': '1', cookie: `ekran-staff=${editor}` },
  })
  return ((await response.json()) as { data: Loaded }).data
}

const pieceBytes = 100_000

async function upload(bytes: Buffer, name = 'logos.zip'): Promise<number> {
  const started = await send('/channels/logos/start', { name, size_bytes: bytes.length })
  const draftId = started.data?.['draft_id'] as number
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes).toString('base64')
    await send('/channels/logos/append', { draft_id: draftId, begins_at: at, bytes: piece })
  }
  for (let step = 0; step < 100; step += 1) {
    const { data, failure } = await send('/channels/logos/read', { draft_id: draftId })
    if (data === undefined) throw new Error(String(failure))
    if (data['is_done'] === true) return draftId
  }
  throw new Error('it is never read to its end')
}

async function zipOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}

async function png(colour: string, size = 64): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

async function logos(): Promise<readonly (string | null)[]> {
  return (await loadLogoChannels(db)).map(({ logo }) => logo?.slice(0, 20) ?? null)
}

function matched({ files }: Loaded) {
  return Object.fromEntries(
    files.map(({ file, matches }) => [
      file,
      matches.map(({ number, by, marks }) => [number, by, ...marks].join(' ')),
    ]),
  )
}

describe('[CHAN-03] logos in bulk', () => {
  it('are matched, shown with what is left over, applied in part, and taken back as one', async () => {
    const draftId = await upload(
      await zipOf({
        'logos/sevimli_tv HD.png': await png('#c00'),
        'Ёшлар.png': await png('#0c0'),
        '3.png': await png('#00c'),
        'xyzzy.png': await png('#cc0'),
        'notes.txt': Buffer.from('hello'),
      }),
    )
    const loaded = await load(draftId)
    expect(matched(loaded)).toEqual({
      'logos/sevimli_tv HD.png': ['1 name'],
      'Ёшлар.png': ['2 name'],
      '3.png': ['3 number'],
      'xyzzy.png': [],
    })
    expect(loaded.refused).toEqual([{ file: 'notes.txt', why: 'format', detail: '' }])
    expect(loaded.without.map(({ number }) => number)).toEqual([4])
    expect(await logos()).toEqual([null, null, null, null])

    const [first, second, , fourth] = loaded.files
    const bolajon = (await loadLogoChannels(db))[3]?.cid ?? 0
    await send('/channels/logos/assign', { draft_id: draftId, file_no: fourth?.file_no, cid: bolajon })
    const again = await load(draftId)
    expect(matched(again)['xyzzy.png']).toEqual(['4 staff'])
    // Matching again leaves what was assigned by hand.
    await send('/channels/logos/read', { draft_id: draftId })
    expect(matched(await load(draftId))['xyzzy.png']).toEqual(['4 staff'])

    const chosen = [first, second, again.files[3]].map((file) => ({
      file_no: file?.file_no ?? -1,
      cid: file?.matches[0]?.cid ?? bolajon,
    }))
    const applied = await send('/channels/logos/apply', { draft_id: draftId, chosen })
    expect(applied.data).toMatchObject({ changed: 3, left: 0 })
    expect((await logos()).map((logo) => logo !== null)).toEqual([true, true, false, true])
    expect((await send('/channels/logos/apply', { draft_id: draftId, chosen })).failure).toBe(
      'logos_not_found',
    )
    const changeId = applied.data?.['change_id'] as number
    await undoContent(db, changeId, { by: undefined, nowMs: clock.nowMs() })
    expect(await logos()).toEqual([null, null, null, null])
  })

  it('leave logos that were chosen by hand, that changed since, and that are there already', async () => {
    const [sevimli, yoshlar, rossiya] = await loadLogoChannels(db)
    const red = await png('#c00')
    const stored = await pictures.store(red)
    const version = stored.kind === 'stored' ? stored.version : ''
    const who = { by: undefined, nowMs: clock.nowMs() }
    const other = await pictures.store(await png('#333'))
    await editChannels(db, [{ cid: sevimli?.cid ?? 0, fields: { logo: version } }], who)
    await editChannels(
      db,
      [{ cid: yoshlar?.cid ?? 0, fields: { logo: other.kind === 'stored' ? other.version : '' } }],
      who,
    )
    const draftId = await upload(
      await zipOf({
        'Sevimli.png': red,
        'Yoshlar.png': await png('#0c0'),
        'Rossiya 1.png': await png('#00c'),
        'Россия 1 logo.png': await png('#0cc'),
      }),
    )
    const loaded = await load(draftId)
    expect(matched(loaded)).toEqual({
      'Sevimli.png': ['1 name same'],
      'Yoshlar.png': ['2 name locked'],
      'Rossiya 1.png': expect.arrayContaining([expect.stringContaining('double')]),
      'Россия 1 logo.png': ['3 name'],
    })
    const pair = (at: number, cid: number | undefined) => ({
      file_no: loaded.files[at]?.file_no ?? -1,
      cid: cid ?? 0,
    })
    const both = [pair(2, rossiya?.cid), pair(3, rossiya?.cid)]
    expect((await send('/channels/logos/apply', { draft_id: draftId, chosen: both })).failure).toBe(
      'logos_twice',
    )
    const foreign = [pair(0, rossiya?.cid)]
    expect((await send('/channels/logos/apply', { draft_id: draftId, chosen: foreign })).failure).toBe(
      'logos_outdated',
    )
    await editChannels(db, [{ cid: rossiya?.cid ?? 0, fields: { logo: version } }], who)
    const applied = await send('/channels/logos/apply', {
      draft_id: draftId,
      chosen: [pair(3, rossiya?.cid)],
    })
    expect(applied.data).toMatchObject({ changed: 0, left: 1, change_id: 0 })
    expect((await logos())[2]).toBe(version.slice(0, 20))
  })

  it('know the file that a list names beside it', async () => {
    const [, , , bolajon] = await loadLogoChannels(db)
    const beside = new Map([[bolajon?.cid ?? 0, { path: 'pics/k-17.png', reason: 'it is not there' }]])
    await noteLogosBeside(db, beside)
    expect(await loadListLogo(db, bolajon?.cid ?? 0)).toMatchObject({ state: 'beside' })
    const draftId = await upload(await zipOf({ 'list/pics/K-17.png': await png('#c0c') }))
    expect(matched(await load(draftId))).toEqual({ 'list/pics/K-17.png': ['4 playlist'] })
  })

  it('are for those who may edit channels', async () => {
    const start = { name: 'a.zip', size_bytes: 10 }
    expect((await send('/channels/logos/start', start, support)).failure).toBe('staff_forbidden')
    const large = await send('/channels/logos/start', { name: 'a.zip', size_bytes: 200 * 1024 * 1024 })
    expect(large.failure).toBe('logos_too_large')
  })
})

describe('[CHAN-03] what is no archive of logos', () => {
  const script = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script></svg>',
  )

  it('is left out file by file, with the reason, and touches no path', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const bytes = await zipOf({
      'a/Sevimli TV.png': await png('#c00'),
      'x.svg': script,
      'broken.png': (await png('#0c0')).subarray(0, 90),
      'named.png': Buffer.from('MZ no picture'),
      'huge.png': bomb,
      '__MACOSX/._Yoshlar.png': Buffer.from('x'),
      'inner.zip': await zipOf({ 'Yoshlar.png': await png('#c00') }),
    })
    // The library refuses such a name, a hostile program does not.
    const hostile = Buffer.from(
      bytes.toString('latin1').replaceAll('a/Sevimli TV.png', '../../../etc.png'),
      'latin1',
    )
    const loaded = await load(await upload(hostile))
    expect(loaded.files.length + loaded.refused.length).toBeGreaterThan(0)
    for (const { file } of [...loaded.files, ...loaded.refused]) expect(file).not.toContain('..')
    const plain = await load(await upload(bytes))
    expect(plain.files.map(({ file }) => file)).toEqual(['a/Sevimli TV.png'])
    expect(Object.fromEntries(plain.refused.map(({ file, why }) => [file, why]))).toEqual({
      ...{ 'x.svg': 'picture', 'broken.png': 'picture', 'named.png': 'picture', 'huge.png': 'picture' },
      'inner.zip': 'format',
    })
    expect(plain.refused.find(({ file }) => file === 'x.svg')?.detail).toMatch(/script/)
  }, 60_000)

  it.each([
    ['no zip', async () => Buffer.from('Rar! something'), 'not_zip'],
    [
      'a zip that was cut',
      async () => (await zipOf({ 'a.png': await png('#c00') })).subarray(0, 120),
      'broken',
    ],
    ['no picture', () => zipOf({ 'a.txt': Buffer.from('a') }), 'no_pictures'],
    ['5,000 pictures', () => manyFiles(5000), 'too_many'],
    ['a bomb', async () => bombOf(400 * 1024 * 1024), 'bomb'],
    ['pictures that are small one by one', async () => manyUnpacked(110, 5 * 1024 * 1024), 'bomb'],
  ])(
    'is refused as a whole: %s',
    async (_, make, refusal) => {
      const loaded = await load(await upload(await make()))
      expect(loaded.draft.refusal).toBe(refusal)
      expect(loaded.files).toEqual([])
    },
    120_000,
  )

  it('says that a part is missing', async () => {
    const { data } = await send('/channels/logos/start', { name: 'a.zip', size_bytes: 1000 })
    const read = await send('/channels/logos/read', { draft_id: data?.['draft_id'] })
    expect(read.failure).toBe('logos_incomplete')
  })

  it('is refused where the disk has no room, and can be read when there is', async () => {
    const { data } = await send('/channels/logos/start', { name: 'a.zip', size_bytes: 1000 })
    const draftId = Number(data?.['draft_id'])
    const full = { ...pictures, freeBytes: async () => 1e9 }
    const drop = await openArchive(await zipOf({ 'a.png': await png('#c00') }))
    expect(await readStep({ db, clock, pictures: full }, draftId, drop)).toMatchObject({ kind: 'no_room' })
    expect(await readStep({ db, clock, pictures }, draftId, drop)).toEqual({ kind: 'open' })
  })

  it('is not left behind: three uploads of one member, for a day', async () => {
    const ids = []
    for (let at = 0; at < 5; at++) {
      const { data } = await send('/channels/logos/start', { name: `${at}.zip`, size_bytes: 1000 })
      ids.push(Number(data?.['draft_id']))
    }
    const uploading = async () =>
      (
        await db
          .selectFrom('logo_draft')
          .select('id')
          .where('state', '=', 'uploading')
          .orderBy('id')
          .execute()
      ).map(({ id }) => id)
    expect(await uploading()).toEqual(ids.slice(2))
    await purgeLogos(db, clock.nowMs() + 25 * 3_600_000)
    expect(await uploading()).toEqual([])
  })
})

async function manyFiles(count: number): Promise<Buffer> {
  const picture = await png('#c00', 8)
  return zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.png`, picture])))
}

/** A zip of pictures that are large together, with a file that was not packed: the whole is no suspicious ratio. */
async function manyUnpacked(count: number, bytes: number): Promise<Buffer> {
  const zip = new ZipFile()
  const picture = Buffer.alloc(bytes)
  for (let at = 0; at < count; at++) zip.addBuffer(picture, `${at}.png`, { compressionLevel: 1 })
  zip.addBuffer(randomBytes(8 * 1024 * 1024), 'other.bin', { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

/** A zip of one picture that unpacks to so many zeros. */
async function bombOf(bytes: number): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.alloc(bytes), 'Sevimli TV.png', { compressionLevel: 9 })
  zip.end()
  const packed = await buffer(zip.outputStream)
  expect(packed.length).toBeLessThan(deflateRawSync(Buffer.alloc(1024)).length + bytes / 900)
  return packed
}

describe('[CHAN-03] logos of lists that could not be fetched', () => {
  it('are listed with the reason, until the channel has a logo', async () => {
    const [first] = await loadLogoChannels(db)
    const cid = first?.cid ?? 0
    await noteLogosBeside(db, new Map([[cid, { path: 'logos/a.png', reason: 'it does not exist' }]]))
    const missing = async () => {
      const response = await fetch(`${origin}/api/console/v1/channels/logos/missing`, {
        headers: { 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${editor}` },
      })
      return ((await response.json()) as { data: object }).data
    }
    expect(await missing()).toMatchObject({
      count: 1,
      channels: [{ cid, number: 1, name: 'Sevimli TV', problem: 'beside', address: 'logos/a.png' }],
    })
    await sql`update channel set logo = 'v1' where id = ${cid}`.execute(db)
    expect(await missing()).toEqual({ count: 0, channels: [] })
  })
})
