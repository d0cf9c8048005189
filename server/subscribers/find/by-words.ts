import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { hasDigits, type MatchedAccount, type Within } from './by-digits.ts'
import { differByOne, nearOf, type FindQuery } from './read-query.ts'

export type WordKind = 'name' | 'device' | 'note'

/** Beginnings of this many words are looked at; one more letter leaves fewer. */
const maxStarted = 64
const maxNear = 64

/** Words that exist, by how close they are to a typed one: the same, starts so, one letter off. */
interface Terms {
  readonly same: readonly string[]
  readonly starts: readonly string[]
  readonly near: readonly string[]
}

/**
 * Accounts where every word is in the name (or in one device, or in one note): as typed first, then as the beginning of
 * a word, then with one letter wrong. At most `limit`.
 */
export async function findByWords(
  db: Db,
  kind: WordKind,
  { words, numbers }: FindQuery,
  within: Within,
): Promise<readonly MatchedAccount<WordKind>[]> {
  const terms = await Promise.all(words.map((word) => termsOf(db, kind, word)))
  const levels: ((one: Terms) => readonly string[])[] = [
    ({ same }) => same,
    ({ same, starts }) => [...same, ...starts],
    ({ same, starts, near }) => [...same, ...starts, ...near],
  ]
  const matches = new Map<number, MatchedAccount<WordKind>>()
  let before = ''
  for (const level of levels) {
    const choices = terms.map(level)
    const key = JSON.stringify(choices)
    if (key === before || choices.some((choice) => choice.length === 0)) continue
    before = key
    for (const accountId of await accountsWith(db, kind, choices, numbers, within))
      if (!matches.has(accountId)) matches.set(accountId, { accountId, match: kind })
    if (matches.size >= within.limit) break
  }
  return [...matches.values()].slice(0, within.limit)
}

async function termsOf(db: Db, kind: WordKind, spellings: readonly string[]): Promise<Terms> {
  const [first = ''] = spellings
  // Folded words have letters and digits only, so that no character of them is a wildcard.
  const begins = sql.join(
    spellings.map((word) => sql`word like ${`${word}%`}`),
    sql` or `,
  )
  const near = first.length < 4 ? [] : [...new Set(spellings.flatMap(nearOf))]
  const { rows } = await sql<{ word: string; how: 'same' | 'starts' | 'near' }>`
    (select word, 'same' as how from subscriber_word where kind = ${kind} and word = any(${spellings}::text[]))
    union all
    (select word, 'starts' as how from subscriber_word where kind = ${kind} and (${begins})
      order by length(word), word limit ${maxStarted})
    union all
    (select word, 'near' as how from subscriber_word where near && ${near}::text[] and kind = ${kind}
      limit ${maxNear})`.execute(db)
  const typed = new Set(spellings)
  const named = (which: string) =>
    rows.filter(({ how, word }) => how === which && !typed.has(word)).map(({ word }) => word)
  const starts = named('starts')
  return {
    // A word that nobody has needs no search.
    same: rows.filter(({ how }) => how === 'same').map(({ word }) => word),
    starts,
    near: named('near')
      .filter((word) => !starts.includes(word))
      .filter((word) => spellings.some((one) => differByOne(one, word))),
  }
}

const places: Readonly<
  Record<WordKind, { readonly from: RawBuilder<unknown>; readonly words: RawBuilder<unknown> }>
> = {
  name: { from: sql`account`, words: sql`subscriber_words(account.name)` },
  device: {
    from: sql`device join account using (account_id)`,
    words: sql`subscriber_words(device.name || ' ' || device.model)`,
  },
  note: {
    from: sql`subscriber_note join account using (account_id)`,
    words: sql`subscriber_words(subscriber_note.body)`,
  },
}

async function accountsWith(
  db: Db,
  kind: WordKind,
  choices: readonly (readonly string[])[],
  numbers: readonly string[],
  { among, limit }: Within,
): Promise<readonly number[]> {
  const [only = [], ...others] = choices
  if (others.length === 0 && numbers.length === 0) return accountsWithAny(db, kind, only, { among, limit })
  const { from, words } = places[kind]
  const conditions = [
    ...choices.map((choice) =>
      choice.length === 1 ? sql`${words} @> ${choice}::text[]` : sql`${words} && ${choice}::text[]`,
    ),
    ...numbers.map((digits) => hasDigits(digits)),
    among,
  ]
  // More rows than accounts: one account may have several devices or notes that match.
  const { rows } = await sql<{ accountId: number }>`
    select account.account_id as "accountId" from ${from}
    where ${sql.join(conditions, sql` and `)} limit ${limit * 2}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

/** Word after word, until there are enough: one scan of the index for dozens of words reads all their rows. */
async function accountsWithAny(
  db: Db,
  kind: WordKind,
  choice: readonly string[],
  { among, limit }: Within,
): Promise<readonly number[]> {
  const { from, words } = places[kind]
  const { rows } = await sql<{ accountId: number }>`
    select "accountId" from unnest(${choice}::text[]) as choice (word)
    cross join lateral (
      select account.account_id as "accountId" from ${from}
      where ${words} @> array[choice.word] and ${among} limit ${limit * 2}) as accounts
    limit ${limit * 2}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}
