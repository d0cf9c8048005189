/** Creates the gateways of the settings, combines them, and counts and logs the results of messages. */
import { Counter } from 'prom-client'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { readGatewayAddress, type GatewayAddress } from '#server/platform/settings/gateway-address.ts'
import { systemRandom, type RandomBytes } from '#server/platform/primitives/ids.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { openAriGateway } from './ari-gateway.ts'
import { openEskizGateway } from './eskiz-gateway.ts'
import { createFailover, type Failover, type FailoverEvents, type Limits } from './failover.ts'
import type { CallOutcome, CodeCall, Gateway, GatewayEvents, SmsMessage, SmsOutcome } from './gateway.ts'
import type { Messages, NotSent, SmsReceipt } from './sending.ts'
import { openPlaymobileGateway } from './playmobile-gateway.ts'
import { openSmppGateway } from './smpp-gateway.ts'

export interface MessagesOptions {
  /** As in EKRAN_SMS_ROUTES, in order of preference. Invalid ones throw: the settings were validated before. */
  readonly smsRoutes: readonly string[]
  readonly voiceRoute: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly random?: RandomBytes
  /** A gateway reported what became of a message; possibly before `sendSms` has returned its id. */
  readonly onReceipt?: (receipt: SmsReceipt) => void
  /** Default 5 s for one gateway and 12 s for a message. */
  readonly limits?: Limits
}

interface Lines {
  readonly sms: Failover<SmsMessage, SmsOutcome>
  readonly voice: Failover<CodeCall, CallOutcome>
}

const defaultLimits: Limits = { gatewayMs: 5000, allMs: 12_000 }

export function openMessages(options: MessagesOptions): Messages {
  const log = options.log.with({ part: 'messages' })
  const closing = new Set<Promise<void>>()
  let lines = openLines(options, log, { sms: options.smsRoutes, voice: options.voiceRoute }, () => events)
  const events = countMessages(options.metrics, () => lines)
  const endLines = ({ sms, voice }: Lines) => {
    const ended = Promise.all([sms.close(), voice.close()]).then(() => void closing.delete(ended))
    closing.add(ended)
  }
  const failed = (
    event: 'messages.sms_failed' | 'messages.call_failed',
    phone: string,
    { reason, mayHaveArrived }: Pick<NotSent, 'reason' | 'mayHaveArrived'>,
  ): NotSent => {
    log.warn(event, { phone: maskPhone(phone), reason })
    return { kind: 'failed', reason, ...(mayHaveArrived === true ? { mayHaveArrived } : {}) }
  }
  return {
    canSend: () => ({ sms: lines.sms.isUsable, call: lines.voice.isUsable }),
    sendSms: async ({ phone, text }) => {
      const notSent = (reason: string) => failed('messages.sms_failed', phone, { reason })
      if (!isPhone(phone)) return notSent('wrong_phone')
      if (lines.sms.states().length === 0) return notSent('no_gateway')
      const sent = await lines.sms.send({ phone, text })
      if (sent.kind === 'failed') return failed('messages.sms_failed', phone, sent)
      log.info('messages.sms_sent', { phone: maskPhone(phone), via: sent.via, parts: sent.parts })
      return { kind: 'sent', via: sent.via, id: sent.id }
    },
    callWithCode: async ({ phone, code, language }) => {
      const notMade = (reason: string) => failed('messages.call_failed', phone, { reason })
      if (!isPhone(phone)) return notMade('wrong_phone')
      // It becomes a dialplan variable, where other characters could be executed.
      if (!/^\d{4,8}$/.test(code)) return notMade('wrong_code')
      if (lines.voice.states().length === 0) return notMade('no_gateway')
      const made = await lines.voice.send({ phone, code, language })
      if (made.kind === 'failed') return notMade(made.reason)
      log.info('messages.call_made', { phone: maskPhone(phone), via: made.via, state: made.kind })
      return { kind: made.kind, via: made.via, id: made.id }
    },
    useRoutes: ({ sms, voice }) => {
      const former = lines
      lines = openLines(options, log, { sms, voice }, () => events)
      endLines(former)
    },
    close: async () => {
      endLines(lines)
      await Promise.all(closing)
    },
  }
}

