import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import './tables.ts'

/** Deletes removed webhooks with their logs, in batches; returns how many deliveries. May be interrupted and run again. */
export async function forgetRemovedWebhooks(db: Db, signal?: AbortSignal): Promise<number> {
  const deliveries = await inBatches(signal, async () => {
    const removed = await sql`delete from webhook_delivery where delivery_id in (
      select delivery_id from webhook_delivery join webhook using (webhook_id)
      where removed_at is not null limit ${rowsAtOnce})`.execute(db)
    return Number(removed.numAffectedRows ?? 0)
  })
  if (signal?.aborted === true) return deliveries
  await db
    .deleteFrom('webhook')
    .where('removed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_delivery')
            .select('delivery_id')
            .whereRef('webhook_delivery.webhook_id', '=', 'webhook.webhook_id'),
        ),
      ),
    )
    .execute()
  return deliveries
}
