import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { measureSms } from '#server/messages/messages.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { registrationFixture, type RegistrationFixture } from '#tests/kit/modules/registration-module.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const clock = manualClock(Date.UTC(2030, 0, 1))
const mine = '+998901234567'
const nobodys = '+998917654321'
const password = 'samanid-tile-45'
const target = 'registan-lantern-9'
let made: RegistrationFixture
let accountId = 0
let networks = 0
beforeEach(async () => {
  clock.advanceMs(2 * 86_400_000)
  await db.deleteFrom('account').execute()
  made = registrationFixture(db, clock)
  const account = buildAccount('10020030', { phone: mine, name: 'Dilnoza', password })
  ;({ accountId } = await made.accounts.upsertAccount(account))
})
afterAll(() => made.registration.close())

function refusal(failure: string) {
  return { refused: failure }
}

function from() {
  return { clientAddress: `10.1.${Math.floor((networks += 1) / 250)}.${networks % 250}` }
}

function reset(phone: string, fields: Record<string, unknown> = {}, fixture = made, caller = from()) {
  return fixture.ask('resetPassword', { mobile_phone_number: phone, ...fields }, caller)
}

function logIn(secret: string, uid = 'uid-1') {
  return made.accounts.logIn({
    name: { kind: 'phone', phone: mine },
    password: secret,
    device: { uid, serial: '', model: '', kind: 'computer', isBound: false },
    clientAddress: '10.2.0.1',
  })
}

function wrong(code: string) {
  return code === '000000' ? '000001' : '000000'
}

describe('a forgotten password', () => {
  it('[ACC-03] is generated and sent when the right code comes alone, and nothing changes when it cannot be sent', async () => {
    await reset(mine)
    await made.registration.close()
    const code = made.messages.codeFor(mine)
    made.messages.gateways = 'fail'
    expect(await reset(mine, { code })).toEqual(refusal('external_api_error'))
    expect(await logIn(password)).toMatchObject({ kind: 'logged_in' })
    made.messages.gateways = 'send'
    expect(await reset(mine, { code })).toMatchObject({ state: 'done' })
    const text = made.messages.sent.at(-1)?.text ?? ''
    const sent = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(text)?.[0] ?? ''
    expect(await logIn(password)).toMatchObject({ kind: 'wrong' })
    expect(await logIn(sent)).toMatchObject({ kind: 'logged_in' })
    expect(await reset(mine, { code })).toEqual(refusal('code_spent'))
    expect(JSON.stringify(made.events)).not.toContain(sent)
  })

  it('[ACC-03] is replaced with a code, and every session ends', async () => {
    const session = await logIn(password)
    if (session.kind !== 'logged_in') throw new Error('not logged in')
    expect(await reset(mine)).toMatchObject({ state: 'sms_sent', resend_after_sec: 60, expires_in_sec: 300 })
    await made.registration.close()
    const code = made.messages.codeFor(mine)
    expect(await reset(mine, { code, check: 1 })).toMatchObject({ state: 'code_right' })
    expect(await reset(mine, { code, new_password: 'password1' })).toEqual(refusal('weak_password'))
    expect(await reset(mine, { code: wrong(code), new_password: target })).toEqual(refusal('wrong_code'))
    expect(await reset(mine, { code, new_password: target })).toMatchObject({ state: 'done' })
    expect(await reset(mine, { code, new_password: password })).toEqual(refusal('code_spent'))
    const bearer = { deviceUid: undefined, clientAddress: '10.2.0.1' }
    expect(await made.accounts.identify(session.token, bearer)).toMatchObject({ kind: 'denied' })
    expect(await logIn(password)).toMatchObject({ kind: 'wrong' })
    expect(await logIn(target)).toMatchObject({ kind: 'logged_in' })
    const events = made.events.map(({ event, accountId: whose, facts }) => [
      event,
      whose,
      facts?.['ended_sessions'],
    ])
    expect(events).toEqual([
      ['code_guessed_wrong', undefined, undefined],
      ['password_reset', accountId, 1],
    ])
  })

  it('[ACC-03] of a phone without an account goes through the same steps, and no message is sent', async () => {
    const phones = [mine, nobodys]
    const both = async (step: (phone: string) => Promise<Record<string, unknown>>) => {
      const [existing, unknown] = await Promise.all(phones.map(step))
      expect(unknown).toEqual(existing)
      return existing
    }
    const guess = { code: '000000', new_password: target }
    expect(await both((phone) => reset(phone, guess))).toEqual(refusal('code_spent'))
    expect(await both((phone) => reset(phone))).toMatchObject({ state: 'sms_sent', resend_after_sec: 60 })
    expect(await both((phone) => reset(phone))).toEqual(refusal('too_soon'))
    await made.registration.close()
    expect(made.messages.sent.map(({ phone }) => phone)).toEqual([mine])
    guess.code = wrong(made.messages.codeFor(mine))
    const caller = from()
    const guessed = () => both((phone) => reset(phone, guess, made, caller))
    for (let tries = 0; tries < 4; tries += 1) expect(await guessed()).toEqual(refusal('wrong_code'))
    expect(await guessed()).toEqual(refusal('code_spent'))
    clock.advanceMs(60_000)
    // An occasional gateway failure is not visible; an outage is reported for every phone.
    made.messages.gateways = 'fail'
    expect(await both((phone) => reset(phone))).toMatchObject({ state: 'sms_sent', resend_after_sec: 120 })
    await made.registration.close()
    expect(await both((phone) => reset(phone))).toEqual(refusal('too_soon'))
    made.messages.gateways = 'away'
    expect(await both((phone) => reset(phone))).toEqual(refusal('external_api_error'))
    made.messages.gateways = 'send'
    clock.advanceMs(120_000)
    expect(await both((phone) => reset(phone, { send_call: 1 }))).toMatchObject({
      state: 'captcha_link_sent',
    })
    const solved = async () => ({ send_call: 1, captcha: await made.captcha() })
    expect(await both(async (phone) => reset(phone, await solved()))).toMatchObject({
      state: 'call_pending',
      resend_after_sec: 300,
    })
    expect(
      await both((phone) => made.ask('checkPhone', { phone }).then((one) => ({ ...one, phone: '' }))),
      // Codes for registration are counted separately.
    ).toEqual({ phone: '', ways: { item: ['sms', 'captcha'] }, resend_after_sec: 0 })
  })

  it('[ACC-03] gets its response before the gateway responds', async () => {
    let open: () => void = () => undefined
    made.messages.gate = new Promise((resolve) => {
      open = resolve
    })
    expect(await reset(mine)).toMatchObject({ state: 'sms_sent' })
    expect(made.messages.sent).toHaveLength(0)
    open()
    await made.registration.close()
    expect(made.messages.sent).toHaveLength(1)
    const outcomes = await db.selectFrom('code_request').select('outcome').where('phone', '=', mine).execute()
    expect(outcomes.at(-1)).toEqual({ outcome: 'sent' })
  })

  it('does not use up the code when too many passwords are being hashed', async () => {
    let isBusy = true
    const { accounts } = made
    const setPassword: typeof accounts.setPassword = async (...values) =>
      isBusy ? { kind: 'busy' } : accounts.setPassword(...values)
    const fixture = registrationFixture(db, clock, { accounts: { ...accounts, setPassword } })
    await reset(mine, {}, fixture)
    await fixture.registration.close()
    const fields = { code: fixture.messages.codeFor(mine), new_password: target }
    expect(await reset(mine, fields, fixture)).toEqual(refusal('busy'))
    isBusy = false
    expect(await reset(mine, fields, fixture)).toMatchObject({ state: 'done' })
    expect(await logIn(target)).toMatchObject({ kind: 'logged_in' })
  })

  it('[ACC-12] of a landline, a foreign phone or an invalid one is refused', async () => {
    for (const phone of ['+998 71 200-00-00', '+7 901 234-56-78', ''])
      expect(await reset(phone)).toEqual(refusal('wrong_phone'))
  })
})

