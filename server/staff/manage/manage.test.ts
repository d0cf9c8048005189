import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/form/permissions.ts'
import {
  staffFixture,
  staffPassword,
  testClient,
  type StaffFixture,
  type TestMember,
} from '#tests/kit/modules/staff-module.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { forgetEndedStaff } from '#server/staff/forget-ended.ts'
import type { Actor } from '#server/staff/member/rules.ts'

let database: TestDatabase
let fixture: StaffFixture
beforeAll(async () => {
  database = await createTestDatabase()
  fixture = staffFixture(database.db)
})
afterAll(() => database.drop())

const operator = { kind: 'operator' } as const
const hourMs = 3_600_000

function invited(login: string, role: Role = 'support') {
  return { login, name: 'Somebody New', role, language: 'uz' } as const
}

async function invite(login: string, by: Actor = operator, role: Role = 'support'): Promise<string> {
  const link = await fixture.staff.invite(by, invited(login, role))
  if (link.kind !== 'made') throw new Error(link.kind)
  return link.token
}

async function accept(token: string, password = staffPassword): Promise<string> {
  return (await steady(() => fixture.staff.acceptInvitation({ token, password }, testClient))).kind
}

function actor({ staffId, login }: TestMember, role: Role): Actor {
  return { kind: 'staff', staffId, name: login, role, address: '198.51.100.7' }
}

describe('[STAFF-01] an invitation', () => {
  it('is used once, also of many requests at once', async () => {
    const token = await invite('used-once')
    const kinds = await Promise.all([accept(token), accept(token), accept(token)])
    expect(kinds.toSorted()).toEqual(['ended', 'ended', 'proven'])
    expect(await accept(token)).toBe('ended')
    expect(await fixture.staff.findInvitation(token)).toBeUndefined()
  })

  it('ends after 72 hours', async () => {
    const token = await invite('too-late')
    fixture.clock.advanceMs(72 * hourMs - 1)
    expect(await fixture.staff.findInvitation(token)).toMatchObject({ login: 'too-late', role: 'support' })
    fixture.clock.advanceMs(1)
    expect(await fixture.staff.findInvitation(token)).toBeUndefined()
    expect(await accept(token)).toBe('ended')
    expect(await fixture.staff.findByLogin('too-late')).toBeUndefined()
  })

  it('is stored only as a hash, and ends when it is taken back or another one is made', async () => {
    const [first, second] = [await invite('twice'), await invite('twice')]
    const rows = await database.db.selectFrom('staff_invitation').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(second)
    expect(await accept(first)).toBe('ended')
    const [link] = (await fixture.staff.listInvitations()).filter(({ login }) => login === 'twice')
    expect(await fixture.staff.revokeInvitation(operator, link?.invitationId ?? 0)).toBe('revoked')
    expect(await fixture.staff.revokeInvitation(operator, link?.invitationId ?? 0)).toBe(
      'invitation_not_found',
    )
    expect(await accept(second)).toBe('ended')
  })

  it('of an existing login is refused, and a weak password leaves it usable', async () => {
    const token = await invite('exists')
    expect(await accept(token, 'somebody2026')).toBe('weak')
    expect(await accept(token)).toBe('proven')
    expect(await fixture.staff.invite(operator, invited('exists'))).toEqual({ kind: 'login_taken' })
  })

  it('of an owner is made and replaced by owners only', async () => {
    const administrator = actor(await fixture.addMember('administrator'), 'administrator')
    const owner = actor(await fixture.addMember('owner'), 'owner')
    expect(await fixture.staff.invite(administrator, invited('new-owner', 'owner'))).toEqual({
      kind: 'role_above_own',
    })
    const token = await invite('new-owner', owner, 'owner')
    // Neither by an invitation that would end the owner's, nor by taking it back.
    expect(await fixture.staff.invite(administrator, invited('new-owner'))).toEqual({
      kind: 'role_above_own',
    })
    const [link] = (await fixture.staff.listInvitations()).filter(({ login }) => login === 'new-owner')
    expect(await fixture.staff.revokeInvitation(administrator, link?.invitationId ?? 0)).toBe(
      'role_above_own',
    )
    expect(await accept(token)).toBe('proven')
  })
})

describe('[STAFF-01] a link for a new password', () => {
  it('sets it once, ends the sessions and leaves the second factor', async () => {
    const member = await fixture.addMember('support')
    const link = await fixture.staff.makePasswordLink(operator, member.staffId)
    if (link.kind !== 'made') throw new Error(link.kind)
    const { token } = link
    const accepted = await fixture.staff.acceptInvitation(
      { token, password: 'minaret 61 sunrise gate' },
      testClient,
    )
    expect(accepted).toMatchObject({
      kind: 'proven',
      stage: 'second_factor',
      factors: ['totp', 'recovery_code'],
    })
    expect(await fixture.staff.identify(member.token, '')).toBeUndefined()
    expect(await accept(token)).toBe('ended')
    const { login } = member
    expect((await fixture.staff.logIn({ login, password: staffPassword }, testClient)).kind).toBe('wrong')
  })

  it('opens nothing for a member who was blocked meanwhile', async () => {
    const member = await fixture.addMember('support')
    const link = await fixture.staff.makePasswordLink(operator, member.staffId)
    if (link.kind !== 'made') throw new Error(link.kind)
    await fixture.staff.block(operator, member.staffId)
    expect(await accept(link.token)).toBe('blocked')
  })
})

