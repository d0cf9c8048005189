import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { clockText, periodHelp, periodOf, periodOptions } from './period.ts'
import { readStatement } from './read-statement.ts'
import { cardDays, cardPayments } from '#server/cards/cards.ts'
import {
  addsUp,
  compareStatement,
  movedPayments,
  providers,
  sumsText,
  totalsPerDay,
  type Difference,
  type ListedPayment,
  type Period,
} from '#server/merchants/merchants.ts'
import type { Db } from '#server/platform/database/database.ts'

/** All sources of payments: the payment systems, and ATMOS for cards. */
const systems = [...providers, 'atmos'] as const
type System = (typeof systems)[number]

function systemOf(text: string | undefined): System | undefined {
  return systems.find((one) => one === text)
}

/** A day of any system. */
interface Day {
  readonly day: string
  readonly system: System
  readonly paidCount: number
  readonly paidTiyin: number
  readonly backCount: number
  readonly backTiyin: number
  readonly ledgerTiyin: number
  readonly isRight: boolean
}

async function daysOf(db: Db, period: Period): Promise<readonly Day[]> {
  const totals = (await totalsPerDay(db, period)).map((one): Day => {
    const ledgerTiyin = one.ledgerInTiyin - one.ledgerBackTiyin
    return { ...one, system: one.provider, ledgerTiyin, isRight: addsUp(one) }
  })
  const cards = (await cardDays(db, period)).map((one): Day => {
    const isRight = one.paidTiyin - one.backTiyin === one.ledgerTiyin
    return { ...one, system: 'atmos', isRight }
  })
  return [...totals, ...cards].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

type Moved = Omit<ListedPayment, 'provider'> & { readonly system: System }

/** The payments of the period whose money moved; of one system, or of all. */
async function* movedOf(db: Db, period: Period, system: System | undefined): AsyncGenerator<Moved> {
  if (system !== 'atmos')
    for await (const { provider, ...one } of movedPayments(db, period, system))
      yield { ...one, system: provider }
  if (system === undefined || system === 'atmos')
    for await (const one of cardPayments(db, period)) yield { ...one, system: 'atmos' }
}

export const paymentsTotals: CliCommand = {
  name: 'payments totals',
  usage: '[--from <day>] [--to <day>]',
  summary: 'daily totals of each payment system, compared with the ledger (CSV)',
  help: `Prints CSV in sums: for each day and system the payments, the refunds, the remainder, and the ledger's
total. When the payments and the ledger differ, the day is named and the exit code is 1.

${periodHelp}

Examples
  npm run ekran -- payments totals
  npm run ekran -- payments totals --from 2026-11-01 --to 2026-11-30 > november.csv`,
  options: periodOptions,
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const period = periodOf(input)
    if (typeof period === 'string') return refused(period)
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const totals = await daysOf(work.db, period)
    const lines = totals.map((one) =>
      [
        one.day,
        one.system,
        one.paidCount,
        sumsText(one.paidTiyin),
        one.backCount,
        sumsText(one.backTiyin),
        signedSums(one.paidTiyin - one.backTiyin),
        signedSums(one.ledgerTiyin),
      ].join(','),
    )
    const wrong = totals.filter((one) => !one.isRight)
    const all = ['day,system,paid_count,paid,given_back_count,given_back,stays,ledger', ...lines]
    if (wrong.length === 0) return done(...all)
    const named = wrong.map(({ day, system }) => `The ledger does not agree on ${day} of ${system}.`)
    return { kind: 'bad', lines: [...all, ...named] }
  },
}

function signedSums(tiyin: number) {
  return tiyin < 0 ? `-${sumsText(-tiyin)}` : sumsText(tiyin)
}

