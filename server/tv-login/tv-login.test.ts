import { tvLoginEndpoints } from '#server/api/accounts/tv-login.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { codeLifeMs, memoryMs } from './rules.ts'
import { forgetOldRequests, openTvLogin, type TvLoginOptions } from './tv-login.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import type { SecurityEvent } from '#server/audit/audit.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { createEndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { ask, type TestCaller } from '#tests/kit/modules/call-endpoint.ts'
import { openService } from '#server/site/site.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const clock = manualClock(Date.UTC(2026, 0, 1))
const events: SecurityEvent[] = []
const audit = {
  record: async (event: SecurityEvent) => void events.push(event),
  recordIn: async (_trx: unknown, event: SecurityEvent) => void events.push(event),
}

function openRoom() {
  return openAccounts({
    db,
    clock,
    random: systemRandom,
    pepper: 'a pepper of the tests',
    supportPhone: '1000',
    audit,
  })
}

type Attempts = Readonly<Record<string, number>>

const unlimited: Attempts = {
  'tv-login-begin': 10_000,
  'tv-login-account': 10_000,
  'tv-login-network': 10_000,
}

/** One process of the product: it shares only the database with others. */
function openProcess(more: Partial<TvLoginOptions> = {}, attempts: Attempts = unlimited) {
  const accounts = openRoom()
  const tvLogin = openTvLogin({
    db,
    clock,
    random: systemRandom,
    log: silentLog,
    accounts,
    audit,
    ...more,
  })
  const isInside = (address: string) => address.startsWith('10.')
  return {
    accounts,
    endpoints: tvLoginEndpoints(
      {
        ...{ tvLogin, accounts, service, region: { isInside } },
        settings: { EKRAN_PUBLIC_URL: undefined },
      },
      createEndpointLimits(attempts),
    ),
  }
}

const service = await openService(db)
const here = openProcess()
const there = openProcess()
const { accounts } = here

let accountId = 0
let person: Viewer
beforeEach(async () => {
  await db.deleteFrom('tv_login').execute()
  await db.deleteFrom('account').execute()
  const put = await accounts.upsertAccount(buildAccount('10020030', { name: 'Dilnoza' }))
  accountId = put.accountId
  person = await viewerOn('the phone')
  events.length = 0
})

/** A session of the account on a device of its own. */
async function viewerOn(uid: string, of = accountId): Promise<Viewer> {
  const device = { uid, serial: '', model: '', kind: 'phone', isBound: false } as const
  const started = await accounts.beginSessionFor(of, device, '10.0.0.1')
  if (started.kind !== 'logged_in') throw new Error(`no session: ${started.kind}`)
  const result = await accounts.identify(started.token, { deviceUid: undefined, clientAddress: '10.0.0.1' })
  if (result.kind !== 'viewer') throw new Error('the session is not good')
  return result.viewer
}

const tvUid = 'the television'

function begin(more: Record<string, unknown> = {}, caller: TestCaller = {}, at = here) {
  return ask(
    at.endpoints,
    'tvLogin.begin',
    {
      device_uid: tvUid,
      device_model: 'Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/87.0',
      device_kind: 'tv',
      ...more,
    },
    { clientAddress: '10.0.0.7', deviceUid: tvUid, ...caller },
  )
}

function poll(code: unknown, at = here, deviceUid = tvUid) {
  return ask(at.endpoints, 'tvLogin.poll', { device_code: code }, { clientAddress: '10.0.0.7', deviceUid })
}

function look(code: unknown, viewer = person, at = here) {
  return ask(at.endpoints, 'tvLogin.look', { user_code: code }, { viewer, clientAddress: '10.0.0.1' })
}

function decide(code: unknown, allow: 0 | 1, more: Record<string, unknown> = {}, viewer = person, at = here) {
  return ask(
    at.endpoints,
    'tvLogin.decide',
    { user_code: code, allow, ...more },
    { viewer, clientAddress: '10.0.0.1' },
  )
}

