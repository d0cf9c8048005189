import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countParts, decode } from './alphabets.ts'
import { startSmsCentre, type OwnSmsCentre } from '#tests/kit/emulators/sms-centre.ts'

const phone = '998901234567'
let centre: OwnSmsCentre
beforeAll(async () => {
  centre = await startSmsCentre()
})
afterAll(() => centre.stop())

/** A PDU built by hand, so that the test relies on neither the client's library nor the centre's own codec. */
function pdu(id: number, sequence: number, ...fields: (string | number[] | Buffer)[]): Buffer {
  const body = Buffer.concat(
    fields.map((one) => (typeof one === 'string' ? Buffer.from(`${one}\0`) : Buffer.from(one))),
  )
  const header = Buffer.alloc(16)
  header.writeUInt32BE(16 + body.length, 0)
  header.writeUInt32BE(id, 4)
  header.writeUInt32BE(sequence, 12)
  return Buffer.concat([header, body])
}

function bind(id: number, sequence: number, password = 'ekran') {
  return pdu(id, sequence, 'ekran', password, '', [0x34, 0, 0], '')
}

function submit(sequence: number, esmClass: number, coding: number, text: Buffer, tags = Buffer.alloc(0)) {
  return pdu(
    4,
    sequence,
    '',
    [5, 0],
    'EKRAN',
    [1, 1],
    phone,
    [esmClass, 0, 0],
    '',
    '',
    [1, 0, coding, 0, text.length],
    text,
    tags,
  )
}

/** Sends bytes and returns the ids and statuses of this many responses, in order. */
async function talk(pieces: readonly Buffer[], answers: number): Promise<{ ids: string[]; socket: Socket }> {
  const socket = connect(Number(new URL(centre.routes.smpp).port), '127.0.0.1')
  await once(socket, 'connect')
  let got = Buffer.alloc(0)
  const ids: string[] = []
  const done = Promise.withResolvers<void>()
  socket.on('close', () => done.resolve())
  socket.on('data', (bytes: Buffer) => {
    got = Buffer.concat([got, bytes])
    while (got.length >= 16 && got.length >= got.readUInt32BE(0)) {
      ids.push(`${got.readUInt32BE(4).toString(16)} ${got.readUInt32BE(8).toString(16)}`)
      got = got.subarray(got.readUInt32BE(0))
    }
    if (ids.length >= answers) done.resolve()
  })
  for (const piece of pieces) socket.write(piece)
  const timer = setTimeout(done.resolve, 5000)
  await done.promise
  clearTimeout(timer)
  socket.destroy()
  return { ids, socket }
}

function post(path: string, init: RequestInit) {
  return fetch(`${centre.url}${path}`, { method: 'POST', signal: AbortSignal.timeout(5000), ...init })
}

describe('the SMS centre over SMPP', () => {
  it('binds in three modes, and accepts messages only from transmitters', async () => {
    const text = Buffer.from('salom')
    expect((await talk([bind(9, 1), submit(2, 0, 1, text)], 3)).ids).toEqual([
      '80000009 0',
      '80000004 0',
      '5 0',
    ])
    expect((await talk([bind(2, 1), submit(2, 0, 1, text)], 2)).ids).toEqual(['80000002 0', '80000004 0'])
    expect((await talk([bind(1, 1), submit(2, 0, 1, text)], 2)).ids).toEqual(['80000001 0', '80000004 4'])
    expect((await talk([submit(1, 0, 1, text)], 1)).ids).toEqual(['80000004 4'])
    expect((await talk([bind(9, 1, 'wrong')], 1)).ids).toEqual(['80000009 e'])
    expect((await talk([bind(9, 1), bind(9, 2)], 2)).ids).toEqual(['80000009 0', '80000009 5'])
  })

  it('joins parts in any order, accepts a payload, and rejects what does not fit', async () => {
    const part = (at: number, words: string) => Buffer.from([5, 0, 3, 7, 2, at, ...Buffer.from(words)])
    const long = Buffer.from('x'.repeat(161))
    const payload = Buffer.concat([Buffer.from([0x04, 0x24, 0, 161]), long])
    const { ids } = await talk(
      [
        bind(2, 1),
        submit(2, 0x40, 1, part(2, 'dunyo')),
        submit(3, 0x40, 1, part(1, 'salom, ')),
        submit(4, 0, 1, long),
        submit(5, 0, 1, Buffer.alloc(0), payload),
        submit(6, 0, 245, Buffer.from('x')),
        pdu(0x15, 7),
        pdu(0x777, 8),
        pdu(6, 9),
      ],
      9,
    )
    expect(ids).toEqual([
      '80000002 0',
      ...['80000004 0', '80000004 0', '80000004 1', '80000004 0', '80000004 104'],
      ...['80000015 0', '80000000 3', '80000006 0'],
    ])
    const messages = await centre.messages({ phone })
    expect(messages.slice(0, 2)).toMatchObject([
      { text: 'x'.repeat(161), parts: 2 },
      { text: 'salom, dunyo', parts: 2 },
    ])
  })

  it('closes the connection on data that is not SMPP and on an impossible length', async () => {
    for (const bytes of [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(16), Buffer.from([0, 0, 0, 4])])
      expect((await talk([bytes], 1)).ids).toEqual([])
  })
})

