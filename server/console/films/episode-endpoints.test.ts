/** The order of episodes over real HTTP, on a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleEpisodes } from '#contract/console/episodes.ts'
import { openAudit } from '#server/audit/audit.ts'
import { publishTitles } from '#server/catalogue/catalogue.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { type HttpServer, createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { episodeEndpoints } from './episode-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
let server: HttpServer
let origin = ''
let editor = ''
let support = ''
let vid = 0
let film = 0

beforeAll(async () => {
  const series = buildFilm('series', {
    isSeries: true,
    seasons: [
      {
        ...{ number: 1, name: { ru: '', uz: '' } },
        episodes: [1, 2].map((number) => ({
          ...{ number, name: { ru: `${number}`, uz: '' }, description: { ru: '', uz: '' }, still: null },
          file: { assetId: `series-${number}`, durationMs: 61_000 },
        })),
      },
    ],
  })
  const outcomes = await publishTitles(db, [series, buildFilm('film')], clock.nowMs())
  ;[vid = 0, film = 0] = outcomes.map((one) => one.vid)
  server = createHttpServer({
    endpoints: episodeEndpoints({ db, clock, audit, engine: { describeAsset: () => undefined } }),
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
}, 60_000)
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

interface Answer {
  readonly failure?: string
  readonly data?: {
    readonly version?: string
    readonly change_id?: number
    readonly seasons?: readonly { readonly windows_version: string }[]
    readonly episodes?: readonly {
      readonly id: number
      readonly version: string
      readonly windows_version: string
      readonly season: number
      readonly number: number
    }[]
  }
}

async function list(of = vid): Promise<Answer> {
  const headers = { cookie: `ekran-staff=${editor}` }
  return (await (
    await fetch(`${origin}${consoleEpisodes.list.path}?vid=${of}`, { headers })
  ).json()) as Answer
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

describe('[EDIT-01] [EDIT-02] the episodes of a series over HTTP', () => {
  it('are listed, moved against the order that was shown, and refused where they cannot go', async () => {
    const { data: { version = '', episodes = [] } = {} } = await list()
    expect(episodes).toMatchObject([
      { season: 1, number: 1, duration_sec: 61, is_ready: false, is_hidden: false, source: null },
      { season: 1, number: 2 },
    ])
    expect((await list(99_999)).failure).toBe('film_not_found')
    const [, second] = episodes
    const input = { vid, version, ids: [second?.id ?? 0], season: 1, number: 1, to_vid: vid }
    const { path } = consoleEpisodes.move
    expect((await post(path, input, support)).failure).toBe('staff_forbidden')
    expect((await post(path, { ...input, to_vid: film })).failure).toBe('not_a_series')
    expect((await post(path, { ...input, ids: [99_999] })).failure).toBe('episode_not_found')
    expect((await post(path, { ...input, season: 2, number: 10_000 })).failure).toBe('invalid_input')
    expect((await post(path, input)).data?.change_id).toBeGreaterThan(0)
    expect((await post(path, input)).failure).toBe('changed_since')
    expect((await list()).data?.episodes).toMatchObject([
      { id: second?.id, number: 1, source: { vid, season: 1, number: 2 } },
      { number: 2 },
    ])
  })

  it('have windows, and so has a season; what cannot be is refused', async () => {
    const { path } = consoleEpisodes.windows
    const seen = async () => (await list()).data
    const { seasons: [season] = [], episodes: [first] = [] } = (await seen()) ?? {}
    const until = Math.floor(clock.nowMs() / 1000) + 3600
    const windows = [{ from: null, until, territory: 'inside' }]
    const ofSeason = { vid, season: 1, id: null, version: season?.windows_version, windows }
    expect((await post(path, ofSeason, support)).failure).toBe('staff_forbidden')
    expect((await post(path, { ...ofSeason, season: 7 })).failure).toBe('episode_not_found')
    const wrong = [{ from: until, until, territory: 'inside' }]
    expect((await post(path, { ...ofSeason, windows: wrong })).failure).toBe('period_wrong')
    expect((await post(path, { ...ofSeason, windows: [...windows, ...windows] })).failure).toBe(
      'windows_overlap',
    )
    expect((await post(path, ofSeason)).data?.change_id).toBeGreaterThan(0)
    expect((await post(path, ofSeason)).failure).toBe('changed_since')
    const ofEpisode = { ...ofSeason, id: first?.id, version: first?.windows_version }
    expect((await post(path, ofEpisode)).data?.change_id).toBeGreaterThan(0)
    const window = { state: 'open', at: until, territories: ['inside'] }
    expect(await seen()).toMatchObject({
      seasons: [{ number: 1, windows, window }],
      episodes: [
        { windows, window },
        { windows: [], window: { state: 'always' } },
      ],
    })
  })

  it('are edited, given back, hidden and numbered as files', async () => {
    const { data: { version = '', episodes: [first] = [] } = {} } = await list()
    const id = first?.id ?? 0
    const texts = { name_ru: 'Имя', name_uz: 'Nom', description_ru: '', description_uz: '' }
    const save = { vid, id, version: first?.version, ...texts }
    expect((await post(consoleEpisodes.save.path, save)).data?.change_id).toBeGreaterThan(0)
    expect((await post(consoleEpisodes.save.path, save)).failure).toBe('changed_since')
    const hide = { vid, ids: [id], is_hidden: true }
    expect((await post(consoleEpisodes.hide.path, hide)).data?.change_id).toBeGreaterThan(0)
    expect((await list()).data?.episodes?.[0]).toMatchObject({ ...texts, is_hidden: true, is_edited: true })
    expect((await post(consoleEpisodes.release.path, { vid, id })).data?.change_id).toBeGreaterThan(0)
    expect((await post(consoleEpisodes.reset.path, { vid, version })).data?.change_id).toBeGreaterThan(0)
    expect((await list()).data?.episodes).toMatchObject([
      { number: 1, source: null },
      { id, number: 2, name_ru: '2', source: null, is_edited: false },
    ])
    expect((await post(consoleEpisodes.reset.path, { vid, version })).failure).toBe('changed_since')
    expect((await post(consoleEpisodes.save.path, { ...save, vid: film })).failure).toBe('episode_not_found')
  })
})
