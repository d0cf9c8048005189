/** One table of content as states of fields: what a set of changes stores, and how it is written back. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type EntityStore,
  type Fields,
  isHiddenField,
  type Json,
  type States,
} from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { announceSiteChange } from './changes.ts'

/** A table with a column `version`, whose other columns are content. */
export interface RecordTable {
  readonly table:
    | ('banner' | 'blackout' | 'city' | 'edge' | 'home_rail' | 'news_item')
    | ('operator_network' | 'service_notice' | 'service_settings')
  readonly id: string
  readonly moments: readonly string[]
  /** The columns of its beginning and its end, which must stay in this order. */
  readonly period?: { readonly from: string; readonly until: string }
  /** The column of its place among the others: a change of it alone is no new version. */
  readonly place?: string
  /**
   * A column that follows the guide: bookkeeping, which is no change by hand. It is written back together with any of the
   * columns that say what is followed.
   */
  readonly follows?: { readonly column: string; readonly identifiedBy: readonly string[] }
  /** Announces a change; by default as one of the site. */
  readonly announce?: (tx: DbTransaction) => Promise<void>
}

type Row = Readonly<Record<string, Json | Date>>

/** The states of these records, or of all. */
export async function recordStates(
  db: Kysely<Database>,
  { table, id, follows }: RecordTable,
  ids?: readonly number[],
): Promise<States> {
  const chosen = ids === undefined ? sql`true` : sql`${sql.ref(id)} = any(${[...ids]}::integer[])`
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${chosen}`.execute(db)
  return new Map(rows.map(({ [id]: number, ...row }) => [Number(number), fieldsOf(row, follows?.column)]))
}

/** A rail of the home page may have no title: its kind names it. */
export function contentLabel(fields: Fields): string {
  return String(fields['label'] || fields['title_ru'] || fields['title_uz'] || fields['kind'] || '')
}

/** The records of a table as things whose changes can be taken back. */
export function recordStore(of: RecordTable, lock: EntityStore['lock']): EntityStore {
  return {
    lock,
    read: (db, ids) => recordStates(db, of, ids),
    labelOf: contentLabel,
    write: async (tx, steps) => {
      const states = await recordStates(tx, of, [...steps.keys()])
      const left: (readonly [number, string, Json])[] = []
      for (const [id, fields] of steps) left.push(...(await writeRecord(tx, of, id, fields, states.get(id))))
      await (of.announce ?? announceSiteChange)(tx)
      return left
    },
  }
}

/** Returns the field that could not be written back, with its value now. */
async function writeRecord(
  tx: DbTransaction,
  of: RecordTable,
  id: number,
  fields: Fields | null,
  now: Fields | undefined,
): Promise<readonly (readonly [number, string, Json])[]> {
  const { table, period, place, follows } = of
  const is = sql`${sql.ref(of.id)} = ${id}`
  if (fields === null) {
    await sql`delete from ${sql.table(table)} where ${is}`.execute(tx)
    return []
  }
  // One end was changed since: both stay where they would not be a period together.
  const ends =
    period === undefined || isPeriod({ ...now, ...fields }, period) ? [] : [period.from, period.until]
  const written = Object.entries(fields).filter(([name]) => !isHiddenField(name) && !ends.includes(name))
  const values = written.map(([name, value]) => [name, valueOf(of, name, value)] as const)
  if (now === undefined) {
    // Nobody has seen the version of a record that returns.
    const all = [
      [of.id, sql`${id}`],
      ...(follows === undefined ? [] : [followedOf(follows.column, fields)]),
      ['version', sql`${Number(fields['_version'] ?? 0) + 1}`],
      ...values,
    ] as const
    const names = sql.join(all.map(([name]) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(all.map(([, value]) => value))})`.execute(
      tx,
    )
  } else if (values.length > 0) {
    const isOrder = values.every(([name]) => name === place)
    const isOther = follows?.identifiedBy.some((name) => written.some(([one]) => one === name)) === true
    const isFollowed = isOther && `_${follows.column}` in fields
    const all = isFollowed ? [...values, followedOf(follows.column, fields)] : values
    const sets = all.map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    if (!isOrder) sets.push(sql`version = version + 1`)
    await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${is}`.execute(tx)
  }
  return ends.filter((name) => name in fields).map((name) => [id, name, now?.[name] ?? null] as const)
}

function isPeriod(
  fields: Fields,
  { from, until }: { readonly from: string; readonly until: string },
): boolean {
  const [first, last] = [fields[from], fields[until]]
  return typeof first !== 'string' || typeof last !== 'string' || last > first
}

function followedOf(column: string, fields: Fields): readonly [string, RawBuilder<unknown>] {
  return [column, jsonOf(fields[`_${column}`] ?? null)]
}

/** As JSON, for a column that may be null. */
function jsonOf(value: Json): RawBuilder<unknown> {
  return value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`
}

function fieldsOf({ version, ...row }: Row, follows: string | undefined): Fields {
  const content = Object.entries(row).map(
    ([name, value]) =>
      [name === follows ? `_${name}` : name, value instanceof Date ? value.toISOString() : value] as const,
  )
  // Bookkeeping: it grows with every change, an undo too, and goes on when a deleted record returns.
  return { ...Object.fromEntries(content), _version: Number(version) }
}

function valueOf({ moments }: RecordTable, name: string, value: Json): RawBuilder<unknown> {
  return moments.includes(name) && typeof value === 'string' ? sql`${new Date(value)}` : sql`${value}`
}
