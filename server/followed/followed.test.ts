/** Followed shows on a real database: their broadcasts gather, what is new is marked, reminders come by themselves. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { followedEndpoints } from '#server/api/followed/followed.ts'
import { reminderEndpoints } from '#server/api/reminders/reminders.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { openReminders } from '#server/reminders/reminders.ts'
import {
  type ProgrammeRecord,
  type RawProgramme,
  openTelevision,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { type Followed, maxFollowed, openFollowed } from './followed.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const startMs = Date.UTC(2026, 10, 27, 8)
const clock = manualClock(startMs)

let database: TestDatabase
let db: Db
let cid = 0
let other = 0
let me = 0
let television: Awaited<ReturnType<typeof openTelevision>>
let followed: Followed
let reminders: ReturnType<typeof openReminders>
let calls: ReturnType<typeof followedEndpoints>
/** Account, programme and show of what was kept by itself. */
let saved: (readonly number[])[] = []
let people: ReturnType<typeof accountsFixture>

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
  people = accountsFixture(db, { clock })
  const sources = [{ url: 'http://tv.example/1.ts', protocol: 'http-ts' as const }]
  const channels = await publishChannels(
    db,
    ['one', 'two'].map((key) => buildChannel(key, { source: { kind: 'recorded', sources } })),
    startMs,
  )
  ;[cid = 0, other = 0] = channels.map((one) => one.cid)
  television = await openTelevision(db, clock)
  const deps = { db, jobDb: db, clock, log: silentLog, television }
  reminders = openReminders(deps)
  const addOfShow = async ({ accountId }: ProfileKey, programme: ProgrammeRecord, followedId: number) => {
    saved.push([accountId, programme.pid, followedId])
    return { kind: 'added', id: saved.length } as const
  }
  followed = openFollowed({ ...deps, reminders, recordings: { addOfShow } })
  // The archive of the first channel reaches back three hours.
  const engine = {
    hasRecording: (channel: string, beginMs: number) =>
      channel === String(cid) && beginMs >= clock.nowMs() - 3 * hourMs,
  }
  calls = [
    ...followedEndpoints({ clock, engine, followed, television }),
    ...reminderEndpoints({ clock, engine, reminders, television }),
  ]
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock.setMs(startMs)
  saved = []
  await sql`truncate programme, reminder, followed_programme cascade`.execute(db)
  me = (await people.addAccount()).accountId
})

/** Programmes of an hour each; by hours from the start. */
async function deliver(
  of: number,
  titles: Readonly<Record<number, string>>,
  more: Partial<RawProgramme> = {},
) {
  const programmes = Object.entries(titles).map(([hour, title]) => ({
    beginMs: startMs + Number(hour) * hourMs,
    endMs: startMs + (Number(hour) + 1) * hourMs,
    title: { ru: title, uz: '' },
    description: { ru: '', uz: '' },
    ...{ genreCode: null, ageRating: '', assetId: null },
    ...more,
  }))
  await publishGuide(db, new Map([[of, programmes]]))
  await television.reloadGuide()
  await reminders.follow()
  await followed.remindOfNew()
}

const by = (name: string, raw: Record<string, unknown> = {}, accountId = me) =>
  ask(calls, name, raw, { viewer: { accountId, sessionId: 's' } })
const pidAt = (hour: number, of = cid) =>
  television
    .now()
    .guide.all(of)
    .find(({ beginMs }) => beginMs === startMs + hour * hourMs)?.pid ?? 0
const follow = (hour: number, of = cid) => by('followed.add', { cid: of, pid: pidAt(hour, of) })

interface Shown {
  readonly id: number
  readonly title: string
  readonly channel_name: string
  readonly new_count: number
  readonly pids: readonly number[]
  readonly similar: { readonly title: string } | null
  readonly broadcasts: readonly {
    readonly title: string
    readonly begin_time: number
    readonly episode: number | null
    readonly state: string
    readonly href: string
    readonly is_new: number
  }[]
}
const list = async () => ((await by('followed.list')) as unknown as { shows: Shown[] }).shows
/** Hour, episode, state, and whether it is new. */
const broadcasts = async () =>
  (await list())[0]?.broadcasts.map((one) => [
    (one.begin_time * 1000 - startMs) / hourMs,
    one.episode,
    one.state,
    one.is_new,
  ])
