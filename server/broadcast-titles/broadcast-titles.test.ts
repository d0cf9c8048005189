/** Films in the archive on a real database: matched, offered to those who may watch, until the archive deletes them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  BroadcastTitleCard,
  BroadcastTitleDetail,
  RecordedBroadcast,
} from '#contract/films/broadcast-titles.ts'
import { broadcastTitleEndpoints } from '#server/api/broadcast-titles/broadcast-titles.ts'
import { openBlackouts } from '#server/blackouts/blackouts.ts'
import { type LiveCatalogue, openCatalogue, publishTitles } from '#server/catalogue/catalogue.ts'
import { undoContent } from '#server/editing/editing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import {
  type LiveTelevision,
  type RawProgramme,
  openTelevision,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import {
  type BroadcastTitles,
  type DecisionRequest,
  decideTitle,
  listStaffTitles,
  openBroadcastTitles,
} from './broadcast-titles.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const startMs = Date.UTC(2026, 10, 27, 8)
const clock = manualClock(startMs)
const settings = { isOn: true, minScore: 75 }
const me = { viewer: { accountId: 1, sessionId: 's' } }
/** What is recorded of channels: unix milliseconds; a hole is what no span has. */
let spans: { readonly cid: number; readonly beginMs: number; readonly endMs: number }[] = []
let stillsTaken: number[] = []

let database: TestDatabase
let db: Db
let [paid, other] = [0, 0]
let vid = 0
let catalogue: LiveCatalogue
let television: LiveTelevision
let titles: BroadcastTitles
let calls: ReturnType<typeof broadcastTitleEndpoints>

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
  const sources = [{ url: 'http://tv.example/1.ts', protocol: 'http-ts' as const }]
  const channels = await publishChannels(
    db,
    ['one', 'two'].map((key) =>
      buildChannel(key, { source: { kind: 'recorded', sources }, archiveDays: key === 'one' ? 7 : 3 }),
    ),
    startMs,
  )
  ;[paid = 0, other = 0] = channels.map((one) => one.cid)
  const film = buildFilm('steppe', {
    name: { ru: 'Степной ветер', uz: 'Choʻl shamoli', original: 'Steppe Wind' },
    year: 2014,
    durationMin: 95,
  })
  await publishTitles(db, [film], startMs)
  catalogue = await openCatalogue(db, clock)
  vid = catalogue.now().content.titles[0]?.vid ?? 0
  television = await openTelevision(db, clock)
  const blackouts = await openBlackouts({ db, clock, television, catalogue })
  const within = (cid: string, fromMs: number, toMs: number) =>
    spans.filter((one) => String(one.cid) === cid && one.beginMs < toMs && one.endMs > fromMs)
  titles = openBroadcastTitles({
    ...{ db, jobDb: db, clock, log: silentLog, television, catalogue, settings },
    engine: {
      hasRecording: (cid, beginMs, endMs) => within(cid, beginMs, endMs).length > 0,
      recordedSpans: within,
      protectedFragments: () => [],
      takeArchiveStills: async (_cid, { beginMs }) => {
        stillsTaken.push(beginMs)
        return { wide: Buffer.from('wide'), upright: Buffer.from('upright') }
      },
    },
    pictures: { store: async () => ({ kind: 'stored', version: 'ab'.repeat(10), width: 640, height: 360 }) },
  })
  calls = broadcastTitleEndpoints({
    ...{ blackouts, broadcastTitles: titles, catalogue, clock, television },
    billing: { channelsOfTariff: async () => new Set([paid, other]) },
    // A subscriber of the first channel only; the film itself is in no tariff.
    entitlement: {
      channelAccess: async (viewer) => (channel) => viewer !== undefined && channel.cid === paid,
    },
  })
})
afterAll(async () => {
  await titles.close()
  await database.drop()
})
beforeEach(async () => {
  clock.setMs(startMs)
  settings.isOn = true
  ;[spans, stillsTaken] = [[], []]
  await sql`truncate programme, broadcast_title, change_entry, change_set cascade`.execute(db)
})

interface Aired extends Partial<RawProgramme> {
  readonly cid?: number
  /** Days before the start at which it begins. */
  readonly daysAgo: number
  readonly ru: string
  /** How much of it is recorded, from its beginning; all when absent. */
  readonly part?: number
}

/** Publishes a guide of programmes of two hours, records them and compares them with the catalogue. */
async function air(all: readonly Aired[]): Promise<void> {
  const programmes = all.map(({ cid = paid, daysAgo, ru, part = 1, ...more }) => {
    const beginMs = startMs - daysAgo * dayMs
    if (part > 0) spans.push({ cid, beginMs, endMs: beginMs + part * 2 * hourMs })
    return {
      ...{ cid, beginMs, endMs: beginMs + 2 * hourMs, title: { ru, uz: '' } },
      ...{ description: { ru: '', uz: '' }, genreCode: null, ageRating: '', assetId: null },
      ...more,
    }
  })
  await publishGuide(
    db,
    Map.groupBy(programmes, ({ cid }) => cid),
  )
  await refresh()
}

