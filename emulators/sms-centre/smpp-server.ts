/** The SMPP server of the centre: binds, single and multipart messages, receipts, and the configured faults. */
import { createServer, type Server, type Socket } from 'node:net'
import { alphabetOf, countParts, decode, type Alphabet } from './alphabets.ts'
import { slowMs, type Faults } from './faults.ts'
import { withPlus, type Outbox } from './outbox.ts'
import {
  commands,
  cString,
  nack,
  pduReader,
  readBind,
  readSubmit,
  receiptBody,
  request,
  response,
  status,
  type Pdu,
  type Submit,
} from './smpp-pdu.ts'

export interface SmppServerOptions {
  readonly user: string
  readonly password: string
  readonly faults: Faults
  readonly outbox: Outbox
}

interface Client {
  readonly socket: Socket
  bound: 'transmitter' | 'receiver' | 'transceiver' | undefined
  sequence: number
  /** Multipart messages with missing parts, by sender, receiver and reference. */
  readonly unfinished: Map<string, Map<number, Buffer>>
}

const maxClients = 50
const maxUnfinished = 200
const receiptAfterMs = 50
const binds = new Map<number, 'transmitter' | 'receiver' | 'transceiver'>([
  [commands.bind_transmitter, 'transmitter'],
  [commands.bind_receiver, 'receiver'],
  [commands.bind_transceiver, 'transceiver'],
])

export function createSmppServer(options: SmppServerOptions): Server {
  const clients = new Set<Client>()
  const { faults } = options
  let messages = 0
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (faults.look('smpp') === 'down' || clients.size >= maxClients) {
      socket.destroy()
      return
    }
    const client: Client = { socket, bound: undefined, sequence: 0, unfinished: new Map() }
    clients.add(client)
    socket.on('close', () => clients.delete(client))
    const read = pduReader()
    socket.on('data', (bytes: Buffer) => {
      const pdus = read(bytes)
      if (pdus === undefined) socket.destroy()
      else for (const pdu of pdus) answer(pdu, client)
    })
  })
  const answer = (pdu: Pdu, client: Client): void => {
    if (pdu.isResponse) return
    const fault = pdu.command === commands.submit_sm ? faults.take('smpp') : faults.look('smpp')
    if (fault === 'broken') client.socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))
    else if (fault === 'slow') setTimeout(() => handle(pdu, client, fault), slowMs).unref()
    else handle(pdu, client, fault)
  }
  const handle = (pdu: Pdu, client: Client, fault: string): void => {
    const { socket } = client
    if (socket.destroyed) return
    if (binds.has(pdu.command)) socket.write(bind(pdu, client, options, fault))
    else if (pdu.command === commands.enquire_link) socket.write(response(pdu, status.ok))
    else if (pdu.command === commands.unbind) {
      client.bound = undefined
      socket.end(response(pdu, status.ok))
    } else if (pdu.command === commands.submit_sm) {
      messages += 1
      const id = String(messages)
      socket.write(submit(pdu, client, fault, { id, outbox: options.outbox, sendReceipt }))
    } else socket.write(nack(pdu, status.wrongCommand))
  }
  /** Sent on any connection of this account that may receive. */
  const sendReceipt = ({ from, to }: Submit, id: string): void => {
    const client = [...clients].find(({ bound }) => bound === 'transceiver' || bound === 'receiver')
    if (client === undefined || faults.look('smpp') === 'lose_receipts') return
    client.sequence = (client.sequence % 0x7fffffff) + 1
    const body = receiptBody({ id, from, to, at: new Date() })
    client.socket.write(request(commands.deliver_sm, client.sequence, body))
  }
  faults.onSet((protocol, name) => {
    if (protocol === 'smpp' && (name === 'down' || name === 'wrong_account'))
      for (const { socket } of clients) socket.destroy()
  })
  return server
}

