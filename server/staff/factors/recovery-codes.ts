import { recoveryCodeCount } from '#contract/console/staff-fields.ts'
import { generatePassword } from '#server/accounts/accounts.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import { plainRecoveryCode } from '#server/staff/member/rules.ts'

/** 80 random bits need no slow hash: nobody can try them out. */
function hashOf(code: string): string {
  return tokenHash(plainRecoveryCode(code))
}

/** Replaces the codes of a member. Only their hashes are stored: this is the only time they can be shown. */
export async function replaceRecoveryCodes(
  { random }: Pick<StaffDeps, 'random'>,
  trx: DbTransaction,
  staffId: number,
): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => generatePassword(random))
  await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
  await trx
    .insertInto('staff_recovery_code')
    .values(codes.map((code) => ({ staff_id: staffId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

/** Codes for a member who has none left; empty for one who has. */
export async function ensureRecoveryCodes(
  deps: Pick<StaffDeps, 'random'>,
  trx: DbTransaction,
  staffId: number,
): Promise<readonly string[]> {
  return (await recoveryCodesLeft(trx, staffId)) > 0 ? [] : replaceRecoveryCodes(deps, trx, staffId)
}

/** Uses up a code; false when it is none of the member's, or was used. */
export async function takeRecoveryCode(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  staffId: number,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_recovery_code')
    .set({ used_at: new Date(clock.nowMs()) })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function recoveryCodesLeft(db: Db | DbTransaction, staffId: number): Promise<number> {
  const { left } = await db
    .selectFrom('staff_recovery_code')
    .select((on) => on.fn.countAll<number>().as('left'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}
