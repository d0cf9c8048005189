import { type NewNotification, writeNotifications } from '#server/notifications/notifications.ts'
import { sql } from 'kysely'
import { nextChargeAt } from '#server/billing/changes/planned-change.ts'
import { priceAt } from '#server/billing/tariffs/next-price.ts'
import { sumsOf } from '#server/billing/tariffs/rules.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { formatMoney } from '#contract/form/money.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Db } from '#server/platform/database/database.ts'
import { renewalByLink } from '#server/telegram/telegram.ts'
import { loadDunning } from './dunning.ts'

/** Subscribers notified in one transaction. */
const atOnce = 500
const maxBatches = 10_000
const daySec = 86_400

/** An upcoming charge. */
interface UpcomingCharge {
  readonly account_id: number
  readonly subscription_id: number
  readonly tariff_id: number
  readonly price_tiyin: number
  /** What the period before cost. */
  readonly former_tiyin: number
  readonly balance_tiyin: number
  /** What is taken from the balance until then, including this charge. */
  readonly due_tiyin: number
  readonly paid_until: Date
  readonly name_ru: string
  readonly name_uz: string
  /** Another base tariff takes the place of this one then. */
  readonly is_change: boolean
  readonly own_ru: string
  readonly own_uz: string
}

/** Which of these accounts have a card that pays renewals, with the last digits of the card. */
export type CardsThatPay = (accountIds: readonly number[]) => Promise<ReadonlyMap<number, string>>

interface NotifyOptions {
  readonly signal?: AbortSignal
  /** Absent: none does. */
  readonly cardsThatPay?: CardsThatPay
  /** The path where the renewal of a subscription is cancelled, until it is charged; absent: the cabinet. */
  readonly hrefOf?: HrefOf
}

type HrefOf = (subscriptionId: number, untilMs: number) => string

/**
 * Notifies subscribers of the amount and the date on the dunning's days before a charge, once each: the mark and the
 * notification are written together. Returns how many were notified.
 */
export async function notifyCharges(
  db: Db,
  nowMs: number,
  { signal, cardsThatPay = async () => new Map(), hrefOf = () => pathOf('cabinet') }: NotifyOptions = {},
): Promise<number> {
  let notifiedCount = 0
  const nearestFirst = (await loadDunning(db)).beforeDays.toSorted((a, b) => a - b)
  for (const [at, daysBefore] of nearestFirst.entries())
    for (let batch = 0; batch < maxBatches; batch += 1) {
      if (signal?.aborted === true) return notifiedCount
      const count = await notifyBatch(db, { daysBefore, nearer: nearestFirst[at - 1] ?? 0 }, nowMs, {
        cardsThatPay,
        hrefOf,
      })
      notifiedCount += count
      if (count < atOnce) break
    }
  return notifiedCount
}

interface ReminderDay {
  readonly daysBefore: number
  /** The next reminder's days; 0 after the last. */
  readonly nearer: number
}

function notifyBatch(
  db: Db,
  { daysBefore, nearer }: ReminderDay,
  nowMs: number,
  { cardsThatPay, hrefOf }: Required<Pick<NotifyOptions, 'cardsThatPay' | 'hrefOf'>>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const until = new Date(nowMs + daysBefore * daySec * 1000)
    // A subscriber notified one day before gets no late three-day notification, if the service was down then.
    const after = new Date(nowMs + nearer * daySec * 1000)
    const otherPrice = nextChargeAt('other', sql`other.paid_until`)
    const { rows } = await sql<UpcomingCharge>`
      with marked as (
        insert into charge_notice (subscription_id, paid_until, days_before)
        select subscription_id, paid_until, ${daysBefore} from subscription
        join account on account.account_id = subscription.account_id and account.state = 'active'
        where subscription.state = 'active' and auto_renew
          and ${nextChargeAt('subscription', sql`subscription.paid_until`)} > 0
          and paid_until > ${after} and paid_until <= ${until}
          and not exists (
            select from charge_notice where charge_notice.subscription_id = subscription.subscription_id
              and charge_notice.paid_until = subscription.paid_until and days_before = ${daysBefore})
        order by paid_until limit ${atOnce}
        on conflict do nothing
        returning subscription_id
      )
      select s.account_id, s.subscription_id, s.tariff_id, s.next_tiyin as price_tiyin,
        ${priceAt('s', sql`s.paid_until - s.period_days * interval '24 hours'`)} as former_tiyin, wallet.balance_tiyin, s.paid_until, tariff.name_ru, tariff.name_uz,
        own.name_ru as own_ru, own.name_uz as own_uz, plan.tariff_id is not null as is_change, (
        -- In the order of charging: what comes first is covered first.
        select sum(${otherPrice})::bigint from subscription as other
        where other.account_id = s.account_id and other.state = 'active' and other.auto_renew
          and (other.paid_until, not other.is_base, ${otherPrice}, other.subscription_id)
            <= (s.paid_until, not s.is_base, s.next_tiyin, s.subscription_id)
      ) as due_tiyin
      from marked join lateral (
        select subscription.*, ${nextChargeAt('subscription', sql`subscription.paid_until`)} as next_tiyin
        from subscription where subscription.subscription_id = marked.subscription_id
      ) as s on true
      join wallet on wallet.account_id = s.account_id join tariff as own on own.tariff_id = s.tariff_id
      left join planned_change as plan on plan.subscription_id = s.subscription_id and plan.state = 'planned'
      join tariff on tariff.tariff_id = coalesce(plan.tariff_id, s.tariff_id)`.execute(trx)
    const cards = await cardsThatPay(rows.map((row) => row.account_id))
    await writeNotifications(
      trx,
      rows.map((row) => ({
        ...noticeOf(row, cards.get(row.account_id), nowMs),
        href: hrefOf(row.subscription_id, row.paid_until.getTime()),
      })),
    )
    return rows.length
  })
}

