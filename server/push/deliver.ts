/** Sends what is due to one service. */
import { deleteGone } from './devices.ts'
import {
  deferDeliveries,
  deleteDelivery,
  type DeliveryLimit,
  findDue,
  postponeDelivery,
  type Delivery,
} from './delivery-queue.ts'
import { type HostLanes, width } from './host-lanes.ts'
import { retryAfterMs } from './rules.ts'
import type { ServiceState } from './service-state.ts'
import { isServiceFailure, type PushOutcome, type PushService } from './services/push-service.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface DeliverDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly service: PushService
  readonly state: ServiceState
  readonly lanes: HostLanes
  /** Whether what a page of the site is about is hidden from profiles with this limit. */
  isHidden(limit: DeliveryLimit, href: string): boolean
  /** For the metrics: once for each attempt, and for each delivery that is dropped. */
  counted(outcome: DeliveryOutcome): void
}

/** `dropped`: too old, its account is blocked, or what it is about is hidden from the profile of the device. */
export type DeliveryOutcome = PushOutcome['kind'] | 'dropped'

const rowsAtOnce = 200
/** Read ahead, where the first ones are for services without room. */
const maxWaiting = 2000
const maxReads = 5000
const messageLimitMs = 10_000

type Outcomes = Record<DeliveryOutcome, number>

/**
 * Sends due deliveries until none is left, the service fails, or `signal` fires. Only one call per service may run, in
 * all processes: the job queue ensures that. Returns how many had which outcome. May be killed anywhere: what was sent
 * but not yet deleted is sent again, and replaces the first one on the device.
 */
export async function deliverDue(deps: DeliverDeps, signal: AbortSignal): Promise<Readonly<Outcomes>> {
  const { clock, state, lanes } = deps
  const outcomes = { sent: 0, gone: 0, refused: 0, throttled: 0, down: 0, wrong_key: 0, dropped: 0 }
  const isOver = () => signal.aborted || state.isPaused
  const queue: Queue = { waiting: [], running: new Map(), isAll: false, reads: 0 }
  const start = (row: Delivery) => {
    const host = hostOf(deps, row)
    if (host !== undefined) lanes.began(host)
    const work = deliverOne(deps, row, signal)
      .then(({ outcome, isInTime }) => {
        if (host !== undefined) lanes.ended(host, { isInTime, nowMs: clock.nowMs() })
        if (outcome === undefined) return
        outcomes[outcome] += 1
        deps.counted(outcome)
      })
      .finally(() => queue.running.delete(keyOf(row)))
    queue.running.set(keyOf(row), work)
  }
  try {
    while (!isOver()) {
      const row = await nextRow(deps, queue)
      if (row !== undefined) start(row)
      else if (queue.running.size > 0) await Promise.race(queue.running.values())
      else break
    }
  } finally {
    // What was begun ends within its time.
    await Promise.all(queue.running.values())
  }
  return outcomes
}

interface Queue {
  waiting: Delivery[]
  readonly running: Map<string, Promise<void>>
  /** Nothing else is due. */
  isAll: boolean
  reads: number
}

function keyOf({ notificationId, deviceId }: Delivery): string {
  return `${notificationId} ${deviceId}`
}

/** Undefined: the one that all devices have. */
function hostOf({ service }: Pick<DeliverDeps, 'service'>, { token }: Delivery): string | undefined {
  return service.hostOf?.(token)
}

/** The first one whose service may get it now; undefined: none. */
async function nextRow(deps: DeliverDeps, queue: Queue): Promise<Delivery | undefined> {
  for (;;) {
    const row = await takeFirst(deps, queue)
    if (row !== undefined) return row
    const isIdle = queue.running.size === 0
    // A service that failed gets one message until it accepts it.
    if (!deps.state.isProven && !isIdle) return undefined
    // What was queued meanwhile is looked for at the end.
    const isRead = queue.isAll ? !isIdle : queue.waiting.length >= maxWaiting
    if (isRead || queue.reads >= maxReads) return undefined
    if (!(await readMore(deps, queue)) && isIdle) return undefined
  }
}

