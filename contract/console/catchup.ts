/** The archive of a channel's provider, as the staff sees and sets it. */
import * as z from 'zod/mini'
import { optionalText, whole } from '#contract/form/fields.ts'

/** How the address of a provider's own archive is made: the modes of Kodi's IPTV Simple client. */
export const catchupModes = [
  ...([
    'default',
    'append',
    'shift',
    'timeshift',
    'flussonic',
    'flussonic-hls',
    'flussonic-ts',
    'fs',
  ] as const),
  ...(['xc', 'vod'] as const),
] as const

/** What may be wrong with a catch-up; `problem_name` names the placeholder where there is one. */
const catchupProblems = [
  ...(['unknown_mode', 'needs_source', 'no_web_address', 'other_form', 'no_placeholder'] as const),
  ...(['unknown_placeholder', 'bad_divider', 'unclosed'] as const),
] as const

/** What a rule makes. */
export const CatchupMade = z.object({
  problem: z.nullable(z.enum(catchupProblems)),
  problem_name: z.string(),
  /** The address for an hour ago, without credentials; '' with a problem. */
  address: z.string(),
})

/** A rule as it is written by hand. */
export const catchupRule = {
  mode: z.enum(catchupModes),
  /** Absent: the template stays as it is. */
  source: optionalText(2000),
  /** 0: the list does not say. */
  days: z._default(whole(0, 365), 0),
  /** By how much the provider's clock differs. */
  correction_minutes: z._default(whole(-1440, 1440), 0),
}

/** What a channel's list, or the staff, says of its provider's archive. */
export const ChannelCatchup = z.extend(CatchupMade, {
  /** As the list writes it. */
  mode: z.string(),
  /** The template, without credentials; '' where the mode needs none. */
  source: z.string(),
  days: z.number(),
  correction_minutes: z.int(),
})
