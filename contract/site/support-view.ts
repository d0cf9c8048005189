/**
 * The site as a subscriber sees it, for a member of staff: opened with a code of the console, read-only, for minutes.
 * The code is in the fragment of the address, which a browser sends to no server, and in the body here.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { supportBarLanguages, supportDevices } from '#contract/form/support-views.ts'

/** A number that the tab makes for itself: the token works nowhere else. */
const tab = { device_uid: z.string().check(z.regex(/^[\w-]{16,100}$/)) }

export const supportView = {
  open: endpoint({
    method: 'POST',
    path: '/api/v1/support-view/open',
    envelope: 'data',
    changes: true,
    summary: 'Exchanges the code of a support view for its token, once',
    input: z.object({ code: z.string().check(z.regex(/^[\w-]{43}$/)), ...tab }),
    output: z.object({
      token: z.string(),
      /** Unix seconds. */
      expires_at: z.int(),
      /** The name or the number, masked. */
      subscriber: z.string(),
      abonement: z.string(),
      /** Of the bar: that of the console. */
      language: z.enum(supportBarLanguages),
      /** Of the site: that of the subscriber. */
      site_language: z.enum(['ru', 'uz']),
      device: z.enum(supportDevices),
    }),
    failures: ['support_view_code', 'too_many_requests'],
    rateLimits: [{ name: 'support_view_open', per: 'network', attempts: 30, perSec: 600 }],
  }),
  state: endpoint({
    path: '/api/v1/support-view/state',
    envelope: 'data',
    access: 'viewer',
    summary: 'Until when the support view of the token lasts',
    input: z.object({}),
    /** Unix seconds. */
    output: z.object({ expires_at: z.int() }),
    failures: ['support_view_over'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/v1/support-view/end',
    envelope: 'data',
    changes: true,
    summary: 'Ends a support view from its own tab; does nothing when it has ended',
    input: z.object({ token: z.string().check(z.regex(/^sv\.[\w-]{43}$/)), ...tab }),
    output: z.object({}),
    failures: ['too_many_requests'],
    rateLimits: [{ name: 'support_view_end', per: 'network', attempts: 60, perSec: 600 }],
  }),
}
