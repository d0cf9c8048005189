import { accountEndpoints } from '#tests/kit/modules/account-endpoints.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Accounts, type AccountsOptions, openAccounts } from './accounts.ts'
import { forgetEndedSessions } from './forget-ended.ts'
import { believedMs } from './sessions/recent-sessions.ts'
import { deviceMemoryMs, sessionIdleMs, sessionLifeMs } from './account/rules.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const clock = manualClock(Date.UTC(2026, 0, 1))

function open(more: Partial<AccountsOptions> = {}): Accounts {
  return openAccounts({
    db,
    clock,
    random: systemRandom,
    pepper: 'a pepper of the tests',
    supportPhone: '1000',
    perAccount: { attempts: 1000, perSec: 60 },
    perAddress: { attempts: 1000, perSec: 60 },
    ...more,
  })
}

/** For hundreds of guesses: their answers depend on what was counted, not on the work of one check. */
const lowestCost = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

let accounts = open()

const person = buildAccount('10020030', { phone: '90 123-45-67', name: 'Dilnoza' })
let accountId = 0
beforeEach(async () => {
  await db.deleteFrom('account').execute()
  accounts = open()
  ;({ accountId } = await accounts.upsertAccount(person))
})

async function viewerOf(token: string): Promise<Viewer | undefined> {
  const identified = await accounts.identify(token, { deviceUid: undefined, clientAddress: '192.0.2.1' })
  return identified.kind === 'viewer' ? identified.viewer : undefined
}

function login(more: Record<string, unknown> = {}, fixture = accounts) {
  return ask(accountEndpoints(fixture), 'accounts.login', {
    abonement: person.abonement,
    password: person.password,
    device_uid: 'uid-1',
    ...more,
  })
}

function tokenOf(response: Record<string, unknown>): string {
  expect(response).toHaveProperty('authkey')
  return String(response['authkey'])
}

describe('login', () => {
  it('[ACC-01] accepts a subscriber number, or a phone in any usual notation', async () => {
    expect(await login()).toMatchObject({ abonement: person.abonement })
    for (const phone of ['901234567', '+998901234567', '998 90 123 45 67', '+998 (90) 123-45-67']) {
      const response = await login({ abonement: undefined, phone_number: phone, device_uid: 'uid-1' })
      expect(response, phone).toMatchObject({ abonement: person.abonement })
    }
  })

  it('responds alike to a wrong password and an unknown name, and names an invalid field', async () => {
    expect(await login({ password: 'wrong' })).toEqual({ refused: 'wrong_credentials' })
    expect(await login({ abonement: '99999999' })).toEqual({ refused: 'wrong_credentials' })
    expect(await login({ abonement: 'abc' })).toEqual({ refused: 'invalid_input' })
    expect(await login({ abonement: undefined })).toEqual({ refused: 'invalid_input' })
    expect(await login({ password: undefined })).toEqual({ invalid: ['password'] })
  })

  it('[ACC-11] distinguishes blocked from deactivated, only for a client with the right password', async () => {
    await accounts.setState(accountId, 'blocked')
    expect(await login()).toEqual({ refused: 'account_blocked' })
    expect(await login({ password: 'wrong' })).toEqual({ refused: 'wrong_credentials' })
    await accounts.setState(accountId, 'deactivated')
    expect(await login()).toEqual({ refused: 'account_deactivated' })
  })

  it('stores neither the password nor the token', async () => {
    const token = tokenOf(await login())
    const rows = JSON.stringify([
      await db.selectFrom('account').selectAll().execute(),
      await db.selectFrom('session').selectAll().execute(),
    ])
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(person.password)
  })

  it('fails without the pepper', async () => {
    expect(await login({}, open({ pepper: 'another one' }))).toEqual({ refused: 'wrong_credentials' })
  })

  it('refuses too many attempts for an account and from an address, and resets the count at the right password', async () => {
    const fixture = open({ perAccount: { attempts: 3, perSec: 60 }, perAddress: { attempts: 7, perSec: 60 } })
    for (let i = 0; i < 2; i += 1) await login({ password: 'wrong' }, fixture)
    expect(await login({}, fixture)).toHaveProperty('authkey')
    for (let i = 0; i < 3; i += 1)
      expect(await login({ password: 'wrong' }, fixture)).toEqual({ refused: 'wrong_credentials' })
    expect(await login({}, fixture)).toEqual({ refused: 'too_many_requests' })
    // The seventh was the last for the address, for whichever account.
    expect(await login({ abonement: '55555555' }, fixture)).toEqual({ refused: 'too_many_requests' })
  })

  it('[ACC-14] guesses from many networks do not lock the owner out of a trusted network, and reveal nothing', async () => {
    const fixture = open({ passwordCost: lowestCost })
    const from = (clientAddress: string, fields: Record<string, unknown> = {}) =>
      ask(
        accountEndpoints(fixture),
        'accounts.login',
        { abonement: person.abonement, password: person.password, device_uid: clientAddress, ...fields },
        { clientAddress },
      )
    // This login also stores the password again, at that cost.
    expect(await from('10.5.0.1')).toHaveProperty('authkey')
    const nobody = '55555555'
    const besiege = async () => {
      for (let i = 0; i < 200; i += 1)
        await Promise.all(
          [person.abonement, nobody].map((abonement) =>
            from(`10.6.0.${i % 100}`, { abonement, password: 'wrong' }),
          ),
        )
    }
    await besiege()
    const refused = { refused: 'login_code_needed' }
    for (const clientAddress of ['10.6.0.1', '10.7.0.1', '10.5.0.1']) {
      expect(await from(clientAddress, { password: 'wrong' })).toEqual(refused)
      expect(await from(clientAddress, { abonement: nobody })).toEqual(refused)
    }
    expect(await from('10.7.0.1')).toEqual(refused)
    expect(await from('10.5.0.1')).toHaveProperty('authkey')
    await besiege()
    // A code was entered there: for an hour the right password is enough, and a wrong one reveals no more than
    // before.
    await fixture.trustNetwork(accountId, '10.7.0.1')
    expect(await from('10.7.0.1', { password: 'wrong' })).toEqual(refused)
    expect(await from('10.8.0.1')).toEqual(refused)
    expect(await from('10.7.0.1')).toHaveProperty('authkey')
    await besiege()
    await fixture.trustNetwork(accountId, '10.9.0.1')
    clock.advanceMs(3_600_000)
    expect(await from('10.9.0.1')).toEqual(refused)
  }, 240_000)

  it('renews a hash that was created with other parameters', async () => {
    const { hash } = await import('@node-rs/argon2')
    const secret = Buffer.from('a pepper of the tests')
    const old = await hash(person.password, { memoryCost: 8192, timeCost: 1, parallelism: 1, secret })
    await db.updateTable('account').set({ password_hash: old }).execute()
    expect(await login()).toHaveProperty('authkey')
    const { password_hash } = await db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/m=19456,t=2,p=1/)
    expect(await login()).toHaveProperty('authkey')
  })
})

