/** Parts of the endpoints of channels: a source that is played, the logo of a list. */
import * as z from 'zod/mini'
import { id, whole } from '#contract/form/fields.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'

/** Below it the previews of sources are served: `<root><preview>/master.m3u8`. */
export const sourcePreviewRoot = `${consoleRoot}/previews/`
/** From 0. */
export const sourceIndex = whole(0, 15)
export const sourceFailures = ['channel_not_found', 'source_of_linear'] as const

/** The logo that a list names for a channel, and why it is not there. */
export const ListLogo = z.object({
  /** An address without its secrets, or a path beside the list. */
  address: z.string(),
  problem: z.enum([
    ...(['waiting', 'local', 'missing', 'refused', 'large', 'picture', 'unreachable', 'beside'] as const),
  ]),
})

export const playSource = consoleEndpoint({
  method: 'GET',
  path: '/channels/sources/play',
  permission: { section: 'channels', level: 'edit' },
  summary:
    'An address that plays one source for ten minutes at most, also of a channel that is off; of the recorded one, what is recorded',
  input: z.object({ cid: id(), index: sourceIndex }),
  output: z.object({
    /** An HLS master playlist on the console's own origin, for this member of staff only; '' when nothing came. */
    url: z.string(),
    expires_at: z.int(),
    /** The channel is being recorded from it: the source was not opened a second time. */
    is_recorded: z.boolean(),
    /** Why nothing came, in English, without an address; '' when something came. */
    words: z.string(),
  }),
  failures: [...sourceFailures, 'source_not_found', 'preview_reserved', 'previews_full'],
})
