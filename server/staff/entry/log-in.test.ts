import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeAt,
  operatorPassword,
  staffFixture,
  staffPassword,
  testClient,
  type StaffFixture,
} from '#tests/kit/modules/staff-module.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { guessRules } from '#server/staff/member/rules.ts'

let database: TestDatabase
let fixture: StaffFixture
beforeAll(async () => {
  database = await createTestDatabase()
  fixture = staffFixture(database.db)
})
afterAll(() => database.drop())

const minuteMs = 60_000

function logIn(login: string, password: string, address = '203.0.113.5') {
  return fixture.staff.logIn({ login, password }, { ...testClient, address })
}

describe('[STAFF-01] the first owner', () => {
  const owner = {
    login: 'first@ekran.uz',
    name: 'First Owner',
    password: staffPassword,
    language: 'uz',
  } as const

  it('is created by the operator’s password alone, by one of many requests, and never again', async () => {
    const { staff } = fixture
    expect(await staff.isSetUpNeeded()).toBe(true)
    const setUp = (password: string) => staff.setUpOwner({ operatorPassword: password, ...owner }, testClient)
    expect(await setUp('another')).toEqual({ kind: 'wrong' })
    const easy = { ...owner, password: 'password1234' }
    expect(await staff.setUpOwner({ operatorPassword, ...easy }, testClient)).toEqual({ kind: 'weak' })
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        steady(() => staff.setUpOwner({ operatorPassword, ...owner, login: `${name}-first` }, testClient)),
      ),
    )
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['proven', 'set_up', 'set_up'])
    expect(await setUp(operatorPassword)).toEqual({ kind: 'set_up' })
    expect(await staff.isSetUpNeeded()).toBe(false)
    const [created, ...others] = await staff.list()
    expect([created?.role, others]).toEqual(['owner', []])
    expect(fixture.reported()).toEqual(['staff_owner_created'])
  })
})

describe('[STAFF-01] a login', () => {
  it('opens nothing before the second factor, and then a session under another token', async () => {
    const member = await fixture.addMember('support')
    fixture.clock.advanceMs(minuteMs)
    const proven = await logIn(member.login, staffPassword)
    if (proven.kind !== 'proven') throw new Error(proven.kind)
    expect([proven.stage, proven.factors]).toEqual(['second_factor', ['totp', 'recovery_code']])
    const half = await fixture.member(proven.token)
    expect(half.stage).toBe('second_factor')
    const code = codeAt(member.secret, fixture.clock.nowMs())
    const entered = await fixture.staff.proveFactor(half, { by: 'totp', code }, '203.0.113.5')
    if (entered.kind !== 'logged_in') throw new Error(entered.kind)
    expect(await fixture.staff.identify(proven.token, '')).toBeUndefined()
    expect(await fixture.member(entered.token)).toMatchObject({ stage: 'full', role: 'support' })
    // The session was completed once: the same proof again completes nothing.
    fixture.clock.advanceMs(30_000)
    const next = codeAt(member.secret, fixture.clock.nowMs())
    expect(await fixture.staff.proveFactor(half, { by: 'totp', code: next }, '')).toEqual({ kind: 'ended' })
  })

  it('refuses an unknown login, a wrong password and the lock of either in the same way', async () => {
    const member = await fixture.addMember('support')
    const answers = async (login: string, address: string) => {
      const outcomes = []
      for (let tries = 0; tries < 7; tries += 1) outcomes.push(await logIn(login, 'not this one', address))
      return outcomes
    }
    const [real, unreal] = [
      await answers(member.login, '203.0.113.20'),
      await answers('nobody-at-all', '203.0.113.21'),
    ]
    expect(real).toEqual(unreal)
    expect(real.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: guessRules.loginHere.freely + 1 }, () => 'wrong'),
      'too_many',
      'too_many',
    ])
    // The right password makes no difference while the guesses wait.
    expect((await logIn(member.login, staffPassword, '203.0.113.20')).kind).toBe('too_many')
    fixture.clock.advanceMs(guessRules.loginHere.firstMs)
    expect((await logIn(member.login, staffPassword, '203.0.113.20')).kind).toBe('proven')
    // Nobody is told who exists by the audit either: only guesses at members are in it.
    const failed = fixture.events.filter(({ event }) => event === 'staff_login_failed')
    expect(new Set(failed.map(({ change }) => change?.subject))).toEqual(new Set([`staff ${member.staffId}`]))
  })

  it('counts guesses that arrive at once as they come', async () => {
    const member = await fixture.addMember('support')
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => steady(() => logIn(member.login, 'not this one', '203.0.113.30'))),
    )
    expect(outcomes.filter(({ kind }) => kind === 'wrong')).toHaveLength(guessRules.loginHere.freely + 1)
  })

  it('is not locked out by strangers in a network where the member was logged in', async () => {
    const member = await fixture.addMember('support')
    await fixture.enter(member, '198.51.100.90')
    await logIn(member.login, 'not this one', '192.0.2.1')
    // As many wrong ones as are free, without the work of each.
    await database.db
      .updateTable('staff_guess')
      .set({ failures: guessRules.loginInAll.freely })
      .where('key', 'like', 'login %')
      .where('key', 'not like', 'login % %')
      .execute()
    expect((await logIn(member.login, 'not this one', '192.0.2.2')).kind).toBe('wrong')
    expect((await logIn(member.login, staffPassword, '192.0.2.200')).kind).toBe('too_many')
    expect((await logIn(member.login, staffPassword, '198.51.100.90')).kind).toBe('proven')
  })

  it('is refused for a blocked member, who learns so only with the right password', async () => {
    const member = await fixture.addMember('support')
    await fixture.staff.block({ kind: 'operator' }, member.staffId)
    expect(await logIn(member.login, 'not this one')).toEqual({ kind: 'wrong' })
    expect(await logIn(member.login, staffPassword)).toEqual({ kind: 'blocked' })
    expect(await fixture.staff.identify(member.token, '')).toBeUndefined()
    await fixture.staff.unblock({ kind: 'operator' }, member.staffId)
    expect((await logIn(member.login, staffPassword)).kind).toBe('proven')
    // What was ended stays so.
    expect(await fixture.staff.identify(member.token, '')).toBeUndefined()
  })
})

