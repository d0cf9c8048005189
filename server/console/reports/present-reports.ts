/** Reports in the contract's shape. */
import type { ReportData, consoleReports as endpoints } from '#contract/console/reports.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { sumsOf } from '#server/billing/billing.ts'
import type { RowBeneath, ShownReport, TotalBeneath } from '#server/reports/reports.ts'

type BeneathRow = ResponseOf<typeof endpoints.beneath>['rows'][number]

export function presentReport(shown: ShownReport): ReportData {
  const { period, before, computedMs, missingDays, figures, days, lines, tables } = shown
  return {
    ...{ from: period.from, to: period.to, before_from: before.from, before_to: before.to },
    ...{ computed_at: Math.floor(computedMs / 1000), missing_days: missingDays },
    figures: figures.map((one) => ({ ...one })),
    days: [...days],
    lines: lines.map(({ measure, values }) => ({ measure, values: [...values] })),
    tables: tables.map(({ table, columns, rows }) => ({
      ...{ table, columns: columns.map((one) => ({ ...one })) },
      rows: rows.map(({ key, name, cells }) => ({
        ...{ key, name: { ru: name.ru, uz: name.uz, en: name.en }, cells: [...cells] },
      })),
    })),
  }
}

export function presentBeneath(row: RowBeneath): BeneathRow {
  const { accountId, abonement, name, atMs, amountTiyin, tariff, source } = row
  return {
    ...{ account_id: accountId, abonement, name, at: Math.floor(atMs / 1000) },
    amount: amountTiyin === null ? null : sumsOf(amountTiyin),
    ...{ tariff: { ru: tariff.ru, uz: tariff.uz, en: tariff.en }, source },
  }
}

export function presentTotal({ count, amountTiyin }: TotalBeneath) {
  return { count, amount: amountTiyin === null ? null : sumsOf(amountTiyin) }
}