function bind(pdu: Pdu, client: Client, options: SmppServerOptions, fault: string): Buffer {
  if (client.bound !== undefined) return response(pdu, status.alreadyBound)
  const credentials = readBind(pdu.body)
  if (credentials === undefined) return response(pdu, status.wrongCommandLength)
  if (credentials.systemId !== options.user) return response(pdu, status.wrongSystemId)
  if (credentials.password !== options.password || fault === 'wrong_account')
    return response(pdu, status.wrongPassword)
  client.bound = binds.get(pdu.command)
  return response(pdu, status.ok, cString('sms-centre'))
}

function submit(
  pdu: Pdu,
  client: Client,
  fault: string,
  to: { readonly id: string; readonly outbox: Outbox; sendReceipt(message: Submit, id: string): void },
): Buffer {
  if (client.bound === undefined || client.bound === 'receiver') return response(pdu, status.wrongBindState)
  if (fault === 'throttle') return response(pdu, status.throttled)
  if (fault === 'refuse') return response(pdu, status.submitFailed)
  const message = readSubmit(pdu.body)
  if (message === undefined) return response(pdu, status.wrongCommandLength)
  const wrong = take(message, client, to.outbox)
  if (wrong !== status.ok) return response(pdu, wrong)
  if (message.wantsReceipt && fault !== 'lose_receipts')
    setTimeout(() => to.sendReceipt(message, to.id), receiptAfterMs).unref()
  return response(pdu, status.ok, cString(to.id))
}

/** Puts a message, or the last missing part of one, into the outbox; returns the status of the response. */
function take(message: Submit, client: Client, outbox: Outbox): number {
  const alphabet = alphabetOf(message.dataCoding)
  if (alphabet === undefined) return status.wrongDataCoding
  if (!/^998\d{9}$/.test(message.to) || message.destinationTon !== 1) return status.wrongDestination
  if ((message.esmClass & 0x40) !== 0 && message.header.length === 0) return status.wrongEsmClass
  if (!message.isPayload && !fits(message, alphabet)) return status.wrongMessageLength
  const part = message.sar ?? partIn(message.header)
  if (part === undefined) {
    const text = decode(message.text, alphabet)
    const parts = message.isPayload ? countParts(text).parts : 1
    outbox.add({ ...heading(message), text, parts, alphabet })
    return status.ok
  }
  if (part.total < 1 || part.at < 1 || part.at > part.total) return status.wrongEsmClass
  const key = `${message.from} ${message.to} ${part.reference} ${part.total}`
  const received = client.unfinished.get(key) ?? new Map<number, Buffer>()
  received.set(part.at, message.text)
  client.unfinished.set(key, received)
  if (client.unfinished.size > maxUnfinished) client.unfinished.clear()
  if (received.size < part.total) return status.ok
  client.unfinished.delete(key)
  const pieces = Array.from({ length: part.total }, (_, at) => received.get(at + 1) ?? Buffer.alloc(0))
  outbox.add({
    ...heading(message),
    text: pieces.map((piece) => decode(piece, alphabet)).join(''),
    parts: part.total,
    alphabet,
  })
  return status.ok
}

function heading({ from, to }: Submit) {
  return { kind: 'sms', protocol: 'smpp', from, phone: withPlus(to) } as const
}

/** 140 bytes on the air interface, header included; characters of the seven-bit alphabets are packed. */
function fits({ header, text }: Submit, alphabet: Alphabet): boolean {
  const headerBytes = header.length === 0 ? 0 : header.length + 1
  if (alphabet === 'UCS-2') return headerBytes + text.length <= 140
  return Math.ceil((headerBytes * 8) / 7) + text.length <= 160
}

/** The header element that joins parts, with a reference of one byte or of two. */
function partIn(header: Buffer) {
  for (let at = 0; at + 2 <= header.length; at += 2 + (header[at + 1] ?? 0)) {
    const [kind, length] = [header[at], header[at + 1]]
    const value = header.subarray(at + 2, at + 2 + (length ?? 0))
    if (kind === 0 && value.length === 3)
      return { reference: value[0] ?? 0, total: value[1] ?? 0, at: value[2] ?? 0 }
    if (kind === 8 && value.length === 4)
      return { reference: value.readUInt16BE(0), total: value[2] ?? 0, at: value[3] ?? 0 }
  }
  return undefined
}
