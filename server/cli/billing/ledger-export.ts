import { type CliCommand, done, refused } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { fileHelp, fileOptions, fileProblem, writeLedgerFile } from './ledger-files.ts'
import { clockText, periodHelp, periodOf, periodOptions } from './period.ts'
import { ledgerPostings } from '#server/billing/billing.ts'
import { sumsText } from '#server/merchants/merchants.ts'

export const ledgerExport: CliCommand = {
  name: 'ledger export',
  usage: '[file] [--from <day>] [--to <day>] [--format csv|csv-comma|xlsx|1c]',
  summary: 'entries with both sides, totals and payments as CSV or XLSX, and payments for 1C',
  help: `Prints CSV in sums: each entry of these days with its moment, what it is, the account that was debited and the one
that was credited, the subscriber's number, the balance after it, and its reference. Accounts: "subscriber" is the
balance of the subscriber; "payments" incoming money; "revenue" charges; "promotions" gifts;
"adjustments" manual changes; "goodwill" what the staff
gave as an apology, "corrections" what it put right; "trials" what subscribers for
trying got, and what they were charged of it. "takes_back" is the entry that this one reverses.

${periodHelp}

${fileHelp}

Examples
  npm run ekran -- ledger export --from 2026-11-01 --to 2026-11-30 > november.csv
  npm run ekran -- ledger export november.xlsx --format xlsx --from 2026-11-01 --to 2026-11-30
  npm run ekran -- ledger export kl_to_1c.txt --format 1c --account 20208000123456789001 --name "OOO Ekran" --inn 301234567`,
  options: { ...periodOptions, ...fileOptions },
  min: 0,
  max: 1,
  problem: fileProblem,
  run: async (input, tools) => {
    const period = periodOf(input)
    if (typeof period === 'string') return refused(period)
    if (input.words.length > 0) return writeLedgerFile(input, period, tools)
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    tools.screen.line('entry,at,kind,debit,credit,amount,subscriber,balance_after,reference,takes_back')
    for await (const one of ledgerPostings(work.db, period)) {
      if (tools.signal.aborted) return refused('it was stopped')
      const fields = [
        one.ledgerEntryId,
        clockText(one.happenedMs),
        one.kind,
        one.debit,
        one.credit,
        sumsText(one.amountTiyin),
        one.abonement,
        sumsText(one.balanceAfterTiyin),
        csvText(one.reference),
        one.reversesId ?? '',
      ]
      tools.screen.line(fields.join(','))
    }
    return done()
  },
}

/** Quoted when necessary, and never a formula for a spreadsheet. */
function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
