import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { believedMs } from './recent-sessions.ts'
import { formerTokenGraceMs, sessionIdleMs, tokenRenewMs } from '#server/accounts/account/rules.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'
import {
  accountsFixture,
  type AccountsFixture,
  type TestAccount,
} from '#tests/kit/modules/accounts-module.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

let fixture: AccountsFixture
let account: TestAccount
beforeEach(async () => {
  fixture = accountsFixture(db)
  account = await fixture.addAccount()
})

function tokensOf(accountId: number) {
  return db.selectFrom('session').selectAll().where('account_id', '=', accountId).execute()
}

async function renewed(token: string): Promise<string | null> {
  const outcome = await fixture.accounts.renewToken(token)
  if (outcome.kind !== 'renewed') throw new Error('the session has ended')
  return outcome.token
}

/** Advances the clock until cached sessions have expired. */
function afterBelief() {
  return fixture.clock.advanceMs(believedMs)
}

describe('[ACC-05] a session that was bound to its device', () => {
  it('works only with the number of its device, from the cache and from the database', async () => {
    const token = await fixture.enter(account, 'tv-1')
    for (const _ of ['from the database', 'from memory']) {
      expect(await fixture.verdict(token, 'tv-2')).toBe('not_authorized')
      expect(await fixture.verdict(token)).toBe('not_authorized')
      expect(await fixture.verdict(token, 'tv-1')).toBe('good')
    }
    // A thief cannot log the owner out by trying.
    expect(await fixture.verdict(token, 'tv-1')).toBe('good')
  })

  it('[ACC-14] is reported once an hour when used from another device, with its address', async () => {
    const token = await fixture.enter(account, 'tv-1')
    fixture.reported()
    for (let i = 0; i < 20; i += 1) await fixture.verdict(token, 'a stranger')
    expect(fixture.reported()).toEqual(['token_on_other_device'])
    expect(fixture.events.at(-1)).toMatchObject({
      accountId: account.accountId,
      address: '198.51.100.9',
      device: 'a stranger',
    })
    expect(JSON.stringify(fixture.events)).not.toContain(token)
  })

  it('needs no device header when its login did not bind it', async () => {
    const token = await fixture.enter(account, 'old-client', { isBound: false })
    expect(await fixture.verdict(token)).toBe('good')
    expect(await fixture.verdict(token, 'whatever')).toBe('good')
  })
})

