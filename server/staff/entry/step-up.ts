/** Proving again who they are, for dangerous acts; and the change of the own password. */
import type { Busy } from '#server/accounts/accounts.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import { checkPasskey, type UsedPasskeyResponse } from '#server/staff/factors/passkeys.ts'
import { checkTotp } from '#server/staff/factors/totp.ts'
import type { StaffDeps, TooMany } from '#server/staff/member/deps.ts'
import { forgetGuesses, spendGuess } from '#server/staff/member/guesses.ts'
import { findMember, ownEvent } from '#server/staff/member/member.ts'
import { guessRules, stepUpMs } from '#server/staff/member/rules.ts'
import { endSessions, markSteppedUp } from '#server/staff/sessions/staff-session.ts'
import { isWeak } from './add-member.ts'

/** A recovery code is for a login without the phone, not for this. */
export type StepUpProof =
  | { readonly by: 'password'; readonly password: string }
  | { readonly by: 'totp'; readonly code: string }
  | { readonly by: 'passkey'; readonly credential: UsedPasskeyResponse }

export type SteppedUp =
  /** Unix milliseconds. */
  { readonly kind: 'proven'; readonly untilMs: number } | { readonly kind: 'wrong' } | TooMany | Busy

export async function stepUp(
  deps: StaffDeps,
  member: StaffMember,
  proof: StepUpProof,
  address: string,
): Promise<SteppedUp> {
  const checked = await checkProof(deps, member, proof)
  if (checked.kind === 'wrong')
    await deps.audit.record(ownEvent('staff_step_up_failed', member, { address }, { by: proof.by }))
  if (checked.kind !== 'right') return checked
  const nowMs = deps.clock.nowMs()
  await markSteppedUp(deps.db, member.sessionId, nowMs)
  return { kind: 'proven', untilMs: nowMs + stepUpMs }
}

function checkProof(deps: StaffDeps, member: StaffMember, proof: StepUpProof) {
  switch (proof.by) {
    case 'password':
      return checkOwnPassword(deps, member.staffId, proof.password)
    case 'totp':
      return checkTotp(deps, member.staffId, proof.code)
    case 'passkey':
      return checkPasskey(deps, member, proof.credential)
  }
}

async function checkOwnPassword(
  deps: StaffDeps,
  staffId: number,
  password: string,
): Promise<{ readonly kind: 'right'; readonly hash: string } | { readonly kind: 'wrong' } | TooMany | Busy> {
  const key = `password ${staffId}`
  const spent = await spendGuess(deps, key, guessRules.ownPassword)
  if (spent.kind === 'too_many') return spent
  const row = await findMember(deps.db, staffId)
  const checked = await deps.passwords.check(row?.password_hash, password)
  if (checked.kind !== 'right') return checked
  await forgetGuesses(deps.db, key)
  return { kind: 'right', hash: row?.password_hash ?? '' }
}

export type PasswordChange =
  | { readonly kind: 'changed'; readonly endedSessions: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'weak' }
  | TooMany
  | Busy

/** Changes the own password and ends the other sessions. */
export async function changeOwnPassword(
  deps: StaffDeps,
  member: StaffMember,
  passwords: { readonly former: string; readonly next: string },
  address: string,
): Promise<PasswordChange> {
  const checked = await checkOwnPassword(deps, member.staffId, passwords.former)
  if (checked.kind !== 'right') return checked
  if (isWeak(passwords.next, member)) return { kind: 'weak' }
  const hash = await deps.passwords.hashOf(passwords.next)
  if (typeof hash !== 'string') return hash
  const endedSessions = await deps.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('staff')
      .set({ password_hash: hash })
      .where('staff_id', '=', member.staffId)
      // Changed by another session meanwhile: the former password is no longer the right one.
      .where('password_hash', '=', checked.hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    return endSessions(trx, deps.clock.nowMs(), member.staffId, member.sessionId)
  })
  if (endedSessions === undefined) return { kind: 'wrong' }
  await deps.audit.record(
    ownEvent('staff_password_changed', member, { address }, { ended_sessions: endedSessions }),
  )
  return { kind: 'changed', endedSessions }
}
