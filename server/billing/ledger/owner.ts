/**
 * Whose the money of an account is. What comes in for an account that was merged into another goes on to that one, and
 * what goes out of it comes from there: two entries against `transfers`, which together are nothing.
 */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { balanceTiyin, lockWallet, moveMoney } from './ledger.ts'

export interface Owner {
  /** The account itself, or the one that it was merged into. */
  readonly accountId: number
  /** It takes no money: its data were erased, it is closed, or the staff made it for trying. */
  readonly isClosed: boolean
  readonly isErased: boolean
}

/** Merges into one more account while the wallet is waited for. */
const maxMerges = 5

/** The owner of the money of an account, which exists. The wallets of both are locked until the transaction ends. */
export async function lockOwner(trx: DbTransaction, accountId: number): Promise<Owner> {
  let lockedId = accountId
  for (let nth = 0; nth < maxMerges; nth += 1) {
    await lockWallet(trx, lockedId)
    const { rows } = await sql<{ id: number; is_closed: boolean; is_erased: boolean }>`
      select owner.account_id as id, owner.erased_at is not null as is_erased,
        owner.state = 'deactivated' or owner.is_test or owner.erased_at is not null as is_closed
      from account as own join account as owner on owner.account_id = coalesce(own.merged_into, own.account_id)
      where own.account_id = ${accountId}`.execute(trx)
    const [owner] = rows
    if (owner === undefined) break
    if (owner.id === lockedId)
      return { accountId: owner.id, isClosed: owner.is_closed, isErased: owner.is_erased }
    lockedId = owner.id
  }
  throw new Error(`account ${accountId} has no owner`)
}

/** Whether the money of two accounts is one's: they are the same, or one was merged into the other, or both into a third. */
export async function isSameOwner(trx: DbTransaction, one: number, other: number): Promise<boolean> {
  if (one === other) return true
  const { rows } = await sql<{ owners: number }>`
    select count(distinct coalesce(merged_into, account_id))::integer as owners
    from account where account_id in (${one}, ${other})`.execute(trx)
  return rows[0]?.owners === 1
}

/** What the account and its owner have, whole tiyin: so much can go out of the account. */
export async function ownerBalanceTiyin(db: Db | DbTransaction, accountId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(balance_tiyin), 0)::bigint as total from wallet where account_id = ${accountId}
      or account_id = (select merged_into from account where account_id = ${accountId})`.execute(db)
  return rows[0]?.total ?? 0
}

interface OfAccount {
  readonly accountId: number
  /** Whole, above 0. */
  readonly amountTiyin: number
  /** Of the entry that the money belongs to. */
  readonly reference: string
}

/** Moves money that came in to the owner; returns the account that has it now. */
export async function passToOwner(trx: DbTransaction, money: OfAccount, nowMs: number): Promise<number> {
  const owner = await lockOwner(trx, money.accountId)
  if (owner.accountId === money.accountId) return money.accountId
  const fromTo = { fromId: money.accountId, toId: owner.accountId }
  await transfer(trx, { ...money, ...fromTo }, nowMs)
  return owner.accountId
}

/**
 * Brings what the account lacks from its owner, before as much is taken; returns how much is missing there too, and then
 * nothing was moved.
 */
export async function bringFromOwner(trx: DbTransaction, money: OfAccount, nowMs: number): Promise<number> {
  const { accountId } = money
  const owner = await lockOwner(trx, accountId)
  if (owner.accountId === accountId) return 0
  const lacksTiyin = money.amountTiyin - (await balanceTiyin(trx, accountId))
  if (lacksTiyin <= 0) return 0
  const missingTiyin = lacksTiyin - (await balanceTiyin(trx, owner.accountId))
  if (missingTiyin > 0) return missingTiyin
  const fromTo = { fromId: owner.accountId, toId: accountId }
  await transfer(trx, { ...money, ...fromTo, amountTiyin: lacksTiyin }, nowMs)
  return 0
}

async function transfer(
  trx: DbTransaction,
  move: Omit<OfAccount, 'accountId'> & { readonly fromId: number; readonly toId: number },
  nowMs: number,
): Promise<void> {
  const { amountTiyin, reference } = move
  for (const [accountId, amount, end] of [
    [move.fromId, -amountTiyin, 'from'],
    [move.toId, amountTiyin, 'to'],
  ] as const) {
    const entry = { kind: 'adjustment', against: 'transfers', accountId, amountTiyin: amount } as const
    const moved = await moveMoney(trx, { ...entry, reference: `owner:${reference}:${end}` }, nowMs)
    if (moved.kind !== 'moved') throw new Error(`the money of ${reference} was not moved to its owner`)
  }
}
