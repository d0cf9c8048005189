/**
 * Renewals paid by a saved card: a day before a charge that the balance does not cover, the missing amount is taken
 * from the card. After a refusal it is tried again on the days of the dunning. While the result of any payment
 * of the account is unknown, none is started.
 */
import { writeNotification, type NewNotification } from '#server/notifications/notifications.ts'
import { sql } from 'kysely'
import { minTopUpSums, maxTopUpSums, tashkentOffsetMs } from '#contract/form/constants.ts'
import { formatMoney } from '#contract/form/money.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { CardGateway } from './gateway/atmos-gateway.ts'
import { findCard, type Card } from './orders/card.ts'
import { chargeSavedCard } from './orders/charge.ts'
import type { ChargeOutcome, Deps } from './orders/deps.ts'
import { findOrder, type Order } from './orders/order.ts'
import { loadDunning, type Shortfall } from '#server/billing/billing.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** Which accounts lack money for charges until then, or for subscriptions suspended since then. */
export type FindShortfalls = (requests: {
  readonly accountIds: readonly number[]
  readonly untilMs: number
  readonly sinceMs: number
}) => Promise<readonly Shortfall[]>

const dayMs = 86_400_000
/** How long before the renewal the card is charged. */
const aheadMs = dayMs
/** After the last attempt. */
const spareMs = 3 * dayMs
/** A server that charges writes to the order at every step; an order unchanged for so long was abandoned. */
const leftAfterMs = 60_000
const accountsAtOnce = 200
const maxPages = 100_000

export interface AutoPaid {
  readonly paid: number
  readonly refused: number
}

/**
 * Goes through every account whose card may pay by itself. May be interrupted anywhere and run again, also by another
 * server.
 */
export async function autoPay(
  deps: Deps,
  findShortfalls: FindShortfalls,
  signal: AbortSignal,
): Promise<AutoPaid> {
  const gateway = deps.gateway()
  let [paid, refused, after] = [0, 0, 0]
  const { retryDays, retryFrom, retryUntil } = await loadDunning(deps.db)
  if (gateway === undefined || !isHour(deps.clock.nowMs(), retryFrom, retryUntil)) return { paid, refused }
  const attemptsAfterMs = [0, ...retryDays.map((days) => days * dayMs)]
  // A subscription suspended for longer than all attempts take is skipped: the subscriber pays by hand.
  const waitingMs = (attemptsAfterMs.at(-1) ?? 0) + spareMs
  for (let page = 0; page < maxPages; page += 1) {
    const cards = await deps.db
      .selectFrom('card')
      .select(['account_id', 'card_id'])
      .where('auto_pay', '=', true)
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(accountsAtOnce)
      .execute()
    const nowMs = deps.clock.nowMs()
    const shortfalls = await findShortfalls({
      accountIds: cards.map((one) => one.account_id),
      untilMs: nowMs + aheadMs,
      sinceMs: nowMs - waitingMs,
    })
    for (const shortfall of shortfalls) {
      if (signal.aborted) return { paid, refused }
      const cardId = cards.find((one) => one.account_id === shortfall.accountId)?.card_id ?? 0
      const end = await payShortfall(deps, gateway, { shortfall, cardId, attemptsAfterMs })
      if (end === 'paid') paid += 1
      if (end === 'card_no_money' || end === 'card_refused') refused += 1
    }
    const last = cards.at(-1)
    if (cards.length < accountsAtOnce || last === undefined) break
    after = last.account_id
  }
  return { paid, refused }
}

function isHour(nowMs: number, from: number, until: number): boolean {
  const hour = new Date(nowMs + tashkentOffsetMs).getUTCHours()
  return hour >= from && hour < until
}

interface DuePayment {
  readonly shortfall: Shortfall
  readonly cardId: number
  /** When each attempt may begin, after the first; the first entry is 0. */
  readonly attemptsAfterMs: readonly number[]
}

async function payShortfall(
  deps: Deps,
  gateway: CardGateway,
  due: DuePayment,
): Promise<ChargeOutcome | undefined> {
  const { db, log } = deps
  const { cardId } = due
  const { accountId } = due.shortfall
  try {
    const attempt = await db.transaction().execute((trx) => beginAttempt(deps, trx, due))
    const card = await findCard(db, accountId, cardId)
    if (attempt === undefined || card === undefined) return undefined
    const { order, end } = await chargeSavedCard(deps, gateway, attempt.order, card)
    if (end === 'paid' || end === 'card_no_money' || end === 'card_refused')
      await writeNotification(db, noticeOf(deps, { ...attempt, order, card, isPaid: end === 'paid' }))
    return end
  } catch (error) {
    // One that cannot be charged must not hold up the others.
    log.error('cards.renewal_failed', { accountId, error })
    return undefined
  }
}

interface StartedPayment {
  readonly order: Order
  /** When the card is charged again if this fails; null: never. */
  readonly nextMs: number | null
}

