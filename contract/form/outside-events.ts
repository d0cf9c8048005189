/** What other programs of the operator hear of: each has one true source in the database. */
export const outsideEventTypes = [
  'account.created',
  'account.blocked',
  'account.deactivated',
  'account.reopened',
  'subscription.started',
  'subscription.suspended',
  'subscription.paused',
  'subscription.resumed',
  'subscription.ended',
  'payment.received',
  'payment.refunded',
  'charge.done',
] as const
export type OutsideEventType = (typeof outsideEventTypes)[number]
