/** What is stored of a person is erased; what the law demands stays without name and phone. It cannot be undone. */
import { sql } from 'kysely'
import { generatePassword, type Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import { type Billing, adjustDeposit, endTariffNow } from '#server/billing/billing.ts'
import { type Cards, findCards, removeCard } from '#server/cards/cards.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { type ActRequest, lookUpAct, referenceOf } from '#server/subscribers/acts/act-store.ts'
import { type ActDeps, type Performed, performAct } from '#server/subscribers/acts/perform-act.ts'
import { type Person, type PersonalTopic, personalTables, topicOf } from './personal-tables.ts'
import { countOpenPayments } from './open-payments.ts'
import { eraseRows, withoutNames } from './erase-rows.ts'
import { countRows, findPerson } from './read-personal.ts'

export interface EraseDeps extends ActDeps {
  readonly audit: Pick<Audit, 'recordIn' | 'erase'>
  readonly accounts: Pick<Accounts, 'setPassword' | 'endSessions'>
  readonly billing: Pick<Billing, 'subscriptionsOf' | 'accountStanding'>
  readonly cards: Pick<Cards, 'deps'>
  readonly random: RandomBytes
}

/** What would be erased now. */
export interface ErasePreview {
  /** What has rows of the person, with how many. */
  readonly erased: readonly TopicCount[]
  /** What stays, without name and phone. */
  readonly stays: readonly TopicCount[]
  readonly balanceTiyin: number
  /** Tariffs that are paid for. */
  readonly runningTariffs: readonly number[]
  readonly cards: number
  /** Payments and refunds that are not finished. */
  readonly openPayments: number
}

interface TopicCount {
  readonly topic: PersonalTopic
  readonly rows: number
}

/** Undefined: there is no such account. */
export async function previewErase(
  deps: Pick<EraseDeps, 'db' | 'clock' | 'billing'>,
  accountId: number,
): Promise<ErasePreview | undefined> {
  const { db } = deps
  const person = await findPerson(db, accountId)
  if (person === undefined) return undefined
  const [erased, stays] = [new Map<PersonalTopic, number>(), new Map<PersonalTopic, number>()]
  for (const table of personalTables) {
    const rows = await countRows(db, table, person)
    const isErased = table.erasure === 'delete' || table.table === 'account' || table.table === 'registration'
    const [counts, topic] = [isErased ? erased : stays, topicOf(table.table)]
    if (rows > 0) counts.set(topic, (counts.get(topic) ?? 0) + rows)
  }
  const [{ balanceTiyin, runningTariffs }, cards, openPayments] = await Promise.all([
    leftOf(deps, accountId),
    findCards(db, accountId),
    countOpenPayments(db, person.accountIds),
  ])
  return {
    ...{
      erased: listed(erased),
      stays: listed(stays),
      balanceTiyin,
      runningTariffs,
      cards: cards.length,
      openPayments,
    },
  }
}

function listed(counts: ReadonlyMap<PersonalTopic, number>): readonly TopicCount[] {
  return [...counts].map(([topic, rows]) => ({ topic, rows }))
}

async function leftOf({ billing, clock }: Pick<EraseDeps, 'billing' | 'clock'>, accountId: number) {
  const [{ balanceTiyin }, subscriptions] = await Promise.all([
    billing.accountStanding(accountId),
    billing.subscriptionsOf(accountId),
  ])
  const nowMs = clock.nowMs()
  const running = subscriptions.filter((one) => one.state === 'active' && one.paidUntilMs > nowMs)
  return { balanceTiyin, runningTariffs: running.map(({ tariffId }) => tariffId), subscriptions }
}

export interface EraseRequest extends Omit<ActRequest, 'kind' | 'inputs'> {
  /** The subscriber number, typed by the member of staff. */
  readonly typedNumber: string
  /** What became of the balance and the paid time; '' for nothing. */
  readonly settlement: string
}

export interface EraseResult {
  /** Rows of all tables. */
  readonly rows: number
  readonly writtenOffTiyin: number
}

type EraseRefusal =
  | { readonly kind: 'wrong_number' }
  | { readonly kind: 'unsettled'; readonly balanceTiyin: number; readonly tariffs: number }
  | { readonly kind: 'payments_open'; readonly count: number }
  | { readonly kind: 'cards_off' | 'gateway_down' | 'busy' }

/**
 * Signs the person out everywhere, ends tariffs, writes the balance off against `corrections` and erases. The cards are
 * removed at their gateway first, once nothing is in the way. Refused while money or paid time is left that nobody wrote
 * anything about.
 */
export async function erasePersonal(
  deps: EraseDeps,
  { typedNumber, settlement, ...request }: EraseRequest,
): Promise<Performed<EraseResult, EraseRefusal>> {
  const { accountId } = request
  const person = await findPerson(deps.db, accountId)
  if (person === undefined) return { kind: 'not_found' }
  if (typedNumber.trim() !== person.abonement) return { kind: 'wrong_number' }
  const act = {
    ...{ ...request, kind: 'data_erased', inputs: [] },
    reason: withoutNames(request.reason, person),
  }
  // All that refuses it is looked at before anything that cannot be undone, and again under the lock of the wallet.
  const former = await lookUpAct<EraseResult>(deps.db, act)
  if (former.kind === 'done') return { kind: 'acted', act: former.act }
  if (former.kind !== 'free') return former
  const prepared = await prepare(deps, person, settlement)
  if (prepared !== undefined) return prepared
  const outcome = await performAct<EraseResult, EraseRefusal>(deps, act, async (trx, nowMs) => {
    // Again: something may have been paid meanwhile.
    const left = await leftInside(trx, accountId, nowMs)
    if (settlement.trim() === '' && (left.balanceTiyin > 0 || left.running > 0))
      return { kind: 'unsettled', balanceTiyin: left.balanceTiyin, tariffs: left.running }
    const open = await countOpenPayments(trx, person.accountIds)
    if (open > 0) return { kind: 'payments_open', count: open }
    for (const tariffId of left.tariffs) await endTariffNow(trx, { accountId, tariffId }, nowMs)
    if (left.balanceTiyin > 0) {
      const reference = referenceOf(request)
      const moved = { accountId, amountTiyin: -left.balanceTiyin, against: 'corrections', reference } as const
      const off = await adjustDeposit(trx, moved, nowMs)
      if (off.kind !== 'adjusted') throw new Error(`the balance of ${accountId} was not written off`)
    }
    const rows = await eraseRows(trx, person, nowMs)
    for (const id of person.accountIds) await deps.audit.erase(trx, id)
    return {
      ...{ kind: 'done', result: { rows, writtenOffTiyin: left.balanceTiyin }, before: {} },
      after: { rows, written_off: left.balanceTiyin / 100, settlement: withoutNames(settlement, person) },
    }
  })
  // Other processes forget the sessions that are gone.
  if (outcome.kind === 'acted') await deps.accounts.endSessions(accountId, undefined, { actor: 'system' })
  return outcome
}

/** What has transactions of its own and may be repeated. Undefined: the rest may be done. */
async function prepare(
  deps: EraseDeps,
  person: Person,
  settlement: string,
): Promise<EraseRefusal | undefined> {
  const { accountId } = person
  const left = await leftOf(deps, accountId)
  if (settlement.trim() === '' && (left.balanceTiyin > 0 || left.runningTariffs.length > 0))
    return { kind: 'unsettled', balanceTiyin: left.balanceTiyin, tariffs: left.runningTariffs.length }
  const open = await countOpenPayments(deps.db, person.accountIds)
  if (open > 0) return { kind: 'payments_open', count: open }
  for (const card of await findCards(deps.db, accountId)) {
    const removed = await removeCard(deps.cards.deps, card)
    if (removed !== 'removed') return { kind: removed }
  }
  // Nobody knows the new password; every session ends, and what they play.
  const set = await deps.accounts.setPassword(accountId, generatePassword(deps.random), undefined, {
    actor: 'system',
  })
  return set.kind === 'busy' ? { kind: 'busy' } : undefined
}

async function leftInside(trx: DbTransaction, accountId: number, nowMs: number) {
  const { rows } = await sql<{ balance: number | null; tariffs: number[]; running: number }>`
    select (select balance_tiyin from wallet where account_id = ${accountId})::bigint as balance,
      coalesce(array_agg(tariff_id), '{}') as tariffs,
      (count(*) filter (where state = 'active' and paid_until > ${new Date(nowMs)}))::integer as running
    from subscription where account_id = ${accountId} and state <> 'off'`.execute(trx)
  const [row] = rows
  return { balanceTiyin: row?.balance ?? 0, tariffs: row?.tariffs ?? [], running: row?.running ?? 0 }
}
