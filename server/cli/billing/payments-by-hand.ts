/** Refunds that finance makes outside Ekran, and charges that are returned to the balance. */
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  amount as counted,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import {
  endRefund,
  listRefundTasks,
  type PaymentSystem,
  returnCharge,
} from '#server/accounting/accounting.ts'
import { beginPartRefund, findRefundable } from '#server/cards/cards.ts'
import {
  beginProviderRefund,
  providers,
  type RefundStarted,
  sumsText,
  tiyinOfSums,
} from '#server/merchants/merchants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const maxReason = 200
const maxDocument = 100
const clock = systemClock

interface Named {
  readonly system: PaymentSystem
  readonly number: number
  readonly accountId: number
}

/** The payment `payme:<its number with the system>`; by card `atmos:<transaction>` or `order:<number>`; or the error. */
async function namedPayment(db: Db, { words }: CommandInput): Promise<Named | string> {
  const [word = ''] = words
  const [name = '', externalId = ''] = word.split(':', 2)
  if (name === 'atmos' || name === 'order') return namedCardPayment(db, word, { name, digits: externalId })
  const system = providers.find((one) => one === name)
  if (system === undefined) return `${shown(word)} is no payment as payme:<its number> or atmos:<its number>`
  const row = await db
    .selectFrom('provider_tx')
    .select(['provider_tx_id', 'account_id'])
    .where('provider', '=', system)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  if (row === undefined) return `there is no payment ${shown(word)}`
  return { system, number: row.provider_tx_id, accountId: row.account_id }
}

async function namedCardPayment(
  db: Db,
  word: string,
  { name, digits }: { readonly name: 'atmos' | 'order'; readonly digits: string },
): Promise<Named | string> {
  if (!/^[1-9]\d{0,14}$/.test(digits)) return `${shown(word)} is no number of a payment`
  const which = name === 'order' ? 'order' : 'transaction'
  const [order] = await findRefundable({ db }, Number(digits), which)
  return order === undefined
    ? `there is no payment by card ${shown(word)}`
    : { system: 'atmos', number: order.order_id, accountId: order.account_id }
}

/** The text of `--reason`, or the error. */
function reasonOf(input: CommandInput): { readonly reason: string } | string {
  const reason = input.text('reason')?.trim() ?? ''
  if (reason.length < 3 || reason.length > maxReason || /\p{Cc}/u.test(reason))
    return `--reason is one line of 3 to ${maxReason} characters`
  return { reason }
}

/** The entry of an act with a payment, in its transaction. */
function entry<Done>(
  services: Services,
  { system, number, accountId }: Named,
  event: string,
  afterOf: (done: Done) => Readonly<Record<string, unknown>>,
) {
  return operatorEntry(services, (one: Done) => {
    const change = { section: 'payments', subject: `payment ${system} ${number}`, after: afterOf(one) }
    return { event, accountId, change }
  })
}

export const paymentsRefundByHand: CliCommand = {
  name: 'payments refund-by-hand',
  usage: '<system:number> --reason <text> [--amount <sums>]',
  summary: 'take a payment from the balance and put its refund on the list of finance',
  help: `For payments of Payme, Paynet and Uzum Bank, whose protocols do not let us start a refund, and of Click, which is asked
to pay it back where its setting has user=. Payme, Paynet and Uzum Bank cancel the whole payment alone: a part of it goes by
a bank transfer. Several parts may follow one another, each when the one before has ended; together they are at most the
payment. Without --amount all that was not refunded yet is. A payment by card, atmos:<transaction> or order:<number>, needs --amount: its
gateway refunds the whole alone, which payments refund does. The amount leaves the balance now; finance then refunds it in the system's cabinet or by a transfer, and stores it with
payments refund-done. When the system cancels the payment itself meanwhile, nothing is taken twice.

  --amount       in sums, when only a part is refunded, and again for another part; of a card below the payment
  --reason       why

Example
  npm run ekran -- payments refund-by-hand payme:5f3a… --reason "Paid twice"
  npm run ekran -- payments refund-by-hand atmos:5003217 --amount 12000 --reason "Ten days without service"`,
  options: { reason: { type: 'string' }, amount: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const reason = reasonOf(input)
    if (typeof reason === 'string') return refused(reason)
    const written = input.text('amount')
    const amountTiyin = written === undefined ? undefined : tiyinOfSums(written)
    if (written !== undefined && (amountTiyin ?? 0) <= 0) return refused(`${shown(written)} is no sum`)
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const { db } = services.work
    const named = await namedPayment(db, input)
    if (typeof named === 'string') return refused(named)
    return named.system === 'atmos'
      ? await beginPartOfCard(services, named, { ...reason, partTiyin: amountTiyin })
      : await beginOfProvider(services, named, { ...reason, amountTiyin })
  },
}

