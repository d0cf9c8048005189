import type { Outcome } from '#contract/form/endpoint.ts'
import { reject } from '#contract/form/endpoint.ts'
import type { Account, Accounts, DoneBy } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Billing } from '#server/billing/billing.ts'
import type { Messages } from '#server/messages/messages.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { isErased, mergedInto } from '#server/subscribers/subscribers.ts'

/** What the endpoints for other programs use: the same modules as viewers and the staff. */
export interface ExternalDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly secrets: { readonly passwordPepper: string }
  readonly audit: Pick<Audit, 'record' | 'recordIn'>
  readonly log: Pick<Log, 'warn'>
  readonly messages: Pick<Messages, 'canSend' | 'sendSms'>
  readonly accounts: Pick<
    Accounts,
    'accountOf' | 'addAccount' | 'changeFacts' | 'findByName' | 'listAccounts' | 'setState'
  >
  readonly billing: Pick<
    Billing,
    | 'accountStanding'
    | 'endGrant'
    | 'grantTariff'
    | 'credit'
    | 'purchase'
    | 'reverse'
    | 'setAutoRenew'
    | 'tariffs'
  >
}

export type ExternalCall = Pick<RequestContext, 'apiKey' | 'clientAddress' | 'idempotencyKey'>

/** The author of what is done with a key. */
export function byKey({ clientAddress: address }: ExternalCall): DoneBy {
  return { actor: 'system', address }
}

/** Runs `work` for the account, or refuses. */
export async function withAccount<Result>(
  { accounts }: Pick<ExternalDeps, 'accounts'>,
  accountId: number,
  work: (account: Account) => Promise<Result>,
): Promise<Result | Outcome<never, 'not_found'>> {
  const account = await accounts.accountOf(accountId)
  return account === undefined ? reject('not_found') : work(account)
}

/**
 * The same for a change: an account that was erased or merged into another stays as it is, and the caller is told so
 * instead of that it is done.
 */
export async function withOpenAccount<Result>(
  deps: Pick<ExternalDeps, 'accounts' | 'db'>,
  accountId: number,
  work: (account: Account) => Promise<Result>,
): Promise<Result | Outcome<never, 'not_found' | 'subscriber_erased' | 'subscriber_merged'>> {
  if (await isErased(deps.db, accountId)) return reject('subscriber_erased')
  const into = await mergedInto(deps.db, accountId)
  if (into !== undefined) return reject('subscriber_merged', { values: { number: into.abonement } })
  return withAccount(deps, accountId, work)
}

/** Writes to the audit what was done with a key; the request does not wait for it. */
export function report(
  { audit }: Pick<ExternalDeps, 'audit'>,
  { apiKey, clientAddress: address }: ExternalCall,
  event: string,
  accountId: number,
  facts: Readonly<Record<string, string | number | boolean>>,
): void {
  const by = { api_client: apiKey?.name ?? '', api_client_id: apiKey?.keyId ?? 0 }
  void audit.record({ event, actor: 'system', accountId, address, facts: { ...facts, ...by } })
}

/** Unix seconds. */
export function secOf(ms: number): number {
  return Math.floor(ms / 1000)
}