describe('the SMS centre over HTTP', () => {
  it('supports Eskiz: login, a form, a batch, a callback, and 401 for an unknown token', async () => {
    const wrong = new URLSearchParams({ email: 'ekran@example.uz', password: 'no' })
    expect((await post('/api/auth/login', { body: wrong })).status).toBe(401)
    const right = new URLSearchParams({ email: 'ekran@example.uz', password: 'ekran' })
    const login = (await (await post('/api/auth/login', { body: right })).json()) as {
      data: { token: string }
    }
    const headers = { authorization: `Bearer ${login.data.token}` }
    const callback = Promise.withResolvers<string>()
    const listener = createServer((request, response) => {
      request.setEncoding('utf8').on('data', callback.resolve)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const address = listener.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const form = new URLSearchParams({ mobile_phone: phone, message: 'Kod 123456', from: '4546' })
    form.set('callback_url', `http://127.0.0.1:${port}/told`)
    expect((await post('/api/message/sms/send', { body: form })).status).toBe(401)
    const sent = await post('/api/message/sms/send', { body: form, headers })
    expect(await sent.json()).toMatchObject({ status: 'waiting', id: expect.any(String) })
    expect(await callback.promise).toContain('status=DELIVRD')
    listener.close()
    const batch = JSON.stringify({ from: '4546', messages: [{ user_sms_id: 'a', to: phone, text: 'Bir' }] })
    expect((await post('/api/message/sms/send-batch', { body: batch, headers })).status).toBe(200)
    form.set('mobile_phone', '+7 900')
    expect((await post('/api/message/sms/send', { body: form, headers })).status).toBe(422)
    expect(await centre.latestCode(phone)).toBe('123456')
  })

  it('supports PlayMobile: Basic, a single-use message-id, errors as 400 with a code', async () => {
    const headers = { authorization: `Basic ${btoa('ekran:ekran')}`, 'content-type': 'application/json' }
    const body = (id: string, recipient = phone) =>
      JSON.stringify({
        messages: [{ recipient, 'message-id': id, sms: { originator: '3700', content: { text: 'Ikki' } } }],
      })
    expect((await post('/broker-api/send', { body: body('a') })).status).toBe(401)
    expect((await post('/broker-api/send', { body: body('a'), headers })).status).toBe(200)
    for (const wrong of [body('a'), body('b', '12'), '{', '{"messages":[null]}']) {
      const answer = await post('/broker-api/send', { body: wrong, headers })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toHaveProperty('error-code')
    }
  })

  it('supports ARI: a channel that rings, is answered and not visible to others', async () => {
    const headers = { authorization: `Basic ${btoa('ekran:ekran')}`, 'content-type': 'application/json' }
    const body = JSON.stringify({
      endpoint: `PJSIP/${phone}@trunk`,
      extension: 's',
      variables: { EKRAN_CODE: '777111' },
    })
    const made = await post('/ari/channels/one', { body, headers })
    expect(await made.json()).toMatchObject({ id: 'one', state: 'Down' })
    expect((await post('/ari/channels/one', { body, headers })).status).toBe(409)
    expect((await post('/ari/channels', { body: '{}', headers })).status).toBe(400)
    expect(await centre.latestCode(`+${phone}`, { kind: 'call' })).toBe('777111')
    const look = (id: string) => fetch(`${centre.url}/ari/channels/${id}`, { headers })
    expect(await (await look('one')).json()).toMatchObject({ state: 'Up' })
    expect((await look('two')).status).toBe(404)
  })

  it('shows messages on a page with escaped text, but not under another host name', async () => {
    const text = Buffer.from('<script>alert(1)</script>')
    await talk([bind(2, 1), submit(2, 0, 1, text)], 2)
    const html = await (await fetch(`${centre.url}/?phone=%2B${phone}`)).text()
    expect(html).toContain('&#60;script&#62;alert(1)')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('+998 90 123 45 67')
    const { request } = await import('node:http')
    const asking = request(`${centre.url}/messages`, { headers: { host: 'evil.example' } }).end()
    const [answer] = (await once(asking, 'response')) as [{ statusCode: number; resume(): void }]
    answer.resume()
    expect(answer.statusCode).toBe(403)
    expect((await post('/faults', { body: '{"protocol":"all","fault":"down"}' })).status).toBe(400)
  })
})

describe('the SMS centre', () => {
  it('counts parts as networks do', () => {
    const parts = (text: string) => countParts(text).parts
    expect([
      parts('a'.repeat(160)),
      parts('a'.repeat(161)),
      parts('a'.repeat(306)),
      parts('a'.repeat(307)),
    ]).toEqual([1, 2, 2, 3])
    expect([parts('€'.repeat(80)), parts('€'.repeat(81)), parts('€'.repeat(153))]).toEqual([1, 2, 3])
    expect([parts('я'.repeat(70)), parts('я'.repeat(71)), parts(`ʻ${'a'.repeat(70)}`)]).toEqual([1, 2, 2])
    expect(decode(Buffer.from([0x00, 0x1b, 0x65, 0x11, 0x24]), 'GSM-7')).toBe('@€_¤')
  })

  it('ends when its standard input closes, and reports invalid arguments', async () => {
    const program = fileURLToPath(new URL('main.ts', import.meta.url))
    const tied = spawn(process.execPath, [program, '--tie-to-stdin'], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(tied.stdout, 'data')
    tied.stdin.end()
    expect((await once(tied, 'exit', { signal: AbortSignal.timeout(5000) }))[0]).toBe(0)
    const wrong = spawn(process.execPath, [program, '--http-port', 'x'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [said] = (await once(wrong.stderr, 'data')) as [Buffer]
    expect(said.toString()).toContain('--http-port is not a port')
  })
})
