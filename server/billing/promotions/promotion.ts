import { chargePeriod } from '#server/billing/subscriptions/charge-period.ts'
import { lockWallet, moveMoney } from '#server/billing/ledger/ledger.ts'
import { type BatchRefusal, closedReason, isOverLimit, readBatchState, spendBatch } from './batch-limits.ts'
import { proofOfPerson } from './person-proof.ts'
import { withCurrentPrices } from '#server/billing/purchase/current-prices.ts'
import { beginSubscription } from '#server/billing/purchase/purchase.ts'
import { endPause } from '#server/billing/pauses/pause.ts'
import { isDeactivated, resumeSubscriptions } from '#server/billing/subscriptions/resume.ts'
import { type SubscriptionRecord, type TariffRecord, periodsOf } from '#server/billing/tariffs/rules.ts'
import { findSubscriptions } from '#server/billing/subscriptions/subscription.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

export type PromotionKind = 'code' | 'free_days' | 'one_sum'

/** What a promotion gives. */
export interface Promotion {
  readonly promotionId: number
  readonly kind: PromotionKind
  readonly name: { readonly ru: string; readonly uz: string }
  /** Added to the wallet; 0 for nothing. */
  readonly giftTiyin: number
  /** A tariff for so many days at this price; null for none. */
  readonly connects: { readonly tariffId: number; readonly days: number; readonly priceTiyin: number } | null
  readonly validFromMs: number
  readonly validToMs: number
  readonly maxTotal: number | null
  readonly used: number
  /** Absent: a code of its own. */
  readonly batchId?: number
}

/** A promotion's name: a typed code, or the one offer of its kind. */
export type PromotionName =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'free_days' | 'one_sum' }

/** The normal form of a code: without blanks, in capitals; undefined for an invalid code. */
export function normalCode(code: string): string | undefined {
  const normal = code.replace(/\s+/g, '').toUpperCase()
  return /^[A-Z0-9-]{3,40}$/.test(normal) ? normal : undefined
}

export type PromotionRefusal =
  | 'promo_not_found'
  | 'promo_already_activated'
  | 'promo_invalid'
  | 'promo_outside_period'
  | 'promo_person_unknown'
  | 'promo_person_had'
  | BatchRefusal

export type PromotionCheck =
  /** `proofs` identify the person who takes it. */
  | { readonly kind: 'good'; readonly promotion: Promotion; readonly proofs: readonly string[] }
  | { readonly kind: 'refused'; readonly failure: PromotionRefusal }

/**
 * Whether this account could activate it now. Nothing is changed; `holds`: it stays locked until the transaction `db`
 * ends.
 */
export async function checkPromotion(
  db: Db | DbTransaction,
  request: { readonly accountId: number; readonly name: PromotionName },
  nowMs: number,
  holds = false,
): Promise<PromotionCheck> {
  const promotion = await findPromotion(db, request.name, holds)
  if (promotion === 'invalid') return { kind: 'refused', failure: 'promo_invalid' }
  if (promotion === undefined) return { kind: 'refused', failure: 'promo_not_found' }
  const { accountId } = request
  const { batchId } = promotion
  const batch = batchId === undefined ? undefined : await readBatchState(db, batchId, holds)
  const isOutside = nowMs < promotion.validFromMs || nowMs >= promotion.validToMs
  const isSpent = promotion.maxTotal !== null && promotion.used >= promotion.maxTotal
  const failure =
    ((await isUsed(db, accountId, promotion)) ? 'promo_already_activated' : undefined) ??
    (isOutside ? 'promo_outside_period' : undefined) ??
    (batch === undefined ? undefined : closedReason(batch, promotion.giftTiyin)) ??
    (isSpent ? 'promo_invalid' : undefined)
  if (failure !== undefined) return { kind: 'refused', failure }
  // A gift is per person, once: creating further accounts costs nothing.
  const person = await proofOfPerson(db, request.accountId, promotion)
  if (person.kind === 'proven') {
    const isOver = batch !== undefined && (await isOverLimit(db, batch, { accountId, proofs: person.proofs }))
    return isOver
      ? { kind: 'refused', failure: 'promo_batch_limit' }
      : { kind: 'good', promotion, proofs: person.proofs }
  }
  return { kind: 'refused', failure: person.kind === 'had' ? 'promo_person_had' : 'promo_person_unknown' }
}