function noticeOf(
  charge: UpcomingCharge,
  card: string | undefined,
  nowMs: number,
): Omit<NewNotification, 'href'> {
  const day = new Date(charge.paid_until.getTime() + tashkentOffsetMs)
  const date = `${String(day.getUTCDate()).padStart(2, '0')}.${String(day.getUTCMonth() + 1).padStart(2, '0')}`
  const missing = charge.due_tiyin - charge.balance_tiyin
  const isNew = !charge.is_change && charge.former_tiyin !== charge.price_tiyin
  const ru = (tiyin: number) => formatMoney(sumsOf(tiyin), 'ru')
  const uz = (tiyin: number) => formatMoney(sumsOf(tiyin), 'uz')
  const words: Record<Language, { readonly title: string; readonly body: string }> = {
    ru: {
      title: `${date} спишется ${ru(charge.price_tiyin)}`,
      body:
        `${date}\u00a0с баланса спишется ${ru(charge.price_tiyin)} за тариф «${charge.name_ru}». Сейчас на балансе ${ru(charge.balance_tiyin)}` +
        (missing > 0
          ? card === undefined
            ? `: не хватает ${ru(missing)}. Пополните баланс, иначе подписка приостановится.`
            : `: не хватает ${ru(missing)}, они спишутся с карты *${card} за день до этого.`
          : '.') +
        (charge.is_change
          ? `\n\nС этого дня он вместо тарифа «${charge.own_ru}». Отменить смену можно до этого дня.`
          : '') +
        (isNew ? `\n\nЦена тарифа изменилась: раньше период стоил ${ru(charge.former_tiyin)}.` : '') +
        `\n\n${renewalByLink.ru}`,
    },
    uz: {
      title: `${date} kuni ${uz(charge.price_tiyin)} yechiladi`,
      body:
        `${date} kuni «${charge.name_uz}» tarifi uchun balansdan ${uz(charge.price_tiyin)} yechiladi. Hozir balansda ${uz(charge.balance_tiyin)}` +
        (missing > 0
          ? card === undefined
            ? `: ${uz(missing)} yetishmaydi. Balansni toʻldiring, aks holda obuna toʻxtatiladi.`
            : `: ${uz(missing)} yetishmaydi, u bir kun oldin *${card} kartadan yechiladi.`
          : '.') +
        (charge.is_change
          ? `\n\nShu kundan u «${charge.own_uz}» tarifi oʻrnida. Shu kungacha almashtirishni bekor qilish mumkin.`
          : '') +
        (isNew ? `\n\nTarif narxi oʻzgardi: avval davr ${uz(charge.former_tiyin)} turardi.` : '') +
        `\n\n${renewalByLink.uz}`,
    },
  }
  return {
    accountId: charge.account_id,
    title: { ru: words.ru.title, uz: words.uz.title },
    body: { ru: words.ru.body, uz: words.uz.body },
    renewsTariffId: charge.tariff_id,
    createdAtMs: nowMs,
  }
}
