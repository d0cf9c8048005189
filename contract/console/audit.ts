/** The record of what was done, by whom, with before and after (STAFF-03). */
import * as z from 'zod/mini'
import { id, limit, optionalText, unixSec, whole } from '#contract/form/fields.ts'
import { sections } from '#contract/form/permissions.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const AuditEvent = z.object({
  event_id: z.int(),
  /** Unix milliseconds. */
  happened_at_ms: z.int(),
  event: z.string(),
  actor: z.enum(['viewer', 'operator', 'system', 'staff']),
  /** The member of staff who did it; null for every other actor. */
  staff_id: z.nullable(z.int()),
  staff_name: z.string(),
  /** '' for an event that is no change of a section. */
  section: z.string(),
  /** What was changed, such as `channel 12`. */
  subject: z.string(),
  /** What differs, as it was and as it is; null for nothing. */
  before: z.unknown(),
  after: z.unknown(),
  account_id: z.nullable(z.int()),
  address: z.string(),
  device: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})

export const consoleAudit = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/audit',
    permission: { section: 'audit', level: 'view' },
    summary: 'What happened, the newest first; every filter is optional and all of them apply',
    input: z.object({
      staff_id: z.optional(id()),
      section: z.optional(z.enum(sections)),
      subject: optionalText(100),
      event: optionalText(60),
      account_id: z.optional(id()),
      /** Unix seconds, both included. */
      from: z.optional(unixSec()),
      to: z.optional(unixSec()),
      /** The next page: the last `event_id` of this one. */
      before_event: z.optional(whole(1, Number.MAX_SAFE_INTEGER)),
      limit: limit(50, 200),
    }),
    output: z.object({ events: z.array(AuditEvent), has_more: z.boolean() }),
  }),
}
