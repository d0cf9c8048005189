/** The face of the billing room: tariffs, subscriptions and money. */
export type { Movement, ServiceAccount } from './ledger.ts'
export { openBilling } from './open-billing.ts'
export type { Billing, Standing } from './open-billing.ts'
export type { GivenSubscription } from './put-subscription.ts'
export { billingRoutes } from './routes.ts'
export { cheapestTiyin, isOffered, sumsOf, usualPeriodDays } from './rules.ts'
export type { SubscriptionRecord, SubscriptionState, TariffPeriod, TariffRecord } from './rules.ts'
