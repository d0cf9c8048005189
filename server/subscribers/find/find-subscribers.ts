import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { accountsOfCity, isInCities } from '#server/cities/cities.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type DigitMatch, findByDigits, type MatchedAccount, type Within } from './by-digits.ts'
import { findByWords, type WordKind } from './by-words.ts'
import { type FindQuery, readQuery } from './read-query.ts'

export type MatchKind = DigitMatch | WordKind | 'address' | 'city'

/** No list of results is longer. */
export const maxResults = 50

/** Those of `findAccounts` in a city or a region; where too little was typed, its newest accounts. */
export async function findInCity(
  db: Db,
  typed: string,
  cityId: number,
): Promise<readonly MatchedAccount<MatchKind>[]> {
  const matches = await findAmong(db, typed, isInCities([cityId], sql`account.account_id`))
  if (matches !== undefined) return matches
  return (await accountsOfCity(db, cityId, maxResults)).map((accountId) => ({ accountId, match: 'city' }))
}

/**
 * Accounts that fit what was typed: digits of the phone or the subscriber number, words of the name in either
 * alphabet, of a device or of a note, or where a device was seen last. The most likely first, at most `maxResults`; undefined when too
 * little was typed.
 */
export async function findAccounts(
  db: Db,
  typed: string,
): Promise<readonly MatchedAccount<MatchKind>[] | undefined> {
  return findAmong(db, typed, sql<SqlBool>`true`)
}

/** `among`: a condition on the table `account`. */
async function findAmong(
  db: Db,
  typed: string,
  among: RawBuilder<SqlBool>,
): Promise<readonly MatchedAccount<MatchKind>[] | undefined> {
  const query = readQuery(typed)
  if (query === undefined) return undefined
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await byIndexesAlone(trx)
      return findBy(trx, query, among)
    })
}

/**
 * The functions of the search indexes take a quarter of a millisecond for a row, and starting parallel workers takes
 * longer than a whole search: each part of it reads the rows that an index names.
 */
async function byIndexesAlone(trx: DbTransaction): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx)
}

async function findBy(
  db: DbTransaction,
  query: FindQuery,
  among: RawBuilder<SqlBool>,
): Promise<readonly MatchedAccount<MatchKind>[]> {
  const within = { among, limit: maxResults }
  const matches = new Map<number, MatchedAccount<MatchKind>>()
  const add = (all: readonly MatchedAccount<MatchKind>[]) => {
    for (const one of all) if (!matches.has(one.accountId)) matches.set(one.accountId, one)
  }
  if (query.address !== undefined) add(await findByAddress(db, query.address, within))
  if (query.digits !== undefined) add(await findByDigits(db, query.digits, within))
  if (query.words.length === 0 && query.numbers.length > 0)
    for (const digits of query.numbers) add(await findByDigits(db, digits, within))
  // A number may also stand in a note or be the model of a device.
  const asWords = query.digits === undefined ? query : { ...query, words: [[query.digits]] }
  const kinds: readonly WordKind[] =
    query.digits === undefined ? ['name', 'device', 'note'] : ['note', 'device']
  for (const kind of asWords.words.length === 0 ? [] : kinds) {
    if (matches.size >= maxResults) break
    add(await findByWords(db, kind, asWords, within))
  }
  return [...matches.values()].slice(0, maxResults)
}

/** Devices at a beginning of an address that are put in order: a short beginning fits a whole town. */
const maxAtAddress = 2000

/** Accounts with a device that was seen last at this address, or at one that begins so; the device seen last first. */
async function findByAddress(
  db: Db,
  address: string,
  { among, limit }: Within,
): Promise<readonly MatchedAccount<'address'>[]> {
  // Digits, letters, dots and colons only: no character of it is a wildcard.
  const devices = await db
    .selectFrom((some) =>
      some
        .selectFrom('device')
        .innerJoin('account', 'account.account_id', 'device.account_id')
        .select(['device.account_id', 'device.last_seen_at'])
        .where('last_address', 'like', `${address}%`)
        .where(among)
        .limit(maxAtAddress)
        .as('some'),
    )
    .select('some.account_id')
    .orderBy('some.last_seen_at', 'desc')
    .limit(limit * 2)
    .execute()
  const accountIds = new Set(devices.map((device) => device.account_id))
  return [...accountIds].slice(0, limit).map((accountId) => ({ accountId, match: 'address' }))
}
