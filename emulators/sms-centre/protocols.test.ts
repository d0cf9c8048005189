/** The centre's responses in each of its protocols, without a network. */
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GatewayRequest } from '#emulators/http/exchange.ts'
import { alphabetOf, countParts, decode } from './alphabets.ts'
import { createAri } from './ari.ts'
import type { FaultName } from './faults.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createPlaymobile } from './playmobile.ts'
import { cString, readBind, readSubmit, receiptBody } from './smpp-pdu.ts'

let outbox: Outbox = createOutbox()
beforeEach(() => {
  outbox = createOutbox()
})

const account = { user: 'ekran', password: 'secret' }
const authorization = `Basic ${Buffer.from('ekran:secret').toString('base64')}`

function request(
  more: Partial<Omit<GatewayRequest, 'body'>> & { readonly body?: unknown } = {},
): GatewayRequest {
  const { body = {}, ...rest } = more
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const plain = { method: 'POST', path: '/', query: new URLSearchParams(), headers: { authorization } }
  return { ...plain, ...rest, body: Buffer.from(text) }
}

describe('the alphabets of short messages', () => {
  it('decode encoded text of each alphabet', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(decode(Buffer.from(text, 'utf16le').swap16(), 'UCS-2')).toBe(text)
      }),
    )
    expect(decode(Buffer.from('Salom', 'latin1'), 'ASCII')).toBe('Salom')
    // Half a character at the end is ignored.
    expect(decode(Buffer.from([0x04, 0x2f, 0x04]), 'UCS-2')).toBe('Я')
  })

  it('decode a lone escape, or one before an unknown character, as a space', () => {
    expect(decode(Buffer.from([0x1b]), 'GSM-7')).toBe(' ')
    expect(decode(Buffer.from([0x1b, 0x01, 0x61]), 'GSM-7')).toBe(' a')
  })

  it('are selected by the data coding, and an unknown one is rejected', () => {
    expect([0, 1, 8, 4, 245].map(alphabetOf)).toEqual(['GSM-7', 'ASCII', 'UCS-2', undefined, undefined])
  })

  it('never split a two-unit character or a surrogate pair between two parts', () => {
    const texts = { minLength: 1, maxLength: 700, size: 'max' } as const
    const letters = fc.oneof(
      fc.array(fc.constantFrom('a', '€'), texts),
      fc.array(fc.constantFrom('a', 'я', '😀'), texts),
    )
    fc.assert(
      fc.property(letters, (list) => {
        const { parts, alphabet } = countParts(list.join(''))
        const size = (letter: string) => (alphabet === 'UCS-2' ? letter.length : letter === '€' ? 2 : 1)
        const [single, several] = alphabet === 'UCS-2' ? [70, 67] : [160, 153]
        // A second counting method: fills part after part.
        let [filled, used] = [1, 0]
        for (const letter of list) {
          if (used + size(letter) > several) [filled, used] = [filled + 1, 0]
          used += size(letter)
        }
        const total = list.reduce((sum, letter) => sum + size(letter), 0)
        expect(parts).toBe(total <= single ? 1 : filled)
      }),
    )
  })
})

