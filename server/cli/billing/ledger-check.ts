import { type CliCommand, amount, done } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { checkLedger, sumsOf } from '#server/billing/billing.ts'
import { checkCardPayments } from '#server/cards/cards.ts'
import { checkPayments } from '#server/merchants/merchants.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const ledgerCheck: CliCommand = {
  name: 'ledger check',
  usage: '',
  summary: 'whether every sum still follows from its entries',
  help: `Computes every balance again from the entries of the ledger, compares charges with their entries, and looks for a
period charged twice, a second base tariff and money taken back twice; then whether each payment of the systems and
of cards stands in it once with its sum. It names the first row that is wrong; the exit
code is then 1. It runs every night too and only reads.

Example
  npm run ekran -- ledger check`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const checked = await checkLedger(work.db)
    if (checked.kind === 'broken') return { kind: 'bad', lines: [`The ledger is broken: ${checked.what}.`] }
    const wrong = (await checkPayments(work.db)) ?? (await checkCardPayments(work.db, systemClock.nowMs()))
    if (wrong !== undefined) return { kind: 'bad', lines: [`The payments and the ledger differ: ${wrong}.`] }
    return done(
      `The ledger is whole: ${amount(checked.entries, 'entry', 'entries')}.`,
      ...checked.sums.map((one) => `  ${one.account.padEnd(12)} ${sumsOf(one.amountTiyin)} sums`),
    )
  },
}
