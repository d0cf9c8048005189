/**
 * A consistent copy of every table in files, and its restore: each line is a row as JSON, as PostgreSQL itself writes
 * and reads it.
 */
import { createHash, type Hash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, type Gunzip } from 'node:zlib'
import type { Client } from 'pg'
import * as z from 'zod/mini'
import type { DatabaseLocation } from '#server/platform/database/database.ts'
import { withClient } from './copy-client.ts'
import { detachCopy } from './detach-copy.ts'

const Table = z.object({
  name: z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/)),
  rows: z.int(),
  /** Of the lines, each with its line end. */
  sha256: z.string(),
})
/** Rows of a partitioned table are in the file of the whole table; its partitions are made again by their bounds. */
const Partition = z.object({
  name: z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/)),
  of: z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/)),
  bound: z.string().check(z.regex(/^FOR VALUES FROM \('\d{4}-\d\d-\d\d'\) TO \('\d{4}-\d\d-\d\d'\)$/)),
})
/** The contents of a copy. */
export const CopiedDatabase = z.object({
  /** The migrations that created these tables. */
  migrations: z.array(z.object({ number: z.int(), name: z.string(), hash: z.string() })),
  tables: z.array(Table),
  partitions: z._default(z.array(Partition), []),
  /** The next values of the database's sequences. */
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  /** What was counted and summed in the same snapshot; empty in copies of earlier versions. */
  figures: z._default(z.record(z.string(), z.number()), {}),
})
export type CopiedDatabase = z.output<typeof CopiedDatabase>
type Table = z.output<typeof Table>
const InstallationFact = z.object({ name: z.string(), value: z.string() })

const rowsAtOnce = 2000
const maxCharactersAtOnce = 8_000_000
const lineEnd = 0x0a

/** The migrations themselves are compared and not copied. */
const tableOfSteps = 'migration'
/** Files of builds, which each process stores again when it starts. */
const tableOfAssets = 'site_asset'

/** Stores the file of a table under this name; resolves when all of it is stored. */
export type TableWriter = (file: string, content: AsyncIterable<Uint8Array>) => Promise<void>
/** The content of that file; fails where there is none. */
export type TableReader = (file: string) => AsyncIterable<Uint8Array>

function fileOf(table: string) {
  return `${table}.jsonl.gz`
}

/** Writes every table, all in one snapshot; the database stays in use meanwhile. */
export function copyDatabase(
  location: DatabaseLocation,
  write: TableWriter,
  signal: AbortSignal,
  onTable: (done: number, total: number) => void = () => undefined,
): Promise<CopiedDatabase> {
  return withClient(location, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    const migrations = await stepsOf(client)
    const tables: Table[] = []
    const names = await tablesOf(client)
    for (const name of names) {
      onTable(tables.length, names.length)
      const [hash, counted] = [createHash('sha256'), { rows: 0 }]
      const lines = Readable.from(linesOf(client, name, counted))
      const store = (packed: AsyncIterable<Uint8Array>) => write(fileOf(name), packed)
      await pipeline(lines, hashing(hash), createGzip({ level: 6 }), store, { signal })
      tables.push({ name, rows: counted.rows, sha256: hash.digest('hex') })
    }
    const [partitions, sequences] = [await partitionsOf(client), await sequencesOf(client)]
    const figures = await figuresOf(client)
    await client.query('commit')
    return { migrations, tables, partitions, sequences, figures }
  })
}

/** Counts and sums of a database, to compare a copy with: accounts, tariffs, subscriptions, the ledger, the wallets. */
export function readFigures(location: DatabaseLocation): Promise<CopiedDatabase['figures']> {
  return withClient(location, figuresOf)
}

async function figuresOf(client: Client): Promise<CopiedDatabase['figures']> {
  const { rows } = await client.query<Readonly<Record<string, string>>>(
    `select (select count(*) from account) as accounts, (select count(*) from tariff) as tariffs,
      (select count(*) from subscription) as subscriptions, (select count(*) from ledger_entry) as ledger_entries,
      (select coalesce(sum(amount_tiyin), 0) from ledger_entry) as ledger_tiyin,
      (select coalesce(sum(balance_tiyin), 0) from wallet) as wallet_tiyin`,
  )
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
}

async function* linesOf(client: Client, table: string, counted: { rows: number }): AsyncGenerator<string> {
  await client.query(
    // A line end is never part of a row: within texts it is escaped, and between the parts of JSON a blank is
    // equivalent.
    `declare rows_to_copy no scroll cursor for
    select translate(row_to_json(t)::text, E'\\n\\r', '  ') as line from public."${table}" as t`,
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
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> all($1) order by relname`,
    [[tableOfSteps, tableOfAssets]],
  )
  return rows.map(({ name }) => name)
}

async function partitionsOf(client: Client): Promise<CopiedDatabase['partitions']> {
  const { rows } = await client.query<CopiedDatabase['partitions'][number]>(
    `select part.relname as name, whole.relname as of, pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_class as part join pg_inherits on inhrelid = part.oid join pg_class as whole on whole.oid = inhparent
    where part.relispartition and part.relkind = 'r' and part.relnamespace = 'public'::regnamespace
    order by part.relname`,
  )
  return rows
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
export async function checkCopy(read: TableReader, copied: CopiedDatabase): Promise<void> {
  for (const { name, rows, sha256 } of copied.tables) {
    const hash = createHash('sha256')
    let result = 0
    try {
      for await (const chunk of unpacked(read(fileOf(name))) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        result += linesIn(chunk)
      }
    } catch (error) {
      throw new NotRestored(`the file of the table ${name} cannot be read`, { cause: error })
    }
    if (result !== rows || hash.digest('hex') !== sha256)
      throw new NotRestored(`the file of the table ${name} is not as it was written`)
  }
}

function linesIn(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines += 1
  return lines
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
  read: TableReader,
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
    for (const { name, of, bound } of copied.partitions)
      await client.query(`create table if not exists public."${name}" partition of public."${of}" ${bound}`)
    for (const table of copied.tables) await fillTable(client, read, table)
    for (const { name, value, is_called } of copied.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        `public."${name}"`,
        value,
        is_called,
      ])
    await detachCopy(client, quiet)
    await client.query('commit')
    await client.query('analyze')
  })
}

/** A file that cannot be read fails its reader; `pipe` would leave the error to nobody, which ends the process. */
function unpacked(content: AsyncIterable<Uint8Array>): Gunzip {
  const gunzip = createGunzip()
  pipeline(Readable.from(content, { objectMode: false }), gunzip).catch(() => undefined)
  return gunzip
}

/** Not with `readline`, which treats U+2028 within a text as a line end. */
async function* linesOfFile(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const text = unpacked(content).setEncoding('utf8') as AsyncIterable<string>
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** What a copy says of its installation, by name; the file was checked before. */
export async function installationFacts(read: TableReader): Promise<ReadonlyMap<string, string>> {
  const facts = new Map<string, string>()
  for await (const line of linesOfFile(read(fileOf('installation')))) {
    const { name, value } = InstallationFact.parse(JSON.parse(line))
    facts.set(name, value)
  }
  return facts
}

async function fillTable(client: Client, read: TableReader, { name, rows }: Table): Promise<void> {
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
  for await (const line of linesOfFile(read(fileOf(name)))) {
    waiting.push(line)
    letters += line.length
    if (waiting.length >= rowsAtOnce || letters >= maxCharactersAtOnce) await flush()
  }
  await flush()
  if (written !== rows) throw new NotRestored(`${written} of ${rows} rows of the table ${name} were written`)
}
