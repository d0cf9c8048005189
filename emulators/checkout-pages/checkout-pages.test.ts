import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runEmulator, startEmulator } from '#tests/kit/emulators/emulator-program.ts'

/** One request from a payment system to the merchant. */
interface Heard {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

const heard: Heard[] = []
let reply: (one: Heard) => { status?: number; body: object } = () => ({ body: {} })
/** The merchant that the systems call: a server with the responses that a test needs. */
const merchant = createServer((request, response) => {
  void text(request).then((body) => {
    const one = { path: request.url ?? '', authorization: request.headers.authorization, body }
    heard.push(one)
    const { status = 200, body: said } = reply(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
})

let pages: Awaited<ReturnType<typeof startEmulator>>
let page = ''
beforeAll(async () => {
  merchant.listen(0, '127.0.0.1')
  await once(merchant, 'listening')
  const address = merchant.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  pages = await startEmulator('checkout-pages', ['--merchants', `http://127.0.0.1:${port}/merchants`])
  page = pages.addresses['page'] ?? ''
})
afterAll(async () => {
  await pages.stop()
  merchant.closeAllConnections()
  merchant.close()
})
beforeEach(() => {
  heard.length = 0
})

function settingOf(system: string): URLSearchParams {
  return new URLSearchParams(pages.addresses[system])
}

function basic(login: string, password: string): string {
  return `Basic ${btoa(`${login}:${password}`)}`
}

/** Opens the link of a payment by subscriber number, and presses one of its buttons. */
async function pay(system: string, press: 'pay' | 'fail', sums = '500'): Promise<string> {
  const started = await fetch(`${page}/begin?system=${system}&account=1000001&sums=${sums}`, {
    redirect: 'manual',
  })
  expect(started.status).toBe(303)
  const link = new URL(started.headers.get('location') ?? '', page)
  const opened = await (await fetch(link)).text()
  expect(opened).toContain('1000001')
  const id = /name="id" value="([^"]+)"/.exec(opened)?.[1] ?? ''
  const pressed = () => fetch(link, { method: 'POST', body: new URLSearchParams({ id, do: press }) })
  const [one, again] = await Promise.all([pressed(), pressed()])
  const said = await one.text()
  // A second press pays only once, and shows the same result.
  expect(await again.text()).toBe(said)
  return said
}

describe('the checkout pages', () => {
  it('[PAY-07] Payme: checks, creates and performs with its key, in tiyin', async () => {
    reply = () => ({ body: { result: { allow: true } } })
    expect(await pay('payme', 'pay')).toContain('Оплачено')
    const calls = heard.map(
      ({ body }) => JSON.parse(body) as { method: string; params: Record<string, unknown> },
    )
    expect(calls.map(({ method }) => method)).toEqual([
      'CheckPerformTransaction',
      'CreateTransaction',
      'PerformTransaction',
    ])
    expect(calls[1]?.params).toMatchObject({ amount: 50_000, account: { abonement: '1000001' } })
    expect(new Set(heard.map(({ authorization }) => authorization))).toEqual(
      new Set([basic('Paycom', settingOf('payme').get('key') ?? '')]),
    )
  })

  it('[PAY-07] Payme: cancels an abandoned payment, and shows an error message as text', async () => {
    reply = () => ({ body: { result: { allow: true } } })
    expect(await pay('payme', 'fail')).toContain('Оплата не прошла')
    expect(heard.at(-1)?.body).toContain('"CancelTransaction"')
    reply = () => ({ body: { error: { code: -31_050, message: { ru: '<b>нет</b> такого' } } } })
    const refused = await pay('payme', 'pay')
    expect(refused).toContain('Магазин не принял платёж')
    expect(refused).toContain('-31050: &#60;b&#62;нет')
  })

  it('[PAY-07] Click: prepares and completes, each signed with its secret', async () => {
    reply = () => ({ body: { error: 0, merchant_prepare_id: 7 } })
    expect(await pay('click', 'pay', '500,5')).toContain('Оплачено')
    expect(heard.map(({ path }) => path)).toEqual(['/merchants/click/prepare', '/merchants/click/complete'])
    const secret = settingOf('click').get('secret') ?? ''
    for (const { body } of heard) {
      const form = new URLSearchParams(body)
      const of = (name: string) => form.get(name) ?? ''
      const signed = [
        ...[
          of('click_trans_id'),
          of('service_id'),
          secret,
          of('merchant_trans_id'),
          of('merchant_prepare_id'),
        ],
        ...[of('amount'), of('action'), of('sign_time')],
      ]
      expect(of('sign_string')).toBe(createHash('md5').update(signed.join('')).digest('hex'))
      expect(of('amount')).toBe('500.50')
    }
  })

  it('[PAY-07] Paynet and Uzum Bank: pay with their passwords, and show that a merchant is not reachable', async () => {
    reply = () => ({ body: { result: {} } })
    expect(await pay('paynet', 'pay')).toContain('Оплачено')
    expect(heard.map(({ body }) => (JSON.parse(body) as { method: string }).method)).toEqual([
      'GetInformation',
      'PerformTransaction',
    ])
    expect(heard[0]?.authorization).toBe(basic('paynet', settingOf('paynet').get('password') ?? ''))
    heard.length = 0
    expect(await pay('uzum', 'pay')).toContain('Оплачено')
    expect(heard.map(({ path }) => path)).toEqual(
      ['check', 'create', 'confirm'].map((step) => `/merchants/uzum/${step}`),
    )
    reply = () => ({ status: 503, body: {} })
    expect(await pay('uzum', 'pay')).toContain('HTTP 503')
  })

  it('[PAY-07] returns the payer only to a web address', async () => {
    reply = () => ({ body: { result: { allow: true } } })
    const { searchParams } = new URL(`${page}/?${pages.addresses['payme']}`)
    const opened = async (back: string) => {
      const text = `m=${searchParams.get('merchant')};ac.abonement=1000001;a=50000;c=${back}`
      const link = `${page}/payme/${btoa(text)}`
      return (
        await fetch(link, {
          method: 'POST',
          body: new URLSearchParams({ id: 'x' + btoa(back).length, do: 'pay' }),
        })
      ).text()
    }
    expect(await opened('https://tv.example.uz/thanks')).toContain('url=https://tv.example.uz/thanks')
    expect(await opened('javascript:alert(1)')).not.toContain('javascript')
  })

  it('rejects a link of another merchant, an endless body, and requests with another host name', async () => {
    const links = [
      '/payme/bm90aGluZw==',
      '/click/services/pay?service_id=1',
      '/paynet/?m=other',
      '/elsewhere',
    ]
    for (const link of [...links, '/begin?system=payme&account=&sums=5'])
      expect((await fetch(page + link)).status, link).toBe(404)
    const long = await fetch(`${page}/paynet/?m=x`, { method: 'POST', body: 'x'.repeat(10_000) })
    expect(long.status).toBe(400)
    const asking = request(`${page}/settings`, { headers: { host: 'evil.example' } }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await text(answer)]).toEqual([403, '{"message":"Wrong host"}'])
    expect(heard).toEqual([])
  })

  it('reports invalid arguments', async () => {
    const { exitCode, output } = await runEmulator('checkout-pages', ['--merchants', 'nowhere'])
    expect([exitCode, output.split('\n')[0]]).toEqual([2, 'checkout-pages: --merchants is no address'])
  })
})
