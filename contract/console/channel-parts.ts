/** Parts of the endpoints of channels: a source that is played, the logo of a list. */
import * as z from 'zod/mini'
import { id, optionalText, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint, consoleRoot } from './console-endpoint.ts'

/** Below it the previews of sources are served: `<root><preview>/master.m3u8`. */
export const sourcePreviewRoot = `${consoleRoot}/previews/`
/** The highest number of a channel. */
export const maxChannelNumber = 99_999
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

export const addChannel = consoleEndpoint({
  method: 'POST',
  path: '/channels/add',
  permission: { section: 'channels', level: 'edit' },
  summary: 'Adds a channel with its first source, and opens it in the base tariffs; the source is not opened',
  input: z.object({
    /** Absent: the lowest free one. */
    number: z.optional(whole(1, maxChannelNumber)),
    name_ru: text(200, 1),
    /** '' when the Russian one is shown in Uzbek too. */
    name_uz: z._default(text(200), ''),
    category_id: id(),
    is_radio: z._default(z.boolean(), false),
    /** http(s), udp, rtp, srt, rtmp or rtsp; never a file of the server. */
    url: text(2000, 1),
    user_agent: optionalText(500),
    referer: optionalText(500),
    /** It is recorded from now on. */
    is_enabled: z._default(z.boolean(), true),
  }),
  output: z.object({ cid: z.int(), number: z.int(), change_id: z.int() }),
  failures: ['channel_number_taken', 'category_not_found', 'source_address'],
})

/** How loud a channel was in its last hour. */
const ChannelLoudness = z.object({
  /** LUFS, EBU R 128. */
  integrated_lufs: z.number(),
  /** By how much players change the volume, dB. */
  gain_db: z.number(),
})

/** What was measured of a channel, and what a list says of it. */
export const channelFacts = {
  /** Null where nothing was measured. */
  loudness: z.nullable(ChannelLoudness),
  /** Where its list says that its logo is, and why it is not there; null when it is, and without one. */
  list_logo: z.nullable(ListLogo),
}
