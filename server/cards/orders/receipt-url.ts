import { findOrderOf } from './order.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The fiscal receipt of a ledger entry `atmos:<order>` of this account; null for every other entry and for none. */
export async function cardReceiptUrl(db: Db, accountId: number, reference: string): Promise<string | null> {
  const orderId = /^atmos:(\d{1,9})$/.exec(reference)?.[1]
  if (orderId === undefined) return null
  return (await findOrderOf(db, accountId, Number(orderId)))?.ofd_url ?? null
}
