/** The rows beneath a number as CSV or XLSX, a page at a time: of any length in the same memory. */
import type { Readable } from 'node:stream'
import { type ReportLanguage, reportTexts, rowName } from '#contract/console/report-texts/report-texts.ts'
import type { tableFormats } from '#contract/console/tables.ts'
import type { OutCell, OutColumn } from '#server/imports/imports.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type BeneathRequest, type RowBeneath, isOfEntries, rowsBeneath } from '#server/reports/reports.ts'
import { textColumn, writeSheet } from './write-part.ts'

export interface RowsRequest extends Pick<BeneathRequest, 'measure' | 'day' | 'tariffId' | 'brand'> {
  readonly format: (typeof tableFormats)[number]
  readonly language: ReportLanguage
}

const pageRows = 2000
/** Of one page. Nobody looks at the screen meanwhile, and each page takes a connection for itself. */
const pageLimitMs = 30_000

export type RowsFile =
  | { readonly kind: 'file'; readonly file: Readable }
  | { readonly kind: 'not_stored' | 'too_slow' }

/** The file, when its first page could be read. A later page that cannot be read destroys it. */
export async function writeRows(db: Db, request: RowsRequest): Promise<RowsFile> {
  const { measure, day, tariffId, brand, format, language } = request
  const read = (after: number) =>
    rowsBeneath(db, { measure, day, tariffId, brand, after, limit: pageRows }, { limitMs: pageLimitMs })
  const first = await read(0)
  if (first.kind !== 'rows') return first
  const hasAmounts = isOfEntries(measure)
  async function* pages() {
    let { rows } = first as Extract<typeof first, { kind: 'rows' }>
    while (true) {
      yield rows.map((row) => cellsOf(row, { language, hasAmounts }))
      const last = rows.at(-1)
      if (last === undefined || rows.length < pageRows) return
      const next = await read(last.number)
      if (next.kind !== 'rows') throw new Error(`the rows beneath ${measure} of ${day}: ${next.kind}`)
      rows = next.rows
    }
  }
  const columns = columnsOf(measure, { language, hasAmounts })
  return { kind: 'file', file: writeSheet(measure, columns, pages(), format) }
}

interface Shape {
  readonly language: ReportLanguage
  readonly hasAmounts: boolean
}

function columnsOf(measure: RowsRequest['measure'], { language, hasAmounts }: Shape): readonly OutColumn[] {
  const { file } = reportTexts[language]
  const isMoment = hasAmounts || measure === 'registrations'
  return [
    textColumn(file.subscriber, 14),
    textColumn(file.name, 32),
    textColumn(file.tariff, 32),
    textColumn(file.source, 24),
    { heading: isMoment ? file.moment : file.paidUntil, kind: 'moment', width: 20 },
    ...(hasAmounts ? [{ heading: file.amount, kind: 'number', width: 16 } as const] : []),
  ]
}

function cellsOf(row: RowBeneath, { language, hasAmounts }: Shape): readonly OutCell[] {
  const { abonement, name, tariff, source, atMs, amountTiyin } = row
  return [
    ...[abonement, name, tariff[language], rowName('sources', { key: source, name: tariff }, language)],
    { momentMs: atMs },
    ...(hasAmounts ? [amountTiyin === null ? null : amountTiyin / 100] : []),
  ]
}