describe('[STAFF-01] [STAFF-03] changes of access', () => {
  it('apply to the next request of a running session, and are recorded by name with before and after', async () => {
    const owner = await fixture.addMember('owner')
    const member = await fixture.addMember('support')
    fixture.reported()
    const by = actor(owner, 'owner')
    expect(await fixture.staff.changeRole(by, member.staffId, 'finance')).toEqual({ kind: 'done' })
    expect((await fixture.member(member.token)).role).toBe('finance')
    expect(fixture.events.at(-1)).toEqual({
      event: 'staff_role_changed',
      actor: 'staff',
      address: '198.51.100.7',
      change: {
        section: 'staff',
        subject: `staff ${member.staffId}`,
        staff: { staffId: owner.staffId, name: owner.login },
        before: { role: 'support' },
        after: { role: 'finance' },
      },
    })
    // The same again is no change.
    await fixture.staff.changeRole(by, member.staffId, 'finance')
    expect(await fixture.staff.block(by, member.staffId)).toEqual({ kind: 'done' })
    expect(await fixture.staff.identify(member.token, '')).toBeUndefined()
    expect(fixture.reported()).toEqual(['staff_role_changed', 'staff_blocked'])
  })

  it.each([
    ['is blocked', (staffId: number) => fixture.staff.block(operator, staffId)],
    ['gets a lower role', (staffId: number) => fixture.staff.changeRole(operator, staffId, 'support')],
  ])('end the unused links of an administrator who %s, also under a new name', async (_how, lower) => {
    const [leaving, staying, colleague] = [
      await fixture.addMember('administrator'),
      await fixture.addMember('administrator'),
      await fixture.addMember('finance'),
    ]
    const by = async (member: TestMember): Promise<Actor> => {
      const { name, role } = await fixture.member(member.token)
      return { kind: 'staff', staffId: member.staffId, name, role, address: '198.51.100.7' }
    }
    const wayBack = await invite(`back-of-${leaving.login}`, await by(leaving), 'administrator')
    const link = await fixture.staff.makePasswordLink(await by(leaving), colleague.staffId)
    if (link.kind !== 'made') throw new Error(link.kind)
    const other = await invite(`other-of-${leaving.login}`, await by(staying))
    const profile = { name: `New ${leaving.login}`, language: 'ru' } as const
    await fixture.staff.changeProfile(await fixture.member(leaving.token), profile, '198.51.100.7')
    expect(await lower(leaving.staffId)).toEqual({ kind: 'done' })
    expect(await accept(wayBack)).toBe('ended')
    expect(await accept(link.token)).toBe('ended')
    expect(fixture.events.at(-1)?.change?.after).toMatchObject({ links_ended: 2 })
    expect(await accept(other)).toBe('proven')
  })

  it('are refused for oneself, for owners by others, and for nobody', async () => {
    const administrator = await fixture.addMember('administrator')
    const owner = await fixture.addMember('owner')
    const by = actor(administrator, 'administrator')
    const { staff } = fixture
    expect(await staff.changeRole(by, administrator.staffId, 'support')).toEqual({ kind: 'not_yourself' })
    expect(await staff.block(by, owner.staffId)).toEqual({ kind: 'role_above_own' })
    expect(await staff.resetFactor(by, owner.staffId)).toEqual({ kind: 'role_above_own' })
    expect(await staff.makePasswordLink(by, owner.staffId)).toEqual({ kind: 'role_above_own' })
    expect(await staff.endSessionsOf(by, owner.staffId)).toEqual({ kind: 'role_above_own' })
    expect(await staff.unblock(by, 2_000_000)).toEqual({ kind: 'staff_not_found' })
  })

  it('leave an owner, also when two owners demote each other at once', async () => {
    const others = (await fixture.staff.list()).filter(({ role }) => role === 'owner')
    for (const { staffId } of others) await fixture.staff.changeRole(operator, staffId, 'analyst')
    const remaining = (await fixture.staff.list()).filter(({ role }) => role === 'owner')
    expect(remaining).toHaveLength(1)
    const [last] = remaining
    expect(await fixture.staff.block(operator, last?.staffId ?? 0)).toEqual({ kind: 'last_owner' })
    const second = await fixture.addMember('owner')
    const lastActor = {
      kind: 'staff',
      staffId: last?.staffId ?? 0,
      name: 'L',
      role: 'owner',
      address: '',
    } as const
    const kinds = await Promise.all([
      fixture.staff.changeRole(lastActor, second.staffId, 'support'),
      fixture.staff.changeRole(actor(second, 'owner'), last?.staffId ?? 0, 'support'),
    ])
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['done', 'last_owner'])
  })

  it('reset the second factor, which is then set up at the next login', async () => {
    const member = await fixture.addMember('support')
    expect(await fixture.staff.resetFactor(operator, member.staffId)).toEqual({ kind: 'done' })
    expect(await fixture.staff.identify(member.token, '')).toBeUndefined()
    const again = await fixture.staff.logIn({ login: member.login, password: staffPassword }, testClient)
    expect(again).toMatchObject({ kind: 'proven', stage: 'enrolment', factors: [] })
  })
})

describe('what has ended', () => {
  it('is deleted after ninety days, and nothing else', async () => {
    const member = await fixture.addMember('support')
    await invite('never-came')
    await fixture.staff.logIn({ login: 'nobody-here', password: 'wrong' }, testClient)
    const nowMs = fixture.clock.nowMs()
    const dayMs = 24 * hourMs
    expect(await forgetEndedStaff(database.db, nowMs + 80 * dayMs)).toMatchObject({ sessions: 0, guesses: 0 })
    const deleted = await forgetEndedStaff(database.db, nowMs + 94 * dayMs)
    expect(deleted.sessions).toBeGreaterThan(0)
    expect(deleted.links).toBeGreaterThan(0)
    expect(deleted.guesses).toBeGreaterThan(0)
    expect(await fixture.staff.findByLogin(member.login)).toBeDefined()
  })
})
