/** The second factors of a member: which there are, and their removal. */
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import { findMember, lockStaff, ownEvent } from '#server/staff/member/member.ts'
import { recoveryCodesLeft, replaceRecoveryCodes } from './recovery-codes.ts'

export type FactorKind = 'totp' | 'passkey' | 'recovery_code'

export interface Factors {
  readonly totp: boolean
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodesLeft: number
}

export interface Passkey {
  readonly passkeyId: string
  readonly name: string
  /** Unix milliseconds; `lastUsedMs` 0: never. */
  readonly createdMs: number
  readonly lastUsedMs: number
}

export async function factorsOf(db: Db | DbTransaction, staffId: number): Promise<Factors> {
  const row = await findMember(db, staffId)
  const passkeys = await db
    .selectFrom('staff_passkey')
    .select(['credential_id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .limit(100)
    .execute()
  return {
    totp: (row?.totp_sealed ?? null) !== null,
    passkeys: passkeys.map((passkey) => ({
      passkeyId: passkey.credential_id,
      name: passkey.name,
      createdMs: passkey.created_at.getTime(),
      lastUsedMs: passkey.last_used_at?.getTime() ?? 0,
    })),
    recoveryCodesLeft: await recoveryCodesLeft(db, staffId),
  }
}

/** What may prove the second factor of a login; empty when there is none yet, which is an enrolment. */
export function factorKinds({ totp, passkeys, recoveryCodesLeft: left }: Factors): readonly FactorKind[] {
  if (!totp && passkeys.length === 0) return []
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(left > 0 ? (['recovery_code'] as const) : []),
  ]
}

export type FactorRemoved = 'removed' | 'passkey_not_found' | 'last_factor'

/** Removes the authenticator app; nothing happens when there is none. */
export async function removeTotp(
  deps: StaffDeps,
  member: StaffMember,
  address: string,
): Promise<'removed' | 'last_factor'> {
  const outcome = await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    const { totp, passkeys } = await factorsOf(trx, member.staffId)
    if (!totp) return 'absent'
    if (passkeys.length === 0) return 'last_factor'
    await trx.updateTable('staff').set({ totp_sealed: null }).where('staff_id', '=', member.staffId).execute()
    return 'removed'
  })
  if (outcome === 'removed') await deps.audit.record(ownEvent('staff_totp_removed', member, { address }))
  return outcome === 'absent' ? 'removed' : outcome
}

export async function removePasskey(
  deps: StaffDeps,
  member: StaffMember,
  passkeyId: string,
  address: string,
): Promise<FactorRemoved> {
  const removed = await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    const { totp, passkeys } = await factorsOf(trx, member.staffId)
    const passkey = passkeys.find((one) => one.passkeyId === passkeyId)
    if (passkey === undefined) return 'passkey_not_found'
    if (!totp && passkeys.length === 1) return 'last_factor'
    await trx.deleteFrom('staff_passkey').where('credential_id', '=', passkeyId).execute()
    return passkey
  })
  if (typeof removed === 'string') return removed
  await deps.audit.record(ownEvent('staff_passkey_removed', member, { address }, { name: removed.name }))
  return 'removed'
}

/** New recovery codes; those of before end. */
export async function newRecoveryCodes(
  deps: StaffDeps,
  member: StaffMember,
  address: string,
): Promise<readonly string[]> {
  const codes = await deps.db.transaction().execute((trx) => replaceRecoveryCodes(deps, trx, member.staffId))
  await deps.audit.record(ownEvent('staff_recovery_codes_replaced', member, { address }))
  return codes
}

/** Removes every second factor, so that the next login sets one up. */
export async function removeFactors(trx: DbTransaction, staffId: number): Promise<void> {
  await trx.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute()
  await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
  await trx
    .updateTable('staff')
    .set({ totp_sealed: null, totp_last_step: 0 })
    .where('staff_id', '=', staffId)
    .execute()
}
