import {
  findByAbonement,
  findByPhone,
  insertAccount,
  withoutHash,
  type Account,
  takenKey,
} from '#server/accounts/account/account.ts'
import type { DoneBy } from '#server/accounts/sessions/end-sessions.ts'
import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'
import { normalAbonement, normalPhone } from '#server/accounts/account/rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export interface AddedAccount {
  /** 6 to 12 digits. */
  readonly abonement: string
  /** `+998` and nine digits, or null. */
  readonly phone: string | null
  readonly name: string
  /** Already judged to be acceptable. */
  readonly password: string
  /** The brand; absent: the main one. */
  readonly serviceId?: number | undefined
}

export type Added =
  | { readonly kind: 'added'; readonly accountId: number }
  | { readonly kind: 'phone_taken' }
  | { readonly kind: 'abonement_taken' }
  | { readonly kind: 'busy' }

/**
 * Creates an account without a session, for an operator, in one transaction with what the caller writes alongside. An
 * existing one is not changed.
 */
export async function addAccount(
  deps: ModuleDeps,
  params: AddedAccount,
  by: DoneBy,
  alongside: (trx: DbTransaction, accountId: number) => Promise<void> = async () => undefined,
): Promise<Added> {
  const passwordHash = await deps.passwords.hashOf(params.password)
  if (typeof passwordHash !== 'string') return passwordHash
  const { abonement, phone, name, serviceId } = params
  try {
    const brand = serviceId === undefined ? {} : { serviceId }
    const account = { abonement, phone, name, passwordHash, state: 'active', ...brand } as const
    const accountId = await deps.db.transaction().execute(async (trx) => {
      const made = await insertAccount(trx, account, deps.clock.nowMs())
      await alongside(trx, made)
      return made
    })
    void deps.audit.record({
      ...by,
      event: 'account_added',
      accountId,
      facts: { has_phone: phone !== null, ...(serviceId === undefined ? {} : { brand: serviceId }) },
    })
    return { kind: 'added', accountId }
  } catch (error) {
    const taken = takenKey(error)
    if (taken === undefined) throw error
    return { kind: `${taken}_taken` }
  }
}

/** Accounts with this phone or subscriber number; nine digits can be both, of different people. */
export async function findByName(db: Db, written: string): Promise<readonly Account[]> {
  const [phone, abonement] = [normalPhone(written), normalAbonement(written)]
  const matches = [
    phone === undefined ? undefined : withoutHash(await findByPhone(db, phone)),
    abonement === undefined || written.includes('+')
      ? undefined
      : withoutHash(await findByAbonement(db, abonement)),
  ]
  return matches
    .filter((account) => account !== undefined)
    .filter(({ accountId }, index, all) => all.findIndex((one) => one.accountId === accountId) === index)
}
