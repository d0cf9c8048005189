/** The face of the accounts room: who is who, and what may be known of a subscriber. */
export type { Account, AccountState } from './account.ts'
export { openAccounts } from './open-accounts.ts'
export type { Accounts, AccountsOptions } from './open-accounts.ts'
export { accountRoutes } from './routes.ts'
export { normalAbonement, normalPhone } from './rules.ts'
export type { GivenAccount, PutAccount } from './upsert-account.ts'
