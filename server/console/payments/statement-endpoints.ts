/** Statements in the console: uploaded, compared, worked off. */
import {
  consoleStatements as endpoints,
  maxStatementBytes,
  rowKinds,
  type ShownItem,
  type ShownStatement,
} from '#contract/console/statements.ts'
import { formatSums } from '#contract/form/money.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  acceptRow,
  appendToStatement,
  closeStatement,
  countKinds,
  creditRow,
  discardStatement,
  listItems,
  listStatements,
  noteRow,
  readDetails,
  readStatement,
  reverseCredit,
  type CreditDone,
  type RowDone,
  type RowResolved,
  startStatement,
  type Statement,
  type StatementItem,
} from '#server/accounting/accounting.ts'
import { balanceTiyin, sumsOf } from '#server/billing/billing.ts'
import {
  bindConsole,
  type ConsoleCall,
  type ConsoleHandlers,
} from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { PaymentDeps } from './payment-endpoints.ts'
import { secOf } from './present-payments.ts'
import { moneyEntry } from './record-money.ts'

type Handlers = ConsoleHandlers<typeof endpoints>
type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'audit' | 'billing'>

const limitMb = Math.floor(maxStatementBytes / 1024 / 1024)

export function statementEndpoints(deps: Deps): readonly BoundEndpoint[] {
  return bindConsole('consoleStatements', endpoints, {
    ...lookHandlers(deps),
    ...loadHandlers(deps),
    ...rowHandlers(deps),
    ...{ credit: creditHandler(deps), reverse: reverseHandler(deps) },
    ...endHandlers(deps),
  })
}

function lookHandlers({ db }: Deps): Pick<Handlers, 'list' | 'one'> {
  return {
    list: async () => respond({ statements: (await listStatements(db)).map(presentStatement) }),
    one: async ({ statement_id: statementId, view, kind, after: afterId, limit }) => {
      const [statement] = await listStatements(db, { statementId })
      if (statement === undefined) return reject('not_found')
      const [items, counts, details] = await Promise.all([
        listItems(db, { statementId, view, kind, afterId, limit: limit + 1 }),
        countKinds(db, statementId),
        readDetails(db, statementId),
      ])
      return respond({
        statement: presentStatement(statement),
        items: items.slice(0, limit).map(presentItem),
        has_more: items.length > limit,
        counts: Object.fromEntries(rowKinds.map((one) => [one, counts.get(one) ?? 0])) as Record<
          (typeof rowKinds)[number],
          number
        >,
        sample: details.sample.map((cells) => [...cells]),
        problems: [...details.problems],
      })
    },
  }
}

function loadHandlers({ db, clock, audit }: Deps): Pick<Handlers, 'start' | 'append' | 'read'> {
  return {
    start: async ({ system, name, size_bytes: sizeBytes, from, to }, { staff }) => {
      if (sizeBytes > maxStatementBytes || to < from)
        return reject('statement_refused', { values: { limit: limitMb } })
      const by = { staffId: staff.staffId, name: staff.name }
      const days = { fromDay: from, toDay: to }
      const statement = { system, name, sizeBytes, ...days, by, nowMs: clock.nowMs() }
      return respond({ statement_id: await startStatement(db, statement) })
    },
    append: async ({ statement_id: statementId, begins_at: beginsAt, bytes }) => {
      const received = await appendToStatement(db, statementId, beginsAt, Buffer.from(bytes, 'base64'))
      return received === undefined ? reject('not_found') : respond({ received_bytes: received })
    },
    read: async ({ statement_id: statementId, unit, columns }, call) => {
      const chosen =
        columns === undefined
          ? undefined
          : {
              ...{ amount: columns.amount, id: columns.id ?? undefined, time: columns.time ?? undefined },
              ...{ account: columns.account ?? undefined, state: columns.state ?? undefined },
            }
      const outcome = await readStatement(
        db,
        { statementId, columns: chosen, unit },
        moneyEntry(audit, call, async (_, trx) => {
          const [one] = await listStatements(trx, { statementId })
          const after = { system: one?.system, name: one?.name, matched: one?.matched, open: one?.open }
          return { event: 'statement_loaded', subject: `statement ${statementId}`, after }
        }),
      )
      switch (outcome.kind) {
        case 'not_found':
          return reject('not_found')
        case 'incomplete':
          return reject('table_incomplete')
        case 'refused':
          return reject('statement_refused', { values: { limit: limitMb } })
        case 'columns_unknown':
          return respond({ outcome: 'columns_unknown' })
        case 'read':
          return respond({ outcome: 'read' })
      }
    },
  }
}

function rowHandlers(deps: Deps): Pick<Handlers, 'note' | 'accept'> {
  const work =
    (event: string, run: typeof noteRow) =>
    async ({ row_id: rowId, note }: { row_id: number; note: string }, call: ConsoleCall) => {
      const { staffId, name, role } = call.staff
      const record = moneyEntry<RowDone>(deps.audit, call, ({ statementId }) => ({
        ...{ event, subject: `statement ${statementId}`, after: { row: rowId, note } },
      }))
      const outcome = await run(deps, { rowId, note, by: { staffId, name, role } }, record)
      return outcome.kind === 'done' ? respond({ row_id: rowId }) : rejected(outcome)
    }
  return { note: work('statement_row_noted', noteRow), accept: work('statement_row_accepted', acceptRow) }
}

