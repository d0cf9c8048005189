/** Statements of payment systems and banks at the command line: loaded, listed, worked off. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import {
  acceptRow,
  appendToStatement,
  closeStatement,
  creditRow,
  discardStatement,
  listItems,
  listStatements,
  noteRow,
  readStatement,
  reverseCredit,
  type RowCredited,
  type CreditDone,
  type RowDone,
  startStatement,
  type Statement,
  type StatementItem,
} from '#server/accounting/accounting.ts'
import { maxStatementBytes, statementSystems } from '#contract/console/statements.ts'
import { sumsText } from '#server/merchants/merchants.ts'
import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const clock = systemClock
const pieceBytes = 1024 * 1024
const maxNote = 200
const shownItems = 200

interface StatementEvent {
  readonly event: string
  readonly statementId: number
  readonly after?: Readonly<Record<string, unknown>>
  readonly accountId?: number
}

/** The entry of an act with a statement, in its transaction. */
function entry<Done>(services: Services, entryOf: (done: Done) => StatementEvent) {
  return operatorEntry(services, (one: Done) => {
    const { event, statementId, after = {}, accountId } = entryOf(one)
    const change = { section: 'payments', subject: `statement ${statementId}`, after }
    return { event, change, ...(accountId === undefined ? {} : { accountId }) }
  })
}

export const statementsLoad: CliCommand = {
  name: 'statements load',
  usage: '<file> --system <system> --from <day> --to <day> [--unit tiyin]',
  summary: 'compare a registry of a payment system or bank with our payments',
  help: `Reads XLSX or CSV whose headings name an amount, and the payment's number or time, in Russian, Uzbek or English; loads
it with its differences for finance to work off, here or in the console.

  --system       payme, click, paynet, uzum, atmos or bank
  --from, --to   the days that it is of, both included
  --unit         sum or tiyin: the unit of the amounts (default sum)

Example
  npm run ekran -- statements load payme.xlsx --system payme --from 2026-11-27 --to 2026-11-27`,
  options: {
    ...{
      system: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      unit: { type: 'string' },
    },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [path = ''] = input.words
    const system = statementSystems.find((one) => one === input.text('system'))
    if (system === undefined) return refused(`--system is one of ${statementSystems.join(', ')}`)
    const [fromDay = '', toDay = ''] = [input.text('from'), input.text('to')]
    if (!isCalendarDay(fromDay) || !isCalendarDay(toDay) || toDay < fromDay)
      return refused('--from and --to are days as 2026-11-27')
    const unit = input.text('unit') ?? 'sum'
    if (unit !== 'sum' && unit !== 'tiyin') return refused(`${shown(unit)} is neither sum nor tiyin`)
    const size = await stat(path).then(
      (one) => one.size,
      () => 0,
    )
    if (size === 0 || size > maxStatementBytes) return refused(`${shown(path)} is no file of up to 128 MB`)
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const { db } = services.work
    const bytes = await readFile(path)
    const statementId = await startStatement(db, {
      ...{ system, name: basename(path), sizeBytes: bytes.length, fromDay, toDay },
      ...{ by: undefined, nowMs: clock.nowMs() },
    })
    for (let at = 0; at < bytes.length; at += pieceBytes)
      await appendToStatement(db, statementId, at, bytes.subarray(at, at + pieceBytes))
    const after = { system, name: basename(path) }
    const record = entry(services, () => ({ event: 'statement_loaded', statementId, after }))
    const read = await readStatement(db, { statementId, unit }, record)
    if (read.kind !== 'read') {
      await discardStatement({ db, clock }, statementId, async () => undefined)
      return refused(
        read.kind === 'refused'
          ? `the file is refused: ${read.refusal}`
          : 'no row of headings names an amount and a number or time; load it in the console, where columns can be chosen',
      )
    }
    const [statement] = await listStatements(db, { statementId })
    return statement === undefined ? done() : done(lineOf(statement))
  },
}