describe('a token that is renewed', () => {
  it('stays for a day, then gets a next token, and the session says so', async () => {
    const token = await fixture.enter(account, 'a')
    expect(await renewed(token)).toBeNull()
    expect(await fixture.viewer(token, 'a')).toMatchObject({ isTokenOld: false })
    fixture.clock.advanceMs(tokenRenewMs)
    expect(await fixture.viewer(token, 'a')).toMatchObject({ isTokenOld: true })
    const next = await renewed(token)
    expect(next).toMatch(/^[\w-]{43}$/)
    expect(next).not.toBe(token)
    expect(await fixture.viewer(next ?? '', 'a')).toMatchObject({ isTokenOld: false })
    expect(await renewed(next ?? '')).toBeNull()
  })

  it('survives a lost response: the old one is valid until the new one is used', async () => {
    const token = await fixture.enter(account, 'a')
    fixture.clock.advanceMs(tokenRenewMs)
    const lost = await renewed(token)
    for (let day = 0; day < 40; day += 1) {
      fixture.clock.advanceMs(tokenRenewMs)
      expect(await fixture.verdict(token, 'a')).toBe('good')
    }
    // A repeated request returns the same token, so that two tabs or two processes never disagree about it.
    const others = accountsFixture(db, { clock: fixture.clock })
    const again = await Promise.all([renewed(token), renewed(token), others.accounts.renewToken(token)])
    expect(again).toEqual([lost, lost, expect.objectContaining({ token: lost })])
    expect(await fixture.verdict(lost ?? '', 'a')).toBe('good')
  })

  it('serves requests in flight for a minute after the next one was used, and informs a tab left behind', async () => {
    const token = await fixture.enter(account, 'a')
    fixture.clock.advanceMs(tokenRenewMs)
    const next = (await renewed(token)) ?? ''
    expect(await fixture.verdict(next, 'a')).toBe('good')
    fixture.clock.advanceMs(formerTokenGraceMs - 1)
    expect(await fixture.viewer(token, 'a')).toMatchObject({ isTokenOld: true })
    expect(await renewed(token)).toBe(next)
    expect(await fixture.verdict(next, 'a')).toBe('good')
  })

  it('[ACC-14] ends the session when the former one is used after that: two clients have it', async () => {
    const token = await fixture.enter(account, 'a')
    fixture.clock.advanceMs(tokenRenewMs)
    const next = (await renewed(token)) ?? ''
    expect(await fixture.verdict(next, 'a')).toBe('good')
    fixture.clock.advanceMs(formerTokenGraceMs)
    fixture.reported()
    expect(await fixture.verdict(token, 'a')).toBe('not_authorized')
    expect(fixture.reported()).toEqual(['token_reused'])
    expect(await fixture.verdict(next, 'a')).toBe('not_authorized')
    expect(await tokensOf(account.accountId)).toEqual([])
    expect(await fixture.accounts.listDevices(account.accountId)).toEqual([])
  })

  it('cannot be abused on another device: using the former one there ends nothing', async () => {
    const token = await fixture.enter(account, 'a')
    fixture.clock.advanceMs(tokenRenewMs)
    const next = (await renewed(token)) ?? ''
    expect(await fixture.verdict(next, 'a')).toBe('good')
    fixture.clock.advanceMs(formerTokenGraceMs)
    expect(await fixture.verdict(token, 'a thief')).toBe('not_authorized')
    expect(await fixture.verdict(next, 'a')).toBe('good')
  })

  it('may be first used by many concurrent requests, and every one is accepted', async () => {
    const token = await fixture.enter(account, 'a')
    fixture.clock.advanceMs(tokenRenewMs)
    const next = (await renewed(token)) ?? ''
    const processes = [fixture, accountsFixture(db, { clock: fixture.clock })]
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, (_, i) => processes[i % 2]?.verdict(i % 3 === 0 ? token : next, 'a')),
    )
    expect(new Set(verdicts)).toEqual(new Set(['good']))
    expect(await tokensOf(account.accountId)).toMatchObject([
      { token_hash: tokenHash(next), former_token_hash: tokenHash(token), next_token_hash: null },
    ])
  })

  it('is stored only as a hash, before and after', async () => {
    const token = await fixture.enter(account, 'a')
    fixture.clock.advanceMs(tokenRenewMs)
    const next = (await renewed(token)) ?? ''
    const rows = JSON.stringify(await tokensOf(account.accountId))
    expect(rows).not.toContain(token)
    expect(rows).not.toContain(next)
    // Without the pepper the next token cannot be computed from the current one.
    const other = accountsFixture(db, { clock: fixture.clock, pepper: 'another' })
    expect(await other.accounts.renewToken(token)).not.toMatchObject({ token: next })
  })

  it('does not extend a session beyond its maximum life', async () => {
    const token = await fixture.enter(account, 'a')
    fixture.clock.advanceMs(sessionIdleMs)
    expect(await fixture.accounts.renewToken(token)).toEqual({ kind: 'ended' })
    expect(await fixture.accounts.renewToken('x'.repeat(43))).toEqual({ kind: 'ended' })
  })
})

