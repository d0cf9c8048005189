/** Reminders of programmes that the guide has no more, or has later: on a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { firstProfileOf } from '#server/platform/primitives/viewer.ts'
import {
  type RawProgramme,
  hideChannels,
  openTelevision,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { openReminders } from './reminders.ts'

const minuteMs = 60_000
/** 13:00 in Tashkent. */
const startMs = Date.UTC(2026, 10, 27, 8)
const clock = manualClock(startMs)

let database: TestDatabase
let db: Db
let cid = 0
let me = 0
let television: Awaited<ReturnType<typeof openTelevision>>
let people: ReturnType<typeof accountsFixture>

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
  people = accountsFixture(db, { clock })
  const [channel] = await publishChannels(db, [buildChannel('one')], startMs)
  cid = channel?.cid ?? 0
  television = await openTelevision(db, clock)
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock.setMs(startMs)
  await sql`truncate programme, reminder, notification, programme_edit, followed_programme cascade`.execute(
    db,
  )
  await sql`update channel set is_hidden = false`.execute(db)
  await television.reloadChannels()
  me = (await people.addAccount()).accountId
  await deliver(whole)
})

/** The module of one process. */
function process() {
  return openReminders({
    ...{ db, jobDb: db, clock, log: silentLog, television },
    // As the limits of profiles do: what the guide does not have is hidden from a profile with limits.
    isHiddenFrom: ({ ageLimit }, pid) => ageLimit < 18 && pid === 0,
  })
}

function raw(beginMin: number, endMin: number, title: string): RawProgramme {
  return {
    ...{ beginMs: startMs + beginMin * minuteMs, endMs: startMs + endMin * minuteMs },
    title: { ru: title, uz: title === 'Футбол' ? 'Futbol' : '' },
    ...{ description: { ru: '', uz: '' }, genreCode: null, ageRating: '', assetId: null },
  }
}

const concert = raw(0, 120, 'Концерт')
const football = raw(120, 240, 'Футбол')
const film = raw(240, 300, 'Кино')
const whole = [concert, football, film]
const without = [concert, raw(120, 240, 'Опера'), film]

async function deliver(programmes: readonly RawProgramme[]) {
  await publishGuide(db, new Map([[cid, programmes]]))
  await television.reloadGuide()
  await process().follow()
}

const add = async (accountId = me, title = 'Футбол', profileNo = 0) => {
  const programme = television
    .now()
    .guide.all(cid)
    .find((one) => one.title.ru === title)
  const added = await process().add({ accountId, profileNo }, cid, programme?.pid ?? 0)
  if (added.kind !== 'added') throw new Error(added.kind)
  return added.reminderId
}

/** The job of each minute, in two processes at once, from one minute to another. */
async function runTo(fromMin: number, toMin: number) {
  for (let minute = fromMin; minute <= toMin; minute += 1) {
    clock.setMs(startMs + minute * minuteMs)
    await Promise.all([process().remind(), process().remind()])
  }
}

/** Minute and Russian title of each notification. */
async function notices(accountId = me) {
  const rows = await db
    .selectFrom('notification')
    .select(['created_at', 'title_ru'])
    .where('account_id', '=', accountId)
    .orderBy('notification_id')
    .execute()
  return rows.map((row) => [(row.created_at.getTime() - startMs) / minuteMs, row.title_ru])
}

const stateOf = async () =>
  (await process().list(firstProfileOf(me))).map(({ state, programme }) => [state, programme === undefined])