describe('an account’s phone', () => {
  const confirm = (
    phone: string,
    fields: Record<string, unknown> = {},
    clientAddress = from().clientAddress,
  ) =>
    made.ask(
      'confirmPhone',
      { mobile_phone_number: phone, ...fields },
      { clientAddress, viewer: { accountId, sessionId: 'a session' } },
    )

  it('is set with the code that was sent to it', async () => {
    expect(await confirm(nobodys)).toMatchObject({ state: 'sms_sent' })
    const code = made.messages.codeFor(nobodys)
    expect(await confirm(nobodys, { code: wrong(code), password })).toEqual(refusal('wrong_code'))
    expect(await confirm(mine, { code, password })).toEqual(refusal('code_spent'))
    expect(await confirm(nobodys, { code, password })).toMatchObject({ state: 'done' })
    expect(await confirm(nobodys, { code, password })).toEqual(refusal('code_spent'))
    expect(await made.accounts.accountOf(accountId)).toMatchObject({ phone: nobodys })
    expect(made.events.map(({ event, accountId: whose }) => [event, whose])).toEqual([
      ['code_guessed_wrong', accountId],
      ['phone_confirmed', accountId],
    ])
  })

  it('[ACC-03] cannot be changed with a stolen session: the code alone is not enough, and the former phone is notified', async () => {
    expect(await confirm(nobodys)).toMatchObject({ state: 'sms_sent' })
    const code = made.messages.codeFor(nobodys)
    expect(await confirm(nobodys, { code })).toEqual(refusal('invalid_input'))
    // Any number of wrong passwords costs the code no guess.
    for (let tries = 0; tries < 10; tries += 1)
      expect(await confirm(nobodys, { code, password: `a guess ${tries}` }, '10.3.0.1')).toEqual(
        refusal('wrong_password'),
      )
    expect(await confirm(nobodys, { code, password }, '10.3.0.1')).toEqual(refusal('too_many_requests'))
    expect(await made.accounts.accountOf(accountId)).toMatchObject({ phone: mine })
    const report = () => made.messages.sent.filter(({ phone }) => phone === mine).map(({ text }) => text)
    expect(report()).toEqual([])
    expect(await confirm(nobodys, { code, password })).toMatchObject({ state: 'done' })
    await made.registration.close()
    expect(report()).toEqual([expect.stringContaining('+998 91 ***-**-21')])
    expect(report()[0]).toMatch(/^Ekran: у вашего аккаунта новый телефон/)
    expect(measureSms(report()[0] ?? '').parts).toBeLessThanOrEqual(2)
  })

  it('[ACC-03] that is confirmed again, or is the first one, causes no notification', async () => {
    await confirm(mine)
    expect(await confirm(mine, { code: made.messages.codeFor(mine), password })).toMatchObject({
      state: 'done',
    })
    await made.registration.close()
    expect(made.messages.sent).toHaveLength(1)
  })

  it('[ACC-04] one account sends at most six codes in an hour, to whichever phones', async () => {
    for (let sent = 0; sent < 6; sent += 1)
      expect(await confirm(`+99893${1_234_567 + sent * 10_000}`)).toMatchObject({ state: 'sms_sent' })
    expect(await confirm('+998937654321')).toEqual(refusal('too_many_requests'))
  })

  it('is not taken from another account, which is revealed only to its holder', async () => {
    const other = await made.accounts.upsertAccount(buildAccount('999999', { phone: nobodys, password }))
    expect(await confirm(nobodys)).toMatchObject({ state: 'sms_sent' })
    const code = made.messages.codeFor(nobodys)
    expect(await confirm(nobodys, { code: wrong(code), password })).toEqual(refusal('wrong_code'))
    expect(await confirm(nobodys, { code, password })).toEqual(refusal('phone_registered'))
    expect(await made.accounts.accountOf(other.accountId)).toMatchObject({ phone: nobodys })
    expect(await made.accounts.accountOf(accountId)).toMatchObject({ phone: mine })
  })
})

