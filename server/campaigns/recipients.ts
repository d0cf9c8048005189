/** What a message needs to know about its recipients. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MessageField } from '#contract/console/message-texts.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { formatMoney } from '#contract/form/money.ts'
import type { Db } from '#server/platform/database/database.ts'
import { languageOf } from '#server/segments/segments.ts'
import type { MessageValues } from './render-message.ts'

export interface Recipient {
  readonly accountId: number
  readonly isActive: boolean
  readonly phone: string | null
  /** As segments have it (`languageOf`); Russian where nothing tells. */
  readonly language: Language
  readonly hasPush: boolean
  /** Its notifications go to a Telegram, when the bot sends any. */
  readonly hasTelegram: boolean
  readonly isOptedOut: boolean
  /** Messages of campaigns within the days of the cap, with an SMS that a gateway has now. */
  readonly recentCount: number
  readonly values: MessageValues
}

/** Whether notifications of an account are queued for a Telegram, as `queueTelegram` decides. */
export function hasTelegram(accountId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`exists (select from telegram_link as l
    where l.account_id = ${accountId} and l.notices and l.blocked_at is null)`
}

interface Row {
  readonly account_id: number
  readonly abonement: string
  readonly name: string
  readonly phone: string | null
  readonly state: string
  readonly balance: number
  readonly name_ru: string | null
  readonly name_uz: string | null
  readonly city_ru: string | null
  readonly city_uz: string | null
  readonly price: number | null
  readonly paid_until: Date | null
  readonly language: Language | null
  readonly has_push: boolean
  readonly has_telegram: boolean
  readonly is_opted_out: boolean
  readonly recent: number
}

/** These accounts, those that exist; at most some hundred. */
export async function readRecipients(
  db: Db,
  accountIds: readonly number[],
  { nowMs, capDays }: { readonly nowMs: number; readonly capDays: number },
): Promise<ReadonlyMap<number, Recipient>> {
  const now = new Date(nowMs)
  const { rows } = await sql<Row>`
    select a.account_id, a.abonement, a.name, a.phone, a.state, coalesce(w.balance_tiyin, 0)::bigint as balance,
      tariff.name_ru, tariff.name_uz, city.name_ru as city_ru, city.name_uz as city_uz, main.price_tiyin as price, main.paid_until,
      ${languageOf(sql`a.account_id`, now)} as language,
      exists (select from push_device as p join session as n using (session_id)
        where n.account_id = a.account_id and n.expires_at > ${now}) as has_push,
      ${hasTelegram(sql`a.account_id`)} as has_telegram,
      exists (select from message_opt_out as o where o.account_id = a.account_id) as is_opted_out,
      (select count(*)::integer from campaign_delivery as d where d.account_id = a.account_id
        and d.sent_at > ${new Date(nowMs - capDays * 86_400_000)})
      + (select count(*)::integer from campaign_delivery as d where d.account_id = a.account_id
        and d.state = 'sending') as recent
    from account as a
    left join wallet as w using (account_id)
    -- Nobody is addressed by a guess.
    left join account_city as place on place.account_id = a.account_id and place.way <> 'network'
    left join city on city.city_id = place.city_id
    left join lateral (select s.tariff_id, s.price_tiyin, s.paid_until from subscription as s
      where s.account_id = a.account_id and s.state <> 'off'
      order by s.is_base desc, s.paid_until desc limit 1) as main on true
    left join tariff on tariff.tariff_id = main.tariff_id
    where a.account_id = any(${[...accountIds]}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.account_id, recipientOf(row)]))
}

function recipientOf(row: Row): Recipient {
  return {
    accountId: row.account_id,
    isActive: row.state === 'active',
    phone: row.phone,
    language: row.language ?? 'ru',
    ...{ hasPush: row.has_push, hasTelegram: row.has_telegram },
    isOptedOut: row.is_opted_out,
    recentCount: row.recent,
    values: { ru: valuesIn('ru', row), uz: valuesIn('uz', row) },
  }
}

function valuesIn(language: Language, row: Row): Readonly<Record<MessageField, string>> {
  const sums = (tiyin: number) => formatMoney(tiyin / 100, language)
  const lacking = row.price === null ? 0 : row.price - row.balance
  return {
    name: row.name,
    number: row.abonement,
    tariff: (language === 'ru' ? row.name_ru : row.name_uz) ?? '',
    date: row.paid_until === null ? '' : dayOf(row.paid_until),
    sum: row.price === null ? '' : sums(row.price),
    balance: sums(row.balance),
    missing: lacking > 0 ? sums(lacking) : '',
    city: (language === 'ru' ? row.city_ru : row.city_uz) ?? '',
  }
}

/** `03.12.2026` in Tashkent. */
function dayOf(at: Date): string {
  const [year, month, day] = new Date(at.getTime() + tashkentOffsetMs).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}
