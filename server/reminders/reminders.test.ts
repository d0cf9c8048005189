/** Reminders on a real database: they move with their programmes, come once, and become archive links. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notificationEndpoints } from '#server/api/notifications/notifications.ts'
import { reminderEndpoints } from '#server/api/reminders/reminders.ts'
import { openNotifications } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import {
  type RawProgramme,
  changeProgramme,
  hideChannels,
  openTelevision,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { maxReminders } from './reminder-rows.ts'
import { forgetEnded } from './forget-ended.ts'
import { type Reminders, openReminders } from './reminders.ts'
import { emptyCatalogue } from '#tests/kit/modules/empty-catalogue.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
/** 13:00 in Tashkent. */
const startMs = Date.UTC(2026, 10, 27, 8)
const clock = manualClock(startMs)

let database: TestDatabase
let db: Db
let cid = 0
let other = 0
let me = 0
let television: Awaited<ReturnType<typeof openTelevision>>
let reminders: Reminders
let calls: ReturnType<typeof reminderEndpoints>
let people: ReturnType<typeof accountsFixture>
const recorded = new Set<string>()

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
  reminders = process()
  const engine = { hasRecording: (channel: string) => recorded.has(channel) }
  const notifications = openNotifications({ db, clock, log: silentLog, accounts: people.accounts })
  calls = [
    ...reminderEndpoints({ clock, engine, reminders, television }),
    ...notificationEndpoints({ notifications, clock, television, catalogue: emptyCatalogue }),
  ]
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock.setMs(startMs)
  await sql`truncate programme, reminder, notification, programme_edit cascade`.execute(db)
  await sql`update channel set is_hidden = false`.execute(db)
  await television.reloadChannels()
  me = (await people.addAccount()).accountId
})
afterEach(() => recorded.clear())

/** The module of one process. */
function process(): Reminders {
  return openReminders({ db, jobDb: db, clock, log: silentLog, television })
}

function raw(
  beginMin: number,
  endMin: number,
  title: string,
  more: Partial<RawProgramme> = {},
): RawProgramme {
  return {
    beginMs: startMs + beginMin * minuteMs,
    endMs: startMs + endMin * minuteMs,
    title: { ru: title, uz: '' },
    description: { ru: '', uz: '' },
    genreCode: null,
    ageRating: '',
    assetId: null,
    ...more,
  }
}

/** What guides do: a delivery replaces the time it covers, and every process follows. */
async function deliver(programmes: readonly RawProgramme[], of = cid) {
  await publishGuide(db, new Map([[of, programmes]]))
  await television.reloadGuide()
  await reminders.follow()
}

const pidOf = (title: string, of = cid) =>
  television
    .now()
    .guide.all(of)
    .find((one) => one.title.ru === title)?.pid ?? 0

function by(name: string, raw: Record<string, unknown> = {}, accountId = me, language: 'ru' | 'uz' = 'ru') {
  return ask(calls, name, raw, { viewer: { accountId, sessionId: 's' }, language })
}
const add = (title: string, accountId = me, of = cid) =>
  by('reminders.add', { cid: of, pid: pidOf(title, of) }, accountId)

interface Listed {
  readonly id: number
  readonly title: string
  readonly begin_time: number
  readonly state: string
  readonly href: string
}
/** Title, minutes from the beginning, state. */
async function listed(accountId = me) {
  const { reminders: list } = (await by('reminders.list', {}, accountId)) as unknown as {
    reminders: Listed[]
  }
  return list.map((one) => [one.title, (one.begin_time * 1000 - startMs) / minuteMs, one.state])
}
async function hrefs() {
  return ((await by('reminders.list')) as unknown as { reminders: Listed[] }).reminders.map(
    ({ href }) => href,
  )
}
async function notices(accountId = me) {
  const { data } = (await by('notifications.list', {}, accountId)) as unknown as {
    data: readonly { title: string; body: string; href: string }[]
  }
  return data.map(({ title, body, href }) => ({ title, body, href }))
}

const evening = [
  raw(0, 60, 'Новости'),
  raw(60, 120, 'Концерт'),
  raw(120, 240, 'Футбол'),
  raw(240, 300, 'Кино'),
]