function lineOf(one: Statement): string {
  const counts = `${one.matched} the same, ${one.open} to work off, ${one.resolved} worked off`
  return `${one.statementId}  ${one.system}  ${one.fromDay} – ${one.toDay}  ${shown(one.name)}  ${one.state}: ${counts}, ${one.problemCount} not read`
}

export const statementsList: CliCommand = {
  name: 'statements list',
  usage: '[<number>]',
  summary: 'statements, or the open rows of one',
  help: `Without a number the last 100 statements; with one, its first ${shownItems} rows that are to be worked off.

Examples
  npm run ekran -- statements list
  npm run ekran -- statements list 12`,
  min: 0,
  max: 1,
  run: async (input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    if (input.words.length === 0) return done(...(await listStatements(work.db)).map(lineOf))
    const statementId = numberOf(input)
    if (statementId === undefined) return refused('write the number of a statement')
    const [statement] = await listStatements(work.db, { statementId })
    if (statement === undefined) return refused('there is no such statement')
    const items = await listItems(work.db, { statementId, view: 'open', afterId: 0, limit: shownItems })
    return done(lineOf(statement), ...items.map(itemLine))
  },
}

function itemLine(item: StatementItem): string {
  const sums = (tiyin: number | null) => (tiyin === null ? '—' : `${sumsText(tiyin)} sum`)
  const place = item.line === 0 ? 'not in the file' : `line ${item.line}`
  return `  ${item.rowId}  ${item.kind}  ${place}  ${shown(item.externalId)}  theirs ${sums(item.theirsTiyin)}, ours ${sums(item.oursTiyin)}  ${shown(item.note)}`
}

function numberOf({ words }: CommandInput): number | undefined {
  const [word = ''] = words
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : undefined
}

interface RowCommand {
  readonly name: 'accept' | 'note'
  readonly summary: string
  readonly event: string
  readonly run: typeof noteRow
}

function rowCommand({ name, summary, event, run }: RowCommand): CliCommand {
  return {
    name: `statements ${name}`,
    usage: '<row> --note <text>',
    summary,
    help: `The number of the row is that of statements list. No money moves.

Example
  npm run ekran -- statements ${name} 501 --note "Their double, confirmed by Payme"`,
    options: { note: { type: 'string' } },
    min: 1,
    max: 1,
    run: async (input, tools) => {
      const [rowId, note] = [numberOf(input), noteOf(input)]
      if (rowId === undefined || note === undefined)
        return refused(`write a row and --note, up to ${maxNote} characters`)
      await using stack = new AsyncDisposableStack()
      const services = await openServices(tools, stack)
      const record = entry(services, ({ statementId }: RowDone) => ({
        ...{ event, statementId, after: { row: rowId, note } },
      }))
      return resolvedAs(await run({ db: services.work.db, clock }, { rowId, note, by: undefined }, record))
    },
  }
}

function noteOf(input: CommandInput): string | undefined {
  const note = input.text('note')?.trim() ?? ''
  return note.length < 3 || note.length > maxNote ? undefined : note
}

function resolvedAs(outcome: RowCredited): Outcome {
  switch (outcome.kind) {
    case 'done':
      return done('It is stored.')
    case 'arrived':
      return done(
        'The payment came by itself meanwhile: nothing was credited now, and the row is worked off.',
      )
    case 'resolved_before':
      return refused(`it was worked off before by ${outcome.who || 'an operator'}`)
    case 'not_creditable':
      return refused('only a payment that we do not have, with a number and an amount, can be credited')
    case 'other_subscriber':
      return refused(`the payment belongs to subscriber ${shown(outcome.abonement)}: credit it there`)
    case 'closed':
      return refused('the subscriber is closed, erased or for trying: it takes no money')
    case 'over_limit':
    case 'not_found':
      return refused('there is no such row in an open statement')
  }
}

export const statementsAccept = rowCommand({
  ...{ name: 'accept', summary: 'accept a difference with a reason' },
  ...{ event: 'statement_row_accepted', run: acceptRow },
})
export const statementsNote = rowCommand({
  ...{ name: 'note', summary: 'note something about a difference, which stays open' },
  ...{ event: 'statement_row_noted', run: noteRow },
})

