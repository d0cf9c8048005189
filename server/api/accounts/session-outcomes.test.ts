/** The responses to each outcome of a login or a session; the outcomes themselves are tested on a database. */
import { describe, expect, it, vi } from 'vitest'
import type { Accounts, DeviceRow, LoggedIn } from '#server/accounts/accounts.ts'
import { devicesInDetails } from '#contract/accounts/devices.ts'
import { deviceLimit } from '#contract/form/constants.ts'
import { silentLog } from '#server/platform/log/log.ts'
import type { Denied } from '#server/platform/primitives/viewer.ts'
import { accountEndpoints } from '#tests/kit/modules/account-endpoints.ts'
import { ask, type TestCaller } from '#tests/kit/modules/call-endpoint.ts'

/** An accounts module with only these methods. */
function endpoints(calls: Partial<Accounts>) {
  const accounts = { supportPhone: '+998 71 200-00-00', ...calls }
  return accountEndpoints(accounts as Accounts, (address) => address.startsWith('198.51.100.'))
}

const viewer = { accountId: 7, sessionId: 'session' }
const login = { abonement: '1000001', password: 'right password', device_uid: 'device' }

/** The complete refusal for this login outcome, with the values of its text. */
async function loginOutcome(outcome: LoggedIn) {
  const bound = endpoints({ logIn: async () => outcome }).find(({ name }) => name === 'accounts.login')
  const prepared = bound?.prepare(login)
  if (prepared?.kind !== 'ready') throw new Error('the login was not read')
  const { signal } = new AbortController()
  const refusal = await prepared.run({
    ...{ viewer: undefined, deviceUid: undefined, userAgent: '', language: 'ru', clientAddress: '127.0.0.1' },
    ...{ audience: 'inside', serviceId: 1, requestId: 'test', log: silentLog, signal },
  })
  if (refusal.kind !== 'refused') throw new Error('the login was not refused')
  return refusal
}

const device: DeviceRow = {
  ...{ deviceId: 3, uid: 'secret', kind: 'tv', name: 'Зал', model: 'Ekran TV', slot: 1 },
  ...{ firstSeenMs: 1_000_999, lastSeenMs: 2_000_999, address: '198.51.100.7', isCurrent: false },
  sessionId: 'other',
}

describe('a login', () => {
  it('[ACC-05] returns the token and the subscriber number', async () => {
    const logIn = vi.fn(async () => ({ kind: 'logged_in', token: 'token', abonement: '1000001' }) as const)
    const response = await ask(endpoints({ logIn }), 'accounts.login', login, {
      clientAddress: '203.0.113.9',
    })
    expect(response).toEqual({ authkey: 'token', abonement: '1000001' })
    expect(logIn).toHaveBeenCalledWith(
      expect.objectContaining({ password: 'right password', clientAddress: '203.0.113.9' }),
    )
  })

  it('[ACC-01] needs a phone or a number, and names the field when it is neither', async () => {
    const logIn = vi.fn(async () => ({ kind: 'wrong' }) as const)
    const { abonement: _, ...nameless } = login
    expect(await ask(endpoints({ logIn }), 'accounts.login', nameless)).toEqual({ refused: 'invalid_input' })
    expect(logIn).not.toHaveBeenCalled()
  })

  it('[ACC-11] returns the support phone for a blocked account, and says when it is deactivated', async () => {
    expect(await loginOutcome({ kind: 'not_in_use', state: 'blocked' })).toMatchObject({
      failure: 'account_blocked',
      values: { phone: '+998 71 200-00-00' },
    })
    expect((await loginOutcome({ kind: 'not_in_use', state: 'deactivated' })).failure).toBe(
      'account_deactivated',
    )
  })

  it('[ACC-09] on a full account returns the devices, one of which can be released', async () => {
    const { failure, values, details } = await loginOutcome({ kind: 'full', devices: [device] })
    expect([failure, values]).toEqual(['device_limit', { limit: deviceLimit }])
    expect(devicesInDetails(details)).toEqual([
      {
        ...{ device_id: 3, kind: 'tv', name: 'Зал', model: 'Ekran TV', place: 1 },
        ...{ first_seen_at: 1000, last_seen_at: 2000, address: '198.51.100.7', is_tasix: 1, is_current: 0 },
      },
    ])
    expect(JSON.stringify(details)).not.toContain('secret')
  })

  it('[ACC-14] with too many attempts says when to retry, in minutes, at least one', async () => {
    expect(await loginOutcome({ kind: 'too_many', retryAfterSec: 40 })).toMatchObject({
      failure: 'too_many_requests',
      retryAfterSec: 40,
    })
    for (const [retryAfterSec, minutes] of [
      [1, 1],
      [61, 2],
      [600, 10],
    ] as const)
      expect(await loginOutcome({ kind: 'code_needed', retryAfterSec })).toMatchObject({
        failure: 'login_code_needed',
        values: { minutes },
        retryAfterSec,
      })
  })

  it.each([
    [{ kind: 'wrong' }, 'wrong_credentials'],
    [{ kind: 'device_not_found' }, 'device_not_found'],
    [{ kind: 'busy' }, 'busy'],
  ] as const)('that came to %j is refused as %s', async (outcome, failure) => {
    expect((await loginOutcome(outcome)).failure).toBe(failure)
  })
})

