/** Writes things as a table, page by page: of any number in the same memory. */
import { Readable } from 'node:stream'
import { tableFormats } from '#contract/console/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { OutCell } from '#server/imports/sheets/sheet.ts'
import { writeCsv } from '#server/imports/sheets/write-csv.ts'
import { writeXlsx } from '#server/imports/sheets/write-xlsx.ts'
import type { TableLanguage } from './column.ts'
import type { ContentTable } from './content-table.ts'
import { headingOf } from './headings.ts'
import { contentTables } from './open-table.ts'
import type { TableSubject } from './tables.ts'

export { tableFormats }

export type TableFormat = (typeof tableFormats)[number]

export interface TableExport {
  readonly subject: TableSubject
  readonly format: TableFormat
  readonly language: TableLanguage
  /** Addresses of sources are in it: they contain passwords of providers. */
  readonly withAddresses: boolean
  /** Only these, in this order; all of them when absent. */
  readonly ids?: readonly number[]
}

const rowsAtOnce = 200

/** The bytes of a table. What is deleted meanwhile is left out. */
export async function exportTable(db: Db, options: TableExport): Promise<Readable> {
  const { subject, format, language, withAddresses } = options
  const table = await contentTables[subject](db, { language, withAddresses })
  const columns = table.columns.map(({ name, kind, width }) => ({
    ...{ heading: headingOf(name, language), kind, width },
  }))
  const rows = pagesOf(table, options.ids ?? (await table.ids()))
  return format === 'xlsx'
    ? writeXlsx(subject, columns, rows)
    : Readable.from(writeCsv(columns, rows, format === 'csv' ? ';' : ','), { objectMode: false })
}

async function* pagesOf(
  table: ContentTable,
  ids: readonly number[],
): AsyncGenerator<readonly (readonly OutCell[])[]> {
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const some = ids.slice(at, at + rowsAtOnce)
    const rows = await table.rows(some)
    yield some.flatMap((id) => {
      const row = rows.get(id)
      return row === undefined
        ? []
        : [table.columns.map(({ name, write }) => write(row.values[name] ?? null))]
    })
  }
}
