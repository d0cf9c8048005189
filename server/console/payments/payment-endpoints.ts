/** Payments in the console: the list, one with its life, refunds and returned charges. */
import { ledgerKinds } from '#contract/console/ledger-words.ts'
import { consolePayments as endpoints } from '#contract/console/payments.ts'
import { formatSums } from '#contract/form/money.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  endRefund,
  limitOf,
  listPayments,
  listRefundTasks,
  type PaymentLife,
  type PaymentSystem,
  rankOf,
  readPayment,
  refundAnyPayment,
  type RefundEndOutcome,
  type RefundOutcome,
  returnCharge,
  returnedToday,
} from '#server/accounting/accounting.ts'
import type { Audit } from '#server/audit/audit.ts'
import { balanceTiyin, type Billing, sumsOf } from '#server/billing/billing.ts'
import type { Cards } from '#server/cards/cards.ts'
import {
  bindConsole,
  type ConsoleCall,
  type ConsoleHandlers,
} from '#server/console/admission/bind-console.ts'
import type { Merchants } from '#server/merchants/merchants.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  presentAttempt,
  presentPayment,
  presentTask,
  refundableOf,
  secOf,
  tariffName,
  tiyinOf,
} from './present-payments.ts'
import { moneyEntry } from './record-money.ts'

export interface PaymentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly billing: Pick<Billing, 'tariffs' | 'accountStanding'>
  readonly cards: Pick<Cards, 'deps' | 'isOn'>
  readonly merchants: Pick<Merchants, 'reverserOf'>
  readonly log: Log
}

type Handlers = ConsoleHandlers<typeof endpoints>

export function paymentEndpoints(deps: PaymentDeps): readonly BoundEndpoint[] {
  return bindConsole('consolePayments', endpoints, {
    ...listHandlers(deps),
    ...refundHandlers(deps),
    returnCharge: returnHandler(deps),
  })
}

function listHandlers(deps: PaymentDeps): Pick<Handlers, 'list' | 'one' | 'tasks'> {
  const { db } = deps
  return {
    list: async ({ q = '', system, state, account_id: accountId, from, until, after, limit }) => {
      const [createdMs, rank] = (after ?? '').split('.')
      const [rows, tasks] = await Promise.all([
        listPayments(db, {
          ...{ q, system, state, accountId, limit: limit + 1 },
          fromMs: from === undefined ? undefined : from * 1000,
          untilMs: until === undefined ? undefined : until * 1000,
          after: rank === undefined ? undefined : { createdMs: Number(createdMs), rank: Number(rank) },
        }),
        listRefundTasks(db, 'to_do'),
      ])
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      return respond({
        payments: shown.map(presentPayment),
        next: rows.length > limit && last !== undefined ? `${last.createdMs}.${rankOf(last)}` : '',
        to_do: tasks.length,
      })
    },
    one: async ({ system, number }, call) => {
      const life = await readPayment(db, system, number)
      return life === undefined ? reject('not_found') : respond(await presentLife(deps, life, call))
    },
    tasks: async ({ which }) => respond({ tasks: (await listRefundTasks(db, which)).map(presentTask) }),
  }
}

async function presentLife(deps: PaymentDeps, life: PaymentLife, { staff }: ConsoleCall) {
  const { db, clock, billing, cards } = deps
  const tariffs = await billing.tariffs()
  const { payment, balanceTiyin } = life
  const limit = limitOf(staff.role)
  const returnedTiyin = limit === undefined ? 0 : await returnedToday(db, staff.staffId, clock.nowMs())
  return {
    payment: presentPayment(payment),
    events: life.events.map(({ kind, atMs, by, text, way, amountTiyin }) => ({
      ...{ kind, at: secOf(atMs), by, text, way, amount: sumsOf(amountTiyin) },
    })),
    entries: life.entries.map((entry) => ({
      ledger_entry_id: entry.ledgerEntryId,
      kind: ledgerKinds.find((one) => one === entry.kind) ?? ('adjustment' as const),
      ...{ amount: sumsOf(entry.amountTiyin), balance: sumsOf(entry.balanceAfterTiyin) },
      ...{ at: secOf(entry.happenedMs), reference: entry.reference },
    })),
    charges: life.charges.map((charge) => ({
      ...{ ledger_entry_id: charge.ledgerEntryId, at: secOf(charge.happenedMs) },
      tariff: tariffName(tariffs, charge.tariffId),
      ...{ amount: sumsOf(charge.amountTiyin), returned: sumsOf(charge.returnedTiyin) },
    })),
    balance: sumsOf(balanceTiyin),
    refunds: life.refunds.map(presentAttempt),
    ...{ card_mask: life.cardMask, receipt_url: life.receiptUrl ?? '', is_refund_to_do: life.isRefundToDo },
    refund: refundableOf({
      payment,
      balanceTiyin,
      limit,
      returnedTiyin,
      hasCards: cards.isOn,
      reverses: life.isReversible && hasReverser(deps, payment.system),
      isWholeOnly: life.isWholeOnly,
      attempt: (life.refunds.at(-1)?.attempt ?? 0) + 1,
    }),
  }
}

function hasReverser({ merchants }: PaymentDeps, system: PaymentSystem): boolean {
  return system !== 'atmos' && merchants.reverserOf(system) !== undefined
}