async function refresh(): Promise<void> {
  await television.reloadGuide()
  await titles.refresh()
  await settle()
}

/** The rows as they are, and an index of them: the former one is used while the next one is built. */
async function settle(): Promise<void> {
  await titles.reload()
  await titles.settled()
}

async function list(caller: Parameters<typeof ask>[3] = me, raw = {}) {
  const answer = await ask(calls, 'broadcastTitles.list', raw, caller)
  return (answer as unknown as { titles: BroadcastTitleCard[] }).titles
}
async function ofFilm(caller: Parameters<typeof ask>[3] = me) {
  const answer = await ask(calls, 'broadcastTitles.ofFilm', { vid }, caller)
  return (answer as unknown as { broadcasts: RecordedBroadcast[] }).broadcasts
}

const steppe = { ru: 'Х/ф «Степной ветер»', description: { ru: 'Узбекистан, 2014.', uz: '' } }

describe('[FOLLOW-04] a film of the catalogue that was broadcast', () => {
  it('is watched from the archive by who has the channel, though the film is paid', async () => {
    await air([{ ...steppe, daysAgo: 1 }])
    const [broadcast] = await ofFilm()
    expect(broadcast).toMatchObject({
      ...{ cid: paid, is_available: 1, is_complete: 1 },
      expires_at: (startMs + 6 * dayMs) / 1000,
      href: `/tvArchive/${paid}/${broadcast?.pid}`,
    })
    expect(await list()).toMatchObject([
      { vid, name: 'Степной ветер', year: 2014, href: `/movie/${vid}`, broadcasts: 1, is_series: 0 },
    ])
    expect((await ofFilm({}))[0]).toMatchObject({ is_available: 0 })
  })

  it('has its best broadcast first: of an open channel, complete, the last to expire', async () => {
    await air([
      { ...steppe, daysAgo: 4 },
      { ...steppe, daysAgo: 2, part: 0.8 },
      { ...steppe, daysAgo: 3 },
      { ...steppe, daysAgo: 1, cid: other },
      { ...steppe, daysAgo: 5, part: 0.3 },
    ])
    const best = (await ofFilm()).map(({ cid, begin_time: begin, is_complete: whole }) => [
      ...[cid === paid, (startMs / 1000 - begin) / 86_400, whole],
    ])
    expect(best).toEqual([
      [true, 3, 1],
      [true, 4, 1],
      [true, 2, 0],
      [false, 1, 1],
    ])
    expect((await list())[0]).toMatchObject({ broadcasts: 4 })
  })

  it('ends with the archive of its channel, and is not there before its end', async () => {
    await air([
      { ...steppe, daysAgo: 1 },
      { ...steppe, daysAgo: 0.05 },
    ])
    expect(await ofFilm()).toHaveLength(1)
    clock.setMs(startMs + 6 * dayMs + minuteMs)
    expect((await ofFilm()).map(({ begin_time: at }) => at)).toEqual([(startMs - 0.05 * dayMs) / 1000])
    clock.setMs(startMs + 7 * dayMs)
    expect(await ofFilm()).toEqual([])
    expect(await list()).toEqual([])
  })

  it('is not shown while the operator has switched it off, or when it is blacked out', async () => {
    await air([{ ...steppe, daysAgo: 1 }])
    settings.isOn = false
    expect([await list(), await ofFilm()]).toEqual([[], []])
    settings.isOn = true
    expect(await list()).toHaveLength(1)
  })
})