async function takeFirst({ db, clock, ...deps }: DeliverDeps, queue: Queue): Promise<Delivery | undefined> {
  const { lanes, state, service } = deps
  if (!state.isProven && queue.running.size > 0) return undefined
  const late = new Map<number, Delivery[]>()
  let first: Delivery | undefined
  queue.waiting = queue.waiting.filter((row) => {
    const host = hostOf({ service }, row)
    const untilMs = host === undefined ? 0 : lanes.pausedUntilMs(host)
    if (untilMs > clock.nowMs()) {
      late.set(untilMs, [...(late.get(untilMs) ?? []), row])
      return false
    }
    const hasRoom = host === undefined ? queue.running.size < width : lanes.hasRoom(host)
    if (first !== undefined || !hasRoom) return true
    first = row
    return false
  })
  for (const [untilMs, rows] of late) await deferDeliveries(db, rows, untilMs)
  return first
}

/** Reads what is due behind what was read; false when there is nothing else. */
async function readMore({ db, clock, service, state }: DeliverDeps, queue: Queue): Promise<boolean> {
  const inHand = new Set([...queue.waiting.map(keyOf), ...queue.running.keys()])
  const limit = inHand.size + (state.isProven ? rowsAtOnce : 1)
  const due = await findDue(db, { service: service.name, nowMs: clock.nowMs(), limit })
  queue.reads += 1
  const more = due.filter((row) => !inHand.has(keyOf(row)))
  queue.waiting.push(...more)
  queue.isAll = due.length < limit
  return more.length > 0
}

interface Delivered {
  /** Undefined: it was interrupted and stays due. */
  readonly outcome: DeliveryOutcome | undefined
  /** The service answered, whatever it said. */
  readonly isInTime: boolean
}

async function deliverOne(deps: DeliverDeps, delivery: Delivery, signal: AbortSignal): Promise<Delivered> {
  const { db, clock, log, service, state } = deps
  const { notificationId, deviceId, token, title, body, href, expiresAtMs } = delivery
  const { limit } = delivery
  // Decided now: the title, the limit or the profile may have changed since it was queued.
  const isHidden = limit !== null && href !== '' && deps.isHidden(limit, href)
  if (isHidden || !delivery.isAllowed || expiresAtMs <= clock.nowMs()) {
    await deleteDelivery(db, delivery)
    return { outcome: 'dropped', isInTime: true }
  }
  const message = { notificationId, token, title, body, href, expiresAtMs }
  const outcome = await send(deps, message, signal)
  if (isServiceFailure(outcome)) {
    if (signal.aborted) return { outcome: undefined, isInTime: true }
    if (service.hostOf === undefined) state.failed(outcome)
    await postponeDelivery(db, delivery, clock.nowMs() + retryAfterMs(delivery.attempts, outcome))
    return { outcome: outcome.kind, isInTime: outcome.kind !== 'down' || outcome.reason !== 'timeout' }
  }
  state.worked()
  const settled = withoutDoubt(outcome, state)
  const about = { service: service.name, notificationId, device: deviceId }
  if (settled.kind === 'sent') {
    state.accepted()
    log.debug('push.message_sent', about)
  } else if (settled.kind === 'refused')
    log.warn('push.message_refused', { ...about, reason: settled.reason })
  else if (await deleteGone(db, { deviceId, token, sinceMs: settled.sinceMs }))
    log.info('push.device_gone', { service: service.name, device: deviceId, reason: settled.reason })
  await deleteDelivery(db, delivery)
  return { outcome: settled.kind, isInTime: true }
}

/** Devices are not deleted by a service that is perhaps set up for another environment. */
function withoutDoubt<Outcome extends PushOutcome>(
  outcome: Outcome,
  state: ServiceState,
): Outcome | { kind: 'refused'; reason: string } {
  const isUnproven = outcome.kind === 'gone' && outcome.isDoubtful === true && !state.hasAccepted
  return isUnproven ? { kind: 'refused', reason: outcome.reason } : outcome
}

/** One attempt, which settles within its time whatever the service does. */
async function send(
  { log, service }: DeliverDeps,
  message: Parameters<PushService['send']>[0],
  signal: AbortSignal,
): Promise<PushOutcome> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(messageLimitMs)])
  const late = new Promise<PushOutcome>((resolve) => {
    limit.addEventListener('abort', () => resolve({ kind: 'down', reason: 'timeout' }), { once: true })
  })
  try {
    return await Promise.race([service.send(message, limit), late])
  } catch (error) {
    log.error('push.service_failed', { service: service.name, error })
    return { kind: 'down', reason: 'broke' }
  }
}
