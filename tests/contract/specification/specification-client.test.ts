/**
 * A client that implements only the specification: its paths and parameters (section 7), and that it shows the server's
 * message for a number other than 0, and for a status outside 200–299 only that status (section 8).
 */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { formatMoney } from '#contract/form/money.ts'
import { cardGatewayOf } from '#tests/kit/emulators/card-gateway.ts'
import { smsCentreAt } from '#tests/kit/emulators/sms-centre.ts'
import { origin } from '#tests/kit/product/request.ts'

interface Item {
  readonly [field: string]: unknown
}
/** What the viewer sees: the server's message, or nothing on success. */
interface Seen {
  readonly shown: string
  readonly number: number
  readonly data: Item
}

class SpecificationClient {
  token = ''
  /** The client's address: another network for every code, as with real viewers. */
  network = '198.51.100.231'

  /** The middleware: GET with a query, with its common parameters. */
  middleware(call: string, fields: Item = {}): Promise<Seen> {
    const common = { client_id: '1', key: 'a fixed client key', device: 'browser' }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...common, authkey: this.token, ...fields }))
      if (value !== '') query.set(name, String(value))
    return this.#ask(`/middleware/${call}?${query}`, { method: 'GET' })
  }

  /** The payment service and the main API: a bearer header. */
  post(path: string, body?: Item): Promise<Seen> {
    return this.#ask(path, {
      method: 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  get(path: string): Promise<Seen> {
    return this.#ask(path, { method: 'GET' })
  }

  async #ask(path: string, init: { method: string; body?: string }): Promise<Seen> {
    const response = await fetch(origin() + path, {
      ...init,
      headers: {
        'accept-language': 'ru',
        'x-forwarded-for': this.network,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
      },
      signal: AbortSignal.timeout(60_000),
    })
    if (response.status < 200 || response.status > 299)
      throw new Error(`Request failed with status code ${response.status}`)
    const answer = (await response.json()) as { error?: number; code?: number; message?: string; data?: Item }
    const number = answer.error ?? answer.code ?? 0
    return { shown: number === 0 ? '' : (answer.message ?? ''), number, data: answer.data ?? {} }
  }
}

const client = new SpecificationClient()

function centre() {
  return smsCentreAt(inject('product').smsCentreUrl)
}

const phone = `+99890${randomInt(1_000_000, 9_999_999)}`
const device_uid = `specification-${randomInt(1_000_000)}`

function wrongFor(code: string) {
  return code === '000000' ? '000001' : '000000'
}

function login(password: string) {
  return client.middleware('login', {
    phone_number: phone,
    password,
    device_uid,
    device_model: 'Specification',
  })
}

/** The last password sent to this phone. */
async function sentPassword(afterSeq: number): Promise<string> {
  const passwordIn = (text: string) => /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(text)?.[0]
  let result: string | undefined
  await expect
    .poll(
      async () => {
        for (const { text } of await centre().messages({ phone, afterSeq })) result ??= passwordIn(text)
        return result
      },
      { timeout: 30_000 },
    )
    .toBeDefined()
  return result ?? ''
}

async function newestSeq() {
  return (await centre().messages({ phone })).at(0)?.seq ?? 0
}

function today() {
  return new Date().toISOString().slice(0, 10).split('-').toReversed().join('.')
}