const remindedHours = async () => {
  const { reminders: all } = (await by('reminders.list')) as unknown as {
    reminders: { begin_time: number; id: number }[]
  }
  return all.map((one) => (one.begin_time * 1000 - startMs) / hourMs)
}

describe('[FOLLOW-02] a followed show', () => {
  it('gathers its broadcasts on every channel, whatever the guides call them', async () => {
    await deliver(cid, {
      [-20]: 'Кухня, 1 серия',
      [-2]: 'Т/с «Кухня», 2 сезон, 4 серия',
      0: 'Новости',
      2: 'КУХНЯ. Сезон 2. Серия 5 (16+)',
      3: 'Кухня. Война за отель',
    })
    await deliver(other, { 1: 'Kuxnya 2-mavsum, 4-qism', 5: 'Кухня S02E06' })
    expect(await follow(2)).toMatchObject({ was_there: 0 })
    expect(await follow(-2)).toMatchObject({ was_there: 1 })
    // Older than the archive reaches back, and another show, are not in it.
    expect(await broadcasts()).toEqual([
      [-2, 4, 'past', 0],
      [1, 4, 'next', 0],
      [2, 5, 'next', 0],
      [5, 6, 'next', 0],
    ])
    const [show] = await list()
    expect([show?.channel_name, show?.pids.length]).toEqual(['', 5])
    expect(show?.broadcasts[0]?.href).toBe(`/tvArchive/${cid}/${pidAt(-2)}`)
  })

  it('marks what is new until the viewer has seen it, and no repeat', async () => {
    await deliver(cid, { 1: 'Кухня, 4 серия', 2: 'Кухня, 5 серия' })
    await follow(1)
    await deliver(cid, { 30: 'Кухня, 5 серия', 31: 'Кухня, 6 серия', 32: 'Кухня, 6 серия' })
    expect((await broadcasts())?.map(([hour, , , isNew]) => [hour, isNew])).toEqual([
      [1, 0],
      [2, 0],
      [30, 0],
      [31, 1],
      [32, 0],
    ])
    expect((await list())[0]?.new_count).toBe(1)
    await by('followed.seen')
    expect((await list())[0]?.new_count).toBe(0)
  })

  it('without numbered episodes is that of its channel: others have another one of the name', async () => {
    await deliver(cid, { 1: 'Новости', 3: 'Новости' })
    await deliver(other, { 2: 'Новости' })
    await follow(1)
    const [show] = await list()
    expect(show?.channel_name).toBe('one')
    expect((await broadcasts())?.map(([hour]) => hour)).toEqual([1, 3])
    await follow(2, other)
    expect(await list()).toHaveLength(2)
  })

  it('that was renamed says so and offers the similar one; a typing error does not part it', async () => {
    await deliver(cid, { 1: 'Вечерний Ургант', 2: 'Вечерний Ургонт' })
    await follow(1)
    expect((await broadcasts())?.map(([hour]) => hour)).toEqual([1, 2])
    await deliver(cid, { 1: 'Вечерний Ургант. Дайджест', 2: 'Опера' })
    const [renamed] = await list()
    expect(renamed).toMatchObject({ title: 'Вечерний Ургант', broadcasts: [] })
    expect(renamed?.similar?.title).toBe('Вечерний Ургант. Дайджест')
    await deliver(cid, { 1: 'Балет', 2: 'Опера' })
    expect((await list())[0]).toMatchObject({ broadcasts: [], similar: null })
  })

  it('that was renamed offers the similar one while its past broadcasts are still in the archive', async () => {
    await deliver(cid, { [-2]: 'Вечерний Ургант', 1: 'Вечерний Ургант', 2: 'Вечерний Ургант. Дайджест' })
    await follow(1)
    expect((await list())[0]?.similar).toBeNull()
    await deliver(cid, { 1: 'Балет', 250: 'Вечерний Ургант. Дайджест' })
    // The next one of a weekly show may not be in the guide yet.
    expect((await broadcasts())?.map(([hour, , state]) => [hour, state])).toEqual([[-2, 'past']])
    expect((await list())[0]?.similar).toBeNull()
    clock.setMs(startMs + 200 * hourMs)
    await television.reloadGuide()
    expect((await list())[0]?.similar?.title).toBe('Вечерний Ургант. Дайджест')
    // What is followed too is no other name of it.
    await follow(250)
    expect((await list()).map(({ similar }) => similar)).toEqual([null, null])
  })

  it('that goes on under another name keeps its switches, and brings what is new at once', async () => {
    await deliver(cid, { 1: 'Вечерний Ургант' })
    const { id } = await follow(1)
    await by('followed.settings', { id, reminds: 1 })
    await by('followed.recording', { id, records: 1 })
    await deliver(cid, { 1: 'Вечерний Ургант. Дайджест' })
    saved = []
    const renamed = { cid, pid: pidAt(1), replaces: id }
    expect(await by('followed.add', renamed)).toMatchObject({ id, was_there: 0, pids: [pidAt(1)] })
    const shows = (await by('followed.list'))['shows']
    expect(shows).toMatchObject([{ id, title: 'Вечерний Ургант. Дайджест', reminds: 1, records: 1 }])
    expect([await remindedHours(), saved]).toEqual([[1], [[me, pidAt(1), id]]])
    // A second press, and a show of somebody else, change nothing.
    expect(await by('followed.add', renamed)).toMatchObject({ id, was_there: 1 })
    const somebody = (await people.addAccount()).accountId
    expect(await by('followed.add', renamed, somebody)).toMatchObject({ was_there: 0 })
    expect([await list(), await remindedHours()]).toMatchObject([[{ id }], [1]])
  })

  it('that replaces another one becomes one with it', async () => {
    await deliver(cid, { 1: 'Вечерний Ургант', 2: 'Вечерний Ургант. Дайджест' })
    const [former, latter] = [(await follow(1))['id'], (await follow(2))['id']]
    await by('followed.settings', { id: former, reminds: 1 })
    expect(await remindedHours()).toEqual([1])
    const answer = await by('followed.add', { cid, pid: pidAt(2), replaces: former })
    expect(answer).toMatchObject({ id: latter, was_there: 1 })
    expect((await by('followed.list'))['shows']).toMatchObject([{ id: latter, reminds: 1 }])
    expect(await remindedHours()).toEqual([2])
  })

  it('is refused in words for a title that names no show, and above the limit', async () => {
    await deliver(cid, { 1: '5 серия', 2: 'Кухня', 3: 'Опера' })
    expect(await follow(1)).toEqual({ refused: 'not_a_show' })
    expect(await by('followed.add', { cid, pid: 2_000_000_000 })).toEqual({ refused: 'programme_not_found' })
    await sql`insert into followed_programme (account_id, name_key, channel_id, title_ru, title_uz, seen_to, created_at)
      select ${me}, 'x' || n, 0, 'x', '', now(), now() from generate_series(1, ${maxFollowed - 1}) n`.execute(
      db,
    )
    const outcomes = await Promise.all([follow(2), follow(3)])
    expect(outcomes.filter((one) => one['refused'] === 'followed_full')).toHaveLength(1)
  })
})

