/** Codes of an authenticator app (RFC 6238): six digits, a new one every 30 seconds, SHA-1 as every app knows it. */
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/platform/database/database.ts'
import type { Seal } from '#server/platform/installation/seal.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { StaffDeps, TooMany } from '#server/staff/member/deps.ts'
import { factorKey, forgetGuesses, spendGuess } from '#server/staff/member/guesses.ts'
import { findMember, ownEvent } from '#server/staff/member/member.ts'
import { guessRules } from '#server/staff/member/rules.ts'
import { completeEnrolment, type FactorAdded } from './complete-login.ts'
import { ensureRecoveryCodes } from './recovery-codes.ts'

const stepMs = 30_000
/** The phone's clock may be one step off. */
const stepsOff = 1
const secretBytes = 20

/** `issuer` and `login` are for the list of an app, and no part of a code. */
function totpOf(
  secret: string,
  { issuer, login }: { readonly issuer: string; readonly login: string },
): TOTP {
  return new TOTP({
    issuer,
    label: login,
    algorithm: 'SHA1',
    digits: 6,
    period: stepMs / 1000,
    secret: Secret.fromBase32(secret),
  })
}

/** The step of a right code, or undefined for a wrong one. Compares in constant time. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const difference = totpOf(secret, { issuer: '', login: '' }).validate({
    token: code,
    timestamp: nowMs,
    window: stepsOff,
  })
  return difference === null ? undefined : Math.floor(nowMs / stepMs) + difference
}

/** Undefined also for a secret sealed under a lost key (`secrets accept`): `staff reset-factor` helps then. */
function stepOfSealed({ seal, clock }: StaffDeps, sealed: string, code: string): number | undefined {
  const secret = opened(seal, sealed)
  return secret === undefined ? undefined : stepOfCode(secret, code, clock.nowMs())
}

function opened(seal: Seal, sealed: string): string | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

export interface NewTotp {
  /** Base32. */
  readonly secret: string
  /** `otpauth://totp/…` */
  readonly uri: string
}

/** A new secret, which waits in the session for its first code; what was set up before stays in use until then. */
export async function beginTotp(
  { db, random, seal, serviceName }: Pick<StaffDeps, 'db' | 'random' | 'seal' | 'serviceName'>,
  { login, sessionId }: Pick<StaffMember, 'login' | 'sessionId'>,
): Promise<NewTotp> {
  const bytes = Uint8Array.from(random(secretBytes))
  const secret = new Secret({ buffer: bytes.buffer }).base32
  await db
    .updateTable('staff_session')
    .set({ new_totp_sealed: seal.close(secret) })
    .where('session_id', '=', sessionId)
    .execute()
  // A colon ends the issuer in the address.
  const issuer = serviceName().replaceAll(':', ' ')
  return { secret, uri: totpOf(secret, { issuer, login }).toString() }
}

/** The first code of the new secret: from now on it is the member's second factor. */
export async function confirmTotp(
  deps: StaffDeps,
  member: StaffMember,
  code: string,
  address: string,
): Promise<FactorAdded | { readonly kind: 'wrong' } | TooMany> {
  const { db } = deps
  const { staffId, sessionId } = member
  const spent = await spendGuess(deps, factorKey(staffId), guessRules.factor)
  if (spent.kind === 'too_many') return spent
  const session = await db
    .selectFrom('staff_session')
    .select('new_totp_sealed')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  const sealed = session?.new_totp_sealed ?? undefined
  if (sealed === undefined) return { kind: 'wrong' }
  const step = stepOfSealed(deps, sealed, code)
  if (step === undefined) return { kind: 'wrong' }
  const added = await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('staff')
      .set({ totp_sealed: sealed, totp_last_step: step })
      .where('staff_id', '=', staffId)
      .execute()
    await trx
      .updateTable('staff_session')
      .set({ new_totp_sealed: null })
      .where('session_id', '=', sessionId)
      .execute()
    const recoveryCodes = await ensureRecoveryCodes(deps, trx, staffId)
    return { kind: 'added', recoveryCodes, token: await completeEnrolment(deps, trx, member) } as const
  })
  await forgetGuesses(db, factorKey(staffId))
  await deps.audit.record(ownEvent('staff_totp_added', member, { address }))
  return added
}

export type CodeChecked = { readonly kind: 'right' } | { readonly kind: 'wrong' } | TooMany

/**
 * Checks a code of the member's app. A right one is accepted once, and none before it any more: a code that was read
 * over a shoulder is useless (RFC 6238, 5.2).
 */
export async function checkTotp(deps: StaffDeps, staffId: number, code: string): Promise<CodeChecked> {
  const spent = await spendGuess(deps, factorKey(staffId), guessRules.factor)
  if (spent.kind === 'too_many') return spent
  const row = await findMember(deps.db, staffId)
  const sealed = row?.totp_sealed ?? undefined
  if (sealed === undefined) return { kind: 'wrong' }
  const step = stepOfSealed(deps, sealed, code)
  if (step === undefined || !(await takeStep(deps.db, staffId, step))) return { kind: 'wrong' }
  await forgetGuesses(deps.db, factorKey(staffId))
  return { kind: 'right' }
}

/** True for one request only, however many send the same code at once. */
async function takeStep(db: Db, staffId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_last_step: step })
    .where('staff_id', '=', staffId)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
