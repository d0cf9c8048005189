/** What each entry of a page is: the payment, the charged period, the entry that it takes back, the member of staff. */
import { sql } from 'kysely'
import type { EntryStory, LedgerKind } from '#contract/console/ledger-words.ts'
import { paymentSystems, type PaymentSystem } from '#server/accounting/payments/list-payments.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { baseReference } from './entry-filter.ts'
import type { Entry } from './list-entries.ts'

/** Facts that an entry does not have are null, '' or 0. */
export interface Explanation {
  readonly story: EntryStory
  readonly payment: { readonly system: PaymentSystem; readonly number: number } | null
  readonly tariffId: number | null
  /** The charged period; unix milliseconds, 0 without one. */
  readonly periodFromMs: number
  readonly periodUntilMs: number
  /** Who of the staff did it, and why. */
  readonly staff: string
  readonly reason: string
}

interface Facts {
  /** By the reference that credited them. */
  readonly payments: ReadonlyMap<string, { readonly system: PaymentSystem; readonly number: number }>
  /** By charged entry. */
  readonly charges: ReadonlyMap<number, Charge>
  readonly acts: ReadonlyMap<string, Act>
  /** By entry. */
  readonly ledgerActs: ReadonlyMap<number, LedgerAct>
  /** By the entry that took the money of the attempt. */
  readonly refunds: ReadonlyMap<number, Act>
  /** Kinds of the entries that are taken back. */
  readonly reversed: ReadonlyMap<number, LedgerKind>
}

interface Act {
  readonly staff: string
  readonly reason: string
}

/** Written with the entry itself. */
interface LedgerAct extends Act {
  readonly kind: string
}

interface Charge {
  readonly tariffId: number
  readonly fromMs: number
  readonly untilMs: number
}

/** Explains the entries of one page, in their order. */
export async function explainEntries(
  db: Db | DbTransaction,
  entries: readonly Entry[],
): Promise<readonly Explanation[]> {
  const ids = entries.flatMap(({ ledgerEntryId, reversesId }) =>
    reversesId === null ? [ledgerEntryId] : [ledgerEntryId, reversesId],
  )
  const references = [...new Set(entries.map(({ reference }) => baseReference(reference)))]
  const [payments, charges, reversed, acts, ledgerActs] = await Promise.all([
    paymentsOf(db, references),
    chargesOf(db, ids),
    kindsOf(db, ids),
    actsOf(db, [...new Set(entries.map(({ accountId }) => accountId))], references),
    ledgerActsOf(db, ids),
  ])
  const refunds = await refundsOf(db, [...payments.values()])
  const facts = { payments, charges, acts, ledgerActs, refunds, reversed }
  return entries.map((entry) => explain(entry, facts))
}

function explain(entry: Entry, facts: Facts): Explanation {
  const { ledgerEntryId, reference, reversesId } = entry
  const base = baseReference(reference)
  const payment = facts.payments.get(base.replace(/^late:/, '')) ?? null
  const charge = facts.charges.get(reversesId ?? ledgerEntryId)
  const isBack = reference !== base
  const act =
    facts.ledgerActs.get(ledgerEntryId) ??
    facts.acts.get(base) ??
    (isBack && payment !== null ? facts.refunds.get(entry.restoresId ?? ledgerEntryId) : undefined)
  const isLate = entry.kind === 'top_up' && facts.ledgerActs.get(ledgerEntryId)?.kind === 'late_payment'
  return {
    story: isLate ? 'paid_late' : storyOf(entry, facts.reversed.get(reversesId ?? 0)),
    payment,
    tariffId: charge?.tariffId ?? null,
    ...{ periodFromMs: charge?.fromMs ?? 0, periodUntilMs: charge?.untilMs ?? 0 },
    ...{ staff: act?.staff ?? '', reason: act?.reason ?? '' },
  }
}

/** What an entry is. `reversed`: the kind of the entry that it takes back. */
export function storyOf(
  { kind, account, amountTiyin, reference }: Pick<Entry, 'kind' | 'account' | 'amountTiyin' | 'reference'>,
  reversed: LedgerKind | undefined,
): EntryStory {
  const isWhole = kind === 'reversal'
  switch (kind) {
    case 'top_up':
      return topUpStory(reference)
    case 'charge':
      return account === 'trials' ? 'charged_trial' : 'charged'
    case 'promotion':
      return 'gift'
    case 'refund':
    case 'reversal':
      if (reversed === 'charge') return isWhole ? 'charge_returned' : 'charge_returned_part'
      if (reversed === 'top_up') return isWhole ? 'refunded' : 'refunded_part'
      if (account === 'goodwill' || account === 'corrections') return 'act_taken_back'
      return isWhole ? 'reversed' : 'reversed_part'
    case 'adjustment':
      return adjustmentStory(account, reference, amountTiyin > 0)
  }
}

function topUpStory(reference: string): EntryStory {
  const system = reference.slice(0, reference.indexOf(':'))
  if (system === 'late') return 'paid_late'
  if (system === 'bank') return 'paid_bank'
  if (system === 'api') return 'paid_outside'
  if (system === 'dealer') return 'paid_dealer'
  return paymentSystems.some((one) => one === system) ? 'paid' : 'topped_up'
}

