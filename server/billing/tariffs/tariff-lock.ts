/** The lock of changes of tariffs, and their notification. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** The notification after another process changed tariffs; its payload is empty. */
export const tariffsChangedChannel = 'tariffs_changed'

/** Waits for other changes of tariffs; subscribing waits only for a tariff whose row is being written. */
export async function lockTariffs(tx: DbTransaction): Promise<void> {
  await lockRules(tx)
  await sql`lock table tariff in share row exclusive mode`.execute(tx)
}

/**
 * Until the transaction ends no channel changes in what rules look at: changes of channels share this lock. Taken before
 * any row of a tariff is locked, for a change of channels writes what tariffs open while it has it.
 */
export async function lockRules(tx: DbTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('tariff_rules'))`.execute(tx)
}

export async function announceTariffs(db: Db | DbTransaction): Promise<void> {
  await sql`select pg_notify(${tariffsChangedChannel}, '')`.execute(db)
}
