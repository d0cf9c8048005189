import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { registrationFixture, type RegistrationFixture } from '#tests/kit/modules/registration-module.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

// Ahead of the machine's own clock, which the captcha's library uses as well.
const clock = manualClock(Date.now() + 86_400_000)
let made: RegistrationFixture
let phones = 0

/** A phone, and a network, that no test has used before. */
function nextPhone() {
  return `+99890${String(1_000_000 + (phones += 10_007)).slice(-7)}`
}

function nextNetwork() {
  return `10.${(phones += 1) % 250}.${Math.floor(phones / 250) % 250}.1`
}

beforeEach(() => {
  made = registrationFixture(db, clock)
})

const person = { password: 'samanid-tile-44', terms: 1, name: 'Dilnoza', device_uid: 'uid-of-hers' }

function register(fields: Record<string, unknown>, clientAddress = nextNetwork(), fixture = made) {
  return fixture.ask('register', fields, { clientAddress })
}

/** Requests a code and returns it. */
async function codeFor(phone: string, fixture = made): Promise<string> {
  expect(await register({ mobile_phone_number: phone, send_sms: 1 }, nextNetwork(), fixture)).toMatchObject({
    state: 'sms_sent',
  })
  return fixture.messages.codeFor(phone)
}
async function registered(phone: string, more: Record<string, unknown> = {}, fixture = made) {
  const code = await codeFor(phone, fixture)
  return register({ ...person, mobile_phone_number: phone, code, ...more }, nextNetwork(), fixture)
}

function refusal(failure: string) {
  return { refused: failure }
}

