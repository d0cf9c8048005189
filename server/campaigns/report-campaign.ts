import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { withinLimit } from '#server/platform/database/within-limit.ts'

/** How far a campaign is. */
export interface CampaignReport {
  readonly recipients: number
  readonly waiting: number
  readonly sent: number
  readonly uncertain: number
  readonly failed: number
  readonly skipped: number
  /** By medium, of those sent. */
  readonly push: number
  readonly app: number
  readonly sms: number
  /** SMS with a receipt that they reached the phone. */
  readonly delivered: number
  readonly costTiyin: number
  /** Why messages failed or were not sent, the most frequent first; at most 20. */
  readonly reasons: readonly { readonly reason: string; readonly count: number }[]
}

/** What its recipients did after their message. */
export interface CampaignEffect {
  /** Notifications that were opened. */
  readonly opened: number
  /** Subscribers who paid within the days after their message, and how much. */
  readonly paid: number
  readonly paidTiyin: number
  /** Subscribers who watched a film within these days. */
  readonly watched: number
}

/** Counts the deliveries of a campaign, on one connection; undefined: a count took longer than `limitMs`. */
export function reportCampaign(
  db: Db,
  campaignId: number,
  limitMs: number,
): Promise<CampaignReport | undefined> {
  return withinLimit(db, limitMs, async (trx) => {
    const counts = await sql<Omit<CampaignReport, 'reasons'>>`
      select count(*)::integer as recipients,
        count(*) filter (where state in ('waiting', 'sending'))::integer as waiting,
        count(*) filter (where state = 'sent')::integer as sent,
        count(*) filter (where state = 'uncertain')::integer as uncertain,
        count(*) filter (where state = 'failed')::integer as failed,
        count(*) filter (where state = 'skipped')::integer as skipped,
        count(*) filter (where state = 'sent' and medium = 'push')::integer as push,
        count(*) filter (where state = 'sent' and medium = 'app')::integer as app,
        count(*) filter (where state = 'sent' and medium = 'sms')::integer as sms,
        count(*) filter (where receipt = 'delivered')::integer as delivered,
        coalesce((select spent_tiyin from campaign where campaign_id = ${campaignId}), 0) as "costTiyin"
      from campaign_delivery where campaign_id = ${campaignId}`.execute(trx)
    const reasons = await sql<{ reason: string; count: number }>`
      select reason, count(*)::integer as count from campaign_delivery
      where campaign_id = ${campaignId} and reason <> '' and state <> 'sent'
      group by reason order by count(*) desc, reason limit 20`.execute(trx)
    const [count] = counts.rows
    if (count === undefined) throw new Error('a count returns one row')
    return { ...count, reasons: reasons.rows }
  })
}

/** What recipients did within `days` after their message, on one connection; undefined: it took longer than `limitMs`. */
export function measureEffect(
  db: Db,
  campaignId: number,
  { days, limitMs }: { readonly days: number; readonly limitMs: number },
): Promise<CampaignEffect | undefined> {
  const within = sql`d.sent_at + make_interval(days => ${days}::integer)`
  return withinLimit(db, limitMs, async (trx) => {
    const opened = await sql<Pick<CampaignEffect, 'opened'>>`
      select count(*) filter (where exists (select from notification_read as one
            where one.notification_id = d.notification_id and one.account_id = d.account_id)
          or exists (select from notification_reader as reader
            where reader.account_id = d.account_id and d.notification_id <= reader.read_to
              -- A later profile begins with everything so far as read.
              and reader.profile_no = 0))::integer as opened
      from campaign_delivery as d
      where d.campaign_id = ${campaignId}`.execute(trx)
    const done = await sql<Omit<CampaignEffect, 'opened'>>`
      select count(*) filter (where paid.tiyin > 0)::integer as paid,
        coalesce(sum(paid.tiyin), 0)::bigint as "paidTiyin",
        count(*) filter (where exists (select from watching as w where w.account_id = d.account_id
          and w.watched_at > d.sent_at and w.watched_at <= ${within}))::integer as watched
      from campaign_delivery as d
      left join lateral (select sum(e.amount_tiyin) as tiyin from ledger_entry as e
        where e.account_id = d.account_id and e.kind = 'top_up'
          and e.happened_at > d.sent_at and e.happened_at <= ${within}) as paid on true
      where d.campaign_id = ${campaignId} and d.state = 'sent'`.execute(trx)
    return { opened: opened.rows[0]?.opened ?? 0, ...(done.rows[0] ?? { paid: 0, paidTiyin: 0, watched: 0 }) }
  })
}
