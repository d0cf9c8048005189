/** The public API of webhooks: events for other programs, and their delivery. */
export { listEvents, type OutsideEvent } from './events/list-events.ts'
export { placeEvents } from './events/place-events.ts'
export { createDispatcher } from './delivery/dispatch.ts'
export { keepDelivering, webhookWorkers } from './delivery/keep-delivering.ts'
export {
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  saveWebhook,
  type Webhook,
  type WebhookDeps,
  type WebhookFields,
  type WebhookSaved,
  webhookSeal,
} from './staff/edit-webhooks.ts'
export {
  listDeliveries,
  type ListedDelivery,
  loadDelivery,
  queueTestEvent,
  replayDelivery,
  replayFrom,
} from './staff/deliveries.ts'
