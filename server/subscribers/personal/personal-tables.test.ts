/** No table with something of a person is forgotten: each is given out, or says why not. */
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { otherTables, personalTables, topicOf } from './personal-tables.ts'
import { columnWords, tableWords } from './personal-words.ts'
import { shownColumns } from './read-personal.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

async function columnsOfTables(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`.execute(db)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** What leads from a row to a person. */
const leads = [
  'account_id',
  'phone',
  'session_id',
  'tv_session_id',
  'device_uid',
  'push_device_id',
  'subscription_id',
]
/** Tables with such a column that are about the staff or a place, or gone within minutes. */
const others = [
  'staff_session',
  // The phone of a cinema.
  'cinema',
  // Commands between a phone and a television, for seconds; they go with their sessions' end.
  ...['remote_command', 'remote_consent'],
  'push_delivery',
  // That a subscriber was notified of a charge: a mark without anything of the person.
  ...['charge_notice', 'suspension_notice'],
]

describe('[CARE-04] every table with something of a person', () => {
  it('is given out, or is an exception with its reason', async () => {
    const named = new Set([
      ...personalTables.map(({ table }) => table),
      ...Object.keys(otherTables),
      ...others,
    ])
    const tables = await columnsOfTables()
    const personal = [...tables].filter(([, columns]) => columns.some((column) => leads.includes(column)))
    expect(personal.map(([table]) => table).filter((table) => !named.has(table))).toEqual([])
    // And none of the list is gone.
    expect([...named].filter((table) => !tables.has(table))).toEqual([])
  })

  it('has each of its columns given out or left out by name, with words in both languages', async () => {
    const tables = await columnsOfTables()
    for (const table of personalTables) {
      const { columns, hidden } = table
      expect([...columns, ...hidden].toSorted(), table.table).toEqual(tables.get(table.table)?.toSorted())
      expect(tableWords[table.table], table.table).toBeDefined()
      expect(topicOf(table.table)).toBeTruthy()
      for (const column of shownColumns(table))
        expect(columnWords[column], `${table.table}.${column}`).toBeDefined()
    }
  })

  it('gives out no secret', () => {
    const secret = /token|secret|hash|sealed|password_hash|user_code|_code$/
    for (const { columns, table } of personalTables)
      expect(
        columns.filter((column) => secret.test(column) && column !== 'promo_code'),
        table,
      ).toEqual([])
  })
})
