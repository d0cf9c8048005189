/** Search over everything there is, and what is like a title. */
import * as z from 'zod/mini'
import { Channel } from '#contract/channels/channels.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, country, flag, id, limit, optionalText, text } from '#contract/form/fields.ts'
import { FilmCard } from '#contract/films/films.ts'

/** Longer queries are refused: nobody looks for so much. */
export const queryMax = 200

/** A title that was found. */
export const FilmMatch = z.extend(FilmCard, {
  /** The name or person by which it was found, when the shown name does not say it; else empty. */
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
  /** `past` is recorded and can be watched, `now` is on the air, `next` is still to come. */
  state: z.enum(['past', 'now', 'next']),
  /** A path of the site: the recording of a past one, else its channel. */
  href: z.string(),
})
export type Airing = z.output<typeof Airing>

/** A programme that was found: its best broadcast, and others that can be watched or are to come. */
export const ProgrammeMatch = z.extend(Airing, {
  title: z.string(),
  age_rating: z.string(),
  /** At most three, in the order of time. */
  more: z.array(Airing),
})
export type ProgrammeMatch = z.output<typeof ProgrammeMatch>

export const PersonMatch = z.object({
  aid: z.int(),
  name: z.string(),
  original_name: z.string(),
  photo: z.nullable(z.string()),
  title_count: z.int(),
  /** The best known titles, at most two. */
  known_for: z.array(z.string()),
})
export type PersonMatch = z.output<typeof PersonMatch>

/** An episode that was found by its own name; it leads to its series. */
export const EpisodeMatch = z.object({
  vid: z.int(),
  vfid: z.int(),
  series_name: z.string(),
  season: z.int(),
  number: z.int(),
  name: z.string(),
  still: z.string(),
  duration_sec: z.int(),
})
export type EpisodeMatch = z.output<typeof EpisodeMatch>

export const RelatedFilm = z.extend(FilmCard, {
  reason: z.object({
    kind: z.enum(['director', 'actor', 'collection', 'genre', 'watched']),
    /**
     * Whose or what they share, in the caller's language: names of people, a collection's name, genres. `watched`:
     * those who watched the one watched the other; no names.
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
    summary: 'Films, series, episodes, people, channels and programmes by a text however it was typed',
    input: z.object({
      lang: common.lang,
      format: common.format,
      authkey: common.authkey,
      device: common.device,
      query: text(queryMax, 1),
      /** Of each list. */
      limit: limit(12, 40),
      type: z.optional(z.enum(searchTypes)),
      /** A genre, a country or a year leaves only what has one: films and series. */
      genre_id: z.optional(id()),
      country: z.optional(country()),
      year: z.optional(z.string().check(z.regex(/^\d{4}(,\d{4}){0,79}$/))),
      /** 1 takes the query as it stands: no other keyboard, no typing error forgiven. */
      literal: z._default(flag(), 0),
    }),
    output: z.object({
      query: z.string(),
      /** What was looked for instead of the query: put right or read on another keyboard. Empty: the query itself. */
      read_as: z.string(),
      movies: z.array(FilmMatch),
      episodes: z.array(EpisodeMatch),
      people: z.array(PersonMatch),
      channels: z.array(Channel),
      epg: z.array(ProgrammeMatch),
      /** When nothing was found: other spellings that find something. */
      variants: z.array(z.string()),
    }),
    cache: { sec: 15 },
  }),
  related: endpoint({
    path: '/api/v1.2.0/search/movies/related',
    envelope: 'data',
    summary: 'Titles like one, or like the best found by a text, each with what they share',
    input: z
      .object({
        lang: common.lang,
        format: common.format,
        authkey: common.authkey,
        device: common.device,
        vid: z.optional(id()),
        query: optionalText(queryMax),
        /** The same text under the other name that the specification has for it. */
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