function adjustmentStory(account: Entry['account'], reference: string, isUp: boolean): EntryStory {
  if (account === 'payments')
    return /:refused(?::\d+)?$/.test(reference) ? 'refund_refused' : 'refund_withdrawn'
  if (account === 'trials') return isUp ? 'trial_started' : 'trial_ended'
  if (account === 'goodwill') return 'apology'
  if (account === 'transfers') return isUp ? 'merged_in' : 'merged_out'
  if (account === 'corrections') return isUp ? 'corrected_up' : 'corrected_down'
  return isUp ? 'adjusted_up' : 'adjusted_down'
}

async function paymentsOf(db: Db | DbTransaction, references: readonly string[]): Promise<Facts['payments']> {
  const split = references.map((reference) => {
    const own = reference.replace(/^late:/, '')
    const at = own.indexOf(':')
    return { system: own.slice(0, at), external: own.slice(at + 1) }
  })
  const ofSystems = split.filter(({ system }) => paymentSystems.some((one) => one === system))
  const cards = ofSystems.filter(({ system, external }) => system === 'atmos' && /^\d{1,9}$/.test(external))
  const others = ofSystems.filter(({ system }) => system !== 'atmos')
  const payments = new Map<string, { readonly system: PaymentSystem; readonly number: number }>()
  for (const { external } of cards)
    payments.set(`atmos:${external}`, { system: 'atmos', number: Number(external) })
  if (others.length === 0) return payments
  const { rows } = await sql<{ readonly system: PaymentSystem; readonly external: string; number: number }>`
    select tx.provider as system, tx.external_id as external, tx.provider_tx_id as number
    from unnest(${others.map(({ system }) => system)}::text[], ${others.map(({ external }) => external)}::text[])
      as named (provider, external_id)
    join provider_tx as tx using (provider, external_id)`.execute(db)
  for (const { system, external, number } of rows) payments.set(`${system}:${external}`, { system, number })
  return payments
}

async function chargesOf(db: Db | DbTransaction, ids: readonly number[]): Promise<Facts['charges']> {
  const { rows } = await sql<{ id: number; tariff_id: number; start: Date | null; until: Date | null }>`
    select entry.ledger_entry_id as id, subscription.tariff_id, charge.period_start as start,
      charge.period_end as until
    from ledger_entry as entry join subscription using (subscription_id)
    left join charge on charge.subscription_id = entry.subscription_id
      and floor(extract(epoch from charge.period_start))::bigint::text = split_part(entry.reference, ':', 3)
    where entry.ledger_entry_id = any(${ids}::bigint[]) and entry.kind = 'charge'`.execute(db)
  return new Map(
    rows.map(({ id, tariff_id: tariffId, start, until }) => [
      id,
      { tariffId, fromMs: start?.getTime() ?? 0, untilMs: until?.getTime() ?? 0 },
    ]),
  )
}

async function kindsOf(db: Db | DbTransaction, ids: readonly number[]): Promise<Facts['reversed']> {
  const { rows } = await sql<{ readonly id: number; readonly kind: LedgerKind }>`
    select ledger_entry_id as id, kind from ledger_entry
    where ledger_entry_id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** Acts on subscribers, by the reference of their entry. */
async function actsOf(
  db: Db | DbTransaction,
  accountIds: readonly number[],
  references: readonly string[],
): Promise<Facts['acts']> {
  const { rows } = await sql<Act & { readonly reference: string }>`
    select reference, staff_name as staff, reason from subscriber_act
    where account_id = any(${accountIds}::integer[]) and reference = any(${references}::text[])`.execute(db)
  return new Map(rows.map(({ reference, ...act }) => [reference, act]))
}

async function ledgerActsOf(db: Db | DbTransaction, ids: readonly number[]): Promise<Facts['ledgerActs']> {
  const { rows } = await sql<LedgerAct & { readonly id: number }>`
    select ledger_entry_id as id, kind, staff_name as staff, reason from ledger_act
    where ledger_entry_id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...act }) => [id, act]))
}

/** Refunds that the staff began. */
async function refundsOf(
  db: Db | DbTransaction,
  payments: readonly { readonly system: PaymentSystem; readonly number: number }[],
): Promise<Facts['refunds']> {
  const numbers = (isCard: boolean) =>
    payments.filter(({ system }) => (system === 'atmos') === isCard).map(({ number }) => number)
  const { rows } = await sql<Act & { readonly id: number }>`
    select ledger_entry_id as id, staff_name as staff, reason from provider_refund
    where provider_tx_id = any(${numbers(false)}::bigint[]) and ledger_entry_id is not null
    union all
    select ledger_entry_id, staff_name, coalesce(reason, '') from card_refund
    where order_id = any(${numbers(true)}::bigint[]) and ledger_entry_id is not null`.execute(db)
  return new Map(rows.map(({ id, ...act }) => [id, act]))
}
