/** Each update is handled once, whichever process gets it and however often Telegram sends it. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** One that was begun and not finished for so long belongs to a process that ended. */
export const unfinishedMs = 60_000
/** After so many failed attempts an update is dropped, so that those behind it are handled. */
export const maxAttempts = 5

export interface UpdateKey {
  readonly botId: number
  readonly updateId: number
}

/** `handled`: nothing is to be done. `busy`: another process handles it just now. */
export async function beginUpdate(
  db: Db,
  { botId, updateId }: UpdateKey,
  nowMs: number,
): Promise<
  | { readonly kind: 'begun'; readonly attempt: number }
  | { readonly kind: 'handled' }
  | { readonly kind: 'busy' }
> {
  const { rows } = await sql<{ attempts: number }>`
    insert into telegram_update as own (bot_id, update_id, begun_at) values (${botId}, ${updateId}, ${new Date(nowMs)})
    on conflict (bot_id, update_id) do update set begun_at = excluded.begun_at, attempts = own.attempts + 1
      where own.handled_at is null and own.begun_at <= ${new Date(nowMs - unfinishedMs)}
    returning attempts`.execute(db)
  const [begun] = rows
  if (begun !== undefined) return { kind: 'begun', attempt: begun.attempts }
  const row = await db
    .selectFrom('telegram_update')
    .select('handled_at')
    .where('bot_id', '=', botId)
    .where('update_id', '=', updateId)
    .executeTakeFirst()
  return { kind: row?.handled_at == null ? 'busy' : 'handled' }
}

/** It needs no further attempt. */
export async function finishUpdate(db: Db, { botId, updateId }: UpdateKey, nowMs: number): Promise<void> {
  await ofKey(db, { botId, updateId })
    .set({ handled_at: new Date(nowMs) })
    .execute()
}

/** It failed, and the next attempt may begin at once. `counts` false: Telegram was not reached, which is no attempt. */
export async function releaseUpdate(
  db: Db,
  key: UpdateKey,
  { counts }: { readonly counts: boolean },
): Promise<void> {
  await ofKey(db, key)
    .set((on) => ({ begun_at: new Date(0), attempts: on('attempts', '-', counts ? 0 : 1) }))
    .execute()
}

function ofKey(db: Db, { botId, updateId }: UpdateKey) {
  return db
    .updateTable('telegram_update')
    .where('bot_id', '=', botId)
    .where('update_id', '=', updateId)
    .where('handled_at', 'is', null)
}
