import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openMessages, type Messages } from './messages.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import { startSmsCentre, type OwnSmsCentre } from '#tests/kit/emulators/sms-centre.ts'

const phone = '+998901234567'
const code = '482913'
const text = `Ekran: ${code} - tasdiqlash kodi.\n@tv.example.uz #${code}`

let centre: OwnSmsCentre
const opened: { messages: Messages; metrics: Metrics }[] = []
const servers: Server[] = []
let lines: string[] = []

beforeAll(async () => {
  centre = await startSmsCentre()
})
afterAll(() => centre.stop())
beforeEach(() => {
  lines = []
})
afterEach(async () => {
  for (const { messages, metrics } of opened.splice(0)) {
    await messages.close()
    metrics.close()
  }
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  await centre.fault('all', 'none')
})

function open(routes: {
  sms?: readonly string[]
  voice?: string
  limits?: { gatewayMs: number; allMs: number }
}) {
  const metrics = createMetrics()
  const log = createLog({ level: 'debug', form: 'json', write: (line) => void lines.push(line) })
  const messages = openMessages({
    smsRoutes: routes.sms ?? [],
    voiceRoute: routes.voice,
    clock: systemClock,
    log,
    metrics,
    ...(routes.limits === undefined ? {} : { limits: routes.limits }),
  })
  opened.push({ messages, metrics })
  return { messages, count: (name: string) => sumOf(metrics, name) }
}

/** The values of a metric by their labels, as `gateway outcome`. */
async function sumOf(metrics: Metrics, name: string): Promise<Record<string, number>> {
  const metric = await metrics.registry.getSingleMetric(name)?.get()
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  )
}

