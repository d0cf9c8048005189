import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFaults } from './faults.ts'
import { createOutbox, withPlus } from './outbox.ts'
import { commands, cString, nack, pduReader, request, response, status, type Pdu } from './smpp-pdu.ts'

describe('received messages', () => {
  function add(outbox: ReturnType<typeof createOutbox>, text: string, phone = '+998900000001') {
    outbox.add({ kind: 'sms', protocol: 'smpp', from: 'EKRAN', phone, text, parts: 1, alphabet: 'GSM-7' })
  }

  it.each([
    ['Ekran: 123456', '123456'],
    ['Code 123456.\n@ekran.uz #654321', '654321'],
    ['+998901234567', null],
    ['1234567 or 12345', null],
    ['', null],
  ])('contain the code in %j', (text, expected) => {
    const outbox = createOutbox()
    add(outbox, text)
    expect(outbox.list({})[0]?.code).toBe(expected)
  })

  it('are listed newest first, filtered by phone, start and count', () => {
    const outbox = createOutbox()
    for (let at = 0; at < 5; at += 1) add(outbox, String(at), at % 2 === 0 ? '+1' : '+2')
    expect(outbox.list({}).map(({ text }) => text)).toEqual(['4', '3', '2', '1', '0'])
    expect(outbox.list({ phone: '+2' }).map(({ text }) => text)).toEqual(['3', '1'])
    expect(outbox.list({ afterSeq: 3 }).map(({ text }) => text)).toEqual(['4', '3'])
    expect(outbox.list({ limit: 1 }).map(({ text }) => text)).toEqual(['4'])
  })

  it('are removed from the oldest on, and numbering continues', () => {
    const outbox = createOutbox()
    for (let at = 1; at <= 2100; at += 1) add(outbox, String(at))
    const all = outbox.list({ limit: 5000 })
    expect([all.length, all[0]?.seq, all.at(-1)?.seq]).toEqual([2000, 2100, 101])
  })

  it('are delivered to a phone in any notation of its number', () => {
    for (const phone of ['998901234567', '+998 90 123-45-67', '(998) 901234567'])
      expect(withPlus(phone)).toBe('+998901234567')
  })
})

describe('a configured fault', () => {
  it('happens the configured number of times, and only for its protocol', () => {
    const faults = createFaults()
    faults.set(['smpp'], 'throttle', 2)
    expect([faults.take('eskiz'), faults.take('smpp'), faults.look('smpp'), faults.take('smpp')]).toEqual([
      'none',
      'throttle',
      'throttle',
      'throttle',
    ])
    expect(faults.take('smpp')).toBe('none')
  })

  it('without a count stays active until it is cleared, and listeners are notified of both', () => {
    const faults = createFaults()
    const heard: string[] = []
    faults.onSet((protocol, name) => heard.push(`${protocol} ${name}`))
    faults.set(['ari', 'smpp'], 'down', undefined)
    for (let at = 0; at < 10; at += 1) expect(faults.take('ari')).toBe('down')
    faults.set(['ari'], 'none', undefined)
    expect(faults.all()).toEqual({ smpp: 'down', eskiz: 'none', playmobile: 'none', ari: 'none' })
    expect(heard).toEqual(['ari down', 'smpp down', 'ari none'])
  })
})

describe('SMPP PDUs', () => {
  it('are read as they were written, in pieces of any size', () => {
    const units = fc.array(
      fc.record({
        sequence: fc.integer({ min: 1, max: 0x7fffffff }),
        body: fc.uint8Array({ maxLength: 60 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 50 }), (written, size) => {
        const bytes = Buffer.concat(
          written.map(({ sequence, body }) => request(commands.submit_sm, sequence, Buffer.from(body))),
        )
        const read = pduReader()
        const results: Pdu[] = []
        for (let at = 0; at < bytes.length; at += size)
          results.push(...(read(bytes.subarray(at, at + size)) ?? []))
        expect(
          results.map(({ command, isResponse, sequence, body }) => ({ command, isResponse, sequence, body })),
        ).toEqual(
          written.map(({ sequence, body }) => ({
            command: commands.submit_sm,
            isResponse: false,
            sequence,
            body: Buffer.from(body),
          })),
        )
      }),
    )
  })

  it('are rejected with an impossible length', () => {
    for (const length of [0, 15, 70_001, 0xffffffff]) {
      const bytes = Buffer.alloc(16)
      bytes.writeUInt32BE(length, 0)
      expect(pduReader()(bytes)).toBeUndefined()
    }
  })

  it('have the sequence number of the request, and no body for an error', () => {
    const [enquiry] = pduReader()(request(commands.enquire_link, 77, Buffer.alloc(0))) ?? []
    if (enquiry === undefined) throw new Error('nothing was read')
    const body = cString('id')
    const [good] = pduReader()(response(enquiry, status.ok, body)) ?? []
    expect(good).toMatchObject({ command: commands.enquire_link, isResponse: true, sequence: 77, body })
    const [bad] = pduReader()(response(enquiry, status.throttled, body)) ?? []
    expect(bad?.body).toHaveLength(0)
    expect(nack(enquiry, status.wrongCommand).readUInt32BE(4)).toBe(commands.generic_nack)
  })
})
