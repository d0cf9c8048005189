/** What holds for all campaigns, and who wants no advertising. */
import type { Db } from '#server/platform/database/database.ts'

export interface MessageSettings {
  /** At most so many messages of campaigns to one subscriber in so many days; 0: any number. */
  readonly capCount: number
  readonly capDays: number
  /** Of one part of an SMS. */
  readonly smsPriceTiyin: number
  readonly smsPerMinute: number
}

export async function readMessageSettings(db: Db): Promise<MessageSettings> {
  const row = await db.selectFrom('message_settings').selectAll().executeTakeFirstOrThrow()
  return {
    ...{ capCount: row.cap_count, capDays: row.cap_days },
    ...{ smsPriceTiyin: row.sms_price_tiyin, smsPerMinute: row.sms_per_minute },
  }
}

export async function saveMessageSettings(db: Db, settings: MessageSettings): Promise<void> {
  await db
    .updateTable('message_settings')
    .set({
      ...{ cap_count: settings.capCount, cap_days: settings.capDays },
      ...{ sms_price_tiyin: settings.smsPriceTiyin, sms_per_minute: settings.smsPerMinute },
    })
    .execute()
}

/** Whether an account gets no advertising. */
export async function isOptedOut(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('message_opt_out')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores it; repeating it changes nothing. */
export async function setOptOut(
  db: Db,
  {
    accountId,
    isOut,
    nowMs,
  }: { readonly accountId: number; readonly isOut: boolean; readonly nowMs: number },
): Promise<void> {
  if (isOut)
    await db
      .insertInto('message_opt_out')
      .values({ account_id: accountId, created_at: new Date(nowMs) })
      .onConflict((on) => on.doNothing())
      .execute()
  else await db.deleteFrom('message_opt_out').where('account_id', '=', accountId).execute()
}
