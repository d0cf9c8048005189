import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { appEndpoints } from '#server/api/apps/apps.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { Contacts } from '#server/site/site.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import {
  addSwitch,
  listReleases,
  listReports,
  listSwitches,
  maxSwitches,
  openReleases,
  removeSwitch,
  setRelease,
  type NewSwitch,
} from './releases.ts'
import { countReport, forgetOldReports, maxGroupsPerDay, reportMemoryDays } from './report-store.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const dayMs = 86_400_000
const clock = manualClock(Date.UTC(2026, 0, 15, 12))
const contacts = {
  apps: { android: undefined, lg: 'https://lg.example/setting', samsung: undefined },
} as Contacts
let releases = openReleases({ db, clock })

beforeEach(async () => {
  releases = openReleases({ db, clock })
  for (const table of ['app_release', 'app_switch', 'app_report'] as const)
    await db.deleteFrom(table).execute()
})

function request(name: 'release' | 'report', params: Record<string, unknown> = {}) {
  return ask(appEndpoints({ contacts, db, releases }), `apps.${name}`, {
    ...{ platform: 'webos', version: '1.3.0', model: 'OLED55C9PLA', firmware: '05.40.20' },
    ...params,
  })
}

const lowLatencyOff: NewSwitch = {
  platform: 'webos',
  model: 'OLED55*',
  firmware: { from: '', to: '' },
  version: { from: '', to: '' },
  engine: null,
  lowLatency: false,
  previews: null,
  maxHeight: 1080,
  reason: 'the picture stands still',
}

describe('[REMOTE-03] an app at its start', () => {
  it('continues unchanged while nothing is set, and gets the version of the server', async () => {
    expect(await request('release')).toEqual({
      update: 'none',
      minimumVersion: null,
      recommendedVersion: null,
      storeUrl: 'https://lg.example/setting',
      switches: { engine: 'default', lowLatency: true, previews: true, maxHeight: null },
      server: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown },
    })
  })

  it('gets what an operator has set since, at once and by platform', async () => {
    await request('release')
    const change = {
      minimumVersion: '1.2.0',
      recommendedVersion: '1.4.0',
      storeUrl: 'https://lg.example/app',
    }
    await setRelease(db, 'webos', change, clock.nowMs())
    await addSwitch(db, lowLatencyOff, clock.nowMs())
    releases.forgetRules()
    expect(await request('release')).toMatchObject({
      update: 'soft',
      minimumVersion: '1.2.0',
      recommendedVersion: '1.4.0',
      storeUrl: 'https://lg.example/app',
      switches: { lowLatency: false, maxHeight: 1080 },
    })
    expect(await request('release', { version: '1.1.9' })).toMatchObject({ update: 'forced' })
    expect(await request('release', { platform: 'tizen' })).toMatchObject({ update: 'none', storeUrl: null })
  })

  it('gets a change without a notification within a minute', async () => {
    await request('release')
    await setRelease(db, 'webos', { minimumVersion: '9' }, clock.nowMs())
    expect(await request('release')).toMatchObject({ update: 'none' })
    clock.advanceMs(60_000)
    expect(await request('release')).toMatchObject({ update: 'forced' })
  })

  it.each([
    ['platform', { platform: 'symbian' }],
    ['version', { version: 'latest' }],
    ['version', { version: '' }],
    ['model', { model: 'x'.repeat(81) }],
    ['firmware', { firmware: 'x'.repeat(81) }],
  ])('with an invalid %s gets the name of the field', async (field, params) => {
    expect(await request('release', params)).toEqual({ invalid: [field] })
  })
})

describe('[REMOTE-03] an operator’s rules', () => {
  it('are changed partly, and the rest stays', async () => {
    await setRelease(db, 'tizen', { minimumVersion: '1.2', note: { ru: 'Две минуты' } }, clock.nowMs())
    await setRelease(db, 'tizen', { recommendedVersion: '1.4', note: { uz: 'Ikki daqiqa' } }, clock.nowMs())
    await setRelease(db, 'browser', {}, clock.nowMs())
    expect(await listReleases(db)).toMatchObject([
      { platform: 'browser', minimumVersion: '' },
      {
        ...{ platform: 'tizen', minimumVersion: '1.2', recommendedVersion: '1.4', storeUrl: '' },
        note: { ru: 'Две минуты', uz: 'Ikki daqiqa' },
      },
    ])
  })

  it('contain switches up to a maximum, each removed once', async () => {
    const first = await addSwitch(db, lowLatencyOff, clock.nowMs())
    expect(await listSwitches(db)).toEqual([{ switchId: first, ...lowLatencyOff }])
    const others = Array.from({ length: maxSwitches - 1 }, () => ({
      ...{ platform: 'ios' as const, previews: false, created_at: new Date(clock.nowMs()) },
    }))
    await db.insertInto('app_switch').values(others).execute()
    expect(await addSwitch(db, lowLatencyOff, clock.nowMs())).toBe('full')
    expect(await removeSwitch(db, Number(first))).toBe(true)
    expect(await removeSwitch(db, Number(first))).toBe(false)
  })
})

