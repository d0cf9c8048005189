import { changeAccount, findAccount, takenKey } from '#server/accounts/account/account.ts'
import type { DoneBy } from '#server/accounts/sessions/end-sessions.ts'
import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'

export interface AccountChange {
  /** `+998` and nine digits, or null; absent: as it is. */
  readonly phone?: string | null | undefined
  /** Absent: as it is. */
  readonly name?: string | undefined
}

/** Changes the name or the phone of an account for an operator, who answers for the phone. */
export async function changeFacts(
  deps: ModuleDeps,
  accountId: number,
  { phone, name }: AccountChange,
  by: DoneBy,
): Promise<'changed' | 'same' | 'phone_taken' | 'not_found'> {
  const account = await findAccount(deps.db, accountId)
  if (account === undefined) return 'not_found'
  const change = {
    ...(phone === undefined || phone === account.phone ? {} : { phone }),
    ...(name === undefined || name === account.name ? {} : { name }),
  }
  const changed = Object.keys(change)
  if (changed.length === 0) return 'same'
  try {
    await changeAccount(deps.db, accountId, change)
  } catch (error) {
    if (takenKey(error) === 'phone') return 'phone_taken'
    throw error
  }
  void deps.audit.record({
    ...by,
    event: 'account_changed',
    accountId,
    facts: { changed: changed.join(' ') },
  })
  return 'changed'
}
