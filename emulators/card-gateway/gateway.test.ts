/** The gateway without a network port: tokens, stores, faults, and the merchant's cards. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyState, openBank } from './bank.ts'
import { createFaults, type FaultName } from './faults.ts'
import { createGateway } from './gateway.ts'
import { testCards, testCode } from './test-cards.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

function open() {
  const bank = openBank(emptyState(), () => Date.now())
  const gateway = createGateway({ bank, key: 'key', secret: 'secret', storeId: '1234', tokenSeconds: 600 })
  const send = (
    path: string,
    body: unknown,
    more: { fault?: FaultName; method?: string; authorization?: string },
  ) =>
    gateway(
      {
        method: more.method ?? 'POST',
        path,
        query: new URLSearchParams(path === '/token' ? 'grant_type=client_credentials' : ''),
        headers: { authorization: more.authorization },
        body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      },
      more.fault ?? 'none',
    )
  const logIn = async (secret = 'secret') => {
    const authorization = `Basic ${Buffer.from(`key:${secret}`).toString('base64')}`
    const { status, body } = await send('/token', '', { authorization })
    return { status, token: String((JSON.parse(body) as { access_token?: string }).access_token) }
  }
  let bearer: string | undefined
  /** The code of the response, or its status where it is not 200. */
  const ask = async (
    path: string,
    body: object,
    more: { fault?: FaultName; method?: string } = {},
  ): Promise<Readonly<Record<string, unknown>>> => {
    bearer ??= `Bearer ${(await logIn()).token}`
    const { status, body: text } = await send(path, body, { authorization: bearer, ...more })
    const said = JSON.parse(text) as { readonly result?: { readonly code: string } }
    return { ...said, code: status === 200 ? said.result?.code : status }
  }
  return { bank, logIn, ask }
}

const store = { store_id: 1234 }
const card = testCards[0]
const typed = { card_number: card?.pan, expiry: card?.expiry }

/** Binds the first test card; returns the data that the merchant stores. */
async function bindCard({ ask }: Pick<ReturnType<typeof open>, 'ask'>) {
  const { transaction_id: transactionId } = await ask('/partner/bind-card/init', typed)
  const { data } = await ask('/partner/bind-card/confirm', { transaction_id: transactionId, otp: testCode })
  return data as { readonly card_id: number; readonly card_token: string; readonly pan: string }
}