describe('[FOLLOW-04] a film that the catalogue does not have', () => {
  it('is a title of its own, with one page for all its broadcasts and a picture from the recording', async () => {
    const text = { ru: 'Драма о жизни. Узбекистан, 1979.', uz: '' }
    await air([
      { ru: 'Х/ф «Старый сад» (12+)', daysAgo: 3, description: text },
      { ru: 'х/ф Старый сад', daysAgo: 2, cid: other },
    ])
    const [card] = await list()
    expect(card).toMatchObject({ vid: null, name: 'Старый сад', year: 1979, broadcasts: 2, poster: '' })
    expect(card?.href).toBe(`/recorded/${card?.id}`)
    await titles.settled()
    expect(stillsTaken).toEqual([startMs - 3 * dayMs])
    await settle()
    const answer = await ask(calls, 'broadcastTitles.detail', { id: card?.id }, me)
    const { title } = answer as unknown as { title: BroadcastTitleDetail }
    expect(title).toMatchObject({ description: text.ru, all: [{ cid: paid }, { cid: other }] })
    expect(title.poster).toMatch(/^\/images\/poster\/\d+\/(?:ab){10}\/320\.webp$/)
    await list()
    await titles.settled()
    expect(stillsTaken).toHaveLength(1)
    expect(await ask(calls, 'broadcastTitles.detail', { id: 99_999 }, me)).toEqual({
      refused: 'broadcast_title_not_found',
    })
  })

  it('gathers the episodes of a series; what is neither film nor series is left out', async () => {
    await air([
      { ru: 'т/с Дом у арыка. 1 с.', daysAgo: 3 },
      { ru: 'т/с Дом у арыка. 2 с.', daysAgo: 2 },
      { ru: 'Новости', daysAgo: 1 },
    ])
    const shown = await list()
    expect(shown).toMatchObject([{ name: 'Дом у арыка', is_series: 1, broadcasts: 2 }])
    expect(await list(me, { kind: 'films' })).toEqual([])
    const answer = await ask(calls, 'broadcastTitles.detail', { id: shown[0]?.id }, me)
    const { title } = answer as unknown as { title: BroadcastTitleDetail }
    expect(title.all.map(({ episode }) => episode)).toEqual([2, 1])
  })

  it('is not offered to guests when it is for adults', async () => {
    await air([{ ru: 'Х/ф Ночной город', daysAgo: 1, ageRating: '18+' }])
    expect([(await list()).length, (await list({})).length]).toEqual([1, 0])
  })
})

describe('[FOLLOW-04] what the staff decides', () => {
  const who = { by: undefined, nowMs: startMs }
  const staffList = async (view: 'doubtful' | 'matched' | 'own' | 'decided' = 'doubtful') =>
    listStaffTitles(db, { view, query: '', page: 1, limit: 50, minScore: settings.minScore })
  async function decide(request: DecisionRequest, view: Parameters<typeof staffList>[0] = 'doubtful') {
    const [title] = (await staffList(view)).titles
    const outcome = await decideTitle(db, title?.id ?? 0, request, who)
    await settle()
    return outcome
  }

  it('about a doubtful match: it is confirmed, and taken back', async () => {
    await air([{ ru: 'Степной ветер', daysAgo: 1 }])
    expect(await staffList()).toMatchObject({
      titles: [{ score: 72, matchedVid: vid, reasons: ['title', 'duration'] }],
      counts: { doubtful: 1, matched: 0, own: 0, decided: 0 },
    })
    expect(await ofFilm()).toEqual([])
    const confirmed = await decide({ kind: 'confirm' })
    expect(await ofFilm()).toHaveLength(1)
    expect(await staffList('decided')).toMatchObject({ counts: { doubtful: 0, decided: 1 } })
    const changeId = confirmed.kind === 'changed' ? confirmed.changeId : 0
    expect(await undoContent(db, changeId, who)).toMatchObject({ kind: 'undone', undone: 1 })
    await settle()
    expect(await ofFilm()).toEqual([])
  })

  it('stays when the guide comes again: detached and attached by hand', async () => {
    await air([{ ...steppe, daysAgo: 1 }])
    await decide({ kind: 'detach' }, 'matched')
    expect(await ofFilm()).toEqual([])
    expect(await list()).toMatchObject([{ vid: null, name: 'Степной ветер' }])
    await air([
      { ...steppe, daysAgo: 1 },
      { ...steppe, daysAgo: 2 },
    ])
    expect(await ofFilm()).toEqual([])
    await decide({ kind: 'attach', vid }, 'decided')
    expect(await ofFilm()).toHaveLength(2)
    expect(await decide({ kind: 'attach', vid: 99_999 }, 'decided')).toEqual({ kind: 'unknown_title' })
    await decide({ kind: 'reset' }, 'decided')
    expect((await staffList('matched')).counts).toMatchObject({ matched: 1, decided: 0 })
  })

  it('needs something to confirm', async () => {
    await air([{ ru: 'Х/ф Старый сад', daysAgo: 1 }])
    expect(await decide({ kind: 'confirm' }, 'own')).toEqual({ kind: 'unmatched' })
    expect(await decideTitle(db, 99_999, { kind: 'detach' }, who)).toEqual({ kind: 'not_found' })
  })
})

it('[FOLLOW-04] what was broadcast long ago is forgotten, but not what was decided', async () => {
  await air([
    { ...steppe, daysAgo: 1 },
    { ru: 'Х/ф Старый сад', daysAgo: 1 },
  ])
  const matched = await listStaffTitles(db, { view: 'matched', query: '', page: 1, limit: 5, minScore: 75 })
  await decideTitle(db, matched.titles[0]?.id ?? 0, { kind: 'confirm' }, { by: undefined, nowMs: startMs })
  clock.setMs(startMs + 60 * dayMs)
  await titles.forgetOld()
  const { rows } = await sql<{ name: string }>`select name_ru as name from broadcast_title`.execute(db)
  expect(rows).toEqual([{ name: 'Степной ветер' }])
})
