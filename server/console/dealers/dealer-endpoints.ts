/** Dealers in the console: lists, contracts, rules and subscribers. Money of dealers: `dealer-money.ts`. */
import { consoleDealers as endpoints } from '#contract/console/dealers.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { formatSums } from '#contract/form/money.ts'
import type { RecordIn } from '#server/audit/audit.ts'
import { sumsOf } from '#server/billing/billing.ts'
import {
  bindConsole,
  type ConsoleCall,
  type ConsoleHandlers,
} from '#server/console/admission/bind-console.ts'
import { type MoneyEvent, moneyEntry } from '#server/console/payments/record-money.ts'
import {
  addRule,
  attachSubscriber,
  codesOf,
  endRule,
  entriesOf,
  linkCode,
  listDealers,
  listPayouts,
  rulesOf,
  saveDealer,
  statementOf,
  subscribersOf,
} from '#server/dealers/dealers.ts'
import { stepUpUntilMs } from '#server/staff/staff.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { dayOf } from '#server/accounting/accounting.ts'
import { tiyinOf } from '#server/console/payments/present-payments.ts'
import { accountNamed, type DealerEndpointDeps, moneyHandlers, overLimit } from './dealer-money.ts'
import {
  presentDealer,
  presentEntry,
  presentPayout,
  presentRule,
  presentSubscriber,
  presentSums,
} from './present-dealers.ts'

type Handlers = ConsoleHandlers<typeof endpoints>

export function dealerEndpoints(deps: DealerEndpointDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleDealers', endpoints, {
    ...{ ...listHandlers(deps), ...contractHandlers(deps) },
    ...{ ...ruleHandlers(deps), ...subscriberHandlers(deps), ...moneyHandlers(deps) },
  })
}

function listHandlers({
  db,
  clock,
}: DealerEndpointDeps): Pick<Handlers, 'list' | 'one' | 'subscribers' | 'statement'> {
  return {
    list: async (_input, { staff }) => {
      const [dealers, payouts] = await Promise.all([listDealers(db), listPayouts(db, { isOpen: true })])
      return respond({
        dealers: dealers.map(presentDealer),
        payouts: payouts.map((one) => presentPayout(one, staff.staffId)),
      })
    },
    one: async ({ dealer_id: dealerId }, { staff }) => {
      const [dealer] = await listDealers(db, dealerId)
      if (dealer === undefined) return reject('not_found')
      const [rules, codes, payouts] = await Promise.all([
        rulesOf(db, dealerId),
        codesOf(db, dealerId),
        listPayouts(db, { dealerId }),
      ])
      return respond({
        dealer: presentDealer(dealer),
        ...{ rules: rules.map(presentRule), codes: [...codes], today: dayOf(clock.nowMs()) },
        payouts: payouts.map((one) => presentPayout(one, staff.staffId)),
      })
    },
    subscribers: async ({ dealer_id: dealerId, after_ms: ms, after_id: id, limit }) => {
      const after = ms === undefined || id === undefined ? undefined : { ms, id }
      const rows = await subscribersOf(db, dealerId, { after, limit })
      return respond({ subscribers: rows.map(presentSubscriber) })
    },
    statement: async ({ dealer_id: dealerId, month, before, limit }) => {
      const [sums, entries] = await Promise.all([
        statementOf(db, dealerId, month),
        entriesOf(db, { dealerId, month, beforeId: before, limit }),
      ])
      return respond({
        ...{ deposit: presentSums(sums.deposit), commission: presentSums(sums.commission) },
        entries: entries.map(presentEntry),
      })
    },
  }
}

