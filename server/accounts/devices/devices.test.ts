import { presentDevices } from '#server/api/accounts/present-devices.ts'
import { accountEndpoints } from '#tests/kit/modules/account-endpoints.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceLimit } from '#contract/form/constants.ts'
import { devicesInDetails } from '#contract/accounts/devices.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import {
  accountsFixture,
  type AccountsFixture,
  type TestAccount,
} from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const windowsChrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

function isInside(address: string) {
  return address.startsWith('10.')
}

let fixture: AccountsFixture
let account: TestAccount
beforeEach(async () => {
  fixture = accountsFixture(db)
  account = await fixture.addAccount()
})

async function viewerOf(token: string, uid: string): Promise<Viewer> {
  const viewer = await fixture.viewer(token, uid)
  if (viewer === undefined) throw new Error('the token is no good')
  return viewer
}

function call(name: string, fields: Record<string, unknown>, viewer: Viewer) {
  return ask(accountEndpoints(fixture.accounts, isInside), name, fields, { viewer })
}

async function list(viewer: Viewer) {
  const answered = await call('devices.list', {}, viewer)
  return devicesInDetails({ devices: answered['devices'] })
}

/** Five devices, one minute apart, so that the last is the latest seen. */
async function fill() {
  const tokens: string[] = []
  for (let i = 1; i <= deviceLimit; i += 1) {
    tokens.push(await fixture.enter(account, `uid-${i}`))
    fixture.clock.advanceMs(60_000)
  }
  return tokens
}

async function idsByUid() {
  const rows = await db
    .selectFrom('device')
    .select(['uid', 'device_id'])
    .where('account_id', '=', account.accountId)
    .execute()
  return new Map(rows.map((row) => [row.uid, row.device_id]))
}

async function idOf(uid: string) {
  return (await idsByUid()).get(uid) ?? 0
}

