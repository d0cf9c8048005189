/** What gateways report about messages afterwards. */
import { sql } from 'kysely'
import type { SmsReceipt } from '#server/messages/messages.ts'
import type { Db } from '#server/platform/database/database.ts'

const final = new Set(['delivered', 'undeliverable', 'expired', 'deleted', 'rejected'])
const storedMs = 2 * 86_400_000

/** Stores the last word about a message; states on the way are not stored. */
export async function storeReceipt(db: Db, receipt: SmsReceipt, nowMs: number): Promise<void> {
  if (!final.has(receipt.state)) return
  const values = { state: receipt.state, received_at: new Date(nowMs) }
  await db
    .insertInto('message_receipt')
    .values({
      gateway: receipt.gateway.slice(0, 40),
      gateway_message_id: receipt.messageId.slice(0, 100),
      ...values,
    })
    .onConflict((on) => on.columns(['gateway', 'gateway_message_id']).doUpdateSet(values))
    .execute()
}

/** Moves receipts to the deliveries they belong to, and deletes those that belong to none. */
export async function settleReceipts(db: Db, nowMs: number): Promise<void> {
  await sql`
    with settled as (
      update campaign_delivery as d set receipt = r.state
      from message_receipt as r
      where d.gateway = r.gateway and d.gateway_message_id = r.gateway_message_id and d.gateway_message_id <> ''
        -- A message centre may use its numbers again.
        and d.sent_at > r.received_at - interval '5 days'
      returning r.gateway, r.gateway_message_id
    )
    delete from message_receipt as r
    where exists (select from settled as s where s.gateway = r.gateway and s.gateway_message_id = r.gateway_message_id)
      or r.received_at < ${new Date(nowMs - storedMs)}`.execute(db)
}
