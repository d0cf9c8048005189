/** Sends what is due to one service. */
import { deleteGone } from './devices.ts'
import {
  deleteDelivery,
  deliverWithinMs,
  findDue,
  postponeDelivery,
  type Delivery,
} from './delivery-queue.ts'
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
  /** For the metrics: once for each attempt, and for each delivery that is dropped. */
  counted(outcome: DeliveryOutcome): void
}

/** `dropped`: too old, or its account is blocked. */
export type DeliveryOutcome = PushOutcome['kind'] | 'dropped'

const rowsAtOnce = 200
const maxBatches = 5000
/** Messages in flight; a service that failed gets one until it accepts it. */
const width = 20
const messageLimitMs = 10_000

/**
 * Sends due deliveries until none is left, the service fails, or `signal` fires. Only one call per service may run, in
 * all processes: the job queue ensures that. Returns how many had which outcome. May be killed anywhere: what was sent
 * but not yet deleted is sent again, and replaces the first one on the device.
 */
export async function deliverDue(
  deps: DeliverDeps,
  signal: AbortSignal,
): Promise<Readonly<Record<DeliveryOutcome, number>>> {
  const { db, clock, state } = deps
  const outcomes = { sent: 0, gone: 0, refused: 0, throttled: 0, down: 0, wrong_key: 0, dropped: 0 }
  const isOver = () => signal.aborted || state.isPaused
  for (let batch = 0; batch < maxBatches && !isOver(); batch += 1) {
    const limit = state.isProven ? rowsAtOnce : 1
    const due = await findDue(db, { service: deps.service.name, nowMs: clock.nowMs(), limit })
    if (due.length === 0) break
    const rows = due.values()
    const work = async () => {
      for (const row of rows) {
        if (isOver()) return
        const outcome = await deliverOne(deps, row, signal)
        if (outcome === undefined) continue
        outcomes[outcome] += 1
        deps.counted(outcome)
      }
    }
    await Promise.all(Array.from({ length: Math.min(width, due.length) }, work))
  }
  return outcomes
}

/** Undefined: it was interrupted and stays due. */
async function deliverOne(
  deps: DeliverDeps,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome | undefined> {
  const { db, clock, log, service, state } = deps
  const expiresAtMs = delivery.createdAtMs + deliverWithinMs
  if (!delivery.isAllowed || expiresAtMs <= clock.nowMs()) {
    await deleteDelivery(db, delivery)
    return 'dropped'
  }
  const { notificationId, deviceId, token, title, body, href } = delivery
  const message = { notificationId, token, title, body, href, expiresAtMs }
  const outcome = await send(deps, message, signal)
  if (isServiceFailure(outcome)) {
    if (signal.aborted) return undefined
    state.failed(outcome)
    await postponeDelivery(db, delivery, clock.nowMs() + retryAfterMs(delivery.attempts, outcome))
    return outcome.kind
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
  return settled.kind
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
