import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeAt,
  consoleSite,
  staffFixture,
  staffPassword,
  testClient,
  type StaffFixture,
  type TestMember,
} from '#tests/kit/modules/staff-module.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { virtualAuthenticator } from '#tests/kit/modules/virtual-authenticator.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { guessRules } from '#server/staff/member/rules.ts'
import { stepOfCode } from './totp.ts'

let database: TestDatabase
let fixture: StaffFixture
beforeAll(async () => {
  database = await createTestDatabase()
  fixture = staffFixture(database.db)
})
afterAll(() => database.drop())

const minuteMs = 60_000

/** A session after the right password, before the second factor. */
async function halfway({ login }: TestMember) {
  const proven = await fixture.staff.logIn({ login, password: staffPassword }, testClient)
  if (proven.kind !== 'proven') throw new Error(proven.kind)
  return fixture.member(proven.token)
}

async function prove(member: TestMember, code: string) {
  return (await fixture.staff.proveFactor(await halfway(member), { by: 'totp', code }, '')).kind
}

describe('[STAFF-01] a code of an authenticator app', () => {
  it('is that of RFC 6238, of this step and its neighbours only', () => {
    // The test vectors of appendix B, in six digits.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(stepOfCode(secret, '287082', 59_000)).toBe(1)
    expect(stepOfCode(secret, '081804', 1_111_111_109_000)).toBe(37_037_036)
    expect(stepOfCode(secret, '287082', 59_000 + 30_000)).toBe(1)
    expect(stepOfCode(secret, '287082', 59_000 + 60_000)).toBeUndefined()
    expect(stepOfCode(secret, '287083', 59_000)).toBeUndefined()
  })

  it('is accepted once, also of many requests at once, and none before it afterwards', async () => {
    const member = await fixture.addMember('owner')
    fixture.clock.advanceMs(minuteMs)
    const nowMs = fixture.clock.nowMs()
    const former = codeAt(member.secret, nowMs - 30_000)
    const current = codeAt(member.secret, nowMs)
    const kinds = await Promise.all(Array.from({ length: 4 }, () => steady(() => prove(member, current))))
    expect(kinds.toSorted()).toEqual(['logged_in', 'wrong', 'wrong', 'wrong'])
    expect(await prove(member, current)).toBe('wrong')
    expect(await prove(member, former)).not.toBe('logged_in')
    fixture.clock.advanceMs(2 * 60 * minuteMs)
    expect(await prove(member, codeAt(member.secret, fixture.clock.nowMs()))).toBe('logged_in')
  })

  it('that set up the app is not accepted again at the next login', async () => {
    const member = await fixture.addMember('owner')
    expect(await prove(member, codeAt(member.secret, fixture.clock.nowMs()))).toBe('wrong')
  })

  it('must wait longer and longer after wrong ones', async () => {
    const member = await fixture.addMember('owner')
    for (let tries = 0; tries <= guessRules.factor.freely; tries += 1)
      expect(await prove(member, '000000')).toBe('wrong')
    fixture.clock.advanceMs(guessRules.factor.firstMs - 1)
    const right = () => codeAt(member.secret, fixture.clock.nowMs() + 30_000)
    expect(await prove(member, right())).toBe('too_many')
    fixture.clock.advanceMs(1)
    expect(await prove(member, right())).toBe('logged_in')
  })

  it('has a secret that is not readable in the database, and a new one replaces it only after its first code', async () => {
    const member = await fixture.addMember('owner')
    const stored = await database.db
      .selectFrom('staff')
      .select('totp_sealed')
      .where('staff_id', '=', member.staffId)
      .executeTakeFirstOrThrow()
    expect(stored.totp_sealed).not.toContain(member.secret)
    const self = await fixture.member(member.token)
    const { secret, uri } = await fixture.staff.beginTotp(self)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Zamin%20%20TV:.*secret=[A-Z2-7]{32}/)
    fixture.clock.advanceMs(minuteMs)
    expect(await prove(member, codeAt(member.secret, fixture.clock.nowMs()))).toBe('logged_in')
    const added = await fixture.staff.confirmTotp(self, codeAt(secret, fixture.clock.nowMs()), '')
    // The recovery codes of before stay.
    expect(added).toMatchObject({ kind: 'added', recoveryCodes: [], token: undefined })
    fixture.clock.advanceMs(minuteMs)
    expect(await prove(member, codeAt(member.secret, fixture.clock.nowMs()))).toBe('wrong')
    expect(await prove(member, codeAt(secret, fixture.clock.nowMs()))).toBe('logged_in')
  })
})

