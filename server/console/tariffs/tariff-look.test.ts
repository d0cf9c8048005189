/** How a tariff looks, over real HTTP on a real database, with real pictures. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { consoleTariffs } from '#contract/console/tariffs.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { tariffIcons } from '#contract/form/tariff-look.ts'
import { listEvents, openAudit } from '#server/audit/audit.ts'
import {
  openBilling,
  openTariffService,
  readTariffFile,
  shownTariffLook,
  tariffWords,
} from '#server/billing/billing.ts'
import { staffAdmission } from '#server/console/console.ts'
import { tariffGround } from '#server/editing/editing.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { tariffEndpoints } from './tariff-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const dir = await mkdtemp(join(tmpdir(), 'ekran-tariff-look-'))
const pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const billing = openBilling({ db, clock })
const server = createHttpServer({
  endpoints: tariffEndpoints({ db, clock, audit, pictures }),
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const cookies: Record<string, string> = {}
let origin = ''

type Draft = InputOf<typeof consoleTariffs.save>
interface Answer<Data> {
  readonly data: Data
  readonly failure?: string
  readonly message?: string
}

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['finance', 'support'] as const)
    cookies[role] = await sessionOf((await fixture.addMember(role)).staffId)
})
beforeEach(async () => {
  await db.deleteFrom('tariff').execute()
  await billing.putTariff(buildTariff(57, { isBase: true }))
  await billing.putTariff(buildTariff(60, { position: 2 }))
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

async function sessionOf(staffId: number): Promise<string> {
  return `ekran-staff=${await fixture.openSession(staffId)}`
}

async function read<Data>(path: string) {
  const headers = {
    'x-ekran-console': '1',
    'sec-fetch-site': 'same-origin',
    cookie: cookies['finance'] ?? '',
  }
  return (await (await fetch(`${origin}/api/console/v1${path}`, { headers })).json()) as Answer<Data>
}

async function send<Data = ResponseOf<typeof consoleTariffs.save>>(
  path: string,
  body: object,
  role = 'finance',
) {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    method: 'POST',
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: cookies[role] ?? '' },
      'content-type': 'application/json',
      'accept-language': 'ru',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Answer<Data>
}

async function draftOf(tariffId: number, more: Partial<Draft> = {}): Promise<Draft> {
  const { data } = await read<ResponseOf<typeof consoleTariffs.one>>(`/tariffs/one?id=${tariffId}`)
  const { tariff_id: id, periods, image: _, ...rest } = data.tariff
  const typed = periods.map((one) => ({ ...one, price: String(one.price) }))
  return { ...rest, id, revision: data.revision, periods: typed, ...more }
}

async function lookOf(tariffId: number) {
  billing.forgetTariffs()
  return (await billing.tariffs()).get(tariffId)?.look
}

async function upload(picture: string, role = 'finance') {
  const bytes = Buffer.from(picture)
  return send<ResponseOf<typeof consoleTariffs.picture>>(
    '/tariffs/picture',
    {
      ...{ upload: randomBytes(16).toString('hex'), size_bytes: bytes.length, begins_at: 0 },
      bytes: bytes.toString('base64'),
    },
    role,
  )
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="#d33"/></svg>'
const family: Partial<Draft> = {
  ...{ description_ru: 'Для всей семьи. Три экрана.', description_uz: 'Butun oila uchun.' },
  ...{ icon: 'family', colour: '#1F8A84' },
}

describe('[TARIFF-01] how a tariff looks', () => {
  it('is saved as a version, shown by the site, and taken back', async () => {
    const saved = await send('/tariffs/save', await draftOf(57, family))
    expect(saved.failure).toBeUndefined()
    const look = await lookOf(57)
    expect(look).toEqual({
      description: { ru: 'Для всей семьи. Три экрана.', uz: 'Butun oila uchun.' },
      ...{ icon: 'family', picture: '', colour: '#1f8a84' },
    })
    expect(shownTariffLook({ tariffId: 57, ...(look && { look }) })).toEqual({
      ...{ colour: '#1f8a84', on_colour: '#000000', icon: 'family', glyph: tariffIcons.family, image: '' },
    })
    const { data } = await read<ResponseOf<typeof consoleTariffs.history>>('/tariffs/history?id=57')
    expect(data.versions[0]).toMatchObject({
      after: { icon: 'family', colour: '#1f8a84', description_uz: 'Butun oila uchun.' },
    })
    const events = await listEvents(db, { event: 'tariff_saved', limit: 10 })
    expect(events.map(({ event }) => event)).toContain('tariff_saved')
    await send('/tariffs/undo', { change_id: saved.data.change_id })
    expect(await lookOf(57)).toBeUndefined()
  })

  it.each([
    ['dark', '#102040', /тёмных страницах.*контраст 1\.\d, нужно 3.*светлее, например #[\da-f]{6}/],
    ['light', '#ffe066', /светлых страницах.*контраст 1\.\d, нужно 3.*темнее, например #[\da-f]{6}/],
  ])(
    'is refused with a colour that is lost in the %s theme, and the nearest one works',
    async (theme, colour, words) => {
      const refused = await send('/tariffs/save', await draftOf(57, { colour }))
      expect(refused.failure).toBe(`tariff_colour_${theme}`)
      expect(refused.message).toMatch(words)
      const [instead = ''] = /#[\da-f]{6}/.exec(refused.message ?? '') ?? []
      expect((await send('/tariffs/save', await draftOf(57, { colour: instead }))).failure).toBeUndefined()
      expect((await lookOf(57))?.colour).toBe(instead)
    },
  )

  it.each([
    ['an icon that is none', { icon: 'rocket' }, 'icon'],
    ['a colour that is none', { colour: 'red' }, 'colour'],
    ['a description that is too long', { description_ru: 'а'.repeat(401) }, 'description_ru'],
  ])('is refused with %s', async (_, more, field) => {
    const refused = await send('/tariffs/save', await draftOf(57, more as Partial<Draft>))
    expect(refused.failure).toBe('invalid_input')
    expect(JSON.stringify(refused)).toContain(field)
  })

  it('takes a picture in place of its icon, if it draws nothing from outside', async () => {
    await send('/tariffs/save', await draftOf(57, family))
    const { data } = await upload(drawing)
    expect(data.image).toMatch(/^\/images\/logo\/1\/[\da-f]{20}(?:-[\da-f]{6})?\/160\.webp$/)
    await send('/tariffs/save', await draftOf(57, { picture: data.picture }))
    expect(await lookOf(57)).toMatchObject({ icon: '', picture: data.picture, colour: '#1f8a84' })
    const { data: one } = await read<ResponseOf<typeof consoleTariffs.one>>('/tariffs/one?id=57')
    expect(one.tariff).toMatchObject({ icon: '', picture: data.picture })
    expect(one.tariff.image).toContain(`/images/logo/57/${data.picture}/`)
    const unsafe = drawing.replace('<circle', '<script>alert(1)</script><circle')
    expect((await upload(unsafe)).failure).toBe('picture_refused')
    expect((await upload('not a picture')).failure).toBe('picture_refused')
    const gone = await send('/tariffs/save', await draftOf(57, { picture: '0'.repeat(20) }))
    expect(gone.failure).toBe('picture_refused')
  })

  it('[STAFF-02] is not for a role without tariffs', async () => {
    expect((await send('/tariffs/save', await draftOf(57, family), 'support')).failure).toBe(
      'staff_forbidden',
    )
    expect((await upload(drawing, 'support')).failure).toBe('staff_forbidden')
  })

  it('is exported to a file and imported again without a change, and written by one', async () => {
    await send('/tariffs/save', await draftOf(57, family))
    const service = openTariffService(db)
    const ground = await tariffGround(db)
    const put = async (text: string) => {
      const file = readTariffFile(text)
      if (file.kind === 'refused') return file
      return service.put({ file, ground, isDry: false, nowMs: clock.nowMs(), record: async () => undefined })
    }
    const text = tariffWords.fileText(await service.tariffs(), () => undefined)
    expect(await put(text)).toMatchObject({ kind: 'planned', changes: [] })
    const written = (look: object) => JSON.stringify({ tariffs: [{ id: 60, ...look }] })
    await put(written({ description: { ru: 'Кино', uz: 'Kino' }, icon: 'film', colour: '#bf6a1e' }))
    expect(await lookOf(60)).toMatchObject({ description: { ru: 'Кино' }, icon: 'film', colour: '#bf6a1e' })
    expect(await put(written({ colour: '#ffffff' }))).toMatchObject({
      problems: [expect.stringMatching(/tariff 60, colour is lost in the light theme.*take "#[\da-f]{6}"/)],
    })
    expect(await put(written({ icon: 'rocket' }))).toMatchObject({
      problems: [expect.stringMatching(/tariff 60, icon must be one of tv, film/)],
    })
    await put(written({ description: { ru: '', uz: '' }, icon: '', colour: '' }))
    expect(await lookOf(60)).toBeUndefined()
  })
})
