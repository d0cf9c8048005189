/** Complaint categories, and viewers' complaints. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, id, keyedInput as input, text } from '#contract/form/fields.ts'

/** What a complaint is about. */
export const complaintSubjects = ['video', 'channel', 'other'] as const

export const Problem = z.object({
  id: z.int(),
  name: z.string(),
  /** 1 when it needs the viewer's own text, as “something else” does. */
  needs_text: answeredFlag,
})
export type Problem = z.output<typeof Problem>

export const complaints = {
  problems: endpoint({
    path: '/api/v1.2.0/problems',
    envelope: 'data',
    summary: 'The complaint categories',
    input: input({ type: z._default(z.enum(complaintSubjects), 'video') }),
    output: z.object({ problems: z.array(Problem) }),
    cache: { sec: 60 },
  }),
  complain: endpoint({
    method: 'POST',
    path: '/api/v1.2.0/complaints',
    envelope: 'data',
    access: 'optional',
    changes: true,
    summary: 'Sends a complaint to the operator, who sees its author, position and device',
    input: input({
      /** The problem's id. */
      type: id(),
      device: z.optional(text(40)),
      /** The viewer's text; may be empty unless the problem is “something else”. */
      body: z._default(text(2000), ''),
      vid: z.optional(id()),
      vfid: z.optional(id()),
      cid: z.optional(id()),
      /** The position: seconds from the start of a film, unix seconds of a channel's broadcast. */
      position: z.optional(id()),
    }),
    output: z.object({ id: z.int() }),
    failures: ['problem_not_found', 'title_not_found', 'channel_not_found', 'too_many_requests'],
    rateLimits: [{ name: 'complaints', per: 'account_or_network', attempts: 10, perSec: 3600 }],
    countsRate: 'by_handler',
  }),
}
