import { type NewNotification, writeNotifications } from '#server/notifications/notifications.ts'
import { sql } from 'kysely'
import { sumsOf } from '#server/billing/tariffs/rules.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { formatMoney } from '#contract/form/money.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Subscribers notified in one transaction. */
const atOnce = 500
const maxBatches = 10_000
const daySec = 86_400

/** An upcoming charge. */
interface UpcomingCharge {
  readonly account_id: number
  readonly price_tiyin: number
  readonly balance_tiyin: number
  /** What is taken from the balance until then, including this charge. */
  readonly due_tiyin: number
  readonly paid_until: Date
  readonly name_ru: string
  readonly name_uz: string
}

/** Which of these accounts have a card that pays renewals, with the last digits of the card. */
export type CardsThatPay = (accountIds: readonly number[]) => Promise<ReadonlyMap<number, string>>

interface NotifyOptions {
  readonly signal?: AbortSignal
  /** Absent: none does. */
  readonly cardsThatPay?: CardsThatPay
}

/**
 * Notifies subscribers three days and one day before a charge of the amount and the date, once each: the mark and the
 * notification are written together. Returns how many were notified.
 */
export async function notifyCharges(
  db: Db,
  nowMs: number,
  { signal, cardsThatPay = async () => new Map() }: NotifyOptions = {},
): Promise<number> {
  let notifiedCount = 0
  for (const daysBefore of [1, 3] as const)
    for (let batch = 0; batch < maxBatches; batch += 1) {
      if (signal?.aborted === true) return notifiedCount
      const count = await notifyBatch(db, daysBefore, nowMs, cardsThatPay)
      notifiedCount += count
      if (count < atOnce) break
    }
  return notifiedCount
}

function notifyBatch(db: Db, daysBefore: 1 | 3, nowMs: number, cardsThatPay: CardsThatPay): Promise<number> {
  const now = new Date(nowMs)
  return db.transaction().execute(async (trx) => {
    const until = new Date(nowMs + daysBefore * daySec * 1000)
    // A subscriber notified one day before gets no late three-day notification, if the service was down then.
    const after = daysBefore === 1 ? now : new Date(nowMs + daySec * 1000)
    const { rows } = await sql<UpcomingCharge>`
      with marked as (
        insert into charge_notice (subscription_id, paid_until, days_before)
        select subscription_id, paid_until, ${daysBefore} from subscription
        join account on account.account_id = subscription.account_id and account.state = 'active'
        where subscription.state = 'active' and auto_renew and price_tiyin > 0
          and paid_until > ${after} and paid_until <= ${until}
          and not exists (
            select from charge_notice where charge_notice.subscription_id = subscription.subscription_id
              and charge_notice.paid_until = subscription.paid_until and days_before = ${daysBefore})
        order by paid_until limit ${atOnce}
        on conflict do nothing
        returning subscription_id
      )
      select s.account_id, s.price_tiyin, wallet.balance_tiyin, s.paid_until, tariff.name_ru, tariff.name_uz, (
        -- In the order of charging: what comes first is covered first.
        select sum(other.price_tiyin)::bigint from subscription as other
        where other.account_id = s.account_id and other.state = 'active' and other.auto_renew
          and (other.paid_until, not other.is_base, other.price_tiyin, other.subscription_id)
            <= (s.paid_until, not s.is_base, s.price_tiyin, s.subscription_id)
      ) as due_tiyin
      from marked join subscription as s using (subscription_id)
      join wallet on wallet.account_id = s.account_id join tariff on tariff.tariff_id = s.tariff_id`.execute(
      trx,
    )
    const cards = await cardsThatPay(rows.map((row) => row.account_id))
    await writeNotifications(
      trx,
      rows.map((row) => noticeOf(row, cards.get(row.account_id), nowMs)),
    )
    return rows.length
  })
}

function noticeOf(charge: UpcomingCharge, card: string | undefined, nowMs: number): NewNotification {
  const day = new Date(charge.paid_until.getTime() + tashkentOffsetMs)
  const date = `${String(day.getUTCDate()).padStart(2, '0')}.${String(day.getUTCMonth() + 1).padStart(2, '0')}`
  const missing = charge.due_tiyin - charge.balance_tiyin
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
        '\n\nАвтопродление можно отключить в личном кабинете.',
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
        '\n\nAvtomatik uzaytirishni shaxsiy kabinetda oʻchirish mumkin.',
    },
  }
  return {
    accountId: charge.account_id,
    title: { ru: words.ru.title, uz: words.uz.title },
    body: { ru: words.ru.body, uz: words.uz.body },
    href: pathOf('cabinet', {}),
    createdAtMs: nowMs,
  }
}
