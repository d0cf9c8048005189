/** What belongs to a profile is seen by no other one of its account, and goes with it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationEndpoints } from '#server/api/notifications/notifications.ts'
import { viewingEndpoints } from '#server/api/viewing/viewing.ts'
import { beginDownload, renewDownloads } from '#server/downloads/downloads.ts'
import { openNotifications, writeNotification } from '#server/notifications/notifications.ts'
import { silentLog } from '#server/platform/log/log.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { forgetsOfProfile } from '#server/profile-parts.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { type ViewingFixture, viewingFixture } from '#tests/kit/modules/viewing-module.ts'

const database = await createTestDatabase()
const { db } = database
let fixture: ViewingFixture
let accountId = 0
beforeAll(async () => {
  fixture = await viewingFixture(db)
  accountId = await fixture.newViewer()
})
afterAll(() => database.drop())

const people = accountsFixture(db)
const { clock } = people
const notifications = openNotifications({ db, clock, log: silentLog, accounts: people.accounts })

function viewerOf(no: number, isChild = false): Viewer {
  return { accountId, sessionId: 's', profile: { no, isChild, limit: undefined } }
}

/** Calls an endpoint of viewing or notifications with a profile. */
function as(no: number, name: string, raw: Record<string, unknown> = {}, isChild = false) {
  const television = { now: () => ({ guide: { programme: () => undefined } }) }
  const { catalogue } = fixture.parts
  const endpoints = [
    ...viewingEndpoints(fixture.parts),
    ...notificationEndpoints({ notifications, clock, television, catalogue } as unknown as Parameters<
      typeof notificationEndpoints
    >[0]),
  ]
  return ask(endpoints, name, raw, { viewer: viewerOf(no, isChild) })
}

/** Everything that the endpoints give of a profile. */
async function seen(no: number) {
  const { film } = fixture
  return {
    favourites: await as(no, 'viewing.favourites'),
    rating: (await as(no, 'viewing.rating', { vid: film }))['rating'],
    positions: await as(no, 'viewing.positions', { content_id: film }),
    viewing: await as(no, 'viewing.viewing'),
    viewed: await as(no, 'viewing.viewed'),
    notices: ((await as(no, 'notifications.list'))['data'] as { title: string }[]).map(({ title }) => title),
  }
}

function notice(title: string, profileNo?: number) {
  return writeNotification(db, {
    ...{ accountId, title: { ru: title, uz: title }, body: { ru: '', uz: '' }, createdAtMs: clock.nowMs() },
    ...(profileNo === undefined ? {} : { profileNo }),
  })
}

describe('[PROF-01] what a profile does', () => {
  it('is seen by no other profile, by no endpoint, and its rating counts once', async () => {
    const { film, cid, fileOf } = fixture
    const nothing = await seen(2)
    await as(1, 'viewing.settingsSet', { vid: film, is_favorited: 1 })
    await as(1, 'viewing.settingsSave', { favorite_channel: cid })
    await as(1, 'viewing.ratingSet', { vid: film, rating: 9 })
    await as(1, 'viewing.positionSet', { content_id: film, asset_id: fileOf(film), position: 700 })
    await notice('of the first child', 1)
    const own = await seen(1)
    expect(own).toMatchObject({ favourites: { vids: [film] }, rating: 9, notices: ['of the first child'] })
    expect(await seen(2)).toEqual(nothing)
    expect(await as(2, 'viewing.settingsSave', { favorite_channel: cid })).toEqual({
      favorite_channels: [cid],
    })
    expect(await as(2, 'viewing.ratingSet', { vid: film, rating: 5 })).toMatchObject({ rating: 5, count: 2 })
    await as(2, 'viewing.forget')
    await as(2, 'viewing.settingsSet', { vid: film, is_favorited: 0 })
    expect(await seen(1)).toEqual(own)
  })

  it('of notifications is read by itself, and those of the account come to no child', async () => {
    const upTo = await notice('of the account')
    await as(1, 'notifications.readAll', { up_to: upTo })
    const unread = async (no: number, isChild = false) =>
      (await as(no, 'notifications.wait', {}, isChild))['unread_count']
    expect(await unread(1)).toBe(0)
    expect(await unread(2)).toBe(1)
    await notice('again of the account')
    expect([await unread(1), await unread(2), await unread(2, true)]).toEqual([1, 2, 0])
    const listed = (await as(2, 'notifications.list', {}, true))['data']
    expect(listed).toEqual([])
  })

  it('is all deleted with the profile, and nothing of another one', async () => {
    await sql`insert into reminder (account_id, profile_no, channel_id, programme_id, begin_at, end_at, title_ru,
        title_uz, state, created_at)
      select ${accountId}, no, ${fixture.cid}, 5, now(), now() + interval '1 hour', 'a', 'a', 'waiting', now()
      from generate_series(1, 2) no`.execute(db)
    await sql`insert into followed_programme (account_id, profile_no, name_key, channel_id, title_ru, title_uz,
        seen_to, created_at)
      select ${accountId}, no, 'a', 0, 'a', 'a', now(), now() from generate_series(1, 2) no`.execute(db)
    const key = { accountId, profileNo: 1 }
    await sql`insert into profile_watching (account_id, profile_no, day, session_id, watched_ms, last_at)
      select ${accountId}, no, '2026-11-29', 's', 60000, now() from generate_series(1, 2) no`.execute(db)
    await db.transaction().execute(async (trx) => {
      for (const forget of forgetsOfProfile) await forget(trx, key)
    })
    const { rows } = await sql<{ table: string }>`
      select table_name as table from information_schema.columns
      where table_schema = 'public' and column_name = 'profile_no'`.execute(db)
    // Those of the account itself, and the numbers that devices and profiles have.
    const others = new Set(['device', 'profile'])
    const left: string[] = []
    for (const { table } of rows.filter((row) => !others.has(row.table))) {
      const result = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}
        where account_id = ${accountId} and profile_no = 1`.execute(db)
      if (result.rows[0]?.count !== 0) left.push(table)
    }
    expect(left).toEqual([])
    const remaining = await db
      .selectFrom('reminder')
      .select('profile_no')
      .where('account_id', '=', accountId)
      .execute()
    expect(remaining).toEqual([{ profile_no: 2 }])
  })
})

describe('[PROF-01] downloads', () => {
  it('are granted and renewed for the profile that saved them', async () => {
    const account = await people.addAccount()
    await people.enter(account, 'tablet')
    const { device_id: deviceId } = await db
      .selectFrom('device')
      .select('device_id')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow()
    const request = { accountId: account.accountId, deviceId, vid: 1, vfid: 1 }
    for (const profileNo of [1, 2]) await beginDownload({ db, clock }, { ...request, profileNo })
    // What the device of the second one asks for, the first one's grant stays out of: its file is not even looked at.
    const catalogue = { now: () => ({ isFileListed: () => false }) }
    const deps = { db, clock, playback: { catalogue } } as unknown as Parameters<typeof renewDownloads>[0]
    const caller = {} as Parameters<typeof renewDownloads>[1]
    await renewDownloads(deps, caller, { ...request, profileNo: 2, activeFiles: new Map() })
    const left = await db
      .selectFrom('download_grant')
      .select('profile_no')
      .where('account_id', '=', account.accountId)
      .execute()
    expect(left).toEqual([{ profile_no: 1 }])
  })
})
