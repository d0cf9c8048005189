/** Starts what is due: a few attempts of each webhook at once, so that a slow receiver does not delay others. */
import { sql } from 'kysely'
import { placeEvents } from '#server/webhooks/events/place-events.ts'
import { attempt, type DeliveryTools } from './attempt.ts'

/** Attempts of one webhook at the same time, in one process: with 20 webhooks at most, 80 in all. */
const atOnce = 4
/** Longer than any attempt; after it another process may take a delivery up. */
const claimMs = 60_000
/** An earlier event of the account is waited for until it failed this often. */
const waitsForAttempts = 3

export interface Dispatcher {
  /** Places what is new and starts attempts; resolves once they have started. Returns how many. */
  start(): Promise<number>
  /** Resolves when no attempt is under way. */
  idle(): Promise<void>
}

/**
 * After a success the next delivery of the webhook is claimed at once; after a failure it waits for the next `start`,
 * so a receiver that is down gets few requests.
 */
export function createDispatcher(tools: DeliveryTools, signal?: AbortSignal): Dispatcher {
  const { db, clock, log } = tools
  const running = new Map<number, number>()
  const filling = new Map<number, Promise<number>>()
  const attempts = new Set<Promise<void>>()
  const run = async (webhookId: number, deliveryId: number) => {
    let isDelivered = false
    try {
      isDelivered = await attempt(tools, deliveryId, signal)
    } catch (error) {
      log.error('webhooks.attempt_failed', { error, webhookId, deliveryId })
    } finally {
      running.set(webhookId, (running.get(webhookId) ?? 1) - 1)
    }
    if (isDelivered && signal?.aborted !== true)
      await fill(webhookId).catch((error: unknown) =>
        log.error('webhooks.dispatch_failed', { error, webhookId }),
      )
  }
  const claimFree = async (webhookId: number) => {
    const free = atOnce - (running.get(webhookId) ?? 0)
    if (free <= 0) return 0
    const claimed = await claim(tools, webhookId, free)
    for (const deliveryId of claimed) {
      running.set(webhookId, (running.get(webhookId) ?? 0) + 1)
      const made = run(webhookId, deliveryId).finally(() => attempts.delete(made))
      attempts.add(made)
    }
    return claimed.length
  }
  // One claim of a webhook after another, or two would count the same free places.
  const fill = (webhookId: number): Promise<number> => {
    const before = filling.get(webhookId) ?? Promise.resolve(0)
    const filled = before.catch(() => 0).then(() => claimFree(webhookId))
    filling.set(webhookId, filled)
    return filled
  }
  return {
    start: async () => {
      await placeEvents(db, clock.nowMs())
      const webhooks = await db.selectFrom('webhook').select('webhook_id').where('is_on', '=', true).execute()
      let started = 0
      for (const { webhook_id: webhookId } of webhooks) started += await fill(webhookId)
      return started
    },
    idle: async () => {
      while (attempts.size > 0) await Promise.all(attempts)
    },
  }
}

/** Claims due deliveries of a webhook that is on, the earliest first, one of an account at a time. */
async function claim(
  { db, clock }: DeliveryTools,
  webhookId: number,
  limit: number,
): Promise<readonly number[]> {
  const now = new Date(clock.nowMs())
  const until = new Date(now.getTime() + claimMs)
  const { rows } = await sql<{ delivery_id: number }>`
    with due as (
      select delivery_id from webhook_delivery as delivery
      where webhook_id = ${webhookId} and state = 'waiting' and next_at <= ${now}
        and exists (select from webhook where webhook.webhook_id = ${webhookId} and is_on)
        and (claimed_until is null or claimed_until < ${now})
        and not exists (
          select from webhook_delivery as earlier
          where earlier.webhook_id = delivery.webhook_id and earlier.account_id = delivery.account_id
            and earlier.delivery_id < delivery.delivery_id and earlier.state = 'waiting'
            and (earlier.claimed_until >= ${now} or earlier.attempts < ${waitsForAttempts}))
      order by delivery_id limit ${limit}
      for update skip locked)
    update webhook_delivery as delivery set claimed_until = ${until}
    from due where delivery.delivery_id = due.delivery_id
    returning delivery.delivery_id`.execute(db)
  return rows.map(({ delivery_id: id }) => id).toSorted((a, b) => a - b)
}