describe('a login while the password is guessed from many networks', () => {
  const confirm = (phone: string, fields: Record<string, unknown> = {}, caller = from()) =>
    made.ask('confirmLogin', { mobile_phone_number: phone, ...fields }, caller)
  const trusted = () => db.selectFrom('trusted_network').select(['account_id', 'network']).execute()

  it('[ACC-14] succeeds where the code was entered, and in no other network', async () => {
    const here = { clientAddress: '10.9.9.9' }
    expect(await confirm(mine, {}, here)).toMatchObject({ state: 'sms_sent', expires_in_sec: 300 })
    await made.registration.close()
    const code = made.messages.codeFor(mine)
    expect(made.messages.sent.at(-1)?.text).toContain('код для входа')
    // The code is valid only for that purpose.
    expect(await reset(mine, { code, new_password: target })).toEqual(refusal('code_spent'))
    expect(await confirm(mine, { code: wrong(code) }, here)).toEqual(refusal('wrong_code'))
    expect(await trusted()).toEqual([])
    expect(await confirm(mine, { code }, here)).toMatchObject({ state: 'done' })
    expect(await trusted()).toEqual([{ account_id: accountId, network: '10.9.9.9' }])
    expect(await confirm(mine, { code }, here)).toEqual(refusal('code_spent'))
    expect(made.events.map(({ event, accountId: whose }) => [event, whose])).toEqual([
      ['code_guessed_wrong', undefined],
      ['login_confirmed', accountId],
    ])
  })

  it('[ACC-14] reveals to no client whether a phone has an account, and sends strangers nothing', async () => {
    const phones = [mine, nobodys]
    const both = async (step: (phone: string) => Promise<Record<string, unknown>>) => {
      const [existing, unknown] = await Promise.all(phones.map(step))
      expect(unknown).toEqual(existing)
      return existing
    }
    expect(await both((phone) => confirm(phone, { code: '000000' }))).toEqual(refusal('code_spent'))
    expect(await both((phone) => confirm(phone))).toMatchObject({ state: 'sms_sent', resend_after_sec: 60 })
    expect(await both((phone) => confirm(phone))).toEqual(refusal('too_soon'))
    await made.registration.close()
    expect(made.messages.sent.map(({ phone }) => phone)).toEqual([mine])
    const code = wrong(made.messages.codeFor(mine))
    const caller = from()
    for (let tries = 0; tries < 4; tries += 1)
      expect(await both((phone) => confirm(phone, { code }, caller))).toEqual(refusal('wrong_code'))
    expect(await both((phone) => confirm(phone, { code }, caller))).toEqual(refusal('code_spent'))
    clock.advanceMs(60_000)
    made.messages.gateways = 'fail'
    expect(await both((phone) => confirm(phone))).toMatchObject({ state: 'sms_sent', resend_after_sec: 120 })
    await made.registration.close()
    expect(await both((phone) => confirm(phone))).toEqual(refusal('too_soon'))
  })
})
