/** Campaigns in the console: drafts, start and stop, delivery and effect. */
import { consoleCampaigns as endpoints, isNearlyEverybody } from '#contract/console/campaigns.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Audit } from '#server/audit/audit.ts'
import {
  type Campaign,
  type CampaignReport,
  findCampaign,
  listCampaigns,
  measureEffect,
  removeDraft,
  reportCampaign,
  resumeCampaign,
  saveDraft,
  scheduleCampaign,
  sendCampaignsJob,
  stopCampaign,
} from '#server/campaigns/campaigns.ts'
import {
  bindConsole,
  type ConsoleCall,
  type ConsoleHandlers,
} from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { countSegment } from '#server/segments/segments.ts'
import { recordChange } from './record-change.ts'

export interface CampaignDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly jobs: Pick<Jobs, 'send'>
}

/** Nobody waits for it while typing. */
const countLimitMs = 20_000
/** An open screen asks again and again. */
const reportLimitMs = 3000
const effectLimitMs = 5000

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

export function campaignEndpoints(deps: CampaignDeps): readonly BoundEndpoint[] {
  const { db } = deps
  return bindConsole('consoleCampaigns', endpoints, {
    ...draftHandlers(deps),
    ...runHandlers(deps),
    list: async () => respond({ campaigns: (await listCampaigns(db)).map(presentCampaign) }),
    card: async ({ campaign_id: campaignId }) => {
      const campaign = await findCampaign(db, campaignId)
      if (campaign === undefined) return reject('not_found')
      const { texts, rules } = campaign
      const report = await reportCampaign(db, campaignId, reportLimitMs)
      return respond({
        ...presentCampaign(campaign),
        ...{ texts, rules, report: report === undefined ? null : presentReport(report) },
      })
    },
    effect: async ({ campaign_id: campaignId, days }) => {
      if ((await findCampaign(db, campaignId)) === undefined) return reject('not_found')
      const effect = await measureEffect(db, campaignId, { days, limitMs: effectLimitMs })
      if (effect === undefined) return respond({ effect: null })
      const { opened, paid, paidTiyin, watched } = effect
      return respond({ effect: { opened, paid, paid_sum: paidTiyin / 100, watched } })
    },
  })
}

function draftHandlers({ db, clock, audit }: CampaignDeps): Handlers<'save' | 'remove'> {
  return {
    save: async (input, call) => {
      const { staffId, name } = call.staff
      const { campaign_id: campaignId, budget, ...rest } = input
      const outcome = await saveDraft(
        db,
        {
          ...{ campaignId, version: input.version, name: input.name, templateId: input.message_template_id },
          ...{ segmentId: input.segment_id, media: input.media, startsMs: input.starts_at * 1000 },
          ...{ dayHours: input.day_hours, budgetTiyin: budget === null ? null : budget * 100 },
          staff: { staffId, name },
        },
        clock.nowMs(),
      )
      switch (outcome.kind) {
        case 'no_template':
        case 'missing':
          return reject('not_found')
        case 'no_segment':
          return reject('segment_not_found')
        case 'state':
          return reject('campaign_state')
        case 'changed':
          return reject('changed_since', { values: { who: '—' } })
        case 'saved':
          await recordChange(audit, call, {
            ...{ event: 'campaign_saved', subject: `campaign ${outcome.campaignId}` },
            before: outcome.before === undefined ? undefined : { ...presentCampaign(outcome.before) },
            after: { ...rest, budget },
          })
          return respond({ campaign_id: outcome.campaignId, version: outcome.version })
      }
    },
    remove: async ({ campaign_id: campaignId }, call) => {
      if (!(await removeDraft(db, campaignId))) return reject('campaign_state')
      await recordChange(audit, call, { event: 'campaign_removed', subject: `campaign ${campaignId}` })
      return respond({})
    },
  }
}

function runHandlers(deps: CampaignDeps): Handlers<'start' | 'stop' | 'resume'> {
  const { db, clock, jobs, audit } = deps
  const moved = async (call: ConsoleCall, event: string, campaignId: number, after?: object) => {
    await recordChange(audit, call, { event, subject: `campaign ${campaignId}`, after: { ...after } })
    await jobs.send(sendCampaignsJob, {})
    return respond({})
  }
  return {
    start: async ({ campaign_id: campaignId, version, everybody }, call) => {
      const campaign = await findCampaign(db, campaignId)
      if (campaign === undefined) return reject('not_found')
      if (campaign.state !== 'draft') return reject('campaign_state')
      // The number of recipients may be another one now: say first that it was changed.
      if (campaign.version !== version)
        return reject('changed_since', { values: { who: campaign.staffName || '—' } })
      const counted = await countSegment(db, campaign.rules, {
        ...{ nowMs: clock.nowMs(), limitMs: countLimitMs },
      })
      if (counted === undefined) return reject('busy')
      const { count } = counted
      if (isNearlyEverybody(counted) && everybody !== count)
        return reject('segment_is_everybody', { values: { count } })
      const outcome = await scheduleCampaign(db, campaignId, version)
      if (outcome.kind === 'missing') return reject('not_found')
      if (outcome.kind === 'state') return reject('campaign_state')
      if (outcome.kind === 'changed') return reject('changed_since', { values: { who: outcome.who || '—' } })
      return moved(call, 'campaign_started', campaignId, { name: campaign.name, recipients: count })
    },
    stop: async ({ campaign_id: campaignId }, call) =>
      (await stopCampaign(db, campaignId))
        ? moved(call, 'campaign_stopped', campaignId)
        : reject('campaign_state'),
    resume: async ({ campaign_id: campaignId, budget }, call) => {
      const budgetTiyin = budget === undefined ? undefined : budget === null ? null : budget * 100
      return (await resumeCampaign(db, campaignId, budgetTiyin))
        ? moved(call, 'campaign_resumed', campaignId, budget === undefined ? {} : { budget })
        : reject('campaign_state')
    },
  }
}

const secOf = (ms: number) => Math.floor(ms / 1000)

function presentCampaign(campaign: Campaign) {
  return {
    ...{ campaign_id: campaign.campaignId, name: campaign.name, state: campaign.state },
    ...{ stopped_by: campaign.stoppedBy, kind: campaign.kind, media: [...campaign.media] },
    ...{ message_template_id: campaign.templateId ?? 0, segment_id: campaign.segmentId ?? 0 },
    ...{ starts_at: secOf(campaign.startsMs), day_hours: campaign.dayHours, version: campaign.version },
    ...{ created_at: secOf(campaign.createdMs), started_at: secOf(campaign.startedMs) },
    ...{ finished_at: secOf(campaign.finishedMs), by: campaign.staffName },
    budget: campaign.budgetTiyin === null ? null : campaign.budgetTiyin / 100,
  }
}

function presentReport({ costTiyin, reasons, ...counts }: CampaignReport) {
  return { ...counts, reasons: [...reasons], cost: costTiyin / 100 }
}
