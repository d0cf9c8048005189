/** The payment service's responses in the running demo: a card of the gateway's test list pays. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { cardGatewayOf, type TestCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import { askCall, origin, type Answered } from '#tests/kit/product/request.ts'

let viewer: AddedViewer
let gateway: TestCardGateway

function printed() {
  return readFileSync(inject('product').outputPath, 'utf8')
}

beforeAll(async () => {
  viewer = await addViewer(origin())
  gateway = await cardGatewayOf({ output: printed })
})

const card = { card_number: '8600 3329 1424 9390', card_expiry: '09/25' }
type Call = (typeof api.cards)[keyof typeof api.cards]

function ask(endpoint: Call, fields: object = {}, headers: Record<string, string> = {}) {
  return askCall(endpoint, { fields: { ...fields }, token: viewer.token, headers })
}

/** The response, for tests that know its shape. */
function dataOf({ json }: Answered): object {
  return { ...(json?.['data'] as object) }
}

async function balance() {
  const answered = await askCall(api.accounts.info, { token: viewer.token })
  return (dataOf(answered) as { balance: number }).balance
}

describe('a card of the test list', () => {
  it('[API-03] [PAY-05] [PAY-06] pays in the demo, in the envelope of the payment service', async () => {
    const made = await ask(api.cards.makeOrder, { amount: 25_000 })
    expect(made.json).toMatchObject({ code: 0, message: '', data: { state: 'new', amount: 25_000 } })
    const { order_id: id } = dataOf(made) as { order_id: number }
    const sent = await ask(api.cards.initOrder, { id, ...card })
    expect(sent.json).toMatchObject({ code: 0, data: { retry_after: 60 } })
    const { card_bind_transaction_id } = dataOf(sent) as { card_bind_transaction_id: number }
    const confirm = (sms_code: string, language: string) =>
      ask(api.cards.confirmOrder, { id, card_bind_transaction_id, sms_code }, { 'accept-language': language })
    const [wrong, uzbek] = [await confirm('222222', 'ru'), await confirm('333333', 'uz')]
    expect(wrong.json).toMatchObject({ code: 6008, message: 'Неверный код. Осталось попыток: 2' })
    expect(uzbek.json).toMatchObject({ code: 6008, message: 'Kod notoʻgʻri. Qolgan urinishlar: 1' })
    const paid = await confirm('111111', 'ru')
    expect(paid.json).toMatchObject({ code: 0, data: { state: 'paid', amount: 25_000 } })
    expect(await balance()).toBe(25_000)

    const { card_id } = dataOf(paid) as { card_id: number }
    const fill = () =>
      ask(api.cards.fillBalance, { card_id, amount: 5000 }, { 'idempotency-key': `fill ${id}` })
    const [first, second] = [await fill(), await fill()]
    expect(first.json).toEqual(second.json)
    expect(await balance()).toBe(30_000)
    const mine = (await gateway.state()).transactions.filter(
      ({ state, pan }) => state === 'paid' && pan !== null,
    )
    expect(mine.reduce((sum, { amountTiyin }) => sum + amountTiyin, 0)).toBeGreaterThanOrEqual(3_000_000)
    expect((await ask(api.cards.deleteCard, { id: card_id })).json).toMatchObject({ code: 0 })
    expect((await ask(api.cards.cards)).json).toEqual({ code: 0, message: '', data: [] })
  })

  it('[PAY-05] explains in both languages what is wrong, and when a code may be requested again', async () => {
    const made = await ask(api.cards.makeOrder, { amount: 1000 })
    const { order_id: id } = dataOf(made) as { order_id: number }
    expect((await ask(api.cards.initOrder, { id, ...card })).status).toBe(200)
    const again = await ask(api.cards.initOrder, { id, ...card }, { 'accept-language': 'uz' })
    expect(again).toMatchObject({ status: 200, json: { code: 75, failure: 'too_soon' } })
    const { retry_after } = dataOf(again) as { retry_after: number }
    expect(retry_after).toBeGreaterThan(0)
    expect(again.headers.get('retry-after')).toBe(String(retry_after))
    expect(again.json?.['message']).toContain(`${retry_after}\u00a0soniya`)
  })

  it("[PAY-06] is never in the server's output, nor are its token and code", () => {
    const text = printed()
    expect(text).toContain('/payment/atmos/orders')
    for (const secret of ['8600332914249390', '8600 3329 1424 9390', 'sms_code=111111', '"111111"'])
      expect(text).not.toContain(secret)
  })
})
