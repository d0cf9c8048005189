/** The face of the accounts room: who is who, and what may be known of a subscriber. */
export type { Account } from './account.ts'
export { accountWorkers } from './forget-ended.ts'
export { openAccounts } from './open-accounts.ts'
export type { Accounts, AccountsOptions } from './open-accounts.ts'
export { accountRoutes } from './routes.ts'
