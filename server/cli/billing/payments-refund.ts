import {
  type CliCommand,
  type Outcome,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import { openBilling } from '#server/billing/billing.ts'
import { findRefundable, openCards, refundPayment, type Refunded } from '#server/cards/cards.ts'
import { sumsText } from '#server/merchants/merchants.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { whyQuiet } from '#server/platform/installation/installation.ts'

const maxReasonCharacters = 200

export const paymentsRefund: CliCommand = {
  name: 'payments refund',
  usage: '<transaction or our number> [--reason …]',
  summary: 'refund a card payment',
  help: `Takes the amount of a card payment from the subscriber's balance and makes the gateway (ATMOS) refund it to the card,
whole. Refused when the balance is less: used money is not refunded. The number is the gateway's number of the
transaction or our order number, as payments export prints both; where one number is both, write atmos:… or order:…

When the gateway does not respond, the amount stays off the balance and the status is requested each minute until it is known.
The same command again never refunds twice, and shows the state. A refund that the gateway has not made within a
day is given up, and the amount returns to the balance; the command then tries again. A part of a card payment, and payments
of Payme, Click, Paynet and Uzum Bank: payments refund-by-hand.

  --reason       sent to the gateway and stored, at most 200 characters

Examples
  npm run ekran -- payments refund 5003217 --reason "Paid twice by mistake"
  npm run ekran -- payments refund order:81`,
  options: { reason: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [word = ''] = input.words
    const [, kind, digits] = /^(?:(atmos|order):)?([1-9]\d{0,14})$/.exec(word) ?? []
    if (digits === undefined) return refused(`${shown(word)} is no number of a payment`)
    const reason = input.text('reason')?.trim() ?? ''
    if (reason.length > maxReasonCharacters || /\p{Cc}/u.test(reason))
      return refused(`--reason is one line of at most ${maxReasonCharacters} letters`)
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const quiet = await whyQuiet(services.work.db, tools.settings)
    if (quiet !== undefined) return refused(`this Ekran is in quiet mode (${quiet}): it makes no refunds`)
    const which = kind === 'atmos' ? 'transaction' : kind === 'order' ? 'order' : 'any'
    const matches = await findRefundable(services.work, Number(digits), which)
    const [order, other] = matches
    if (order === undefined) return refused(`there is no payment by card ${shown(word)}`)
    if (other !== undefined)
      return refused(`${digits} names two payments: write atmos:${digits} or order:${digits}`)
    const cards = await openCardsHere(tools, services)
    if (!cards.isOn && !services.work.serverRuns)
      return refused('no card gateway is set (EKRAN_CARD_GATEWAY), and no Ekran runs that has one')
    const record = operatorEntry<void>(services, () => ({
      ...{ event: 'card_refund_asked', accountId: order.account_id },
      facts: { order: order.order_id, reason },
    }))
    const why = reason === '' ? null : reason
    return outcomeOf(order.order_id, await refundPayment(cards.deps, order.order_id, why, { record }))
  },
}

/** The cards module without a server, while the command runs. */
async function openCardsHere({ log }: CommandTools, { work, audit, secrets, settings }: Services) {
  const billing = openBilling({ db: work.db, clock: systemClock })
  return openCards({
    db: work.db,
    clock: systemClock,
    random: systemRandom,
    log,
    audit,
    secret: secrets.passwordPepper,
    gateway: settings.EKRAN_CARD_GATEWAY,
    billing,
  })
}

function outcomeOf(orderId: number, outcome: Refunded): Outcome {
  const sum = 'amountTiyin' in outcome ? `${sumsText(outcome.amountTiyin)} sum` : ''
  switch (outcome.kind) {
    case 'given_back':
      return done(
        outcome.isNew
          ? `Order ${orderId}: ${sum} went back to the card.`
          : `Order ${orderId}: ${sum} had gone back to the card before; nothing was done now.`,
      )
    case 'open':
      return {
        kind: 'bad',
        lines: [
          `Order ${orderId}: ${sum} left the balance. Whether the card has it is not known yet: the gateway is asked each`,
          'minute while Ekran runs. The same command says how it stands, and never gives back twice.',
        ],
      }
    case 'refunded_in_part':
      return refused(
        `${sumsText(outcome.partTiyin)} sum of order ${orderId} were refunded before by ${outcome.who || 'an operator'}: the gateway refunds the whole alone, refund the rest with payments refund-by-hand`,
      )
    case 'other_attempt':
      return refused(`order ${orderId} is being refunded by ${outcome.who || 'an operator'}: look again`)
    case 'refused_by_gateway':
      return refused(
        `the gateway did not give order ${orderId} back within a day; ${sum} is on the balance again. Ask ATMOS to give it back, then run the command again`,
      )
    case 'not_covered':
      return refused(`the balance holds less than the ${sum} of order ${orderId}: it was used`)
    case 'over_limit':
      return refused(`it is more than the limit of ${sumsText(outcome.limitTiyin)} sum`)
    case 'not_paid':
      return refused(
        outcome.state === 'paid'
          ? `order ${orderId} is just being finished: try again in two minutes`
          : `order ${orderId} is not paid (${outcome.state})`,
      )
    case 'unknown':
      return refused(`there is no order ${orderId}`)
  }
}
