/** One-time codes in links to the bot: who opens one is the account's subscriber. */
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { opaqueToken, type RandomBytes, tokenHash } from '#server/platform/primitives/ids.ts'

/** How long a code is valid. */
export const linkCodeSec = 900

/** A new code; the former one of the account ends. */
export async function createLinkCode(
  db: Db,
  accountId: number,
  random: RandomBytes,
  nowMs: number,
): Promise<string> {
  // A start parameter of Telegram has up to 64 characters of base64url.
  const code = opaqueToken(random)
  const values = { code_hash: tokenHash(code), expires_at: new Date(nowMs + linkCodeSec * 1000) }
  await db
    .insertInto('telegram_link_code')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
  return code
}

/** The account of a code, which stays valid; undefined for one that is wrong, used or old. */
export async function accountOfLinkCode(db: Db, code: string, nowMs: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('telegram_link_code')
    .select('account_id')
    .where('code_hash', '=', tokenHash(code))
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return row?.account_id
}

/** The account of a code, which ends by it; undefined for one that is wrong, used or old. */
export async function takeLinkCode(
  trx: DbTransaction,
  code: string,
  nowMs: number,
): Promise<number | undefined> {
  const taken = await trx
    .deleteFrom('telegram_link_code')
    .where('code_hash', '=', tokenHash(code))
    .where('expires_at', '>', new Date(nowMs))
    .returning('account_id')
    .executeTakeFirst()
  return taken?.account_id
}