describe('a television and a phone', () => {
  it('[ACC-09] the code is shown, checked, approved, and the television is logged in, with its own device', async () => {
    const started = await begin()
    expect(started).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^\d{4}-\d{4}$/),
      verification_uri: '/link',
      verification_uri_complete: `/link?code=${String(started['user_code'])}`,
      expires_in: 600,
      interval: 3,
    })
    expect(await poll(started['device_code'])).toEqual({
      state: 'pending',
      interval: 3,
      authkey: null,
      abonement: null,
    })
    expect(await look(started['user_code'])).toEqual({
      kind: 'tv',
      model: 'Chrome, webOS',
      address: '10.0.0.7',
      is_tasix: 1,
      is_same_network: 0,
      asked_at: clock.nowMs() / 1000,
    })
    expect(await decide(started['user_code'], 1)).toEqual({})
    const approved = await poll(started['device_code'])
    expect(approved).toMatchObject({ state: 'approved', abonement: '10020030' })
    const token = String(approved['authkey'])
    const bearer = { deviceUid: tvUid, clientAddress: '10.0.0.7' }
    expect(await accounts.identify(token, bearer)).toMatchObject({ kind: 'viewer', viewer: { accountId } })
    // Bound: the token does not work on another device.
    expect(await accounts.identify(token, { ...bearer, deviceUid: 'another' })).toMatchObject({
      kind: 'denied',
    })
    const current = await accounts.listDevices(accountId)
    expect(current.map(({ kind, address }) => [kind, address])).toContainEqual(['tv', '10.0.0.7'])
    // The code has been used, by the television and by the phone.
    expect(await poll(started['device_code'])).toMatchObject({ state: 'expired', authkey: null })
    expect(await look(started['user_code'])).toEqual({ refused: 'wrong_user_code' })
    expect(await decide(started['user_code'], 1)).toEqual({ refused: 'wrong_user_code' })
  })

  it('accepts the code in any usual notation, and recognizes a household by its network', async () => {
    const started = await begin({}, { clientAddress: '2a02:db8:1:2::77' })
    const digits = String(started['user_code']).replace('-', '')
    for (const typed of [digits, ` ${digits.slice(0, 4)} ${digits.slice(4)} `, String(started['user_code'])])
      expect(await look(typed), typed).toMatchObject({ kind: 'tv', is_tasix: 0 })
    const near = { viewer: person, clientAddress: '2a02:db8:1:2:3::1' }
    expect(await ask(here.endpoints, 'tvLogin.look', { user_code: digits }, near)).toMatchObject({
      is_same_network: 1,
    })
  })

  it('[CARE-04] a banned television is refused when the phone approves it', async () => {
    const device = { uid: tvUid, serial: '', model: '', kind: 'tv', isBound: false } as const
    await accounts.beginSessionFor(accountId, device, '10.0.0.7')
    const [television] = (await accounts.listDevices(accountId)).filter(({ uid }) => uid === tvUid)
    const ban = { deviceId: television?.deviceId ?? 0, reason: 'sold', byName: '' }
    await accounts.banDevice(accountId, ban, { actor: 'operator' })
    const started = await begin()
    expect(await decide(started['user_code'], 1)).toEqual({ refused: 'device_banned' })
  })

  it('a denied television gets `denied`, as often as it polls', async () => {
    const started = await begin()
    expect(await decide(started['user_code'], 0)).toEqual({})
    for (let i = 0; i < 2; i += 1)
      expect(await poll(started['device_code'])).toMatchObject({ state: 'denied', authkey: null })
    expect(await decide(started['user_code'], 1)).toEqual({ refused: 'wrong_user_code' })
  })

  it('an approval can be withdrawn until the television has claimed its session', async () => {
    const started = await begin()
    await decide(started['user_code'], 1)
    // Repeated after a lost response, it changes nothing.
    expect(await decide(started['user_code'], 1)).toEqual({})
    expect(await decide(started['user_code'], 0)).toEqual({})
    expect(await poll(started['device_code'])).toMatchObject({ state: 'denied' })
  })

  it('stores neither code in clear, and records who requested, approved and denied', async () => {
    const [first, second] = [await begin(), await begin()]
    await decide(first['user_code'], 1)
    await decide(second['user_code'], 0)
    await poll(first['device_code'])
    const rows = JSON.stringify(await db.selectFrom('tv_login').selectAll().execute())
    expect(rows).not.toContain(first['device_code'])
    expect(events.map(({ event }) => event).filter((event) => event.startsWith('tv_login'))).toEqual([
      'tv_login_asked',
      'tv_login_asked',
      'tv_login_allowed',
      'tv_login_denied',
    ])
    const allowed = events.find(({ event }) => event === 'tv_login_allowed')
    expect(allowed).toMatchObject({ accountId, address: '10.0.0.1', facts: { asked_from: '10.0.0.7' } })
    const written = JSON.stringify(events)
    for (const started of [first, second])
      for (const secret of [started['device_code'], started['user_code']])
        expect(written).not.toContain(String(secret))
  })
})

