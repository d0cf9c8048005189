/** Webhooks: where events go, how their delivery went, and sending them again. */
import * as z from 'zod/mini'
import { httpAddress, id, limit, text, unixSec, whole } from '#contract/form/fields.ts'
import { outsideEventTypes } from '#contract/form/outside-events.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'settings', level: 'view' } as const
const act = { section: 'settings', level: 'act' } as const
const largestDelivery = 999_999_999_999_999

const Webhook = z.object({
  webhook_id: z.int(),
  name: z.string(),
  address: z.string(),
  events: z.array(z.enum(outsideEventTypes)),
  is_on: z.boolean(),
  /** Unix seconds, as all times here. */
  created_at: z.int(),
  created_by: z.string(),
  /** Since when every attempt fails; null: it does not. */
  failing_since: z.nullable(z.int()),
  /** When it was switched off because of that. */
  disabled_at: z.nullable(z.int()),
  /** Why: it failed for days, or its receiver said with 410 that it is gone. */
  disabled_for: z.nullable(z.enum(['failing', 'gone'])),
  /** Until when the secret before the last replacement signs too. */
  former_until: z.nullable(z.int()),
})

const deliveryStates = ['waiting', 'delivered', 'failed'] as const

const Delivery = z.object({
  delivery_id: z.int(),
  /** `webhook.test` for a test. */
  type: z.string(),
  /** Null for a test. */
  account_id: z.nullable(z.int()),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  created_at: z.int(),
  /** When it is tried next; null once it is settled. */
  next_at: z.nullable(z.int()),
  is_replay: z.boolean(),
  /** Of the last attempt, in English; '' without one. */
  problem: z.string(),
})

export const consoleWebhooks = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/webhooks',
    permission: view,
    summary: 'All webhooks; never a secret',
    input: z.object({}),
    output: z.object({ webhooks: z.array(Webhook) }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/webhooks/save',
    permission: act,
    stepUp: true,
    summary: 'Makes a webhook and returns its secret, now and never again; or changes one',
    input: z.object({
      /** Null for a new one. */
      webhook_id: z.nullable(id()),
      name: text(80, 1),
      address: httpAddress(),
      events: z.array(z.enum(outsideEventTypes)).check(z.minLength(1), z.maxLength(outsideEventTypes.length)),
      is_on: z.boolean(),
    }),
    output: z.object({
      webhook_id: z.int(),
      /** '' for one that was changed. */
      secret: z.string(),
    }),
    failures: ['integrations_full', 'webhook_address', 'not_found'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/webhooks/remove',
    permission: act,
    summary: 'Deletes a webhook with its log',
    input: z.object({ webhook_id: id() }),
    output: z.object({ name: z.string() }),
    failures: ['not_found'],
  }),
  rotate: consoleEndpoint({
    method: 'POST',
    path: '/webhooks/rotate',
    permission: act,
    stepUp: true,
    summary: 'Replaces the secret; the former one signs beside it for a day',
    input: z.object({ webhook_id: id() }),
    output: z.object({ secret: z.string(), former_until: z.int() }),
    failures: ['not_found'],
  }),
  test: consoleEndpoint({
    method: 'POST',
    path: '/webhooks/test',
    permission: act,
    summary: 'Sends a test event to a webhook',
    input: z.object({ webhook_id: id() }),
    output: z.object({ delivery_id: z.int() }),
    failures: ['not_found'],
  }),
  deliveries: consoleEndpoint({
    method: 'GET',
    path: '/webhooks/deliveries',
    permission: view,
    summary: 'The deliveries of a webhook in the last 30 days, the newest first',
    input: z.object({
      webhook_id: id(),
      /** Those before this one; 0: from the newest on. */
      before: z._default(whole(0, largestDelivery), 0),
      limit: limit(50, 100),
    }),
    output: z.object({
      deliveries: z.array(Delivery),
      /** The `before` of the next page; 0 at the end. */
      next: z.int(),
    }),
  }),
  delivery: consoleEndpoint({
    method: 'GET',
    path: '/webhooks/delivery',
    permission: view,
    summary: 'One delivery: what is sent, and each attempt with its response',
    input: z.object({ delivery_id: whole(1, largestDelivery) }),
    output: z.object({
      event_id: z.string(),
      type: z.string(),
      state: z.enum(deliveryStates),
      body: z.string(),
      attempts: z.array(
        z.object({
          at: z.int(),
          /** 0 without a response. */
          status: z.int(),
          took_ms: z.int(),
          problem: z.string(),
          response: z.string(),
        }),
      ),
    }),
    failures: ['not_found'],
  }),
  replay: consoleEndpoint({
    method: 'POST',
    path: '/webhooks/replay',
    permission: act,
    summary: 'Sends one delivery again, with the same id of the event',
    input: z.object({ delivery_id: whole(1, largestDelivery) }),
    output: z.object({ delivery_id: z.int() }),
    failures: ['not_found'],
  }),
  replayFrom: consoleEndpoint({
    method: 'POST',
    path: '/webhooks/replay-from',
    permission: act,
    summary: 'Sends the events again that happened from a moment on, 10,000 at most',
    input: z.object({ webhook_id: id(), from: unixSec() }),
    output: z.object({ count: z.int() }),
    failures: ['not_found'],
  }),
}