describe('sessions', () => {
  it('[ACC-06] says whether a token is valid, before and after logout', async () => {
    const token = tokenOf(await login())
    const viewer = await viewerOf(token)
    expect(viewer).toMatchObject({ accountId })
    if (viewer === undefined) throw new Error('no viewer')
    const routes = accountEndpoints(accounts)
    expect(await ask(routes, 'accounts.status', {}, { viewer })).toMatchObject({ status: 0 })
    expect(await ask(routes, 'accounts.status')).toMatchObject({ status: 1 })
    expect(await ask(routes, 'accounts.logout', {}, { viewer })).toEqual({})
    expect(await ask(routes, 'accounts.logout')).toEqual({})
    // Also for the session cache, which has just stored it.
    expect(await viewerOf(token)).toBeUndefined()
  })

  it('rejects an unknown token', async () => {
    const token = tokenOf(await login())
    for (const wrong of [
      '',
      'x',
      `${token}x`,
      token.slice(1),
      token.toUpperCase(),
      "' or 1=1 --".padEnd(43, 'a'),
    ])
      expect(await viewerOf(wrong)).toBeUndefined()
  })

  it('ends after its idle time, and at its maximum life whatever its use', async () => {
    const idle = tokenOf(await login())
    clock.advanceMs(sessionIdleMs - 1)
    expect(await viewerOf(idle)).toBeDefined()
    clock.advanceMs(sessionIdleMs)
    expect(await viewerOf(idle)).toBeUndefined()

    const used = tokenOf(await login())
    let livedMs = 0
    while (livedMs + sessionIdleMs / 2 < sessionLifeMs) {
      clock.advanceMs(sessionIdleMs / 2)
      livedMs += sessionIdleMs / 2
      expect(await viewerOf(used)).toBeDefined()
    }
    clock.advanceMs(sessionLifeMs - livedMs)
    expect(await viewerOf(used)).toBeUndefined()
  })

  it('writes "last seen" once a minute at most', async () => {
    const token = tokenOf(await login())
    const seen = async () =>
      (await db.selectFrom('session').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at.getTime()
    const downloadStartedMs = await seen()
    clock.advanceMs(believedMs + 1)
    await viewerOf(token)
    expect(await seen()).toBe(downloadStartedMs)
    clock.advanceMs(60_000)
    await viewerOf(token)
    expect(await seen()).toBe(clock.nowMs())
    const { last_seen_at } = await db.selectFrom('device').selectAll().executeTakeFirstOrThrow()
    expect(last_seen_at.getTime()).toBe(clock.nowMs())
  })

  it('end when the account is blocked, and at the next login of the same device', async () => {
    const first = tokenOf(await login())
    expect(await viewerOf(first)).toBeDefined()
    const second = tokenOf(await login())
    expect(await viewerOf(first)).toBeUndefined()
    expect(await viewerOf(second)).toBeDefined()
    await accounts.setState(accountId, 'blocked')
    expect(await viewerOf(second)).toBeUndefined()
  })

  it('a block in another process is seen once the cache entry has expired', async () => {
    const token = tokenOf(await login())
    expect(await viewerOf(token)).toBeDefined()
    await db.updateTable('account').set({ state: 'blocked' }).execute()
    clock.advanceMs(believedMs)
    expect(await viewerOf(token)).toBeUndefined()
  })
})

describe('five devices', () => {
  const onDevice = (number: number) => login({ device_uid: `uid-${number}` })

  it('refuses a sixth, accepts a registered one again, and frees a slot at logout', async () => {
    const tokens = []
    for (let i = 1; i <= 5; i += 1) tokens.push(tokenOf(await onDevice(i)))
    expect(await onDevice(6)).toEqual({ refused: 'device_limit' })
    expect(await onDevice(3)).toHaveProperty('authkey')
    const viewer = await viewerOf(tokens[0] ?? '')
    if (viewer === undefined) throw new Error('no viewer')
    await accounts.logOut(viewer)
    expect(await onDevice(6)).toHaveProperty('authkey')
    expect(await onDevice(7)).toEqual({ refused: 'device_limit' })
  })

  it('gives the slot of an ended session to another device', async () => {
    for (let i = 1; i <= 5; i += 1) await onDevice(i)
    clock.advanceMs(sessionIdleMs + 1)
    expect(await onDevice(6)).toHaveProperty('authkey')
    const rows = await db.selectFrom('device').select('uid').where('place', 'is not', null).execute()
    expect(rows).toEqual([{ uid: 'uid-6' }])
  })

  it('accepts five of twelve concurrent logins', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, (_, i) => onDevice(i)))
    const refused = responses.filter((response) => response['refused'] === 'device_limit')
    expect(refused).toHaveLength(7)
    expect(responses.filter((response) => 'authkey' in response)).toHaveLength(5)
  })
})