async function count(table: 'account' | 'registration' | 'wallet') {
  return Number(
    (
      await db
        .selectFrom(table)
        .select(sql<number>`count(*)`.as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
}

describe('a registration by phone', () => {
  it('[ACC-02] [ACC-13] sends a code, then creates account, registration, ledger and session at once', async () => {
    const phone = nextPhone()
    await made.registration.putDealer({ dealerId: 12, name: 'A shop' })
    const started = await register({ mobile_phone_number: phone, send_sms: 1 }, '84.54.70.1')
    expect(started).toEqual({
      state: 'sms_sent',
      resend_after_sec: 60,
      expires_in_sec: 300,
      ways: { item: ['sms', 'captcha'] },
      captcha_url: '',
      authkey: null,
      abonement: null,
      may_be_telegram: 0,
    })
    const code = made.messages.codeFor(phone)
    const facts = {
      dealer_id: '12',
      auto_activation_period: '30',
      promo_code: 'SPRING',
      comment: 'on the site 21.11.2026',
      utm_source: 'telegram',
      utm_medium: 'post',
      utm_campaign: 'navruz',
      client_id: '7',
      device_model:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    }
    const response = await register({ ...person, ...facts, mobile_phone_number: phone, code }, '84.54.70.1')
    expect(response).toMatchObject({ state: 'done', resend_after_sec: 0, ways: { item: [] } })
    expect(String(response['abonement'])).toMatch(/^[1-9]\d{7}$/)
    const bearer = { deviceUid: undefined, clientAddress: '84.54.70.1' }
    const identified = await made.accounts.identify(String(response['authkey']), bearer)
    if (identified.kind !== 'viewer') throw new Error('the token is not good')
    const { accountId } = identified.viewer
    expect(await made.accounts.accountOf(accountId)).toMatchObject({ phone, name: 'Dilnoza' })
    expect(
      await db.selectFrom('registration').selectAll().where('account_id', '=', accountId).execute(),
    ).toEqual([
      {
        account_id: accountId,
        registered_at: new Date(clock.nowMs()),
        way: 'sms',
        unverified_phone: null,
        client_id: '7',
        dealer_id: 12,
        auto_activation_period: 30,
        promo_code: 'SPRING',
        comment: 'on the site 21.11.2026',
        utm_source: 'telegram',
        utm_medium: 'post',
        utm_campaign: 'navruz',
        terms_version: '2026-11-01',
        network: '84.54.70.1',
      },
    ])
    const ledger = db.selectFrom('wallet').selectAll().where('account_id', '=', accountId)
    expect(await ledger.execute()).toHaveLength(1)
    expect(made.events.map(({ event }) => event)).toEqual(['registration_begun', 'registered'])
    expect(made.events.at(-1)?.device).toBe('Chrome, Linux')
    expect(JSON.stringify(made.events)).not.toContain(phone.slice(5))
    expect(JSON.stringify(made.events)).not.toContain(code)
  })

  it('[ACC-02] succeeds with only the specification’s fields: a generated password comes by SMS', async () => {
    const phone = nextPhone()
    const ofSpecification = {
      mobile_phone_number: phone,
      send_sms: 1,
      comment: 'Registration 21.11.2026',
      device_uid: 'uid-of-the-specification',
      utm_source: 'google',
      utm_campaign: 'spring',
    }
    expect(await register(ofSpecification)).toMatchObject({ state: 'sms_sent' })
    const code = made.messages.codeFor(phone)
    const outcome = await register({ ...ofSpecification, code })
    expect(outcome).toMatchObject({ state: 'done', authkey: expect.any(String) })
    await made.registration.close()
    const { text } = made.messages.sent.at(-1) ?? { text: '' }
    const password = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(text)?.[0] ?? ''
    expect([text.length <= 160, password.length]).toEqual([true, 19])
    const device = { uid: 'another', serial: '', model: '', kind: 'computer', isBound: false } as const
    const name = { kind: 'phone', phone } as const
    const login = { name, password, device, clientAddress: '84.54.70.2' }
    expect(await made.accounts.logIn(login)).toMatchObject({ kind: 'logged_in' })
    expect(JSON.stringify(made.events)).not.toContain(password)
    // A comment without a day does not accept the terms, nor does a missing one.
    expect(await register({ ...ofSpecification, comment: 'no day', code })).toEqual(refusal('invalid_input'))
    expect(await register({ ...ofSpecification, comment: undefined, code })).toEqual(refusal('terms_needed'))
  })

  it('[ACC-02] by a call, after two messages did not help', async () => {
    const phone = nextPhone()
    const ask = (fields: object) => register({ mobile_phone_number: phone, ...fields })
    expect(await ask({ send_call: 1 })).toEqual(refusal('invalid_input'))
    expect(await ask({ send_sms: 1 })).toMatchObject({
      resend_after_sec: 60,
      ways: { item: ['sms', 'captcha'] },
    })
    clock.advanceMs(60_000)
    expect(await ask({ send_sms: 1 })).toMatchObject({
      resend_after_sec: 120,
      ways: { item: ['sms', 'call', 'captcha'] },
    })
    clock.advanceMs(120_000)
    // The third of a day needs a captcha, from any network.
    expect(await ask({ send_call: 1 })).toMatchObject({ state: 'captcha_link_sent' })
    const captcha = await made.captcha()
    expect(await ask({ send_call: 1, captcha })).toMatchObject({ state: 'call_sent', resend_after_sec: 300 })
    const code = made.messages.codeFor(phone)
    expect(made.messages.sent.at(-1)).toMatchObject({ way: 'call', text: code })
    expect(await ask({ ...person, code })).toMatchObject({ state: 'done' })
    const last = await db.selectFrom('registration').select('way').orderBy('account_id', 'desc').execute()
    expect(last[0]).toEqual({ way: 'call' })
  })

  it('[ACC-02] [ACC-04] resends its code after the countdown', async () => {
    const phone = nextPhone()
    const again = (fields = {}) => made.ask('rereg', { phone, ...fields }, { clientAddress: nextNetwork() })
    expect(await again()).toEqual(refusal('code_spent'))
    await codeFor(phone)
    expect(await again()).toEqual(refusal('too_soon'))
    clock.advanceMs(60_000)
    expect(await again()).toMatchObject({ state: 'sms_sent', resend_after_sec: 120 })
    const client = { deviceUid: undefined, userAgent: '', clientAddress: '10.250.0.1' }
    const call = { ...client, language: 'ru', serviceId: 1 } as const
    expect(await made.registration.resendCode({ phone }, call)).toMatchObject({
      failure: 'too_soon',
      values: { seconds: 120 },
      retryAfterSec: 120,
    })
    expect(await made.ask('checkPhone', { phone })).toMatchObject({ resend_after_sec: 120 })
  })

  it('uses the language of the request, and says where to enter the code', async () => {
    const phone = nextPhone()
    await made.ask('register', { mobile_phone_number: phone, send_sms: 1 }, { language: 'uz' })
    const text = made.messages.sent.at(-1)?.text ?? ''
    expect(text).toMatch(/kodi \d{6}/)
    expect(text.split('\n').at(-1)).toBe(`@tv.example.uz #${made.messages.codeFor(phone)}`)
  })

  it('assigns numbers that no imported account has', async () => {
    const [first, second] = [nextPhone(), nextPhone()]
    const number = String((await registered(first))['abonement'])
    // The next but one belongs to an imported account; its index is found by assigning it and resetting the sequence.
    await sql`select setval('subscriber_number', (select last_value from subscriber_number) - 1, true)`.execute(
      db,
    )
    const other = await registered(second)
    expect(other).toMatchObject({ state: 'done' })
    expect(other['abonement']).not.toBe(number)
  })
})

describe('a registration by captcha', () => {
  it('[ACC-02] creates an account without a phone; the phone field grants nothing', async () => {
    const phone = nextPhone()
    const fields = { device_uid: 'uid-1', mobile_phone_number: phone }
    expect(await register(fields)).toMatchObject({
      state: 'captcha_link_sent',
      captcha_url: '/middleware/account/captcha',
    })
    const captcha = await made.captcha()
    const response = await register({ ...person, ...fields, captcha })
    expect(response).toMatchObject({ state: 'done' })
    expect(await made.accounts.findByPhone(phone)).toBeUndefined()
    const row = await db
      .selectFrom('registration')
      .selectAll()
      .where('unverified_phone', '=', phone)
      .execute()
    expect(row).toMatchObject([
      { way: 'captcha', comment: expect.stringMatching(/^Registered \d\d\.\d\d\.\d{4}$/) },
    ])
    expect(await register({ ...person, ...fields, captcha })).toEqual(refusal('captcha_wrong'))
    expect(made.messages.sent).toHaveLength(0)
  })

  it('[ACC-12] at most ten in an hour per network', async () => {
    const network = '2a02:db8:1:2'
    for (let index = 0; index < 8; index += 1) {
      const account = {
        abonement: String(200_000 + index),
        password_hash: '$argon2id$none',
        created_at: new Date(0),
      }
      const row = await db
        .insertInto('account')
        .values({ ...account, phone: null })
        .returning('account_id')
        .executeTakeFirstOrThrow()
      const registered_at = new Date(clock.nowMs() - index * 60_000)
      await db
        .insertInto('registration')
        .values({ ...row, registered_at, way: 'captcha', client_id: '1', terms_version: '', network })
        .execute()
    }
    const captchas = await Promise.all(Array.from({ length: 4 }, () => made.captcha()))
    const responses = await Promise.all(
      captchas.map((captcha, index) =>
        register({ ...person, device_uid: `uid-${index}`, captcha }, `${network}::${index}`),
      ),
    )
    expect(responses.filter((one) => one['state'] === 'done')).toHaveLength(2)
    expect(responses.filter((one) => one['refused'] === 'address_limit')).toHaveLength(2)
  })

  it('[ACC-12] at most forty for a /56 of IPv6, which one customer may own', async () => {
    await sql`with made as (
        insert into account (abonement, password_hash, created_at)
        select (210000 + n)::text, '$argon2id$none', now() from generate_series(1, 39) as n returning account_id)
      insert into registration (account_id, registered_at, way, client_id, terms_version, network)
        select account_id, ${new Date(clock.nowMs())}, 'captcha', '1', '',
          '2a02:db8:9:ab' || lpad(to_hex(account_id % 256), 2, '0') from made`.execute(db)
    const from = async (address: string, uid: string) =>
      register({ ...person, device_uid: uid, captcha: await made.captcha() }, address)
    expect(await from('2a02:db8:9:abff::1', 'wide-1')).toMatchObject({ state: 'done' })
    expect(await from('2a02:db8:9:abfe::1', 'wide-2')).toMatchObject({ refused: 'address_limit' })
    expect(await from('2a02:db8:9:acfe::1', 'wide-3')).toMatchObject({ state: 'done' })
  })
})

describe('[ACC-12] a registration is refused', () => {
  const accepted = { mobile_phone_number: '+998901112233', send_sms: 1 }

  it.each([
    ['client_forbidden', { client_id: '3' }],
    ['wrong_activation_period', { auto_activation_period: '11' }],
    ['wrong_activation_period', { auto_activation_period: 'ten' }],
    ['wrong_dealer', { dealer_id: '999' }],
    ['wrong_dealer', { dealer_id: "1' or 1=1" }],
    ['wrong_phone', { mobile_phone_number: '+7 901 234-56-78' }],
    ['wrong_phone', { mobile_phone_number: '71 200-00-00' }],
    ['wrong_phone', { mobile_phone_number: '', device_uid: 'uid' }],
    ['phone_or_device_needed', { mobile_phone_number: undefined }],
    ['terms_needed', { terms: 0 }],
    ['invalid_input', { comment: 'today' }],
    ['captcha_wrong', { captcha: 'bm9uZQ==' }],
  ])('%s: %j', async (failure, fields) => {
    expect(await register({ ...accepted, ...fields })).toEqual(refusal(failure))
    expect(made.messages.sent).toHaveLength(0)
  })

  it('when it is turned off', async () => {
    const rules = { ways: [], clientIds: ['1'], activationPeriods: [10] }
    const off = registrationFixture(db, clock, { rules })
    expect(await register(accepted, '10.251.0.1', off)).toEqual(refusal('registration_off'))
    expect(await off.ask('checkPhone', { phone: '901112233' })).toEqual(refusal('registration_off'))
    expect(await off.ask('rereg', { phone: '901112233' })).toEqual(refusal('registration_off'))
    expect(await off.ask('settings')).toMatchObject({ is_open: 0, ways: { item: [] } })
  })

  it('without a proof where a captcha is not enough', async () => {
    const rules = { ways: ['sms' as const], clientIds: ['1'], activationPeriods: [10] }
    const fixture = registrationFixture(db, clock, { rules })
    expect(
      await register({ device_uid: 'uid', captcha: await fixture.captcha() }, '10.251.0.1', fixture),
    ).toEqual(refusal('invalid_input'))
    expect(await fixture.ask('settings')).toMatchObject({ is_open: 1, ways: { item: ['sms'] } })
  })

  it('without terms or with a weak password, and the code stays valid', async () => {
    const phone = nextPhone()
    const code = await codeFor(phone)
    const whole = { ...person, mobile_phone_number: phone, code }
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await register({ ...whole, terms: undefined })).toEqual(refusal('terms_needed'))
      expect(await register({ ...whole, check: 1 })).toMatchObject({ state: 'code_right' })
      expect(await register({ ...whole, password: 'qwerty123' })).toEqual(refusal('weak_password'))
      expect(await register({ ...whole, password: phone.slice(4) })).toEqual(refusal('weak_password'))
    }
    expect(await register(whole)).toMatchObject({ state: 'done' })
  })

  it('[ACC-02] even before messages work again, when it would have to send a generated password', async () => {
    const phone = nextPhone()
    const code = await codeFor(phone)
    const fields = { ...person, password: undefined, mobile_phone_number: phone, code }
    made.messages.gateways = 'away'
    expect(await register(fields)).toEqual(refusal('external_api_error'))
    made.messages.gateways = 'send'
    expect(await register(fields)).toMatchObject({ state: 'done' })
  })

  it('with a wrong code, and after five of them with the right one', async () => {
    const phone = nextPhone()
    const code = await codeFor(phone)
    const wrong = code === '000000' ? '000001' : '000000'
    const network = nextNetwork()
    const enter = (text: string) => register({ ...person, mobile_phone_number: phone, code: text }, network)
    for (let tries = 0; tries < 4; tries += 1) expect(await enter(wrong)).toEqual(refusal('wrong_code'))
    expect(await enter(wrong)).toEqual(refusal('code_spent'))
    expect(await enter(code)).toEqual(refusal('code_spent'))
    const guesses = made.events.filter(({ event }) => event === 'code_guessed_wrong')
    expect(guesses.map(({ facts }) => facts?.['count'])).toEqual([1, 2, 3, 4, 5])
  })

  it('for a phone with an account, which is revealed only with its code', async () => {
    const phone = nextPhone()
    expect(await registered(phone)).toMatchObject({ state: 'done' })
    clock.advanceMs(86_400_000)
    const free = nextPhone()
    const fields = { send_sms: 1, terms: 1 }
    const before = await Promise.all([phone, free].map((one) => made.ask('checkPhone', { phone: one })))
    const started = await Promise.all(
      [phone, free].map((one) => register({ ...fields, mobile_phone_number: one })),
    )
    const after = await Promise.all([phone, free].map((one) => made.ask('checkPhone', { phone: one })))
    const guessed = await Promise.all(
      [phone, free].map(async (one) => {
        const wrong = made.messages.codeFor(one) === '000000' ? '000001' : '000000'
        return register({ ...person, mobile_phone_number: one, code: wrong })
      }),
    )
    for (const [existing, unknown] of [before, started, after, guessed].map((pair) =>
      pair.map((response) => ({ ...response, phone: '' })),
    ))
      expect(existing).toEqual(unknown)
    const code = made.messages.codeFor(phone)
    expect(await register({ ...person, mobile_phone_number: phone, code })).toEqual(
      refusal('phone_registered'),
    )
    expect(await register({ ...person, mobile_phone_number: phone, code })).toEqual(refusal('code_spent'))
  })

  it('when billing fails: nothing was written, and the code is still valid', async () => {
    let fails = true
    const billing = { openAccount: async () => (fails ? Promise.reject(new Error('away')) : undefined) }
    const fixture = registrationFixture(db, clock, { billing })
    const phone = nextPhone()
    const before = [await count('account'), await count('registration'), await count('wallet')]
    expect(await registered(phone, {}, fixture)).toEqual(refusal('external_billing_error'))
    expect([await count('account'), await count('registration'), await count('wallet')]).toEqual(before)
    fails = false
    const code = fixture.messages.codeFor(phone)
    expect(
      await register({ ...person, mobile_phone_number: phone, code }, '10.252.0.1', fixture),
    ).toMatchObject({
      state: 'done',
    })
  })

  it('when no gateway accepts the message, and it may be requested again at once', async () => {
    const phone = nextPhone()
    made.messages.gateways = 'fail'
    const ask = () => register({ mobile_phone_number: phone, send_sms: 1 })
    expect(await ask()).toEqual(refusal('external_api_error'))
    made.messages.gateways = 'away'
    expect(await ask()).toEqual(refusal('external_api_error'))
    expect(await made.ask('settings')).toMatchObject({ ways: { item: ['captcha'] } })
    made.messages.gateways = 'send'
    expect(await ask()).toMatchObject({ state: 'sms_sent', resend_after_sec: 60 })
  })

  it('from a network with ten requests, and before that needs a captcha', async () => {
    const network = nextNetwork()
    const ask = async (more: object) =>
      register({ mobile_phone_number: nextPhone(), send_sms: 1, ...more }, network)
    expect(await ask({})).toMatchObject({ state: 'sms_sent' })
    expect(await ask({})).toMatchObject({ state: 'captcha_link_sent', resend_after_sec: 0 })
    const used = await made.captcha()
    expect(await ask({ captcha: used })).toMatchObject({ state: 'sms_sent' })
    expect(await ask({ captcha: used })).toEqual(refusal('captcha_wrong'))
    const more = Array.from({ length: 7 }, () => ({
      purpose: 'reset' as const,
      phone: nextPhone(),
      network,
      prefix: '',
      way: 'sms' as const,
      requested_at: new Date(clock.nowMs()),
      outcome: 'failed' as const,
    }))
    await db.insertInto('code_request').values(more).execute()
    expect(await ask({ captcha: await made.captcha() })).toMatchObject({ state: 'sms_sent' })
    expect(await ask({ captcha: await made.captcha() })).toEqual(refusal('address_limit'))
    clock.advanceMs(3_600_000)
    expect(await ask({})).toMatchObject({ state: 'sms_sent' })
  })

  it('when all codes of the hour are sent, with an alarm', async () => {
    clock.advanceMs(3_600_000)
    const fixture = registrationFixture(db, clock, { codesPerHour: 2 })
    const ask = () => register({ mobile_phone_number: nextPhone(), send_sms: 1 }, nextNetwork(), fixture)
    await ask()
    await ask()
    expect(await ask()).toEqual(refusal('too_many_requests'))
    expect(await ask()).toEqual(refusal('too_many_requests'))
    expect(fixture.events.filter(({ event }) => event === 'pumping_alarm')).toHaveLength(1)
  })

  it('a captcha, for a network that requested too many; a phone, for one with too many lookups', async () => {
    const fixture = registrationFixture(db, clock, { captchasPerNetwork: 2 })
    const from = { clientAddress: nextNetwork() }
    for (let request = 0; request < 2; request += 1)
      expect(await fixture.ask('captcha', {}, from)).toHaveProperty('signature')
    expect(await fixture.ask('captcha', {}, from)).toEqual(refusal('captcha_limit'))
    for (let looked = 0; looked < 60; looked += 1) await fixture.ask('checkPhone', { phone: '1' }, from)
    expect(await fixture.ask('checkPhone', { phone: '901234567' }, from)).toEqual(
      refusal('too_many_requests'),
    )
  })
})

describe('the alarm', () => {
  it('appears in log, metrics and audit once, while too few of the sent codes are entered', async () => {
    clock.advanceMs(2 * 86_400_000)
    const at = new Date(clock.nowMs() - 600_000)
    const rows = Array.from({ length: 50 }, (_, index) => ({
      purpose: 'register' as const,
      phone: `+99897${1_000_000 + index * 10_000}`,
      network: '10.253.0.1',
      prefix: `${index}`,
      way: 'sms' as const,
      requested_at: at,
      outcome: 'sent' as const,
      used_at: index < 14 ? at : null,
    }))
    await db.insertInto('code_request').values(rows).execute()
    const alarm = async () =>
      (await made.metrics.registry.metrics()).match(/^ekran_codes_pumping_alarm (\d)/m)?.[1]
    expect(await alarm()).toBe('0')
    await codeFor(nextPhone())
    await codeFor(nextPhone())
    await made.registration.close()
    expect(await alarm()).toBe('1')
    const rung = made.events.filter(({ event }) => event === 'pumping_alarm')
    expect(rung).toMatchObject([{ actor: 'system', facts: { sent: 50, used: 14 } }])
    await db.updateTable('code_request').set({ used_at: at }).where('prefix', '=', '20').execute()
    await codeFor(nextPhone())
    await made.registration.close()
    expect(await alarm()).toBe('0')
  })
})
