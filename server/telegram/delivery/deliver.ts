/** Sends the notifications that are due to Telegram. */
import type { Api } from 'grammy'
import { type CallOutcome, outcomeOf } from '#server/telegram/api/bot-client.ts'
import { setBlocked } from '#server/telegram/link/links.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { deleteDelivery, type Delivery, findDue, markSending, postponeDelivery } from './delivery-queue.ts'
import { noticeMessage } from './notice-message.ts'
import type { Pace } from './pace.ts'
import { retryAfterMs, spacingMs } from './rules.ts'

export interface DeliverDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly api: Pick<Api, 'sendMessage'>
  readonly pace: Pace
  /** The site's address without a closing slash; undefined where buttons cannot lead to it. */
  readonly site: string | undefined
}

/**
 * `dropped`: too old, or nothing may be sent. `repeated`: an attempt before this had no outcome. `skipped`: the link or
 * the delivery changed since it was read.
 */
export type DeliveryOutcome = CallOutcome['kind'] | 'dropped' | 'repeated' | 'skipped'

const rowsAtOnce = 100
const maxBatches = 5000

/**
 * Sends due deliveries one after the other until none is left, Telegram fails, or `signal` fires. Only one call may run,
 * in all processes: the job queue ensures that. Returns how many had which outcome.
 */
export async function deliverDue(
  deps: DeliverDeps,
  signal: AbortSignal,
): Promise<Readonly<Partial<Record<DeliveryOutcome, number>>>> {
  const { db, clock, pace } = deps
  const outcomes: Partial<Record<DeliveryOutcome, number>> = {}
  const isOver = () => signal.aborted || pace.isPaused
  for (let batch = 0; batch < maxBatches && !isOver(); batch += 1) {
    const due = await findDue(db, clock.nowMs(), pace.isProven ? rowsAtOnce : 1)
    if (due.length === 0) break
    for (const delivery of due) {
      if (isOver()) break
      const outcome = await deliverOne(deps, delivery)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (outcome === 'sent') await new Promise((resolve) => setTimeout(resolve, spacingMs))
    }
  }
  return outcomes
}

async function deliverOne(deps: DeliverDeps, delivery: Delivery): Promise<DeliveryOutcome> {
  const { db, clock, log, pace } = deps
  const isOld = delivery.expiresAtMs <= clock.nowMs()
  if (!delivery.isAllowed || isOld || delivery.isUnclear) {
    await deleteDelivery(db, delivery)
    return delivery.isUnclear ? 'repeated' : 'dropped'
  }
  // It is looked up again by the next batch, if it is still there.
  if (!(await markSending(db, delivery, clock.nowMs()))) return 'skipped'
  const outcome = await send(deps, delivery)
  const { notificationId } = delivery
  switch (outcome.kind) {
    case 'throttled':
    case 'down':
    case 'wrong_token':
      pace.failed(outcome)
      await postponeDelivery(db, delivery, clock.nowMs() + retryAfterMs(delivery.attempts, outcome))
      return outcome.kind
    case 'sent':
      log.debug('telegram.message_sent', { notificationId })
      break
    case 'blocked':
      await setBlocked(db, delivery.userId, clock.nowMs())
      log.info('telegram.blocked_by_person', { notificationId })
      break
    case 'refused':
    case 'unclear':
      log.warn('telegram.message_not_confirmed', { notificationId, reason: outcome.reason })
      break
  }
  if (outcome.kind !== 'unclear') pace.worked()
  await deleteDelivery(db, delivery)
  return outcome.kind
}

async function send(
  { api, site, log }: DeliverDeps,
  { userId, ...delivery }: Delivery,
): Promise<CallOutcome> {
  const { text, keyboard } = noticeMessage(delivery, site)
  try {
    await api.sendMessage(userId, text, {
      reply_markup: keyboard,
      link_preview_options: { is_disabled: true },
    })
    return { kind: 'sent' }
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome !== undefined) return outcome
    log.error('telegram.call_failed', { error })
    return { kind: 'unclear', reason: 'broke' }
  }
}
