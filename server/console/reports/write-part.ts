/** A part of a report as CSV or XLSX. */
import { Readable } from 'node:stream'
import {
  type ReportLanguage,
  headingOf,
  reportTexts,
  rowName,
} from '#contract/console/report-texts/report-texts.ts'
import type { ReportPart } from '#contract/console/reports.ts'
import type { tableFormats } from '#contract/console/tables.ts'
import { type OutCell, type OutColumn, writeCsv, writeXlsx } from '#server/imports/imports.ts'
import type { Report } from '#server/reports/reports.ts'

interface Sheet {
  readonly columns: readonly OutColumn[]
  readonly rows: readonly (readonly OutCell[])[]
}

interface PartOptions {
  readonly part: ReportPart
  readonly format: (typeof tableFormats)[number]
  readonly language: ReportLanguage
}

/** Undefined for a part that the report does not have. */
export function writePart(report: Report, { part, format, language }: PartOptions): Readable | undefined {
  const sheet =
    part === 'figures'
      ? figuresSheet(report, language)
      : part === 'days'
        ? daysSheet(report, language)
        : tableSheet(report, part, language)
  return sheet === undefined ? undefined : writeSheet(part, sheet.columns, pageOf(sheet.rows), format)
}

type Pages = AsyncIterable<Sheet['rows']>

/** A table in a format, written while its pages are read. `name`: of the workbook's sheet. */
export function writeSheet(
  name: string,
  columns: readonly OutColumn[],
  pages: Pages,
  format: PartOptions['format'],
): Readable {
  return format === 'xlsx'
    ? writeXlsx(name, columns, pages)
    : Readable.from(writeCsv(columns, pages, format === 'csv' ? ';' : ','), { objectMode: false })
}

async function* pageOf(rows: Sheet['rows']): AsyncGenerator<Sheet['rows']> {
  yield rows
}

export function textColumn(heading: string, width: number): OutColumn {
  return { heading, kind: 'text', width }
}

function numberColumn(heading: string): OutColumn {
  return { heading, kind: 'number', width: 18 }
}

function figuresSheet({ figures }: Report, language: ReportLanguage): Sheet {
  const { file, measures } = reportTexts[language]
  return {
    columns: [
      textColumn(file.figure, 32),
      numberColumn(file.value),
      numberColumn(file.before),
      textColumn(file.how, 90),
    ],
    rows: figures.map(({ measure, value, before }) => [
      headingOf(measure, '', language),
      value,
      before,
      measures[measure].how,
    ]),
  }
}

function daysSheet({ days, lines }: Report, language: ReportLanguage): Sheet | undefined {
  if (lines.length === 0) return undefined
  return {
    columns: [
      textColumn(reportTexts[language].file.day, 12),
      ...lines.map(({ measure }) => numberColumn(headingOf(measure, '', language))),
    ],
    rows: days.map((day, at) => [day, ...lines.map(({ values }) => values[at] ?? null)]),
  }
}

function tableSheet({ tables }: Report, part: ReportPart, language: ReportLanguage): Sheet | undefined {
  const match = tables.find(({ table }) => table === part)
  if (match === undefined) return undefined
  return {
    columns: [
      textColumn(reportTexts[language].tables[match.table], 40),
      ...match.columns.map(({ measure, note }) => numberColumn(headingOf(measure, note, language))),
    ],
    rows: match.rows.map((row) => [rowName(match.table, row, language), ...row.cells]),
  }
}