/** `+998901234567` → `+99890***4567`. */
export function maskPhone(phone: string): string {
  return phone.length < 9 ? '***' : `${phone.slice(0, 6)}***${phone.slice(-4)}`.replace(/[^\d+*]/g, '?')
}

function isPhone(phone: string) {
  return /^\+[1-9]\d{8,14}$/.test(phone)
}

function openLines(
  options: MessagesOptions,
  log: Log,
  routes: { readonly sms: readonly string[]; readonly voice: string | undefined },
  events: () => FailoverEvents,
): Lines {
  const random = options.random ?? systemRandom
  const base = {
    clock: options.clock,
    log,
    limits: options.limits ?? defaultLimits,
    // Looked up at each event: the counters are created once, the lines each time the routes change.
    events: {
      attempted: (gateway: string, outcome: string) => events().attempted(gateway, outcome),
      receipt: (gateway: string, state: string, messageId: string) => {
        events().receipt(gateway, state, messageId)
        if (messageId !== '') options.onReceipt?.({ gateway, messageId, state })
      },
    },
  }
  const sms = routes.sms.map((text) => addressOf(text, ['smpp', 'eskiz', 'playmobile']))
  const voice = routes.voice === undefined ? [] : [addressOf(routes.voice, ['ari'])]
  return {
    sms: createFailover({
      ...base,
      gateways: named(sms).map(({ name, address }) => ({
        name,
        open: (own: GatewayEvents) => openSmsGateway(address, random, own),
      })),
    }),
    voice: createFailover({
      ...base,
      gateways: named(voice).map(({ name, address }) => ({
        name,
        open: () => openAriGateway(address, random),
      })),
    }),
  }
}

/** Opens the gateway of one address; it must be closed. */
export function openSmsGateway(
  address: GatewayAddress,
  random: RandomBytes,
  events: GatewayEvents,
): Gateway<SmsMessage, SmsOutcome> {
  switch (address.protocol) {
    case 'smpp':
      return openSmppGateway({ address, random, events })
    case 'eskiz':
      return openEskizGateway(address)
    case 'playmobile':
      return openPlaymobileGateway(address, random)
    case 'ari':
    case 'atmos':
      throw new Error('this gateway sends no SMS')
  }
}

/** Parses an address of the settings, which was validated before. */
export function addressOf(text: string, among: readonly string[]): GatewayAddress {
  const read = readGatewayAddress(text, among)
  invariant(read.kind === 'read', `a gateway's address ${read.kind === 'wrong' ? read.problem : ''}`)
  return read.address
}

/** By protocol, the second of a kind as `smpp-2`. */
function named(addresses: readonly GatewayAddress[]) {
  const seen = new Map<string, number>()
  return addresses.map((address) => {
    const count = (seen.get(address.protocol) ?? 0) + 1
    seen.set(address.protocol, count)
    return { address, name: count === 1 ? address.protocol : `${address.protocol}-${count}` }
  })
}

function countMessages({ registry, gaugeByLabel }: Metrics, lines: () => Lines): FailoverEvents {
  const attempts = new Counter({
    name: 'ekran_message_attempts_total',
    help: 'Messages offered to a gateway, by what it answered',
    labelNames: ['gateway', 'outcome'],
    registers: [registry],
  })
  const receipts = new Counter({
    name: 'ekran_message_receipts_total',
    help: 'Delivery receipts, by what became of the message',
    labelNames: ['gateway', 'state'],
    registers: [registry],
  })
  const byGateway = (read: (state: { failuresInRow: number; isAside: boolean }) => number) => () =>
    Object.fromEntries(
      [...lines().sms.states(), ...lines().voice.states()].map((state) => [state.name, read(state)]),
    )
  gaugeByLabel(
    'ekran_message_gateway_failures_in_row',
    'Failures of a message gateway since its last success',
    'gateway',
    byGateway(({ failuresInRow }) => failuresInRow),
  )
  gaugeByLabel(
    'ekran_message_gateway_up',
    '1 while a message gateway is used, 0 while it is put aside',
    'gateway',
    byGateway(({ isAside }) => (isAside ? 0 : 1)),
  )
  return {
    attempted: (gateway, outcome) => attempts.inc({ gateway, outcome }),
    receipt: (gateway, state) => receipts.inc({ gateway, state }),
  }
}
