import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { runsOf } from './read-query.ts'

export type DigitMatch = 'phone' | 'number'
export interface MatchedAccount<Match extends string = string> {
  readonly accountId: number
  readonly match: Match
}

export interface Within {
  /** A condition on the table `account`. */
  readonly among: RawBuilder<SqlBool>
  readonly limit: number
}

const reversed = (digits: string) => [...digits].toReversed().join('')

/**
 * Accounts whose phone or subscriber number has these digits, at least three: the same number first, then its end or
 * its beginning, then its middle. At most `limit`; every step reads an index.
 */
export async function findByDigits(
  db: Db,
  digits: string,
  { among, limit }: Within,
): Promise<readonly MatchedAccount<DigitMatch>[]> {
  const matches = new Map<number, MatchedAccount<DigitMatch>>()
  for (const step of stepsOf(digits)) {
    const { rows } = await sql<MatchedAccount<DigitMatch>>`
      select account_id as "accountId", ${step.match}::text as match from account
      where ${step.where} and ${among} limit ${limit}`.execute(db)
    for (const row of rows) if (!matches.has(row.accountId)) matches.set(row.accountId, row)
    if (matches.size >= limit) break
  }
  return [...matches.values()].slice(0, limit)
}

interface Step {
  readonly match: DigitMatch
  readonly where: RawBuilder<unknown>
}

function stepsOf(digits: string): readonly Step[] {
  const phone = (where: RawBuilder<unknown>): Step => ({ match: 'phone', where })
  const number = (where: RawBuilder<unknown>): Step => ({ match: 'number', where })
  const whole = [
    phone(sql`phone in (${`+${digits}`}, ${`+998${digits}`})`),
    number(sql`abonement = ${digits}`),
  ]
  const begins = [
    number(sql`abonement like ${`${digits}%`}`),
    phone(sql`phone like ${`+998${digits}%`}`),
    phone(sql`phone like ${`+${digits}%`}`),
  ]
  const back = `${reversed(digits)}%`
  const ends = [phone(sql`reverse(phone) like ${back}`), number(sql`reverse(abonement) like ${back}`)]
  const inside = phone(hasDigits(digits))
  // Who reads out the last digits says three or four; a number that is typed from its start is longer.
  return digits.length <= 4 ? [...whole, ...ends, ...begins, inside] : [...whole, ...begins, ...ends, inside]
}

/** A condition on `account`: its phone or its number has these digits somewhere. */
export function hasDigits(digits: string): RawBuilder<boolean> {
  const has = sql<boolean>`(phone like ${`%${digits}%`} or abonement like ${`%${digits}%`})`
  const runs = runsOf(digits)
  return runs.length === 0
    ? has
    : sql<boolean>`(subscriber_digits(phone, abonement) @> ${runs}::text[] and ${has})`
}
