/** A dealer's contract and its rules of commission. */
import { sql } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { lockDealer } from '#server/dealers/entries/write-entry.ts'
import { beyondCreditLimit, type BeyondLimit, type ByRole } from '#server/dealers/entries/staff-limits.ts'
import type { DealerRuleTable } from '#server/dealers/entries/tables.ts'
import { dayOf } from '#server/dealers/payouts/months.ts'
import { type DealerDeps, lockNewcomers, writeNewcomers } from '#server/dealers/subscribers/attach.ts'

export interface DealerFields {
  readonly name: string
  readonly contact: string
  readonly phone: string
  readonly contract: string
  /** `stopped`: it brings no new subscribers and takes no cash; what it earns is ended by its rules. */
  readonly state: 'active' | 'stopped'
  readonly creditLimitTiyin: number
}

export interface SaveDealer extends DealerFields {
  /** Undefined: a new one, with the next free number. */
  readonly dealerId?: number | undefined
  /** Of what was changed; 0 for a new one. */
  readonly version: number
  readonly by: ByRole
  /** Who saves it has just confirmed who it is: a higher credit limit needs that. */
  readonly isConfirmed: boolean
}

export type DealerSaved =
  | { readonly kind: 'saved'; readonly dealerId: number; readonly before: DealerFields | undefined }
  | { readonly kind: 'unknown_dealer' }
  /** Somebody else changed it meanwhile. */
  | { readonly kind: 'changed' }
  /** The credit limit becomes higher, and nobody confirmed it; or it is higher than the member may set. */
  | { readonly kind: 'unconfirmed' }
  | BeyondLimit
  /** It owes more than the new limit. */
  | { readonly kind: 'owes_more'; readonly owesTiyin: number }

/** Undoes a dealer that was added. */
class NotSaved extends Error {
  readonly why: DealerSaved
  constructor(why: DealerSaved) {
    super(`not saved: ${why.kind}`)
    this.why = why
  }
}

/** Adds a dealer or changes its contract, as it was seen. */
export async function saveDealer(
  deps: DealerDeps,
  save: SaveDealer,
  record: RecordIn<Extract<DealerSaved, { readonly kind: 'saved' }>>,
): Promise<DealerSaved> {
  try {
    return await recordedAct<DealerSaved, 'saved'>(deps.db, { done: 'saved', record }, (trx) =>
      write(trx, save, deps.clock.nowMs()),
    )
  } catch (error) {
    if (error instanceof NotSaved) return error.why
    throw error
  }
}

async function write(trx: DbTransaction, save: SaveDealer, nowMs: number): Promise<DealerSaved> {
  // Nobody is attached meanwhile; before the dealer, as everywhere.
  if (save.state === 'stopped') await lockNewcomers(trx)
  const dealerId = save.dealerId ?? (await newDealer(trx, save.name))
  const money = await lockDealer(trx, dealerId)
  if (money === undefined) return { kind: 'unknown_dealer' }
  const before = save.dealerId === undefined ? undefined : await fieldsOf(trx, dealerId)
  if (before !== undefined && money.version !== save.version) return { kind: 'changed' }
  if (money.depositTiyin < -save.creditLimitTiyin)
    return { kind: 'owes_more', owesTiyin: -money.depositTiyin }
  if (save.creditLimitTiyin > (before?.creditLimitTiyin ?? 0)) {
    const beyond = beyondCreditLimit(save.by, save.creditLimitTiyin)
    if (beyond !== undefined) throw new NotSaved(beyond)
    if (!save.isConfirmed) throw new NotSaved({ kind: 'unconfirmed' })
  }
  const isStopping = before?.state === 'active' && save.state === 'stopped'
  // Who came until now is its own; who uses its codes from now on never is.
  if (isStopping) await writeNewcomers(trx, { dealerId })
  await trx
    .updateTable('dealer')
    .set({ name: save.name, state: save.state })
    .where('dealer_id', '=', dealerId)
    .execute()
  await trx
    .updateTable('dealer_contract')
    .set({
      ...{ contact: save.contact, phone: save.phone, contract: save.contract },
      ...{ credit_limit_tiyin: save.creditLimitTiyin, version: sql`version + 1` },
      ...(before?.state === 'stopped' && save.state === 'active' ? { active_since: new Date(nowMs) } : {}),
    })
    .where('dealer_id', '=', dealerId)
    .execute()
  return { kind: 'saved', dealerId, before }
}

async function newDealer(trx: DbTransaction, name: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('dealer'))`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    insert into dealer (dealer_id, name) select coalesce(max(dealer_id), 0) + 1, ${name} from dealer
    returning dealer_id as id`.execute(trx)
  return rows[0]?.id ?? 0
}

