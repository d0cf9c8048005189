/** Files for accounting at the command line: the same as those of the console. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ExchangeDetails, maxSheetRows } from '#contract/console/ledger.ts'
import { tableFormats } from '#contract/console/tables.ts'
import {
  countEntries,
  countPayments,
  dayOf,
  writeDealers,
  writeEntries,
  writeExchange,
  writePayments,
  writeTotals,
} from '#server/accounting/accounting.ts'
import {
  type CommandInput,
  type CommandTools,
  type Outcome,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import type { Period } from '#server/merchants/merchants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const parts = ['entries', 'totals', 'payments', 'dealers'] as const
const languages = ['ru', 'uz', 'en'] as const

export const fileOptions = {
  format: { type: 'string' },
  part: { type: 'string' },
  language: { type: 'string' },
  account: { type: 'string' },
  name: { type: 'string' },
  inn: { type: 'string' },
  unicode: { type: 'boolean' },
} as const

export const fileHelp = `With a file it is written there, as the console writes it:
  --format    csv (semicolons), csv-comma, xlsx (1,000,000 rows at most) or 1c; csv when absent
  --part      entries, totals (of each day by account), payments or dealers; entries when absent. Not with 1c
  --language  of the headings: ru, uz or en; ru when absent
  --account, --name, --inn   with 1c: the operator's own account (20 digits), name, and tax number (9 or 14 digits)
  --unicode   with 1c: in UTF-8 instead of Windows-1251`

/** The wrong option of a file, with the remedy; undefined: none. */
export function fileProblem(input: CommandInput): string | undefined {
  const format = input.text('format') ?? 'csv'
  if (input.words.length === 0)
    return Object.keys(fileOptions).some((name) =>
      name === 'unicode' ? input.flag(name) : input.text(name) !== undefined,
    )
      ? 'name a file for these options'
      : undefined
  if (format === '1c') {
    const read = detailsOf(input)
    const [field] = read.success ? [] : (read.error.issues[0]?.path ?? [])
    if (field === 'own_account') return '--account has 20 digits'
    if (field === 'own_name') return '--name has 2 to 160 characters in one line'
    if (field === 'own_inn') return '--inn has 9 or 14 digits'
    return input.text('part') === undefined ? undefined : '--part is not for 1c'
  }
  if (!tableFormats.some((one) => one === format)) return '--format is csv, csv-comma, xlsx or 1c'
  if (!parts.some((one) => one === (input.text('part') ?? 'entries')))
    return '--part is entries, totals, payments or dealers'
  return languages.some((one) => one === (input.text('language') ?? 'ru'))
    ? undefined
    : '--language is ru, uz or en'
}

function detailsOf(input: CommandInput) {
  const [account, name, inn] = [input.text('account'), input.text('name'), input.text('inn')]
  return ExchangeDetails.safeParse({ own_account: account ?? '', own_name: name ?? '', own_inn: inn ?? '' })
}

/** Writes the file of the period. The input has no problem. */
export async function writeLedgerFile(
  input: CommandInput,
  period: Period,
  tools: CommandTools,
): Promise<Outcome> {
  const [path = ''] = input.words
  await using stack = new AsyncDisposableStack()
  const { work, audit } = await openServices(tools, stack)
  const days = { from: dayOf(period.fromMs), to: dayOf(period.untilMs - 1) }
  const file = await fileOf(work.db, input, days)
  if (file === undefined) return refused(`XLSX takes ${maxSheetRows} rows: choose fewer days or csv`)
  try {
    await pipeline(file, createWriteStream(path), { signal: tools.signal })
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    await rm(path, { force: true })
    return refused(`${shown(path)} cannot be written: ${shown(error.message)}`)
  }
  const format = input.text('format') ?? 'csv'
  const part = format === '1c' ? 'exchange' : (input.text('part') ?? 'entries')
  const change = { section: 'payments', subject: `file ${part}`, after: { ...days, format } }
  await audit.record({ event: 'ledger_exported', actor: 'operator', change })
  return done(`${shown(path)} is written.`)
}

/** Undefined: it has more rows than a sheet takes. */
async function fileOf(
  db: Db,
  input: CommandInput,
  days: { readonly from: string; readonly to: string },
): Promise<Readable | undefined> {
  const details = detailsOf(input)
  if (input.text('format') === '1c' && details.success) {
    const { own_account: account, own_name: name, own_inn: inn } = details.data
    const encoding = input.flag('unicode') ? ('utf-8' as const) : ('windows-1251' as const)
    return writeExchange(db, {
      ...days,
      encoding,
      details: { account, name, inn },
      nowMs: systemClock.nowMs(),
    })
  }
  const format = tableFormats.find((one) => one === input.text('format')) ?? 'csv'
  const language = languages.find((one) => one === input.text('language')) ?? 'ru'
  const request = { ...days, format, language, withPhones: true }
  const isTooLong = async (count: Promise<number>) => format === 'xlsx' && (await count) > maxSheetRows
  switch (parts.find((one) => one === input.text('part'))) {
    case 'totals':
      return writeTotals(db, request)
    case 'dealers':
      return writeDealers(db, request)
    case 'payments':
      return (await isTooLong(countPayments(db, days))) ? undefined : writePayments(db, request)
    default:
      return (await isTooLong(countEntries(db, days))) ? undefined : writeEntries(db, request, days)
  }
}