describe('[FOLLOW-03] recordings of every new broadcast', () => {
  it('are kept by themselves for two days ahead, once an episode, while it is wanted', async () => {
    await deliver(cid, {
      1: 'Кухня, 4 серия',
      2: 'Кухня, 4 серия',
      3: 'Кухня, 5 серия',
      60: 'Кухня, 9 серия',
    })
    const { id } = await follow(1)
    expect(saved).toEqual([])
    expect(await by('followed.recording', { id, records: 1 })).toEqual({ records: 1 })
    expect(saved.map(([account, pid]) => [account, pid])).toEqual([
      [me, pidAt(1)],
      [me, pidAt(3)],
    ])
    expect((await by('followed.list'))['shows']).toMatchObject([{ records: 1, reminds: 0 }])
    saved = []
    await by('followed.recording', { id, records: 0 })
    await followed.remindOfNew()
    expect(saved).toEqual([])
    expect(await by('followed.recording', { id: 12_345, records: 1 })).toEqual({
      refused: 'followed_not_found',
    })
  })
})

describe('[FOLLOW-02] reminders of every new broadcast', () => {
  it('come by themselves for two days ahead, once an episode, and not again where the viewer removed one', async () => {
    await deliver(cid, {
      1: 'Кухня, 4 серия',
      2: 'Кухня, 4 серия',
      3: 'Кухня, 5 серия',
      60: 'Кухня, 9 серия',
    })
    const { id } = await follow(1)
    expect(await remindedHours()).toEqual([])
    expect(await by('followed.settings', { id, reminds: 1 })).toEqual({ reminds: 1 })
    expect(await remindedHours()).toEqual([1, 3])
    const all = (await by('reminders.list'))['reminders'] as readonly { id: number }[]
    await by('reminders.remove', { id: all[0]?.id })
    await deliver(cid, { 26: 'Кухня, 6 серия' })
    expect(await remindedHours()).toEqual([3, 26])
    // Added by hand it is there again.
    expect(await by('reminders.add', { cid, pid: pidAt(1) })).toMatchObject({ was_there: 1 })
    expect(await remindedHours()).toEqual([1, 3, 26])
    // With the end of following all go that came by themselves.
    await by('followed.remove', { id })
    expect(await remindedHours()).toEqual([1])
    expect(await by('followed.settings', { id, reminds: 1 })).toEqual({ refused: 'followed_not_found' })
  })

  it('belong to the viewer alone', async () => {
    await deliver(cid, { 1: 'Кухня, 4 серия' })
    const { id } = await follow(1)
    const somebody = (await people.addAccount()).accountId
    expect(await by('followed.settings', { id, reminds: 1 }, somebody)).toEqual({
      refused: 'followed_not_found',
    })
    await by('followed.remove', { id }, somebody)
    expect(await list()).toHaveLength(1)
  })

  it('come to everybody who follows, up to the limit of each, and go on where a run was interrupted', async () => {
    await deliver(cid, { 1: 'Кухня, 4 серия', 3: 'Кухня, 5 серия' })
    const { id } = await follow(1)
    await db.updateTable('followed_programme').set({ reminds: true }).execute()
    const others = [await people.addAccount(), await people.addAccount()].map((one) => one.accountId)
    const [second = 0, full = 0] = others
    await sql`insert into followed_programme (account_id, name_key, channel_id, title_ru, title_uz, reminds, seen_to, created_at)
      select follower, name_key, channel_id, title_ru, title_uz, true, seen_to, created_at
      from followed_programme, unnest(${others}::integer[]) as follower`.execute(db)
    // It has 199 reminders of its own, and one that is not counted.
    await sql`insert into reminder (account_id, channel_id, programme_id, begin_at, end_at, title_ru, title_uz, state, created_at)
      select ${full}, ${other}, 1000000 + n, ${new Date(startMs + hourMs)}, ${new Date(startMs + 2 * hourMs)}, '', '',
        case when n = 0 then 'declined' else 'waiting' end, now() from generate_series(0, 199) as n`.execute(
      db,
    )
    const hoursOf = async (accountId: number) => {
      const rows = await db
        .selectFrom('reminder')
        .select('begin_at')
        .where('account_id', '=', accountId)
        .where('followed_programme_id', 'is not', null)
        .orderBy('begin_at')
        .execute()
      return rows.map((row) => (row.begin_at.getTime() - startMs) / hourMs)
    }
    await followed.remindOfNew(AbortSignal.abort())
    expect(await hoursOf(second)).toEqual([])
    await db
      .updateTable('followed_progress')
      .set({ after_id: Number(id) })
      .execute()
    await followed.remindOfNew()
    expect([await hoursOf(me), await hoursOf(second), await hoursOf(full)]).toEqual([[], [1, 3], [1]])
    await followed.remindOfNew()
    await followed.remindOfNew()
    expect([await hoursOf(me), await hoursOf(second), await hoursOf(full)]).toEqual([[1, 3], [1, 3], [1]])
    // One that the guide moved behind its end waits again.
    clock.setMs(startMs + 2 * hourMs)
    await sql`update reminder set begin_at = ${new Date(startMs - 2 * hourMs)}, end_at = ${new Date(startMs - hourMs)},
      state = 'reminded' where account_id = ${me} and begin_at = ${new Date(startMs + 3 * hourMs)}`.execute(
      db,
    )
    await followed.remindOfNew()
    expect(await hoursOf(me)).toEqual([1, 3])
  })
})
