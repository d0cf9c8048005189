/** SMS by SMPP: one persistent connection, bound again when it is lost, and unbound at the end. */
import type { Pdu } from 'smpp'
import type { GatewayAddress } from '#server/platform/settings/gateway-address.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import type { Gateway, GatewayEvents, NotAccepted, SmsMessage, SmsOutcome } from './gateway.ts'
import { openSmppSession, statusWord, type SmppAccount, type SmppSession } from './smpp-session.ts'
import { partsOf, type Alphabet, type SmsPart } from './sms-text.ts'

const bindLimitMs = 5000
const firstPauseMs = 1000
const longestPauseMs = 30_000
/** ESME_RMSGQFUL, ESME_RTHROTTLED. */
const throttled: ReadonlySet<number> = new Set([0x14, 0x58])
/** ESME_RINVBNDSTS, ESME_RSYSERR: errors of the message centre itself. */
const troubled: ReadonlySet<number> = new Set([0x04, 0x08])

export interface SmppGatewayOptions {
  readonly address: GatewayAddress
  readonly random: RandomBytes
  readonly events: GatewayEvents
}

export function openSmppGateway(options: SmppGatewayOptions): Gateway<SmsMessage, SmsOutcome> {
  const { address, random } = options
  const link = keepBound(accountOf(address), options.events)
  const from = address.parameters.get('from') ?? 'EKRAN'
  const alphabet: Alphabet = address.parameters.get('alphabet') === 'ascii' ? 'ascii' : 'gsm'
  // Of messages that were offered here and not accepted as a whole; the next offer goes on behind the accepted parts.
  const partly = new WeakMap<SmsMessage, PartlySent>()
  return {
    send: async (message, signal) => {
      const { phone, text } = message
      const parts = partly.get(message)?.parts ?? partsOf(text, alphabet, random(1)[0] ?? 0)
      if (parts === undefined) return { kind: 'refused', reason: 'too_long' }
      const state = partly.get(message) ?? { parts, accepted: 0, id: '' }
      partly.set(message, state)
      for (const part of parts.slice(state.accepted)) {
        const session = await link.session(signal)
        if (session.kind !== 'bound') return afterParts(session, state)
        const response = await session.session.submit(submitFields(from, phone, part), signal)
        const outcome = outcomeOf(response, signal)
        if (outcome.kind !== 'sent') return afterParts(outcome, state)
        state.accepted += 1
        state.id ||= outcome.id
      }
      return { kind: 'sent', id: state.id, parts: parts.length }
    },
    close: () => link.close(),
  }
}

interface PartlySent {
  readonly parts: readonly SmsPart[]
  /** So many of them were accepted. */
  accepted: number
  /** Of the first part. */
  id: string
}

/** The phone may show what was accepted before. */
function afterParts(outcome: NotAccepted, { accepted }: PartlySent): NotAccepted {
  return accepted === 0 ? outcome : { ...outcome, mayHaveArrived: true }
}

function accountOf({ host, port, user, password, parameters }: GatewayAddress): SmppAccount {
  return { host, port, user, password, type: parameters.get('type') ?? '' }
}

function submitFields(from: string, phone: string, part: SmsPart) {
  const digitsOnly = /^\d+$/.test(from)
  return {
    // Type of number: 5 letters, 1 international, 0 a short number of the network.
    source_addr_ton: digitsOnly ? (from.length > 8 ? 1 : 0) : 5,
    source_addr_npi: digitsOnly ? 1 : 0,
    source_addr: from,
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: phone.replace(/\D/g, ''),
    esm_class: part.hasHeader ? 0x40 : 0,
    registered_delivery: 1,
    data_coding: part.dataCoding,
    short_message: part.bytes,
  }
}

function outcomeOf(response: Pdu | undefined, signal: AbortSignal): SmsOutcome {
  if (response === undefined)
    return { kind: 'down', reason: signal.aborted ? 'timeout' : 'connection_lost', mayHaveArrived: true }
  const status = response.command_status
  if (status === 0 && response.command === 'submit_sm_resp')
    return { kind: 'sent', id: (response.message_id ?? '').slice(0, 65) }
  const reason = `smpp_${statusWord(status)}`
  if (throttled.has(status)) return { kind: 'throttled', reason }
  if (status === 0) return { kind: 'down', reason, mayHaveArrived: true }
  return { kind: troubled.has(status) ? 'down' : 'refused', reason }
}

type Bound = { readonly kind: 'bound'; readonly session: SmppSession }

/** Binds at once and again after every loss, with growing pauses; a message to send does not wait for a pause. */
function keepBound(account: SmppAccount, events: GatewayEvents) {
  let current: SmppSession | undefined
  let opening: Promise<Bound | NotAccepted> | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  const closing = new AbortController()
  let closed = false
  const later = () => {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => void bind(), pauseMs)
    timer.unref()
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
  const open = async (): Promise<Bound | NotAccepted> => {
    clearTimeout(timer)
    let bound = false
    const ended = (reason: string) => {
      if (!bound || closed) return
      events.down({ kind: 'down', reason })
      later()
    }
    const limit = AbortSignal.any([closing.signal, AbortSignal.timeout(bindLimitMs)])
    const opened = await openSmppSession(account, { receipt: events.receipt, ended }, limit)
    if (opened.kind !== 'bound') {
      if (!closed) events.down(opened)
      later()
      return opened
    }
    bound = true
    current = opened.session
    pauseMs = firstPauseMs
    if (closed) await opened.session.close()
    else events.up()
    return opened
  }
  const bind = (): Promise<Bound | NotAccepted> => {
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }
  void bind()
  return {
    session: async (signal: AbortSignal): Promise<Bound | NotAccepted> => {
      if (closed) return { kind: 'down', reason: 'closed' }
      if (current?.isUsable === true) return { kind: 'bound', session: current }
      return await Promise.race([bind(), lateAt(signal)])
    },
    close: async () => {
      closed = true
      closing.abort()
      clearTimeout(timer)
      await opening
      await current?.close()
    },
  }
}

function lateAt(signal: AbortSignal): Promise<NotAccepted> {
  return new Promise((resolve) => {
    const give = () => resolve({ kind: 'down', reason: 'timeout' })
    if (signal.aborted) give()
    else signal.addEventListener('abort', give, { once: true })
  })
}