/** Records an attempt, or resumes one that was interrupted before any money could move; undefined: not now. */
async function beginAttempt(
  deps: Deps,
  trx: DbTransaction,
  { shortfall: { accountId, missingTiyin, dueMs }, cardId, attemptsAfterMs }: DuePayment,
): Promise<StartedPayment | undefined> {
  const nowMs = deps.clock.nowMs()
  const now = new Date(nowMs)
  // Two servers are serialized here; the second finds the attempt of the first.
  const current = trx.selectFrom('card').select('auto_pay').where('card_id', '=', cardId).forUpdate()
  if ((await current.executeTakeFirst())?.auto_pay !== true) return undefined
  if (await isAnyOpen(trx, accountId, nowMs)) return undefined
  const sums = Math.max(minTopUpSums, Math.ceil(missingTiyin / 100))
  if (sums > maxTopUpSums) return undefined
  const former = await trx
    .selectFrom('card_attempt')
    .select(['order_id', 'created_at'])
    .where('account_id', '=', accountId)
    .where('due_at', '=', new Date(dueMs))
    .orderBy('attempt')
    .execute()
  const [firstMs, last] = [former.at(0)?.created_at.getTime() ?? nowMs, former.at(-1)]
  const nextOf = (attempts: number) => {
    const afterMs = attemptsAfterMs[attempts]
    return afterMs === undefined ? null : firstMs + afterMs
  }
  const cut = last === undefined ? undefined : await findOrder(trx, last.order_id)
  if (cut?.state === 'new' || cut?.state === 'bound') {
    // If it is newer, another server is about to charge it.
    const isLeft = nowMs - cut.updated_at.getTime() >= leftAfterMs
    const isSame = cut.amount_tiyin === sums * 100 && cut.card_id === cardId
    return isLeft && isSame ? { order: cut, nextMs: nextOf(former.length) } : undefined
  }
  const allowedMs = nextOf(former.length)
  if (allowedMs === null || nowMs < allowedMs) return undefined
  const order = await trx
    .insertInto('payment_order')
    .values({
      account_id: accountId,
      amount_tiyin: sums * 100,
      card_id: cardId,
      state: 'new',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const attempt = former.length + 1
  await trx
    .insertInto('card_attempt')
    .values({
      account_id: accountId,
      due_at: new Date(dueMs),
      attempt,
      order_id: order.order_id,
      created_at: now,
    })
    .execute()
  return { order, nextMs: nextOf(attempt) }
}

/** Whether the result of any payment of this account is unknown: the missing amount is then unknown too. */
async function isAnyOpen(trx: DbTransaction, accountId: number, nowMs: number): Promise<boolean> {
  const row = await trx
    .selectFrom('payment_order')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where((by) =>
      by.or([
        by('state', 'in', ['charging', 'uncertain']),
        by.and([by('state', '=', 'paid'), by('credited_at', 'is', null)]),
        by.and([by('state', '=', 'expired'), by('apply_sent_at', '>', new Date(nowMs - dayMs))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Turns auto-pay on for one card of the account, or for none; false when there is no such card. */
export function setAutoPay(
  db: Db,
  target: { readonly accountId: number; readonly cardId: number; readonly isOn: boolean },
): Promise<boolean> {
  const { accountId, cardId, isOn } = target
  return db.transaction().execute(async (trx) => {
    const owner = trx.selectFrom('account').select('account_id').where('account_id', '=', accountId)
    await owner.forUpdate().execute()
    if ((await findCard(trx, accountId, cardId)) === undefined) return false
    const all = trx.updateTable('card').where('account_id', '=', accountId)
    if (isOn) await all.set({ auto_pay: false }).where('auto_pay', '=', true).execute()
    await all.set({ auto_pay: isOn }).where('card_id', '=', cardId).execute()
    return true
  })
}

/** Which of these accounts a card pays renewals for, with the last digits of the card. */
export async function cardsThatPay(
  db: Db,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ account_id: number; digits: string }>`
    select account_id, right(pan_mask, 4) as digits from card
    where auto_pay and account_id = any(${[...accountIds]}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.account_id, row.digits]))
}

function noticeOf(
  deps: Deps,
  report: StartedPayment & { readonly card: Card; readonly isPaid: boolean },
): NewNotification {
  const { order, card, isPaid, nextMs } = report
  const sums = order.amount_tiyin / 100
  const money = { ru: formatMoney(sums, 'ru'), uz: formatMoney(sums, 'uz') }
  const digits = card.pan_mask.slice(-4)
  const next = nextMs === null ? undefined : dayText(nextMs)
  const ru = isPaid
    ? 'Деньги на балансе, подписка продлится.'
    : `Банк отказал. ${next === undefined ? 'Больше пробовать не будем.' : `Попробуем снова ${next}.`} Чтобы подписка не приостановилась, пополните баланс.`
  const uz = isPaid
    ? 'Pul balansda, obuna uzaytiriladi.'
    : `Bank rad etdi. ${next === undefined ? 'Boshqa urinib koʻrmaymiz.' : `${next} kuni yana urinib koʻramiz.`} Obuna toʻxtamasligi uchun balansni toʻldiring.`
  return {
    accountId: order.account_id,
    title: isPaid
      ? { ru: `С карты *${digits} списано ${money.ru}`, uz: `*${digits} kartadan ${money.uz} yechildi` }
      : {
          ru: `С карты *${digits} не удалось списать ${money.ru}`,
          uz: `*${digits} kartadan ${money.uz} yechib boʻlmadi`,
        },
    body: { ru, uz },
    href: pathOf('cabinet', {}),
    createdAtMs: deps.clock.nowMs(),
  }
}

/** `24.12` by the clock of Tashkent. */
function dayText(ms: number): string {
  const day = new Date(ms + tashkentOffsetMs)
  return `${String(day.getUTCDate()).padStart(2, '0')}.${String(day.getUTCMonth() + 1).padStart(2, '0')}`
}
