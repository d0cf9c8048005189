/**
 * A consistent copy of every table in files, and its restore: each line is a row as JSON, as PostgreSQL itself writes
 * and reads it.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { type DatabaseLocation, connectionOf } from '#server/platform/database/database.ts'
import { setQuietSql } from './installation.ts'

const Table = z.object({
  name: z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/)),
  rows: z.int(),
  /** Of the lines, each with its line end. */
  sha256: z.string(),
})
/** The contents of a copy. */
export const CopiedDatabase = z.object({
  /** The migrations that created these tables. */
  migrations: z.array(z.object({ number: z.int(), name: z.string(), hash: z.string() })),
  tables: z.array(Table),
  /** The next values of the database's sequences. */
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
})
export type CopiedDatabase = z.output<typeof CopiedDatabase>
type Table = z.output<typeof Table>

/** The statement timeout of a copy; the largest statement reads or writes some thousand rows. */
const statementLimitMs = 600_000
const rowsAtOnce = 2000
const maxCharactersAtOnce = 8_000_000

/** The migrations themselves are compared and not copied. */
const tableOfSteps = 'migration'

function fileOf(dir: string, table: string) {
  return join(dir, `${table}.jsonl.gz`)
}

async function withClient<Result>(
  location: DatabaseLocation,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    ...connectionOf(location),
    connectionTimeoutMillis: 10_000,
    query_timeout: statementLimitMs,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Writes every table into `dir`, all in one snapshot; the database stays in use meanwhile. */
export function copyDatabase(
  location: DatabaseLocation,
  dir: string,
  signal: AbortSignal,
): Promise<CopiedDatabase> {
  return withClient(location, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    const migrations = await stepsOf(client)
    const tables: Table[] = []
    for (const name of await tablesOf(client)) {
      const [hash, counted] = [createHash('sha256'), { rows: 0 }]
      const lines = Readable.from(linesOf(client, name, counted))
      await pipeline(lines, hashing(hash), createGzip({ level: 6 }), createWriteStream(fileOf(dir, name)), {
        signal,
      })
      tables.push({ name, rows: counted.rows, sha256: hash.digest('hex') })
    }
    const sequences = await sequencesOf(client)
    await client.query('commit')
    return { migrations, tables, sequences }
  })
}

async function* linesOf(client: Client, table: string, counted: { rows: number }): AsyncGenerator<string> {
  await client.query(
    // A line end is never part of a row: within texts it is escaped, and between the parts of JSON a blank is
    // equivalent.
    `declare rows_to_copy no scroll cursor for
    select translate(row_to_json(t)::text, E'\\n\\r', '  ') as line from only public."${table}" as t`,
  )
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from rows_to_copy`)
    counted.rows += rows.length
    if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('')
    if (rows.length < rowsAtOnce) break
  }
  await client.query('close rows_to_copy')
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

async function tablesOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> $1 order by tablename`,
    [tableOfSteps],
  )
  return rows.map(({ name }) => name)
}

async function stepsOf(client: Client): Promise<CopiedDatabase['migrations']> {
  const { rows } = await client.query<CopiedDatabase['migrations'][number]>(
    `select number, name, hash from ${tableOfSteps} order by number`,
  )
  return rows
}

async function sequencesOf(client: Client): Promise<CopiedDatabase['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  const matches: CopiedDatabase['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from public."${name}"`,
    )
    for (const { value, is_called } of state.rows) matches.push({ name, value, is_called })
  }
  return matches
}

/** Why a copy cannot be restored; nothing was changed. The message is a sentence for the operator. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored'
}

/** Verifies the files; throws `NotRestored` for one that differs from what was written. */
export async function checkCopy(dir: string, copied: CopiedDatabase): Promise<void> {
  for (const { name, rows, sha256 } of copied.tables) {
    const hash = createHash('sha256')
    let result = 0
    try {
      for await (const chunk of createReadStream(fileOf(dir, name)).pipe(
        createGunzip(),
      ) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        for (const letter of chunk) if (letter === 0x0a) result += 1
      }
    } catch (error) {
      throw new NotRestored(`the file of the table ${name} cannot be read`, { cause: error })
    }
    if (result !== rows || hash.digest('hex') !== sha256)
      throw new NotRestored(`the file of the table ${name} is not as it was written`)
  }
}

/** Tables whose rows show that an installation was used. */
const tablesOfUse = ['account', 'channel', 'title', 'ledger_entry']

/**
 * Fills the database with a copy, all or nothing. It must have the same migrations and be empty; throws `NotRestored`
 * otherwise. The rows' own triggers do not run: their results are in the copy.
 * `quiet` says why the restored installation is quiet. It is written in the same transaction: even after an
 * interrupted restore, no copy is left that would record and charge beside the original.
 */
export async function restoreDatabase(
  location: DatabaseLocation,
  dir: string,
  copied: CopiedDatabase,
  quiet: string,
): Promise<void> {
  await withClient(location, async (client) => {
    await client.query('begin')
    if (JSON.stringify(await stepsOf(client)) !== JSON.stringify(copied.migrations))
      throw new NotRestored(
        'the backup was made by another version of Ekran: restore it with that one, then update',
      )
    const tables = await tablesOf(client)
    if (tables.join() !== copied.tables.map(({ name }) => name).join())
      throw new NotRestored('the tables of the backup are not those of this version')
    for (const name of tablesOfUse) {
      const { rows } = await client.query(`select from public."${name}" limit 1`)
      if (rows.length > 0)
        throw new NotRestored('the database is not empty: restore into a data folder of its own')
    }
    await client.query('set local session_replication_role = replica')
    // Rows written by the migrations themselves are in the copy too.
    for (const name of tables) await client.query(`delete from public."${name}"`)
    for (const table of copied.tables) await fillTable(client, dir, table)
    for (const { name, value, is_called } of copied.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        `public."${name}"`,
        value,
        is_called,
      ])
    await client.query(setQuietSql, [quiet])
    await client.query('commit')
    await client.query('analyze')
  })
}

/** Not with `readline`, which treats U+2028 within a text as a line end. */
async function* linesIn(file: string): AsyncGenerator<string> {
  const text = createReadStream(file).pipe(createGunzip()).setEncoding('utf8') as AsyncIterable<string>
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function fillTable(client: Client, dir: string, { name, rows }: Table): Promise<void> {
  const result = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [name],
  )
  const columns = result.rows[0]?.columns ?? ''
  const insert = `insert into public."${name}" (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::public."${name}", $1::json)`
  let [waiting, letters, written]: [string[], number, number] = [[], 0, 0]
  const flush = async () => {
    if (waiting.length === 0) return
    written += (await client.query(insert, [`[${waiting.join(',')}]`])).rowCount ?? 0
    ;[waiting, letters] = [[], 0]
  }
  for await (const line of linesIn(fileOf(dir, name))) {
    waiting.push(line)
    letters += line.length
    if (waiting.length >= rowsAtOnce || letters >= maxCharactersAtOnce) await flush()
  }
  await flush()
  if (written !== rows) throw new NotRestored(`${written} of ${rows} rows of the table ${name} were written`)
}
