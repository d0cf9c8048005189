/** One bound SMPP 3.4 connection: requests with a timeout, a bounded window, a heartbeat, and a reported end. */
import smpp, { type Fields, type Pdu, type Session } from 'smpp'
import type { NotAccepted } from './gateway.ts'

export interface SmppAccount {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** `system_type`, which some message centres require. */
  readonly type: string
}

export interface SmppEvents {
  receipt(state: string, messageId: string): void
  /** Called once, when the connection is over: lost, or ended by us because a request got no response. */
  ended(why: 'connection_lost' | 'timeout'): void
}

export interface SmppSession {
  /** False once it ended or is ending: it accepts no new requests. */
  readonly isUsable: boolean
  /** The response, or undefined when none came. Waits for room in the window. */
  submit(fields: Fields, signal: AbortSignal): Promise<Pdu | undefined>
  /** Unbinds, waits a second for the response, and closes. */
  close(): Promise<void>
}

/** Pending requests at any moment; the default limit of message centres. */
const windowSize = 10
const maxWaiting = 500
const heartbeatMs = 30_000
const heartbeatLimitMs = 5000
const unbindLimitMs = 1000
const ok = 0
/** ESME_RBINDFAIL, ESME_RINVPASWD, ESME_RINVSYSID. */
const wrongAccount: ReadonlySet<number> = new Set([0x0d, 0x0e, 0x0f])

/** Connects and binds as a transceiver, or returns the reason why not. */
export async function openSmppSession(
  account: SmppAccount,
  events: SmppEvents,
  signal: AbortSignal,
): Promise<{ readonly kind: 'bound'; readonly session: SmppSession } | NotAccepted> {
  const wire = openWire(account, events)
  const connected = await settled(wire.connected, signal)
  if (connected !== true) {
    wire.end()
    return { kind: 'down', reason: connected === undefined ? 'timeout' : 'no_connection' }
  }
  const { user, password, type } = account
  const answer = await wire.ask('bind_transceiver', bindFields(user, password, type), signal)
  if (answer?.command_status === ok && answer.command === 'bind_transceiver_resp')
    return { kind: 'bound', session: sessionOver(wire) }
  wire.end()
  if (answer === undefined) return { kind: 'down', reason: signal.aborted ? 'timeout' : 'connection_lost' }
  const reason = `bind_${statusWord(answer.command_status)}`
  return wrongAccount.has(answer.command_status)
    ? { kind: 'wrong_account', reason }
    : { kind: 'down', reason }
}

export function statusWord(status: number): string {
  return `0x${status.toString(16).padStart(2, '0')}`
}

function bindFields(user: string, password: string, type: string): Fields {
  return { system_id: user, password, system_type: type, interface_version: 0x34 }
}

function sessionOver(wire: Wire): SmppSession {
  let retired = false
  let inFlight = 0
  const waiting: (() => void)[] = []
  const heartbeat = setInterval(() => {
    void wire.ask('enquire_link', {}, AbortSignal.timeout(heartbeatLimitMs)).then((answer) => {
      if (answer === undefined) wire.end('timeout')
    })
  }, heartbeatMs)
  heartbeat.unref()
  void wire.over.then(() => {
    clearInterval(heartbeat)
    for (const wake of waiting.splice(0)) wake()
  })
  const isFull = () => inFlight >= windowSize
  const enter = async (signal: AbortSignal): Promise<boolean> => {
    if (isFull() && waiting.length >= maxWaiting) return false
    while (isFull() && !wire.isOver && !signal.aborted) {
      const turn = Promise.withResolvers<void>()
      waiting.push(turn.resolve)
      await settled(turn.promise, signal)
      const left = waiting.indexOf(turn.resolve)
      if (left >= 0) waiting.splice(left, 1)
    }
    return !wire.isOver && !signal.aborted
  }
  return {
    get isUsable() {
      return !retired && !wire.isOver
    },
    submit: async (fields, signal) => {
      if (!(await enter(signal))) {
        waiting.shift()?.()
        return undefined
      }
      inFlight += 1
      const answer = await wire.ask('submit_sm', fields, signal)
      inFlight -= 1
      // A message centre that does not respond gets no new messages here; pending ones may still get a response.
      if (answer === undefined) retired = true
      if (retired && inFlight === 0) wire.end('timeout')
      waiting.shift()?.()
      return answer
    },
    close: async () => {
      retired = true
      clearInterval(heartbeat)
      if (!wire.isOver) await wire.ask('unbind', {}, AbortSignal.timeout(unbindLimitMs))
      wire.end()
    },
  }
}

