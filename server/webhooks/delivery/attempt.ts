/** One attempt to deliver an event, and what becomes of the delivery. */
import { type Kysely, sql } from 'kysely'
import { postJson, postProblem } from '#server/alarms/alarms.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Seal } from '#server/platform/installation/seal.ts'
import type { Log } from '#server/platform/log/log.ts'
import { withoutSecrets } from '#server/platform/log/redact.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { isAllowedInside } from './address-rules.ts'
import { goneStatus, mustDisable, pauseAfter } from './retry-rules.ts'
import { signedHeaders } from './signature.ts'

export interface DeliveryTools {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly audit: Pick<Audit, 'record'>
  readonly seal: Pick<Seal, 'open'>
  /** Hosts inside the network that may be called, with their port where it is no usual one. */
  readonly insideHosts: () => readonly string[]
}

const timeoutMs = 10_000
/** So much of a response is stored. */
const maxResponse = 2000

/** The body of an event as receivers get it, the same at each attempt. */
export function bodyOf(event: {
  readonly public_id: string
  readonly type: string
  readonly happened_at: Date
  readonly data: Readonly<Record<string, unknown>>
}): string {
  const { public_id: id, type, happened_at: happened, data } = event
  return JSON.stringify({ id, type, timestamp: happened.toISOString(), data })
}

function findDelivery(db: Kysely<Database>, deliveryId: number) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.webhook_id', 'webhook_delivery.webhook_id')
    .innerJoin('outside_event', 'outside_event.event_id', 'webhook_delivery.event_id')
    .select(['webhook.webhook_id', 'webhook.name', 'address', 'secret_sealed', 'former_secret_sealed'])
    .select(['former_until', 'failing_since', 'attempts', 'public_id', 'type', 'happened_at', 'data'])
    .where('delivery_id', '=', deliveryId)
    .where('webhook_delivery.state', '=', 'waiting')
    .executeTakeFirst()
}

type DueDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

interface Answered {
  /** 0 without a response. */
  readonly status: number
  /** '' for a success. */
  readonly problem: string
  readonly response: string
}

/** Sends a delivery once, stores what came of it, and returns whether it was delivered. Throws only for a lost database. */
export async function attempt(
  tools: DeliveryTools,
  deliveryId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db, clock } = tools
  const due = await findDelivery(db, deliveryId)
  if (due === undefined) return false
  const beganMs = clock.nowMs()
  const answered = await send(tools, due, beganMs, signal)
  // The process stops: the attempt does not count, and another process takes it up.
  if (signal?.aborted === true && answered.status === 0) return false
  const nowMs = clock.nowMs()
  const isDelivered = answered.problem === ''
  const pause = isDelivered ? undefined : pauseAfter(due.attempts + 1)
  const settled = pause === undefined ? new Date(nowMs) : null
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('webhook_attempt')
      .values({
        ...{ delivery_id: deliveryId, made_at: new Date(beganMs), took_ms: Math.max(0, nowMs - beganMs) },
        ...answered,
      })
      .execute()
    await trx
      .updateTable('webhook_delivery')
      .set({
        attempts: sql`attempts + 1`,
        state: isDelivered ? 'delivered' : pause === undefined ? 'failed' : 'waiting',
        ...(pause === undefined ? {} : { next_at: new Date(nowMs + pause) }),
        ...{ claimed_until: null, settled_at: settled },
      })
      .where('delivery_id', '=', deliveryId)
      .execute()
    // Only when it changes: thousands of deliveries would rewrite the same row.
    await trx
      .updateTable('webhook')
      .set({ failing_since: isDelivered ? null : new Date(beganMs) })
      .where('webhook_id', '=', due.webhook_id)
      .where('failing_since', isDelivered ? 'is not' : 'is', null)
      .execute()
  })
  const sinceMs = due.failing_since?.getTime() ?? beganMs
  if (!isDelivered && mustDisable(sinceMs, nowMs, answered.status)) await disable(tools, due, answered, nowMs)
  return isDelivered
}

async function send(
  { seal, insideHosts }: DeliveryTools,
  due: DueDelivery,
  atMs: number,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const secrets = secretsOf(seal, due, atMs)
  if (secrets === undefined)
    return { status: 0, problem: 'its secret cannot be read with these keys: replace it', response: '' }
  const { address: url, public_id: id } = due
  const body = bodyOf(due)
  const headers = signedHeaders({ id, atMs, body, secrets })
  const allowLocal = isAllowedInside(url, insideHosts())
  const response = await postJson({ url, body, headers, allowLocal, timeoutMs }, signal)
  if (response.kind === 'failed') return { status: 0, problem: postProblem(response.reason), response: '' }
  const { status } = response
  const text = withoutSecrets(response.text.slice(0, maxResponse)).replaceAll('\0', '').toWellFormed()
  const isDone = status >= 200 && status < 300
  const problem = isDone
    ? ''
    : status >= 300 && status < 400
      ? 'redirects are not followed'
      : `status ${status}`
  return { status, problem, response: text }
}

/** The secrets that sign now; undefined when they cannot be read. */
function secretsOf(
  seal: Pick<Seal, 'open'>,
  { secret_sealed: sealed, former_secret_sealed: former, former_until: until }: DueDelivery,
  atMs: number,
): readonly string[] | undefined {
  try {
    const isFormerUsed = former !== null && until !== null && until.getTime() > atMs
    return [seal.open(sealed), ...(isFormerUsed ? [seal.open(former)] : [])]
  } catch {
    return undefined
  }
}

/** Switches a webhook off, says so in the log and the audit; the console shows it. */
async function disable(
  { db, log, audit }: DeliveryTools,
  { webhook_id: webhookId, name }: DueDelivery,
  { status, problem }: Answered,
  nowMs: number,
): Promise<void> {
  const changed = await db
    .updateTable('webhook')
    .set({
      ...{ is_on: false, disabled_at: new Date(nowMs) },
      disabled_for: status === goneStatus ? 'gone' : 'failing',
    })
    .where('webhook_id', '=', webhookId)
    .where('is_on', '=', true)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return
  log.warn('webhooks.disabled', { webhookId, name, reason: problem })
  const change = {
    ...{ section: 'settings', subject: `webhook ${webhookId}` },
    ...{ before: { name, on: true }, after: { name, on: false, problem } },
  }
  await audit.record({ event: 'webhook_disabled', actor: 'system', change })
}
