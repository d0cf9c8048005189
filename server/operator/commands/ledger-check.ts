import type { CliCommand } from './command.ts'
import { amount, done } from './command.ts'
import { openDesk } from './desk.ts'
import { checkLedger, sumsOf } from '#server/billing/billing.ts'

export const ledgerCheck: CliCommand = {
  name: 'ledger check',
  takes: '',
  does: 'whether every sum still follows from its entries',
  help: `Computes every balance again from the entries of the ledger, compares charges with their entries, and looks for a
period charged twice, a second base tariff and money taken back twice. It names the first row that is wrong; the exit
code is then 1. It runs every night too and only reads.

Example
  npm run ekran -- ledger check`,
  least: 0,
  most: 0,
  run: async (_given, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openDesk(tools, stack)
    const checked = await checkLedger(work.db)
    if (checked.kind === 'broken') return { kind: 'bad', lines: [`The ledger is broken: ${checked.what}.`] }
    return done(
      `The ledger is whole: ${amount(checked.entries, 'entry', 'entries')}.`,
      ...checked.sums.map((one) => `  ${one.account.padEnd(12)} ${sumsOf(one.amountTiyin)} sums`),
    )
  },
}
