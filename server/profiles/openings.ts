/** The rows of `profile_opening`. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { OpenedItem } from '#server/platform/primitives/viewer.ts'

/** More than anybody opens in half a day; the one that ends first goes. */
const maxOpened = 100

/** Stores what was opened on a device, and drops what is over. */
export async function putOpening(
  trx: DbTransaction,
  sessionId: string,
  { kind, id, untilMs }: OpenedItem,
  nowMs: number,
): Promise<void> {
  const until = { open_until: new Date(untilMs) }
  await trx
    .insertInto('profile_opening')
    .values({ session_id: sessionId, kind, item_id: id, ...until })
    .onConflict((conflict) => conflict.columns(['session_id', 'kind', 'item_id']).doUpdateSet(until))
    .execute()
  await sql`delete from profile_opening where session_id = ${sessionId} and (open_until <= ${new Date(nowMs)}
    or (kind, item_id) in (select kind, item_id from profile_opening where session_id = ${sessionId}
      order by open_until desc offset ${maxOpened}))`.execute(trx)
}
