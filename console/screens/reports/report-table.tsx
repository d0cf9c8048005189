import { useState } from 'react'
import { measures } from '#contract/console/report-measures.ts'
import { reportTexts, rowName, shownAmount } from '#contract/console/report-texts/report-texts.ts'
import type { ReportData } from '#contract/console/reports.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { formatMonth, startOfDay } from '#console/i18n/format.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { DownloadMenu, type PartRequest } from './download-menu.tsx'
import { useReportsText } from './reports-text.ts'
import styles from './reports.module.css'

type Table = ReportData['tables'][number]

interface ReportTableProps {
  readonly table: Table
  readonly request: Omit<PartRequest, 'part'>
}

/** Rows that are shown at first. */
const fewRows = 20

/** A table of a report: its first column of numbers has a bar, so that the largest is seen at once. */
export function ReportTable({ table: { table, columns, rows }, request }: ReportTableProps) {
  const t = useReportsText()
  const language = useLanguage()
  const [isWhole, setIsWhole] = useState(false)
  const title = reportTexts[language].sections[table]
  return (
    <Section title={title} acts={<DownloadMenu request={{ ...request, part: table }} label={title} />}>
      {rows.length === 0 ? (
        <p className={styles['quiet']}>{t('empty')}</p>
      ) : (
        <>
          <Rows table={table} columns={columns} rows={isWhole ? rows : rows.slice(0, fewRows)} />
          {isWhole || rows.length <= fewRows ? null : (
            <Button onPress={() => setIsWhole(true)}>{t('all', { count: rows.length })}</Button>
          )}
        </>
      )}
      <details className={styles['howAll']}>
        <summary>{t('how')}</summary>
        <dl>
          {[...new Set(columns.map(({ measure }) => measure))].map((measure) => (
            <div key={measure}>
              <dt>{reportTexts[language].measures[measure].name}</dt>
              <dd>{reportTexts[language].measures[measure].how}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  )
}

function Rows({ table, columns, rows }: Table) {
  const language = useLanguage()
  const texts = reportTexts[language]
  const largest = Math.max(...rows.map(({ cells }) => cells[0] ?? 0), 0)
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={texts.sections[table]}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.tables[table]}</th>
            {columns.map(({ measure, note }) => (
              <th key={measure + note} scope="col">
                {note.startsWith('+') ? note : texts.measures[measure].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {table === 'cohorts' ? monthOf(row.key, language) : rowName(table, row, language)}
                <Bar part={largest <= 0 ? 0 : (row.cells[0] ?? 0) / largest} />
              </th>
              {columns.map(({ measure, note }, at) => (
                <td
                  key={measure + note}
                  data-shade={note.startsWith('+') ? shadeOf(row.cells[at]) : undefined}
                >
                  {shownAmount(row.cells[at] ?? null, measures[measure], language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `Ноябрь 2026` of `2026-11`. */
function monthOf(key: string, language: StaffLanguage): string {
  const begin = startOfDay(`${key.slice(0, 7)}-01`)
  return begin === undefined ? key : formatMonth(begin, language)
}

function Bar({ part }: { readonly part: number }) {
  return (
    <svg className={styles['bar']} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(0, Math.min(1, part)) * 100} height="4" />
    </svg>
  )
}

/** Of cohorts: how strongly a cell is coloured, 1 to 4. */
function shadeOf(percent: number | null | undefined): number | undefined {
  return percent === null || percent === undefined ? undefined : Math.min(4, 1 + Math.floor(percent / 25))
}
