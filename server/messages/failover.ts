/** Several gateways in order of preference as one: a failing one is paused, longer each time, and tried again. */
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { NotAccepted } from './gateway.ts'
import { openGateways, type GatewayStates, type GatewayToOpen, type Member } from './gateway-states.ts'

export interface Limits {
  /** For one attempt at one gateway. */
  readonly gatewayMs: number
  /** For one message, with all its attempts. */
  readonly allMs: number
}

export interface FailoverEvents {
  attempted(gateway: string, outcome: string): void
  receipt(gateway: string, state: string, messageId: string): void
}

export interface FailoverOptions<Message, Outcome> {
  readonly gateways: readonly GatewayToOpen<Message, Outcome>[]
  readonly clock: Clock
  readonly log: Log
  readonly limits: Limits
  readonly events: FailoverEvents
}

export interface GatewayState {
  readonly name: string
  readonly failuresInRow: number
  readonly isAside: boolean
}

type Accepted<Outcome> = Exclude<Outcome, NotAccepted> & { readonly via: string }
type Failed = { readonly kind: 'failed' } & Pick<NotAccepted, 'reason' | 'mayHaveArrived'>

export interface Failover<Message, Outcome> {
  /** At least one gateway is not known to be down; one that only throttles counts. */
  readonly isUsable: boolean
  states(): readonly GatewayState[]
  /** The reason of a failure is the last gateway's; `mayHaveArrived` says it of any of them. */
  send(message: Message): Promise<Accepted<Outcome> | Failed>
  close(): Promise<void>
}

/** The maximum attempts of a message, the same gateway included. */
const maxOffers = 8

export function createFailover<Message, Outcome extends { readonly kind: string }>(
  options: FailoverOptions<Message, Outcome>,
): Failover<Message, Outcome> {
  const { clock, log, limits, events } = options
  const states = openGateways(options.gateways, clock, log, events.receipt)
  const { members, isAside } = states
  return {
    get isUsable() {
      return members.some((member) => !isAside(member) || member.lastKind === 'throttled')
    },
    states: () =>
      members.map((member) => ({
        name: member.name,
        failuresInRow: member.failuresInRow,
        isAside: isAside(member),
      })),
    send: async (message) => {
      const all = AbortSignal.timeout(limits.allMs)
      const refusedBy = new Set<string>()
      let reason = 'all_down'
      let arrival: Pick<NotAccepted, 'mayHaveArrived'> = {}
      for (let offer = 0; offer < maxOffers && !all.aborted; offer += 1) {
        const member = nextOf(states, refusedBy)
        if (member === undefined) {
          const waitMs = throttleEndMs(states, refusedBy) - clock.nowMs()
          if (waitMs >= limits.allMs) break
          await pause(Math.max(waitMs, 1), all)
          continue
        }
        const outcome = await offerTo(member, message, all, limits.gatewayMs, log)
        events.attempted(member.name, outcome.kind)
        if (!isNotAccepted(outcome)) {
          states.worked(member)
          return { ...outcome, via: member.name }
        }
        reason = outcome.reason
        if (outcome.mayHaveArrived === true) arrival = { mayHaveArrived: true }
        if (outcome.kind === 'refused') refusedBy.add(member.name)
        states.failed(member, outcome)
      }
      return { kind: 'failed', reason, ...arrival }
    },
    close: async () => {
      await Promise.all(members.map((member) => member.gateway.close()))
    },
  }
}

/** The next gateway for a message: those without a failure first, in the given order. */
function nextOf<Message, Outcome>(
  { members, isAside }: GatewayStates<Message, Outcome>,
  refusedBy: ReadonlySet<string>,
): Member<Message, Outcome> | undefined {
  return members
    .filter((member) => !isAside(member) && !refusedBy.has(member.name))
    .toSorted((a, b) => Number(a.failuresInRow > 0) - Number(b.failuresInRow > 0))[0]
}

/** When the first throttled gateway can be used again; never, when there is none. */
function throttleEndMs<Message, Outcome>(
  { members }: GatewayStates<Message, Outcome>,
  refusedBy: ReadonlySet<string>,
): number {
  const throttled = members.filter(({ name, lastKind }) => lastKind === 'throttled' && !refusedBy.has(name))
  return Math.min(...throttled.map(({ asideUntilMs }) => asideUntilMs))
}

/** One attempt, which settles within its time whatever the gateway does. */
async function offerTo<Message, Outcome>(
  { name, gateway }: Member<Message, Outcome>,
  message: Message,
  all: AbortSignal,
  limitMs: number,
  log: Log,
): Promise<Outcome | NotAccepted> {
  const limit = AbortSignal.any([all, AbortSignal.timeout(limitMs)])
  const late = new Promise<NotAccepted>((resolve) => {
    limit.addEventListener('abort', () => resolve(unknown('timeout')), { once: true })
  })
  try {
    return await Promise.race([gateway.send(message, limit), late])
  } catch (error) {
    log.error('messages.gateway_failed', { gateway: name, error })
    return unknown('broke')
  }
}

/** It may have had the message by then. */
function unknown(reason: string): NotAccepted {
  return { kind: 'down', reason, mayHaveArrived: true }
}

function isNotAccepted<Outcome extends { readonly kind: string }>(
  outcome: Outcome | NotAccepted,
): outcome is NotAccepted {
  return ['refused', 'throttled', 'down', 'wrong_account'].includes(outcome.kind)
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