describe('[ACC-09] the devices of an account', () => {
  it('are listed with kind, model, slot and last network, the requesting one first', async () => {
    await fixture.enter(account, 'pc', { model: windowsChrome, address: '10.1.1.1' })
    fixture.clock.advanceMs(60_000)
    await fixture.enter(account, 'tv', { model: 'LG 55UP75006LF', address: '203.0.113.9' })
    fixture.clock.advanceMs(60_000)
    const own = await viewerOf(await fixture.enter(account, 'own'), 'own')
    const listed = await list(own)
    expect(
      listed.map(({ model, is_current, is_tasix, address }) => [model, is_current, is_tasix, address]),
    ).toEqual([
      ['', 1, 0, '198.51.100.1'],
      ['LG 55UP75006LF', 0, 0, '203.0.113.9'],
      ['Chrome, Windows', 0, 1, '10.1.1.1'],
    ])
    expect(new Set(listed.map(({ place }) => place))).toEqual(new Set([1, 2, 3]))
    expect((await call('devices.list', {}, own))['limit']).toBe(deviceLimit)
  })

  it('show where they were last used, written once a minute', async () => {
    const token = await fixture.enter(account, 'a', { address: '10.1.1.1' })
    const seen = async () => {
      const [device] = await fixture.accounts.listDevices(account.accountId)
      return [device?.address, device?.lastSeenMs]
    }
    const downloadStartedMs = fixture.clock.nowMs()
    fixture.clock.advanceMs(59_000)
    await fixture.viewer(token, 'a')
    expect(await seen()).toEqual(['10.1.1.1', downloadStartedMs])
    fixture.clock.advanceMs(31_000)
    await fixture.viewer(token, 'a')
    expect(await seen()).toEqual(['198.51.100.9', fixture.clock.nowMs()])
  })

  it('can be named, and no name can imitate another text', async () => {
    const viewer = await viewerOf(await fixture.enter(account, 'a'), 'a')
    const device_id = await idOf('a')
    expect(
      await call('devices.rename', { device_id, name: '  Зал \n\u202Eоконная\u0007  ' }, viewer),
    ).toEqual({})
    expect(await list(viewer)).toMatchObject([{ device_id, name: 'Зал оконная' }])
    expect(await call('devices.rename', { device_id, name: 'x'.repeat(61) }, viewer)).toEqual({
      invalid: ['name'],
    })
    expect(await call('devices.rename', { device_id, name: '😀'.repeat(30) }, viewer)).toEqual({})
    expect(await call('devices.rename', { device_id, name: '' }, viewer)).toEqual({})
    expect(await list(viewer)).toMatchObject([{ name: '' }])
    expect(fixture.reported().filter((name) => name === 'device_renamed')).toHaveLength(3)
  })

  it('keep their name over logins, and over a time without a slot', async () => {
    const token = await fixture.enter(account, 'a')
    const viewer = await viewerOf(token, 'a')
    await call('devices.rename', { device_id: await idOf('a'), name: 'Зал' }, viewer)
    await fixture.accounts.logOut(viewer)
    const again = await viewerOf(await fixture.enter(account, 'a'), 'a')
    expect(await list(again)).toMatchObject([{ name: 'Зал' }])
  })

  it('are removed one by one, also the own, or all others at once; removed ones are logged out at once', async () => {
    const tokens = await fill()
    const viewer = await viewerOf(tokens[4] ?? '', 'uid-5')
    fixture.reported()
    expect(await call('devices.remove', { device_id: await idOf('uid-2') }, viewer)).toEqual({})
    expect(await fixture.verdict(tokens[1] ?? '', 'uid-2')).toBe('not_authorized')
    expect(await fixture.verdict(tokens[0] ?? '', 'uid-1')).toBe('good')
    expect(await call('devices.removeOthers', {}, viewer)).toEqual({ removed: 3 })
    expect(await fixture.verdict(tokens[0] ?? '', 'uid-1')).toBe('not_authorized')
    expect(await call('devices.removeOthers', {}, viewer)).toEqual({ removed: 0 })
    expect(await list(viewer)).toHaveLength(1)
    expect(await call('devices.remove', { device_id: await idOf('uid-5') }, viewer)).toEqual({})
    expect(await fixture.verdict(tokens[4] ?? '', 'uid-5')).toBe('not_authorized')
    expect(fixture.reported()).toEqual(['device_removed', 'sessions_ended', 'device_removed'])
  })

  it('of another account are not found: they cannot be renamed, removed or released', async () => {
    const stranger = await fixture.addAccount()
    await fixture.enter(stranger, 'theirs')
    const theirs = (await fixture.accounts.listDevices(stranger.accountId))[0]?.deviceId ?? 0
    const tokens = await fill()
    const viewer = await viewerOf(tokens[0] ?? '', 'uid-1')
    for (const device_id of [theirs, 2_000_000_000]) {
      expect(await call('devices.remove', { device_id }, viewer)).toEqual({ refused: 'device_not_found' })
      expect(await call('devices.rename', { device_id, name: 'x' }, viewer)).toEqual({
        refused: 'device_not_found',
      })
      const login = await fixture.logIn(account, 'uid-6', { releaseDeviceId: device_id })
      expect(login).toEqual({ kind: 'device_not_found' })
    }
    expect(await fixture.accounts.listDevices(stranger.accountId)).toHaveLength(1)
    expect(await list(viewer)).toHaveLength(deviceLimit)
  })
})