describe('time', () => {
  it('a code expires after ten minutes, for both sides alike, also when it was approved', async () => {
    const [waiting, allowed] = [await begin(), await begin()]
    await decide(allowed['user_code'], 1)
    clock.advanceMs(codeLifeMs - 1)
    expect(await look(waiting['user_code'])).toMatchObject({ kind: 'tv' })
    clock.advanceMs(1)
    expect(await look(waiting['user_code'])).toEqual({ refused: 'wrong_user_code' })
    expect(await decide(waiting['user_code'], 1)).toEqual({ refused: 'wrong_user_code' })
    for (const started of [waiting, allowed])
      expect(await poll(started['device_code'])).toMatchObject({ state: 'expired', authkey: null })
    expect(await poll('never given')).toMatchObject({ state: 'expired' })
  })

  it('one that polls too soon is slowed down by five seconds each time, up to a minute', async () => {
    const started = await begin()
    expect(await poll(started['device_code'])).toMatchObject({ state: 'pending', interval: 3 })
    clock.advanceMs(1000)
    expect(await poll(started['device_code'])).toMatchObject({ state: 'slow_down', interval: 8 })
    clock.advanceMs(8000)
    expect(await poll(started['device_code'])).toMatchObject({ state: 'pending', interval: 8 })
    for (let i = 0; i < 20; i += 1) await poll(started['device_code'])
    expect(await poll(started['device_code'])).toMatchObject({ state: 'slow_down', interval: 60 })
    // An approved television does not wait because of its early polls.
    await decide(started['user_code'], 1)
    expect(await poll(started['device_code'])).toMatchObject({ state: 'approved' })
  })

  it('old requests are deleted an hour after their end', async () => {
    await begin()
    clock.advanceMs(codeLifeMs + memoryMs - 1)
    expect(await forgetOldRequests(db, clock.nowMs())).toBe(0)
    await begin()
    clock.advanceMs(1)
    expect(await forgetOldRequests(db, clock.nowMs())).toBe(1)
    expect(await db.selectFrom('tv_login').selectAll().execute()).toHaveLength(1)
  })
})

describe('device slots', () => {
  const fill = async () => {
    for (let i = 2; i <= 5; i += 1) await viewerOn(`device ${i}`)
  }

  it('[ACC-09] a full account is reported at the decision, with its devices, and a slot is freed there', async () => {
    await fill()
    const started = await begin()
    expect(await decide(started['user_code'], 1)).toEqual({ refused: 'device_limit' })
    expect(await poll(started['device_code'])).toMatchObject({ state: 'pending' })
    expect(await decide(started['user_code'], 1, { release_device_id: 2_000_000_000 })).toEqual({
      refused: 'device_not_found',
    })
    const current = await accounts.listDevices(accountId, person.sessionId)
    expect(current).toHaveLength(5)
    // The deciding phone cannot be released: ending its session would end its approval.
    expect(await decide(started['user_code'], 1, { release_device_id: current[0]?.deviceId })).toEqual({
      refused: 'device_not_found',
    })
    expect(await accounts.listDevices(accountId, person.sessionId)).toEqual(current)
    const params = current.at(-1)?.deviceId
    expect(await decide(started['user_code'], 1, { release_device_id: params })).toEqual({})
    clock.advanceMs(3000)
    expect(await poll(started['device_code'])).toMatchObject({ state: 'approved' })
    const after = await accounts.listDevices(accountId)
    expect(after).toHaveLength(5)
    expect(after.map(({ deviceId }) => deviceId)).not.toContain(params)
  })

  it('a television that lost the response polls again and needs no second slot', async () => {
    for (let i = 2; i <= 4; i += 1) await viewerOn(`device ${i}`)
    for (let round = 0; round < 2; round += 1) {
      const started = await begin()
      expect(await decide(started['user_code'], 1)).toEqual({})
      expect(await poll(started['device_code'])).toMatchObject({ state: 'approved' })
    }
    expect(await accounts.listDevices(accountId)).toHaveLength(5)
  })

  it('a slot that another device took first makes it wait, and a free one lets it log in', async () => {
    await fill()
    const current = await accounts.listDevices(accountId, person.sessionId)
    await accounts.removeDevice(accountId, current.at(-1)?.deviceId ?? 0)
    const started = await begin()
    await decide(started['user_code'], 1)
    const faster = await viewerOn('faster')
    expect(await poll(started['device_code'])).toMatchObject({ state: 'full', authkey: null })
    clock.advanceMs(3000)
    expect(await poll(started['device_code'])).toMatchObject({ state: 'full' })
    await accounts.logOut(faster)
    expect(await poll(started['device_code'])).toMatchObject({ state: 'approved' })
  })

  it('[ACC-11] an account that was blocked after its approval creates no session', async () => {
    const started = await begin()
    await decide(started['user_code'], 1)
    await accounts.setState(accountId, 'blocked')
    for (let i = 0; i < 2; i += 1)
      expect(await poll(started['device_code'])).toMatchObject({ state: 'denied', authkey: null })
    await accounts.setState(accountId, 'active')
    expect(await poll(started['device_code'])).toMatchObject({ state: 'denied' })
  })
})

