import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Person, PersonalTable } from './personal-tables.ts'

/** A row as plain JSON, by column. */
export type PersonalRow = Readonly<Record<string, unknown>>

/** Undefined: there is no such account. */
export async function findPerson(db: Db | DbTransaction, accountId: number): Promise<Person | undefined> {
  const rows = await db
    .selectFrom('account')
    .select(['account_id', 'phone', 'name', 'abonement'])
    .where((on) => on.or([on('account_id', '=', accountId), on('merged_into', '=', accountId)]))
    .orderBy('account_id')
    .execute()
  const own = rows.find((row) => row.account_id === accountId)
  if (own === undefined) return undefined
  return {
    ...{ accountId, abonement: own.abonement, accountIds: rows.map((row) => row.account_id) },
    phones: rows.flatMap(({ phone }) => (phone === null ? [] : [phone])),
    names: rows.flatMap(({ name }) => (name === '' ? [] : [name])),
  }
}

/** Numbers that a person cannot read have a name beside them. */
const namesOf: Readonly<Record<string, readonly [name: string, value: RawBuilder<unknown>]>> = {
  tariff_id: ['tariff', sql`(select name_ru from tariff where tariff.tariff_id = mine.tariff_id)`],
  title_id: ['title', sql`(select name_ru from title where title.id = mine.title_id)`],
  city_id: ['city', sql`(select name_ru from city where city.city_id = mine.city_id)`],
  channel_id: ['channel', sql`(select name_ru from channel where channel.id = mine.channel_id)`],
}

/** The columns of a table as they are given out, with the names of numbers. */
export function shownColumns({ columns }: PersonalTable): readonly string[] {
  return columns.flatMap((column) => {
    const name = namesOf[column]?.[0]
    return name === undefined ? [column] : [name, column]
  })
}

/** Rows in a page; a table of a person has few of them. */
const pageOf = 1000
/** No person has more of anything; what would, is cut off and said so. */
export const maxRows = 200_000

/** The rows of a person in one table, page after page. */
export async function* personalRows(
  db: Db | DbTransaction,
  table: PersonalTable,
  person: Person,
  limit = maxRows,
): AsyncGenerator<readonly PersonalRow[]> {
  const columns = table.columns.flatMap((column) => {
    const name = namesOf[column]
    const own = sql`mine.${sql.ref(column)}`
    return name === undefined ? [own] : [sql`${name[1]} as ${sql.ref(name[0])}`, own]
  })
  for (let from = 0; from < limit; from += pageOf) {
    const { rows } = await sql<{ row: PersonalRow }>`
      select to_jsonb(page) as row from (
        select ${sql.join(columns)} from (
          select * from ${sql.table(table.table)} where ${table.rows(person)}
          order by ${sql.raw(table.order)} limit ${Math.min(pageOf, limit - from)} offset ${from}
        ) as mine
      ) as page`.execute(db)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < pageOf) return
  }
}

/** How many rows a person has in a table. */
export async function countRows(
  db: Db | DbTransaction,
  table: Pick<PersonalTable, 'table' | 'rows'>,
  person: Person,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table.table)} where ${table.rows(person)}`.execute(db)
  return rows[0]?.count ?? 0
}
