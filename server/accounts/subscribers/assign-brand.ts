/** Gives accounts a brand by a rule: those that were made before there were brands, or without naming one. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** Which accounts are meant; every rule that is set must hold. */
export interface BrandRule {
  /** The brand that they have now; 1 for the main one, and for none. */
  readonly from: number
  /** The first digits of the subscriber number. */
  readonly numberPrefix?: string | undefined
  /** Made at or after, and before, these moments; unix milliseconds. */
  readonly createdFromMs?: number | undefined
  readonly createdUntilMs?: number | undefined
}

const batch = 1000
/** More than any operator has. */
const maxBatches = 20_000

/** How many accounts the rule means. */
export async function countForBrand(db: Db, rule: BrandRule): Promise<number> {
  const { rows } = await sql<{
    count: string
  }>`select count(*) as count from account where ${meant(rule)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Gives them this brand in batches, each in a transaction of its own: ended anywhere and repeated, it goes on where it
 * was. Accounts that are made meanwhile are not meant. Returns how many got it.
 */
export async function assignBrand(
  db: Db,
  { brand, rule, signal }: { readonly brand: number; readonly rule: BrandRule; readonly signal: AbortSignal },
): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(account_id) as last from account`.execute(db)
  const last = rows[0]?.last ?? 0
  let assigned = 0
  for (let turn = 0; turn < maxBatches && !signal.aborted; turn++) {
    const { numAffectedRows: affected = 0n } = await sql`
      update account set service_id = ${brand} where account_id in (
        select account_id from account
        where account_id <= ${last} and ${meant(rule)}
          and coalesce(service_id, 1) <> ${brand}
        order by account_id limit ${batch} for no key update
      )`.execute(db)
    assigned += Number(affected)
    if (affected === 0n) break
  }
  return assigned
}

function meant({ from, numberPrefix, createdFromMs, createdUntilMs }: BrandRule) {
  const moment = (ms: number) => sql`${new Date(ms)}`
  const rules = [
    sql`coalesce(service_id, 1) = ${from}`,
    sql`erased_at is null`,
    ...(numberPrefix === undefined ? [] : [sql`starts_with(abonement, ${numberPrefix})`]),
    ...(createdFromMs === undefined ? [] : [sql`created_at >= ${moment(createdFromMs)}`]),
    ...(createdUntilMs === undefined ? [] : [sql`created_at < ${moment(createdUntilMs)}`]),
  ]
  return sql.join(rules, sql` and `)
}

/** Gives one account this brand, in the caller's transaction; returns the one that it had, 1 for the main one. */
export async function giveBrand(trx: DbTransaction, accountId: number, brand: number): Promise<number> {
  const { service_id: before } = await trx
    .selectFrom('account')
    .select('service_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if ((before ?? 1) !== brand)
    await trx.updateTable('account').set({ service_id: brand }).where('account_id', '=', accountId).execute()
  return before ?? 1
}
