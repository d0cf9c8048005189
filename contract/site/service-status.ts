/** The state of the service as viewers see it: channels that are off the air, planned works, outages. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { common } from '#contract/form/fields.ts'

const Notice = z.object({
  id: z.int(),
  kind: z.enum(['works', 'outage']),
  state: z.enum(['planned', 'on', 'ended']),
  title: z.string(),
  /** '' for none. */
  text: z.string(),
  /** Unix seconds. */
  begins_at: z.int(),
  /** Null for an outage whose end nobody knows yet. */
  ends_at: z.nullable(z.int()),
})

const DownChannel = z.object({
  cid: z.int(),
  number: z.int(),
  name: z.string(),
  logo: z.string(),
  /** Unix seconds; null when it is not known. */
  since: z.nullable(z.int()),
})

export const serviceStatus = {
  state: endpoint({
    path: '/api/v1/service-status',
    envelope: 'data',
    summary: 'What works and what does not: channels off the air, works planned or going on, outages',
    input: z.object({ lang: common.lang, format: common.format, authkey: common.authkey }),
    output: z.object({
      /** `unknown`: the channels have not been looked at for minutes. */
      state: z.enum(['good', 'works', 'trouble', 'unknown']),
      /** How many channels are on offer. */
      channels: z.int(),
      down: z.array(DownChannel),
      /** Those to come first, then those going on, then those ended in the last fourteen days. */
      notices: z.array(Notice),
      /** When the channels were looked at, unix seconds; null when never. */
      checked_at: z.nullable(z.int()),
    }),
    cache: { sec: 15 },
  }),
}
