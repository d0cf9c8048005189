/**
 * Sends what is due of all campaigns, in batches. A batch is decided and claimed in one transaction, together with the
 * notifications it writes, so each subscriber gets a campaign once, wherever the process is killed. An SMS is claimed
 * before it is given to a gateway; one whose response was lost is never sent again.
 */
import { sql, type Updateable } from 'kysely'
import type { Messages } from '#server/messages/messages.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { takeSnapshot } from '#server/segments/segments.ts'
import { type Campaign, campaignOf } from './campaign-store.ts'
import { nextDayHour } from './day-hours.ts'
import { type ClaimedSms, sendBatch } from './send-batch.ts'
import { refusalOf, retryAfterMs } from './rules.ts'
import type { CampaignDeliveryTable } from './tables.ts'

export interface SendDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly messages: Pick<Messages, 'sendSms'>
  /** Whether a bot sends notifications to Telegram now. */
  telegramSends(): boolean
}

/** Ends a run that would never end otherwise; the next one goes on. */
const maxBatches = 5000
const smsAtOnce = 10

/** Sends what is due now. May be aborted or killed anywhere and run again. */
export async function sendCampaigns(deps: SendDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  await endInterrupted(db, clock.nowMs())
  const rows = await db
    .selectFrom('campaign')
    .selectAll()
    .where('state', 'in', ['scheduled', 'running'])
    .where('starts_at', '<=', new Date(clock.nowMs()))
    .orderBy('campaign_id')
    .limit(1000)
    .execute()
  for (const row of rows) {
    if (signal.aborted) return
    const campaign = campaignOf(row)
    if (campaign.state === 'scheduled' && mayBegin(campaign, clock.nowMs())) await begin(deps, campaign)
    await sendAll(deps, campaign, signal)
  }
}

function mayBegin({ dayHours }: Campaign, nowMs: number): boolean {
  return !dayHours || nextDayHour(nowMs) === nowMs
}

/** Stores who gets it: those in the segment at this moment. */
async function begin(deps: SendDeps, campaign: Campaign): Promise<void> {
  try {
    const count = await storeRecipients(deps, campaign)
    if (count !== undefined)
      deps.log.info('campaigns.started', { campaignId: campaign.campaignId, recipients: count })
  } catch (error) {
    if (!(error instanceof NoLongerScheduled)) throw error
  }
}

/** Rolls back what was stored of a campaign that was stopped meanwhile. */
class NoLongerScheduled extends Error {}

/** Their number; undefined when another process does it. The campaign itself is not locked meanwhile, so it can be stopped. */
function storeRecipients({ db, clock }: SendDeps, { campaignId, rules }: Campaign) {
  const nowMs = clock.nowMs()
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('campaigns.begin'), ${campaignId}::integer) as "isMine"`.execute(
      trx,
    )
    if (rows[0]?.isMine !== true) return undefined
    // Another process may have begun it before the lock was free.
    const scheduled = await trx
      .selectFrom('campaign')
      .select('campaign_id')
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'scheduled')
      .executeTakeFirst()
    if (scheduled === undefined) return undefined
    const snapshot = await takeSnapshot(trx, rules, nowMs)
    await sql`
      insert into campaign_delivery (campaign_id, account_id, state, next_attempt_at)
      select ${campaignId}::integer, account_id, 'waiting', ${new Date(nowMs)}::timestamptz
      from segment_member where segment_snapshot_id = ${snapshot.snapshotId}`.execute(trx)
    const begun = await trx
      .updateTable('campaign')
      .set({ state: 'running', started_at: new Date(nowMs) })
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'scheduled')
      .executeTakeFirst()
    if (Number(begun.numUpdatedRows) === 0) throw new NoLongerScheduled()
    return snapshot.count
  })
}

async function sendAll(deps: SendDeps, campaign: Campaign, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps
  for (let batch = 0; batch < maxBatches && !signal.aborted; batch += 1) {
    if (!mayBegin(campaign, clock.nowMs())) return
    const { claimed, isAtEnd } = await sendBatch(db, campaign.campaignId, {
      ...{ nowMs: clock.nowMs(), telegramSends: deps.telegramSends() },
    })
    for (let at = 0; at < claimed.length; at += smsAtOnce)
      await Promise.all(claimed.slice(at, at + smsAtOnce).map((sms) => sendOne(deps, campaign, sms)))
    if (isAtEnd) break
  }
  if (await finish(db, campaign.campaignId, clock.nowMs()))
    log.info('campaigns.finished', { campaignId: campaign.campaignId })
}

async function sendOne({ db, clock, messages }: SendDeps, { campaignId }: Campaign, sms: ClaimedSms) {
  const outcome = await messages.sendSms({ phone: sms.phone, text: sms.text })
  const values = outcomeOf(outcome, sms, clock.nowMs())
  await db.transaction().execute(async (trx) => {
    const stored = await trx
      .updateTable('campaign_delivery')
      .set(values)
      .where('campaign_id', '=', campaignId)
      .where('account_id', '=', sms.accountId)
      .where('state', '=', 'sending')
      .executeTakeFirst()
    if (values.cost_tiyin !== 0 || sms.costTiyin === 0 || Number(stored.numUpdatedRows) === 0) return
    // A batch holds this row no longer than it needs for its hundred deliveries.
    await sql`select set_config('lock_timeout', '30s', true)`.execute(trx)
    await trx
      .updateTable('campaign')
      .set((on) => ({ spent_tiyin: on('spent_tiyin', '-', sms.costTiyin) }))
      .where('campaign_id', '=', campaignId)
      .execute()
  })
}

function outcomeOf(
  outcome: Awaited<ReturnType<Messages['sendSms']>>,
  { attempts }: ClaimedSms,
  nowMs: number,
): Updateable<CampaignDeliveryTable> {
  const now = new Date(nowMs)
  if (outcome.kind === 'sent') {
    const values = { gateway: outcome.via.slice(0, 40), gateway_message_id: outcome.id.slice(0, 100) }
    return { ...values, state: 'sent', sent_at: now }
  }
  const reason = outcome.reason.slice(0, 60)
  switch (refusalOf(outcome, attempts)) {
    case 'retry':
      return {
        ...{ state: 'waiting', reason, cost_tiyin: 0, medium: '' },
        next_attempt_at: new Date(nowMs + retryAfterMs(attempts)),
      }
    case 'uncertain':
      return { state: 'uncertain', reason, sent_at: now }
    case 'failed':
      return { state: 'failed', reason, cost_tiyin: 0 }
  }
}

/** Messages that were given to a gateway by a process that is gone: they may have arrived. */
async function endInterrupted(db: Db, nowMs: number): Promise<void> {
  await db
    .updateTable('campaign_delivery')
    .set((on) => ({ state: 'uncertain', reason: 'interrupted', sent_at: on.ref('next_attempt_at') }))
    .where('state', '=', 'sending')
    .where('next_attempt_at', '<=', new Date(nowMs))
    .execute()
}

async function finish(db: Db, campaignId: number, nowMs: number): Promise<boolean> {
  const finished = await db
    .updateTable('campaign')
    .set({ state: 'done', finished_at: new Date(nowMs) })
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'running')
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('campaign_delivery')
            .select('account_id')
            .whereRef('campaign_delivery.campaign_id', '=', 'campaign.campaign_id')
            .where('campaign_delivery.state', 'in', ['waiting', 'sending']),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(finished.numUpdatedRows) > 0
}
