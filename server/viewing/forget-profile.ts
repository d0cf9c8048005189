import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'

const tables = ['watching', 'favourite_title', 'favourite_channel', 'title_rating'] as const

/** Deletes what a profile watched, rated and marked, in the transaction that removes it. */
export async function forgetViewingOf(trx: DbTransaction, key: ProfileKey): Promise<void> {
  for (const table of tables)
    await sql`delete from ${sql.table(table)}
      where account_id = ${key.accountId} and profile_no = ${key.profileNo}`.execute(trx)
}