function refundHandlers(deps: PaymentDeps): Pick<Handlers, 'refund' | 'finish' | 'withdraw'> {
  const { db, clock, cards, billing, audit } = deps
  const balanceOf = async (accountId: number) => (await billing.accountStanding(accountId)).balanceTiyin
  return {
    refund: async ({ system, number, attempt, amount, reason }, call) => {
      const { staffId, name, role } = call.staff
      const before = await readPayment(db, system, number)
      if (before === undefined) return reject('not_found')
      const { accountId: payer } = before.payment
      const outcome = await refundAnyPayment(
        { db, clock, cards: cards.deps, log: deps.log, reverserOf: deps.merchants.reverserOf },
        {
          ...{ system, number, attempt, amountTiyin: tiyinOf(amount), reason },
          by: { staffId, name, role },
          record: moneyEntry(audit, call, async ({ how }, trx) => ({
            ...{ event: 'payment_refunded', accountId: payer, subject: `payment ${system} ${number}` },
            before: { balance: sumsOf(before.balanceTiyin), state: before.payment.state },
            after: { balance: sumsOf(await balanceTiyin(trx, payer)), amount, attempt, reason, how },
          })),
        },
      )
      if (outcome.kind !== 'refunded') return rejectionOf(outcome)
      return respond({ how: outcome.how, balance: sumsOf(await balanceOf(outcome.payment.accountId)) })
    },
    finish: async ({ system, number, attempt, way, document }, call) => {
      const { staffId, name } = call.staff
      const ended = await endRefund(
        { db, clock },
        { system, number, attempt, paid: { way, document }, by: { staffId, name } },
        moneyEntry(audit, call, ({ amountTiyin }) => ({
          ...{ event: 'refund_finished', subject: `payment ${system} ${number}` },
          after: { way, document, attempt, amount: sumsOf(amountTiyin) },
        })),
      )
      if (ended.kind === 'whole_only') return reject('refund_by_transfer')
      if (ended.kind !== 'ended') return notEnded(ended)
      return respond({ number })
    },
    withdraw: async ({ system, number, attempt }, call) => {
      const life = await readPayment(db, system, number)
      if (life === undefined) return reject('not_found')
      const { staffId, name } = call.staff
      const { accountId } = life.payment
      const ended = await endRefund(
        { db, clock },
        { system, number, attempt, paid: undefined, by: { staffId, name } },
        moneyEntry(audit, call, async (_, trx) => ({
          ...{ event: 'refund_withdrawn', accountId, subject: `payment ${system} ${number}` },
          before: { balance: sumsOf(life.balanceTiyin) },
          after: { balance: sumsOf(await balanceTiyin(trx, accountId)), attempt },
        })),
      )
      if (ended.kind === 'whole_only') throw new Error('a refund that is given up is paid by no cabinet')
      if (ended.kind !== 'ended') return notEnded(ended)
      return respond({ balance: sumsOf(await balanceOf(accountId)) })
    },
  }
}

function notEnded(outcome: Exclude<RefundEndOutcome, { readonly kind: 'ended' | 'whole_only' }>) {
  if (outcome.kind === 'unknown') return reject('not_found')
  return outcome.kind === 'asked' ? reject('refund_asked') : doneBefore(outcome.endedBy)
}

function doneBefore(who: string) {
  return reject('refund_done_before', { values: { who: who || '—' } })
}

function rejectionOf(outcome: Exclude<RefundOutcome, { readonly kind: 'refunded' }>) {
  const sum = (tiyin: number) => formatSums(sumsOf(tiyin))
  switch (outcome.kind) {
    case 'unknown':
      return reject('not_found')
    case 'refunded_before':
      return doneBefore(outcome.who)
    case 'not_covered':
      return reject('refund_not_covered', {
        values: { balance: sum(outcome.balanceTiyin), max: sum(outcome.maxTiyin) },
      })
    case 'too_much':
      return reject('refund_too_much', { values: { max: sum(outcome.maxTiyin) } })
    case 'over_limit':
      return reject('refund_limit', { values: { limit: sum(outcome.limitTiyin) } })
    case 'cards_off':
      return reject('cards_off')
    case 'not_paid':
    case 'refused_by_gateway':
      return reject('refund_not_possible')
  }
}

function returnHandler({ db, clock, audit }: PaymentDeps): Handlers['returnCharge'] {
  return async ({ ledger_entry_id: ledgerEntryId, amount, returned, reason }, call) => {
    const { staffId, name, role } = call.staff
    const outcome = await returnCharge(
      { db, clock },
      {
        ...{ ledgerEntryId, amountTiyin: tiyinOf(amount), returnedTiyin: tiyinOf(returned), reason },
        by: { staffId, name, role },
      },
      moneyEntry(audit, call, ({ accountId, balanceTiyin: has }) => ({
        ...{ event: 'charge_returned', accountId, subject: `entry ${ledgerEntryId}` },
        before: { balance: sumsOf(has) - amount },
        after: { balance: sumsOf(has), amount, reason },
      })),
    )
    const sum = (tiyin: number) => formatSums(sumsOf(tiyin))
    switch (outcome.kind) {
      case 'unknown':
        return reject('not_found')
      case 'erased':
        return reject('subscriber_erased')
      case 'returned_before':
        return doneBefore(outcome.who)
      case 'too_much':
        return reject('refund_too_much', { values: { max: sum(outcome.maxTiyin) } })
      case 'over_limit':
        return reject('refund_limit', { values: { limit: sum(outcome.limitTiyin) } })
      case 'returned':
        return respond({ balance: sumsOf(outcome.balanceTiyin) })
    }
  }
}