describe('a television approved by a thief', () => {
  it.each([
    ['the password is changed', () => accounts.setPassword(accountId, 'registan-lantern-9')],
    ['the other sessions are ended', () => accounts.endSessions(accountId, undefined, { actor: 'viewer' })],
    ['the thief logs out', () => accounts.logOut(person)],
  ])('[ACC-03] [ACC-14] is not logged in after %s', async (_what, end) => {
    const started = await begin()
    expect(await decide(started['user_code'], 1)).toEqual({})
    await end()
    for (let i = 0; i < 2; i += 1)
      expect(await poll(started['device_code'])).toMatchObject({ state: 'denied', authkey: null })
    expect(await accounts.listDevices(accountId)).toEqual([])
  })

  it('[ACC-03] but one approved by the session that changed the password is', async () => {
    const started = await begin()
    await decide(started['user_code'], 1)
    await accounts.setPassword(accountId, 'registan-lantern-9', person.sessionId)
    expect(await poll(started['device_code'])).toMatchObject({ state: 'approved' })
  })
})

describe('other clients', () => {
  it('a device code used on another machine is refused', async () => {
    const started = await begin()
    await decide(started['user_code'], 1)
    expect(await poll(started['device_code'], here, 'a thief')).toMatchObject({ state: 'expired' })
    expect(await poll(started['device_code'])).toMatchObject({ state: 'approved' })
  })

  it('another account neither sees nor changes the approval of this one', async () => {
    const stranger = await accounts.upsertAccount(buildAccount('10020031', { password: 'another password' }))
    const other = await viewerOn('their phone', stranger.accountId)
    const started = await begin()
    await decide(started['user_code'], 1)
    expect(await look(started['user_code'], other)).toEqual({ refused: 'wrong_user_code' })
    expect(await decide(started['user_code'], 0, {}, other)).toEqual({ refused: 'wrong_user_code' })
    expect(await decide(started['user_code'], 1, {}, other)).toEqual({ refused: 'wrong_user_code' })
    expect(await poll(started['device_code'])).toMatchObject({ state: 'approved', abonement: '10020030' })
  })

  it('[ACC-14] fifty concurrent guesses get twenty lookups, and the right code is no exception', async () => {
    const strict = openProcess({}, {})
    const started = await begin()
    const guesses = Array.from({ length: 49 }, (_, i) => String(10_000_000 + i))
    const responses = await Promise.all(guesses.map((guess) => look(guess, person, strict)))
    const kinds = (name: string) => responses.filter(({ refused }) => refused === name).length
    expect([kinds('wrong_user_code'), kinds('too_many_requests')]).toEqual([20, 29])
    expect(await look(started['user_code'], person, strict)).toEqual({ refused: 'too_many_requests' })
    expect(await decide(started['user_code'], 1, {}, person, strict)).toEqual({
      refused: 'too_many_requests',
    })
    expect(await poll(started['device_code'])).toMatchObject({ state: 'pending' })
  })

  it('many accounts of one network share a guess limit', async () => {
    const strict = openProcess({}, { 'tv-login-network': 5 })
    for (let i = 0; i < 5; i += 1)
      expect(await look('11111111', { ...person, accountId: accountId + i }, strict)).toEqual({
        refused: 'wrong_user_code',
      })
    expect(await look('11111111', { ...person, accountId: accountId + 9 }, strict)).toEqual({
      refused: 'too_many_requests',
    })
  })

  it('an invalid code gets the same response as an unknown one', async () => {
    for (const typed of ['abcdefgh', '1234567٣', '123456789', '1234-56789012', "12345678' or 1"])
      expect(await look(typed), typed).toEqual({ refused: 'wrong_user_code' })
    expect(await look('1234')).toEqual({ invalid: ['user_code'] })
    expect(await look('1'.repeat(200))).toEqual({ invalid: ['user_code'] })
  })

  it('a network has a request limit, and all together a limit of pending codes', async () => {
    const strict = openProcess({}, { 'tv-login-begin': 3 })
    for (let i = 0; i < 3; i += 1) expect(await begin({}, {}, strict)).toHaveProperty('user_code')
    expect(await begin({}, {}, strict)).toEqual({ refused: 'too_many_requests' })
    expect(await begin({}, { clientAddress: '10.0.0.8' }, strict)).toHaveProperty('user_code')

    const small = openProcess({ maxOpen: 6 })
    for (let i = 0; i < 2; i += 1) expect(await begin({}, {}, small)).toHaveProperty('user_code')
    expect(await begin({}, {}, small)).toEqual({ refused: 'too_many_requests' })
    clock.advanceMs(codeLifeMs)
    expect(await begin({}, {}, small)).toHaveProperty('user_code')
  })

  it('a pending code is not issued twice, however few codes are left', async () => {
    // Ten codes in all: every digit but the last is the same.
    let calls = 0
    const random = (length: number) => {
      const bytes = systemRandom(length)
      if (length === 8) bytes.fill(7, 0, 7)
      calls += 1
      return bytes
    }
    const narrow = openProcess({ random })
    const codes = new Set<unknown>()
    for (let i = 0; i < 6; i += 1) codes.add((await begin({}, {}, narrow))['user_code'])
    expect(codes.size).toBe(6)
    expect(calls).toBeGreaterThanOrEqual(12)
  })
})

