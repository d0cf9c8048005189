import { accountEndpoints } from '#tests/kit/modules/account-endpoints.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accountsFixture,
  testPassword,
  type AccountsFixture,
  type TestAccount,
} from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const target = 'bibi-khanym 1404'
let fixture: AccountsFixture
let account: TestAccount
let phone = 998_900_000_000
beforeEach(async () => {
  fixture = accountsFixture(db, { perAccount: { attempts: 3, perSec: 600 } })
  phone += 1
  account = await fixture.addAccount({ phone: `+${phone}`, name: 'Sevinch' })
})

async function change(
  token: string,
  uid: string,
  former: string,
  password = target,
  clientAddress = '10.0.0.1',
) {
  const viewer = await viewerOf(token, uid)
  return changeAs(viewer, former, password, clientAddress)
}

async function viewerOf(token: string, uid: string) {
  const viewer = await fixture.viewer(token, uid)
  if (viewer === undefined) throw new Error('the token is no good')
  return viewer
}

function changeAs(
  viewer: Awaited<ReturnType<typeof viewerOf>>,
  former: string,
  password: string,
  clientAddress = '10.0.0.1',
) {
  const fields = { old_password: former, new_password: password }
  return ask(accountEndpoints(fixture.accounts), 'sessions.passwordChange', fields, { viewer, clientAddress })
}

describe('[ACC-03] a password is changed', () => {
  it('by a client that knows the former one; every other session ends and this one keeps its token', async () => {
    const mine = await fixture.enter(account, 'mine')
    const others = [await fixture.enter(account, 'b'), await fixture.enter(account, 'c')]
    fixture.reported()
    expect(await change(mine, 'mine', testPassword)).toEqual({ ended_sessions: 2 })
    expect(await fixture.verdict(mine, 'mine')).toBe('good')
    expect(await fixture.verdict(others[0] ?? '', 'b')).toBe('not_authorized')
    expect(await fixture.accounts.listDevices(account.accountId)).toHaveLength(1)
    expect(fixture.reported()).toEqual(['password_changed', 'sessions_ended'])
    expect(await fixture.logIn(account, 'd')).toEqual({ kind: 'wrong' })
    expect(await fixture.logIn(account, 'd', { password: target })).toMatchObject({ kind: 'logged_in' })
    const row = await db
      .selectFrom('account')
      .select('password_changed_at')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow()
    expect(row.password_changed_at?.getTime()).toBe(fixture.clock.nowMs())
  })

  it('not with a wrong former one, and guesses are counted by account and network', async () => {
    const token = await fixture.enter(account, 'a')
    for (let i = 0; i < 3; i += 1)
      expect(await change(token, 'a', `guess ${i}`)).toEqual({ refused: 'wrong_password' })
    expect(await change(token, 'a', testPassword)).toEqual({ refused: 'too_many_requests' })
    // A client with a session elsewhere does not lock the owner out at home.
    expect(await change(token, 'a', testPassword, target, '10.0.0.2')).toEqual({ ended_sessions: 0 })
  })

  it('not to a short or common one, or one made of the owner’s data', async () => {
    const token = await fixture.enter(account, 'a')
    for (const weak of [
      'short',
      'password1',
      'sevinch2',
      account.abonement,
      String(phone),
      String(phone).slice(3),
    ])
      expect(await change(token, 'a', testPassword, weak), weak).toEqual({ refused: 'weak_password' })
    expect(await change(token, 'a', testPassword, 'x'.repeat(129))).toEqual({ invalid: ['new_password'] })
    expect(await change(token, 'a', testPassword)).toEqual({ ended_sessions: 0 })
  })

  it('only once by two concurrent requests', async () => {
    const tokens = [await fixture.enter(account, 'a'), await fixture.enter(account, 'b')] as const
    // Both are identified before either changes the password: a later one would find its session ended.
    const viewers = [await viewerOf(tokens[0], 'a'), await viewerOf(tokens[1], 'b')] as const
    const outcomes = await Promise.all([
      changeAs(viewers[0], testPassword, 'one of the two 77'),
      changeAs(viewers[1], testPassword, 'the other of them 88'),
    ])
    expect(outcomes.filter((one) => one['ended_sessions'] === 1)).toHaveLength(1)
    expect(outcomes.filter((one) => one['refused'] === 'wrong_password')).toHaveLength(1)
  })

  it('and no login with the former one, started before, succeeds after it', async () => {
    const mine = await fixture.enter(account, 'mine')
    for (let round = 0; round < 4; round += 1) {
      const [former, next] = [account.password, `round ${round} of the test`]
      const [logins] = await Promise.all([
        Promise.all(
          Array.from({ length: 4 }, (_, i) => fixture.logIn(account, `d${i}`, { password: former })),
        ),
        change(mine, 'mine', former, next, `10.0.1.${round}`),
      ])
      account = { ...account, password: next }
      const verdicts = await Promise.all(
        logins.map((one, i) =>
          one.kind === 'logged_in' ? fixture.verdict(one.token, `d${i}`) : 'not_authorized',
        ),
      )
      // A faster login was ended by the change; a slower one was refused.
      expect(new Set(verdicts)).toEqual(new Set(['not_authorized']))
      expect(await fixture.accounts.listDevices(account.accountId)).toHaveLength(1)
    }
  })
})

describe('a password that is reset', () => {
  it('[ACC-03] ends every session, or all but one', async () => {
    const tokens = [await fixture.enter(account, 'a'), await fixture.enter(account, 'b')] as const
    const viewer = await fixture.viewer(tokens[0], 'a')
    expect(await fixture.accounts.setPassword(account.accountId, target, viewer?.sessionId)).toEqual({
      kind: 'set',
      endedSessions: 1,
    })
    expect(await fixture.verdict(tokens[0], 'a')).toBe('good')
    expect(await fixture.accounts.setPassword(account.accountId, target)).toEqual({
      kind: 'set',
      endedSessions: 1,
    })
    expect(await fixture.verdict(tokens[0], 'a')).toBe('not_authorized')
  })
})
