/** Which gateways are in use and which are paused, and for how long. */
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Gateway, GatewayEvents, NotAccepted } from './gateway.ts'

const pauses = {
  throttled: { firstMs: 500, longestMs: 30_000 },
  down: { firstMs: 1000, longestMs: 60_000 },
  // Nothing changes until a person fixes it, there or here; it is checked once a minute.
  wrong_account: { firstMs: 60_000, longestMs: 60_000 },
}

export interface Member<Message, Outcome> {
  readonly name: string
  readonly gateway: Gateway<Message, Outcome>
  failuresInRow: number
  asideUntilMs: number
  lastKind: NotAccepted['kind'] | undefined
}

export interface GatewayToOpen<Message, Outcome> {
  readonly name: string
  open(events: GatewayEvents): Gateway<Message, Outcome>
}

export interface GatewayStates<Message, Outcome> {
  readonly members: readonly Member<Message, Outcome>[]
  isAside(member: Member<Message, Outcome>): boolean
  worked(member: Member<Message, Outcome>): void
  failed(member: Member<Message, Outcome>, why: NotAccepted): void
}

export function openGateways<Message, Outcome>(
  gateways: readonly GatewayToOpen<Message, Outcome>[],
  clock: Clock,
  log: Log,
  onReceipt: (gateway: string, state: string, messageId: string) => void,
): GatewayStates<Message, Outcome> {
  const members: Member<Message, Outcome>[] = []
  const isAside = (member: Member<Message, Outcome>) => member.asideUntilMs > clock.nowMs()
  const worked = (member: Member<Message, Outcome>) => {
    if (member.failuresInRow > 0) log.info('messages.gateway_recovered', { gateway: member.name })
    Object.assign(member, { failuresInRow: 0, asideUntilMs: 0, lastKind: undefined })
  }
  const failed = (member: Member<Message, Outcome>, { kind, reason }: NotAccepted) => {
    // A refused message says nothing about the gateway. Concurrent failures count once.
    if (kind === 'refused' || isAside(member)) return
    const { firstMs, longestMs } = pauses[kind]
    const pauseMs = Math.min(firstMs * 2 ** Math.min(member.failuresInRow, 16), longestMs)
    member.failuresInRow += 1
    member.asideUntilMs = clock.nowMs() + pauseMs
    member.lastKind = kind
    const facts = { gateway: member.name, reason, pauseMs, failuresInRow: member.failuresInRow }
    if (kind === 'wrong_account') log.error('messages.gateway_rejected_login', facts)
    else log.warn('messages.gateway_paused', facts)
    if (members.every((one) => isAside(one) && one.lastKind !== 'throttled'))
      log.error('messages.no_gateway', { gateways: members.map(({ name }) => name) })
  }
  for (const { name, open } of gateways) {
    const gateway = open({
      up: () => worked(member),
      down: (why) => failed(member, why),
      receipt: (state, messageId) => onReceipt(name, state, messageId),
    })
    const member = { name, gateway, failuresInRow: 0, asideUntilMs: 0, lastKind: undefined }
    members.push(member)
  }
  return { members, isAside, worked, failed }
}
