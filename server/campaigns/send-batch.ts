/** One batch of a campaign, decided in one transaction. */
import { type RawBuilder, sql, type SqlBool, type Updateable } from 'kysely'
import { measureSms } from '#server/messages/messages.ts'
import { writeNotifications } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { campaignOf, type Campaign } from './campaign-store.ts'
import { type MessageSettings, readMessageSettings } from './message-settings.ts'
import { hasTelegram, type Recipient, readRecipients } from './recipients.ts'
import type { RenderedMessage } from './render-message.ts'
import { decideDelivery } from './rules.ts'
import type { CampaignDeliveryTable, Medium } from './tables.ts'

const batchSize = 100
/** Given to gateways between two looks at whether the campaign was stopped. */
const maxClaimed = 20
/** A message that a gateway has had for longer belongs to a process that is gone: no gateway takes so long. */
const claimMs = 300_000
const minuteMs = 60_000

/** An SMS to give to a gateway. */
export interface ClaimedSms {
  readonly accountId: number
  readonly phone: string
  readonly text: string
  /** With this one. */
  readonly attempts: number
  readonly costTiyin: number
}

export interface Batch {
  readonly claimed: readonly ClaimedSms[]
  /** Nothing more is due now, or the campaign does not run any more. */
  readonly isAtEnd: boolean
}

interface BatchWork {
  readonly trx: Db
  readonly campaign: Campaign
  readonly settings: MessageSettings
  readonly telegramSends: boolean
  readonly nowMs: number
  readonly claimed: ClaimedSms[]
  /** SMS that may be sent in this minute. */
  quota: number
  /** Of the budget; infinite without one. */
  moneyTiyin: number
  /** By this batch. */
  spentTiyin: number
  isBudgetUsed: boolean
  /** Deliveries that this batch decided. */
  decided: number
}

/** Sends the next messages in the app, and claims the next SMS for the caller to send. */
export function sendBatch(
  db: Db,
  campaignId: number,
  { nowMs, telegramSends }: { readonly nowMs: number; readonly telegramSends: boolean },
): Promise<Batch> {
  return db.transaction().execute(async (trx) => {
    // A batch of another process is waited for: it ends within seconds also on a busy machine.
    await sql`select set_config('lock_timeout', '30s', true)`.execute(trx)
    // Stopping waits for this lock: once it is done, nothing more is sent.
    const row = await trx
      .selectFrom('campaign')
      .selectAll()
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'running')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row === undefined) return { claimed: [], isAtEnd: true }
    const work = await openWork(trx, campaignOf(row), { spentTiyin: row.spent_tiyin, nowMs, telegramSends })
    const due = await findDue(work)
    const recipients = await readRecipients(
      trx,
      due.map((one) => one.account_id),
      { nowMs, capDays: work.settings.capDays },
    )
    for (const { account_id: accountId, attempts } of due) {
      await deliver(work, accountId, { recipient: recipients.get(accountId), attempts })
      if (work.isBudgetUsed || work.claimed.length >= maxClaimed) break
    }
    const { isBudgetUsed, spentTiyin } = work
    if (isBudgetUsed || spentTiyin > 0)
      await trx
        .updateTable('campaign')
        .set((on) => ({
          spent_tiyin: on('spent_tiyin', '+', spentTiyin),
          ...(isBudgetUsed ? { state: 'stopped' as const, stopped_by: 'budget' as const } : {}),
        }))
        .where('campaign_id', '=', campaignId)
        .execute()
    const isCut = work.claimed.length >= maxClaimed
    const isAtEnd = isBudgetUsed || work.decided === 0 || (due.length < batchSize && !isCut)
    return { claimed: work.claimed, isAtEnd }
  })
}

async function openWork(
  trx: Db,
  campaign: Campaign,
  {
    spentTiyin,
    nowMs,
    telegramSends,
  }: { readonly spentTiyin: number; readonly nowMs: number; readonly telegramSends: boolean },
): Promise<BatchWork> {
  const settings = await readMessageSettings(trx)
  // Two counts, each by an index of its own.
  const { rows } = await sql<{ recent: number }>`
    select (select count(*)::integer from campaign_delivery
        where medium = 'sms' and sent_at > ${new Date(nowMs - minuteMs)})
      + (select count(*)::integer from campaign_delivery where state = 'sending') as recent`.execute(trx)
  return {
    ...{
      trx,
      campaign,
      settings,
      nowMs,
      telegramSends,
      claimed: [],
      spentTiyin: 0,
      isBudgetUsed: false,
      decided: 0,
    },
    quota: Math.max(0, settings.smsPerMinute - (rows[0]?.recent ?? 0)),
    moneyTiyin: campaign.budgetTiyin === null ? Number.POSITIVE_INFINITY : campaign.budgetTiyin - spentTiyin,
  }
}