// One client's life, in order.
describe('a client written from the specification', { shuffle: false }, () => {
  it('[API-07] [ACC-02] [ACC-12] registers with the parameters listed there, and sees what is wrong as a message', async () => {
    expect(await login('nobody has this password')).toMatchObject({ shown: 'Неверный номер или пароль' })
    expect((await client.middleware('phpapi/check_phone', { phone })).shown).toBe('')
    const target = {
      mobile_phone_number: phone,
      send_sms: 1,
      comment: `Registration ${today()}`,
      device_uid,
      utm_source: 'google',
      utm_campaign: 'spring',
    }
    const short = await client.middleware('account/register', { ...target, mobile_phone_number: '+99890' })
    expect(short.shown).toContain('номер мобильного телефона')
    const nobody = await client.middleware('account/register', { comment: target.comment })
    expect(nobody.shown).toBe('Нужен mobile_phone_number или device_uid')
    expect(await client.middleware('account/register', target)).toMatchObject({
      shown: '',
      data: { state: 'sms_sent' },
    })
    const again = await client.middleware('phpapi/rereg', { phone })
    expect(again.shown).toMatch(/^Новый код можно запросить через \d+\u00a0с$/)
    const code = await centre().latestCode(phone)
    const wrong = await client.middleware('account/register', { ...target, code: wrongFor(code) })
    expect(wrong.shown).toContain('Неверный код')
    const seq = await newestSeq()
    const done = await client.middleware('account/register', { ...target, code })
    expect(done).toMatchObject({ shown: '', data: { state: 'done' } })
    const entered = await login(await sentPassword(seq))
    expect(entered.shown).toBe('')
    client.token = String(entered.data['authkey'])
  })

  it('[API-07] [TV-08] [FILM-02] sees, before a login, that a login is required', async () => {
    const guest = new SpecificationClient()
    const channels = (await guest.middleware('noauth/portal/client/channel/list')).data['channels']
    const [channel] = (channels as { item: { id: number }[] }).item
    const words = 'Для этого необходимо авторизоваться'
    expect((await guest.middleware('channel/url', { cid: channel?.id, redirect: 0 })).shown).toBe(words)
    const { item } = (await guest.middleware('noauth/video/list')).data['videos'] as {
      item: { vid: number }[]
    }
    expect((await guest.middleware('video/url', { vid: item[0]?.vid, redirect: 0 })).shown).toBe(words)
  })

  it('[API-07] [ACC-03] gets a new password by phone and code, and nothing else', async () => {
    client.token = ''
    client.network = '198.51.100.232'
    const before = await newestSeq()
    expect((await client.middleware('account/reset_password', { mobile_phone_number: phone })).shown).toBe('')
    const code = await centre().latestCode(phone, { afterSeq: before })
    const enter = (typed: string) =>
      client.middleware('account/reset_password', { mobile_phone_number: phone, code: typed })
    expect((await enter(wrongFor(code))).shown).toContain('Неверный код')
    const seq = await newestSeq()
    expect(await enter(code)).toMatchObject({ shown: '', data: { state: 'done' } })
    expect((await enter(code)).shown).toContain('Запросите новый')
    const entered = await login(await sentPassword(seq))
    expect(entered.shown).toBe('')
    client.token = String(entered.data['authkey'])
    const change = { old_password: 'not this one', new_password: 'karvon yulduzi 77' }
    expect((await client.middleware('account/password/change', change)).shown).toBe('Неверный пароль')
  })

  it('[API-07] [SUB-04] [PROMO-01] sees why a tariff or a promo code is not available', async () => {
    const info = await client.middleware('customer/info')
    expect(info.data).toMatchObject({ balance: 0, promotions: { premium_max_for_one_sum: 0, item: [] } })
    const promo = await client.middleware('promo/activate', { code: 'NO-SUCH-CODE' })
    expect(promo.shown).toContain('Промокод не найден')
    const [base] = await baseTariffs()
    const tariff_id = base?.tariff_id
    expect((await client.middleware('customer/tariff/subscription/cost', { tariff_id })).data).toMatchObject({
      cost: base?.price,
      missing: base?.price,
    })
    const subscribe = (fields: Item) => client.middleware('customer/tariff/subscribe', fields)
    expect((await subscribe({ tariff_id })).shown).toBe(
      `Недостаточно средств: не хватает ${formatMoney(base?.price ?? 0, 'ru')}`,
    )
    expect((await subscribe({})).shown).toBe('Не передан ни tariff_id, ни virtual_tariff_id')
    expect((await subscribe({ tariff_id: 999_999 })).shown).toBe('Такого тарифа нет')
  })

  it('[API-07] [PAY-02] [PAY-04] [PAY-05] pays by card, after an empty card and a wrong code', async () => {
    const order = (fields: Item) => client.post('/payment/atmos/orders', fields)
    expect((await order({ amount: 999 })).shown).toBe('Минимальная сумма пополнения — 1\u00a0000\u00a0сум')
    expect((await order({ amount: 1_000_001 })).shown).toBe(
      'Максимальная сумма пополнения — 1\u00a0000\u00a0000\u00a0сум',
    )
    const pay = async (card: Item, amount: number, codes: readonly string[]) => {
      const { data } = await order({ amount })
      const path = `/payment/atmos/orders/${String(data['order_id'])}`
      const { card_bind_transaction_id } = (await client.post(`${path}/init`, card)).data
      const seen: Seen[] = []
      for (const sms_code of codes)
        seen.push(await client.post(`${path}/confirm`, { card_bind_transaction_id, sms_code }))
      expect((await client.get(path)).data['order_id']).toBe(data['order_id'])
      return seen
    }
    const [poor] = await pay({ card_number: '8600312998546358', card_expiry: '12/30' }, 5000, ['111111'])
    expect(poor).toMatchObject({ number: 6000, shown: expect.stringContaining('не хватает денег') })
    const humo = { card_number: '9860090101014364', card_expiry: '02/28' }
    const [wrong, right] = await pay(humo, 2000, ['222222', '111111'])
    expect(wrong?.shown).toBe('Неверный код. Осталось попыток: 2')
    expect(right).toMatchObject({ shown: '', data: { state: 'paid' } })
    const card_id = right?.data['card_id']
    expect((await savedCard())?.['card_id']).toBe(card_id)
    const fill = (amount: number) => client.post('/payment/atmos/balance/fill', { card_id, amount })
    expect((await fill(999)).shown).toContain('1\u00a0000\u00a0сум')
    expect((await fill(3000)).shown).toBe('')
    expect((await client.post('/payment/atmos/customer/sync', {})).shown).toBe('')
    expect((await client.middleware('customer/info')).data['balance']).toBe(5000)
  })

  it('[PAY-05] [SUB-01] [SUB-03] activates a tariff: first the balance, then the card, once', async () => {
    const card_id = (await savedCard())?.['card_id']
    const [base, other] = await baseTariffs()
    const gateway = await cardGatewayOf({ output: () => readFileSync(inject('product').outputPath, 'utf8') })
    const paidByCard = async (amountSums: number) =>
      (await gateway.state()).transactions.filter(
        (one) => one.state === 'paid' && one.amountTiyin === amountSums * 100,
      ).length
    const shortfall = Number(base?.price) - 5000
    const before = await paidByCard(shortfall)
    const activate = (id: unknown) =>
      client.post(`/payment/atmos/tariffs/${String(id)}/activate`, { card_id })
    const [first, second] = await Promise.all([activate(base?.tariff_id), activate(base?.tariff_id)])
    expect([first, second].some(({ shown }) => shown === '')).toBe(true)
    expect((await paidByCard(shortfall)) - before).toBe(1)
    expect((await client.middleware('customer/info')).data['balance']).toBe(0)
    expect((await activate(base?.tariff_id)).shown).toBe('Тариф уже подключён')
    expect((await activate(other?.tariff_id)).shown).toBe('Нельзя подключить больше одного основного тарифа')
    const off = await client.middleware('customer/tariff/unsubscribe', { tariff_id: base?.tariff_id })
    expect(off.shown).toContain('Основной тариф нельзя отключить')
  })

  it('[PAY-08] pays by link: the amount or the shortfall, at least 1000 sums, multiplied by 100', async () => {
    const abonement = (await client.middleware('customer/info')).data['abonement']
    const linkFor = (amount: number, balance: number) => {
      const value = Math.max(1000, amount < balance ? amount : amount - balance)
      return client.post('/api/set/shpion/pay', { abonement, amount: value * 100 })
    }
    expect((await linkFor(14_500, 0)).data['amount']).toBe(1_450_000)
    expect((await linkFor(20_000, 5500)).data['amount']).toBe(1_450_000)
    expect((await linkFor(4000, 4500)).data['amount']).toBe(400_000)
    const min = (await linkFor(4500, 4500)).data as { amount: number; links: { item: { url: string }[] } }
    expect(min.amount).toBe(100_000)
    expect(min.links.item.length).toBeGreaterThan(0)
    expect((await linkFor(1_000_001, 0)).shown).toBe(
      'Максимальная сумма пополнения — 1\u00a0000\u00a0000\u00a0сум',
    )
  })

  it('[ACC-07] [ACC-08] logs out by error 0, and then gets only a 403', async () => {
    const { token } = client
    const left = await fetch(`${origin()}/api/v1.0.0/customer/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await left.json()).toMatchObject({ error: 0 })
    const ended = 'Request failed with status code 403'
    await expect(client.middleware('customer/tariff/subscribe', { tariff_id: 1 })).rejects.toThrow(ended)
    await expect(client.middleware('channel/detail', { cid: 1 })).rejects.toThrow(ended)
    client.token = ''
    expect((await client.middleware('logout')).number).toBe(0)
  })
})

/** The card that has money; the empty one was confirmed by its code and is saved as well. */
async function savedCard(): Promise<Item | undefined> {
  const cards = (await client.get('/payment/atmos/cards')).data as unknown as readonly Item[]
  return cards.find((one) => String(one['pan']).endsWith('4364'))
}

/** Tariffs of which a viewer has only one, the cheapest first. */
async function baseTariffs(): Promise<readonly { readonly tariff_id: number; readonly price: number }[]> {
  const { tariffs } = (await client.middleware('customer/tariff/list')).data as unknown as {
    tariffs: { item: { tariff_id: number; price: number; is_base: number }[] }
  }
  return tariffs.item.filter((one) => one.is_base === 1).toSorted((a, b) => a.price - b.price)
}