async function newest(of = phone) {
  return (await centre.messages({ phone: of }))[0]
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const limit = Date.now() + 8000
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error('it did not become so')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** A gateway with one response for every request. */
async function gatewayOf(answer: (path: string) => { status: number; body: string }): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    const { status, body } = answer(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** A message centre that binds everybody and responds to the nth part with this status; `parts` are their numbers. */
async function centreThat(statusOf: (nth: number) => number) {
  const parts: number[] = []
  const server = createTcpServer((socket) => {
    let rest = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= 16 && rest.length >= rest.readUInt32BE(0)) {
        const pdu = rest.subarray(0, rest.readUInt32BE(0))
        rest = rest.subarray(pdu.length)
        const command = pdu.readUInt32BE(4)
        const isPart = command === 0x04
        // Behind the header of a part in the text: 05 00 03, the reference, how many, which one.
        const nth = isPart ? parts.push(pdu[pdu.indexOf(Buffer.from([5, 0, 3])) + 5] ?? 0) - 1 : 0
        const body = Buffer.from(isPart ? `m${nth}\0` : '\0')
        const head = Buffer.alloc(16)
        head.writeUInt32BE(16 + body.length, 0)
        head.writeUInt32BE((command | 0x80000000) >>> 0, 4)
        head.writeUInt32BE(isPart ? statusOf(nth) : 0, 8)
        head.writeUInt32BE(pdu.readUInt32BE(12), 12)
        socket.write(Buffer.concat([head, body]))
      }
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { parts, route: `smpp://u:p@127.0.0.1:${port}` }
}

describe('an SMS', () => {
  it('[ACC-02] is sent by SMPP as one part, including the WebOTP address', async () => {
    const { messages, count } = open({ sms: [centre.routes.smpp] })
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'sent', via: 'smpp' })
    expect(await newest()).toMatchObject({ text, from: 'EKRAN', parts: 1, alphabet: 'GSM-7', code })
    // A message centre may still have receipts of an earlier connection.
    await until(async () => ((await count('ekran_message_receipts_total'))['smpp delivered'] ?? 0) > 0)
    expect(await count('ekran_message_attempts_total')).toEqual({ 'smpp sent': 1 })
  })

  it('[ACC-02] keeps every character, in any alphabet, and its parts arrive as one', async () => {
    const { messages } = open({ sms: [centre.routes.smpp] })
    const texts = [
      'Код 482913. Oʻzbekcha ham keladi',
      'Narx: 5€ [~10%] {a|b} ^\\ @_$ ' + 'oddiy matn '.repeat(20),
      'Очень длинное сообщение. '.repeat(12),
      '🎬 kino '.repeat(30),
    ]
    for (const one of texts) {
      expect(await messages.sendSms({ phone, text: one })).toMatchObject({ kind: 'sent' })
      expect((await newest())?.text).toBe(one)
    }
    const result = await centre.messages({ phone })
    expect(result.slice(0, 4).map(({ parts, alphabet }) => `${parts} ${alphabet}`)).toEqual([
      '4 UCS-2',
      '5 UCS-2',
      '2 GSM-7',
      '1 UCS-2',
    ])
    expect(await messages.sendSms({ phone, text: 'я'.repeat(700) })).toEqual({
      kind: 'failed',
      reason: 'too_long',
    })
  })

  it('[ACC-02] is sent in plain ASCII to a message centre that requires it, with @ at its ASCII code', async () => {
    const { messages } = open({ sms: [`${centre.routes.smpp}&alphabet=ascii`] })
    await messages.sendSms({ phone, text })
    expect(await newest()).toMatchObject({ text, alphabet: 'ASCII' })
  })

  it('[ACC-02] is sent by Eskiz, with a new login after its token expired', async () => {
    const { messages } = open({ sms: [centre.routes.eskiz] })
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'sent', via: 'eskiz' })
    await centre.fault('eskiz', 'expire_tokens')
    const texts = ['birinchi', 'ikkinchi', 'uchinchi']
    const sent = await Promise.all(texts.map((one) => messages.sendSms({ phone, text: one })))
    expect(sent.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent'])
    expect(
      (await centre.messages({ phone }))
        .slice(0, 3)
        .map((one) => one.text)
        .toSorted(),
    ).toEqual(texts.toSorted())
  })

  it('[ACC-02] is sent by PlayMobile, each under its own id', async () => {
    const { messages } = open({ sms: [centre.routes.playmobile] })
    const sent = await Promise.all([1, 2, 3].map((n) => messages.sendSms({ phone, text: `Kod ${n}` })))
    expect(new Set(sent.map((one) => (one.kind === 'sent' ? one.id : one.reason))).size).toBe(3)
    expect(sent.every(({ kind }) => kind === 'sent')).toBe(true)
    expect(await newest()).toMatchObject({ protocol: 'playmobile', from: '3700' })
  })

  it('is sent in large numbers without losses: more than the window allows at once', async () => {
    const { messages } = open({ sms: [centre.routes.smpp] })
    const other = '+998931112233'
    const many = Array.from({ length: 60 }, (_, at) => messages.sendSms({ phone: other, text: `n${at}` }))
    expect((await Promise.all(many)).every(({ kind }) => kind === 'sent')).toBe(true)
    expect(new Set((await centre.messages({ phone: other })).map((one) => one.text)).size).toBe(60)
  })

  it('is refused before any gateway is called when the phone is invalid', async () => {
    const { messages } = open({ sms: [centre.routes.smpp] })
    for (const wrong of ['998901234567', '+998 90 1234567', '+99890123456\r\n7', ''])
      expect(await messages.sendSms({ phone: wrong, text })).toEqual({
        kind: 'failed',
        reason: 'wrong_phone',
      })
    expect(open({}).messages.canSend()).toEqual({ sms: false, call: false })
    expect(await open({}).messages.sendSms({ phone, text })).toEqual({ kind: 'failed', reason: 'no_gateway' })
  })
})