describe('[STAFF-01] a recovery code', () => {
  it('completes one login, and is stored only as a hash', async () => {
    const member = await fixture.addMember('owner')
    expect(new Set(member.recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = member.recoveryCodes
    const rows = await database.db.selectFrom('staff_recovery_code').select('code_hash').execute()
    expect(JSON.stringify(rows)).not.toContain(first)
    const use = async (code: string) =>
      (await fixture.staff.proveFactor(await halfway(member), { by: 'recovery_code', code }, '')).kind
    expect(await use(first.toUpperCase().replaceAll('-', ' '))).toBe('logged_in')
    expect(await use(first)).toBe('wrong')
    expect((await fixture.staff.factorsOf(member.staffId)).recoveryCodesLeft).toBe(9)
    const fresh = await fixture.staff.newRecoveryCodes(await fixture.member(member.token), '')
    expect(await use(second)).toBe('wrong')
    expect(await use(fresh[0] ?? '')).toBe('logged_in')
  })
})

describe('[STAFF-01] a passkey', () => {
  const passkey = virtualAuthenticator(consoleSite)

  it('is added, completes a login once per challenge, and counts as a step-up', async () => {
    const member = await fixture.addMember('owner')
    const { staff } = fixture
    const self = await fixture.member(member.token)
    const options = await staff.newPasskeyOptions(self)
    expect(options).toMatchObject({ rp: { name: 'Zamin: TV' } })
    const created = passkey.create(options)
    const added = await staff.addPasskey(self, 'Laptop', created, '')
    expect(added).toMatchObject({ kind: 'added', recoveryCodes: [] })
    // The challenge is used up.
    expect(await staff.addPasskey(self, 'Again', created, '')).toEqual({ kind: 'refused' })
    const half = await halfway(member)
    const answer = passkey.get(await staff.passkeyOptions(half))
    const entered = await staff.proveFactor(half, { by: 'passkey', credential: answer }, '')
    if (entered.kind !== 'logged_in') throw new Error(entered.kind)
    // The same answer is worth nothing to another session.
    const other = await halfway(member)
    await staff.passkeyOptions(other)
    expect((await staff.proveFactor(other, { by: 'passkey', credential: answer }, '')).kind).toBe('wrong')
    const full = await fixture.member(entered.token)
    fixture.clock.advanceMs(11 * minuteMs)
    const again = passkey.get(await staff.passkeyOptions(full))
    expect((await staff.stepUp(full, { by: 'passkey', credential: again }, '')).kind).toBe('proven')
    const { passkeys } = await staff.factorsOf(member.staffId)
    expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedMs: fixture.clock.nowMs() }])
    expect(await staff.removePasskey(full, passkey.id, '')).toBe('removed')
    expect(await staff.removePasskey(full, passkey.id, '')).toBe('passkey_not_found')
    expect(await staff.removeTotp(full, '')).toBe('last_factor')
  })

  it('is refused from another site, after five minutes, with another key, or of another member', async () => {
    const [member, other] = [await fixture.addMember('owner'), await fixture.addMember('owner')]
    const { staff, clock } = fixture
    const own = virtualAuthenticator(consoleSite)
    const self = await fixture.member(member.token)
    await staff.addPasskey(self, 'Phone', own.create(await staff.newPasskeyOptions(self)), '')
    const attempt = async (
      answer: (options: { challenge: string }) => ReturnType<typeof own.get>,
      by = member,
    ) => {
      const half = await halfway(by)
      const credential = answer(await staff.passkeyOptions(half))
      return (await staff.proveFactor(half, { by: 'passkey', credential }, '')).kind
    }
    expect(await attempt((options) => own.get(options, 'https://tv.example.uz.evil.example'))).toBe('wrong')
    expect(await attempt((options) => own.get(options), other)).toBe('wrong')
    const forged = virtualAuthenticator(consoleSite)
    expect(await attempt((options) => ({ ...forged.get(options), id: own.id, rawId: own.id }))).toBe('wrong')
    const late = await halfway(member)
    const options = await staff.passkeyOptions(late)
    clock.advanceMs(5 * minuteMs)
    const credential = own.get(options)
    expect((await staff.proveFactor(late, { by: 'passkey', credential }, '')).kind).toBe('wrong')
    expect(await attempt((fresh) => own.get(fresh))).toBe('logged_in')
  })

  it('may be the only second factor, set up at the first login', async () => {
    const { staff } = fixture
    const own = virtualAuthenticator(consoleSite)
    const invited = { login: 'only-passkey', name: 'Only Passkey', role: 'support', language: 'ru' } as const
    const link = await staff.invite({ kind: 'operator' }, invited)
    if (link.kind !== 'made') throw new Error(link.kind)
    const accepted = await staff.acceptInvitation({ token: link.token, password: staffPassword }, testClient)
    if (accepted.kind !== 'proven') throw new Error(accepted.kind)
    expect(accepted.stage).toBe('enrolment')
    const member = await fixture.member(accepted.token)
    const added = await staff.addPasskey(member, 'Key', own.create(await staff.newPasskeyOptions(member)), '')
    if (added.kind !== 'added' || added.token === undefined) throw new Error(added.kind)
    expect(added.recoveryCodes).toHaveLength(10)
    expect((await fixture.member(added.token)).stage).toBe('full')
    expect(await staff.removePasskey(await fixture.member(added.token), own.id, '')).toBe('last_factor')
    const again = await staff.logIn({ login: 'only-passkey', password: staffPassword }, testClient)
    expect(again).toMatchObject({ stage: 'second_factor', factors: ['passkey', 'recovery_code'] })
  })
})