export const paymentsExport: CliCommand = {
  name: 'payments export',
  usage: '[--from <day>] [--to <day>] [--system payme|click|paynet|uzum|atmos]',
  summary: 'every payment of the systems in which money moved (CSV)',
  help: `Prints CSV: each payment completed or refunded in these days, with the system's and our number, the
subscriber's number, the amount in sums, its state and time.

${periodHelp}
  --system       only those of one system; atmos means card payments

Example
  npm run ekran -- payments export --from 2026-11-01 --to 2026-11-30 --system payme > payme.csv`,
  options: { ...periodOptions, system: { type: 'string' } },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const period = periodOf(input)
    if (typeof period === 'string') return refused(period)
    const system = systemOf(input.text('system'))
    if (system === undefined && input.text('system') !== undefined) return notASystem(input)
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    tools.screen.line('system,id,number,subscriber,amount,state,opened,paid,given_back')
    for await (const one of movedOf(work.db, period, system)) {
      if (tools.signal.aborted) return refused('it was stopped')
      const moments = [one.createdMs, one.paidMs, one.cancelledMs].map(clockText)
      const fields = [
        one.system,
        one.externalId,
        one.number,
        one.abonement,
        sumsText(one.amountTiyin),
        one.state,
      ]
      tools.screen.line([...fields, ...moments].join(','))
    }
    return done()
  },
}

function notASystem(input: CommandInput): Outcome {
  return refused(`${shown(input.text('system') ?? 'nothing')} is none of ${systems.join(', ')}`)
}

export const paymentsReconcile: CliCommand = {
  name: 'payments reconcile',
  usage: '<statement.csv> --system payme|click|paynet|uzum|atmos [--from <day>] [--to <day>]',
  summary: 'compare a payment system’s own statement with ours',
  help: `Reads the statement of a payment system (CSV or JSON, any delimiter and encoding) and lists what is missing on
either side, what differs, and what they count although it was refunded. The exit code is 1 when anything differs.

${periodHelp}
  --system       whose statement it is
  --id           the column with the payment's number at the system, when it is not found by its name
  --amount       the column with the amount, the same
  --unit         sum or tiyin: the unit of the amounts (default sum)

Example
  npm run ekran -- payments reconcile click.csv --system click --from 2026-11-01 --to 2026-11-30`,
  options: {
    ...periodOptions,
    system: { type: 'string' },
    id: { type: 'string' },
    amount: { type: 'string' },
    unit: { type: 'string' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const period = periodOf(input)
    if (typeof period === 'string') return refused(period)
    const system = systemOf(input.text('system'))
    if (system === undefined) return notASystem(input)
    const unit = input.text('unit') ?? 'sum'
    if (unit !== 'sum' && unit !== 'tiyin') return refused(`${shown(unit)} is neither sum nor tiyin`)
    const [path = ''] = input.words
    const columns = { id: input.text('id'), amount: input.text('amount') }
    const read = await readStatement(path, { ...columns, unit })
    if (read.kind === 'refused') return refused(read.why)
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const ours = await Array.fromAsync(movedOf(work.db, period, system))
    const { matched, oursTiyin, theirsTiyin, differences } = compareStatement(ours, read.payments)
    const lines = [
      ...read.unread.map(({ line, why }) => `line ${line}: not read, ${why}`),
      ...differences.map(lineOf),
      `${amount(matched, 'payment')} the same. Ours stay at ${sumsText(oursTiyin)} sum, theirs at ${sumsText(theirsTiyin)} sum.`,
    ]
    const isGood = differences.length === 0 && read.unread.length === 0
    return isGood ? done(...lines) : { kind: 'bad', lines }
  },
}

function lineOf(difference: Difference): string {
  const id = shown(difference.externalId)
  switch (difference.kind) {
    case 'missing_with_us':
      return `${id}: they have it with ${sumsText(difference.theirs)} sum, we do not`
    case 'missing_with_them':
      return `${id}: we have it with ${sumsText(difference.ours)} sum, they do not`
    case 'amount':
      return `${id}: ours is ${sumsText(difference.ours)} sum, theirs ${sumsText(difference.theirs)} sum`
    case 'given_back':
      return `${id}: they count ${sumsText(difference.theirs)} sum, with us it was given back`
    case 'twice_with_them':
      return `${id}: they have it twice, the second time with ${sumsText(difference.theirs)} sum`
  }
}