describe('[PAY-06] the emulated gateway', () => {
  it('authenticates its merchant by the key, and a token until it expires', async () => {
    const { logIn, ask } = open()
    expect([(await logIn()).status, (await logIn('guess')).status]).toEqual([200, 401])
    expect((await ask('/partner/list-cards', {})).code).toBe('OK')
    vi.setSystemTime(600_000)
    expect((await ask('/partner/list-cards', {})).code).toBe(401)
  })

  it('deletes all tokens with the fault for it', async () => {
    const { ask } = open()
    await ask('/partner/list-cards', {})
    expect((await ask('/partner/list-cards', {}, { fault: 'expire_tokens' })).code).toBe(401)
    expect((await ask('/partner/list-cards', {})).code).toBe(401)
  })

  it('responds to its own paths, each with its method', async () => {
    const { ask } = open()
    expect((await ask('/merchant/pay/steal', {})).code).toBe(404)
    expect((await ask('/partner/list-cards', {}, { method: 'GET' })).code).toBe(405)
    expect((await ask('/partner/bind-card/dial', {}, { method: 'PUT' })).code).toBe('STPIMS-ERR-080')
  })

  it('pays for its own store only', async () => {
    const { ask } = open()
    const create = (more: object) => ask('/merchant/pay/create', { amount: 1000, account: '5', ...more })
    expect((await create(store)).code).toBe('OK')
    expect((await create({ store_id: '1234' })).code).toBe('OK')
    expect((await create({ store_id: 4321 })).code).toBe('STPIMS-ERR-009')
    expect((await create({})).code).toBe('STPIMS-ERR-009')
  })

  it('fails before or after execution, as configured', async () => {
    const { bank, ask } = open()
    const create = (fault: FaultName) =>
      ask('/merchant/pay/create', { ...store, amount: 1000, account: '5' }, { fault })
    expect([(await create('error_001')).code, (await create('unknown_code')).code]).toEqual([
      'STPIMS-ERR-001',
      'STPIMS-ERR-999',
    ])
    expect(bank.state.transactions).toHaveLength(0)
    expect((await create('done_but_001')).code).toBe('STPIMS-ERR-001')
    expect(bank.state.transactions).toHaveLength(1)
  })

  it('[PAY-04] lists the merchant’s cards page by page, masked', async () => {
    const world = open()
    const { card_id, card_token } = await bindCard(world)
    const list = async (more: object) => (await world.ask('/partner/list-cards', more))['cardDataSmallList']
    expect(await list({})).toEqual([
      {
        card_id,
        card_token,
        pan: `${card?.pan.slice(0, 6)}******${card?.pan.slice(-4)}`,
        expiry: card?.expiry,
      },
    ])
    expect(await list({ page: 2, page_size: 1 })).toEqual([])
    expect(await list({ page: 'x', page_size: -5 })).toHaveLength(1)
  })

  it('[PAY-04] resends the code for a card that is being bound', async () => {
    const { bank, ask } = open()
    const { transaction_id: transactionId } = await ask('/partner/bind-card/init', typed)
    expect(
      (await ask('/partner/bind-card/dial', { transaction_id: transactionId }, { method: 'PUT' })).code,
    ).toBe('OK')
    expect(bank.codes.map(({ code }) => code)).toEqual([testCode, testCode])
  })

  it('[PAY-04] removes a card by its id and its token together', async () => {
    const world = open()
    const { card_id: id, card_token: token } = await bindCard(world)
    const remove = async (body: object) => (await world.ask('/partner/remove-card', body)).code
    expect([await remove({ id, token: 'guess' }), await remove({ id: 1, token })]).toEqual([
      'STPIMS-ERR-004',
      'STPIMS-ERR-004',
    ])
    expect([await remove({ id, token }), await remove({ id, token })]).toEqual(['OK', 'STPIMS-ERR-004'])
  })

  it('[PAY-04] binds no card after three wrong codes, nor after five minutes', async () => {
    const { ask } = open()
    const begin = async () => (await ask('/partner/bind-card/init', typed))['transaction_id']
    const confirm = async (transaction_id: unknown, otp: string) =>
      (await ask('/partner/bind-card/confirm', { transaction_id, otp })).code
    const guessed = await begin()
    for (let tries = 0; tries < 3; tries += 1) expect(await confirm(guessed, '000000')).toBe('STPIMS-ERR-098')
    expect(await confirm(guessed, testCode)).toBe('STPIMS-ERR-080')
    const late = await begin()
    vi.setSystemTime(300_001)
    expect(await confirm(late, testCode)).toBe('STPIMS-ERR-080')
  })
})

describe('a fault of the card gateway', () => {
  it('of one card does not affect payments of other cards, and does not count them', () => {
    const faults = createFaults()
    faults.set(['pay/apply'], 'down', 1, '8600')
    expect([
      faults.take('pay/apply', '9860'),
      faults.take('pay/apply'),
      faults.take('pay/apply', '8600'),
    ]).toEqual(['none', 'none', 'down'])
    expect(faults.take('pay/apply', '8600')).toBe('none')
  })

  it('stays active until it is cleared, and is displayed meanwhile', () => {
    const faults = createFaults()
    faults.set(['token', 'pay/get'], 'slow')
    expect([faults.take('token'), faults.take('token'), faults.all()['pay/get']]).toEqual([
      'slow',
      'slow',
      'slow',
    ])
    faults.set(['token', 'pay/get'], 'none')
    expect(new Set(Object.values(faults.all()))).toEqual(new Set(['none']))
  })
})
