/** The rows of a person are deleted or emptied, table by table. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { eraseElsewhere, escapedPattern } from './named-elsewhere.ts'
import { type Person, otherTables, personalTables } from './personal-tables.ts'

/** Erases in the caller's transaction and returns how many rows went or were emptied. */
export async function eraseRows(trx: DbTransaction, person: Person, nowMs: number): Promise<number> {
  const ids = sql`any(${person.accountIds}::integer[])`
  const words = await wordsOf(trx, person)
  let rows = 0
  const count = (result: { readonly numAffectedRows?: bigint | undefined }) => {
    rows += Number(result.numAffectedRows ?? 0n)
  }
  for (const [table, { erasure, rows: rowsOf }] of Object.entries(otherTables)) {
    if (erasure === 'stay') continue
    const where = rowsOf === undefined ? sql`account_id = ${ids}` : rowsOf(person)
    count(await sql`delete from ${sql.table(table)} where ${where}`.execute(trx))
  }
  for (const { table, erasure, rows: rowsOf } of personalTables) {
    if (erasure === 'stay') continue
    const where = rowsOf(person)
    if (erasure === 'delete') {
      count(await sql`delete from ${sql.table(table)} where ${where}`.execute(trx))
      continue
    }
    const values = Object.entries(erasure).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    count(await sql`update ${sql.table(table)} set ${sql.join(values)} where ${where}`.execute(trx))
  }
  await sql`update account set erased_at = ${new Date(nowMs)} where account_id = ${ids}`.execute(trx)
  await eraseElsewhere(trx, person)
  await eraseWords(trx, words)
  return rows
}

interface SearchWords {
  readonly kind: 'name' | 'device' | 'note'
  readonly words: readonly string[]
}

/** The words by which a search reaches the person although one letter of them is wrong. */
async function wordsOf(trx: DbTransaction, { accountIds }: Person): Promise<readonly SearchWords[]> {
  const { rows } = await sql<SearchWords>`
    select 'name' as kind, subscriber_words(name) as words from account where account_id = any(${accountIds}::integer[])
    union all
    select 'device', subscriber_words(name || ' ' || model) from device where account_id = any(${accountIds}::integer[])
    union all
    select 'note', subscriber_words(body) from subscriber_note where account_id = any(${accountIds}::integer[])`.execute(
    trx,
  )
  return rows
}

/** Those of them that nobody else has. */
async function eraseWords(trx: DbTransaction, all: readonly SearchWords[]): Promise<void> {
  const others = {
    name: sql`select from account where subscriber_words(name) @> array[word]`,
    device: sql`select from device where subscriber_words(name || ' ' || model) @> array[word]`,
    note: sql`select from subscriber_note where subscriber_words(body) @> array[word]`,
  }
  for (const { kind, words } of all)
    await sql`delete from subscriber_word
      where kind = ${kind} and word = any(${words}::text[]) and not exists (${others[kind]})`.execute(trx)
}

/** A text of the staff without the phone and the name of the person. */
export function withoutNames(text: string, { phones, names }: Person): string {
  const parts = [
    ...phones.map((phone) => `(?:\\+?998[\\s()-]*)?${[...phone.slice(4)].join('[\\s()-]*')}`),
    ...names
      .flatMap((name) => [name.trim(), ...name.split(/\s+/)])
      .filter((part) => part.length >= 3)
      .map(escapedPattern),
  ]
  if (parts.length === 0) return text
  return text.replace(new RegExp(parts.join('|'), 'giu'), '…')
}