describe('[ACC-06] the status of a session', () => {
  const status = (caller: TestCaller) => ask(endpoints({}), 'accounts.status', {}, caller)

  it('is valid for a viewer, and says when to renew the token', async () => {
    expect(await status({ viewer })).toMatchObject({ status: 0, reason: 'good', renew: 0 })
    expect(await status({ viewer: { ...viewer, isTokenOld: true } })).toMatchObject({ renew: 1 })
  })

  it.each([
    [undefined, 'none'],
    ['not_authorized', 'ended'],
    ['session_blocked', 'blocked'],
    ['session_deactivated', 'deactivated'],
  ] as const)('without a good token (%s) says why: %s', async (failure, reason) => {
    const denied: Denied | undefined = failure === undefined ? undefined : { kind: 'denied', failure }
    expect(await status(denied === undefined ? {} : { denied })).toEqual({
      ...{ status: 1, reason, renew: 0 },
      support_phone: '+998 71 200-00-00',
    })
  })
})

describe('[ACC-07] a logout', () => {
  it.each(['accounts.logout', 'sessions.customerLogout'])(
    'by %s ends the session, also of a blocked subscriber',
    async (name) => {
      const logOut = vi.fn(async () => undefined)
      const bound = endpoints({ logOut } as unknown as Partial<Accounts>)
      const denied = { kind: 'denied', failure: 'session_blocked', session: viewer } as const
      expect(await ask(bound, name, {}, { viewer })).toEqual({})
      expect(await ask(bound, name, {}, { denied })).toEqual({})
      expect(logOut).toHaveBeenCalledTimes(2)
      expect(logOut).toHaveBeenLastCalledWith(viewer, { actor: 'viewer', address: '127.0.0.1' })
    },
  )

  it('without a session does nothing, and succeeds', async () => {
    const logOut = vi.fn()
    expect(await ask(endpoints({ logOut }), 'accounts.logout')).toEqual({})
    expect(logOut).not.toHaveBeenCalled()
  })
})

describe('[ACC-03] [CAB-03] a password change', () => {
  const change = { old_password: 'old', new_password: 'new password' }

  it('says how many other sessions it ended', async () => {
    const bound = endpoints({ changePassword: async () => ({ kind: 'set', endedSessions: 2 }) as never })
    expect(await ask(bound, 'sessions.passwordChange', change, { viewer })).toEqual({ ended_sessions: 2 })
  })

  it.each([
    [{ kind: 'weak' }, 'weak_password'],
    [{ kind: 'wrong' }, 'wrong_password'],
    [{ kind: 'busy' }, 'busy'],
    [{ kind: 'too_many', retryAfterSec: 60 }, 'too_many_requests'],
  ])('with the outcome %j is refused as %s', async (outcome, failure) => {
    const bound = endpoints({ changePassword: async () => outcome as never })
    expect(await ask(bound, 'sessions.passwordChange', change, { viewer })).toEqual({ refused: failure })
  })
})

describe('[ACC-05] a renewed token', () => {
  it('has the session’s end time, or none when the current token stays', async () => {
    const renewToken = async () => ({ abonement: '1000001', token: null, endsAtMs: 5_000_999 }) as never
    expect(await ask(endpoints({ renewToken }), 'sessions.customerLogin', {}, { viewer })).toEqual({
      ...{ abonement: '1000001', authkey: null, expires_at: 5000 },
    })
  })

  it('is absent when its session has ended meanwhile', async () => {
    const renewToken = async () => ({ kind: 'ended' }) as never
    expect(await ask(endpoints({ renewToken }), 'sessions.customerLogin', {}, { viewer })).toEqual({
      refused: 'not_authorized',
    })
  })
})

describe('[ACC-09] a device', () => {
  it.each(['rename', 'remove'])('of another account cannot be changed by %s', async (name) => {
    const calls = {
      renameDevice: async () => 'device_not_found',
      removeDevice: async () => 'device_not_found',
    }
    const bound = endpoints(calls as unknown as Partial<Accounts>)
    expect(await ask(bound, `devices.${name}`, { device_id: 9, name: 'x' }, { viewer })).toEqual({
      refused: 'device_not_found',
    })
  })

  it('is one of all that are logged out except the requesting one', async () => {
    const endSessions = vi.fn(async () => 3)
    const bound = endpoints({ endSessions } as unknown as Partial<Accounts>)
    expect(await ask(bound, 'devices.removeOthers', {}, { viewer })).toEqual({ removed: 3 })
    expect(endSessions).toHaveBeenCalledWith(7, 'session', { actor: 'viewer', address: '127.0.0.1' })
  })
})
