/** Everything that is stored of a person as one archive, written while it is read. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ActBy } from '#server/subscribers/acts/act-store.ts'
import { type ActDeps, recordOf } from '#server/subscribers/acts/perform-act.ts'
import { type Person, type PersonalTable, personalTables } from './personal-tables.ts'
import { personalPage } from './personal-page.ts'
import { countRows, findPerson, maxRows, personalRows } from './read-personal.ts'

/** A person's data take seconds; a receiver that is slower gets a file that is cut off. */
const maxMs = 120_000

export interface ExportRequest {
  readonly accountId: number
  /** 1 to 500 characters. */
  readonly reason: string
  readonly by: ActBy
}

export interface PersonalExport {
  /** A ZIP archive; an error of the database ends it. */
  readonly file: Readable
  /** The subscriber number. */
  readonly abonement: string
}

/**
 * Writes into the audit that the data are given out and returns them as an archive: JSON by table, and a page in Russian
 * and in Uzbek. All of it is of one moment. Undefined: there is no such account.
 */
export async function exportPersonal(
  deps: Pick<ActDeps, 'db' | 'clock' | 'audit'>,
  { accountId, reason, by }: ExportRequest,
): Promise<PersonalExport | undefined> {
  const { db, clock } = deps
  const person = await findPerson(db, accountId)
  if (person === undefined) return undefined
  const recorded = {
    accountId,
    event: 'subscriber_data_exported',
    reason,
    by,
    actId: 0,
    before: {},
    after: {},
  }
  await db.transaction().execute((trx) => recordOf(deps, trx, recorded))
  return { file: archiveOf(db, person, clock.nowMs()), abonement: person.abonement }
}

function archiveOf(db: Db, person: Person, nowMs: number): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const end = Promise.withResolvers<void>()
  output.once('close', () => end.resolve())
  const late = setTimeout(() => output.destroy(new Error('the archive was read too slowly')), maxMs)
  late.unref()
  // One snapshot for all files; it ends with the last byte, or with the receiver.
  db.transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set transaction read only`.execute(trx)
      const counts: Record<string, number> = {}
      for (const table of personalTables) counts[table.table] = await countRows(trx, table, person)
      zip.addBuffer(Buffer.from(JSON.stringify(contentsOf(person, nowMs, counts), null, 2)), 'contents.json')
      for (const [path, pieces] of filesOf(trx, person, nowMs)) {
        if (output.destroyed) return
        const file = Readable.from(pieces, { objectMode: false })
        const isRead = Promise.withResolvers<void>()
        file.once('close', () => isRead.resolve())
        zip.addReadStream(file, path)
        await Promise.race([isRead.promise, end.promise])
        file.destroy()
      }
      zip.end()
    })
    .catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
    .finally(() => clearTimeout(late))
  return output
}

function contentsOf({ abonement }: Person, nowMs: number, counts: Readonly<Record<string, number>>) {
  return {
    ...{ subscriber: abonement, made_at: new Date(nowMs).toISOString(), rows_at_most: maxRows },
    tables: personalTables.map(({ table, term }) => ({ table, rows: counts[table] ?? 0, stored: term })),
  }
}

function* filesOf(
  trx: DbTransaction,
  person: Person,
  nowMs: number,
): Generator<readonly [path: string, pieces: AsyncIterable<string>]> {
  for (const table of personalTables) yield [`data/${table.table}.json`, jsonOf(trx, table, person)]
  for (const language of ['ru', 'uz'] as const)
    yield [
      `personal-data-${language}.html`,
      personalPage(language, nowMs, (table) => personalRows(trx, table, person)),
    ]
}

async function* jsonOf(trx: DbTransaction, table: PersonalTable, person: Person): AsyncGenerator<string> {
  let isFirst = true
  for await (const rows of personalRows(trx, table, person)) {
    yield (isFirst ? '[\n' : ',\n') + rows.map((row) => JSON.stringify(row)).join(',\n')
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}
