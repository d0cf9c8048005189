/** Compares a PIN, a bounded number of times however many devices and processes try at once. */
import type { ProfileDeps } from './deps.ts'
import { lockPin, putTries } from './pin-rows.ts'
import { type SpentTry, type Tries, giveBackTry, noTries, spendTry } from './rules.ts'

export type PinRefusal =
  /** So many tries are left before all PINs of the account are locked. */
  | { readonly kind: 'pin_wrong'; readonly left: number }
  | { readonly kind: 'pin_locked'; readonly untilMs: number }
  | { readonly kind: 'busy' }

export type PinTried = { readonly kind: 'right' } | PinRefusal

interface Try {
  readonly accountId: number
  readonly pin: string
  readonly hash: string
  /** Whose PIN it is: only the account's own ends the count of wrong tries. */
  readonly of: 'account' | 'profile'
  readonly address: string
}

/** The try is stored before the PIN is compared: a process that dies meanwhile has counted it. */
export async function tryPin(deps: ProfileDeps, attempt: Try): Promise<PinTried> {
  const { accountId, of } = attempt
  const spent = await spend(deps, accountId)
  if (spent.kind === 'locked') return { kind: 'pin_locked', untilMs: spent.untilMs }
  const checked = await deps.passwords.check(attempt.hash, attempt.pin)
  if (checked.kind === 'wrong') return wrong(deps, attempt, spent)
  if (checked.kind === 'busy' || of === 'profile')
    await changeTries(deps, accountId, (now) => giveBackTry(now, spent.tries))
  else await changeTries(deps, accountId, () => noTries)
  return checked.kind === 'busy' ? checked : { kind: 'right' }
}

function wrong(
  deps: ProfileDeps,
  { accountId, of, address }: Try,
  { tries, left }: Extract<SpentTry, { kind: 'may_try' }>,
): PinRefusal {
  const isLocked = tries.lockedUntilMs > 0
  void deps.audit.record({
    ...{ event: isLocked ? 'pin_locked' : 'pin_failed', actor: 'viewer', accountId, address },
    facts: { of, left },
  })
  return isLocked ? { kind: 'pin_locked', untilMs: tries.lockedUntilMs } : { kind: 'pin_wrong', left }
}

function spend(deps: ProfileDeps, accountId: number): Promise<SpentTry> {
  return deps.withLock(accountId, () =>
    deps.db.transaction().execute(async (trx) => {
      const spent = spendTry(await lockPin(trx, accountId), deps.clock.nowMs())
      if (spent.kind === 'may_try') await putTries(trx, accountId, spent.tries)
      return spent
    }),
  )
}

function changeTries(deps: ProfileDeps, accountId: number, change: (now: Tries) => Tries): Promise<void> {
  return deps.withLock(accountId, () =>
    deps.db
      .transaction()
      .execute(async (trx) => putTries(trx, accountId, change(await lockPin(trx, accountId)))),
  )
}