describe('[FOLLOW-01] a programme that the guide has no more', () => {
  it('is told once, when the reminder would have come, with the way to the channel', async () => {
    await add()
    const early = (await people.addAccount()).accountId
    await add(early)
    await process().setMinutesBefore(firstProfileOf(early), 15)
    const nobody = (await people.addAccount()).accountId
    await add(nobody, 'Кино')
    clock.setMs(startMs + 60 * minuteMs)
    await deliver(without)
    await deliver(without)
    await runTo(61, 104)
    expect([await notices(), await notices(early)]).toEqual([[], []])
    await runTo(105, 110)
    await deliver(without)
    await runTo(111, 200)
    expect(await notices()).toEqual([[115, 'Снята с программы: Футбол']])
    expect(await notices(early)).toEqual([[105, 'Снята с программы: Футбол']])
    expect(await notices(nobody)).toEqual([])
    expect(await stateOf()).toEqual([['gone', true]])
    const [notice] = await db.selectFrom('notification').selectAll().where('account_id', '=', me).execute()
    expect(notice).toMatchObject({
      ...{ title_uz: 'Dasturdan olib tashlandi: Futbol', profile_no: 0, href: `/channel/${cid}` },
      body_ru: 'В программе канала «one» на 15:00 её больше нет.',
      body_uz: '«one» kanalining soat 15:00 dagi dasturida u endi yoʻq.',
      push_until: new Date(startMs + 125 * minuteMs),
    })
  })

  it('and that came back, or moved, is reminded of as usual', async () => {
    await add()
    await deliver(without)
    await runTo(1, 60)
    await deliver(whole)
    await runTo(61, 80)
    await deliver([concert, raw(130, 240, 'Футбол'), film])
    await runTo(81, 140)
    expect(await notices()).toEqual([[125, 'Через 5 минут: Футбол']])
  })

  it('for a moment only, just before it begins, is not told', async () => {
    await add()
    await runTo(1, 114)
    clock.setMs(startMs + 114.5 * minuteMs)
    await deliver(without)
    await runTo(115, 116)
    await deliver(whole)
    await runTo(117, 130)
    expect(await notices()).toEqual([[117, 'Через 3 минуты: Футбол']])
  })

  it('after it was reminded of is told too, before it begins, and not while it is on', async () => {
    await add()
    await runTo(110, 115)
    clock.setMs(startMs + 116 * minuteMs)
    await deliver(without)
    await runTo(117, 130)
    const expected = [
      [115, 'Через 5 минут: Футбол'],
      [119, 'Снята с программы: Футбол'],
    ]
    expect(await notices()).toEqual(expected)
    const late = (await people.addAccount()).accountId
    clock.setMs(startMs)
    await deliver(whole)
    await add(late)
    await runTo(110, 130)
    await deliver(without)
    await runTo(131, 200)
    expect(await notices(late)).toEqual([[115, 'Через 5 минут: Футбол']])
  })

  it('is reminded of when it comes back after that was told, and nothing is told a second time', async () => {
    await add()
    await deliver(without)
    await runTo(110, 116)
    await deliver(whole)
    await runTo(117, 117)
    await deliver(without)
    await runTo(118, 150)
    expect(await notices()).toEqual([
      [115, 'Снята с программы: Футбол'],
      [117, 'Через 3 минуты: Футбол'],
    ])
  })

  it('is not told where the guide ends before it, and where the channel is hidden', async () => {
    await add()
    await deliver([concert])
    await sql`delete from programme where begin_at >= ${new Date(startMs + 120 * minuteMs)}`.execute(db)
    await television.reloadGuide()
    await process().follow()
    expect(await stateOf()).toEqual([['gone', true]])
    await runTo(110, 118)
    expect(await notices()).toEqual([])
    await deliver(without)
    await db.transaction().execute((tx) => hideChannels(tx, [cid]))
    await television.reloadChannels()
    await runTo(119, 121)
    expect(await notices()).toEqual([])
    await sql`update channel set is_hidden = false`.execute(db)
    await television.reloadChannels()
    await runTo(122, 123)
    expect(await notices()).toEqual([[122, 'Снята с программы: Футбол']])
  })

  it('is not told where the guide has a hole then', async () => {
    await add()
    await deliver([concert, film])
    await sql`delete from programme where begin_at = ${new Date(startMs + 120 * minuteMs)}`.execute(db)
    await television.reloadGuide()
    await process().follow()
    expect(await stateOf()).toEqual([['gone', true]])
    await runTo(110, 121)
    expect(await notices()).toEqual([])
  })

  it('is told for a followed show only where no other broadcast of it is near', async () => {
    const { followed_programme_id: show } = await db
      .insertInto('followed_programme')
      .values({
        ...{ account_id: me, name_key: 'футбол', channel_id: 0, title_ru: 'Футбол', title_uz: 'Futbol' },
        ...{ reminds: true, seen_to: new Date(startMs), created_at: new Date(startMs) },
      })
      .returning('followed_programme_id')
      .executeTakeFirstOrThrow()
    for (const title of ['Футбол', 'Кино']) {
      const id = await add(me, title)
      await db
        .updateTable('reminder')
        .set({ followed_programme_id: show })
        .where('reminder_id', '=', id)
        .execute()
    }
    await deliver(without)
    await runTo(110, 130)
    expect(await notices()).toEqual([])
    await deliver([concert, raw(120, 240, 'Опера'), raw(240, 300, 'Балет')])
    await runTo(131, 250)
    expect(await notices()).toEqual([
      [131, 'Снята с программы: Футбол'],
      [235, 'Снята с программы: Кино'],
    ])
  })

  it('is told to a profile with limits unless these are newer than the reminder', async () => {
    const at = (minute: number) => new Date(startMs + minute * minuteMs)
    for (const [no, changed] of [
      [1, -10],
      [2, 10],
    ] as const) {
      await db
        .insertInto('profile')
        .values({
          ...{ account_id: me, profile_no: no, name: `P${no}`, name_key: `p${no}`, picture: 'cat' },
          ...{ colour: 'lapis', language: 'ru', is_child: true, age_limit: 6, above_limit: 'hide' },
          ...{ created_at: at(-10), updated_at: at(changed) },
        })
        .execute()
      await add(me, 'Футбол', no)
    }
    await deliver(without)
    await runTo(110, 130)
    const rows = await db
      .selectFrom('notification')
      .select('profile_no')
      .where('account_id', '=', me)
      .execute()
    expect(rows.map((row) => row.profile_no)).toEqual([1])
  })

  it('is told with the mark or not at all', async () => {
    await add()
    await deliver(without)
    clock.setMs(startMs + 116 * minuteMs)
    await sql`alter table notification add constraint broken check (title_ru not like 'Снята%') not valid`.execute(
      db,
    )
    await expect(process().remind()).rejects.toThrow('broken')
    await sql`alter table notification drop constraint broken`.execute(db)
    await runTo(117, 119)
    expect(await notices()).toEqual([[117, 'Снята с программы: Футбол']])
  })
})