function rejected(outcome: Exclude<RowResolved, { readonly kind: 'done' }>) {
  if (outcome.kind === 'not_found') return reject('not_found')
  return reject('refund_done_before', { values: { who: outcome.who || '—' } })
}

function creditHandler(deps: Deps): Handlers['credit'] {
  const { db, audit, billing } = deps
  return async ({ row_id: rowId, abonement, note }, call) => {
    const account = await db
      .selectFrom('account')
      .select('account_id')
      .where('abonement', '=', abonement)
      .executeTakeFirst()
    if (account === undefined) return reject('late_no_subscriber', { values: { number: abonement } })
    const { account_id: accountId } = account
    const { staffId, name, role } = call.staff
    const record = moneyEntry<CreditDone>(audit, call, async ({ statementId, outcome: done }, trx) => ({
      ...{ event: done === 'arrived' ? 'statement_row_arrived' : 'late_payment_credited', accountId },
      subject: `statement ${statementId}`,
      after: { row: rowId, balance: sumsOf(await balanceTiyin(trx, accountId)), note },
    }))
    const outcome = await creditRow(deps, { rowId, accountId, note, by: { staffId, name, role } }, record)
    const balanceOf = async () => sumsOf((await billing.accountStanding(accountId)).balanceTiyin)
    switch (outcome.kind) {
      case 'not_creditable':
        return reject('late_not_creditable')
      case 'closed':
        return reject('payee_closed', { values: { number: abonement } })
      case 'other_subscriber':
        return reject('late_other_subscriber', { values: { number: outcome.abonement } })
      case 'over_limit':
        return reject('refund_limit', { values: { limit: formatSums(sumsOf(outcome.limitTiyin)) } })
      case 'arrived':
        return respond({ outcome: 'arrived', balance: await balanceOf() })
      case 'done':
        return respond({ outcome: 'credited', balance: await balanceOf() })
      default:
        return rejected(outcome)
    }
  }
}

function reverseHandler(deps: Deps): Handlers['reverse'] {
  return async ({ row_id: rowId, note }, call) => {
    const { staffId, name, role } = call.staff
    const outcome = await reverseCredit(
      deps,
      { rowId, note, by: { staffId, name, role } },
      moneyEntry(deps.audit, call, ({ accountId, statementId, balanceTiyin: left, amountTiyin }) => ({
        ...{ event: 'late_payment_reversed', accountId, subject: `statement ${statementId}` },
        before: { balance: sumsOf(left + amountTiyin) },
        after: { row: rowId, balance: sumsOf(left), note },
      })),
    )
    switch (outcome.kind) {
      case 'not_found':
        return reject('not_found')
      case 'reversed_before':
        return reject('refund_done_before', { values: { who: outcome.who || '—' } })
      case 'over_limit':
        return reject('refund_limit', { values: { limit: formatSums(sumsOf(outcome.limitTiyin)) } })
      case 'not_covered': {
        const balance = formatSums(sumsOf(outcome.balanceTiyin))
        return reject('refund_not_covered', { values: { balance, max: formatSums(0) } })
      }
      case 'reversed':
        return respond({ balance: sumsOf(outcome.balanceTiyin) })
    }
  }
}

function endHandlers(deps: Deps): Pick<Handlers, 'close' | 'discard'> {
  const entry = (event: string, statementId: number, call: ConsoleCall) =>
    moneyEntry<unknown>(deps.audit, call, () => ({ event, subject: `statement ${statementId}` }))
  return {
    close: async ({ statement_id: statementId }, call) => {
      const { staffId, name, role } = call.staff
      const by = { staffId, name, role }
      const record = entry('statement_closed', statementId, call)
      const outcome = await closeStatement(deps, { statementId, by }, record)
      if (outcome.kind === 'not_found') return reject('not_found')
      if (outcome.kind === 'still_open')
        return reject('statement_still_open', { values: { count: outcome.count } })
      return respond({ statement_id: statementId })
    },
    discard: async ({ statement_id: statementId }, call) => {
      const record = entry('statement_discarded', statementId, call)
      const isDone = await discardStatement(deps, statementId, record)
      return isDone ? respond({ statement_id: statementId }) : reject('not_found')
    },
  }
}

export function presentStatement(one: Statement): ShownStatement {
  return {
    ...{ statement_id: one.statementId, system: one.system, name: one.name },
    ...{ from: one.fromDay, to: one.toDay, state: one.state, refusal: one.refusal },
    ...{ by: one.by, made_at: secOf(one.madeMs), closed_by: one.closedBy, closed_at: secOf(one.closedMs) },
    ...{ matched: one.matched, open: one.open, resolved: one.resolved, theirs: sumsOf(one.theirsTiyin) },
    ...{ problem_count: one.problemCount, skipped: one.skipped },
  }
}

function presentItem(item: StatementItem): ShownItem {
  const sums = (tiyin: number | null) => (tiyin === null ? null : sumsOf(tiyin))
  return {
    ...{ row_id: item.rowId, line: item.line, external_id: item.externalId },
    ...{ theirs: sums(item.theirsTiyin), ours: sums(item.oursTiyin), paid_at: secOf(item.paidMs) },
    ...{ account: item.account, number: item.number ?? 0 },
    kind: rowKinds.find((one) => one === item.kind) ?? 'only_theirs',
    ...{ state: item.state, note: item.note, by: item.by, is_reversible: item.isReversible },
  }
}
