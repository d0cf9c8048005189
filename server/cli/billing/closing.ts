/** Daily closings at the command line, whose operator is one person. */
import { type CliCommand, type CommandInput, done, refused } from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices } from '#server/cli/command/services.ts'
import { readClosing, reopenDay, signDay } from '#server/accounting/accounting.ts'
import { sumsOf } from '#server/billing/billing.ts'
import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const clock = systemClock

function dayIn({ words }: CommandInput): string | undefined {
  const [word = ''] = words
  return isCalendarDay(word) ? word : undefined
}

export const closingShow: CliCommand = {
  name: 'closing show',
  usage: '<day>',
  summary: 'totals of a day by way of payment and service account, and who has signed it',
  help: `The exit code is 1 when the books say something else than what was signed.

Example
  npm run ekran -- closing show 2026-11-27`,
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const day = dayIn(input)
    if (day === undefined) return refused('write a day as 2026-11-27')
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const { totals, closing, differs } = await readClosing(work.db, day)
    const lines = [
      ...totals.ways.map(
        (way) =>
          `  ${way.system.padEnd(8)} ${way.paidCount} paid ${sumsOf(way.paidTiyin)}, ${way.backCount} refunded ${sumsOf(way.backTiyin)}, ledger ${sumsOf(way.ledgerTiyin)}${way.agrees ? '' : ' — DIFFERS'}`,
      ),
      ...totals.accounts.map(
        (of) =>
          `  ${of.account.padEnd(12)} ${of.kind.padEnd(10)} ${of.count} entries, to subscribers ${sumsOf(of.inTiyin)}, from them ${sumsOf(of.outTiyin)}`,
      ),
      closing === undefined
        ? 'Nobody has signed it.'
        : `It is ${closing.state}: ${closing.firstName || 'an operator'}${closing.secondMs === 0 ? '' : `, ${closing.secondName || 'an operator'}`}.`,
    ]
    if (!differs) return done(...lines)
    return { kind: 'bad', lines: [...lines, 'The books say something else than what was signed.'] }
  },
}

export const closingSign: CliCommand = {
  name: 'closing sign',
  usage: '<day>',
  summary: 'sign a day: two people close it',
  help: `The command line counts as one person: it is one of the two signatures, and a member of staff gives the other in
the console.

Example
  npm run ekran -- closing sign 2026-11-27`,
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const day = dayIn(input)
    if (day === undefined) return refused('write a day as 2026-11-27')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const signed = await signDay(
      { db: work.db, clock },
      { day, by: undefined },
      operatorEntry({ audit }, ({ state }) => {
        const change = { section: 'payments', subject: `day ${day}`, after: { state } }
        return { event: 'closing_signed', change }
      }),
    )
    switch (signed.kind) {
      case 'signed':
        return done(
          signed.state === 'closed' ? `${day} is closed.` : `${day} is signed; another one closes it.`,
        )
      case 'same_person':
        return refused('the command line has signed it before: another person must')
      case 'changed':
        return refused(
          'the totals changed since the first signature, which is gone: look again and sign anew',
        )
      case 'closed_before':
        return refused('it is closed')
      case 'not_over':
        return refused('it is not over in Tashkent')
      case 'ledger_differs':
        return refused('the payments and the ledger differ: see payments totals and ledger check')
    }
  },
}

export const closingReopen: CliCommand = {
  name: 'closing reopen',
  usage: '<day> --reason <text>',
  summary: 'open a signed or closed day again',
  help: `Example
  npm run ekran -- closing reopen 2026-11-27 --reason "A statement came later"`,
  options: { reason: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [day, reason] = [dayIn(input), input.text('reason')?.trim() ?? '']
    if (day === undefined) return refused('write a day as 2026-11-27')
    if (reason.length < 3 || reason.length > 200) return refused('--reason has 3 to 200 characters')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const change = { section: 'payments', subject: `day ${day}`, after: { state: 'reopened', reason } }
    const record = operatorEntry<void>({ audit }, () => ({ event: 'closing_reopened', change }))
    const isOpen = await reopenDay({ db: work.db, clock }, { day, reason, by: undefined }, record)
    return isOpen ? done(`${day} is open again.`) : refused('it is not signed')
  },
}
