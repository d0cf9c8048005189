/**
 * The ledger in the console, and its files (FIN-02). Money is soʻm, days are Tashkent's. A file is no endpoint of the
 * table: `POST <ledgerFilesRoot><part>` with the fields of `LedgerFile` → 200 with the file, or a refusal as of an
 * endpoint.
 */
import * as z from 'zod/mini'
import { id, limit, optionalText } from '#contract/form/fields.ts'
import { calendarDay } from '#contract/form/calendar-day.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'
import { entryStories, ledgerKinds, serviceAccounts } from './ledger-words.ts'
import { paymentSystems } from './payments.ts'
import { tableFormats } from './tables.ts'

const view = { section: 'payments', level: 'view' } as const

export const ledgerFilesRoot = `${consoleRoot}/payments/files/`
export const ledgerParts = ['entries', 'totals', 'payments', 'dealers', 'exchange'] as const
export type LedgerPart = (typeof ledgerParts)[number]
/** The longest period of a file or a trial balance. */
export const maxLedgerDays = 400
/** A sheet of XLSX has 1,048,576 rows, its heading included. */
export const maxSheetRows = 1_000_000

const filter = {
  /** Both days are included. */
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
  kind: z.optional(z.enum(ledgerKinds)),
  /** The service account on the other side. */
  account: z.optional(z.enum(serviceAccounts)),
  /** The subscriber number. */
  abonement: z.optional(z.string().check(z.regex(/^\d{6,12}$/))),
  /** Without its sign: `49000`, `49000.50`. */
  amount: z.optional(z.string().check(z.regex(/^(?=.*[1-9])\d{1,10}(?:\.\d{1,2})?$/))),
  /** Of the entry, or of a payment: then its refunds are in the answer too. */
  reference: optionalText(200),
}

const Words = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

const Entry = z.object({
  ledger_entry_id: z.int(),
  /** Unix seconds. */
  at: z.int(),
  kind: z.enum(ledgerKinds),
  account: z.enum(serviceAccounts),
  /** Added to the subscriber's balance; below 0: taken from it. */
  amount: z.number(),
  balance: z.number(),
  reference: z.string(),
  account_id: z.int(),
  abonement: z.string(),
  story: z.enum(entryStories),
  payment: z.nullable(z.object({ system: z.enum(paymentSystems), number: z.int() })),
  /** Of a charge, also of one that is taken back; '' without one. */
  tariff: Words,
  tariff_id: z.int(),
  /** The charged period; 0: none. */
  period_from: z.int(),
  period_until: z.int(),
  /** The entry that this one takes back; 0: none. */
  reverses: z.int(),
  /** The member of staff and the reason; '' for what nobody did by hand. */
  staff: z.string(),
  reason: z.string(),
})
export type ShownEntry = z.output<typeof Entry>

const Total = z.object({
  kind: z.enum(ledgerKinds),
  account: z.enum(serviceAccounts),
  count: z.int(),
  /** Added to balances of subscribers, and taken from them. */
  in: z.number(),
  out: z.number(),
})

const balanceNumbers = {
  ...{ opening: z.number(), debit: z.number() },
  ...{ credit: z.number(), closing: z.number() },
}

export const consoleLedger = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/payments/ledger',
    permission: view,
    summary: 'Entries of the ledger, the newest first, each with what it is',
    input: z.object({
      ...filter,
      /** Only this entry. */
      entry: z.optional(id()),
      /** `next` of the page before. */
      after: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/))),
      limit: limit(50, 100),
    }),
    output: z.object({
      entries: z.array(Entry),
      /** For `after` of the next page; '' at the end. */
      next: z.string(),
    }),
    failures: ['ledger_period', 'ledger_slow'],
  }),
  totals: consoleEndpoint({
    method: 'GET',
    path: '/payments/ledger/totals',
    permission: view,
    summary: 'Totals of the entries that match, by kind and service account',
    input: z.object(filter),
    output: z.object({ totals: z.array(Total) }),
    failures: ['ledger_period', 'ledger_slow'],
  }),
  balance: consoleEndpoint({
    method: 'GET',
    path: '/payments/ledger/balance',
    permission: view,
    summary: 'The trial balance of days: each account before, its debit and credit, and after',
    input: z.object({ from: calendarDay(), to: calendarDay() }),
    output: z.object({
      lines: z.array(z.object({ account: z.enum(['subscribers', ...serviceAccounts]), ...balanceNumbers })),
      ...balanceNumbers,
      /** Debits are credits, and all accounts together are 0 before and after. */
      agrees: z.boolean(),
    }),
    failures: ['ledger_period', 'ledger_slow'],
  }),
}

/** Whose money the exchange file is about: the operator's own account. */
export const exchangeDetails = {
  /** 20 digits. */
  own_account: z.string().check(z.regex(/^\d{20}$/)),
  own_name: z.string().check(z.trim(), z.minLength(2), z.maxLength(160), z.regex(/^\P{Cc}+$/u)),
  /** STIR of a company, or PINFL of a person. */
  own_inn: z.string().check(z.regex(/^(?:\d{9}|\d{14})$/)),
}
export const exchangeEncodings = ['windows-1251', 'utf-8'] as const

/** What a file is requested with; the details and the encoding are for `exchange` only. */
export const LedgerFile = z.object({
  ...filter,
  ...{ from: calendarDay(), to: calendarDay() },
  /** `txt` is for `exchange` alone, which is nothing else. */
  format: z._default(z.enum([...tableFormats, 'txt']), 'csv'),
  /** Of the headings. */
  language: z.enum(['ru', 'uz', 'en']),
  encoding: z._default(z.enum(exchangeEncodings), 'windows-1251'),
  own_account: z._default(z.string(), ''),
  own_name: z._default(z.string(), ''),
  own_inn: z._default(z.string(), ''),
})

/** The operator's details; fails with the fields that are wrong. */
export const ExchangeDetails = z.object(exchangeDetails)

/** Admits requests for files. */
export const ledgerFile = consoleEndpoint({
  method: 'POST',
  path: '/ledger-files',
  permission: view,
  summary: 'Accounting data as a file',
  input: z.object({}),
  output: z.object({}),
  failures: ['ledger_period', 'ledger_rows', 'exchange_account', 'exchange_name', 'exchange_inn'],
})