describe('the SMPP connection', () => {
  /** A message centre that accepts everything, or nothing at all; returns the received commands. */
  async function listenFor(agrees: boolean) {
    const commands: number[] = []
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (bytes: Buffer) => {
        commands.push(bytes.readUInt32BE(4))
        const answer = Buffer.alloc(17)
        answer.writeUInt32BE(17, 0)
        answer.writeUInt32BE((bytes.readUInt32BE(4) | 0x80000000) >>> 0, 4)
        answer.writeUInt32BE(bytes.readUInt32BE(12), 12)
        if (agrees) socket.write(answer)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return { commands, route: `smpp://u:p@127.0.0.1:${port}`, stop: () => server.close() }
  }

  it('is bound before the first message and unbound at the end', async () => {
    const centre = await listenFor(true)
    const { messages } = open({ sms: [centre.route] })
    await until(() => centre.commands.length === 1)
    await messages.close()
    expect(centre.commands).toEqual([0x09, 0x06])
    expect(messages.canSend().sms).toBe(true)
    expect(await messages.sendSms({ phone, text })).toEqual({ kind: 'failed', reason: 'closed' })
    centre.stop()
  })

  it('does not delay the shutdown while a message centre leaves a bind pending', async () => {
    const centre = await listenFor(false)
    const { messages } = open({ sms: [centre.route] })
    await until(() => centre.commands.length === 1)
    expect(await Promise.race([messages.close().then(() => 'closed'), sleep(2000, 'late')])).toBe('closed')
    centre.stop()
  })

  it('[ACC-02] counts no receipt when none comes, and the message still counts as sent', async () => {
    const silent = await startSmsCentre()
    const { messages, count } = open({ sms: [silent.routes.smpp] })
    await silent.fault('smpp', 'lose_receipts')
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'sent' })
    expect(await count('ekran_message_receipts_total')).toEqual({})
    await messages.close()
    await silent.stop()
  })
})