describe('an SMPP message', () => {
  function submit({ header = Buffer.alloc(0), text = 'Salom', tags = Buffer.alloc(0), esmClass = 0 } = {}) {
    const short = Buffer.concat([header, Buffer.from(text)])
    return Buffer.concat([
      cString(''),
      Buffer.from([5, 0]),
      cString('EKRAN'),
      Buffer.from([1, 1]),
      cString('998901234567'),
      Buffer.from([esmClass, 0, 0]),
      ...[cString(''), cString('')],
      Buffer.from([1, 0, 1, 0, short.length]),
      ...[short, tags],
    ])
  }

  function tag(id: number, value: readonly number[]) {
    return Buffer.from([id >> 8, id & 255, 0, value.length, ...value])
  }

  it('is read with sender, receiver, and the receipt flag', () => {
    const message = readSubmit(submit())
    expect(message).toMatchObject({
      ...{ from: 'EKRAN', to: '998901234567', destinationTon: 1, dataCoding: 1, wantsReceipt: true },
      ...{ isPayload: false, sar: undefined },
    })
    expect(message?.text.toString()).toBe('Salom')
  })

  it('has its user data header removed when the class says that there is one', () => {
    const header = Buffer.from([5, 0, 3, 7, 2, 1])
    const message = readSubmit(submit({ header, esmClass: 0x40 }))
    expect([message?.header, message?.text.toString()]).toEqual([header.subarray(1), 'Salom'])
    expect(readSubmit(submit({ header }))?.text).toHaveLength(11)
  })

  it('may come as a payload, or in parts numbered by tags', () => {
    const payload = readSubmit(submit({ text: '', tags: tag(0x0424, [0x41, 0x42]) }))
    expect([payload?.isPayload, payload?.text.toString()]).toEqual([true, 'AB'])
    const parts = [tag(0x020c, [1, 2]), tag(0x020e, [3]), tag(0x020f, [2])]
    expect(readSubmit(submit({ tags: Buffer.concat(parts) }))?.sar).toEqual({
      reference: 258,
      total: 3,
      at: 2,
    })
    expect(readSubmit(submit({ tags: Buffer.concat(parts.slice(1)) }))?.sar).toBeUndefined()
  })

  it('is rejected when truncated anywhere, and never yields more than was sent', () => {
    const whole = submit({ tags: tag(0x0424, [1, 2, 3]) })
    const cut = Array.from({ length: whole.length }, (_, length) => readSubmit(whole.subarray(0, length)))
    // The tags are at the end and optional.
    const withoutTags = whole.length - 7
    expect(cut.filter((one, length) => length !== withoutTags && one !== undefined)).toEqual([])
  })

  it('is accepted only from a client with a valid name and password', () => {
    const body = Buffer.concat([
      cString('ekran'),
      cString('secret'),
      cString(''),
      Buffer.from([0x34, 0, 0]),
      cString(''),
    ])
    expect(readBind(body)).toEqual({ systemId: 'ekran', password: 'secret' })
    expect(readBind(body.subarray(0, 12))).toBeUndefined()
  })

  it('has a receipt that is sent to its sender with the same message id', () => {
    const receipt = readSubmit(
      receiptBody({
        id: '42',
        from: 'EKRAN',
        to: '998901234567',
        at: new Date(Date.UTC(2026, 0, 15, 12, 30)),
      }),
    )
    expect([receipt?.from, receipt?.to, receipt?.esmClass]).toEqual(['998901234567', 'EKRAN', 4])
    expect(receipt?.text.toString()).toContain('id:42 sub:001 dlvrd:001 submit date:2601151230')
    expect(receipt?.text.toString()).toContain('stat:DELIVRD')
  })
})

