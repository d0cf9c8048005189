/** Stills of what channels show at the moment, for their cards (ALIVE-01). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, whole } from '#contract/form/fields.ts'
import { cidList } from './guide.ts'

/** A channel that somebody looks at has a new still as often, in seconds. */
export const stillEverySec = 20
/** Maximum number of channels in a request. */
export const stillChannels = 100
/** The widths of stills in pixels; all are 16:9. */
export const stillWidths = [320, 640] as const
export type StillWidth = (typeof stillWidths)[number]

/** The newest still of a channel. */
export const ChannelStill = z.object({
  cid: z.int(),
  /** When the channel showed it, unix seconds: less than a minute ago. */
  at: z.int(),
  /** Its address, relative to the site’s root: a WebP that never changes, for some minutes. */
  url: z.string(),
})
export type ChannelStill = z.output<typeof ChannelStill>

export const stills = {
  newest: endpoint({
    method: 'GET',
    path: '/api/v1/stills',
    envelope: 'data',
    access: 'optional',
    summary:
      'The newest stills of at most 100 channels (cids in ascending order) that this client may see, made while clients ask. A channel has none while it is off, blacked out, or shows a programme for adults that the viewer may not watch',
    input: z.object({
      lang: common.lang,
      format: common.format,
      cids: cidList(stillChannels),
      /** The wanted width; a smaller one comes until it is made. */
      width: z._default(z.pipe(whole(1, 4096), z.literal([...stillWidths])), stillWidths[0]),
    }),
    output: z.object({
      /** Ask again after as many seconds. */
      every_sec: z.int(),
      stills: z.array(ChannelStill),
    }),
  }),
}
