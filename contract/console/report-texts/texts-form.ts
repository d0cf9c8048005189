/** The form of the texts of reports. */
import type { Measure, ReportName, ReportTable } from '#contract/console/report-measures.ts'

interface Named {
  readonly name: string
  /** How it is counted, or what it is about. */
  readonly how: string
}

export interface ReportTexts {
  readonly reports: Readonly<Record<ReportName, Named>>
  /** What a row of a table is. */
  readonly tables: Readonly<Record<ReportTable, string>>
  /** What a table is called. */
  readonly sections: Readonly<Record<ReportTable, string>>
  readonly measures: Readonly<Record<Measure, Named>>
  readonly devices: Readonly<Record<string, string>>
  /** Addresses of no network, networks and cities with few viewers, other devices of a network. */
  readonly networks: Readonly<Record<'none' | 'small' | 'rest' | 'no_city' | 'small_city', string>>
  readonly kinds: Readonly<Record<string, string>>
  readonly sources: Readonly<Record<string, string>>
  /** Headings of files. */
  readonly file: {
    readonly figure: string
    readonly value: string
    readonly before: string
    readonly how: string
    readonly day: string
    readonly subscriber: string
    readonly name: string
    readonly tariff: string
    readonly source: string
    readonly moment: string
    readonly paidUntil: string
    readonly amount: string
  }
  readonly weekly: { readonly subject: string; readonly before: string; readonly more: string }
}