describe('several gateways', () => {
  it('[ACC-02] replace each other in the given order, and the first one returns by itself', async () => {
    const { smpp, eskiz, playmobile } = centre.routes
    const { messages, count } = open({ sms: [smpp, eskiz, playmobile] })
    expect(await messages.sendSms({ phone, text })).toMatchObject({ via: 'smpp' })
    await centre.fault('smpp', 'down')
    expect(await messages.sendSms({ phone, text })).toMatchObject({ via: 'eskiz' })
    await centre.fault('eskiz', 'down')
    expect(await messages.sendSms({ phone, text })).toMatchObject({ via: 'playmobile' })
    expect(await count('ekran_message_gateway_up')).toMatchObject({ smpp: 0, eskiz: 0, playmobile: 1 })
    await centre.fault('playmobile', 'down')
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'failed' })
    expect(messages.canSend().sms).toBe(false)
    await centre.fault('all', 'none')
    await until(async () => (await count('ekran_message_gateway_up'))['smpp'] === 1)
    expect(messages.canSend().sms).toBe(true)
    expect(await messages.sendSms({ phone, text })).toMatchObject({ via: 'smpp' })
  })

  it('are known to be down before the first message when none can be reached', async () => {
    const { messages } = open({ sms: ['smpp://u:p@127.0.0.1:9'] })
    await until(() => !messages.canSend().sms)
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'failed' })
  })

  it('[MSG-01] say that a message may have arrived after a timeout or the response of a proxy', async () => {
    const limits = { gatewayMs: 300, allMs: 2000 }
    const proxy = (status: number) =>
      gatewayOf((path) =>
        path.endsWith('/login')
          ? { status: 200, body: '{"data":{"token":"t"}}' }
          : { status, body: '<html></html>' },
      )
    const eskiz = async (status: number) => `eskiz+http://a:b@${await proxy(status)}`
    const slow = open({ sms: [centre.routes.smpp, await eskiz(422)], limits })
    expect(await slow.messages.sendSms({ phone, text })).toMatchObject({ via: 'smpp' })
    await centre.fault('smpp', 'slow')
    expect(await slow.messages.sendSms({ phone, text })).toEqual({
      ...{ kind: 'failed', reason: 'http_422', mayHaveArrived: true },
    })
    for (const [status, outcome] of [
      [502, { mayHaveArrived: true }],
      [504, { mayHaveArrived: true }],
      [503, {}],
      [422, {}],
    ] as const)
      expect(await open({ sms: [await eskiz(status)] }).messages.sendSms({ phone, text })).toEqual({
        ...{ kind: 'failed', reason: `http_${status}`, ...outcome },
      })
    const closed = createTcpServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const port = (closed.address() as AddressInfo).port
    closed.close()
    const away = open({ sms: [`eskiz+http://a:b@127.0.0.1:${port}`] })
    expect(await away.messages.sendSms({ phone, text })).toEqual({ kind: 'failed', reason: 'no_connection' })
  })

  it('[MSG-01] go on at the part that a throttling message centre did not accept', async () => {
    const statuses = [0, 0x58, 0, 0]
    const throttling = await centreThat((nth) => statuses[nth] ?? 0)
    const { messages } = open({ sms: [throttling.route] })
    const long = 'Очень длинное сообщение. '.repeat(5)
    expect(await messages.sendSms({ phone, text: long })).toMatchObject({ kind: 'sent', id: 'm0' })
    expect(throttling.parts).toEqual([1, 2, 2])
    const refusing = await centreThat((nth) => (nth === 0 ? 0 : 0x45))
    const { messages: refused } = open({ sms: [refusing.route] })
    expect(await refused.sendSms({ phone, text: long })).toEqual({
      ...{ kind: 'failed', reason: 'smpp_0x45', mayHaveArrived: true },
    })
  })

  it('[ACC-02] wait for a throttling message centre, which then accepts the message', async () => {
    const { messages, count } = open({ sms: [centre.routes.smpp] })
    await centre.fault('smpp', 'throttle', 2)
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'sent', via: 'smpp' })
    expect(await count('ekran_message_attempts_total')).toEqual({ 'smpp throttled': 2, 'smpp sent': 1 })
  })

  it('do not wait for a slow one longer than its timeout', async () => {
    const limits = { gatewayMs: 300, allMs: 2000 }
    const { messages } = open({ sms: [centre.routes.smpp, centre.routes.playmobile], limits })
    expect(await messages.sendSms({ phone, text })).toMatchObject({ via: 'smpp' })
    await centre.fault('smpp', 'slow')
    expect(await messages.sendSms({ phone, text })).toMatchObject({ via: 'playmobile' })
    expect(lines.some((line) => line.includes('messages.gateway_paused') && line.includes('timeout'))).toBe(
      true,
    )
    await centre.fault('all', 'slow')
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'failed' })
  })

  it('are not penalized for a message they refuse; the next one is used', async () => {
    const { smpp, eskiz, playmobile } = centre.routes
    const { messages, count } = open({ sms: [smpp, eskiz, playmobile] })
    for (const protocol of ['smpp', 'eskiz'] as const) await centre.fault(protocol, 'refuse')
    expect(await messages.sendSms({ phone, text })).toMatchObject({ via: 'playmobile' })
    await centre.fault('playmobile', 'refuse')
    expect(await messages.sendSms({ phone, text })).toEqual({ kind: 'failed', reason: 'error_405' })
    expect(await count('ekran_message_gateway_up')).toEqual({ smpp: 1, eskiz: 1, playmobile: 1 })
  })

  it('with a wrong account are paused with an error in the log', async () => {
    const wrong = [centre.routes.smpp, centre.routes.eskiz, centre.routes.playmobile].map((route) =>
      route.replace(':ekran@', ':hunter2@'),
    )
    const { messages } = open({ sms: wrong })
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'failed' })
    expect(messages.canSend().sms).toBe(false)
    expect(lines.filter((line) => line.includes('messages.gateway_rejected_login')).length).toBe(3)
    expect(lines.join('\n')).not.toContain('hunter2')
  })

  it('may respond with garbage, endless data or a redirect without harm', async () => {
    const { smpp, eskiz, playmobile } = centre.routes
    const { messages } = open({ sms: [smpp, eskiz, playmobile] })
    await messages.sendSms({ phone, text })
    for (const fault of ['broken', 'huge'] as const) {
      await centre.fault('smpp', 'broken')
      await centre.fault('eskiz', fault)
      expect(await messages.sendSms({ phone, text })).toMatchObject({ via: 'playmobile' })
    }
    const responses = [
      { status: 200, body: '{"data":{"token":5},"id":{"a":1}}' },
      { status: 200, body: '{"data":{"token":"a b"}}' },
      { status: 302, body: '' },
      { status: 500, body: '{"error":"Allocation failed"}' },
    ]
    for (const answer of responses) {
      const host = await gatewayOf(() => answer)
      const only = open({
        sms: [`eskiz+http://a:b@${host}`],
        voice: `ari+http://a:b@${host}?endpoint=PJSIP/{phone}@t`,
      })
      expect(await only.messages.sendSms({ phone, text })).toMatchObject({ kind: 'failed' })
      expect(await only.messages.callWithCode({ phone, code, language: 'uz' })).toMatchObject({
        kind: 'failed',
      })
    }
  })

  it('can be replaced while running', async () => {
    const { messages } = open({ sms: ['smpp://u:p@127.0.0.1:9'] })
    messages.useRoutes({ sms: [centre.routes.smpp], voice: centre.routes.ari })
    expect(messages.canSend()).toEqual({ sms: true, call: true })
    expect(await messages.sendSms({ phone, text })).toMatchObject({ kind: 'sent' })
    expect(() => messages.useRoutes({ sms: ['http://x'] })).toThrow(/gateway's address/)
  })
})

