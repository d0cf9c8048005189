/** Films and series that channels have broadcast and that can be watched from the archive (FOLLOW-04). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, common, id, limit } from '#contract/form/fields.ts'

/** One broadcast that can be watched. Times are unix seconds. */
export const RecordedBroadcast = z.object({
  pid: z.int(),
  cid: z.int(),
  channel_name: z.string(),
  logo: z.string(),
  begin_time: z.int(),
  end_time: z.int(),
  /** The episode's own title; empty without one. */
  sub_title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  /** When the archive deletes its beginning; null: it does not. */
  expires_at: z.nullable(z.int()),
  /** 0: a part of it is missing. */
  is_complete: answeredFlag,
  /** 1 when the caller's tariff opens the channel. */
  is_available: answeredFlag,
  age_rating: z.string(),
  /** A path of the site that plays it. */
  href: z.string(),
})
export type RecordedBroadcast = z.output<typeof RecordedBroadcast>

/** A film or a series on a card, with its best broadcast: one that the caller may watch, complete, the last to expire. */
export const BroadcastTitleCard = z.object({
  id: z.int(),
  /** The title of the catalogue; null when the catalogue does not have it. */
  vid: z.nullable(z.int()),
  name: z.string(),
  /** 0 when it is not known. */
  year: z.int(),
  is_series: answeredFlag,
  genres: z.array(z.string()),
  age_rating: z.string(),
  /** Of the catalogue, or cut from the recording; empty while there is none. */
  poster: z.string(),
  /** How many broadcasts can be watched. */
  broadcasts: z.int(),
  best: RecordedBroadcast,
  /** A path of the site: the page of the film, or its own. */
  href: z.string(),
})
export type BroadcastTitleCard = z.output<typeof BroadcastTitleCard>

export const BroadcastTitleDetail = z.extend(BroadcastTitleCard, {
  description: z.string(),
  backdrop: z.string(),
  /** The best first; of a series the newest first. At most 60. */
  all: z.array(RecordedBroadcast),
})
export type BroadcastTitleDetail = z.output<typeof BroadcastTitleDetail>

const input = { lang: common.lang, format: common.format, authkey: common.authkey, device: common.device }

export const broadcastTitles = {
  list: endpoint({
    path: '/api/v1/broadcast-titles',
    envelope: 'data',
    access: 'optional',
    summary: 'Films and series that can be watched from the archive of channels now',
    input: z.object({
      ...input,
      kind: z.optional(z.enum(['films', 'serials'])),
      limit: limit(18, 60),
    }),
    output: z.object({ titles: z.array(BroadcastTitleCard) }),
    cache: { sec: 30 },
  }),
  detail: endpoint({
    path: '/api/v1/broadcast-titles/detail',
    envelope: 'data',
    access: 'optional',
    summary: 'One of them with all its broadcasts',
    input: z.object({ ...input, id: id() }),
    output: z.object({ title: BroadcastTitleDetail }),
    failures: ['broadcast_title_not_found'],
    cache: { sec: 30 },
  }),
  ofFilm: endpoint({
    path: '/api/v1/broadcast-titles/of-film',
    envelope: 'data',
    access: 'optional',
    summary:
      'The broadcasts of a title of the catalogue that can be watched, the best first; none is no error',
    input: z.object({ ...input, vid: id() }),
    output: z.object({ broadcasts: z.array(RecordedBroadcast) }),
    cache: { sec: 30 },
  }),
}
