import type { Busy } from '#server/accounts/accounts.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { StaffClient, StaffDeps, TooMany } from '#server/staff/member/deps.ts'
import { forgetGuesses, isSameSecret, spendGuess } from '#server/staff/member/guesses.ts'
import { lockStaff, ownEvent } from '#server/staff/member/member.ts'
import { guessRules } from '#server/staff/member/rules.ts'
import { insertMember, isWeak } from './add-member.ts'
import { passwordProven, type PasswordProven } from './log-in.ts'

export interface FirstOwner {
  readonly operatorPassword: string
  readonly login: string
  readonly name: string
  readonly password: string
  readonly language: StaffLanguage
}

export type SetUp =
  | PasswordProven
  /** There are members of staff already. */
  | { readonly kind: 'set_up' }
  | { readonly kind: 'no_operator_password' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'weak' }
  | TooMany
  | Busy

const setUpKey = 'set-up'

/** Whether there is no member of staff yet. */
export async function isSetUpNeeded(db: Db | DbTransaction): Promise<boolean> {
  const row = await db.selectFrom('staff').select('staff_id').limit(1).executeTakeFirst()
  return row === undefined
}

/**
 * Creates the first owner, whose second factor is set up next. Once: afterwards the operator's password opens nothing
 * here.
 */
export async function setUpOwner(deps: StaffDeps, owner: FirstOwner, client: StaffClient): Promise<SetUp> {
  if (!(await isSetUpNeeded(deps.db))) return { kind: 'set_up' }
  if (deps.operatorPassword === undefined) return { kind: 'no_operator_password' }
  const spent = await spendGuess(deps, setUpKey, guessRules.setUp)
  if (spent.kind === 'too_many') return spent
  if (!isSameSecret(owner.operatorPassword, deps.operatorPassword)) return { kind: 'wrong' }
  await forgetGuesses(deps.db, setUpKey)
  const { login, name, language, password } = owner
  if (isWeak(password, owner)) return { kind: 'weak' }
  const passwordHash = await deps.passwords.hashOf(password)
  if (typeof passwordHash !== 'string') return passwordHash
  const created = await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    if (!(await isSetUpNeeded(trx))) return undefined
    const staffId = await insertMember(deps, trx, { login, name, role: 'owner', language, passwordHash })
    if (staffId === undefined) return undefined
    return { staffId, proven: await passwordProven(deps, trx, staffId, client) }
  })
  if (created === undefined) return { kind: 'set_up' }
  const { staffId, proven } = created
  const after = { login, name, role: 'owner', language }
  await deps.audit.record(ownEvent('staff_owner_created', { staffId, name }, client, {}, { after }))
  return proven
}