describe('[ACC-11] the sessions of a blocked account', () => {
  it('are refused with the reason, keep their slots, and work again when it is reactivated', async () => {
    const tokens = [await fixture.enter(account, 'a'), await fixture.enter(account, 'b')]
    expect(await fixture.verdict(tokens[0] ?? '', 'a')).toBe('good')
    await fixture.accounts.setState(account.accountId, 'blocked')
    expect(
      await fixture.accounts.identify(tokens[0] ?? '', { deviceUid: 'a', clientAddress: '' }),
    ).toMatchObject({
      failure: 'session_blocked',
      values: { phone: '1000' },
      session: { accountId: account.accountId },
    })
    await fixture.accounts.setState(account.accountId, 'deactivated')
    expect(await fixture.verdict(tokens[1] ?? '', 'b')).toBe('session_deactivated')
    expect(await fixture.accounts.listDevices(account.accountId)).toHaveLength(2)
    await fixture.accounts.setState(account.accountId, 'active')
    expect(await fixture.verdict(tokens[0] ?? '', 'a')).toBe('good')
    expect(await fixture.verdict(tokens[1] ?? '', 'b')).toBe('good')
    const states = fixture.reported().filter((name) => name.startsWith('account_'))
    expect(states).toEqual(['account_blocked', 'account_deactivated', 'account_opened'])
  })

  it('expire meanwhile, however often they are tried', async () => {
    const token = await fixture.enter(account, 'a')
    await fixture.accounts.setState(account.accountId, 'blocked')
    for (let i = 0; i < 10; i += 1) {
      fixture.clock.advanceMs(sessionIdleMs / 10)
      await fixture.verdict(token, 'a')
    }
    await fixture.accounts.setState(account.accountId, 'active')
    expect(await fixture.verdict(token, 'a')).toBe('not_authorized')
  })
})

describe('the session cache', () => {
  it('responds without the database while it is warm', async () => {
    const token = await fixture.enter(account, 'a')
    await fixture.verdict(token, 'a')
    const connect = vi.spyOn(database.pool, 'connect')
    for (let i = 0; i < 1000; i += 1) expect(await fixture.verdict(token, 'a')).toBe('good')
    expect(connect).not.toHaveBeenCalled()
    afterBelief()
    await fixture.verdict(token, 'a')
    expect(connect).toHaveBeenCalledTimes(1)
    connect.mockRestore()
  })

  it('stores nothing that was changed during its lookup', async () => {
    const token = await fixture.enter(account, 'a')
    const looking = fixture.verdict(token, 'a')
    fixture.accounts.sessionsChanged(String(account.accountId))
    await looking
    await db.deleteFrom('session').where('account_id', '=', account.accountId).execute()
    expect(await fixture.verdict(token, 'a')).toBe('not_authorized')
  })

  it('drops one account, or all on a notification it cannot parse', async () => {
    const other = await fixture.addAccount()
    const tokens = [await fixture.enter(account, 'a'), await fixture.enter(other, 'a')] as const
    const verdicts = async () => [
      await fixture.verdict(tokens[0], 'a'),
      await fixture.verdict(tokens[1], 'a'),
    ]
    await verdicts()
    await db.deleteFrom('session').execute()
    fixture.accounts.sessionsChanged(String(other.accountId))
    expect(await verdicts()).toEqual(['good', 'not_authorized'])
    fixture.accounts.sessionsChanged('something else')
    expect(await verdicts()).toEqual(['not_authorized', 'not_authorized'])
  })
})

describe('the token lookup', () => {
  it('uses an index for each of the three hashes it may have', async () => {
    await sql`
      with a as (
        insert into account (abonement, password_hash, created_at)
        select (30000000 + n)::text, '$argon2id$none', now() from generate_series(1, 4000) n returning account_id
      ), d as (
        insert into device (account_id, uid, first_seen_at, last_seen_at)
        select account_id, 'x', now(), now() from a returning device_id, account_id
      )
      insert into session (session_id, token_hash, next_token_hash, former_token_hash, account_id, device_id, created_at, last_seen_at, expires_at)
      select gen_random_uuid(), encode(sha256(device_id::text::bytea), 'hex'),
        encode(sha256(('n' || device_id)::bytea), 'hex'), encode(sha256(('f' || device_id)::bytea), 'hex'),
        account_id, device_id, now(), now(), now() + interval '1 day'
      from d`.execute(db)
    await sql`analyze session`.execute(db)
    await sql`analyze account`.execute(db)
    await sql`analyze device`.execute(db)
    const hash = 'a'.repeat(64)
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select 1 from session
        join account on account.account_id = session.account_id join device on device.device_id = session.device_id
      where token_hash = ${hash} or next_token_hash = ${hash} or former_token_hash = ${hash}`.execute(db)
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const column of ['token_hash', 'next_token_hash', 'former_token_hash'])
      expect(text).toContain(`session_${column}_key`)
    expect(text).not.toContain('Seq Scan')
  })
})