async function beginOfProvider(
  services: Services,
  named: Named,
  { reason, amountTiyin }: { readonly reason: string; readonly amountTiyin: number | undefined },
): Promise<Outcome> {
  const part = amountTiyin === undefined ? {} : { amountTiyin }
  const outcome = await beginProviderRefund(
    { db: services.work.db, clock },
    {
      ...{ number: named.number, reason, ...part, by: undefined },
      reverses: (provider) => provider === 'click' && services.settings.EKRAN_CLICK?.user !== undefined,
      record: entry(services, named, 'payment_refunded', ({ refund }) => ({
        ...{ amount: sumsText(refund.amount_tiyin), reason },
        how: refund.reversal === 'asked' ? 'system_open' : 'by_hand',
      })),
    },
  )
  if (outcome.kind !== 'begun') return notStarted(outcome)
  const sums = sumsText(outcome.refund.amount_tiyin)
  if (outcome.refund.reversal !== 'asked') return startedByHand(sums)
  return done(
    `${sums} sum left the balance; ${named.system} is asked to pay them back within a minute, while Ekran runs.`,
  )
}

/** The gateway refunds the whole alone: finance pays a part back. */
async function beginPartOfCard(
  services: Services,
  named: Named,
  { reason, partTiyin }: { readonly reason: string; readonly partTiyin: number | undefined },
): Promise<Outcome> {
  if (partTiyin === undefined)
    return refused('write --amount: a whole payment goes back to its card with payments refund')
  const outcome = await beginPartRefund(
    { db: services.work.db, clock },
    {
      ...{ orderId: named.number, partTiyin, reason, by: undefined },
      record: entry(services, named, 'payment_refunded', () => ({
        ...{ amount: sumsText(partTiyin), reason, how: 'by_hand' },
      })),
    },
  )
  if (outcome.kind === 'begun') return startedByHand(sumsText(partTiyin))
  if (outcome.kind !== 'too_much') return notStarted(outcome)
  return refused(
    `--amount is at most the ${sumsText(outcome.maxTiyin)} sum that were not refunded, and below the payment: the whole goes back with payments refund`,
  )
}

function startedByHand(sums: string): Outcome {
  return done(`${sums} sum left the balance; the refund is on the list of payments refunds.`)
}

/** Why no refund began, of whatever system. */
type NotStarted =
  | { readonly kind: 'not_paid'; readonly state: string }
  | Exclude<RefundStarted, { readonly kind: 'begun' | 'not_paid' }>

function notStarted(outcome: NotStarted): Outcome {
  switch (outcome.kind) {
    case 'begun_before':
      return refused(`it was refunded before, or a refund is under way, by ${outcome.who || 'an operator'}`)
    case 'not_covered':
      return refused(
        `the balance is ${sumsText(outcome.balanceTiyin)} sum: the rest was used; write --amount`,
      )
    case 'too_much':
      return refused(`at most ${sumsText(outcome.maxTiyin)} sum can be refunded`)
    case 'over_limit':
      return refused(`it is more than the limit of ${sumsText(outcome.limitTiyin)} sum`)
    case 'not_paid':
      return refused(`it is not paid (${outcome.state})`)
    case 'unknown':
      return refused('there is no such payment')
  }
}

export const paymentsRefunds: CliCommand = {
  name: 'payments refunds',
  usage: '[--ended]',
  summary: 'refunds by hand that are to be done',
  help: `Lists what finance is to refund in the cabinets of payment systems and banks or by a transfer, the oldest first.
atmos:… is a part of a payment by card.

  --ended        those that ended instead, the newest first

Example
  npm run ekran -- payments refunds`,
  options: { ended: { type: 'boolean' } },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const tasks = await listRefundTasks(work.db, input.flag('ended') ? 'ended' : 'to_do')
    return done(
      `${counted(tasks.length, 'refund')}:`,
      ...tasks.map(
        (one) =>
          `  ${one.system}:${one.externalId}  ${sumsText(one.amountTiyin)} sum  ${one.abonement}  ${moment(one.startedMs)}  ${one.state}  ${shown(one.document || one.reason)}`,
      ),
    )
  },
}