describe('[FOLLOW-01] a programme that moves after its reminder came', () => {
  it('is reminded of again when it comes later', async () => {
    await add()
    await runTo(110, 116)
    await deliver([raw(0, 180, 'Концерт'), raw(180, 240, 'Футбол'), film])
    expect(await stateOf()).toEqual([['waiting', false]])
    await runTo(117, 200)
    expect(await notices()).toEqual([
      [115, 'Через 5 минут: Футбол'],
      [175, 'Через 5 минут: Футбол'],
    ])
  })

  it('is not for some minutes, nor for an earlier begin', async () => {
    await add()
    await runTo(110, 115)
    await deliver([raw(0, 125, 'Концерт'), raw(125, 240, 'Футбол'), film])
    await runTo(116, 117)
    await deliver([raw(0, 118, 'Концерт'), raw(118, 240, 'Футбол'), film])
    await runTo(118, 200)
    expect(await notices()).toEqual([[115, 'Через 5 минут: Футбол']])
    expect(await stateOf()).toEqual([['reminded', false]])
  })

  it('is reminded of again too where the guide lost it in between', async () => {
    await add()
    await runTo(110, 115)
    await deliver(without)
    await runTo(116, 116)
    await deliver([raw(0, 200, 'Концерт'), raw(200, 260, 'Футбол'), raw(260, 300, 'Кино')])
    await runTo(117, 260)
    expect(await notices()).toEqual([
      [115, 'Через 5 минут: Футбол'],
      [195, 'Через 5 минут: Футбол'],
    ])
  })
})