async function findPromotion(
  db: Db | DbTransaction,
  name: PromotionName,
  holds: boolean,
): Promise<Promotion | 'invalid' | undefined> {
  const code = name.kind === 'code' ? normalCode(name.code) : null
  if (code === undefined) return 'invalid'
  const row = await db
    .selectFrom('promotion')
    .selectAll()
    .where('kind', '=', name.kind)
    .$if(code !== null, (query) => query.where('code', '=', code))
    .$if(holds, (query) => query.forUpdate())
    .executeTakeFirst()
  return row === undefined ? undefined : promotionOf(row)
}

type PromotionRow = Awaited<ReturnType<typeof readOffers>>[number]

function readOffers(db: Db) {
  return db.selectFrom('promotion').selectAll().where('kind', '<>', 'code').orderBy('kind').execute()
}

function promotionOf(row: PromotionRow): Promotion {
  return {
    promotionId: row.promotion_id,
    kind: row.kind,
    name: { ru: row.name_ru, uz: row.name_uz },
    giftTiyin: row.gift_tiyin,
    connects:
      row.tariff_id === null || row.period_days === null || row.price_tiyin === null
        ? null
        : { tariffId: row.tariff_id, days: row.period_days, priceTiyin: row.price_tiyin },
    validFromMs: row.valid_from.getTime(),
    validToMs: row.valid_to.getTime(),
    maxTotal: row.max_total,
    used: row.used,
    ...(row.batch_id === null ? {} : { batchId: row.batch_id }),
  }
}

/** The current offers, for any account; a handful. */
export async function currentOffers(db: Db, nowMs: number): Promise<readonly Promotion[]> {
  const offers = (await readOffers(db)).map(promotionOf)
  return offers.filter((one) => one.validFromMs <= nowMs && nowMs < one.validToMs)
}

/** Which promotions an account has used, each with its kind. */
export async function usedPromotions(
  db: Db,
  accountId: number,
): Promise<readonly { readonly promotionId: number; readonly kind: PromotionKind }[]> {
  const rows = await db
    .selectFrom('promotion_use')
    .select(['promotion_id as promotionId', 'kind'])
    .where('account_id', '=', accountId)
    .orderBy('promotion_id')
    .limit(1000)
    .execute()
  return rows
}

async function isUsed(db: Db | DbTransaction, accountId: number, promotion: Promotion): Promise<boolean> {
  const row = await db
    .selectFrom('promotion_use')
    .select('promotion_id')
    .where('account_id', '=', accountId)
    .where((on) =>
      promotion.kind === 'code'
        ? on('promotion_id', '=', promotion.promotionId)
        : // An offer is used once in a life, also when there is a new one of its kind.
          on('kind', '=', promotion.kind),
    )
    .executeTakeFirst()
  return row !== undefined
}

export type Activated =
  | { readonly kind: 'done'; readonly promotion: Promotion; readonly paidUntilMs: number | null }
  | {
      readonly kind: 'refused'
      readonly failure: PromotionRefusal | 'more_than_one_base' | 'account_deactivated'
    }
  | { readonly kind: 'insufficient'; readonly missingTiyin: number }

