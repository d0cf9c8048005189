/** The second half of a login. */
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import { completeLogin, type LoginCompleted } from '#server/staff/factors/complete-login.ts'
import { checkPasskey, type UsedPasskeyResponse } from '#server/staff/factors/passkeys.ts'
import { takeRecoveryCode } from '#server/staff/factors/recovery-codes.ts'
import { checkTotp, type CodeChecked } from '#server/staff/factors/totp.ts'
import type { StaffDeps, TooMany } from '#server/staff/member/deps.ts'
import { factorKey, spendGuess } from '#server/staff/member/guesses.ts'
import { ownEvent } from '#server/staff/member/member.ts'
import { guessRules } from '#server/staff/member/rules.ts'

export type FactorProof =
  | { readonly by: 'totp'; readonly code: string }
  | { readonly by: 'recovery_code'; readonly code: string }
  | { readonly by: 'passkey'; readonly credential: UsedPasskeyResponse }

export type FactorOutcome = LoginCompleted | { readonly kind: 'wrong' } | TooMany

/** Proves the second factor of a login and completes it. */
export async function proveFactor(
  deps: StaffDeps,
  member: StaffMember,
  proof: FactorProof,
  address: string,
): Promise<FactorOutcome> {
  const checked = await checkProof(deps, member, proof)
  if (checked.kind === 'wrong') {
    await deps.audit.record(ownEvent('staff_factor_failed', member, { address }, { by: proof.by }))
  }
  return checked.kind === 'right' ? completeLogin(deps, member, address, proof.by) : checked
}

async function checkProof(deps: StaffDeps, member: StaffMember, proof: FactorProof): Promise<CodeChecked> {
  switch (proof.by) {
    case 'totp':
      return checkTotp(deps, member.staffId, proof.code)
    case 'passkey':
      return checkPasskey(deps, member, proof.credential)
    case 'recovery_code': {
      const spent = await spendGuess(deps, factorKey(member.staffId), guessRules.factor)
      if (spent.kind === 'too_many') return spent
      return { kind: (await takeRecoveryCode(deps, member.staffId, proof.code)) ? 'right' : 'wrong' }
    }
  }
}
