/** The wire format of SMPP 3.4 from the server's side, as far as this emulator needs it. */

export const commands = {
  generic_nack: 0x80000000,
  bind_receiver: 0x01,
  bind_transmitter: 0x02,
  submit_sm: 0x04,
  deliver_sm: 0x05,
  unbind: 0x06,
  bind_transceiver: 0x09,
  enquire_link: 0x15,
} as const
const isResponse = 0x80000000

export const status = {
  ok: 0x00,
  wrongMessageLength: 0x01,
  wrongCommandLength: 0x02,
  wrongCommand: 0x03,
  wrongBindState: 0x04,
  alreadyBound: 0x05,
  wrongDestination: 0x0b,
  wrongPassword: 0x0e,
  wrongSystemId: 0x0f,
  wrongEsmClass: 0x43,
  submitFailed: 0x45,
  throttled: 0x58,
  wrongDataCoding: 0x104,
} as const

export interface Pdu {
  readonly command: number
  readonly isResponse: boolean
  readonly sequence: number
  readonly body: Buffer
}

export interface Submit {
  readonly from: string
  readonly to: string
  readonly destinationTon: number
  readonly esmClass: number
  readonly wantsReceipt: boolean
  readonly dataCoding: number
  /** The user data header without its own length, empty when there is none. */
  readonly header: Buffer
  readonly text: Buffer
  /** The text came as `message_payload`, which the network splits by itself. */
  readonly isPayload: boolean
  readonly sar: { readonly reference: number; readonly total: number; readonly at: number } | undefined
}

const headerBytes = 16
const longestPdu = 70_000
const tags = {
  receipted: 0x001e,
  state: 0x0427,
  payload: 0x0424,
  sarRef: 0x020c,
  sarTotal: 0x020e,
  sarAt: 0x020f,
}

/** Splits a stream into PDUs; `undefined` means that it is not SMPP and must be closed. */
export function pduReader(): (bytes: Buffer) => readonly Pdu[] | undefined {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const result: Pdu[] = []
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0)
      if (length < headerBytes || length > longestPdu) return undefined
      if (rest.length < length) break
      const id = rest.readUInt32BE(4)
      result.push({
        command: id & ~isResponse,
        isResponse: id >= isResponse,
        sequence: rest.readUInt32BE(12),
        body: Buffer.from(rest.subarray(headerBytes, length)),
      })
      rest = rest.subarray(length)
    }
    return result
  }
}

export function request(command: number, sequence: number, body: Buffer): Buffer {
  return pdu(command, 0, sequence, body)
}

export function response(to: Pdu, code: number, body: Buffer = Buffer.alloc(0)): Buffer {
  // An error has no body.
  return pdu((to.command | isResponse) >>> 0, code, to.sequence, code === status.ok ? body : Buffer.alloc(0))
}

export function nack(to: Pdu, code: number): Buffer {
  return pdu(commands.generic_nack, code, to.sequence, Buffer.alloc(0))
}

function pdu(id: number, code: number, sequence: number, body: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(headerBytes + body.length, 0)
  header.writeUInt32BE(id, 4)
  header.writeUInt32BE(code, 8)
  header.writeUInt32BE(sequence, 12)
  return Buffer.concat([header, body])
}

export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'latin1')
}

/** Reads fields one after another; after the end every field is undefined. */
function fieldReader(body: Buffer) {
  let at = 0
  let isBroken = false
  return {
    get isBroken() {
      return isBroken
    },
    get left() {
      return body.length - at
    },
    string(): string {
      const end = body.indexOf(0, at)
      if (end < 0) {
        isBroken = true
        return ''
      }
      const text = body.toString('latin1', at, end)
      at = end + 1
      return text
    },
    bytes(length: number): Buffer {
      if (at + length > body.length) {
        isBroken = true
        return Buffer.alloc(0)
      }
      at += length
      return body.subarray(at - length, at)
    },
    byte(): number {
      return this.bytes(1)[0] ?? 0
    },
  }
}

export function readBind(body: Buffer): { readonly systemId: string; readonly password: string } | undefined {
  const fields = fieldReader(body)
  const [systemId, password] = [fields.string(), fields.string()]
  fields.string()
  fields.bytes(3)
  fields.string()
  return fields.isBroken ? undefined : { systemId, password }
}

export function readSubmit(body: Buffer): Submit | undefined {
  const fields = fieldReader(body)
  fields.string()
  fields.bytes(2)
  const from = fields.string()
  const destinationTon = fields.byte()
  fields.byte()
  const to = fields.string()
  const esmClass = fields.byte()
  fields.bytes(2)
  fields.string()
  fields.string()
  const wantsReceipt = (fields.byte() & 3) === 1
  fields.byte()
  const dataCoding = fields.byte()
  fields.byte()
  const short = fields.bytes(fields.byte())
  const more = readTags(fields)
  if (fields.isBroken) return undefined
  const payload = more.get(tags.payload)
  const message = payload ?? short
  const headerLength = (esmClass & 0x40) === 0 ? 0 : (message[0] ?? 0) + 1
  const [reference, total, at] = [tags.sarRef, tags.sarTotal, tags.sarAt].map((tag) => more.get(tag))
  return {
    from,
    to,
    destinationTon,
    esmClass,
    wantsReceipt,
    dataCoding,
    header: message.subarray(1, headerLength),
    text: message.subarray(headerLength),
    isPayload: payload !== undefined,
    sar:
      reference?.length === 2 && total?.length === 1 && at?.length === 1
        ? { reference: reference.readUInt16BE(0), total: total[0] ?? 0, at: at[0] ?? 0 }
        : undefined,
  }
}

function readTags(fields: ReturnType<typeof fieldReader>): ReadonlyMap<number, Buffer> {
  const result = new Map<number, Buffer>()
  while (fields.left > 0 && !fields.isBroken) {
    const [tag, length] = [fields.bytes(2), fields.bytes(2)]
    if (tag.length === 2 && length.length === 2)
      result.set(tag.readUInt16BE(0), fields.bytes(length.readUInt16BE(0)))
  }
  return result
}

/** A delivery receipt: the usual text format, and the same data in tags. */
export function receiptBody(receipt: {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly at: Date
}): Buffer {
  const stamp = receipt.at.toISOString().replace(/\D/g, '').slice(2, 12)
  const text =
    `id:${receipt.id} sub:001 dlvrd:001 submit date:${stamp} done date:${stamp} ` +
    'stat:DELIVRD err:000 text:'
  return Buffer.concat([
    cString(''),
    Buffer.from([1, 1]),
    cString(receipt.to),
    Buffer.from([5, 0]),
    cString(receipt.from),
    Buffer.from([0x04, 0, 0]),
    cString(''),
    cString(''),
    Buffer.from([0, 0, 0, 0, text.length]),
    Buffer.from(text, 'latin1'),
    tagged(tags.receipted, cString(receipt.id)),
    tagged(tags.state, Buffer.from([2])),
  ])
}

function tagged(tag: number, value: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt16BE(tag, 0)
  header.writeUInt16BE(value.length, 2)
  return Buffer.concat([header, value])
}
