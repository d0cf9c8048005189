import {
  type AccountState,
  type NewAccount,
  changeAccount,
  insertAccount,
} from '#server/accounts/account/account.ts'
import { endOthers, setState } from '#server/accounts/sessions/end-sessions.ts'
import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'
import { normalAbonement, normalPhone } from '#server/accounts/account/rules.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

/** An account of an import or the demo. */
export interface AccountInput {
  /** 6 to 12 digits; identifies the account. */
  readonly abonement: string
  /** In any usual notation, or null. */
  readonly phone: string | null
  readonly name: string
  readonly password: string
  readonly state?: AccountState
}

export interface PutAccount {
  readonly accountId: number
  readonly outcome: 'created' | 'changed' | 'kept'
}

/**
 * Creates or updates the account with this subscriber number, which is a customer from then on also when the staff had
 * made it to try the service. Throws on an invalid number or phone (the caller's data
 * are wrong), and on a phone that another account has.
 */
export async function upsertAccount(deps: ModuleDeps, params: AccountInput): Promise<PutAccount> {
  const { db, passwords } = deps
  const abonement = normalAbonement(params.abonement)
  invariant(abonement !== undefined, `${params.abonement} is no subscriber number`)
  const phone = params.phone === null ? null : normalPhone(params.phone)
  invariant(phone !== undefined, `${params.phone} is no phone of Uzbekistan`)
  const state = params.state ?? 'active'
  const hashed = async () => {
    const hash = await passwords.hashOf(params.password)
    invariant(typeof hash === 'string', 'too many passwords are being hashed')
    return hash
  }

  const row = await db.selectFrom('account').selectAll().where('abonement', '=', abonement).executeTakeFirst()
  if (row === undefined) {
    const account = { abonement, phone, name: params.name, passwordHash: await hashed(), state }
    return { accountId: await insertAccount(db, account, deps.clock.nowMs()), outcome: 'created' }
  }
  const checked = await passwords.check(row.password_hash, params.password)
  invariant(checked.kind !== 'busy', 'too many passwords are being hashed')
  const change: Partial<NewAccount> = {
    ...(row.phone === phone ? {} : { phone }),
    ...(row.name === params.name ? {} : { name: params.name }),
    ...(checked.kind === 'right' ? {} : { passwordHash: await hashed() }),
    ...(row.is_test ? { isTest: false } : {}),
  }
  const accountId = row.account_id
  if (Object.keys(change).length === 0 && row.state === state) return { accountId, outcome: 'kept' }
  const by = { actor: 'operator' } as const
  if (Object.keys(change).length > 0) await changeAccount(db, accountId, change)
  // Sessions that used the former password must log in again.
  if (change.passwordHash !== undefined) await endOthers(deps, accountId, undefined, by)
  if (row.state !== state) await setState(deps, accountId, state, by)
  return { accountId, outcome: 'changed' }
}