/** The next deliveries. When no SMS may be sent in this minute, those that need none; others stay as they are. */
async function findDue({ trx, campaign, quota, nowMs, telegramSends }: BatchWork) {
  const { campaignId, media } = campaign
  const isFull = quota === 0 && media.includes('sms')
  if (isFull && media.length === 1) return []
  return trx
    .selectFrom('campaign_delivery as d')
    .select(['d.account_id', 'd.attempts'])
    .where('d.campaign_id', '=', campaignId)
    .where('d.state', '=', 'waiting')
    .where('d.next_attempt_at', '<=', new Date(nowMs))
    .$if(isFull, (query) => query.where(needsNoSms(media, { nowMs, telegramSends })))
    .orderBy('d.next_attempt_at')
    .orderBy('d.account_id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Of a delivery `d`: another medium comes before SMS, or there is no phone. As `decideDelivery` chooses. */
function needsNoSms(
  media: readonly Medium[],
  { nowMs, telegramSends }: Pick<BatchWork, 'nowMs' | 'telegramSends'>,
): RawBuilder<SqlBool> {
  const first = media.slice(0, media.indexOf('sms'))
  if (first.includes('app')) return sql`true`
  const noPhone = sql`exists (select from account as a where a.account_id = d.account_id and a.phone is null)`
  if (!first.includes('push')) return sql`${noPhone}`
  return sql`(${noPhone} or exists (select from push_device as p join session as n using (session_id)
    where n.account_id = d.account_id and n.expires_at > ${new Date(nowMs)})
    or ${telegramSends ? hasTelegram(sql`d.account_id`) : sql`false`})`
}

async function deliver(
  work: BatchWork,
  accountId: number,
  { recipient, attempts }: { readonly recipient: Recipient | undefined; readonly attempts: number },
): Promise<void> {
  const { campaign, settings, telegramSends } = work
  const decision = decideDelivery(recipient, { ...campaign, telegramSends, capCount: settings.capCount })
  if (decision.kind === 'skip' || recipient === undefined) {
    await store(work, accountId, {
      state: 'skipped',
      reason: decision.kind === 'skip' ? decision.reason : 'gone',
    })
    return
  }
  const { medium, messages } = decision
  if (medium !== 'sms') return notify(work, recipient, { medium, messages })
  await claimSms(work, recipient, { text: messages[recipient.language].sms, attempts: attempts + 1 })
}

async function notify(
  work: BatchWork,
  { accountId }: Recipient,
  message: {
    readonly medium: Medium
    readonly messages: { readonly ru: RenderedMessage; readonly uz: RenderedMessage }
  },
): Promise<void> {
  const { trx, campaign, nowMs } = work
  const { ru, uz } = message.messages
  const [notificationId = null] = await writeNotifications(trx, [
    {
      ...{ accountId, title: { ru: ru.title, uz: uz.title }, body: { ru: ru.body, uz: uz.body } },
      ...{ href: campaign.texts.href, createdAtMs: nowMs },
    },
  ])
  await store(work, accountId, {
    ...{ state: 'sent', medium: message.medium, notification_id: notificationId },
    sent_at: new Date(nowMs),
  })
}

async function claimSms(
  work: BatchWork,
  { accountId, phone }: Recipient,
  { text, attempts }: { readonly text: string; readonly attempts: number },
): Promise<void> {
  const { parts } = measureSms(text)
  if (parts === 0 || phone === null) return store(work, accountId, { state: 'failed', reason: 'too_long' })
  const cost = parts * work.settings.smsPriceTiyin
  if (cost > work.moneyTiyin) {
    work.isBudgetUsed = true
    return
  }
  // It stays as it is: the next minute begins with it.
  if (work.quota === 0) return
  work.quota -= 1
  work.moneyTiyin -= cost
  work.spentTiyin += cost
  work.claimed.push({ accountId, phone, text, attempts, costTiyin: cost })
  await store(work, accountId, {
    ...{ state: 'sending', medium: 'sms', attempts, cost_tiyin: cost },
    next_attempt_at: new Date(work.nowMs + claimMs),
  })
}

async function store(
  work: BatchWork,
  accountId: number,
  values: Updateable<CampaignDeliveryTable>,
): Promise<void> {
  const { trx, campaign } = work
  work.decided += 1
  await trx
    .updateTable('campaign_delivery')
    .set(values)
    .where('campaign_id', '=', campaign.campaignId)
    .where('account_id', '=', accountId)
    .execute()
}