describe('[ACC-09] a sixth login', () => {
  it('is refused with the device list, and succeeds when it names the device to release', async () => {
    const tokens = await fill()
    fixture.reported()
    const refused = await fixture.logIn(account, 'uid-6')
    if (refused.kind !== 'full') throw new Error(refused.kind)
    const current = presentDevices(refused.devices, isInside)
    // The latest seen first: the unused device is at the end of the list.
    const ids = await idsByUid()
    expect(current.map((one) => one.device_id)).toEqual([5, 4, 3, 2, 1].map((n) => ids.get(`uid-${n}`)))
    expect(current.every((one) => one.is_current === 0)).toBe(true)
    expect(fixture.reported()).toEqual(['login_refused_full'])

    const releaseDeviceId = ids.get('uid-1') ?? 0
    const wrong = await fixture.logIn(account, 'uid-6', { releaseDeviceId, password: 'a wrong one' })
    expect(wrong).toEqual({ kind: 'wrong' })
    expect(await fixture.verdict(tokens[0] ?? '', 'uid-1')).toBe('good')

    fixture.reported()
    const token = await fixture.enter(account, 'uid-6', { releaseDeviceId })
    expect(await fixture.verdict(token, 'uid-6')).toBe('good')
    expect(await fixture.verdict(tokens[0] ?? '', 'uid-1')).toBe('not_authorized')
    expect(await fixture.verdict(tokens[1] ?? '', 'uid-2')).toBe('good')
    expect(fixture.reported()).toEqual(['device_removed', 'login'])
    // The same request again, after a lost response: the slot is already free, and no other device loses one.
    expect(await fixture.logIn(account, 'uid-6', { releaseDeviceId })).toMatchObject({ kind: 'logged_in' })
    expect(await fixture.accounts.listDevices(account.accountId)).toHaveLength(deviceLimit)
    expect(await fixture.verdict(tokens[1] ?? '', 'uid-2')).toBe('good')
  })

  it('returns the devices in the format of its endpoint', async () => {
    await fill()
    const routes = accountEndpoints(fixture.accounts, isInside)
    const bound = routes.find(({ name }) => name === 'accounts.login')
    const { abonement, password } = account
    const prepared = bound?.prepare({ abonement, password, device_uid: 'uid-6' })
    if (prepared?.kind !== 'ready') throw new Error('the input is good')
    const outcome = await prepared.run({
      viewer: undefined,
      deviceUid: undefined,
      userAgent: '',
      language: 'ru',
      clientAddress: '198.51.100.1',
      audience: 'inside',
      signal: new AbortController().signal,
      serviceId: 1,
      requestId: 'test',
      get log(): never {
        throw new Error('nothing of this is worth a line')
      },
    })
    expect(outcome).toMatchObject({
      kind: 'refused',
      failure: 'device_limit',
      values: { limit: deviceLimit },
    })
    expect(outcome.kind === 'refused' && devicesInDetails(outcome.details)).toHaveLength(deviceLimit)
  })

  it('fifty concurrent logins, in two processes: five succeed, and the database has five', async () => {
    const modules = [fixture, accountsFixture(db, { clock: fixture.clock })] as const
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => modules[i % 2 === 0 ? 0 : 1].logIn(account, `at-once-${i}`)),
    )
    const kinds = outcomes.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'logged_in')).toHaveLength(deviceLimit)
    expect(kinds.filter((kind) => kind === 'full')).toHaveLength(50 - deviceLimit)
    const good = outcomes.flatMap((one, i) =>
      one.kind === 'logged_in' ? [fixture.verdict(one.token, `at-once-${i}`)] : [],
    )
    expect(await Promise.all(good)).toEqual(Array.from({ length: deviceLimit }, () => 'good'))
    const rows = await db
      .selectFrom('device')
      .select('place')
      .where('account_id', '=', account.accountId)
      .where('place', 'is not', null)
      .orderBy('place')
      .execute()
    expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5])
  })

  it('concurrent logins that all release the same device end only that one', async () => {
    const tokens = await fill()
    const releaseDeviceId = await idOf('uid-3')
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => fixture.logIn(account, `new-${i}`, { releaseDeviceId })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'logged_in')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'full')).toHaveLength(7)
    for (const n of [1, 2, 4, 5]) expect(await fixture.verdict(tokens[n - 1] ?? '', `uid-${n}`)).toBe('good')
  })
})

describe('a television that was approved', () => {
  it('gets a slot under the same rules, and can be refused', async () => {
    const device = { uid: 'tv', serial: '', model: 'MAG540', kind: 'tv', isBound: true } as const
    const started = await fixture.accounts.beginSessionFor(account.accountId, device, '10.0.0.1')
    if (started.kind !== 'logged_in') throw new Error(started.kind)
    expect(started.abonement).toBe(account.abonement)
    expect(await fixture.verdict(started.token, 'tv')).toBe('good')
    expect(await fixture.accounts.beginSessionFor(2_000_000_000, device, '10.0.0.1')).toEqual({
      kind: 'wrong',
    })
    await fixture.accounts.setState(account.accountId, 'blocked')
    const refused = await fixture.accounts.beginSessionFor(account.accountId, device, '10.0.0.1')
    expect(refused).toEqual({ kind: 'not_in_use', state: 'blocked' })
  })
})
