/** Fiscal receipts at the command line: the queue, trying again, and the comparison with the ledger. */
import {
  type CliCommand,
  type CommandInput,
  done,
  type Outcome,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices } from '#server/cli/command/services.ts'
import {
  closeReceipt,
  countReceipts,
  listReceipts,
  type ReceiptActed,
  type ReceiptRow,
  reconcileReceipts,
  retryFailed,
  retryReceipt,
} from '#server/fiscal/fiscal.ts'
import { sumsText } from '#server/merchants/merchants.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const clock = systemClock
const off =
  'fiscal receipts are off: set EKRAN_FISCAL or `settings set fiscal`, see docs/guides/payment-systems.md'

function lineOf(row: ReceiptRow): string {
  const about = `${row.receiptId}  ${row.kind}  ${row.system} ${row.number}  ${row.abonement}`
  const why = row.reason === '' ? '' : `  ${row.reason}${row.note === '' ? '' : `: ${row.note}`}`
  return `${about}  ${sumsText(row.amountTiyin)}  ${row.state}${why}${row.url === '' ? '' : `  ${row.url}`}`
}

export const receiptsList: CliCommand = {
  name: 'receipts list',
  usage: '[--failed | --ended]',
  summary: 'fiscal receipts that wait, failed or ended, 200 at most',
  help: `Without an option those that wait. Each line has the receipt's number, kind, payment, subscriber, sum, state and why.

  --failed   those that a person must look at
  --ended    registered ones with their links, and those that are not needed

Example
  npm run ekran -- receipts list --failed`,
  options: { failed: { type: 'boolean' }, ended: { type: 'boolean' } },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const [failed, ended] = [input.flag('failed'), input.flag('ended')]
    if (failed && ended) return refused('--failed or --ended, not both')
    await using stack = new AsyncDisposableStack()
    const { work, settings } = await openServices(tools, stack)
    const rows = await listReceipts(work.db, failed ? 'failed' : ended ? 'ended' : 'open')
    const counts = await countReceipts(work.db)
    return done(
      ...rows.map(lineOf),
      `${counts.pending + counts.sent} wait, ${counts.failed} failed, ${counts.registered} registered, ${counts.not_needed} not needed.`,
      ...(settings.EKRAN_FISCAL === undefined ? ['Fiscal receipts are off (EKRAN_FISCAL).'] : []),
    )
  },
}

export const receiptsRetry: CliCommand = {
  name: 'receipts retry',
  usage: '<number>|failed',
  summary: 'try a receipt again at once, or every failed one',
  help: `The next run, within a minute while Ekran runs, sends it; one that was sent before is looked up first, so that there
are never two.

Examples
  npm run ekran -- receipts retry 118
  npm run ekran -- receipts retry failed`,
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [word = ''] = input.words
    const receiptId = numberIn(input)
    if (receiptId === undefined && word !== 'failed')
      return refused(`${shown(word)} is no number of a receipt`)
    await using stack = new AsyncDisposableStack()
    const { work, audit, settings } = await openServices(tools, stack)
    if (settings.EKRAN_FISCAL === undefined) return refused(off)
    const subject = receiptId === undefined ? 'receipts' : `receipt ${receiptId}`
    const entryOf = (after: Readonly<Record<string, unknown>>) => ({
      ...{ event: 'receipt_retried', change: { section: 'payments', subject, after } },
    })
    if (receiptId === undefined) {
      const record = operatorEntry<number>({ audit }, (count) => entryOf({ count }))
      return done(`${await retryFailed({ db: work.db, clock }, record)} are tried again.`)
    }
    const acted = await retryReceipt(
      { db: work.db, clock },
      receiptId,
      operatorEntry({ audit }, ({ receipt }) => entryOf({ state: receipt.state })),
    )
    if (acted.kind !== 'done') return refusalOf(acted, receiptId)
    return done(`Receipt ${receiptId} is tried again.`)
  },
}

export const receiptsClose: CliCommand = {
  name: 'receipts close',
  usage: '<number> --note <text>',
  summary: 'store that a failed receipt was made in another way',
  help: `For one that was made in the service's cabinet, or that is not due. It is not sent any more.

  --note   why, or the number of the other document; 3 to 200 characters

Example
  npm run ekran -- receipts close 118 --note "Made in the cabinet, EZ000000000030 2121"`,
  options: { note: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [receiptId, note] = [numberIn(input), input.text('note')?.trim() ?? '']
    if (receiptId === undefined) return refused(`${shown(input.words[0] ?? '')} is no number of a receipt`)
    if (note.length < 3 || note.length > 200) return refused('--note has 3 to 200 characters')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const change = { section: 'payments', subject: `receipt ${receiptId}`, after: { note } }
    const acted = await closeReceipt(
      { db: work.db, clock },
      { receiptId, note },
      operatorEntry({ audit }, () => ({ event: 'receipt_closed', change })),
    )
    if (acted.kind !== 'done') return refusalOf(acted, receiptId)
    return done(`Receipt ${receiptId} is closed.`)
  },
}

export const receiptsReconcile: CliCommand = {
  name: 'receipts reconcile',
  usage: '',
  summary: 'compare fiscal receipts with the ledger',
  help: `Since the day of EKRAN_FISCAL: what was paid and registered, and each payment or refund without a receipt or with
another sum; 100 at most. The exit code is 1 when there are any.

Example
  npm run ekran -- receipts reconcile`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work, settings } = await openServices(tools, stack)
    const { EKRAN_FISCAL: fiscal } = settings
    if (fiscal === undefined) return refused(off)
    const result = await reconcileReceipts(work.db, fiscal, clock.nowMs())
    const lines = [
      `Paid ${sumsText(result.paidTiyin)}, registered ${sumsText(result.registeredTiyin)}.`,
      `Refunded ${sumsText(result.refundedTiyin)}, registered ${sumsText(result.registeredBackTiyin)}.`,
      `${result.openCount} receipts wait, ${result.failedCount} failed.`,
      ...result.differences.map(
        ({ kind, reference, ledgerTiyin, receiptTiyin }) =>
          `  ${reference}  ${kind}  ledger ${sumsText(ledgerTiyin)}, receipt ${sumsText(receiptTiyin)}`,
      ),
    ]
    if (result.differenceCount === 0) return done(...lines, 'Each payment and refund has its receipt.')
    return { kind: 'bad', lines: [...lines, `${result.differenceCount} differences.`] }
  },
}

function numberIn({ words }: CommandInput): number | undefined {
  const [word = ''] = words
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : undefined
}

function refusalOf(acted: Exclude<ReceiptActed, { readonly kind: 'done' }>, receiptId: number): Outcome {
  if (acted.kind === 'unknown') return refused(`there is no receipt ${receiptId}`)
  return refused(`receipt ${receiptId} is ${acted.receipt.state}`)
}