describe('the nightly cleanup', () => {
  it('deletes ended sessions, with their slots, and devices logged out long ago; nothing that is active', async () => {
    await login({ device_uid: 'old' })
    clock.advanceMs(sessionIdleMs - 1)
    await accounts.trustNetwork(accountId, '10.7.0.1')
    const living = tokenOf(await login({ device_uid: 'living' }))
    expect(await forgetEndedSessions(db, clock.nowMs())).toEqual({ sessions: 0, devices: 0, networks: 0 })
    clock.advanceMs(1)
    expect(await forgetEndedSessions(db, clock.nowMs())).toEqual({ sessions: 1, devices: 0, networks: 0 })
    const places = await db.selectFrom('device').select(['uid', 'place']).orderBy('uid').execute()
    expect(places.map(({ uid, place }) => [uid, place !== null])).toEqual([
      ['living', true],
      ['old', false],
    ])
    const afterMs = clock.nowMs() + deviceMemoryMs - sessionIdleMs
    expect(await forgetEndedSessions(db, afterMs)).toEqual({ sessions: 0, devices: 1, networks: 1 })
    expect(await viewerOf(living)).toBeDefined()
    expect(await forgetEndedSessions(db, clock.nowMs() + sessionLifeMs)).toMatchObject({ sessions: 1 })
  })
})

describe('an account imported again', () => {
  it('changes only what changed', async () => {
    expect(await accounts.upsertAccount(person)).toEqual({ accountId, outcome: 'kept' })
    const renamed = { ...person, name: 'Dilnoza A.', password: 'another password' }
    expect(await accounts.upsertAccount(renamed)).toEqual({ accountId, outcome: 'changed' })
    expect(await accounts.upsertAccount(renamed)).toEqual({ accountId, outcome: 'kept' })
    expect(await accounts.accountOf(accountId)).toMatchObject({ name: 'Dilnoza A.', phone: '+998901234567' })
    expect(await login()).toEqual({ refused: 'wrong_credentials' })
    expect(await login({ password: 'another password' })).toHaveProperty('authkey')
  })
})
