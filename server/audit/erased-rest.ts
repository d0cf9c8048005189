import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { eventsAfter } from './list-events.ts'
import { erasedDigest, erasedEvent } from './security-event.ts'

const rowsAtOnce = 2000

/** The digest of what stays of an account's events up to a number: the same before they are emptied and after. */
export async function erasedRest(db: Db | DbTransaction, accountId: number, upTo: number): Promise<string> {
  const rest = erasedDigest()
  for (let after = 0; after < upTo;) {
    const rows = await eventsAfter(db, after, rowsAtOnce, accountId)
    for (const row of rows) if (row.eventId <= upTo && row.event !== erasedEvent) rest.add(row)
    after = rows.at(-1)?.eventId ?? after
    if (rows.length < rowsAtOnce) break
  }
  return rest.text()
}
