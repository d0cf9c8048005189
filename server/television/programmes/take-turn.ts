import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** Two writers of the guide are serialized; the lock timeout for the other one. */
const longestTurnMs = 120_000
/** A notification is limited to 8 kB; above this many channels it means "all". */
const maxNamedChannels = 500

/** Waits until nobody else writes the guide; before anything is read. Throws the database's error after two minutes. */
export async function takeTurn(tx: DbTransaction): Promise<void> {
  // Two concurrent deliveries for one channel would each plan on data the other replaces.
  await sql`select set_config('lock_timeout', ${String(longestTurnMs)}, true)`.execute(tx)
  // A day's guide is sorted in memory; JIT compilation of these few statements takes longer than running them.
  await sql`select set_config('work_mem', '32MB', true), set_config('jit', 'off', true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('guide'))`.execute(tx)
}

/** The site reads the guide of these channels again. */
export async function notifyGuide(tx: DbTransaction, cids: readonly number[]): Promise<void> {
  const payload = cids.length > maxNamedChannels ? '' : cids.join(',')
  await sql`select pg_notify('guide_changed', ${payload})`.execute(tx)
}