describe('concurrent requests, in two processes', () => {
  const both = [here, there]
  const processOf = (i: number) => both[i % 2] ?? here

  it('twenty polls get one session', async () => {
    const started = await begin()
    await decide(started['user_code'], 1)
    const polls = Array.from({ length: 20 }, (_, i) => poll(started['device_code'], processOf(i)))
    const responses = await Promise.all(polls)
    expect(responses.filter(({ state }) => state === 'approved')).toHaveLength(1)
    expect(responses.filter(({ authkey }) => authkey !== null)).toHaveLength(1)
    const sessions = await db.selectFrom('session').selectAll().where('account_id', '=', accountId).execute()
    expect(sessions).toHaveLength(2)
  })

  it('of a concurrent approval and denial one counts, and the television gets that one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const stranger = await accounts.upsertAccount(
        buildAccount(`2002003${round}`, { password: 'another password' }),
      )
      const other = await viewerOn('their phone', stranger.accountId)
      const started = await begin()
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          decide(started['user_code'], i % 3 === 0 ? 0 : 1, {}, i % 2 === 0 ? person : other, processOf(i)),
        ),
      )
      expect(responses.filter((response) => !('refused' in response)).length).toBeGreaterThan(0)
      const row = await db
        .selectFrom('tv_login')
        .selectAll()
        .where('user_code', '=', String(started['user_code']).replace('-', ''))
        .executeTakeFirstOrThrow()
      const heard = await poll(started['device_code'], there)
      expect(heard['state']).toBe(row.state)
      if (row.state === 'approved')
        expect(heard['abonement']).toBe(row.account_id === accountId ? '10020030' : `2002003${round}`)
    }
  })

  it('televisions that request together get different codes', async () => {
    const request = Array.from({ length: 60 }, (_, i) => begin({ device_uid: `tv ${i}` }, {}, processOf(i)))
    const started = await Promise.all(request)
    expect(new Set(started.map((one) => one['user_code'])).size).toBe(60)
    expect(new Set(started.map((one) => one['device_code'])).size).toBe(60)
  })
})
