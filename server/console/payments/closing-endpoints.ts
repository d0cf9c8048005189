/** Daily closings in the console. */
import {
  consoleClosings as endpoints,
  type ShownClosing,
  type ShownTotals,
  waySystems,
} from '#contract/console/closings.ts'
import { ledgerKinds, serviceAccounts } from '#contract/console/ledger-words.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  type Closing,
  closingsOf,
  dayAfter,
  dayOf,
  type DayTotals,
  listClosings,
  listStatements,
  readClosing,
  reopenDay,
  signDay,
  trialBalance,
} from '#server/accounting/accounting.ts'
import { sumsOf } from '#server/billing/billing.ts'
import { bindConsole, type ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { PaymentDeps } from './payment-endpoints.ts'
import { secOf } from './present-payments.ts'
import { moneyEntry } from './record-money.ts'

type Handlers = ConsoleHandlers<typeof endpoints>
type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'audit'>

const listedDays = 31

export function closingEndpoints(deps: Deps): readonly BoundEndpoint[] {
  return bindConsole('consoleClosings', endpoints, { ...lookHandlers(deps), ...signHandlers(deps) })
}

function lookHandlers({ db, clock }: Deps): Pick<Handlers, 'list' | 'one'> {
  return {
    list: async () => {
      const yesterday = dayAfter(dayOf(clock.nowMs()), -1)
      const days = await listClosings({ db, clock }, dayAfter(yesterday, 1 - listedDays), yesterday)
      return respond({
        days: days.map(({ day, totals, closing, differs }) => ({
          day,
          received: sumsOf(totals.ways.reduce((sum, { paidTiyin }) => sum + paidTiyin, 0)),
          refunded: sumsOf(totals.ways.reduce((sum, { backTiyin }) => sum + backTiyin, 0)),
          count: totals.accounts.reduce((sum, { count }) => sum + count, 0),
          agrees: totals.ways.every(({ agrees }) => agrees),
          closing: closing === undefined ? null : presentClosing(closing),
          differs,
        })),
      })
    },
    one: async ({ day }, { staff }) => {
      const [{ totals, closing, differs }, all, statements, trial] = await Promise.all([
        readClosing(db, day),
        closingsOf(db, day, day),
        listStatements(db, { day }),
        trialBalance(db, clock.nowMs()),
      ])
      return respond({
        totals: presentTotals(totals),
        signed: differs && closing !== undefined ? presentTotals(closing.totals) : null,
        closing: closing === undefined ? null : presentClosing(closing),
        differs,
        is_over: day < dayOf(clock.nowMs()),
        is_first: closing !== undefined && closing.firstStaffId === staff.staffId,
        former: all.filter(({ state }) => state === 'reopened').map(presentClosing),
        statements: statements.map((statement) => ({
          ...{ statement_id: statement.statementId, system: statement.system, name: statement.name },
          ...{ state: statement.state, matched: statement.matched, open: statement.open },
        })),
        trial: {
          subscribers: sumsOf(trial.subscribersTiyin),
          accounts: trial.accounts.map(({ account, amountTiyin }) => ({
            ...{ account: accountOf(account), amount: sumsOf(amountTiyin) },
          })),
          total: sumsOf(trial.totalTiyin),
        },
      })
    },
  }
}

function signHandlers({ db, clock, audit }: Deps): Pick<Handlers, 'sign' | 'reopen'> {
  return {
    sign: async ({ day }, call) => {
      const { staffId, name } = call.staff
      const signed = await signDay(
        { db, clock },
        { day, by: { staffId, name } },
        moneyEntry(audit, call, ({ state }) => ({
          ...{ event: 'closing_signed', subject: `day ${day}` },
          ...{ before: { state: state === 'closed' ? 'signed' : 'open' }, after: { state } },
        })),
      )
      return respond({ outcome: signed.kind === 'signed' ? signed.state : signed.kind })
    },
    reopen: async ({ day, reason }, call) => {
      const { staffId, name, role } = call.staff
      if (role !== 'owner') return reject('staff_forbidden')
      const record = moneyEntry<void>(audit, call, () => ({
        ...{ event: 'closing_reopened', subject: `day ${day}`, after: { state: 'reopened', reason } },
      }))
      const isOpen = await reopenDay({ db, clock }, { day, reason, by: { staffId, name } }, record)
      return isOpen ? respond({ day }) : reject('not_found')
    },
  }
}

function presentClosing(one: Closing): ShownClosing {
  return {
    ...{ state: one.state, first: one.firstName, first_at: secOf(one.firstMs) },
    ...{ second: one.secondName, second_at: secOf(one.secondMs) },
    ...{
      reopened: one.reopenedName,
      reopened_reason: one.reopenedReason,
      reopened_at: secOf(one.reopenedMs),
    },
  }
}

function accountOf(account: string) {
  return serviceAccounts.find((one) => one === account) ?? 'adjustments'
}

function presentTotals({ ways, accounts }: DayTotals): ShownTotals {
  return {
    ways: ways.map((way) => ({
      system: waySystems.find((one) => one === way.system) ?? 'late',
      ...{ paid_count: way.paidCount, paid: sumsOf(way.paidTiyin) },
      ...{ back_count: way.backCount, back: sumsOf(way.backTiyin) },
      ...{ ledger: sumsOf(way.ledgerTiyin), agrees: way.agrees },
    })),
    accounts: accounts.map((one) => ({
      account: accountOf(one.account),
      kind: ledgerKinds.find((kind) => kind === one.kind) ?? 'adjustment',
      ...{ count: one.count, in: sumsOf(one.inTiyin), out: sumsOf(one.outTiyin) },
    })),
  }
}
