import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEmulator } from '#tests/kit/emulators/emulator-program.ts'
import { call, drop } from './call.ts'
import { createSheet, linesOf } from './sheet.ts'

// The sequences themselves run on the real product: tests/contract/billing/payment-systems.test.ts.

const bodies: string[] = []
/** A merchant that accepts everything, also what it must reject. */
const credulous = createServer((request, response) => {
  text(request).then(
    (body) => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(request.url === '/broken' ? '{' : '{"id":1,"result":{"allow":true},"error":0}')
    },
    () => undefined,
  )
})
let url = ''
beforeAll(async () => {
  credulous.listen(0, '127.0.0.1')
  await once(credulous, 'listening')
  const address = credulous.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterAll(() => {
  credulous.closeAllConnections()
  credulous.close()
})

const keys: Readonly<Record<string, readonly string[]>> = {
  payme: ['--key', 'k'],
  click: ['--service', '1', '--secret', 's'],
  paynet: ['--login', 'l', '--password', 'p'],
  uzum: ['--login', 'l', '--password', 'p', '--service', '1'],
}

describe('the payment systems', () => {
  it.each(Object.keys(keys))(
    '[PAY-07] %s detects a merchant that accepts everything, and exits with 1',
    async (system) => {
      const args = [system, '--url', `${url}/${system}`, '--account', '1000001', ...(keys[system] ?? [])]
      const { exitCode, output } = await runEmulator('payment-systems', args)
      expect(exitCode).toBe(1)
      expect(output).toMatch(/^ {2}WRONG {2}.+: expected .+, got .+$/m)
      expect(output.trimEnd()).toMatch(/\d+ of \d+ right$/)
    },
  )

  it('[PAY-07] continues and reports it when there is no response', async () => {
    const args = ['payme', '--url', 'http://127.0.0.1:1/payme', '--account', '1', '--key', 'k']
    const { exitCode, output } = await runEmulator('payment-systems', args)
    expect(exitCode).toBe(1)
    expect(output).toContain('the sequence was played to its end')
    expect(output).toContain('ECONNREFUSED')
  })

  it('reports missing arguments', async () => {
    for (const [args, words] of [
      [['visa'], 'name one of payme, click, paynet, uzum'],
      [['payme', '--url', url, '--account', '1'], '--key is missing'],
      [['payme', '--colour', 'red'], "Unknown option '--colour'"],
    ] as const) {
      const { exitCode, output } = await runEmulator('payment-systems', args)
      expect([exitCode, output]).toEqual([2, expect.stringContaining(words)])
      expect(output).toContain('usage: ')
    }
  })
})

describe('a request of a payment system', () => {
  const sent = { headers: { 'content-type': 'application/json' }, body: '{"name":"Ўлмас"}' }

  it('is complete also with a delayed second half, and its response is JSON or text', async () => {
    bodies.length = 0
    expect(await call(url, sent, 'delayed')).toMatchObject({ status: 200, body: { id: 1 } })
    expect(bodies).toEqual([sent.body])
    expect(await call(`${url}/broken`, sent)).toEqual({ status: 200, body: '{' })
  })

  it('is executed by the merchant although the connection was closed', async () => {
    bodies.length = 0
    await drop(url, sent)
    await expect.poll(() => bodies).toEqual([sent.body])
  })
})

describe('the report', () => {
  it('lists expected and actual values, part by part', () => {
    const sheet = createSheet()
    sheet.part('A1')
    sheet.same('the code', -31_001, -31_001)
    sheet.same('the id', undefined, 7)
    sheet.so('is there', false, { a: 1 })
    expect(linesOf(sheet)).toEqual([
      ...['', 'A1', '  right  the code', '  WRONG  the id: expected 7, got nothing'],
      ...['  WRONG  is there: got {"a":1}', '', '1 of 3 right'],
    ])
  })
})
