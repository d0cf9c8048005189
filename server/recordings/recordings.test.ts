/** Recordings on a real database and a real archive: what viewers keep stays and plays, and nothing else does. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetPositionsOf } from './recordings.ts'
import { openRecordingsScenario, recordingsStartMs } from '#tests/kit/modules/recordings-scenario.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let scenario: Awaited<ReturnType<typeof openRecordingsScenario>>
let one = 0
let two = 0

beforeAll(async () => {
  scenario = await openRecordingsScenario()
  ;({ one, two } = scenario.cid)
  await scenario.record(one, -6, 0)
  await scenario.record(two, -6, 0)
}, 120_000)
afterAll(() => scenario.close())
beforeEach(async () => {
  scenario.clock.setMs(recordingsStartMs)
  Object.assign(scenario.settings, { days: 180, totalHours: 100 })
  await scenario.clear()
  await scenario.deliver(one, { [-5]: 'Матч', [-4]: 'Опера', [-3]: 'Кино', 1: 'Балет', 2: 'Цирк' })
  await scenario.deliver(two, { [-5]: 'Новости' })
})

type Call = (name: string, raw?: Record<string, unknown>) => Promise<Record<string, unknown>>

interface Shown {
  readonly id: number
  readonly title: string
  readonly state: string
  readonly begin_time: number
  readonly locked: number
  readonly opened_by: string
  readonly recorded_percent: number
  readonly position_sec: number
  readonly expires_at: number
}
const listOf = async (me: Call) =>
  (await me('list')) as unknown as { used_sec: number; granted_sec: number; recordings: Shown[] }
const keep = (me: Call, hour: number, cid = one) => me('add', { cid, pid: scenario.pidAt(cid, hour) })
const titles = async (me: Call) =>
  (await listOf(me)).recordings.map(({ title, state }) => `${title} ${state}`)

describe('[FOLLOW-03] a programme that a viewer keeps', () => {
  it('is stored once for two viewers, plays beyond the archive for them alone, and goes with the last', async () => {
    const [first, second, other] = [
      scenario.as(await scenario.addSubscriber(56)),
      scenario.as(await scenario.addSubscriber(56)),
      scenario.as(await scenario.addSubscriber(56)),
    ]
    const { id } = await keep(first, -5)
    expect(await keep(first, -5)).toEqual({ id, was_there: 1 })
    const { id: secondId } = await keep(second, -5)
    const window = {
      beginMs: recordingsStartMs - 5 * hourMs - 120_000,
      endMs: recordingsStartMs - 4 * hourMs + 120_000,
    }
    expect(scenario.engine.retainedWindows(String(one))).toEqual([window])
    scenario.clock.advanceMs(40 * dayMs)
    scenario.expire()
    // An hour and its padding, in files of ten minutes.
    expect(scenario.files(one).length).toBeGreaterThanOrEqual(7)
    expect(scenario.files(one).length).toBeLessThanOrEqual(10)
    const { url } = await first('url', { id })
    expect(url).toMatch(/^\/p\/[^/]+\/recording\//)
    const folder = String(url).replace('/master.m3u8', '')
    for (const name of ['master.m3u8', 'v.m3u8', 'manifest.mpd', `v/${window.beginMs}-1.m4s`])
      expect([name, (await scenario.fetch(`${folder}/${name}`)).status]).toEqual([name, 200])
    const playlist = await (await scenario.fetch(`${folder}/v.m3u8`)).text()
    expect(playlist).toContain('#EXT-X-ENDLIST')
    expect(playlist).toContain('TIME-OFFSET=120')
    // The archive itself opens nothing of it, nor does a recording of another viewer.
    expect(scenario.engine.hasRecording(String(one), window.beginMs, window.endMs)).toBe(false)
    expect(await other('url', { id })).toEqual({ refused: 'recording_not_found' })
    await first('remove', { id })
    scenario.clock.advanceMs(hourMs)
    await scenario.recordings.tidy()
    scenario.expire()
    expect(await second('url', { id: secondId })).toHaveProperty('url')
    expect(scenario.files(one).length).toBeGreaterThanOrEqual(7)
    await second('remove', { id: secondId })
    scenario.clock.advanceMs(hourMs)
    await scenario.recordings.tidy()
    scenario.expire()
    expect(scenario.files(one)).toEqual([])
    await scenario.record(one, -6, 0)
  })

  it('can be taken back for ten minutes, and then not', async () => {
    const me = scenario.as(await scenario.addSubscriber(56))
    const { id } = await keep(me, -5)
    await me('remove', { id })
    expect(await titles(me)).toEqual([])
    expect(await me('url', { id })).toEqual({ refused: 'recording_not_found' })
    scenario.clock.advanceMs(9 * 60_000)
    await scenario.recordings.tidy()
    expect(await me('restore', { id })).toEqual({})
    expect(await titles(me)).toEqual(['Матч ready'])
    await me('remove', { id })
    scenario.clock.advanceMs(11 * 60_000)
    expect(await me('restore', { id })).toEqual({ refused: 'recording_not_found' })
    await scenario.recordings.tidy()
    expect(scenario.engine.retainedWindows(String(one))).toEqual([])
  })

  it('says what is missing of it, and counts nothing where nothing was recorded', async () => {
    const me = scenario.as(await scenario.addSubscriber(56))
    await scenario.deliver(one, { [-6.5]: 'Полчаса без сигнала', 1: 'Без сигнала' })
    expect(await keep(me, -6.5)).toMatchObject({ was_there: 0 })
    await keep(me, 1)
    expect((await listOf(me)).used_sec).toBe(7200)
    scenario.clock.advanceMs(3 * hourMs)
    await scenario.recordings.tidy()
    const { recordings, used_sec: used } = await listOf(me)
    expect(recordings).toMatchObject([
      { state: 'failed', recorded_percent: 100 },
      { state: 'partial', recorded_percent: 50 },
    ])
    expect(used).toBe(3600)
  })

  it('moves with the guide until it is over, and returns after the guide had lost it', async () => {
    const me = scenario.as(await scenario.addSubscriber(56))
    await keep(me, 1)
    await keep(me, -5)
    await scenario.deliver(one, { [-2]: 'Матч', 3: 'Балет', 2: 'Цирк' })
    const shown = async () =>
      (await listOf(me)).recordings.map((each) => [
        each.title,
        each.state,
        (each.begin_time * 1000 - recordingsStartMs) / hourMs,
      ])
    expect(await shown()).toEqual([
      ['Балет', 'waiting', 3],
      ['Матч', 'ready', -5],
    ])
    const retained = () =>
      scenario.engine
        .retainedWindows(String(one))
        .map(({ beginMs }) => (beginMs + 120_000 - recordingsStartMs) / hourMs)
    expect(retained()).toEqual([-5, 3])
    await scenario.deliver(one, { 3: 'Другое' })
    expect((await shown())[0]).toEqual(['Балет', 'gone', 3])
    expect(retained()).toEqual([-5])
    expect((await listOf(me)).used_sec).toBe(3600)
    await scenario.deliver(one, { 4: 'Балет' })
    expect((await shown())[0]).toEqual(['Балет', 'waiting', 4])
    expect(retained()).toEqual([-5, 4])
  })
})

describe('[FOLLOW-03] the hours of the tariff', () => {
  it('add up over base tariff and additions, and refuse what does not fit, with words', async () => {
    const me = scenario.as(await scenario.addSubscriber(56, 57))
    expect((await listOf(me)).granted_sec).toBe(12 * 3600)
    await scenario.deliver(one, { [-5]: 'Матч', 1: 'Марафон' }, { endMs: recordingsStartMs + 12.5 * hourMs })
    await scenario.deliver(one, { 1: 'Балет', 2: 'Цирк', 20: 'Кино' })
    await sql`update programme set end_at = begin_at + interval '11 hours' where title_ru = 'Кино'`.execute(
      scenario.db,
    )
    await scenario.television.reloadGuide()
    await keep(me, 1)
    expect(await keep(me, 20)).toMatchObject({ was_there: 0 })
    expect(await keep(me, 2)).toEqual({ refused: 'recordings_full' })
    expect((await listOf(me)).used_sec).toBe(12 * 3600)
  })

  it('that become less delete nothing, and take nothing new until there is room', async () => {
    const accountId = await scenario.addSubscriber(57)
    const me = scenario.as(accountId)
    await keep(me, -5)
    await keep(me, -4)
    await scenario.billing.putTariff({ ...(await tariff(57)), recordingHours: 1 })
    await scenario.recordings.tidy()
    expect(await listOf(me)).toMatchObject({ used_sec: 7200, granted_sec: 3600 })
    expect(await keep(me, -3)).toEqual({ refused: 'recordings_full' })
    const { id } = (await listOf(me)).recordings[0] ?? { id: 0 }
    expect(await me('url', { id })).toHaveProperty('url')
    await scenario.billing.putTariff({ ...(await tariff(57)), recordingHours: 2 })
  })

  it('of two requests at once hold exactly', async () => {
    const me = scenario.as(await scenario.addSubscriber(57))
    const outcomes = await Promise.all([-5, -4, -3].map((hour) => keep(me, hour)))
    expect(outcomes.filter((each) => each['refused'] === 'recordings_full')).toHaveLength(1)
  })

  it('are none in a tariff that grants none, and a channel without an archive keeps nothing', async () => {
    const without = scenario.as(await scenario.addSubscriber(58))
    expect(await keep(without, -5)).toEqual({ refused: 'recording_no_hours' })
    const me = scenario.as(await scenario.addSubscriber(56))
    const { bare } = scenario.cid
    await scenario.deliver(bare, { 1: 'Кино' })
    expect(await keep(me, 1, bare)).toEqual({ refused: 'recording_not_possible' })
    expect(await keep(me, -5, two)).toEqual({ refused: 'not_subscribed' })
    await scenario.deliver(one, { [-20]: 'До архива' })
    expect(await keep(me, -20)).toEqual({ refused: 'not_recorded' })
    expect(await me('add', { cid: one, pid: 2_000_000_000 })).toEqual({ refused: 'programme_not_found' })
  })

  it('of the whole installation are a limit too, each programme counted once', async () => {
    const [me, other] = [
      scenario.as(await scenario.addSubscriber(56)),
      scenario.as(await scenario.addSubscriber(56)),
    ]
    await keep(me, -5)
    scenario.settings.totalHours = 1
    scenario.clock.advanceMs(120_000)
    expect(await keep(other, -4)).toEqual({ refused: 'recordings_storage' })
    expect(await keep(other, -5)).toMatchObject({ was_there: 0 })
  })
})

async function tariff(id: number) {
  const result = (await scenario.billing.tariffs()).get(id)
  if (result === undefined) throw new Error(`no tariff ${id}`)
  return result
}

describe('[FOLLOW-03] a channel that leaves the tariff', () => {
  it('keeps its recordings, locked, with the tariff that opens it, until it returns', async () => {
    const accountId = await scenario.addSubscriber(56)
    const me = scenario.as(accountId)
    const { id } = await keep(me, -5)
    const base = await tariff(56)
    await scenario.billing.putTariff({ ...base, channelIds: new Set() })
    scenario.clock.advanceMs(30 * dayMs)
    await scenario.recordings.tidy()
    scenario.expire()
    const [locked] = (await listOf(me)).recordings
    expect(locked).toMatchObject({ title: 'Матч', state: 'ready', locked: 1, opened_by: 'Тариф 57' })
    expect(await me('url', { id })).toEqual({ refused: 'not_subscribed' })
    await scenario.billing.putTariff(base)
    expect((await listOf(me)).recordings).toMatchObject([{ locked: 0, opened_by: '' }])
    expect(await me('url', { id })).toHaveProperty('url')
  })
})

describe('[FOLLOW-03] the age of recordings', () => {
  const notices = async (accountId: number) =>
    (
      await scenario.db.selectFrom('notification').selectAll().where('account_id', '=', accountId).execute()
    ).map((row) => [row.title_ru, row.body_ru, row.href])

  it('ends them a week after their viewer was told, once, also when the setting becomes less', async () => {
    const accountId = await scenario.addSubscriber(56)
    const me = scenario.as(accountId)
    await keep(me, -5)
    await keep(me, -4)
    scenario.clock.advanceMs(20 * dayMs)
    await scenario.recordings.tidy()
    expect(await notices(accountId)).toEqual([])
    scenario.settings.days = 10
    await scenario.recordings.tidy()
    await scenario.recordings.tidy()
    expect(await notices(accountId)).toEqual([
      [
        'Записи скоро удалятся',
        'Срок хранения заканчивается через неделю: «Матч», «Опера». Успейте посмотреть.',
        '/my/recordings',
      ],
    ])
    const [shown] = (await listOf(me)).recordings
    expect(shown?.expires_at).toBe((recordingsStartMs + 27 * dayMs) / 1000)
    scenario.clock.advanceMs(6.9 * dayMs)
    await scenario.recordings.tidy()
    expect(await titles(me)).toHaveLength(2)
    scenario.clock.advanceMs(0.2 * dayMs)
    await scenario.recordings.tidy()
    expect(await titles(me)).toEqual([])
    expect(scenario.engine.retainedWindows(String(one))).toEqual([])
  })
})

describe('[FOLLOW-03] recordings and accounts', () => {
  it('resume where the viewer stopped, and leave the disk with their account', async () => {
    const accountId = await scenario.addSubscriber(56)
    const me = scenario.as(accountId)
    const { id } = await keep(me, -5)
    expect(await me('position', { id, position: 1234 })).toEqual({})
    expect((await listOf(me)).recordings).toMatchObject([{ position_sec: 1234 }])
    const other = scenario.as(await scenario.addSubscriber(56))
    expect(await other('position', { id, position: 1 })).toEqual({ refused: 'recording_not_found' })
    expect(scenario.engine.retainedWindows(String(one))).toHaveLength(1)
    await sql`delete from recording where account_id = ${accountId}`.execute(scenario.db)
    await scenario.recordings.tidy()
    expect(scenario.engine.retainedWindows(String(one))).toEqual([])
  })

  it('are the account’s, and each says which profile keeps it', async () => {
    const accountId = await scenario.addSubscriber(56)
    const first = scenario.as(accountId)
    const second = scenario.as(accountId, { no: 3, isChild: false, limit: undefined })
    const { id } = await keep(second, -5)
    await keep(first, -4)
    expect(await keep(first, -5)).toEqual({ id, was_there: 1 })
    const shown = (await listOf(first)).recordings
    expect(shown).toMatchObject([
      { title: 'Опера', profile_no: 0 },
      { title: 'Матч', profile_no: 3 },
    ])
    expect(await listOf(second)).toEqual(await listOf(first))
    for (const [as, position] of [
      [first, 40],
      [second, 700],
    ] as const)
      expect(await as('position', { id, position })).toEqual({})
    const positions = async (as: typeof first) => (await listOf(as)).recordings.map((one) => one.position_sec)
    expect([await positions(first), await positions(second)]).toEqual([
      [0, 40],
      [0, 700],
    ])
    await scenario.db.transaction().execute((trx) => forgetPositionsOf(trx, { accountId, profileNo: 3 }))
    expect([await positions(first), await positions(second)]).toEqual([
      [0, 40],
      [0, 0],
    ])
    await first('remove', { id })
    expect(await keep(first, -5)).toEqual({ id, was_there: 0 })
    expect((await listOf(second)).recordings).toMatchObject([{ profile_no: 0 }, { profile_no: 0 }])
  })

  it('that came by themselves for a show do not return once they were deleted', async () => {
    const accountId = await scenario.addSubscriber(56)
    const me = scenario.as(accountId)
    const { rows } = await sql<{ id: number }>`insert into followed_programme
      (account_id, name_key, channel_id, title_ru, title_uz, seen_to, created_at)
      values (${accountId}, 'балет', ${one}, 'Балет', '', now(), now()) returning followed_programme_id as id`.execute(
      scenario.db,
    )
    const show = rows[0]?.id ?? 0
    const programme = scenario.television.now().guide.programme(scenario.pidAt(one, 1))
    if (programme === undefined) throw new Error('no programme')
    const add = async () =>
      (await scenario.recordings.addOfShow({ accountId, profileNo: 2 }, programme, show)).kind
    expect([await add(), await add()]).toEqual(['added', 'already'])
    const [shown] = (await listOf(me)).recordings
    expect(shown).toMatchObject({ profile_no: 2 })
    await me('remove', { id: shown?.id ?? 0 })
    expect(await add()).toBe('declined')
    scenario.clock.advanceMs(20 * 60_000)
    await scenario.recordings.tidy()
    expect(await add()).toBe('declined')
    expect(await keep(me, 1)).toMatchObject({ was_there: 0 })
    expect(await titles(me)).toEqual(['Балет waiting'])
    const closed = await scenario.addSubscriber()
    expect(
      (await scenario.recordings.addOfShow({ accountId: closed, profileNo: 0 }, programme, show)).kind,
    ).toBe('closed')
  })
})

describe('[PROF-02] a recording for a child', () => {
  const limit = { ageLimit: 6, aboveLimit: 'hide', channelIds: undefined, hours: undefined } as const
  const child = { no: 1, isChild: true, limit: { ...limit, minutesPerDay: undefined } }

  it.each([
    ['0+', true],
    ['18+', false],
    // What nobody rated, as on its channel.
    ['', false],
  ])('of what the guide has no more plays by its stored rating: %s', async (ageRating, plays) => {
    await scenario.deliver(one, { [-5]: 'Матч' }, { ageRating })
    const accountId = await scenario.addSubscriber(56)
    const { id } = await keep(scenario.as(accountId), -5)
    await scenario.deliver(one, { 1: 'Балет' })
    // The guide deletes what is long over.
    await sql`delete from programme where title_ru = 'Матч'`.execute(scenario.db)
    await scenario.television.reloadGuide()
    const asChild = scenario.as(accountId, child)
    const played = await asChild('url', { id, beats: 1 })
    if (!plays) return expect(played).toEqual({ refused: 'above_age_closed' })
    expect(played).toHaveProperty('url')
    // Heartbeats know it too.
    const beat = await asChild('streams.heartbeat', { stream_id: played['stream_id'] })
    expect(beat).toMatchObject({ state: 'going' })
  })

  it('follows the guide as long as that has the programme', async () => {
    await scenario.deliver(one, { [-5]: 'Матч' }, { ageRating: '0+' })
    const accountId = await scenario.addSubscriber(56)
    const { id } = await keep(scenario.as(accountId), -5)
    expect(await scenario.as(accountId, child)('url', { id })).toHaveProperty('url')
    await sql`update programme set age_rating = '18+' where title_ru = 'Матч'`.execute(scenario.db)
    await scenario.television.reloadGuide()
    const refused = await scenario.as(accountId, child)('url', { id })
    expect(refused).toEqual({ refused: 'above_age_closed' })
  })
})