describe('PlayMobile', () => {
  const sms = { originator: 'EKRAN', content: { text: 'Kod 123456' } }
  const message = { recipient: '998901234567', 'message-id': 'a1', sms }

  function send(
    messages: unknown,
    fault: FaultName = 'none',
    playmobile = createPlaymobile({ ...account, outbox }),
  ) {
    const { status, body } = playmobile(request({ body: { messages } }), fault)
    return status === 200 ? body : (JSON.parse(body) as Record<string, unknown>)['error-code']
  }

  it('accepts several messages at once, each for its phone', () => {
    expect(send([message, { ...message, 'message-id': 'a2', recipient: '998901234568' }])).toBe(
      'Request is received',
    )
    expect(outbox.list({}).map(({ phone, code }) => [phone, code])).toEqual([
      ['+998901234568', '123456'],
      ['+998901234567', '123456'],
    ])
  })

  it('accepts a message id once, also over several requests', () => {
    const playmobile = createPlaymobile({ ...account, outbox })
    expect(send([message, message], 'none', playmobile)).toBe(101)
    expect(send([message], 'none', playmobile)).toBe('Request is received')
    expect(send([message], 'none', playmobile)).toBe(101)
    expect(outbox.list({})).toHaveLength(1)
  })

  it.each([
    [[], 101],
    ['text', 101],
    [Array.from({ length: 501 }, () => message), 105],
    [[{ ...message, recipient: '+998901234567' }], 202],
    [[{ ...message, 'message-id': '' }], 205],
    [[{ ...message, sms: { ...sms, originator: '' } }], 401],
    [[{ ...message, sms: { ...sms, content: {} } }], 404],
    [[{ ...message, sms: { ...sms, content: { text: 'x'.repeat(641) } } }], 405],
    // One invalid message rejects all of them.
    [[message, { ...message, 'message-id': 'a2', recipient: '' }], 202],
  ])('rejects %j with an error code, and sends none of it', (messages, code) => {
    expect(send(messages)).toBe(code)
    expect(outbox.list({})).toEqual([])
  })

  it('produces configured faults', () => {
    const playmobile = createPlaymobile({ ...account, outbox })
    const status = (fault: FaultName) => playmobile(request({ body: { messages: [message] } }), fault).status
    expect([status('wrong_account'), status('throttle'), status('refuse')]).toEqual([400, 429, 400])
    expect(playmobile(request({ headers: {} }), 'none').status).toBe(401)
    expect(playmobile(request({ method: 'GET' }), 'none').status).toBe(405)
  })
})

describe('calls by ARI', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  const variables = { EKRAN_CODE: '123456', EKRAN_LANGUAGE: 'uz' }
  const call = { endpoint: 'PJSIP/998901234567@trunk', extension: 's', variables }

  /** A switchboard, and the state of channel `c1` as it reports it. */
  function open(fault: FaultName = 'none') {
    const ari = createAri({ ...account, outbox })
    const originate = (body: unknown, path = '/ari/channels/c1') => ari(request({ path, body }), fault).status
    const state = () => {
      const { status, body } = ari(request({ method: 'GET', path: '/ari/channels/c1' }), 'none')
      return status === 200 ? String((JSON.parse(body) as { state: string }).state) : status
    }
    return { originate, state }
  }

  it('ring, are answered and end, and the phone hears the code', () => {
    const { originate, state } = open()
    expect(originate(call)).toBe(200)
    const states = [0, 300, 900, 8001].map((atMs) => {
      vi.setSystemTime(atMs)
      return state()
    })
    expect(states).toEqual(['Down', 'Ringing', 'Up', 404])
    vi.advanceTimersByTime(1000)
    expect(outbox.list({})).toMatchObject([
      { kind: 'call', phone: '+998901234567', text: 'uz 123456', code: '123456' },
    ])
  })

  it.each(['unreachable', 'no_ring'] as const)('with the fault %s are not answered', (fault) => {
    const { originate, state } = open(fault)
    expect(originate(call)).toBe(200)
    vi.advanceTimersByTime(5000)
    expect(state()).toBe(fault === 'unreachable' ? 404 : 'Down')
    expect(outbox.list({})).toEqual([])
  })

  it.each([
    [{ ...call, endpoint: '' }, 400],
    [{ ...call, extension: '' }, 400],
    [{ ...call, endpoint: 'PJSIP/12345@trunk' }, 500],
    [{ ...call, endpoint: '998901234567' }, 500],
    ['no JSON', 400],
  ])('with %j are rejected with %d', (body, status) => {
    expect(open().originate(body)).toBe(status)
  })

  it('have a unique id while they last', () => {
    const { originate } = open()
    expect([originate(call), originate(call)]).toEqual([200, 409])
    vi.setSystemTime(8001)
    expect(originate(call)).toBe(200)
  })
})
