import type { Role } from '#contract/form/permissions.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { judgePassword } from '#server/accounts/accounts.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { opaqueToken } from '#server/platform/primitives/ids.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'

export interface NewMember {
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly language: StaffLanguage
  readonly passwordHash: string
}

/** Adds a member without a second factor; undefined when the login is taken. */
export async function insertMember(
  { random, clock }: Pick<StaffDeps, 'random' | 'clock'>,
  trx: DbTransaction,
  { login, name, role, language, passwordHash }: NewMember,
): Promise<number | undefined> {
  const inserted = await trx
    .insertInto('staff')
    .values({
      login,
      name,
      role,
      language,
      password_hash: passwordHash,
      user_handle: opaqueToken(random),
      created_at: new Date(clock.nowMs()),
    })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('staff_id')
    .executeTakeFirst()
  return inserted?.staff_id
}

/** Whether a new password is too easy for this person; its length is checked by the contract. */
export function isWeak(password: string, { login, name }: { readonly login: string; readonly name: string }) {
  return judgePassword(password, [login, name]) !== 'good'
}
