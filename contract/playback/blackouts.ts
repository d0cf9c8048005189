/** What may not be shown to this client for some time, so that lists can say it before anybody tries. */
import * as z from 'zod/mini'
import { blackoutHolds, blackoutTargets } from '#contract/form/blackouts.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { middlewareInput } from '#contract/form/fields.ts'

/** One blackout that is meant for this client. Times are unix seconds. */
export const Blackout = z.object({
  target: z.enum(blackoutTargets),
  /** The channel; null for a title. */
  cid: z.nullable(z.int()),
  /** The programme, while the guide has it. */
  pid: z.nullable(z.int()),
  vid: z.nullable(z.int()),
  from: z.int(),
  /** Null while nobody knows the end. */
  until: z.nullable(z.int()),
  holds: z.array(z.enum(blackoutHolds)),
  /** The words for the viewer. */
  message: z.string(),
})
export type Blackout = z.output<typeof Blackout>

/** What a `blacked_out` error says besides its message. */
export interface BlackoutDetails {
  /** Unix seconds; null while nobody knows the end. */
  readonly until: number | null
  /** Whether it can be watched once that is over. */
  readonly returns: boolean
}

/** The details of a `blacked_out` error; of data with another shape nothing is taken. */
export function blackoutDetails(details: unknown): BlackoutDetails {
  const { until, returns } = (details ?? {}) as { until?: unknown; returns?: unknown }
  return { until: typeof until === 'number' ? until : null, returns: returns === true }
}

export const blackouts = {
  list: endpoint({
    path: '/api/v1/blackouts',
    envelope: 'data',
    access: 'optional',
    summary:
      'What may not be shown to this client: of the last 31 days, going on, and of the next 15 days; for marks in lists',
    input: middlewareInput({}),
    output: z.object({ blackouts: z.array(Blackout) }),
  }),
}
