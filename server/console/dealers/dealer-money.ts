/** Money of dealers in the console: deposits, cash, payouts. */
import type { consoleDealers as endpoints } from '#contract/console/dealers.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { formatSums } from '#contract/form/money.ts'
import type { Audit } from '#server/audit/audit.ts'
import { ownerBalanceTiyin, sumsOf } from '#server/billing/billing.ts'
import type { ConsoleCall, ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { tiyinOf } from '#server/console/payments/present-payments.ts'
import { moneyEntry } from '#server/console/payments/record-money.ts'
import { roleNames } from '#server/console/subscribers/acts/act-answers.ts'
import {
  actOnPayout,
  type BeyondLimit,
  type CashTaken,
  changeDeposit,
  type DealerDeps,
  type DealerDone,
  preparePayout,
  returnCash,
  takeCash,
} from '#server/dealers/dealers.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface DealerEndpointDeps extends DealerDeps {
  readonly audit: Audit
}

type Handlers = ConsoleHandlers<typeof endpoints>

export function moneyHandlers(
  deps: DealerEndpointDeps,
): Pick<Handlers, 'deposit' | 'cash' | 'cashBack' | 'prepare' | 'payout'> {
  return { ...cashHandlers(deps), ...payoutHandlers(deps) }
}

function cashHandlers(deps: DealerEndpointDeps): Pick<Handlers, 'deposit' | 'cash' | 'cashBack'> {
  const { db, audit } = deps
  return {
    deposit: async ({ dealer_id: dealerId, amount, document, key }, call) => {
      const { staffId, name, role } = call.staff
      const change = { dealerId, amountTiyin: tiyinOf(amount), document, key }
      const record = moneyEntry<DealerDone>(audit, call, ({ depositTiyin }) => ({
        ...{ event: 'dealer_deposit', subject: `dealer ${dealerId}` },
        after: { amount, document, deposit: sumsOf(depositTiyin) },
      }))
      const done = await changeDeposit(deps, { ...change, by: { staffId, name, role } }, record)
      if (done.kind === 'over_limit') return overLimit(done, call)
      if (done.kind !== 'done' && done.kind !== 'repeated') return rejected(done)
      return respond({ deposit: sumsOf(done.depositTiyin) })
    },
    cash: async ({ dealer_id: dealerId, abonement, amount, key }, call) => {
      const accountId = await accountNamed(db, abonement)
      if (accountId === undefined) return reject('late_no_subscriber', { values: { number: abonement } })
      const { staffId, name, role } = call.staff
      const cash = { dealerId, accountId, amountTiyin: tiyinOf(amount), key }
      const record = moneyEntry<DealerDone>(audit, call, ({ depositTiyin }) => ({
        ...{ event: 'dealer_cash', accountId, subject: `dealer ${dealerId}` },
        after: { amount, deposit: sumsOf(depositTiyin) },
      }))
      const done = await takeCash(deps, { ...cash, by: { staffId, name, role } }, record)
      if (done.kind === 'over_limit') return overLimit(done, call)
      if (done.kind === 'stopped') return reject('dealer_stopped')
      if (done.kind === 'closed') return reject('payee_closed', { values: { number: abonement } })
      if (done.kind !== 'done' && done.kind !== 'repeated') return rejected(done)
      return respond({ deposit: sumsOf(done.depositTiyin) })
    },
    cashBack: async ({ entry_id: dealerEntryId, reason }, call) => {
      const { staffId, name } = call.staff
      const request = { dealerEntryId, reason, by: { staffId, name } }
      const back = await returnCash(
        deps,
        request,
        moneyEntry(audit, call, ({ dealerId, accountId, amountTiyin }) => ({
          ...{ event: 'dealer_cash_returned', accountId, subject: `dealer ${dealerId}` },
          after: { amount: sumsOf(amountTiyin), reason },
        })),
      )
      switch (back.kind) {
        case 'unknown':
          return reject('not_found')
        case 'returned_before':
          return reject('refund_done_before', { values: { who: back.who || '—' } })
        case 'not_covered': {
          const balance = formatSums(sumsOf(await ownerBalanceTiyin(db, back.accountId)))
          return reject('dealer_spent', { values: { balance } })
        }
        case 'returned':
          return respond({ amount: sumsOf(back.amountTiyin) })
      }
    },
  }
}

/** The refusal that says how much the member may write, and who may write more. */
export function overLimit({ limitTiyin, mayMore }: BeyondLimit, { language }: Pick<ConsoleCall, 'language'>) {
  const roles = roleNames(mayMore, language)
  return reject('sum_limit', { values: { limit: formatSums(sumsOf(limitTiyin)), roles } })
}

type Rejected = Exclude<
  CashTaken,
  { readonly kind: 'done' | 'repeated' | 'stopped' | 'closed' | 'over_limit' }
>

function rejected(outcome: Rejected) {
  switch (outcome.kind) {
    case 'unknown_dealer':
      return reject('not_found')
    case 'other_request':
      return reject('dealer_key_used')
    case 'insufficient':
      return reject('dealer_short', { values: { sum: formatSums(sumsOf(outcome.availableTiyin)) } })
  }
}

function payoutHandlers(deps: DealerEndpointDeps): Pick<Handlers, 'prepare' | 'payout'> {
  const { audit } = deps
  return {
    prepare: async ({ dealer_id: dealerId, month }, call) => {
      const { staffId, name } = call.staff
      const made = await preparePayout(
        deps,
        { dealerId, month, by: { staffId, name } },
        moneyEntry(audit, call, ({ payoutId, amountTiyin }) => ({
          ...{ event: 'dealer_payout_prepared', subject: `dealer ${dealerId}` },
          after: { payout: payoutId, month, amount: sumsOf(amountTiyin) },
        })),
      )
      if (made.kind === 'unknown_dealer') return reject('not_found')
      if (made.kind !== 'prepared') return reject(preparing[made.kind])
      return respond({ payout_id: made.payoutId, amount: sumsOf(made.amountTiyin) })
    },
    payout: async ({ payout_id: payoutId, step, document }, call) => {
      const { staffId, name } = call.staff
      const act = { payoutId, step, document, by: { staffId, name } }
      const done = await actOnPayout(
        deps,
        act,
        moneyEntry(audit, call, ({ dealerId, amountTiyin, before, state }) => {
          const facts = { payout: payoutId, amount: sumsOf(amountTiyin) }
          return {
            ...{ event: 'dealer_payout_changed', subject: `dealer ${dealerId}` },
            before: { ...facts, state: before },
            after: { ...facts, state, ...(document === '' ? {} : { document }) },
          }
        }),
      )
      switch (done.kind) {
        case 'unknown':
          return reject('not_found')
        case 'same_person':
          return reject('dealer_payout_own')
        case 'wrong_state':
          return reject('dealer_payout_state')
        case 'less':
          return reject('dealer_payout_less', { values: { sum: formatSums(sumsOf(done.commissionTiyin)) } })
        case 'done':
          return respond({ state: done.state })
      }
    },
  }
}

const preparing = {
  not_over: 'dealer_payout_month',
  open_before: 'dealer_payout_open',
  nothing: 'dealer_payout_nothing',
} as const

/** The account of a subscriber number; undefined without one. */
export async function accountNamed(db: Db, abonement: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('account')
    .select('account_id')
    .where('abonement', '=', abonement)
    .executeTakeFirst()
  return row?.account_id
}
