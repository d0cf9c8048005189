import type { SecurityEvent } from '#server/audit/audit.ts'
import { endSession, endSessionsOf } from './session.ts'
import { tellSessionsChanged } from './session-changes.ts'
import { type AccountState, changeAccount, lockAccount } from '#server/accounts/account/account.ts'
import { findDevice, freeSlots } from '#server/accounts/devices/device.ts'
import { shownModel } from '#server/accounts/devices/user-agent.ts'
import type { ModuleDeps } from './deps.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** Who does it, and from which address; for the audit. */
export interface DoneBy {
  readonly actor: SecurityEvent['actor']
  readonly address?: string
  /** Of a member of staff: who, what was changed and why. */
  readonly change?: NonNullable<SecurityEvent['change']>
}

/** A session of an account. */
export interface SessionOf {
  readonly accountId: number
  readonly sessionId: string
}

type Deps = Pick<ModuleDeps, 'db' | 'recent' | 'audit'>

/**
 * Changes an account's sessions under its lock, and invalidates the cached ones in every process when something
 * changed. `eventOf`: the entry of what was done, written in the same transaction.
 */
export async function underLock<Result>(
  deps: Deps,
  accountId: number,
  work: (trx: DbTransaction) => Promise<Result>,
  eventOf: (done: Result) => SecurityEvent | undefined = () => undefined,
): Promise<Result> {
  const result = await deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    const done = await work(trx)
    await tellSessionsChanged(trx, accountId)
    const event = eventOf(done)
    if (event !== undefined) await deps.audit.recordIn(trx, event)
    return done
  })
  deps.recent.forgetAccount(accountId)
  return result
}

/** Ends a session; does nothing when it has already ended. */
export async function logOut(deps: Deps, { accountId, sessionId }: SessionOf, by: DoneBy): Promise<void> {
  const isEnded = await underLock(deps, accountId, (trx) => endSession(trx, sessionId))
  if (isEnded) void deps.audit.record({ ...by, event: 'logout', accountId })
}

/** Ends the session of one device and frees its slot. */
export async function removeDevice(
  deps: Deps,
  accountId: number,
  deviceId: number,
  by: DoneBy,
): Promise<'removed' | 'device_not_found'> {
  const remove = async (trx: DbTransaction) => {
    const device = await findDevice(trx, accountId, deviceId)
    if (device === undefined || device.slot === null) return undefined
    await freeSlots(trx, [deviceId])
    return { device: device.name || shownModel(device.model) }
  }
  const removed = await underLock(
    deps,
    accountId,
    remove,
    (done) => done && { ...by, event: 'device_removed', accountId, ...done, facts: { device_id: deviceId } },
  )
  return removed === undefined ? 'device_not_found' : 'removed'
}

/** Ends every session of an account, or all but one; returns how many. */
export async function endOthers(
  deps: Deps,
  accountId: number,
  sessionIdToKeep: string | undefined,
  by: DoneBy,
): Promise<number> {
  return underLock(
    deps,
    accountId,
    (trx) => endSessionsOf(trx, accountId, sessionIdToKeep),
    (count) => (count > 0 ? { ...by, event: 'sessions_ended', accountId, facts: { count } } : undefined),
  )
}

/** Blocks, deactivates or reactivates an account. Its sessions stay and are refused until it is active again. */
export async function setState(
  deps: Deps,
  accountId: number,
  state: AccountState,
  by: DoneBy,
): Promise<void> {
  const event = state === 'active' ? 'account_opened' : `account_${state}`
  await underLock(
    deps,
    accountId,
    async (trx) => {
      const account = await lockAccount(trx, accountId)
      await changeAccount(trx, accountId, { state })
      return account?.state
    },
    (former) =>
      former === undefined || former === state ? undefined : { ...by, event, accountId, facts: { former } },
  )
}