function contractHandlers(deps: DealerEndpointDeps): Pick<Handlers, 'save' | 'linkCode'> {
  return {
    save: async ({ dealer_id: dealerId, credit_limit: creditLimit, version, ...fields }, call) => {
      const after = { ...fields, creditLimitTiyin: tiyinOf(creditLimit) }
      const isConfirmed = stepUpUntilMs(call.staff, deps.clock.nowMs()) > 0
      const { staffId, name, role } = call.staff
      const by = { staffId, name, role }
      const saved = await saveDealer(
        deps,
        { dealerId, version, ...after, by, isConfirmed },
        entry(deps, call, (done) => ({
          ...{ event: 'dealer_saved', dealerId: done.dealerId, after },
          ...(done.before === undefined ? {} : { before: { ...done.before } }),
        })),
      )
      switch (saved.kind) {
        case 'unknown_dealer':
          return reject('not_found')
        case 'changed':
          return reject('dealer_changed')
        case 'unconfirmed':
          return reject('step_up_needed')
        case 'over_limit':
          return overLimit(saved, call)
        case 'owes_more':
          return reject('dealer_owes_more', { values: { sum: formatSums(sumsOf(saved.owesTiyin)) } })
        case 'saved':
          return respond({ dealer_id: saved.dealerId })
      }
    },
    linkCode: async ({ dealer_id: dealerId, code }, call) => {
      const normal = code.replace(/\s+/g, '').toUpperCase()
      const linked = await linkCode(
        deps.db,
        { dealerId, code: normal },
        entry(deps, call, () => ({ event: 'dealer_code_linked', dealerId, after: { code: normal } })),
      )
      if (linked === 'unknown_dealer') return reject('not_found')
      if (linked !== 'linked') return reject('dealer_code')
      return respond({ code: normal })
    },
  }
}

function ruleHandlers(deps: DealerEndpointDeps): Pick<Handlers, 'addRule' | 'endRule'> {
  return {
    addRule: async (input, call) => {
      const { dealer_id: dealerId, kind, months, from } = input
      const rule = {
        ...{ dealerId, kind, months, fromDay: from, toDay: input.to ?? null },
        ...{ share: Math.round(input.share * 100), amountTiyin: tiyinOf(input.amount) },
        capTiyin: input.cap === 0 ? null : tiyinOf(input.cap),
      }
      const { dealerId: _, ...after } = rule
      const added = await addRule(
        deps,
        rule,
        entry(deps, call, ({ ruleId }) => ({
          ...{ event: 'dealer_rule_added', dealerId, after: { rule: ruleId, ...after } },
        })),
      )
      if (added.kind === 'unknown_dealer') return reject('not_found')
      if (added.kind === 'past') return reject('dealer_rule_past')
      if (added.kind === 'wrong') return reject('dealer_rule_wrong')
      return respond({ rule_id: added.ruleId })
    },
    endRule: async ({ rule_id: ruleId, to }, call) => {
      const ended = await endRule(
        deps,
        { ruleId, toDay: to },
        entry(deps, call, ({ dealerId, before }) => ({
          ...{ event: 'dealer_rule_ended', dealerId, before: { rule: ruleId, to: before ?? '' } },
          after: { rule: ruleId, to },
        })),
      )
      if (ended.kind === 'unknown') return reject('not_found')
      if (ended.kind === 'past') return reject('dealer_rule_past')
      if (ended.kind === 'later') return reject('dealer_rule_longer', { values: { day: ended.endsOn } })
      return respond({ rule_id: ruleId })
    },
  }
}

function subscriberHandlers(deps: DealerEndpointDeps): Pick<Handlers, 'attach'> {
  return {
    attach: async ({ dealer_id: dealerId, abonement, reason }, call) => {
      const accountId = await accountNamed(deps.db, abonement)
      if (accountId === undefined) return reject('late_no_subscriber', { values: { number: abonement } })
      const { staffId, name } = call.staff
      const request = { accountId, dealerId: dealerId === 0 ? null : dealerId, reason }
      const attached = await attachSubscriber(
        deps,
        { ...request, by: { staffId, name } },
        entry(deps, call, ({ formerDealerId }) => ({
          ...{ event: 'dealer_subscriber_moved', dealerId, accountId },
          ...{ before: { dealer: formerDealerId ?? 0 }, after: { dealer: dealerId, reason } },
        })),
      )
      if (attached.kind === 'unknown_dealer') return reject('not_found')
      return respond({ account_id: accountId })
    },
  }
}

type DealerEvent = Omit<MoneyEvent, 'subject'> & { readonly dealerId: number }

function entry<Done>(
  { audit }: DealerEndpointDeps,
  call: ConsoleCall,
  entryOf: (done: Done) => DealerEvent,
): RecordIn<Done> {
  return moneyEntry(audit, call, (done: Done) => {
    const { dealerId, ...event } = entryOf(done)
    return { ...event, subject: `dealer ${dealerId}` }
  })
}
