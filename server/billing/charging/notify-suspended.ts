import { sql } from 'kysely'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { formatMoney } from '#contract/form/money.ts'
import { pathOf } from '#contract/form/pages.ts'
import { sumsOf } from '#server/billing/tariffs/rules.ts'
import { type NewNotification, writeNotifications } from '#server/notifications/notifications.ts'
import { nextPrice } from '#server/billing/tariffs/next-price.ts'
import { isBasePaused } from '#server/billing/pauses/base-paused.ts'
import type { Db } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { loadDunning } from './dunning.ts'

/** Subscribers reminded in one transaction. */
const atOnce = 500
const maxBatches = 10_000

/** A suspended subscription of which its subscriber is reminded. */
interface Suspended {
  readonly account_id: number
  readonly paid_until: Date
  readonly balance_tiyin: number
  /** What has to be on the balance so that it goes on: the price of it and of what is charged before it. */
  readonly due_tiyin: number
  readonly name_ru: string
  readonly name_uz: string
}

/**
 * Reminds subscribers of a suspension on the days of the dunning, once each: the mark and the notification are written
 * together. A day that passed while the service was down or the base tariff was paused is left out. Tariffs of one subscriber that are due at once
 * are one notification. Returns how many were written.
 */
export async function notifySuspended(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const { afterDays } = await loadDunning(db)
  let count = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (signal?.aborted === true) return count
    const written = await remindBatch(db, afterDays, nowMs)
    count += written
    if (written < atOnce) break
  }
  return count
}

function remindBatch(db: Db, afterDays: readonly number[], nowMs: number): Promise<number> {
  const now = new Date(nowMs)
  const otherPrice = nextPrice('other', now)
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Suspended>`
      with due as materialized (
        select s.subscription_id, s.account_id, s.paid_until, reminder.days
        from unnest(${[...afterDays]}::smallint[]) as reminder (days)
        join subscription as s on s.state = 'suspended' and s.auto_renew
          and s.paid_until > ${now}::timestamptz - make_interval(hours => 24 * (reminder.days + 1))
          and s.paid_until <= ${now}::timestamptz - make_interval(hours => 24 * reminder.days)
        join account on account.account_id = s.account_id and account.state = 'active'
        where not ${isBasePaused('s', nowMs)} and not exists (
          select from suspension_notice as written where written.subscription_id = s.subscription_id
            and written.paid_until = s.paid_until and written.days_after = reminder.days)
      ), marked as (
        insert into suspension_notice (subscription_id, paid_until, days_after)
        select subscription_id, paid_until, days from due
        where account_id in (
          select account_id from due group by account_id order by min(paid_until), account_id limit ${atOnce})
        order by subscription_id
        on conflict do nothing
        returning subscription_id
      )
      select s.account_id, s.paid_until, wallet.balance_tiyin, tariff.name_ru, tariff.name_uz, (
        -- In the order of charging: what comes first is covered first, and nothing goes on without the base tariff.
        select sum(${otherPrice})::bigint from subscription as other
        where other.account_id = s.account_id and other.state = 'suspended' and other.auto_renew
          and (not other.is_base, ${otherPrice}, other.subscription_id)
            <= (not s.is_base, s.next_tiyin, s.subscription_id)
      ) as due_tiyin
      from marked join lateral (
        select subscription.*, ${nextPrice('subscription', now)} as next_tiyin
        from subscription where subscription.subscription_id = marked.subscription_id
      ) as s on true
      join wallet on wallet.account_id = s.account_id join tariff on tariff.tariff_id = s.tariff_id
      order by s.account_id, not s.is_base, s.next_tiyin, s.subscription_id`.execute(trx)
    const notices = [...Map.groupBy(rows, (row) => row.account_id).values()].map((of) => noticeOf(of, nowMs))
    await writeNotifications(trx, notices)
    return notices.length
  })
}

/** The notification of a subscriber's suspended tariffs, one or more. */
function noticeOf(suspended: readonly Suspended[], nowMs: number): NewNotification {
  const [first] = suspended
  invariant(first !== undefined, 'a group has a row')
  const missing = Math.max(...suspended.map((one) => one.due_tiyin)) - first.balance_tiyin
  const isOne = suspended.length === 1
  const dated = (dateIn: (date: string) => string, nameOf: (one: Suspended) => string) =>
    suspended.map((one) => `«${nameOf(one)}» (${dateIn(dateOf(one))})`).join(', ')
  const ru = isOne
    ? `С ${dateOf(first)} тариф не действует`
    : `Не действуют тарифы ${dated(
        (date) => `с ${date}`,
        (one) => one.name_ru,
      )}`
  const uz = isOne
    ? `Tarif ${dateOf(first)} dan beri ishlamayapti`
    : `${dated(
        (date) => `${date} dan beri`,
        (one) => one.name_uz,
      )} tariflari ishlamayapti`
  const sums = sumsOf(missing)
  return {
    accountId: first.account_id,
    title: {
      ru: isOne ? `Тариф «${first.name_ru}» приостановлен` : `Приостановлено тарифов: ${suspended.length}`,
      uz: isOne ? `«${first.name_uz}» tarifi toʻxtatildi` : `Toʻxtatilgan tariflar: ${suspended.length}`,
    },
    body:
      missing > 0
        ? {
            ru: `${ru}: не хватает ${formatMoney(sums, 'ru')}. Пополните баланс, и просмотр продолжится сразу. За дни без просмотра ничего не спишется.`,
            uz: `${uz}: ${formatMoney(sums, 'uz')} yetishmaydi. Balansni toʻldiring, tomosha darhol davom etadi. Koʻrilmagan kunlar uchun hech narsa yechilmaydi.`,
          }
        : // Its price fell since: the balance covers it, and nothing is charged without the subscriber.
          {
            ru: `${ru}, денег на балансе хватает. Подключите снова в личном кабинете, и просмотр продолжится сразу.`,
            uz: `${uz}, balansda pul yetarli. Shaxsiy kabinetda qayta ulang, tomosha darhol davom etadi.`,
          },
    href: pathOf('cabinet', {}),
    createdAtMs: nowMs,
  }
}

/** The day of the suspension, `05.01`. */
function dateOf({ paid_until: until }: Suspended): string {
  const day = new Date(until.getTime() + tashkentOffsetMs)
  return `${String(day.getUTCDate()).padStart(2, '0')}.${String(day.getUTCMonth() + 1).padStart(2, '0')}`
}