export const statementsCredit: CliCommand = {
  name: 'statements credit',
  usage: '<row> --subscriber <number> --note <text>',
  summary: 'credit a late payment of a statement to a subscriber, once',
  help: `For a row that the statement alone has. The entry has the reference of the system's own payment, so that it is not
credited again when the system sends it after all.

Example
  npm run ekran -- statements credit 501 --subscriber 30000001 --note "Payme was down that evening"`,
  options: { subscriber: { type: 'string' }, note: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [rowId, note] = [numberOf(input), noteOf(input)]
    if (rowId === undefined || note === undefined) return refused('write a row and --note')
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const { db } = services.work
    const number = input.text('subscriber') ?? ''
    const account = await db
      .selectFrom('account')
      .select('account_id')
      .where('abonement', '=', number)
      .executeTakeFirst()
    if (account === undefined) return refused(`there is no subscriber ${shown(number)}`)
    const { account_id: accountId } = account
    const record = entry(services, ({ statementId, outcome }: CreditDone) => ({
      event: outcome === 'arrived' ? 'statement_row_arrived' : 'late_payment_credited',
      ...{ statementId, after: { row: rowId, note }, accountId },
    }))
    return resolvedAs(await creditRow({ db, clock }, { rowId, accountId, note, by: undefined }, record))
  },
}

export const statementsReverse: CliCommand = {
  name: 'statements reverse',
  usage: '<row> --note <text>',
  summary: 'take a credited late payment from the balance again',
  help: `For a row that was credited as a payment of a bank, or as one that had expired; another one is refunded with payments
refund.

Example
  npm run ekran -- statements reverse 501 --note "It was another subscriber's"`,
  options: { note: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [rowId, note] = [numberOf(input), noteOf(input)]
    if (rowId === undefined || note === undefined) return refused('write a row and --note')
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const outcome = await reverseCredit(
      { db: services.work.db, clock },
      { rowId, note, by: undefined },
      entry(services, ({ statementId, accountId }) => ({
        ...{ event: 'late_payment_reversed', statementId, after: { row: rowId, note }, accountId },
      })),
    )
    switch (outcome.kind) {
      case 'reversed':
        return done(`It is taken back; the balance is ${sumsText(outcome.balanceTiyin)} sum.`)
      case 'reversed_before':
        return refused(`it was taken back before by ${outcome.who || 'an operator'}`)
      case 'not_covered':
        return refused(`the balance is ${sumsText(outcome.balanceTiyin)} sum: the rest was used`)
      case 'over_limit':
      case 'not_found':
        return refused('there is no such row that was credited')
    }
  },
}

export const statementsClose: CliCommand = {
  name: 'statements close',
  usage: '<number>',
  summary: 'close a statement of which everything is worked off',
  help: `Example
  npm run ekran -- statements close 12`,
  min: 1,
  max: 1,
  run: async (input, tools) => {
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const statementId = numberOf(input) ?? 0
    const record = entry(services, () => ({ event: 'statement_closed', statementId }))
    const outcome = await closeStatement(
      { db: services.work.db, clock },
      { statementId, by: undefined },
      record,
    )
    if (outcome.kind === 'not_found') return refused('there is no such open statement')
    if (outcome.kind === 'still_open') return refused(`${outcome.count} of its rows are to be worked off`)
    return done('It is closed.')
  },
}

export const statementsDiscard: CliCommand = {
  name: 'statements discard',
  usage: '<number>',
  summary: 'discard a statement that was loaded by mistake',
  help: `Refused for one that is closed, and for one of which a late payment was credited.

Example
  npm run ekran -- statements discard 12`,
  min: 1,
  max: 1,
  run: async (input, tools) => {
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const statementId = numberOf(input) ?? 0
    const record = entry(services, () => ({ event: 'statement_discarded', statementId }))
    return (await discardStatement({ db: services.work.db, clock }, statementId, record))
      ? done('It is discarded.')
      : refused('it is closed, something of it was credited, or there is none')
  },
}