describe('[FOLLOW-01] a reminder', () => {
  it('is of a programme that is coming, once, and its viewer’s alone', async () => {
    await deliver(evening)
    const added = await add('Футбол')
    expect(added).toMatchObject({ was_there: 0 })
    expect(await add('Футбол')).toEqual({ ...added, was_there: 1 })
    await Promise.all([add('Концерт'), add('Концерт'), add('Концерт')])
    expect(await listed()).toEqual([
      ['Концерт', 60, 'coming'],
      ['Футбол', 120, 'coming'],
    ])
    const somebody = (await people.addAccount()).accountId
    expect(await listed(somebody)).toEqual([])
    const [first] = await db.selectFrom('reminder').select('reminder_id').orderBy('begin_at').execute()
    await by('reminders.remove', { id: first?.reminder_id }, somebody)
    expect(await listed()).toHaveLength(2)
    await by('reminders.remove', { id: first?.reminder_id })
    expect(await by('reminders.remove', { id: first?.reminder_id })).toEqual({})
    expect(await listed()).toEqual([['Футбол', 120, 'coming']])
  })

  it('is refused in words for what has begun, what is not in the guide, and above the limit', async () => {
    await deliver(evening)
    expect(await add('Новости')).toEqual({ refused: 'reminder_begun' })
    expect(await by('reminders.add', { cid, pid: 2_000_000_000 })).toEqual({ refused: 'programme_not_found' })
    expect(await by('reminders.add', { cid: other, pid: pidOf('Кино') })).toEqual({
      refused: 'programme_not_found',
    })
    await sql`insert into reminder (account_id, channel_id, programme_id, begin_at, end_at, title_ru, title_uz, state, created_at)
      select ${me}, ${other}, 1000000 + n, ${new Date(startMs + dayMs)}, ${new Date(startMs + 2 * dayMs)}, 'x', '', 'waiting', now()
      from generate_series(1, ${maxReminders - 1}) n`.execute(db)
    const outcomes = await Promise.all([add('Футбол'), add('Кино'), add('Концерт')])
    expect(outcomes.filter((one) => one['refused'] === 'reminders_full')).toHaveLength(2)
    expect(outcomes.filter((one) => one['was_there'] === 0)).toHaveLength(1)
  })

  it('moves with its programme, whatever the guide does with its id', async () => {
    await deliver(evening)
    await add('Футбол')
    await deliver([
      raw(0, 60, 'Новости'),
      raw(60, 150, 'Концерт'),
      raw(150, 270, 'Футбол'),
      raw(270, 300, 'Кино'),
    ])
    expect(await listed()).toEqual([['Футбол', 150, 'coming']])
    // By hours, as a whole.
    await deliver([raw(0, 150, 'Концерт'), raw(150, 270, 'Кино'), raw(500, 600, 'Футбол')])
    expect(await listed()).toEqual([['Футбол', 500, 'coming']])
    // By hand, however far.
    const who = { by: { staffId: 1, name: 'Aziza' }, nowMs: startMs }
    const times = { beginMs: startMs + 900 * minuteMs, endMs: startMs + 1000 * minuteMs }
    expect(await changeProgramme(db, { cid, pid: pidOf('Футбол'), times }, who)).toMatchObject({
      kind: 'changed',
    })
    await television.reloadGuide()
    await reminders.follow()
    expect(await listed()).toEqual([['Футбол', 900, 'coming']])
    const stored = await db.selectFrom('reminder').select(['begin_at', 'state']).execute()
    expect(stored).toEqual([{ begin_at: new Date(startMs + 900 * minuteMs), state: 'waiting' }])
  })

  it('of two programmes that exchange their places both move, for one viewer and for many', async () => {
    await deliver(evening)
    const people2 = [me, (await people.addAccount()).accountId]
    for (const one of people2) for (const title of ['Концерт', 'Футбол', 'Кино']) await add(title, one)
    await deliver([
      raw(0, 60, 'Новости'),
      raw(60, 120, 'Футбол'),
      raw(120, 240, 'Концерт'),
      raw(240, 300, 'Кино'),
    ])
    for (const one of people2)
      expect(await listed(one)).toEqual([
        ['Футбол', 60, 'coming'],
        ['Концерт', 120, 'coming'],
        ['Кино', 240, 'coming'],
      ])
  })

  it('follows a corrected title, and does not pass to another programme at its time', async () => {
    await deliver(evening)
    await add('Футбол')
    await deliver([raw(120, 240, 'Футбол: финал')])
    expect(await listed()).toEqual([['Футбол: финал', 120, 'coming']])
    await deliver([raw(120, 240, 'Опера')])
    expect(await listed()).toEqual([['Футбол: финал', 120, 'gone']])
    clock.setMs(startMs + 116 * minuteMs)
    expect(await reminders.remind()).toBe(0)
    // It comes back with the programme, and comes then.
    await deliver([raw(120, 240, 'Футбол: финал')])
    expect(await listed()).toEqual([['Футбол: финал', 120, 'coming']])
    expect(await reminders.remind()).toBe(1)
  })

  it('does not become that of a broadcast which is over', async () => {
    await deliver([raw(0, 60, 'Сериал'), raw(60, 120, 'Концерт'), raw(240, 300, 'Сериал')])
    clock.setMs(startMs + 100 * minuteMs)
    expect(await add('Сериал')).toEqual({ refused: 'reminder_begun' })
    expect(
      await by('reminders.add', { cid, pid: television.now().guide.all(cid).at(-1)?.pid }),
    ).toMatchObject({
      was_there: 0,
    })
    await deliver([raw(60, 120, 'Концерт'), raw(240, 300, 'Опера')])
    expect(await listed()).toEqual([['Сериал', 240, 'gone']])
  })

  it('waits while its channel is hidden', async () => {
    await deliver(evening)
    await add('Футбол')
    await db.transaction().execute((tx) => hideChannels(tx, [cid]))
    await television.reloadChannels()
    await reminders.follow()
    clock.setMs(startMs + 118 * minuteMs)
    expect(await listed()).toEqual([['Футбол', 120, 'hidden']])
    expect(await reminders.remind()).toBe(0)
    await sql`update channel set is_hidden = false`.execute(db)
    await television.reloadChannels()
    expect(await reminders.remind()).toBe(1)
  })
})

