/** The face of the billing room: tariffs, subscriptions and money. */
export type { Movement } from './ledger.ts'
export { openBilling } from './open-billing.ts'
export { openInBaseTariffs } from './open-channels.ts'
export type { Billing } from './open-billing.ts'
export { billingRoutes } from './routes.ts'
export { cheapestTiyin, isOffered, sumsOf } from './rules.ts'
export type { SubscriptionRecord, TariffRecord } from './rules.ts'