describe('a call', () => {
  it('[ACC-02] rings, and the code is spoken in its language', async () => {
    const { messages } = open({ voice: centre.routes.ari })
    expect(await messages.callWithCode({ phone, code, language: 'uz' })).toMatchObject({
      kind: 'ringing',
      via: 'ari',
    })
    expect(await newest()).toMatchObject({ kind: 'call', code, text: `uz ${code}` })
  })

  it('[ACC-02] is pending while the network has not reached the phone, and failed when it is unavailable', async () => {
    const { messages } = open({ voice: centre.routes.ari })
    await centre.fault('ari', 'no_ring')
    expect(await messages.callWithCode({ phone, code, language: 'ru' })).toMatchObject({ kind: 'pending' })
    await centre.fault('ari', 'unreachable')
    expect(await messages.callWithCode({ phone, code, language: 'ru' })).toEqual({
      kind: 'failed',
      reason: 'call_ended',
    })
    expect(messages.canSend().call).toBe(true)
  })

  it('accepts only digits as a code, because it becomes a dialplan variable', async () => {
    const { messages } = open({ voice: centre.routes.ari })
    for (const wrong of ['12345a', '1', '${SHELL(id)}', '123456789', ''])
      expect(await messages.callWithCode({ phone, code: wrong, language: 'ru' })).toEqual({
        kind: 'failed',
        reason: 'wrong_code',
      })
  })
})

describe('the log', () => {
  it('[ACC-14] never contains a full phone number, a text, a code or an account', async () => {
    const { smpp, eskiz, playmobile, ari } = centre.routes
    const { messages } = open({ sms: [smpp, eskiz, playmobile], voice: ari })
    await messages.sendSms({ phone, text })
    await messages.callWithCode({ phone, code, language: 'ru' })
    for (const fault of ['refuse', 'down', 'none', 'broken', 'wrong_account'] as const) {
      await centre.fault('all', fault)
      await messages.sendSms({ phone, text })
      await messages.callWithCode({ phone, code, language: 'ru' })
    }
    const log = lines.join('\n')
    expect(log).toContain('+99890***4567')
    expect(log).not.toMatch(/901234567|482913|tasdiqlash|example\.uz|ekran:ekran/)
  })
})