describe('[REMOTE-03] reports', () => {
  const reports = (days = 30) => listReports(db, { nowMs: clock.nowMs(), days, limit: 50 })

  it('are counted by version, model, firmware and day, with the newest messages', async () => {
    for (let count = 1; count <= 7; count += 1)
      await request('report', { kind: 'crash', message: `fault ${count}`, page: '/tv?x=1' })
    await request('report', { kind: 'crash', model: 'QNED' })
    await request('report', { kind: 'stall' })
    const [first, ...others] = await reports()
    expect(first).toMatchObject({
      ...{ day: '2026-01-15', kind: 'crash', reports: 7, version: '1.3.0', model: 'OLED55C9PLA' },
      messages: [7, 6, 5, 4, 3].map((count) => ({ message: `fault ${count}`, page: '/tv' })),
    })
    expect(others.map((group) => group.reports)).toEqual([1, 1])
  })

  it('are all counted when they come concurrently', async () => {
    await Promise.all(Array.from({ length: 20 }, () => request('report', { kind: 'crash', message: 'x' })))
    expect(await reports()).toMatchObject([{ reports: 20 }])
  })

  it('are stored as text, without personal data', async () => {
    const message = "'); drop table app_report; -- \u0000\uD800 +998901234567"
    await request('report', { kind: 'crash', message, model: 'm\u0000' })
    const [group] = await reports()
    expect(group).toMatchObject({ model: 'm' })
    expect(group?.messages[0]?.message).toBe("'); drop table app_report; -- \uFFFD …")
  })

  it('have a daily limit of rows: above it new ones are counted by platform', async () => {
    const rows = Array.from({ length: maxGroupsPerDay }, (_, at) => ({
      ...{
        day: '2026-01-15',
        platform: 'webos' as const,
        version: '1',
        firmware: '',
        kind: 'crash' as const,
      },
      ...{ model: `made up ${at}`, reports: 1, messages: '[]', reported_at: new Date(clock.nowMs()) },
    }))
    await db.insertInto('app_report').values(rows).execute()
    await request('report', { kind: 'crash' })
    await request('report', { kind: 'crash', model: 'another' })
    const { count } = await db
      .selectFrom('app_report')
      .select((on) => on.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(maxGroupsPerDay + 1)
    expect((await reports())[0]).toMatchObject({ model: '', version: '', reports: 2 })
  })

  it('are deleted after thirty days', async () => {
    const report = { platform: 'ios', version: '1', model: '', firmware: '' } as const
    await countReport(db, { ...report, kind: 'stall', message: '', page: '' }, clock.nowMs())
    const endMs = clock.nowMs() + reportMemoryDays * dayMs
    expect(await forgetOldReports(db, endMs - dayMs)).toBe(0)
    expect(await forgetOldReports(db, endMs)).toBe(1)
  })

  it.each([
    ['kind', { kind: 'boredom' }],
    ['message', { kind: 'crash', message: 'x'.repeat(301) }],
    ['page', { kind: 'crash', page: 'x'.repeat(101) }],
  ])('with an invalid %s are refused', async (field, params) => {
    expect(await request('report', params)).toEqual({ invalid: [field] })
  })

  it('are accepted from a network up to a number per minute', async () => {
    const endpoints = appEndpoints({ contacts, db, releases })
    const send = () =>
      ask(
        endpoints,
        'apps.report',
        { platform: 'ios', version: '1', kind: 'stall' },
        { clientAddress: '10.1.1.1' },
      )
    for (let count = 0; count < 300; count += 1) expect(await send()).toEqual({})
    expect(await send()).toEqual({ refused: 'too_many_requests' })
  })
})
