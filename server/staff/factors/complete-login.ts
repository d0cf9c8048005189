import type { DbTransaction } from '#server/platform/database/database.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import { forgetGuesses, factorKey } from '#server/staff/member/guesses.ts'
import { ownEvent } from '#server/staff/member/member.ts'
import { completeSession } from '#server/staff/sessions/staff-session.ts'

export type LoginCompleted =
  | { readonly kind: 'logged_in'; readonly token: string }
  /** The session ended meanwhile. */
  | { readonly kind: 'ended' }

/** The second factor was right: the login is complete, under a new token. */
export async function completeLogin(
  deps: StaffDeps,
  member: StaffMember,
  address: string,
  by: 'totp' | 'passkey' | 'recovery_code',
): Promise<LoginCompleted> {
  const token = await deps.db.transaction().execute((trx) => completeSession(deps, trx, member))
  if (token === undefined) return { kind: 'ended' }
  await forgetGuesses(deps.db, factorKey(member.staffId))
  await deps.audit.record(ownEvent('staff_login', member, { address }, { by }))
  return { kind: 'logged_in', token }
}

/** What setting up a factor gives. */
export interface FactorAdded {
  readonly kind: 'added'
  /** New recovery codes, to be shown once; empty when those of before stay. */
  readonly recoveryCodes: readonly string[]
  /** For an enrolment: the new token of the session, which is a full one now. */
  readonly token: string | undefined
}

/** In the transaction that stores a first factor: an enrolment is complete. */
export async function completeEnrolment(
  deps: StaffDeps,
  trx: DbTransaction,
  member: StaffMember,
): Promise<string | undefined> {
  return member.stage === 'enrolment' ? completeSession(deps, trx, member) : undefined
}
