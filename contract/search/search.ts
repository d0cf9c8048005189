/** Search over the whole catalogue, and similar titles. */
import * as z from 'zod/mini'
import { Channel } from '#contract/channels/channels.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, country, flag, id, limit, optionalText, text } from '#contract/form/fields.ts'
import { BroadcastTitleCard } from '#contract/films/broadcast-titles.ts'
import { FilmCard } from '#contract/films/films.ts'

/** Longer queries are rejected: no real query is that long. */
export const queryMax = 200

/** A matching title. */
export const FilmMatch = z.extend(FilmCard, {
  /** The name or person that matched, when the shown name does not include it; else empty. */
  found_by: z.string(),
})
export type FilmMatch = z.output<typeof FilmMatch>

/** One broadcast of a programme. Times are unix seconds. */
export const Airing = z.object({
  pid: z.int(),
  cid: z.int(),
  channel_name: z.string(),
  logo: z.string(),
  begin_time: z.int(),
  end_time: z.int(),
  /** `past` is recorded and can be watched, `now` is on air, `next` is in the future. */
  state: z.enum(['past', 'now', 'next']),
  /** A path of the site: the recording of a past one, else its channel. */
  href: z.string(),
})
export type Airing = z.output<typeof Airing>

/** A matching programme: its best broadcast, and others that can be watched or are in the future. */
export const ProgrammeMatch = z.extend(Airing, {
  title: z.string(),
  age_rating: z.string(),
  /** At most three, in time order. */
  more: z.array(Airing),
})
export type ProgrammeMatch = z.output<typeof ProgrammeMatch>

export const PersonMatch = z.object({
  aid: z.int(),
  name: z.string(),
  original_name: z.string(),
  photo: z.nullable(z.string()),
  title_count: z.int(),
  /** The most popular titles, at most two. */
  known_for: z.array(z.string()),
})
export type PersonMatch = z.output<typeof PersonMatch>

/** An episode that matched by its own name; it leads to its series. */
export const EpisodeMatch = z.object({
  vid: z.int(),
  vfid: z.int(),
  series_name: z.string(),
  season: z.int(),
  number: z.int(),
  /** The last one that its file covers; `number` where it covers one. */
  last_number: z.int(),
  name: z.string(),
  still: z.string(),
  duration_sec: z.int(),
})
export type EpisodeMatch = z.output<typeof EpisodeMatch>

export const RelatedFilm = z.extend(FilmCard, {
  reason: z.object({
    kind: z.enum(['director', 'actor', 'collection', 'genre', 'watched']),
    /**
     * What both titles share, in the caller's language: names of people, a collection's name, genres. `watched`:
     * the same viewers watched both; no names.
     */
    names: z.array(z.string()),
  }),
})
export type RelatedFilm = z.output<typeof RelatedFilm>

export const searchTypes = ['films', 'serials', 'episodes', 'channels', 'programmes', 'people'] as const

export const search = {
  all: endpoint({
    path: '/api/v1.2.0/search/all',
    envelope: 'data',
    access: 'optional',
    summary:
      'Films, series, episodes, people, channels and programmes that match a text, in any spelling or keyboard layout',
    input: z.object({
      lang: common.lang,
      format: common.format,
      authkey: common.authkey,
      device: common.device,
      query: text(queryMax, 1),
      /** Maximum number of results per list. */
      limit: limit(12, 40),
      type: z.optional(z.enum(searchTypes)),
      /** A genre, a country or a year limits the results to films and series. */
      genre_id: z.optional(id()),
      country: z.optional(country()),
      year: z.optional(z.string().check(z.regex(/^\d{4}(,\d{4}){0,79}$/))),
      /** 1: search exactly this text, without keyboard layout conversion and typo correction. */
      literal: z._default(flag(), 0),
    }),
    output: z.object({
      query: z.string(),
      /** The text that was searched instead: corrected, or converted from another layout. Empty: the query itself. */
      read_as: z.string(),
      movies: z.array(FilmMatch),
      episodes: z.array(EpisodeMatch),
      people: z.array(PersonMatch),
      channels: z.array(Channel),
      epg: z.array(ProgrammeMatch),
      /** Films and series that can be watched from the archive of channels; their past broadcasts are not in `epg`. */
      recorded: z.array(BroadcastTitleCard),
      /** Without results: other spellings that have results. */
      variants: z.array(z.string()),
    }),
    cache: { sec: 15 },
  }),
  related: endpoint({
    path: '/api/v1.2.0/search/movies/related',
    envelope: 'data',
    summary: 'Titles similar to one, or to the best match of a text, each with what they share',
    input: z
      .object({
        lang: common.lang,
        format: common.format,
        authkey: common.authkey,
        device: common.device,
        vid: z.optional(id()),
        query: optionalText(queryMax),
        /** The same text under the second name that the specification uses. */
        q: optionalText(queryMax),
        limit: limit(12, 40),
      })
      .check(
        z.refine(({ vid, query, q }) => vid !== undefined || (query ?? '') !== '' || (q ?? '') !== '', {
          path: ['vid'],
        }),
      ),
    output: z.array(RelatedFilm),
    failures: ['title_not_found'],
    cache: { sec: 60 },
  }),
}
