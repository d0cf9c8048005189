/** Keys of the API and the API for outside billing, over real HTTP on a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalApi } from '#contract/external/external-api.ts'
import { apiScopes, externalRoot, type ApiScope } from '#contract/form/api-scopes.ts'
import { checkLedger, giveDays } from '#server/billing/billing.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { externalFixture } from '#tests/kit/modules/external-module.ts'

const database = await createTestDatabase()
const product = await externalFixture(database)
const { send, keyFor, clock, billing } = product
const dayMs = 86_400_000
const nowSec = () => Math.floor(clock.nowMs() / 1000)
let all = ''

beforeAll(async () => {
  all = (await keyFor()).key
  await billing.putTariff(buildTariff(57, { isBase: true, priceTiyin: 2_500_000, periods: [] }))
  await billing.putTariff(buildTariff(58, { isBase: true, priceTiyin: 4_000_000, periods: [] }))
  await billing.putTariff(buildTariff(70, { isBase: false, priceTiyin: 1_000_000, periods: [] }))
})
afterAll(async () => {
  await product.close()
  await database.drop()
})

interface Account {
  readonly account_id: number
  readonly abonement: string
  readonly is_new: boolean
  readonly password: string
}

let nextCall = 1
async function addAccount(body: object = {}, idempotencyKey = `create-${nextCall++}`) {
  const { data } = await send<Account>('/accounts/create', { key: all, body, idempotencyKey })
  return data
}

async function card(accountId: number) {
  const { data } = await send<{
    readonly balance_tiyin: number
    readonly state: string
    readonly tariffs: readonly {
      readonly tariff_id: number
      readonly auto_renew: boolean
      readonly paid_until: number
    }[]
  }>(`/accounts/${accountId}`, { key: all })
  return data
}

const endpoints = Object.values(externalApi).flatMap((subject) => Object.values(subject))

describe('[OPEN-01] a key of the API', () => {
  const table = endpoints.flatMap(({ method, path, scope }) =>
    apiScopes.map((own) => [own, method, path, scope === own] as const),
  )
  const keys: Partial<Record<ApiScope, string>> = {}
  beforeAll(async () => {
    for (const scope of apiScopes) keys[scope] = (await keyFor([scope])).key
  })

  it.each(table)('with %s: %s %s is open: %s', async (own, method, path, isOpen) => {
    // An account that does not exist: the key is decided before anything else is looked at.
    const address = path.slice(externalRoot.length).replace('{account_id}', '999999')
    const sent = { key: keys[own] ?? '', ...(method === 'POST' ? { body: {} } : {}) }
    const { status, failure } = await send(address, sent)
    if (isOpen) expect(failure).not.toBe('api_key_scope')
    else expect([status, failure]).toEqual([403, 'api_key_scope'])
  })

  it('is needed, by every endpoint', async () => {
    for (const { method, path } of endpoints) {
      const address = path.slice(externalRoot.length).replace('{account_id}', '1')
      const { status, failure } = await send(address, method === 'POST' ? { body: {} } : {})
      expect([status, failure], path).toEqual([403, 'api_key_wrong'])
    }
  })

  it('is shown once, stored as a hash, and only its beginning is seen later', async () => {
    const made = await product.console<{ key: string; prefix: string; key_id: number }>('/api-keys/make', {
      ...{ name: 'CRM', scopes: ['accounts:read'], networks: [], per_minute: 60, expires_at: null },
    })
    expect(made.data.key).toMatch(/^ekran_[0-9A-Za-z]{38}$/)
    const row = await database.db
      .selectFrom('api_key')
      .selectAll()
      .where('key_id', '=', made.data.key_id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(made.data.key)
    expect((await send('/accounts', { key: made.data.key })).status).toBe(200)
    const { data } = await product.console<{
      keys: readonly { key_id: number; prefix: string; state: string; last_used_from: string }[]
    }>('/api-keys')
    expect(data.keys.find((one) => one.key_id === made.data.key_id)).toMatchObject({
      ...{ prefix: made.data.key.slice(0, 12), state: 'valid', last_used_from: '203.0.113.7' },
    })
    expect(JSON.stringify(data)).not.toContain(made.data.key)
  })

  it('is replaced, and the former one works for as long as was said', async () => {
    const { key, keyId } = await keyFor(['accounts:read'])
    const { data } = await product.console<{ key: string }>('/api-keys/rotate', {
      ...{ key_id: keyId, former_hours: 2 },
    })
    expect((await send('/accounts', { key })).status).toBe(200)
    expect((await send('/accounts', { key: data.key })).status).toBe(200)
    clock.advanceMs(2 * 3_600_000 + 1000)
    expect((await send('/accounts', { key })).failure).toBe('api_key_wrong')
    expect((await send('/accounts', { key: data.key })).status).toBe(200)
  })

  it('ends with the next request when it is revoked, and when it leaks by one press', async () => {
    const first = await keyFor(['accounts:read'])
    await product.console('/api-keys/revoke', { key_id: first.keyId })
    expect((await send('/accounts', { key: first.key })).failure).toBe('api_key_wrong')
    expect((await product.console('/api-keys/revoke', { key_id: first.keyId })).failure).toBe('not_found')

    const second = await keyFor(['accounts:read'])
    const leaked = await product.console<{ prefix: string }>('/api-keys/leaked', { key: ` ${second.key}\n` })
    expect(leaked.data.prefix).toBe(second.prefix)
    expect((await send('/accounts', { key: second.key })).failure).toBe('api_key_wrong')
    const again = await product.console('/api-keys/leaked', { key: second.key })
    expect(again.data).toEqual({ is_valid: false, name: '', prefix: '' })
    expect(product.lines.join('\n')).not.toContain(second.key)
  })

  it('expires, and works only from its networks', async () => {
    const short = await keyFor(['accounts:read'], { expiresMs: clock.nowMs() + dayMs })
    const bound = await keyFor(['accounts:read'], { networks: ['198.51.100.0/24', '2001:db8::/32'] })
    expect((await send('/accounts', { key: bound.key })).failure).toBe('api_key_network')
    expect((await send('/accounts', { key: bound.key, from: '198.51.100.9' })).status).toBe(200)
    expect((await send('/accounts', { key: bound.key, from: '2001:db8::7' })).status).toBe(200)
    expect((await send('/accounts', { key: short.key })).status).toBe(200)
    clock.advanceMs(dayMs)
    expect((await send('/accounts', { key: short.key })).failure).toBe('api_key_wrong')
  })

  it('is not made with a wrong network or for a time that has passed', async () => {
    const key = { name: 'A', scopes: ['accounts:read'], networks: [], per_minute: 60, expires_at: null }
    const wrong = await product.console('/api-keys/make', { ...key, networks: ['203.0.113.0/33'] })
    expect(wrong.failure).toBe('network_wrong')
    expect(wrong.message).toContain('203.0.113.0/33')
    const past = await product.console('/api-keys/make', { ...key, expires_at: nowSec() - 1 })
    expect(past.failure).toBe('expiry_past')
    expect((await product.console('/api-keys/make', { ...key, scopes: [] })).status).toBe(400)
  })

  it('has its own limit of requests', async () => {
    const { key } = await keyFor(['catalogue:read'], { perMinute: 60 })
    const answers = []
    for (let sent = 0; sent < 61; sent += 1) answers.push(await send('/tariffs', { key }))
    expect(answers.slice(0, 60).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200))
    expect(answers.at(-1)).toMatchObject({ status: 429, failure: 'too_many_requests' })
    expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(0)
  })

  it('cannot be guessed: wrong ones are limited by network, and a right one is not refused for them', async () => {
    const from = '198.51.100.77'
    const wrong = `${all.slice(0, -1)}${all.endsWith('a') ? 'b' : 'a'}`
    for (let tried = 0; tried < 30; tried += 1) await send('/accounts', { key: wrong, from })
    expect((await send('/accounts', { key: wrong, from })).status).toBe(429)
    expect((await send('/accounts', { key: all, from })).status).toBe(200)
    expect((await send('/accounts', { key: wrong, from })).status).toBe(429)
  })

  it('is in the audit when it is used: once an hour for each address', async () => {
    const { key, keyId } = await keyFor(['accounts:read'])
    for (let sent = 0; sent < 3; sent += 1) await send('/accounts', { key, from: '203.0.113.90' })
    // Written in the background; a further one would follow the first.
    await product.console('/api-keys/revoke', { key_id: keyId })
    const written = async () => {
      const rows = await database.db
        .selectFrom('security_event')
        .select(['event', 'facts'])
        .where('event', 'in', ['api_key_used', 'api_key_revoked'])
        .execute()
      return rows.filter(({ facts }) => JSON.stringify(facts).includes(`"key_id":${keyId}`)).length
    }
    await expect.poll(written).toBe(1)
  })

  it('is managed by those alone who may act on settings', async () => {
    const finance = await product.fixture.addMember('finance')
    const { failure } = await product.console('/api-keys', undefined, finance)
    expect(failure).toBe('staff_forbidden')
  })
})

describe('[OPEN-01] an account through the API', () => {
  it('is created, and once for a key whatever is repeated', async () => {
    const body = { abonement: '77000001', phone: '90 765-43-21', name: 'Dilshod' }
    const [one, other] = await Promise.all([addAccount(body, 'order-1'), addAccount(body, 'order-1')])
    expect(one.account_id).toBe(other.account_id)
    expect([one.is_new, other.is_new].toSorted()).toEqual([false, true])
    expect([one.password, other.password].filter((text) => text !== '')).toHaveLength(1)
    // Another key of the API, as after a leak.
    const { key } = await keyFor()
    const third = await send<Account>('/accounts/create', { key, body, idempotencyKey: 'order-1' })
    expect(third.data).toMatchObject({ account_id: one.account_id, is_new: false, password: '' })
    const changed = { ...body, name: 'Another' }
    const used = await send('/accounts/create', { key, body: changed, idempotencyKey: 'order-1' })
    expect(used.failure).toBe('key_used')
  })

  it('[BRAND-01] is of the brand that is named, else of the main one', async () => {
    const { db } = database
    const main = await db.selectFrom('service_settings').selectAll().executeTakeFirstOrThrow()
    const zamin = { ...main, service_id: 1000001, hosts: ['zamin.uz'], name_ru: 'Замин ТВ' }
    await db.insertInto('service_settings').values(zamin).execute()
    const body = { phone: '+998935550011', brand: 1000001 }
    const made = await send<Account>('/accounts/create', { key: all, body, idempotencyKey: 'brand-1' })
    expect(made.data).toMatchObject({ brand: 1000001 })
    expect(await addAccount()).toMatchObject({ brand: 1 })
    const other = await send('/accounts/create', {
      key: all,
      body: { ...body, brand: 1 },
      idempotencyKey: 'brand-1',
    })
    expect(other.failure).toBe('key_used')
    await db.deleteFrom('service_settings').where('service_id', '=', 1000001).execute()
  })

  it.each([
    ['without an Idempotency-Key', {}, undefined, 'idempotency_key_needed'],
    ['with the number of another', { abonement: '77000001' }, 'bad-1', 'trial_number_taken'],
    ['with the phone of another', { phone: '+998907654321' }, 'bad-2', 'phone_registered'],
    ['with a phone of another country', { phone: '+7 905 1234567' }, 'bad-3', 'wrong_phone'],
    ['with a number that is a phone', { abonement: '907654321' }, 'bad-4', 'trial_name_wrong'],
    ['with a weak password', { password: 'password1' }, 'bad-5', 'weak_password'],
    ['with a brand that does not exist', { brand: 7 }, 'bad-7', 'brand_unknown'],
    ['with a name that is too long', { name: 'x'.repeat(201) }, 'bad-6', 'invalid_input'],
  ])('is not created %s', async (_, body, idempotencyKey, failure) => {
    const sent = { key: all, body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
    expect((await send('/accounts/create', sent)).failure).toBe(failure)
  })

  it('is found by phone and number, and all of them page by page', async () => {
    for (let made = 0; made < 3; made += 1) await addAccount()
    const by = async (query: string) =>
      (await send<{ accounts: readonly Account[]; next: number }>(`/accounts?${query}`, { key: all })).data
    expect((await by('q=90%20765-43-21')).accounts[0]?.abonement).toBe('77000001')
    expect((await by('q=77000001')).accounts).toHaveLength(1)
    expect((await by('q=99999999')).accounts).toEqual([])
    const seen: number[] = []
    let next = 0
    for (let page = 0; page < 20; page += 1) {
      const read = await by(`limit=2&after=${next}`)
      seen.push(...read.accounts.map(({ account_id: id }) => id))
      next = read.next
      if (next === 0) break
    }
    const rows = await database.db.selectFrom('account').select('account_id').orderBy('account_id').execute()
    expect(seen).toEqual(rows.map((row) => row.account_id))
  })

  it('that gets another phone, or none, says so to the former one and in the audit', async () => {
    const { account_id: id } = await addAccount({ phone: '901110033' })
    const { sent } = product.messages
    const update = (body: object) => send(`/accounts/${id}/update`, { key: all, body })
    sent.splice(0)
    await update({ phone: '901110044', name: 'N' })
    await update({ phone: '901110044', name: 'M' })
    expect(sent).toMatchObject([{ phone: '+998901110033', way: 'sms' }])
    expect(sent[0]?.text).toContain('новый телефон +998 90 ***-**-44')
    await update({ phone: '' })
    await update({ phone: '901110055' })
    expect(sent.slice(1)).toMatchObject([{ phone: '+998901110044', way: 'sms' }])
    expect(sent[1]?.text).toContain('больше не привязан')
    const facts = async () =>
      (
        await database.db
          .selectFrom('security_event')
          .select('facts')
          .where('event', '=', 'api_account_changed')
          .where('account_id', '=', id)
          .orderBy('event_id')
          .execute()
      ).map((row) => row.facts)
    await expect.poll(async () => (await facts()).length).toBe(4)
    expect(await facts()).toMatchObject([
      { former: '+998 90 ***-**-33', phone: '+998 90 ***-**-44' },
      expect.not.objectContaining({ phone: expect.anything() as string }) as object,
      { former: '+998 90 ***-**-44', phone: '' },
      { former: '', phone: '+998 90 ***-**-55' },
    ])
  })

  it('is changed, blocked and opened again', async () => {
    const { account_id: id } = await addAccount({ phone: '901110022', name: 'Old' })
    const post = (what: string, body: object = {}) => send(`/accounts/${id}/${what}`, { key: all, body })
    expect((await post('update', { name: 'New', phone: '' })).data).toMatchObject({ name: 'New', phone: '' })
    expect((await post('update', { phone: '907654321' })).failure).toBe('phone_registered')
    expect((await post('block')).data).toMatchObject({ state: 'blocked' })
    expect((await card(id)).state).toBe('blocked')
    expect((await post('unblock')).data).toMatchObject({ state: 'active' })
    expect((await send('/accounts/999999/block', { key: all, body: {} })).status).toBe(404)
  })
})

describe('[OPEN-01] the city of an account through the API', () => {
  it('is one of the list, said by billing, and removed', async () => {
    const { account_id: id } = await addAccount({ phone: '901110077', name: 'City' })
    const set = (cityId: number) => send(`/accounts/${id}/city`, { key: all, body: { city_id: cityId } })
    const { data: list } = await send('/cities', { key: all })
    expect(list).toMatchObject({
      cities: expect.arrayContaining([
        { city_id: 241, region_id: 8, name_ru: 'Самарканд', name_uz: 'Samarqand', name_en: 'Samarkand' },
      ]),
    })
    expect((await send(`/accounts/${id}/city`, { key: all })).data).toEqual({ city_id: 0, way: '' })
    expect((await set(241)).data).toEqual({ city_id: 241 })
    expect((await send(`/accounts/${id}/city`, { key: all })).data).toEqual({ city_id: 241, way: 'billing' })
    expect((await set(999_999)).failure).toBe('city_not_found')
    expect((await set(0)).data).toEqual({ city_id: 0 })
    expect((await send(`/accounts/${id}/city`, { key: all })).data).toEqual({ city_id: 0, way: '' })
    expect((await send('/accounts/999999/city', { key: all, body: { city_id: 241 } })).status).toBe(404)
  })
})

describe('[OPEN-01] money through the API', () => {
  it('is credited once for a key, in double entry from its own account of the service', async () => {
    const { account_id: id } = await addAccount()
    const credit = (amount: number, idempotencyKey: string) =>
      send<{ balance_tiyin: number; is_new: boolean }>(`/accounts/${id}/credit`, {
        ...{ key: all, idempotencyKey, body: { amount_tiyin: amount } },
      })
    const answers = await Promise.all([credit(500_000, 'pay-1'), credit(500_000, 'pay-1')])
    expect(answers.map(({ data }) => data.is_new).toSorted()).toEqual([false, true])
    expect((await card(id)).balance_tiyin).toBe(500_000)
    expect((await credit(600_000, 'pay-1')).failure).toBe('key_used')
    expect((await credit(0, 'pay-2')).status).toBe(400)
    expect((await credit(1.5, 'pay-3')).status).toBe(400)
    const entry = await database.db
      .selectFrom('ledger_entry')
      .selectAll()
      .where('reference', '=', 'api:pay-1')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ against: 'external', kind: 'top_up', amount_tiyin: 500_000 })
    expect((await checkLedger(database.db)).kind).toBe('whole')
  })

  it('changes nothing of an account that was merged or erased, and says so', async () => {
    const [{ account_id: old }, { account_id: owner }] = [await addAccount(), await addAccount()]
    const change = (account: number, path: string, body: object = {}) =>
      send(`/accounts/${account}/${path}`, { key: all, body })
    const acts = [
      ['unblock', {}],
      ['block', {}],
      ['update', { name: 'Другое имя' }],
      ['tariffs/grant', { tariff_id: 57, until: nowSec() + 86_400 }],
    ] as const
    const set = (values: { merged_into?: number; erased_at?: Date }) =>
      database.db
        .updateTable('account')
        .set({ state: 'deactivated', ...values })
        .where('account_id', '=', old)
        .execute()
    await set({ merged_into: owner })
    for (const [path, body] of acts)
      expect((await change(old, path, body)).failure, path).toBe('subscriber_merged')
    await set({ erased_at: new Date(clock.nowMs()) })
    for (const [path, body] of acts)
      expect((await change(old, path, body)).failure, path).toBe('subscriber_erased')
    expect(await card(old)).toMatchObject({ state: 'deactivated', tariffs: [] })
  })

  it('is for the subscriber who goes on when two were merged, and refused for one that is closed', async () => {
    const [{ account_id: old }, { account_id: owner }] = [await addAccount(), await addAccount()]
    const credit = (account: number, idempotencyKey: string) =>
      send<{ balance_tiyin: number; is_new: boolean }>(`/accounts/${account}/credit`, {
        ...{ key: all, idempotencyKey, body: { amount_tiyin: 700_000 } },
      })
    const close = (account: number, into: number | null) =>
      database.db
        .updateTable('account')
        .set({ state: 'deactivated', merged_into: into })
        .where('account_id', '=', account)
        .execute()
    await close(old, owner)
    expect((await credit(old, 'merged-1')).failure).toBeUndefined()
    expect((await card(owner)).balance_tiyin).toBe(700_000)
    await close(owner, null)
    expect((await credit(owner, 'merged-2')).failure).toBe('payee_closed')
    expect((await credit(old, 'merged-3')).failure).toBe('payee_closed')
    expect((await credit(old, 'merged-1')).data.is_new).toBe(false)
    const reversed = await send(`/accounts/${old}/credit/reverse`, {
      ...{ key: all, body: { key: 'merged-1' } },
    })
    expect(reversed.failure).toBeUndefined()
    expect((await card(owner)).balance_tiyin).toBe(0)
    expect((await checkLedger(database.db)).kind).toBe('whole')
  })

  it('is taken back wholly and once, from its own account only, and never below zero', async () => {
    const { account_id: id } = await addAccount()
    const { account_id: other } = await addAccount()
    await send(`/accounts/${id}/credit`, {
      key: all,
      idempotencyKey: 'pay-9',
      body: { amount_tiyin: 2_600_000 },
    })
    const reverse = (account: number, key = 'pay-9') =>
      send<{ balance_tiyin: number; is_new: boolean }>(`/accounts/${account}/credit/reverse`, {
        ...{ key: all, body: { key } },
      })
    expect((await reverse(other)).failure).toBe('entry_not_found')
    expect((await reverse(id, 'pay-none')).failure).toBe('entry_not_found')
    await send(`/accounts/${id}/tariffs/connect`, {
      key: all,
      idempotencyKey: 'c-9',
      body: { tariff_id: 57 },
    })
    expect((await reverse(id)).failure).toBe('insufficient_funds')
    await send(`/accounts/${id}/credit`, {
      key: all,
      idempotencyKey: 'pay-10',
      body: { amount_tiyin: 2_500_000 },
    })
    expect((await reverse(id)).data).toMatchObject({ balance_tiyin: 0, is_new: true })
    expect((await reverse(id)).data).toMatchObject({ balance_tiyin: 0, is_new: false })
  })
})

describe('[OPEN-01] tariffs through the API', () => {
  it('are listed with what they cost', async () => {
    const { data } = await send<{ tariffs: readonly { tariff_id: number; price_tiyin: number }[] }>(
      '/tariffs',
      {
        key: all,
      },
    )
    expect(data.tariffs.map((one) => [one.tariff_id, one.price_tiyin])).toEqual([
      ...[
        [57, 2_500_000],
        [58, 4_000_000],
        [70, 1_000_000],
      ],
    ])
  })

  it('are connected for the balance, once for a key, and cancelled', async () => {
    const { account_id: id } = await addAccount()
    const connect = (body: object, idempotencyKey: string) =>
      send<{ cost_tiyin: number }>(`/accounts/${id}/tariffs/connect`, { key: all, idempotencyKey, body })
    expect((await connect({ tariff_id: 57 }, 'c-1')).failure).toBe('insufficient_funds')
    await send(`/accounts/${id}/credit`, {
      key: all,
      idempotencyKey: 'pay-20',
      body: { amount_tiyin: 9_000_000 },
    })
    expect((await connect({ tariff_id: 57, agreed_tiyin: 1 }, 'c-2')).failure).toBe('price_changed')
    expect((await connect({ tariff_id: 57 }, 'c-1')).data.cost_tiyin).toBe(2_500_000)
    expect((await connect({ tariff_id: 57 }, 'c-1')).data.cost_tiyin).toBe(2_500_000)
    expect((await connect({ tariff_id: 70 }, 'c-1')).failure).toBe('key_used')
    expect((await connect({ tariff_id: 58 }, 'c-3')).failure).toBe('more_than_one_base')
    expect((await connect({ tariff_id: 5 }, 'c-4')).failure).toBe('tariff_not_found')
    expect((await card(id)).balance_tiyin).toBe(6_500_000)
    const cancelled = await send<{ paid_until: number }>(`/accounts/${id}/tariffs/cancel`, {
      ...{ key: all, body: { tariff_id: 57 } },
    })
    expect(cancelled.data.paid_until).toBe(nowSec() + 30 * 86_400)
    expect((await card(id)).tariffs).toMatchObject([{ tariff_id: 57, auto_renew: false }])
  })

  it('are opened until a date without a charge, and ended', async () => {
    const { account_id: id } = await addAccount()
    const grant = (body: object) =>
      send<{ paid_until: number; replaced_tariff_id: number }>(`/accounts/${id}/tariffs/grant`, {
        key: all,
        body,
      })
    const until = nowSec() + 40 * 86_400
    expect((await grant({ tariff_id: 57, until })).data.paid_until).toBe(until)
    expect((await grant({ tariff_id: 57, until: until + 60 })).data.paid_until).toBe(until + 60)
    expect((await grant({ tariff_id: 58, until })).failure).toBe('more_than_one_base')
    expect((await grant({ tariff_id: 58, until, replaces_base: true })).data.replaced_tariff_id).toBe(57)
    expect((await grant({ tariff_id: 70, until: nowSec() - 5 })).failure).toBe('expiry_past')
    const shown = await card(id)
    expect(shown.balance_tiyin).toBe(0)
    expect(shown.tariffs).toMatchObject([{ tariff_id: 58, auto_renew: false, paid_until: until }])
    const end = (tariff: number) =>
      send(`/accounts/${id}/tariffs/end`, { key: all, body: { tariff_id: tariff } })
    expect((await end(57)).failure).toBe('not_connected')
    expect((await end(58)).status).toBe(200)
    expect((await card(id)).tariffs).toEqual([])
  })

  it('that the subscriber pays for are neither changed nor ended by a grant', async () => {
    const { account_id: id } = await addAccount()
    await send(`/accounts/${id}/credit`, {
      key: all,
      idempotencyKey: 'pay-30',
      body: { amount_tiyin: 2_500_000 },
    })
    await send(`/accounts/${id}/tariffs/connect`, {
      key: all,
      idempotencyKey: 'c-30',
      body: { tariff_id: 57 },
    })
    const until = nowSec() + 86_400
    const grant = await send(`/accounts/${id}/tariffs/grant`, { key: all, body: { tariff_id: 57, until } })
    expect(grant.failure).toBe('already_connected')
    const other = { tariff_id: 58, until, replaces_base: true }
    expect((await send(`/accounts/${id}/tariffs/grant`, { key: all, body: other })).failure).toBe(
      'more_than_one_base',
    )
    const ended = await send(`/accounts/${id}/tariffs/end`, { key: all, body: { tariff_id: 57 } })
    expect(ended.failure).toBe('not_connected')
    // Also where the subscriber let it run out: the days that are left are paid.
    await send(`/accounts/${id}/tariffs/cancel`, { key: all, body: { tariff_id: 57 } })
    expect((await send(`/accounts/${id}/tariffs/grant`, { key: all, body: other })).failure).toBe(
      'more_than_one_base',
    )
    expect((await card(id)).tariffs).toMatchObject([{ tariff_id: 57, paid_until: nowSec() + 30 * 86_400 }])
  })

  it('keep the days that the staff gave, whatever end the next grant sets', async () => {
    const { account_id: id } = await addAccount()
    const grant = (days: number) =>
      send<{ paid_until: number }>(`/accounts/${id}/tariffs/grant`, {
        ...{ key: all, body: { tariff_id: 57, until: nowSec() + days * 86_400 } },
      })
    await grant(10)
    const gift = { accountId: id, tariffId: 57, days: 3, reference: 'act:gift' }
    await database.db.transaction().execute((trx) => giveDays(trx, gift, clock.nowMs()))
    const giftedUntil = nowSec() + 13 * 86_400
    expect((await grant(5)).data.paid_until).toBe(giftedUntil)
    await billing.putSubscription({
      ...{ accountId: id, tariffId: 57, state: 'active', paidUntilMs: clock.nowMs() + dayMs },
    })
    expect((await card(id)).tariffs).toMatchObject([{ tariff_id: 57, paid_until: giftedUntil }])
    expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
  })
})