/** Gives an account the benefits of a promotion, once; every part of it is a ledger entry. */
export async function activatePromotion(
  trx: DbTransaction,
  target: { readonly accountId: number; readonly name: PromotionName },
  tariffs: ReadonlyMap<number, TariffRecord>,
  nowMs: number,
): Promise<Activated> {
  const { accountId } = target
  const balance = await lockWallet(trx, accountId)
  if (await isDeactivated(trx, accountId)) return { kind: 'refused', failure: 'account_deactivated' }
  const look = await checkPromotion(trx, target, nowMs, true)
  if (look.kind === 'refused') return look
  const { promotion, proofs } = look
  const { connects } = promotion
  const live = await findSubscriptions(trx, accountId, nowMs)
  const tariffId =
    connects === null ? undefined : connectedBy(promotion, connects.tariffId, { tariffs, live })
  const tariff =
    tariffId === undefined ? undefined : (await withCurrentPrices(trx, tariffs, [tariffId])).get(tariffId)
  // Its tariff does not exist yet, or no longer: activating it would give nothing.
  if (connects !== null && tariff === undefined) return { kind: 'refused', failure: 'promo_invalid' }
  if (tariff?.isBase === true && live.some((one) => one.isBase && one.tariffId !== tariff.tariffId))
    return { kind: 'refused', failure: 'more_than_one_base' }
  const missingTiyin = (connects?.priceTiyin ?? 0) - promotion.giftTiyin - balance
  if (missingTiyin > 0) return { kind: 'insufficient', missingTiyin }
  const spentTiyin = promotion.giftTiyin + (connects?.priceTiyin === 0 ? worthOf(promotion, tariff) : 0)
  if (promotion.batchId !== undefined && !(await spendBatch(trx, promotion.batchId, spentTiyin)))
    return { kind: 'refused', failure: 'promo_budget_spent' }
  const counted = await trx
    .updateTable('promotion')
    .set((on) => ({ used: on('used', '+', 1) }))
    .where('promotion_id', '=', promotion.promotionId)
    .where((on) => on.or([on('max_total', 'is', null), on('used', '<', on.ref('max_total'))]))
    .executeTakeFirst()
  // The row is locked since it was checked.
  invariant(counted.numUpdatedRows === 1n, 'a use that was free stays free')
  await writeUse(trx, { accountId, promotion, proofs }, nowMs)
  await give(trx, { accountId, promotion, amountTiyin: promotion.giftTiyin, what: 'gift' }, nowMs)
  const paidUntilMs =
    tariff === undefined ? null : await connect(trx, { accountId, promotion, tariff, live }, nowMs)
  await resumeSubscriptions(trx, accountId, nowMs)
  return { kind: 'done', promotion, paidUntilMs }
}

/**
 * The tariff that gets the days. Free days of the offer are not lost by paying first: a subscriber who has another base
 * tariff meanwhile gets them there, behind the paid time.
 */
function connectedBy(
  { kind }: Promotion,
  tariffId: number,
  {
    tariffs,
    live,
  }: { readonly tariffs: ReadonlyMap<number, TariffRecord>; readonly live: readonly SubscriptionRecord[] },
): number {
  const base = live.find((one) => one.isBase)
  return kind === 'free_days' && tariffs.get(tariffId)?.isBase === true && base !== undefined
    ? base.tariffId
    : tariffId
}

async function writeUse(
  trx: DbTransaction,
  use: { readonly accountId: number; readonly promotion: Promotion; readonly proofs: readonly string[] },
  nowMs: number,
): Promise<void> {
  const { promotionId, kind } = use.promotion
  const taken = { promotion_id: promotionId, account_id: use.accountId, kind }
  await trx
    .insertInto('promotion_use')
    .values({ ...taken, proof: use.proofs[0] ?? null, used_at: new Date(nowMs) })
    .execute()
  await trx
    .insertInto('promotion_proof')
    .values(use.proofs.map((proof) => ({ ...taken, proof })))
    .execute()
}

async function give(
  trx: DbTransaction,
  gift: {
    readonly accountId: number
    readonly promotion: Promotion
    readonly amountTiyin: number
    readonly what: string
  },
  nowMs: number,
): Promise<void> {
  const { accountId, amountTiyin } = gift
  if (amountTiyin === 0) return
  const reference = `promotion:${gift.promotion.promotionId}:${accountId}:${gift.what}`
  const movement = { reference, kind: 'promotion', accountId, amountTiyin, against: 'promotions' } as const
  const moved = await moveMoney(trx, movement, nowMs)
  invariant(moved.kind === 'moved', 'a promotion is used once')
}

