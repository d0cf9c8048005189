/** Log events of money: charging, cards and payment systems. */
import type { LogEvents } from './log-event.ts'

export const moneyEvents = {
  'billing.charged': { level: 'info', means: 'Due subscriptions were charged.' },
  'billing.reminders_written': { level: 'info', means: 'Subscribers were notified of coming charges.' },
  'billing.ledger_broken': {
    level: 'error',
    means: 'The ledger is inconsistent (`what`).',
    action: 'Stop charging, keep the database as it is, and find the entry.',
  },
  'billing.ledger_checked': { level: 'info', means: 'The check of the ledger passed: debits equal credits.' },
  'billing.cleaned_up': { level: 'info', means: 'Old keys were deleted and pauses that ended were resumed.' },
  'cards.renewal_failed': {
    level: 'error',
    means: 'A renewal could not be charged to a card because of a bug or lost infrastructure.',
    action: 'See `error`; it is tried again at the next run.',
  },
  'cards.renewals_charged': { level: 'info', means: 'Renewals were charged to cards.' },
  'cards.charge_unanswered': {
    level: 'warn',
    means: 'The gateway did not report whether a card was charged; the status is requested until it does.',
    action: 'Nothing; `cards.settle_failed` or `cards.reconciliation_failed` follow if it stays open.',
  },
  'cards.gateway_unavailable': {
    level: 'warn',
    means: 'The card gateway could not be used.',
    action: 'If there are many: ask its support.',
  },
  'cards.tariff_not_connected': {
    level: 'warn',
    means: 'A card was charged, but the tariff could not be connected; the money is on the balance.',
    action: 'See `reason`.',
  },
  'cards.refund_unanswered': {
    level: 'warn',
    means: 'The gateway did not report whether a refund was made; the status is requested again.',
  },
  'cards.refund_gave_up': {
    level: 'error',
    means: 'A refund to a card did not succeed in time; the money is back on the balance.',
    action: 'Inform the subscriber; ask the gateway.',
  },
  'cards.refund_ended': { level: 'info', means: 'A refund to a card ended, with this state.' },
  'cards.refund_settle_failed': {
    level: 'error',
    means: 'A refund could not be completed.',
    action: 'See `error`; it is tried again.',
  },
  'cards.code_not_sent': { level: 'info', means: 'The gateway could not send a code for a card.' },
  'cards.settled': { level: 'info', means: 'Open payments by card were brought to an end.' },
  'cards.payment_ended': {
    level: 'info',
    means: 'A card payment ended without a charge, with this state and reason.',
  },
  'cards.settle_failed': {
    level: 'error',
    means: 'An open card payment could not be completed.',
    action: 'See `error`; it is tried again.',
  },
  'fiscal.receipts_registered': {
    level: 'info',
    means: 'Fiscal receipts were registered.',
  },
  'fiscal.receipts_failed': {
    level: 'warn',
    means: 'Fiscal receipts were refused, or tried for a week.',
    action: 'See /console/payments/receipts, or `receipts list --failed`: each says why.',
  },
  'fiscal.reconciled': {
    level: 'info',
    means: 'Each payment and refund since the day of EKRAN_FISCAL has its receipt, or one in the queue.',
  },
  'fiscal.reconciliation_failed': {
    level: 'error',
    means: 'Payments or refunds have no fiscal receipt, or one of another sum.',
    action: 'Run `receipts reconcile`: it names them.',
  },
  'dealers.checked': { level: 'info', means: 'The books of the dealers are whole.' },
  'dealers.check_failed': {
    level: 'error',
    means: 'The books of the dealers are not whole (`what`).',
    action: 'Compare the dealer’s entries with the ledger; nothing of them is changed by hand.',
  },
  'cards.reconciled': { level: 'info', means: 'Payments by card and the ledger agree.' },
  'cards.reconciliation_failed': {
    level: 'error',
    means: 'Card payments and the ledger do not agree (`what`).',
    action: 'Compare with the gateway’s list, and find the payment.',
  },
  'merchants.request_refused': {
    level: 'warn',
    means: 'A request to a payment system’s address had a wrong password or came from a wrong network.',
    action:
      'From the payment system: check the settings. Otherwise an attack: repeated requests are blocked.',
  },
  'merchants.request_failed': {
    level: 'error',
    means: 'A request of a payment system failed.',
    action: 'See `error`; the system retries.',
  },
  'merchants.expired_payments_cancelled': {
    level: 'info',
    means: 'Payments that were started and not completed in time were cancelled.',
  },
  'merchants.reversal_done': {
    level: 'info',
    means: 'A payment system paid a payment back (`payment`, our number) when it was asked to.',
  },
  'merchants.reversal_not_done': {
    level: 'warn',
    means: 'A payment system was asked to pay a payment back and did not confirm it (`answer`).',
    action: 'Nothing: it is asked again, for a day at most, or the refund becomes a task for finance.',
  },
  'merchants.reversal_left': {
    level: 'warn',
    means:
      'A refund that a payment system did not make is a task for finance (`reversal`: `refused` or `unclear`).',
    action: 'With `unclear` look in the system’s cabinet first whether the payer has the money.',
  },
  'merchants.reversal_failed': {
    level: 'error',
    means: 'A refund by a payment system could not be advanced; it is tried again in a minute.',
    action: 'See `error`.',
  },
  'merchants.reversals_settled': {
    level: 'info',
    means: 'Refunds of which payment systems had not answered are known now (`ended`).',
  },
  'merchants.reconciled': { level: 'info', means: 'Payments of the payment systems and the ledger agree.' },
  'merchants.reconciliation_failed': {
    level: 'error',
    means: 'Payments of the payment systems and the ledger do not agree (`what`).',
    action: 'Compare with the system’s register, and find the payment.',
  },
} as const satisfies LogEvents
