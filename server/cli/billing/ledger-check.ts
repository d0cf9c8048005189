import { type CliCommand, amount, done } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { checkLedger, sumsOf } from '#server/billing/billing.ts'
import { checkCardPayments } from '#server/cards/cards.ts'
import { checkPayments } from '#server/merchants/merchants.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const ledgerCheck: CliCommand = {
  name: 'ledger check',
  usage: '',
  summary: 'check that every balance matches its entries',
  help: `Recomputes every balance from the entries of the ledger, compares charges with their entries, and searches for a
period charged twice, a second base tariff and a double refund; then checks that each payment of the systems and
of cards is in it once with its amount. It names the first wrong row; the exit
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