describe('[FOLLOW-01] the notification of a reminder', () => {
  it('comes as many minutes before as the viewer chose, once, from however many processes', async () => {
    await deliver(evening)
    const early = (await people.addAccount()).accountId
    const late = (await people.addAccount()).accountId
    expect(await by('reminders.settings', { minutes_before: 15 }, early)).toEqual({ minutes_before: 15 })
    await by('reminders.settings', { minutes_before: 0 }, late)
    expect(await by('reminders.settings', { minutes_before: 7 })).toEqual({ invalid: ['minutes_before'] })
    for (const one of [me, early, late]) await add('Футбол', one)
    const remindAt = async (minute: number) => {
      clock.setMs(startMs + minute * minuteMs)
      const counts = await Promise.all(Array.from({ length: 4 }, () => process().remind()))
      return counts.reduce((sum, count) => sum + count, 0)
    }
    const counts: [number, number][] = []
    for (let minute = 100; minute <= 122; minute += 1) {
      const count = await remindAt(minute)
      if (count > 0) counts.push([minute, count])
    }
    expect(counts).toEqual([
      [105, 1],
      [115, 1],
      [120, 1],
    ])
    const href = `/channel/${cid}?programme=${pidOf('Футбол')}`
    const body = 'На канале «one» в 15:00.'
    expect(await notices()).toEqual([{ title: 'Через 5 минут: Футбол', body, href }])
    expect(await notices(early)).toEqual([{ title: 'Через 15 минут: Футбол', body, href }])
    expect(await notices(late)).toEqual([{ title: 'Начинается: Футбол', body, href }])
    const uz = await by('notifications.list', {}, me, 'uz')
    expect(uz['data']).toMatchObject([
      { title: '5 daqiqadan keyin: Футбол', body: '«one» kanalida, soat 15:00 da.' },
    ])
  })

  it('comes late when nothing ran, while the programme is on the air, and not afterwards', async () => {
    await deliver(evening)
    await add('Концерт')
    await add('Футбол')
    clock.setMs(startMs + 130 * minuteMs)
    expect(await reminders.remind()).toBe(1)
    expect(await notices()).toMatchObject([{ title: 'Уже идёт: Футбол' }])
  })

  it('is written with its mark or not at all', async () => {
    await deliver(evening)
    await add('Футбол')
    clock.setMs(startMs + 116 * minuteMs)
    await sql`alter table notification add constraint broken check (title_ru not like 'Через%') not valid`.execute(
      db,
    )
    await expect(reminders.remind()).rejects.toThrow('broken')
    await sql`alter table notification drop constraint broken`.execute(db)
    expect(await reminders.remind()).toBe(1)
    expect(await reminders.remind()).toBe(0)
    expect(await notices()).toHaveLength(1)
  })

  it('comes at the new time when the guide changed while nothing followed it', async () => {
    await deliver(evening)
    await add('Футбол')
    await publishGuide(db, new Map([[cid, [raw(60, 140, 'Концерт'), raw(140, 260, 'Футбол')]]]))
    await television.reloadGuide()
    clock.setMs(startMs + 115 * minuteMs)
    expect(await reminders.remind()).toBe(0)
    clock.setMs(startMs + 135 * minuteMs)
    expect(await reminders.remind()).toBe(1)
    expect(await notices()).toMatchObject([
      { title: 'Через 5 минут: Футбол', body: 'На канале «one» в 15:20.' },
    ])
  })
})

describe('[FOLLOW-01] after its programme', () => {
  it('a reminder and its notification become the archive link, and later it goes', async () => {
    await deliver(evening)
    await add('Футбол')
    clock.setMs(startMs + 115 * minuteMs)
    await reminders.remind()
    const pid = pidOf('Футбол')
    clock.setMs(startMs + 200 * minuteMs)
    expect(await listed()).toEqual([['Футбол', 120, 'now']])
    expect(await hrefs()).toEqual([`/channel/${cid}`])
    clock.setMs(startMs + 241 * minuteMs)
    expect(await listed()).toEqual([['Футбол', 120, 'past']])
    expect(await hrefs(), 'nothing is recorded').toEqual([''])
    recorded.add(String(cid))
    expect(await hrefs()).toEqual([`/tvArchive/${cid}/${pid}`])
    expect(await notices()).toMatchObject([{ href: `/tvArchive/${cid}/${pid}` }])
    clock.setMs(startMs + 240 * minuteMs + 15 * dayMs + minuteMs)
    expect(await listed()).toEqual([])
    expect(await forgetEnded(db, clock.nowMs())).toBe(1)
  })
})
