import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'
import { networkOf } from '#server/platform/limits/networks.ts'

export type OwnPassword =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'too_many'; readonly retryAfterSec: number }

/** What was tried with a wrong password; for the audit. */
export type PasswordFailure = 'password_change_failed' | 'phone_change_failed' | 'pin_change_failed'

/**
 * Whether the holder of a session also knows the account's password: a stolen token alone does not prove it. Attempts
 * are counted apart from logins, because the client already has a session; a wrong one is recorded as `failure`.
 */
export async function checkOwnPassword(
  deps: ModuleDeps,
  account: { readonly accountId: number; readonly passwordHash: string },
  params: {
    readonly password: string
    readonly clientAddress: string
    readonly failure: PasswordFailure
  },
): Promise<OwnPassword> {
  const { accountId } = account
  // Counted here and not by an endpoint's declaration: a right password resets the count.
  const { perChange, perChangeInAll } = deps.limits
  const [keyHere, key] = [`${accountId} ${networkOf(params.clientAddress)}`, String(accountId)]
  for (const [limit, limited] of [
    [perChange, keyHere],
    [perChangeInAll, key],
  ] as const) {
    const decision = await limit.spend(limited)
    if (decision.kind === 'refused') return { kind: 'too_many', retryAfterSec: decision.retryAfterSec }
  }
  const checked = await deps.passwords.check(account.passwordHash, params.password)
  if (checked.kind === 'busy') return checked
  if (checked.kind === 'wrong') {
    const { clientAddress: address, failure: event } = params
    void deps.audit.record({ event, actor: 'viewer', address, accountId })
    return { kind: 'wrong' }
  }
  await perChange.forget(keyHere)
  await perChangeInAll.forget(key)
  return { kind: 'right' }
}
