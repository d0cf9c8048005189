import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCardGateway, type OwnCardGateway } from '#tests/kit/emulators/card-gateway.ts'

let gateway: OwnCardGateway
let frozen: OwnCardGateway
beforeAll(async () => {
  gateway = await startCardGateway()
  frozen = await startCardGateway(['--frozen-at', '2026-05-10T00:00:00Z', '--token-seconds', '1'])
})
afterAll(() => Promise.all([gateway.stop(), frozen.stop()]))

const humo = '9860090101014364'
const uzcard = '8600490744313347'
const poor = '8600312998546358'

async function tokenOf({ url }: OwnCardGateway, secret = 'ekran'): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/token?grant_type=client_credentials`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`ekran:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return { status: answer.status, ...((await answer.json()) as object) }
}

interface Said {
  readonly result: { readonly code: string }
  readonly transaction_id: number
  readonly data: { readonly card_id: number; readonly card_token: string; readonly pan: string }
  readonly store_transaction: Readonly<Record<string, unknown>>
}
let token = ''
beforeAll(async () => {
  token = String((await tokenOf(gateway))['access_token'])
})
async function ask(path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<Said> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(gateway.url + path, { method, headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Said
}

async function code(path: string, body: object, method?: 'PUT') {
  return (await ask(path, body, method)).result.code.replace('STPIMS-ERR-', '')
}

const store = { store_id: 1001 }

async function created(amount: number) {
  return (await ask('/merchant/pay/create', { ...store, amount, account: '7' })).transaction_id
}

describe('the card gateway', () => {
  it('issues a token for the right account only, and accepts it until it expires', async () => {
    expect(await tokenOf(gateway, 'wrong')).toMatchObject({ status: 401 })
    expect(await tokenOf(gateway)).toMatchObject({ status: 200, expires_in: 3600, token_type: 'Bearer' })
    const short = String((await tokenOf(frozen))['access_token'])
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${short}` }
      return (await fetch(`${frozen.url}/partner/list-cards`, { method: 'POST', headers, body: '{}' })).status
    }
    await expect.poll(statusOf, { timeout: 10_000 }).toBe(401)
  })

  it('binds a card with the code of its phone once, and returns a bound one without a code', async () => {
    const card = { card_number: humo, expiry: '2802' }
    expect(await code('/partner/bind-card/init', { ...card, expiry: '2813' })).toBe('009')
    expect(await code('/partner/bind-card/init', { ...card, card_number: '8600000000000000' })).toBe('067')
    expect(await code('/partner/bind-card/init', { card_number: '8600492986215602', expiry: '2003' })).toBe(
      '067',
    )
    expect(await code('/partner/bind-card/init', { card_number: '8600493214116133', expiry: '2410' })).toBe(
      '080',
    )
    const codesBefore = (await gateway.state()).codes.length
    const { transaction_id } = await ask('/partner/bind-card/init', card)
    expect(await code('/partner/bind-card/dial', { transaction_id }, 'PUT')).toBe('OK')
    expect((await gateway.state()).codes).toHaveLength(codesBefore + 2)
    expect(await code('/partner/bind-card/confirm', { transaction_id, otp: '222222' })).toBe('098')
    const bound = await ask('/partner/bind-card/confirm', { transaction_id, otp: '111111' })
    expect(bound.data).toMatchObject({ pan: '986009******4364', expiry: '2802' })
    expect(await code('/partner/bind-card/confirm', { transaction_id, otp: '111111' })).toBe('080')
    const again = await ask('/partner/bind-card/init', card)
    expect([again.result.code, again.data.card_token]).toEqual(['STPIMS-ERR-133', bound.data.card_token])
    const removed = { id: bound.data.card_id, token: bound.data.card_token }
    expect([
      await code('/partner/remove-card', removed),
      await code('/partner/remove-card', removed),
    ]).toEqual(['OK', '004'])
  })

  it('pays with a code, and rejects another store, insufficient funds and a second payment', async () => {
    expect(await code('/merchant/pay/create', { store_id: 9, amount: 1, account: '7' })).toBe('009')
    expect(await code('/merchant/pay/create', { ...store, amount: 1.5, account: '7' })).toBe('009')
    const takenBefore = await gateway.takenTiyin()
    const transaction_id = await created(250_000)
    const named = { ...store, transaction_id, card_number: uzcard, expiry: '2410' }
    expect(await code('/merchant/pay/pre-apply', { ...named, card_token: 'also' })).toBe('009')
    expect(await code('/merchant/pay/pre-apply', named)).toBe('OK')
    const applied = { ...store, transaction_id, otp: '111111' }
    expect(await code('/merchant/pay/apply', applied)).toBe('OK')
    expect(await code('/merchant/pay/apply', applied)).toBe('092')
    const { store_transaction } = await ask('/merchant/pay/get', applied)
    expect(store_transaction).toMatchObject({
      confirmed: true,
      status_code: '0',
      amount: 250_000,
      account: '7',
    })
    expect(await gateway.takenTiyin()).toBe(takenBefore + 250_000)
    expect(await code('/merchant/pay/reverse', { transaction_id })).toBe('OK')
    const closed = await ask('/merchant/pay/get', applied)
    expect([closed.result.code, closed.store_transaction['confirmed']]).toEqual(['STPIMS-ERR-092', false])
    expect(await gateway.takenTiyin()).toBe(takenBefore)

    const dear = await created(100_000)
    const poorly = { ...store, transaction_id: dear, card_number: poor, expiry: '2310' }
    expect(await code('/merchant/pay/pre-apply', poorly)).toBe('OK')
    expect(await code('/merchant/pay/apply', { ...store, transaction_id: dear, otp: '111111' })).toBe('112')
  })

  it('ends a transaction after three wrong codes', async () => {
    const transaction_id = await created(1000)
    const named = { ...store, transaction_id, card_number: uzcard, expiry: '2410' }
    await ask('/merchant/pay/pre-apply', named)
    const wrong = { ...store, transaction_id, otp: '000000' }
    for (let times = 0; times < 3; times += 1) expect(await code('/merchant/pay/apply', wrong)).toBe('098')
    expect(await code('/merchant/pay/apply', { ...wrong, otp: '111111' })).toBe('092')
  })

  it('produces the configured fault the configured number of times', async () => {
    const transaction_id = await created(1000)
    await ask('/merchant/pay/pre-apply', { ...store, transaction_id, card_number: uzcard, expiry: '2410' })
    const applied = { ...store, transaction_id, otp: '111111' }
    await gateway.fault('pay/apply', 'error_001', 1)
    expect(await code('/merchant/pay/apply', applied)).toBe('001')
    await gateway.fault('pay/apply', 'lose_answer', 1)
    await expect(ask('/merchant/pay/apply', applied)).rejects.toThrow('fetch failed')
    expect(await code('/merchant/pay/apply', applied)).toBe('092')
    await expect(gateway.fault('pay/apply', 'nothing' as 'none')).rejects.toThrow('rejected the request')
  })

  it('shows its cards and codes on a page, but not under another host name', async () => {
    const transaction_id = await created(1000)
    await ask('/merchant/pay/pre-apply', { ...store, transaction_id, card_number: uzcard, expiry: '2410' })
    const html = await (await fetch(gateway.url)).text()
    expect(html).toContain('8600 4907 4431 3347')
    expect(html).toContain('111111')
    const { request } = await import('node:http')
    const status = await new Promise((resolve) => {
      request(`${gateway.url}/state`, { headers: { host: 'evil.example' } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).end()
    })
    expect(status).toBe(403)
  })
})
