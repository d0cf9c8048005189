/** Campaigns: a template to a segment, with its schedule, delivery and effect (MSG-01). */
import * as z from 'zod/mini'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { messageKinds, messageMedia, MessageTexts } from './message-texts.ts'
import { SegmentRules } from './segment-rules.ts'

const view = { section: 'messages', level: 'view' } as const
const act = { section: 'messages', level: 'act' } as const

export const campaignStates = ['draft', 'scheduled', 'running', 'stopped', 'done'] as const
export type CampaignState = (typeof campaignStates)[number]

const nearlyAll = 0.8

/** Whether a campaign to so many of all subscribers begins only when their number is typed. */
export function isNearlyEverybody({ count, total }: { readonly count: number; readonly total: number }) {
  return count >= total * nearlyAll
}

const budget = z.nullable(whole(0, 1_000_000_000))

const Campaign = z.object({
  campaign_id: z.int(),
  name: z.string(),
  state: z.enum(campaignStates),
  /** Why it is stopped; '' while it is not. */
  stopped_by: z.enum(['', 'staff', 'budget']),
  /** 0: the template was deleted. */
  message_template_id: z.int(),
  /** 0: all subscribers, or the segment was deleted. */
  segment_id: z.int(),
  kind: z.enum(messageKinds),
  media: z.array(z.enum(messageMedia)),
  /** Unix seconds. */
  starts_at: z.int(),
  day_hours: z.boolean(),
  /** Soʻm for SMS; null: no limit. */
  budget: z.nullable(z.number()),
  version: z.int(),
  created_at: z.int(),
  /** 0: not yet. */
  started_at: z.int(),
  finished_at: z.int(),
  /** The member of staff; '' for an operator at the command line. */
  by: z.string(),
})
export type CampaignRow = z.output<typeof Campaign>

const Report = z.object({
  recipients: z.int(),
  waiting: z.int(),
  sent: z.int(),
  /** Given to a gateway that did not respond: not sent again. */
  uncertain: z.int(),
  failed: z.int(),
  skipped: z.int(),
  push: z.int(),
  app: z.int(),
  sms: z.int(),
  /** SMS that reached the phone, where the gateway reports it. */
  delivered: z.int(),
  /** Soʻm. */
  cost: z.number(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type CampaignReportRow = z.output<typeof Report>

const Effect = z.object({
  /** Notifications that were opened. */
  opened: z.int(),
  /** Subscribers who paid within the days after their message, and the sum in soʻm. */
  paid: z.int(),
  paid_sum: z.number(),
  /** Subscribers who watched a film within these days. */
  watched: z.int(),
})

export const consoleCampaigns = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/campaigns',
    permission: view,
    summary: 'The newest 100 campaigns',
    input: z.object({}),
    output: z.object({ campaigns: z.array(Campaign) }),
  }),
  card: consoleEndpoint({
    method: 'GET',
    path: '/campaigns/card',
    permission: view,
    summary: 'One campaign and its delivery',
    input: z.object({ campaign_id: id() }),
    output: z.object({
      ...{ ...Campaign.shape, texts: MessageTexts, rules: SegmentRules },
      /** Null: it takes longer than three seconds to count. */
      report: z.nullable(Report),
    }),
    failures: ['not_found'],
  }),
  effect: consoleEndpoint({
    method: 'GET',
    path: '/campaigns/effect',
    permission: view,
    summary: 'What the recipients of a campaign did after their message',
    input: z.object({
      campaign_id: id(),
      /** After a message: how long payments and watching count as its effect. */
      days: z._default(whole(1, 60), 7),
    }),
    output: z.object({
      /** Null: it takes longer than five seconds to count. */
      effect: z.nullable(Effect),
    }),
    failures: ['not_found'],
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/campaigns/save',
    permission: act,
    summary: 'Saves a draft, or creates one',
    input: z.object({
      campaign_id: z.nullable(id()),
      /** The version that was shown: a newer one refuses the change. 0 for a new one. */
      version: whole(0, 2_147_483_647),
      name: text(120, 1),
      message_template_id: id(),
      /** Null: all subscribers. */
      segment_id: z.nullable(id()),
      /** The first that reaches a subscriber is used. */
      media: z.array(z.enum(messageMedia)).check(
        z.minLength(1),
        z.refine((media) => new Set(media).size === media.length),
      ),
      /** Unix seconds; one in the past means at once. */
      starts_at: unixSec(),
      /** Only from 9 to 21 o'clock in Tashkent. */
      day_hours: z.boolean(),
      /** Soʻm for SMS. */
      budget,
    }),
    output: z.object({
      campaign_id: z.int(),
      /** For the start. */
      version: z.int(),
    }),
    failures: ['not_found', 'segment_not_found', 'campaign_state', 'changed_since'],
  }),
  start: consoleEndpoint({
    method: 'POST',
    path: '/campaigns/start',
    permission: act,
    summary: 'Starts a draft: it is sent when its time comes',
    input: z.object({
      campaign_id: id(),
      /** The version that was shown: a newer one refuses the start. */
      version: whole(0, 2_147_483_647),
      /** For nearly all subscribers: how many get it, as typed by the member of staff. */
      everybody: z._default(whole(0, 1_000_000_000), 0),
    }),
    output: z.object({}),
    failures: ['not_found', 'campaign_state', 'changed_since', 'segment_is_everybody'],
  }),
  stop: consoleEndpoint({
    method: 'POST',
    path: '/campaigns/stop',
    permission: act,
    summary: 'Sends nothing more of a campaign',
    input: z.object({ campaign_id: id() }),
    output: z.object({}),
    failures: ['campaign_state'],
  }),
  resume: consoleEndpoint({
    method: 'POST',
    path: '/campaigns/resume',
    permission: act,
    summary: 'Goes on with what was not sent',
    input: z.object({
      campaign_id: id(),
      /** Absent: as before. */
      budget: z.optional(budget),
    }),
    output: z.object({}),
    failures: ['campaign_state'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/campaigns/remove',
    permission: act,
    summary: 'Deletes a draft',
    input: z.object({ campaign_id: id() }),
    output: z.object({}),
    failures: ['campaign_state'],
  }),
}
