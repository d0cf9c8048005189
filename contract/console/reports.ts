/**
 * Reports on subscribers, money and watching (REP-01): figures of a period beside those of the period before, lines by
 * day, tables, and the rows beneath a number. A report goes out as a file at `reportRoot`, which is no endpoint of the
 * table: `POST <reportRoot><report>` with the fields of `ReportFile` → 200 with the file, or a refusal as of an endpoint.
 */
import * as z from 'zod/mini'
import { calendarDay } from '#contract/form/calendar-day.ts'
import { id, limit, whole } from '#contract/form/fields.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'
import { measureNames, measuresWithRows, priceBases, reportNames, reportTables } from './report-measures.ts'
import { tableFormats } from './tables.ts'

const view = { section: 'reports', level: 'view' } as const

export const reportRoot = `${consoleRoot}/reports/files/`
/** Rows beneath a number as a file: `POST <reportRowsRoot><measure>` with the fields of `ReportRowsFile`. */
export const reportRowsRoot = `${consoleRoot}/reports/rows/`
/** The longest period. */
export const maxReportDays = 400

const period = {
  /** Both days are included; `to` is not before `from`, and at most 400 days after it. */
  from: calendarDay(),
  to: calendarDay(),
}

/** What a file of a report is requested with. */
export const ReportFile = z.object({
  ...period,
  /** The figures, the lines by day, or one of the report's tables. */
  part: z.enum(['figures', 'days', ...reportTables]),
  format: z.enum(tableFormats),
  /** Of the headings and words. */
  language: z.enum(['ru', 'uz', 'en']),
})

/** What the rows beneath a number are requested with. */
export const ReportRowsFile = z.object({
  day: calendarDay(),
  /** Only of this tariff. */
  tariff_id: z.optional(id()),
  /** Only of subscribers who are of this brand now. */
  brand: z.optional(id()),
  format: z.enum(tableFormats),
  /** Of the headings and words. */
  language: z.enum(['ru', 'uz', 'en']),
})

export type ReportPart = z.output<typeof ReportFile>['part']

const Words = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

const Report = z.object({
  ...{ from: z.string(), to: z.string() },
  /** The period of the same length before; of whole months the months before. */
  ...{ before_from: z.string(), before_to: z.string() },
  /** When the oldest part of the period was computed; unix seconds, 0 for never. */
  computed_at: z.int(),
  /** How many days of the period were not computed yet. */
  missing_days: z.int(),
  figures: z.array(
    z.object({
      measure: z.enum(measureNames),
      /** Null: cannot be said. */
      value: z.nullable(z.number()),
      before: z.nullable(z.number()),
    }),
  ),
  /** By day; `values` in their order. */
  days: z.array(z.string()),
  lines: z.array(
    z.object({
      measure: z.enum(measureNames),
      values: z.array(z.nullable(z.number())),
    }),
  ),
  tables: z.array(
    z.object({
      table: z.enum(reportTables),
      columns: z.array(
        z.object({
          measure: z.enum(measureNames),
          /** What comes after the measure's name: `+3`. */
          note: z.string(),
        }),
      ),
      rows: z.array(
        z.object({
          /** A tariff, a channel, a payment system. */
          key: z.string(),
          name: Words,
          cells: z.array(z.nullable(z.number())),
        }),
      ),
    }),
  ),
})
export type ReportData = z.output<typeof Report>

const price = {
  kind: z.enum(['channels', 'films']),
  /** A category of channels; of films the provider. */
  owner_id: id(),
  basis: z.enum(priceBases),
  /** Tiyin for a minute, or for a viewer of a month; hundredths of a percent of the revenue. */
  rate: whole(0, 100_000_000),
}

export const consoleReports = {
  show: consoleEndpoint({
    method: 'GET',
    path: '/reports',
    permission: view,
    summary: 'A report: figures with those of the period before, lines by day, tables',
    input: z.object({ report: z.enum(reportNames), ...period }),
    output: Report,
    failures: ['report_period'],
  }),
  beneath: consoleEndpoint({
    method: 'GET',
    path: '/reports/beneath',
    permission: { section: 'subscribers', level: 'view' },
    summary: 'The subscribers, charges or payments behind a number of one day',
    input: z.object({
      measure: z.enum(measuresWithRows),
      day: calendarDay(),
      /** Only of this tariff. */
      tariff_id: z.optional(id()),
      /** Only of subscribers who are of this brand now; 1 is the main one. */
      brand: z.optional(id()),
      /** `next` of the page before. */
      after: z.optional(whole(0, Number.MAX_SAFE_INTEGER)),
      limit: limit(50, 200),
    }),
    output: z.object({
      rows: z.array(
        z.object({
          account_id: z.int(),
          abonement: z.string(),
          name: z.string(),
          /** Unix seconds: of an entry its moment, else the end of the last paid period. */
          at: z.int(),
          /** Soʻm added to the balance; null for what is no entry. */
          amount: z.nullable(z.number()),
          tariff: Words,
          /** The payment system; '' for none. */
          source: z.string(),
        }),
      ),
      /** For `after` of the next page; null at the end. */
      next: z.nullable(z.int()),
      /** Of the brand that was named, on the first page: how many rows, and their soʻm; null elsewhere. */
      total: z.nullable(z.object({ count: z.int(), amount: z.nullable(z.number()) })),
    }),
    failures: ['staff_forbidden', 'report_too_slow', 'report_rows_not_stored'],
  }),
  prices: consoleEndpoint({
    method: 'GET',
    path: '/reports/prices',
    permission: view,
    summary: 'The price list of rights holders, with everything that can have a price',
    input: z.object({}),
    output: z.object({
      prices: z.array(z.object({ ...price, owner_id: z.int(), rate: z.nullable(z.int()), name: Words })),
    }),
  }),
  savePrice: consoleEndpoint({
    method: 'POST',
    path: '/reports/prices/save',
    permission: { section: 'reports', level: 'edit' },
    summary: 'Sets or removes what a rights holder gets',
    input: z.object({ ...price, rate: z.nullable(price.rate) }),
    output: z.object({}),
    failures: ['not_found'],
  }),
  weekly: consoleEndpoint({
    method: 'GET',
    path: '/reports/weekly',
    permission: view,
    summary: 'Who gets the summary of the week on Mondays',
    input: z.object({}),
    output: z.object({
      targets: z.array(
        z.object({
          target_id: z.int(),
          name: z.string(),
          kind: z.enum(['telegram', 'email']),
          language: z.enum(['ru', 'uz', 'en']),
          is_on: z.boolean(),
        }),
      ),
    }),
  }),
  saveWeekly: consoleEndpoint({
    method: 'POST',
    path: '/reports/weekly/save',
    permission: { section: 'reports', level: 'edit' },
    summary: 'Sends the summary of the week to a target of alarms, or no more',
    input: z.object({ target_id: id(), is_on: z.boolean() }),
    output: z.object({}),
    failures: ['not_found'],
  }),
}

/** Admits requests for reports as files: by `POST`, so that another site cannot make a browser send one. */
export const reportFile = consoleEndpoint({
  method: 'POST',
  path: '/report-files',
  permission: view,
  summary: 'A report as a file',
  input: z.object({}),
  output: z.object({}),
})

/** The same for the rows beneath a number. */
export const reportRowsFile = consoleEndpoint({
  method: 'POST',
  path: '/report-rows',
  permission: consoleReports.beneath.permission,
  summary: 'The rows beneath a number as a file',
  input: z.object({}),
  output: z.object({}),
})
