/** The active list, in the database: every process uses the same one, wherever its data folder is. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** The PostgreSQL channel that announces a new list. */
export const networkListChangedChannel = 'network_list_changed'

/** A list as stored. */
export interface ListText {
  readonly text: string
  /** When its file was written; the list's date when it has none itself. Unix milliseconds. */
  readonly changedMs: number
}

/** The active list with its mark, or `same` while the mark is `formerMark`; undefined when there is none. */
export async function readStoredFile(
  db: Db,
  formerMark = '',
): Promise<(ListText & { readonly mark: string }) | 'same' | undefined> {
  const existing = await db.selectFrom('network_list').select('sha256').executeTakeFirst()
  if (existing === undefined) return undefined
  if (existing.sha256 === formerMark) return 'same'
  const row = await db.selectFrom('network_list').select(['text', 'sha256', 'changed_at']).executeTakeFirst()
  return row && { text: row.text, changedMs: row.changed_at.getTime(), mark: row.sha256 }
}

/** Activates a list for all processes. `older`: the active one has a later date, and stays unless `force`. */
export async function putStored(
  db: Db,
  list: ListText & { readonly dateMs: number },
  force: boolean,
): Promise<'put' | 'same' | 'older'> {
  const sha256 = createHash('sha256').update(list.text).digest('hex')
  const listedAt = new Date(list.dateMs)
  const values = { text: list.text, sha256, listed_at: listedAt, changed_at: new Date(list.changedMs) }
  return db.transaction().execute(async (trx) => {
    await sql`lock table network_list in share row exclusive mode`.execute(trx)
    const existing = await trx.selectFrom('network_list').select(['sha256', 'listed_at']).executeTakeFirst()
    if (existing?.sha256 === sha256) return 'same'
    if (existing !== undefined && existing.listed_at > listedAt && !force) return 'older'
    await trx.deleteFrom('network_list').execute()
    await trx.insertInto('network_list').values(values).execute()
    await sql`select pg_notify(${networkListChangedChannel}, '')`.execute(trx)
    return 'put'
  })
}

/** All clients are inside from now on. True when there was a list. */
export async function dropStored(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('network_list').returning('sha256').execute()
    await sql`select pg_notify(${networkListChangedChannel}, '')`.execute(trx)
    return gone.length > 0
  })
}
