import { insertAccount, takenKey } from '#server/accounts/account/account.ts'
import { beginSession, type SessionRequest } from '#server/accounts/sessions/begin-session.ts'
import type { DeviceFacts } from '#server/accounts/devices/device.ts'
import { loggedIn } from '#server/accounts/login/log-in.ts'
import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

export interface NewSubscriber {
  /** `+998` and nine digits, verified; null for an account that has none. */
  readonly phone: string | null
  /** 6 to 12 digits. */
  readonly abonement: string
  readonly name: string
  readonly password: string
  readonly device: DeviceFacts
  readonly clientAddress: string
  /** The brand of the site; absent: the main one. */
  readonly serviceId?: number
  /** Further rows of the account, in the same transaction. */
  alongside(trx: DbTransaction, accountId: number): Promise<void>
}

export type Registered =
  | {
      readonly kind: 'registered'
      readonly token: string
      readonly abonement: string
      readonly accountId: number
    }
  | { readonly kind: 'phone_taken' }
  | { readonly kind: 'abonement_taken' }
  | { readonly kind: 'busy' }

/** Creates an account and its first session, in one transaction with what the caller writes alongside. */
export async function register(deps: ModuleDeps, params: NewSubscriber): Promise<Registered> {
  const passwordHash = await deps.passwords.hashOf(params.password)
  if (typeof passwordHash !== 'string') return passwordHash
  const { abonement, phone, name, device, clientAddress } = params
  const outcome = await deps.db
    .transaction()
    .execute(async (trx) => {
      const account = {
        ...({ abonement, phone, name, passwordHash, state: 'active' } as const),
        ...(params.serviceId === undefined ? {} : { serviceId: params.serviceId }),
      }
      const accountId = await insertAccount(trx, account, deps.clock.nowMs())
      await params.alongside(trx, accountId)
      const target: SessionRequest = { accountId, device, clientAddress, by: 'registration' }
      return { newPassword: target, begun: await beginSession(deps, trx, target) }
    })
    .catch((error: unknown) => {
      const taken = takenKey(error)
      if (taken === undefined) throw error
      return { kind: `${taken}_taken` } as const
    })
  if ('kind' in outcome) return outcome
  const { newPassword: requested, begun: started } = outcome
  invariant(started.kind === 'begun', 'a new account has a free place')
  const session = loggedIn(deps, requested, started)
  invariant(session.kind === 'logged_in', 'a session that has begun is logged in')
  return { kind: 'registered', token: session.token, abonement, accountId: requested.accountId }
}
