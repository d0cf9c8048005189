/** Keys of the API as the staff manages them. Each change is one statement or one transaction. */
import { apiScopes, type ApiScope } from '#contract/form/api-scopes.ts'
import type { Selectable } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type RandomBytes, tokenHash } from '#server/platform/primitives/ids.ts'
import { isKey, newKey, prefixOf } from './key-form.ts'
import type { ApiKeyTable } from './tables.ts'

/** No installation needs more; a list of them is one page. */
export const maxApiKeys = 100

export interface ApiKeyFields {
  readonly name: string
  readonly scopes: readonly ApiScope[]
  /** Addresses and prefixes; empty: from anywhere. */
  readonly networks: readonly string[]
  readonly perMinute: number
  /** Unix milliseconds; null: it does not expire. */
  readonly expiresMs: number | null
}

export interface ApiKey extends ApiKeyFields {
  readonly keyId: number
  readonly prefix: string
  readonly createdMs: number
  readonly createdBy: string
  readonly lastUsedMs: number | null
  readonly lastUsedFrom: string
  /** Until when the key before the last rotation is valid; null: it is not. */
  readonly formerUntilMs: number | null
  readonly revokedMs: number | null
  readonly revokedBy: string
  readonly isLeaked: boolean
}

const msOf = (date: Date | null) => date?.getTime() ?? null

/** A row as a key. */
export function keyOfRow(row: Selectable<ApiKeyTable>): ApiKey {
  return {
    ...{ keyId: row.key_id, name: row.name, prefix: row.prefix, networks: row.networks },
    scopes: apiScopes.filter((scope) => row.scopes.includes(scope)),
    ...{ perMinute: row.per_minute, expiresMs: msOf(row.expires_at) },
    ...{ createdMs: row.created_at.getTime(), createdBy: row.created_by },
    ...{ lastUsedMs: msOf(row.last_used_at), lastUsedFrom: row.last_used_from },
    formerUntilMs: row.former_hash === null ? null : msOf(row.former_until),
    ...{ revokedMs: msOf(row.revoked_at), revokedBy: row.revoked_by, isLeaked: row.is_leaked },
  }
}

/** All keys, revoked ones too, the newest first. */
export async function listApiKeys(db: Db): Promise<readonly ApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .orderBy('key_id', 'desc')
    .limit(10 * maxApiKeys)
    .execute()
  return rows.map(keyOfRow)
}

export type ApiKeyMade =
  | { readonly kind: 'made'; readonly keyId: number; readonly key: string; readonly prefix: string }
  | { readonly kind: 'full'; readonly max: number }

/** Makes a key and returns it, now and never again, with its entry in the audit. `by`: the name of who makes it. */
export function makeApiKey(
  { db, random }: { readonly db: Db; readonly random: RandomBytes },
  fields: ApiKeyFields,
  {
    by,
    nowMs,
    record,
  }: {
    readonly by: string
    readonly nowMs: number
    readonly record: RecordIn<Extract<ApiKeyMade, { readonly kind: 'made' }>>
  },
): Promise<ApiKeyMade> {
  return recordedAct<ApiKeyMade, 'made'>(db, { done: 'made', record }, async (trx) => {
    const { count } = await trx
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxApiKeys) return { kind: 'full', max: maxApiKeys }
    const key = newKey(random)
    const { key_id: keyId } = await trx
      .insertInto('api_key')
      .values({
        ...{ name: fields.name, prefix: prefixOf(key), key_hash: tokenHash(key) },
        ...{ scopes: [...fields.scopes], networks: [...fields.networks], per_minute: fields.perMinute },
        expires_at: fields.expiresMs === null ? null : new Date(fields.expiresMs),
        ...{ created_at: new Date(nowMs), created_by: by },
      })
      .returning('key_id')
      .executeTakeFirstOrThrow()
    return { kind: 'made', keyId, key, prefix: prefixOf(key) }
  })
}

/** A key after its rotation. */
export interface RotatedKey {
  readonly key: string
  readonly prefix: string
  readonly former: ApiKey
}

/**
 * Replaces a key by a new one, with its entry in the audit; the former stays valid for `formerMs`. Undefined: there is no
 * valid key of this id.
 */
export async function rotateApiKey(
  { db, random }: { readonly db: Db; readonly random: RandomBytes },
  keyId: number,
  { nowMs, formerMs }: { readonly nowMs: number; readonly formerMs: number },
  record: RecordIn<RotatedKey>,
): Promise<RotatedKey | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('api_key')
      .selectAll()
      .where('key_id', '=', keyId)
      .where('revoked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const key = newKey(random)
    const former =
      formerMs === 0
        ? { former_hash: null, former_until: null }
        : { former_hash: row.key_hash, former_until: new Date(nowMs + formerMs) }
    await trx
      .updateTable('api_key')
      .set({ prefix: prefixOf(key), key_hash: tokenHash(key), ...former })
      .where('key_id', '=', keyId)
      .execute()
    const rotated = { key, prefix: prefixOf(key), former: keyOfRow(row) }
    await record(trx, rotated)
    return rotated
  })
}

export interface Revocation {
  readonly by: string
  readonly nowMs: number
  readonly isLeaked: boolean
}

/**
 * Revokes a key, the one before its rotation too, from the next request on, with its entry in the audit. Undefined: no
 * valid key of this id.
 */
export function revokeApiKey(
  db: Db,
  keyId: number,
  { by, nowMs, isLeaked }: Revocation,
  record: RecordIn<ApiKey>,
): Promise<ApiKey | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('api_key')
      .set({
        ...{ revoked_at: new Date(nowMs), revoked_by: by, is_leaked: isLeaked },
        ...{ former_hash: null, former_until: null },
      })
      .where('key_id', '=', keyId)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const revoked = keyOfRow(row)
    await record(trx, revoked)
    return revoked
  })
}

/** The id of a whole key as somebody found it, also of one before its rotation; undefined: no key of ours. */
export async function findApiKey(db: Db, key: string): Promise<number | undefined> {
  const written = key.trim()
  if (!isKey(written)) return undefined
  const hash = tokenHash(written)
  const row = await db
    .selectFrom('api_key')
    .select('key_id')
    .where((where) => where.or([where('key_hash', '=', hash), where('former_hash', '=', hash)]))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.key_id
}
