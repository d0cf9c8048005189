import type { Db } from '#server/platform/database/database.ts'
import { type DigitMatch, findByDigits, type MatchedAccount } from './by-digits.ts'
import { findByWords, type WordKind } from './by-words.ts'
import { readQuery } from './read-query.ts'

export type MatchKind = DigitMatch | WordKind

/** No list of results is longer. */
export const maxResults = 50

/**
 * Accounts that fit what was typed: digits of the phone or the subscriber number, words of the name in either
 * alphabet, of a device or of a note. The most likely first, at most `limit`; undefined when too little was typed.
 */
export async function findAccounts(
  db: Db,
  typed: string,
  limit: number = maxResults,
): Promise<readonly MatchedAccount<MatchKind>[] | undefined> {
  const query = readQuery(typed)
  if (query === undefined) return undefined
  const matches = new Map<number, MatchedAccount<MatchKind>>()
  const add = (all: readonly MatchedAccount<MatchKind>[]) => {
    for (const one of all) if (!matches.has(one.accountId)) matches.set(one.accountId, one)
  }
  if (query.digits !== undefined) add(await findByDigits(db, query.digits, limit))
  if (query.words.length === 0 && query.numbers.length > 0)
    for (const digits of query.numbers) add(await findByDigits(db, digits, limit))
  // A number may also stand in a note or be the model of a device.
  const asWords = query.digits === undefined ? query : { ...query, words: [[query.digits]] }
  const kinds: readonly WordKind[] =
    query.digits === undefined ? ['name', 'device', 'note'] : ['note', 'device']
  for (const kind of asWords.words.length === 0 ? [] : kinds) {
    if (matches.size >= limit) break
    add(await findByWords(db, kind, asWords, limit))
  }
  return [...matches.values()].slice(0, limit)
}
