import type { Db } from '#server/platform/database/database.ts'

/** Marks a signed login as used; false: it was before. */
export async function useLogin(db: Db, hash: string, nowMs: number): Promise<boolean> {
  const stored = await db
    .insertInto('telegram_login')
    .values({ hash, used_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return stored !== undefined
}

/** It opened nothing: it may be used again. */
export async function releaseLogin(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('telegram_login').where('hash', '=', hash).execute()
}
