/** Rows of others that name a person: statements of payment systems, searches that the staff saved. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Person } from './personal-tables.ts'

const phoneGap = '[\\s()-]*'
/** Rows that one statement of the database reads: far less than a second. */
const rowsAtOnce = 50_000

/** The full names, with single spaces; a name of one letter is in every text. */
function fullNames({ names }: Person): readonly string[] {
  return names.map((name) => name.trim().replace(/\s+/g, ' ')).filter((name) => name.length >= 2)
}

/** Finds a phone in any of its forms, or a full name as whole words; undefined for somebody without either. */
function patternOf(person: Person): RegExp | undefined {
  const phones = person.phones.map(
    (phone) => `(?<!\\d)(?:\\+?998${phoneGap})?${[...phone.slice(4)].join(phoneGap)}(?!\\d)`,
  )
  const names = fullNames(person).map((name) => {
    const parts = name.split(' ').map(escapedPattern)
    return `(?<![\\p{L}\\p{M}\\p{N}])${parts.join('\\s+')}(?![\\p{L}\\p{M}\\p{N}])`
  })
  const all = [...phones, ...names]
  return all.length === 0 ? undefined : new RegExp(all.join('|'), 'giu')
}

/** A text that a regular expression takes as it is. */
export function escapedPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

/** Erases in the caller's transaction what statements and saved searches say of the person. */
export async function eraseElsewhere(trx: DbTransaction, person: Person): Promise<void> {
  await eraseOwnNotes(trx, person)
  await eraseStatements(trx, person)
  await eraseViews(trx, person)
}

/** What the staff wrote beside the person's own payments. */
async function eraseOwnNotes(trx: DbTransaction, { accountIds }: Person): Promise<void> {
  const ids = sql`any(${accountIds}::integer[])`
  await sql`
    update statement_row as row set note = '' from statement
    where statement.statement_id = row.statement_id and row.note <> '' and (
      row.account in (select abonement from account where account_id = ${ids})
      or row.reference <> '' and row.reference in (select reference from ledger_entry where account_id = ${ids})
      or system = 'bank' and row.number in (select ledger_entry_id from ledger_entry where account_id = ${ids})
      or system = 'atmos' and row.number in (select order_id from payment_order where account_id = ${ids})
      or row.number in (select provider_tx_id from provider_tx where account_id = ${ids}) and system in (
        select provider from provider_tx where account_id = ${ids})
    )`.execute(trx)
}

/** Phone and name in rows of anybody: an account of a payment system becomes empty, a note loses these words alone. */
async function eraseStatements(trx: DbTransaction, person: Person): Promise<void> {
  const pattern = patternOf(person)
  if (pattern === undefined) return
  const digits = person.phones.map((phone) => phone.slice(4))
  const { rows: ends } = await sql<{ first: number; last: number }>`
    select coalesce(min(statement_row_id), 1)::bigint as first, coalesce(max(statement_row_id), 0)::bigint as last
    from statement_row`.execute(trx)
  const [first, last] = [Number(ends[0]?.first ?? 1), Number(ends[0]?.last ?? 0)]
  // Step by step: there may be millions of rows, and each is read letter by letter.
  for (let from = first; from <= last; from += rowsAtOnce) {
    // More than are meant: a short name is a part of many words.
    const { rows } = await sql<{ id: number; account: string; note: string }>`
      select statement_row_id as id, account, note from statement_row
      where statement_row_id >= ${from} and statement_row_id < ${from + rowsAtOnce} and (account <> '' or note <> '') and exists (
        select from unnest(${digits}::text[]) as part (word)
        where position(word in regexp_replace(account || ' ' || note, '[[:space:]()-]', '', 'g')) > 0
        union all
        select from unnest(${fullNames(person)}::text[]) as part (word)
        where position(lower(word) in lower(regexp_replace(account || ' ' || note, '[[:space:]]+', ' ', 'g'))) > 0)`.execute(
      trx,
    )
    const named = rows
      .map(({ id, account, note }) => ({
        ...{ id, account: account.search(pattern) < 0 ? account : '', note: note.replace(pattern, '…') },
        isNamed: account.search(pattern) >= 0 || note.search(pattern) >= 0,
      }))
      .filter(({ isNamed }) => isNamed)
    if (named.length > 0)
      await sql`
        update statement_row set account = new.account, note = new.note
        from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ account }) => account)}::text[],
          ${named.map(({ note }) => note)}::text[]) as new (id, account, note)
        where statement_row_id = new.id`.execute(trx)
  }
}

/** Saved searches that are for the person alone, or are called so. */
async function eraseViews(trx: DbTransaction, person: Person): Promise<void> {
  const pattern = patternOf(person)
  const { rows: numbers } = await sql<{ abonement: string }>`
    select abonement from account where account_id = any(${person.accountIds}::integer[])`.execute(trx)
  const names = fullNames(person).map((name) => name.toLowerCase())
  const isPerson = (text: string) => {
    const plain = text.trim().replace(/\s+/g, ' ').toLowerCase()
    const digits = plain.replace(/[\s()+-]/g, '')
    return (
      names.includes(plain) ||
      numbers.some(({ abonement }) => abonement === digits) ||
      person.phones.some((phone) => [phone.slice(1), phone.slice(4)].includes(digits))
    )
  }
  // A full name of several words is nobody else's; one word may be a part of a name for something else.
  const isCalledSo = (name: string) =>
    isPerson(name) ||
    (pattern !== undefined && (name.match(pattern) ?? []).some((part) => /[\s\d]/.test(part)))
  const { rows } = await sql<{ id: number; name: string; address: string }>`
    select view_id as id, name, address from staff_view order by view_id`.execute(trx)
  const gone = rows.filter(({ name, address }) => isCalledSo(name) || valuesOf(address).some(isPerson))
  if (gone.length > 0)
    await sql`delete from staff_view where view_id = any(${gone.map(({ id }) => id)}::integer[])`.execute(trx)
}

/** The values in the query of an address, decoded. */
function valuesOf(address: string): readonly string[] {
  const at = address.indexOf('?')
  if (at < 0) return []
  const query = address.slice(at + 1).replace(/#.*$/, '')
  // A `+` that was not encoded is one of a phone or a space.
  return [...new URLSearchParams(query).values()]
}
