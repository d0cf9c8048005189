/** A folder of films over real HTTP on a real database: what is refused, who may do what, what is recorded. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleFolders } from '#contract/console/folders.ts'
import { listEvents, openAudit } from '#server/audit/audit.ts'
import { staffAdmission } from '#server/console/console.ts'
import { lookThrough } from '#server/imports/imports.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { folderEndpoints } from './folder-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const dir = await realpath(await mkdtemp(join(tmpdir(), 'ekran-folder-http-')))
const filmsFolder = join(dir, 'films')
const sent: unknown[] = []
const server = createHttpServer({
  endpoints: folderEndpoints({
    ...{ db, clock, audit, filmsFolder, watchWaits: false },
    pictures: await openPictures({ dir: join(dir, 'images'), log: silentLog }),
    jobs: { send: (...job: readonly unknown[]) => Promise.resolve(String(sent.push(job))) },
  }),
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
  await rm(dir, { recursive: true, force: true })
})

interface Answer {
  readonly failure?: string
  readonly data?: Record<string, unknown>
}

async function get(
  path: string,
  query: Record<string, string | number> = {},
  token = editor,
): Promise<Answer> {
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

const { places, list, one, look, again, correct, rule, forget, apply, discard } = consoleFolders

async function looked(folder = ''): Promise<number> {
  return Number((await post(look.path, { folder })).data?.['draft_id'])
}

describe('[IMPORT-01] folders of films over HTTP', () => {
  it('are empty before anything was uploaded', async () => {
    expect((await get(places.path)).data).toMatchObject({
      root: filmsFolder,
      exists: false,
      folders: [],
      rules: [],
    })
    expect((await get(list.path)).data).toEqual({ drafts: [] })
    expect((await post(look.path, {})).failure).toBe('folder_unreadable')
    await mkdir(join(filmsFolder, 'New/Serial'), { recursive: true })
    await mkdir(join(dir, 'secret'))
    await symlink(join(dir, 'secret'), join(filmsFolder, 'out'))
    await writeFile(join(filmsFolder, 'New/Film (2001).mkv'), 'a film')
    await writeFile(join(filmsFolder, 'New/Serial/5.mkv'), 'an episode')
  })

  it('are those of the folder of films, whatever is sent', async () => {
    expect((await get(places.path, { folder: 'New' })).data).toMatchObject({
      exists: true,
      folder: 'New',
      folders: ['Serial'],
    })
    for (const folder of ['..', 'New/../..', 'out', '../secret']) {
      expect((await get(places.path, { folder })).failure, folder).toBe('folder_outside')
      expect((await post(look.path, { folder })).failure, folder).toBe('folder_outside')
      expect((await post(rule.path, { folder, by_hand: true })).failure, folder).toBe('folder_outside')
    }
    const draftId = await looked('New')
    for (const path of ['../secret/x.mkv', '/etc/passwd', 'New/./x.mkv'])
      expect((await post(correct.path, { draft_id: draftId, path, kind: 'film' })).failure).toBe(
        'folder_outside',
      )
    expect(await db.selectFrom('film_naming').selectAll().execute()).toEqual([])
    // A draft that was made at the command line of another folder.
    const other = await lookThrough(
      db,
      { root: join(dir, 'secret'), folder: '' },
      { by: undefined, nowMs: 0 },
    )
    const otherId = other.kind === 'looked' ? other.draftId : 0
    expect(otherId).toBeGreaterThan(0)
    expect((await get(one.path, { draft_id: otherId })).failure).toBe('folder_draft_gone')
    for (const { path } of [again, discard])
      expect((await post(path, { draft_id: otherId })).failure).toBe('folder_draft_gone')
    expect((await post(apply.path, { draft_id: otherId, take: 'all' })).failure).toBe('folder_draft_gone')
  })

  it('are corrected, which is recorded and compared at once, and guessed again', async () => {
    const draftId = await looked('New')
    await post(rule.path, { draft_id: draftId, folder: 'New/Serial', series: 'Serial', season: '2' })
    const ruled = await get(one.path, { draft_id: draftId })
    expect(ruled.data?.['items']).toEqual(
      expect.arrayContaining([expect.objectContaining({ label: 'Serial S2E5', what: 'episode' })]),
    )
    expect(ruled.data?.['rules']).toEqual([
      expect.objectContaining({ path: 'New/Serial', is_folder: true, rule: { series: 'Serial', season: 2 } }),
    ])
    const wrong = await post(rule.path, { folder: 'New', season: 'x', subtitles: { a: 'russian' } })
    expect(wrong.failure).toBe('invalid_input')
    const file = { draft_id: draftId, path: 'New/Serial/5.mkv' }
    await post(correct.path, { ...file, kind: 'film', title: 'Five', year: 1999 })
    const corrected = await get(one.path, { draft_id: draftId })
    expect(corrected.data?.['items']).toEqual(
      expect.arrayContaining([expect.objectContaining({ label: 'Five (1999)' })]),
    )
    await post(forget.path, file)
    const { items } = (await get(one.path, { draft_id: draftId })).data as {
      readonly items: readonly { readonly label: string }[]
    }
    expect(items.map(({ label }) => label)).toContain('Serial S2E5')
    // A rule that says nothing is none.
    await post(rule.path, { draft_id: draftId, folder: 'New/Serial' })
    expect((await get(one.path, { draft_id: draftId })).data?.['rules']).toEqual([])
    const changes = async () =>
      (await listEvents(db, { limit: 10 })).filter(({ event }) => event === 'film_naming_changed')
    await expect.poll(async () => (await changes()).length).toBe(4)
  })

  it('are taken by those who may edit films, once', async () => {
    const draftId = await looked('New')
    expect((await get(one.path, { draft_id: draftId }, support)).failure).toBeUndefined()
    expect((await post(apply.path, { draft_id: draftId, take: 'all' }, support)).failure).toBe(
      'staff_forbidden',
    )
    expect((await post(apply.path, { draft_id: draftId, take: 'only' })).failure).toBe('table_nothing_taken')
    await writeFile(join(filmsFolder, 'New/Film (2001).mkv'), 'another film')
    const taken = await post(apply.path, { draft_id: draftId, take: 'all' })
    expect(taken.data).toMatchObject({ changed: 1, left: ['New/Film (2001).mkv'], left_count: 1 })
    expect(sent).toHaveLength(1)
    expect((await post(apply.path, { draft_id: draftId, take: 'all' })).failure).toBe('folder_draft_gone')
    const last = await looked('New')
    await writeFile(join(filmsFolder, 'New/Film (2001).mkv'), 'yet another')
    expect((await post(apply.path, { draft_id: last, take: 'all' })).failure).toBe('folder_nothing_left')
    expect((await post(discard.path, { draft_id: last })).data).toEqual({ draft_id: last })
  })
})