export const paymentsRefundDone: CliCommand = {
  name: 'payments refund-done',
  usage: '<system:number> --way cabinet|transfer --document <number>',
  summary: 'store that a refund by hand was made',
  help: `  --way          cabinet: in the payment system's cabinet; transfer: by the bank
  --document     the number of the document that shows it

Example
  npm run ekran -- payments refund-done payme:5f3a… --way transfer --document "118"`,
  options: { way: { type: 'string' }, document: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const way = input.text('way')
    if (way !== 'cabinet' && way !== 'transfer') return refused('--way is cabinet or transfer')
    const document = input.text('document')?.trim() ?? ''
    if (document === '' || document.length > maxDocument)
      return refused(`--document has 1 to ${maxDocument} characters`)
    return endTask(input, tools, (services, named) => {
      const { system, number } = named
      const record = entry(services, named, 'refund_finished', () => ({ way, document }))
      const end = { system, number, paid: { way, document }, by: undefined } as const
      return endRefund({ db: services.work.db, clock }, end, record)
    })
  },
}

export const paymentsRefundWithdraw: CliCommand = {
  name: 'payments refund-withdraw',
  usage: '<system:number>',
  summary: 'give up a refund by hand: the money returns to the balance',
  help: `For a refund that was not made. The payment may be refunded again, whole or in part, here or by its system.

Example
  npm run ekran -- payments refund-withdraw payme:5f3a…`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    endTask(input, tools, (services, named) => {
      const { system, number } = named
      const record = entry(services, named, 'refund_withdrawn', () => ({ state: 'withdrawn' }))
      return endRefund(
        { db: services.work.db, clock },
        { system, number, paid: undefined, by: undefined },
        record,
      )
    }),
}

type Ended = Awaited<ReturnType<typeof endRefund>>

async function endTask(
  input: CommandInput,
  tools: Parameters<CliCommand['run']>[1],
  work: (services: Services, named: Named) => Promise<Ended>,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const services = await openServices(tools, stack)
  const named = await namedPayment(services.work.db, input)
  if (typeof named === 'string') return refused(named)
  const ended = await work(services, named)
  if (ended.kind === 'unknown') return refused('it has no refund by hand')
  const { state, endedBy: who } = ended
  if (ended.kind === 'asked')
    return refused('the system was asked to pay it back and has not answered yet: wait, a day at most')
  if (ended.kind === 'whole_only')
    return refused(
      `${named.system} cancels a whole payment alone: pay the part back by a bank transfer, and store it with --way transfer`,
    )
  if (ended.kind === 'ended_before') return refused(`it is ${state} since before, by ${who || 'an operator'}`)
  return done(`The refund is ${state}.`)
}

export const paymentsReturnCharge: CliCommand = {
  name: 'payments return-charge',
  usage: '<entry> --reason <text> --amount <sums>',
  summary: 'return a charge to the balance, whole or in part',
  help: `The number is that of a charge's entry, as ledger export prints it. The subscription stays as it is; suspended ones
resume if the balance suffices then.

  --amount       in sums; never more than what is left of the charge
  --reason       why

Example
  npm run ekran -- payments return-charge 81204 --amount 12000 --reason "Two days without service"`,
  options: { amount: { type: 'string' }, reason: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const reason = reasonOf(input)
    if (typeof reason === 'string') return refused(reason)
    const [word = ''] = input.words
    const amountTiyin = tiyinOfSums(input.text('amount') ?? '') ?? 0
    if (!/^[1-9]\d{0,14}$/.test(word) || amountTiyin <= 0)
      return refused('write an entry and --amount in sums')
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const { db } = services.work
    const ledgerEntryId = Number(word)
    const rows = await db
      .selectFrom('ledger_entry')
      .select('amount_tiyin')
      .where('reverses_id', '=', ledgerEntryId)
      .execute()
    const returnedTiyin = rows.reduce((sum, row) => sum + row.amount_tiyin, 0)
    const outcome = await returnCharge(
      { db, clock },
      { ledgerEntryId, amountTiyin, returnedTiyin, ...reason, by: undefined },
      operatorEntry(services, ({ accountId }) => {
        const after = { amount: sumsText(amountTiyin), ...reason }
        const change = { section: 'payments', subject: `entry ${word}`, after }
        return { event: 'charge_returned', accountId, change }
      }),
    )
    if (outcome.kind === 'unknown') return refused(`entry ${word} is no charge`)
    if (outcome.kind === 'erased')
      return refused('the data of the subscriber were erased: nothing is returned')
    if (outcome.kind === 'too_much')
      return refused(`at most ${sumsText(outcome.maxTiyin)} sum of it are left`)
    if (outcome.kind !== 'returned') return refused('some of it was returned at this moment: look again')
    return done(
      `${sumsText(amountTiyin)} sum are on the balance again, which is ${sumsText(outcome.balanceTiyin)} sum.`,
    )
  },
}