describe('[STAFF-01] a session', () => {
  it('ends after thirty minutes without a request', async () => {
    const { token } = await fixture.addMember('analyst')
    fixture.clock.advanceMs(29 * minuteMs)
    expect(await fixture.staff.identify(token, '198.51.100.8')).toBeDefined()
    fixture.clock.advanceMs(29 * minuteMs)
    expect(await fixture.staff.identify(token, '198.51.100.8')).toBeDefined()
    fixture.clock.advanceMs(30 * minuteMs)
    expect(await fixture.staff.identify(token, '198.51.100.8')).toBeUndefined()
  })

  it('ends twelve hours after its login, however much it is used', async () => {
    const { token } = await fixture.addMember('analyst')
    for (let used = 0; used < 12 * 4 - 1; used += 1) {
      fixture.clock.advanceMs(15 * minuteMs)
      expect(await fixture.staff.identify(token, '')).toBeDefined()
    }
    fixture.clock.advanceMs(15 * minuteMs)
    expect(await fixture.staff.identify(token, '')).toBeUndefined()
  })

  it('is listed with its address and browser, and ends by itself, with the others or at a logout', async () => {
    const member = await fixture.addMember('analyst')
    const { staff } = fixture
    const [second, third] = [await fixture.enter(member, '198.51.100.50'), await fixture.enter(member)]
    const self = await fixture.member(third)
    const listed = await staff.listSessions(member.staffId)
    expect(listed).toHaveLength(3)
    expect(listed[0]?.sessionId).toBe(self.sessionId)
    expect(listed.map(({ device }) => device)).toEqual([
      'Chrome, Windows',
      'Chrome, Windows',
      'Chrome, Windows',
    ])
    const { sessionId } = await fixture.member(second)
    expect(await staff.endSession(self, sessionId, '')).toBe(true)
    expect(await staff.endSession(self, sessionId, '')).toBe(false)
    expect(await staff.endOtherSessions(self, '')).toBe(1)
    expect(await staff.identify(member.token, '')).toBeUndefined()
    await staff.logOut(self, '')
    expect(await staff.identify(third, '')).toBeUndefined()
    // Another member's session is not found.
    const other = await fixture.addMember('analyst')
    const others = await fixture.member(other.token)
    const stranger = await fixture.member((await fixture.addMember('owner')).token)
    expect(await staff.endSession(stranger, others.sessionId, '')).toBe(false)
  })
})

describe('[STAFF-01] a step-up', () => {
  it('is a password, a code or a passkey again; a wrong one proves nothing', async () => {
    const member = await fixture.addMember('owner')
    const { staff, clock } = fixture
    clock.advanceMs(11 * minuteMs)
    const self = await fixture.member(member.token)
    expect(await staff.stepUp(self, { by: 'password', password: 'not this one' }, '')).toEqual({
      kind: 'wrong',
    })
    expect((await fixture.member(member.token)).steppedUpAtMs).toBe(self.steppedUpAtMs)
    const untilMs = clock.nowMs() + 10 * minuteMs
    const right = { by: 'password', password: staffPassword } as const
    expect(await staff.stepUp(self, right, '')).toEqual({ kind: 'proven', untilMs })
    expect((await fixture.member(member.token)).steppedUpAtMs).toBe(clock.nowMs())
    const code = codeAt(member.secret, clock.nowMs())
    expect((await staff.stepUp(self, { by: 'totp', code }, '')).kind).toBe('proven')
    expect((await staff.stepUp(self, { by: 'totp', code }, '')).kind).toBe('wrong')
  })

  it('a new own password ends the other sessions, and the former one opens nothing', async () => {
    const member = await fixture.addMember('support')
    const own = await fixture.enter(member)
    const self = await fixture.member(own)
    const change = (former: string, next: string) =>
      fixture.staff.changeOwnPassword(self, { former, next }, '')
    expect(await change('not this one', 'a new password of mine')).toEqual({ kind: 'wrong' })
    expect(await change(staffPassword, 'member2026')).toEqual({ kind: 'weak' })
    expect(await change(staffPassword, 'turquoise dome 77 north')).toEqual({
      kind: 'changed',
      endedSessions: 1,
    })
    expect(await fixture.staff.identify(member.token, '')).toBeUndefined()
    expect(await fixture.staff.identify(own, '')).toBeDefined()
    expect((await logIn(member.login, staffPassword)).kind).toBe('wrong')
    expect((await logIn(member.login, 'turquoise dome 77 north')).kind).toBe('proven')
  })
})