async function fieldsOf(trx: DbTransaction, dealerId: number): Promise<DealerFields | undefined> {
  const row = await trx
    .selectFrom('dealer')
    .innerJoin('dealer_contract', 'dealer_contract.dealer_id', 'dealer.dealer_id')
    .select(['name', 'contact', 'phone', 'contract', 'state', 'credit_limit_tiyin'])
    .where('dealer.dealer_id', '=', dealerId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { credit_limit_tiyin: creditLimitTiyin, ...rest } = row
  return { ...rest, creditLimitTiyin }
}

export interface NewRule {
  readonly dealerId: number
  readonly kind: DealerRuleTable['kind']
  /** Hundredths of a percent; of `connected` 0. */
  readonly share: number
  readonly amountTiyin: number
  readonly months: number
  readonly capTiyin: number | null
  /** Today in Tashkent or later: commissions of days that are over do not change. */
  readonly fromDay: string
  readonly toDay: string | null
}

export type RuleAdded =
  | { readonly kind: 'added'; readonly ruleId: number }
  | { readonly kind: 'unknown_dealer' }
  | { readonly kind: 'past' }
  /** The last day is before the first, or a share and a sum do not fit the kind. */
  | { readonly kind: 'wrong' }

export async function addRule(
  { db, clock }: DealerDeps,
  rule: NewRule,
  record: RecordIn<Extract<RuleAdded, { readonly kind: 'added' }>>,
): Promise<RuleAdded> {
  const nowMs = clock.nowMs()
  if (rule.fromDay < dayOf(nowMs)) return { kind: 'past' }
  const isSum = rule.kind === 'connected'
  const isWrong =
    (rule.toDay !== null && rule.toDay < rule.fromDay) ||
    isSum !== rule.amountTiyin > 0 ||
    isSum === rule.share > 0 ||
    (rule.kind !== 'every_payment' && rule.months !== 0)
  if (isWrong) return { kind: 'wrong' }
  return recordedAct<RuleAdded, 'added'>(db, { done: 'added', record }, async (trx) => {
    if ((await lockDealer(trx, rule.dealerId)) === undefined) return { kind: 'unknown_dealer' }
    const { dealer_rule_id: ruleId } = await trx
      .insertInto('dealer_rule')
      .values({
        ...{ dealer_id: rule.dealerId, kind: rule.kind, share: rule.share, amount_tiyin: rule.amountTiyin },
        ...{ months: rule.months, cap_tiyin: rule.capTiyin, from_day: rule.fromDay, to_day: rule.toDay },
        created_at: new Date(nowMs),
      })
      .returning('dealer_rule_id')
      .executeTakeFirstOrThrow()
    return { kind: 'added', ruleId }
  })
}

export type RuleEnded =
  | { readonly kind: 'ended'; readonly dealerId: number; readonly before: string | null }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'past' }
  /** It ends earlier as it is: a rule is made shorter, never longer. */
  | { readonly kind: 'later'; readonly endsOn: string }

/**
 * Sets the last day of a rule: today or later, and not later than the one that it has. A rule that has not begun ends the
 * day before it begins: it never does.
 */
export function endRule(
  { db, clock }: DealerDeps,
  { ruleId, toDay }: { readonly ruleId: number; readonly toDay: string },
  record: RecordIn<Extract<RuleEnded, { readonly kind: 'ended' }>>,
): Promise<RuleEnded> {
  return recordedAct<RuleEnded, 'ended'>(db, { done: 'ended', record }, async (trx) => {
    const rule = await trx
      .selectFrom('dealer_rule')
      .select([
        'dealer_id',
        sql<string>`greatest(${toDay}::date, from_day - 1)::text`.as('last'),
        sql<string | null>`to_day::text`.as('to'),
      ])
      .where('dealer_rule_id', '=', ruleId)
      .forUpdate()
      .executeTakeFirst()
    if (rule === undefined) return { kind: 'unknown' }
    const today = dayOf(clock.nowMs())
    if (toDay < today || (rule.to !== null && rule.to < today)) return { kind: 'past' }
    if (rule.to !== null && rule.last > rule.to) return { kind: 'later', endsOn: rule.to }
    // Commissions of today may be written just now.
    await lockDealer(trx, rule.dealer_id)
    await trx
      .updateTable('dealer_rule')
      .set({ to_day: rule.last })
      .where('dealer_rule_id', '=', ruleId)
      .execute()
    return { kind: 'ended', dealerId: rule.dealer_id, before: rule.to }
  })
}

export type DealerRemoved = 'removed' | 'unknown' | 'in_use'

/** Deletes a dealer without subscribers and money: an origin must not be lost. */
export async function removeDealer(
  { db }: Pick<DealerDeps, 'db'>,
  dealerId: number,
  record: RecordIn<void>,
): Promise<DealerRemoved> {
  try {
    return await db.transaction().execute(async (trx) => {
      const removed = await trx.deleteFrom('dealer').where('dealer_id', '=', dealerId).executeTakeFirst()
      if (removed.numDeletedRows === 0n) return 'unknown'
      await record(trx)
      return 'removed'
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23503') return 'in_use'
    throw error
  }
}
