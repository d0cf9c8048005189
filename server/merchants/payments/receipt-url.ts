import { providers } from './rules.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * The fiscal receipt of a ledger entry `<provider>:<its number>` of this account, as the system sent it (Payme's
 * `qr_code_url`); null for every other entry and for one without a receipt.
 */
export async function merchantReceiptUrl(
  db: Db,
  accountId: number,
  reference: string,
): Promise<string | null> {
  const provider = providers.find((one) => reference.startsWith(`${one}:`))
  if (provider === undefined) return null
  const row = await db
    .selectFrom('provider_tx')
    .select('fiscal')
    .where('provider', '=', provider)
    .where('external_id', '=', reference.slice(provider.length + 1))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const receipt = fieldOf(fieldOf(row?.fiscal, 'PERFORM'), 'qr_code_url')
  return typeof receipt === 'string' && receipt.length <= 500 && receipt.startsWith('https://')
    ? receipt
    : null
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
