import { findAccount, lockAccount, writePassword } from '#server/accounts/account/account.ts'
import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'
import { judgePassword } from '#server/accounts/passwords/judge-password.ts'
import { checkOwnPassword, type OwnPassword } from './own-password.ts'
import type { DoneBy } from '#server/accounts/sessions/end-sessions.ts'
import { endSessionsOf } from '#server/accounts/sessions/session.ts'
import { tellSessionsChanged } from '#server/accounts/sessions/session-changes.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

export type PasswordSet = { readonly kind: 'set'; readonly endedSessions: number } | { readonly kind: 'busy' }

export type SentPasswordSet = PasswordSet | { readonly kind: 'not_sent' }

/** Who sets it, for the audit. */
export type SetBy = DoneBy

interface Setting {
  readonly accountId: number
  readonly password: string
  readonly keepSessionId: string | undefined
  readonly by: SetBy
  /** Only while the account still has this hash: of two concurrent changes one succeeds. */
  readonly formerHash?: string
}

/** Sets a password and ends the account's sessions, except one that may stay. */
export async function setPassword(
  deps: ModuleDeps,
  setting: Setting,
): Promise<PasswordSet | { kind: 'changed' }> {
  const hash = await deps.passwords.hashOf(setting.password)
  return typeof hash === 'string' ? store(deps, setting, hash) : hash
}

/**
 * Sets a password that its owner gets from Ekran: it is stored once `send` says that it may have arrived. Before that,
 * and when it was not sent, the former one stays.
 */
export async function setSentPassword(
  deps: ModuleDeps,
  {
    send,
    ...setting
  }: Omit<Setting, 'keepSessionId' | 'formerHash'> & { readonly send: () => Promise<boolean> },
): Promise<SentPasswordSet> {
  const hash = await deps.passwords.hashOf(setting.password)
  if (typeof hash !== 'string') return hash
  if (!(await send())) return { kind: 'not_sent' }
  const outcome = await store(deps, { ...setting, keepSessionId: undefined }, hash)
  // The account was deleted in between: it has no sessions to end.
  return outcome.kind === 'changed' ? { kind: 'set', endedSessions: 0 } : outcome
}

async function store(
  deps: ModuleDeps,
  setting: Setting,
  hash: string,
): Promise<PasswordSet | { kind: 'changed' }> {
  const { accountId, formerHash } = setting
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId)
    if (account === undefined || (formerHash !== undefined && account.password_hash !== formerHash))
      return { kind: 'changed' } as const
    await writePassword(trx, accountId, hash, deps.clock.nowMs())
    const endedSessions = await endSessionsOf(trx, accountId, setting.keepSessionId)
    await tellSessionsChanged(trx, accountId)
    const event = { ...setting.by, accountId }
    await deps.audit.recordIn(trx, { ...event, event: 'password_changed' })
    const facts = { count: endedSessions, because: 'password_changed' }
    if (endedSessions > 0) await deps.audit.recordIn(trx, { ...event, event: 'sessions_ended', facts })
    return { kind: 'set', endedSessions } as const
  })
  if (outcome.kind === 'set') deps.recent.forgetAccount(accountId)
  return outcome
}

export type PasswordChanged =
  | PasswordSet
  | { readonly kind: 'weak' }
  | Exclude<OwnPassword, { kind: 'right' }>

/** Changes the password of a viewer who knows the former one; the requesting session stays. */
export async function changePassword(
  deps: ModuleDeps,
  change: {
    readonly viewer: Viewer
    readonly former: string
    readonly newPassword: string
    readonly clientAddress: string
  },
): Promise<PasswordChanged> {
  const { accountId, sessionId } = change.viewer
  const account = await findAccount(deps.db, accountId)
  if (account === undefined) return { kind: 'wrong' }
  const about = [account.phone ?? '', account.abonement, account.name]
  if (judgePassword(change.newPassword, about) !== 'good') return { kind: 'weak' }
  const { former: password, clientAddress } = change
  const failure = 'password_change_failed'
  const own = await checkOwnPassword(deps, account, { password, clientAddress, failure })
  if (own.kind !== 'right') return own
  const by = { actor: 'viewer', address: clientAddress } as const
  const formerHash = account.passwordHash
  const setting = { accountId, password: change.newPassword, keepSessionId: sessionId, by, formerHash }
  const outcome = await setPassword(deps, setting)
  // Another request changed it in between: the former password is now wrong.
  return outcome.kind === 'changed' ? { kind: 'wrong' } : outcome
}
