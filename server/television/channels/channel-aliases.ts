import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** A guide's name or id for one of our channels. */
export interface ChannelAlias {
  readonly cid: number
  readonly alias: string
}

export type AddedAlias =
  | { readonly kind: 'added' | 'known' }
  /** Another channel has it. */
  | { readonly kind: 'taken'; readonly cid: number }

/** Normalizes a name: case, ё, spaces and underscores do not count. */
export function foldAlias(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** All aliases, by channel. */
export async function listAliases(db: Db): Promise<readonly ChannelAlias[]> {
  const rows = await db
    .selectFrom('channel_alias')
    .select(['channel_id', 'alias'])
    .orderBy('channel_id')
    .orderBy('folded')
    .execute()
  return rows.map(({ channel_id, alias }) => ({ cid: channel_id, alias }))
}

/** Stores that a guide means `cid` by this name or id. The alias is not empty and has at most 200 characters. */
export async function addAlias(db: Db, { cid, alias }: ChannelAlias): Promise<AddedAlias> {
  const folded = foldAlias(alias)
  const inserted = await db
    .insertInto('channel_alias')
    .values({ folded, alias, channel_id: cid })
    .onConflict((conflict) => conflict.column('folded').doUpdateSet({ alias: sql`channel_alias.alias` }))
    .returning(['channel_id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow()
  if (inserted.channel_id !== cid) return { kind: 'taken', cid: inserted.channel_id }
  return { kind: inserted.is_new ? 'added' : 'known' }
}

/** Deletes an alias; returns the channel that had it. */
export async function removeAlias(db: Db, alias: string): Promise<number | undefined> {
  const removed = await db
    .deleteFrom('channel_alias')
    .where('folded', '=', foldAlias(alias))
    .returning('channel_id')
    .executeTakeFirst()
  return removed?.channel_id
}
