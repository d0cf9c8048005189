/** A member of staff sees the site as a subscriber: read-only, for minutes, in the audit. */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { supportDevices } from '#contract/form/support-views.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { staffLanguages } from './staff-fields.ts'

const act = { section: 'subscribers', level: 'act' } as const

const View = z.object({
  view_id: z.string(),
  account_id: z.int(),
  abonement: z.string(),
  /** Who sees it. */
  by: z.string(),
  is_own: z.boolean(),
  device: z.enum(supportDevices),
  reason: z.string(),
  /** Unix seconds. */
  since: z.int(),
  until: z.int(),
  /** False: its link was not opened yet. */
  is_opened: z.boolean(),
})
export type SupportViewOf = z.output<typeof View>

export const consoleSupportViews = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/support-views',
    permission: { section: 'subscribers', level: 'view' },
    summary: 'Who of the staff sees the site as a subscriber now, of one subscriber or of all',
    input: z.object({ account_id: z.optional(id()) }),
    /** At most 200, the newest first. */
    output: z.object({ views: z.array(View) }),
  }),
  start: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/support-views/start',
    permission: act,
    summary: 'Begins to see the site as a subscriber, for 15 minutes; the former view of the member ends',
    input: z.object({
      account_id: id(),
      /** The number of the profile that is seen; absent: the first one. */
      profile: z._default(whole(0, 32_767), 0),
      /** The kind of device that it is seen on. */
      device: z.enum(supportDevices),
      /** Of the bar on the site. */
      language: z.enum(staffLanguages),
      /** Why: for the audit. */
      reason: text(500, 1),
    }),
    output: z.object({
      view_id: z.string(),
      /** Opens it once, within a minute. The code is in the fragment, which is sent to no server. */
      address: z.string(),
      /** Unix seconds. */
      code_until: z.int(),
      until: z.int(),
    }),
    failures: ['not_found', 'support_view_closed', 'support_view_profile', 'too_many_requests'],
    rateLimits: [{ name: 'support_view_start', per: 'network', attempts: 120, perSec: 600 }],
  }),
  end: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/support-views/end',
    permission: act,
    summary: 'Ends a view at once: the own one, or that of another member of staff',
    input: z.object({ view_id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)) }),
    output: z.object({}),
    failures: ['not_found'],
  }),
}
