/** Webhooks in the console. */
import { consoleWebhooks as endpoints } from '#contract/console/webhooks.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { RecordIn } from '#server/audit/audit.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  listDeliveries,
  type ListedDelivery,
  listWebhooks,
  loadDelivery,
  queueTestEvent,
  removeWebhook,
  replayDelivery,
  replayFrom,
  rotateWebhookSecret,
  saveWebhook,
  type Webhook,
  type WebhookDeps,
} from '#server/webhooks/webhooks.ts'
import type { IntegrationDeps } from './key-endpoints.ts'

export interface WebhookEndpointDeps extends IntegrationDeps {
  readonly webhooks: Pick<WebhookDeps, 'seal' | 'insideHosts'>
}

export function webhookEndpoints(deps: WebhookEndpointDeps): readonly BoundEndpoint[] {
  const { db } = deps
  return bindConsole('consoleWebhooks', endpoints, {
    list: async () => respond({ webhooks: (await listWebhooks(db)).map(present) }),
    deliveries: async ({ webhook_id: webhookId, before, limit }) => {
      const all = await listDeliveries(db, { webhookId, before, limit: limit + 1 })
      const shown = all.slice(0, limit)
      const next = all.length > limit ? (shown.at(-1)?.deliveryId ?? 0) : 0
      return respond({ deliveries: shown.map(presentDelivery), next })
    },
    delivery: async ({ delivery_id: deliveryId }) => {
      const details = await loadDelivery(db, deliveryId)
      if (details === undefined) return reject('not_found')
      const { eventId, type, state, body, attempts } = details
      return respond({
        ...{ event_id: eventId, type, state, body },
        attempts: attempts.map(({ atMs, status, tookMs, problem, response }) => ({
          ...{ at: Math.floor(atMs / 1000), status, took_ms: tookMs, problem, response },
        })),
      })
    },
    ...editingHandlers(deps),
    ...sendingHandlers(deps),
  })
}

function editingHandlers(
  deps: WebhookEndpointDeps,
): ConsoleHandlers<typeof endpoints, 'save' | 'remove' | 'rotate'> {
  const { db, clock } = deps
  const tools = { ...deps, ...deps.webhooks }
  return {
    save: async ({ webhook_id: id, name, address, events, is_on: isOn }, call) => {
      const fields = { name, address, events: [...new Set(events)], isOn }
      const saved = await saveWebhook(tools, id, fields, {
        ...{ by: call.staff.name, nowMs: clock.nowMs() },
        record: entry(deps, call, ({ webhookId, before }) => ({
          ...{ event: 'webhook_saved', webhookId, after: { ...fields } },
          before: before === undefined ? undefined : auditFields(before),
        })),
      })
      switch (saved.kind) {
        case 'full':
          return reject('integrations_full', { values: { max: saved.max } })
        case 'wrong_address':
          return reject('webhook_address')
        case 'not_found':
          return reject('not_found')
        case 'saved':
          break
      }
      return respond({ webhook_id: saved.webhookId, secret: saved.secret })
    },
    remove: async ({ webhook_id: webhookId }, call) => {
      const name = await removeWebhook(
        db,
        webhookId,
        clock.nowMs(),
        entry(deps, call, (before) => ({ event: 'webhook_removed', webhookId, before: { ...before } })),
      )
      if (name === undefined) return reject('not_found')
      return respond({ name })
    },
    rotate: async ({ webhook_id: webhookId }, call) => {
      const untilOf = (ms: number) => Math.floor(ms / 1000)
      const rotated = await rotateWebhookSecret(
        tools,
        webhookId,
        clock.nowMs(),
        entry(deps, call, ({ formerUntilMs }) => ({
          ...{ event: 'webhook_rotated', webhookId, after: { former_until: untilOf(formerUntilMs) } },
        })),
      )
      if (rotated === undefined) return reject('not_found')
      return respond({ secret: rotated.secret, former_until: untilOf(rotated.formerUntilMs) })
    },
  }
}

function sendingHandlers(
  deps: WebhookEndpointDeps,
): ConsoleHandlers<typeof endpoints, 'test' | 'replay' | 'replayFrom'> {
  const { db, clock } = deps
  return {
    test: async ({ webhook_id: webhookId }) => {
      const deliveryId = await queueTestEvent(db, webhookId, clock.nowMs())
      return deliveryId === undefined ? reject('not_found') : respond({ delivery_id: deliveryId })
    },
    replay: async ({ delivery_id: deliveryId }, call) => {
      const details = await loadDelivery(db, deliveryId)
      const made = details === undefined ? undefined : await replayDelivery(db, deliveryId, clock.nowMs())
      if (details === undefined || made === undefined) return reject('not_found')
      const { webhookId, eventId } = details
      await record(deps, call, { event: 'webhook_replayed', webhookId, after: { event: eventId } })
      return respond({ delivery_id: made })
    },
    replayFrom: async ({ webhook_id: webhookId, from }, call) => {
      if (!(await listWebhooks(db)).some((one) => one.webhookId === webhookId)) return reject('not_found')
      const count = await replayFrom(db, { webhookId, fromMs: from * 1000, nowMs: clock.nowMs() })
      await record(deps, call, { event: 'webhook_replayed', webhookId, after: { from, count } })
      return respond({ count })
    },
  }
}

function present(webhook: Webhook) {
  const { webhookId, name, address, events, isOn, createdMs, createdBy } = webhook
  return {
    ...{ webhook_id: webhookId, name, address, events: [...events], is_on: isOn },
    ...{ created_at: Math.floor(createdMs / 1000), created_by: createdBy },
    failing_since: secondsOf(webhook.failingSinceMs),
    ...{ disabled_at: secondsOf(webhook.disabledMs), disabled_for: webhook.disabledFor },
    former_until: secondsOf(webhook.formerUntilMs),
  }
}

function presentDelivery(one: ListedDelivery) {
  return {
    ...{ delivery_id: one.deliveryId, type: one.type, account_id: one.accountId, state: one.state },
    ...{ attempts: one.attempts, created_at: Math.floor(one.createdMs / 1000) },
    ...{ next_at: secondsOf(one.nextMs), is_replay: one.isReplay, problem: one.problem },
  }
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000)
}

function auditFields({ name, address, events, isOn }: Webhook): Readonly<Record<string, unknown>> {
  return { name, address, events, isOn }
}

interface Recorded {
  readonly event: string
  readonly webhookId: number
  readonly before?: Readonly<Record<string, unknown>> | undefined
  readonly after?: Readonly<Record<string, unknown>>
}

function changeOf({ webhookId, before, after }: Recorded, { staff }: ConsoleCall) {
  const by = { staffId: staff.staffId, name: staff.name }
  return { staff: by, section: 'settings', subject: `webhook ${webhookId}`, before, after }
}

/** The entry of an act on a webhook, in its transaction. */
function entry<Done>(
  { audit }: WebhookEndpointDeps,
  call: ConsoleCall,
  entryOf: (done: Done) => Recorded,
): RecordIn<Done> {
  return (trx, done) => {
    const one = entryOf(done)
    const { clientAddress: address } = call
    return audit.recordIn(trx, { event: one.event, actor: 'staff', address, change: changeOf(one, call) })
  }
}

/** The same for events that were only sent again. */
async function record({ audit }: WebhookEndpointDeps, call: ConsoleCall, one: Recorded): Promise<void> {
  const { clientAddress: address } = call
  await audit.record({ event: one.event, actor: 'staff', address, change: changeOf(one, call) })
}