/** What is charged for the tariff that it connects, tiyin. */
function worthOf({ connects }: Promotion, tariff: TariffRecord | undefined): number {
  const [period] = tariff === undefined ? [] : periodsOf(tariff)
  if (connects === null || period === undefined) return 0
  return connects.priceTiyin > 0
    ? connects.priceTiyin
    : Math.floor((period.priceTiyin * connects.days) / period.periodDays)
}

interface Connecting {
  readonly accountId: number
  readonly promotion: Promotion
  readonly tariff: TariffRecord
  readonly live: readonly SubscriptionRecord[]
}

/** Connects or extends the tariff; it is renewed at its regular price. Returns its end time. */
async function connect(trx: DbTransaction, params: Connecting, nowMs: number): Promise<number> {
  const { accountId, promotion, tariff, live } = params
  const { connects } = promotion
  const [period] = periodsOf(tariff)
  invariant(connects !== null && period !== undefined, 'a tariff has a period')
  // A subscriber who takes days of a paused tariff watches it again: they are charged behind the paid time, which stays there.
  const ended = await endPause(trx, { accountId, tariffId: tariff.tariffId }, nowMs)
  const former = live.find((one) => one.tariffId === tariff.tariffId)
  const next = {
    ...{ price_tiyin: period.priceTiyin, period_days: period.periodDays, auto_renew: true },
    priced_at: new Date(nowMs),
  }
  const subscriptionId =
    former?.subscriptionId ?? (await beginSubscription(trx, { accountId, tariff, next, nowMs }))
  const paidUntilMs = ended.kind === 'ended' ? ended.paidUntilMs : (former?.paidUntilMs ?? 0)
  const startMs = Math.max(nowMs, paidUntilMs)
  // A free period is credited and charged at its price, so that the ledger shows what promotions cost.
  const worthTiyin = worthOf(promotion, tariff)
  if (connects.priceTiyin === 0)
    await give(trx, { accountId, promotion, amountTiyin: worthTiyin, what: 'days' }, nowMs)
  const { days } = connects
  // What the subscriber pays at a promotion's price is the subscriber's money.
  const paidBy = connects.priceTiyin === 0 ? { promotionId: promotion.promotionId } : {}
  const charged = { accountId, subscriptionId, startMs, days, amountTiyin: worthTiyin, ...paidBy }
  await chargePeriod(trx, charged, nowMs)
  return startMs + days * 86_400_000
}

/** Creates or updates a promotion by its code or offer; past uses stay counted. Returns its id. */
export async function putPromotion(
  db: Db,
  params: Omit<Promotion, 'promotionId' | 'used' | 'kind'> & { readonly name: Promotion['name'] } & {
    readonly by: PromotionName
  },
): Promise<number> {
  const { by, connects } = params
  const code = by.kind === 'code' ? normalCode(by.code) : null
  invariant(code !== undefined, 'a code is 3 to 40 Latin letters, digits and hyphens')
  const values = {
    name_ru: params.name.ru,
    name_uz: params.name.uz,
    gift_tiyin: params.giftTiyin,
    tariff_id: connects?.tariffId ?? null,
    period_days: connects?.days ?? null,
    price_tiyin: connects?.priceTiyin ?? null,
    valid_from: new Date(params.validFromMs),
    valid_to: new Date(params.validToMs),
    max_total: params.maxTotal,
  }
  const row = await db
    .insertInto('promotion')
    .values({ kind: by.kind, code, ...values })
    .onConflict((conflict) =>
      (by.kind === 'code'
        ? conflict.column('code')
        : conflict.column('kind').where('kind', '<>', 'code')
      ).doUpdateSet(values),
    )
    .returning('promotion_id')
    .executeTakeFirstOrThrow()
  return row.promotion_id
}

/** From this moment on nobody can activate the promo code; what was activated stays. */
export async function endPromotionCode(db: Db, code: string, nowMs: number): Promise<void> {
  const normal = normalCode(code)
  if (normal === undefined) return
  await db
    .updateTable('promotion')
    .set({ valid_to: new Date(nowMs) })
    .where('code', '=', normal)
    .where('valid_to', '>', new Date(nowMs))
    .execute()
}