type Request = 'bind_transceiver' | 'submit_sm' | 'enquire_link' | 'unbind'

interface Wire {
  /** True once connected, false when that failed. */
  readonly connected: Promise<boolean>
  readonly over: Promise<void>
  readonly isOver: boolean
  ask(request: Request, fields: Fields, signal: AbortSignal): Promise<Pdu | undefined>
  end(why?: 'timeout'): void
}

function openWire(account: SmppAccount, events: SmppEvents): Wire {
  const session = smpp.connect({ host: account.host, port: account.port })
  let isOver = false
  const over = Promise.withResolvers<void>()
  const connected = Promise.withResolvers<boolean>()
  const end = (why?: 'timeout') => {
    session.destroy()
    if (isOver) return
    isOver = true
    connected.resolve(false)
    over.resolve()
    events.ended(why ?? 'connection_lost')
  }
  session.on('connect', () => connected.resolve(true))
  // An error is a broken connection or invalid SMPP: in both cases nothing more can be read.
  session.on('error', () => end())
  session.on('close', () => end())
  responseCentre(session, events, end)
  return {
    connected: connected.promise,
    over: over.promise,
    get isOver() {
      return isOver
    },
    ask: async (request, fields, signal) => {
      if (isOver || signal.aborted) return undefined
      const answer = Promise.withResolvers<Pdu | undefined>()
      if (!session[request](fields, answer.resolve)) return undefined
      return await settled(Promise.race([answer.promise, over.promise.then(() => undefined)]), signal)
    },
    end,
  }
}

/** Handles the message centre's requests. */
function responseCentre(session: Session, events: SmppEvents, end: () => void): void {
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
  session.on('unknown', (pdu: Pdu) => session.send(pdu.response()))
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response())
    setTimeout(end, 100).unref()
  })
  session.on('deliver_sm', (pdu: Pdu) => {
    session.send(pdu.response())
    // Bits 2 to 5 of esm_class: 1 means a receipt; anything else is a message from a phone, which we ignore.
    if (((pdu.esm_class ?? 0) & 0x3c) === 0x04) events.receipt(receiptState(pdu), receiptId(pdu))
  })
}

const states = new Map([
  [1, 'enroute'],
  [2, 'delivered'],
  [3, 'expired'],
  [4, 'deleted'],
  [5, 'undeliverable'],
  [6, 'accepted'],
  [8, 'rejected'],
])
const words = new Map([
  ['DELIVRD', 'delivered'],
  ['EXPIRED', 'expired'],
  ['DELETED', 'deleted'],
  ['UNDELIV', 'undeliverable'],
  ['ACCEPTD', 'accepted'],
  ['REJECTD', 'rejected'],
  ['ENROUTE', 'enroute'],
])

/** The message that a receipt is about, as its tag or its text names it; '' for none. */
function receiptId(pdu: Pdu): string {
  const text = pdu.short_message?.message
  const inText = /\bid:([^ ]{1,65})/.exec(typeof text === 'string' ? text : '')?.[1] ?? ''
  // A tag ends with a zero byte, which some centres count as a part of the text.
  return (pdu.receipted_message_id ?? inText).replaceAll('\0', '').slice(0, 65)
}

function receiptState(pdu: Pdu): string {
  const state = states.get(pdu.message_state ?? -1)
  if (state !== undefined) return state
  const text = pdu.short_message?.message
  const word = /stat:([A-Z]{7})/.exec(typeof text === 'string' ? text : '')?.[1] ?? ''
  return words.get(word) ?? 'unknown'
}

/** The result of `promise`, or undefined once `signal` fires. */
function settled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const give = () => resolve(undefined)
    signal.addEventListener('abort', give, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}
