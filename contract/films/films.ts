/** Films and series: lists, detail, episodes, and the addresses that play them. */
import * as z from 'zod/mini'
import { PlaybackAddress } from '#contract/channels/channels.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import {
  answeredFlag,
  country,
  flag,
  id,
  items,
  limit,
  middlewareInput,
  optionalText,
  page,
  whole,
} from '#contract/form/fields.ts'
import { RecordedBroadcast } from './broadcast-titles.ts'
import { watchLimitFailures } from '#contract/form/profile-failures.ts'
import { streamFailures, streamInput } from '#contract/playback/stream-fields.ts'

/** A title on a card. Image addresses are relative to the site's root or absolute. */
export const FilmCard = z.object({
  vid: z.int(),
  name: z.string(),
  original_name: z.string(),
  year: z.int(),
  thumbnail_small: z.string(),
  thumbnail_big: z.string(),
  screenshot_big: z.string(),
  category: z.int(),
  is_series: answeredFlag,
  genres: z.array(z.string()),
  countries: z.array(z.string()),
  duration_min: z.int(),
  age_rating: z.string(),
  /** Ratings of two external sites, 0 to 10, or null when unknown. */
  rating_kp: z.nullable(z.number()),
  rating_imdb: z.nullable(z.number()),
  has_subscription: answeredFlag,
  free_movie: answeredFlag,
  premier: answeredFlag,
  exclusive: answeredFlag,
  new_episodes: answeredFlag,
  /** 1 when it is above the limit of the viewer's profile, and the account's PIN opens it. */
  is_locked: z.optional(answeredFlag),
})
export type FilmCard = z.output<typeof FilmCard>

export const PersonCredit = z.object({
  aid: z.int(),
  name: z.string(),
  role: z.string(),
  photo: z.nullable(z.string()),
})

/** The roles of a person in titles. */
export const personRoles = ['actor', 'director', 'writer', 'composer', 'producer'] as const

export const Person = z.object({
  aid: z.int(),
  name: z.string(),
  original_name: z.string(),
  photo: z.nullable(z.string()),
  about: z.string(),
  /** How often in each role, the most frequent first. */
  roles: z.array(z.object({ kind: z.enum(personRoles), titles: z.int() })),
  title_count: z.int(),
})
export type Person = z.output<typeof Person>

/** A playable file of a title: the film itself, or its trailer. */
export const FilmFile = z.object({
  vfid: z.int(),
  kind: z.enum(['film', 'trailer']),
  duration_sec: z.int(),
  /** 1 when it can be played now; 0 while it is being prepared. */
  is_ready: answeredFlag,
})

export const Season = z.object({
  season_id: z.int(),
  number: z.int(),
  name: z.string(),
  episode_count: z.int(),
})
export type Season = z.output<typeof Season>

export const Episode = z.object({
  vfid: z.int(),
  season_id: z.int(),
  number: z.int(),
  /** The last one that its file covers; `number` where it covers one. */
  last_number: z.int(),
  name: z.string(),
  description: z.string(),
  still: z.string(),
  duration_sec: z.int(),
  is_ready: answeredFlag,
})
export type Episode = z.output<typeof Episode>

/** What this caller needs in order to watch, as a code; with the price in sums where there is one. */
export const FilmAccess = z.object({
  state: z.enum(['watch', 'login', 'subscribe', 'suspended', 'paused', 'unavailable']),
  price: z.nullable(z.number()),
  /** Of one that is unavailable because it opens later: when, unix seconds; absent when that is not known. */
  opens_at: z.optional(z.int()),
})

export const FilmDetail = z.extend(FilmCard, {
  description: z.string(),
  /** The directors' names, separated by commas; `directors` has each with the person's id. */
  director: z.string(),
  directors: z.array(z.object({ aid: z.int(), name: z.string() })),
  provider_id: z.int(),
  provider_name: z.string(),
  actors: z.array(PersonCredit),
  files: z.array(FilmFile),
  seasons: z.array(Season),
  is_favorited: answeredFlag,
  access: FilmAccess,
  /** Its broadcasts in the archive of channels that can be watched, the best first, three at most; absent for none. */
  recorded: z.optional(z.array(RecordedBroadcast)),
})
export type FilmDetail = z.output<typeof FilmDetail>

export const listOrders = ['-popularity', '-year', '-rating', 'name', '-added'] as const

/** Filters of a list. An empty value is no filter (CAT-05). */
const listInput = {
  page: page(),
  limit: limit(24),
  category: z.optional(id()),
  kind: z.optional(z.enum(['films', 'serials', 'kids', 'uzbek'])),
  genre_id: z.optional(id()),
  video_provider: z.optional(id()),
  country: z.optional(country()),
  /** One year, or several separated by commas (CAT-02). */
  year: z.optional(z.string().check(z.regex(/^\d{4}(,\d{4}){0,79}$/))),
  /** The minimum rating of the first external site. */
  rating: z.optional(whole(0, 10)),
  /** When absent: by popularity; for a viewer's own list, the newest first. */
  order: z.optional(z.enum(listOrders)),
  /** 1 is the same as `order=-popularity` (CAT-05). */
  trend: z.optional(whole(0, 1)),
  collection: z.optional(id()),
  /** Titles with this person. */
  person: z.optional(id()),
  query: optionalText(100),
  /** The cursor (`next`) of the previous page; has precedence over `page`, and is stable when the catalogue changes. */
  after: optionalText(600),
  /** 1: also count the results of each further filter. */
  facets: z._default(flag(), 0),
}
/** Filters that need a viewer: favourites, started titles. */
const ownInput = { favorited_only: z._default(flag(), 0), is_viewing: z._default(flag(), 0) }

/** The number of titles for each value, with all other filters unchanged. Values without titles are left out. */
export const Facets = z.object({
  genres: z.array(z.object({ id: z.int(), count: z.int() })),
  countries: z.array(z.object({ code: z.string(), count: z.int() })),
  years: z.array(z.object({ year: z.int(), count: z.int() })),
  providers: z.array(z.object({ id: z.int(), count: z.int() })),
  /** Titles with at least this rating. */
  ratings: z.array(z.object({ least: z.int(), count: z.int() })),
})
export type Facets = z.output<typeof Facets>

const listResponse = z.object({
  videos: items(FilmCard),
  total: z.int(),
  page: z.int(),
  last_page: z.int(),
  /** The cursor for `after`; empty at the end. */
  next: z.string(),
  facets: z.nullable(Facets),
})
const detailInput = middlewareInput({ vid: id(), type: z._default(z.enum(['all']), 'all') })
const detailResponse = z.object({ video: FilmDetail })

/** A film's address, with the markers for the player's timeline. Times are seconds from the start. */
export const FilmAddress = z.extend(PlaybackAddress, {
  duration_sec: z.number(),
  markers: z.array(
    z.object({ kind: z.enum(['intro', 'titles']), begin_sec: z.number(), end_sec: z.number() }),
  ),
  /** Of a trailer: its smallest H.264 video without sound as one MP4, for previews. Absent where it is served encrypted. */
  silent_url: z.optional(z.string()),
})
export type FilmAddress = z.output<typeof FilmAddress>

export const films = {
  list: endpoint({
    path: '/middleware/video/list',
    access: 'viewer',
    summary: 'A page of films and series for this viewer',
    input: middlewareInput({ ...listInput, ...ownInput }),
    output: listResponse,
  }),
  publicList: endpoint({
    path: '/middleware/noauth/video/list',
    summary: 'A page of films and series, for everybody',
    input: middlewareInput(listInput),
    output: listResponse,
    cache: { sec: 30 },
  }),
  detail: endpoint({
    path: '/middleware/video/detail',
    access: 'viewer',
    summary: 'One film or series for this viewer',
    input: detailInput,
    output: detailResponse,
    failures: ['title_not_found'],
  }),
  publicDetail: endpoint({
    path: '/middleware/noauth/video/detail',
    summary: 'One film or series, for everybody',
    input: detailInput,
    output: detailResponse,
    failures: ['title_not_found'],
    cache: { sec: 30 },
  }),
  actor: endpoint({
    path: '/middleware/actor/detail',
    summary: 'One person: portrait and roles; the titles come from a list with `person`',
    input: middlewareInput({ aid: id() }),
    output: z.object({ actor: Person }),
    failures: ['person_not_found'],
    cache: { sec: 60 },
  }),
  episodes: endpoint({
    path: '/middleware/video/episode/list',
    access: 'optional',
    summary: 'The episodes of a season',
    input: middlewareInput({ season_id: id() }),
    output: z.object({ episodes: items(Episode) }),
    failures: ['title_not_found'],
    cache: { sec: 30 },
  }),
  url: endpoint({
    path: '/middleware/video/url',
    access: 'optional',
    endedSession: 'refused',
    needsProfile: true,
    summary: 'The address that plays a film or an episode',
    input: middlewareInput({
      vid: id(),
      vfid: z.optional(id()),
      redirect: z._default(whole(0, 0), 0),
      ...streamInput,
    }),
    output: FilmAddress,
    failures: [
      'login_needed',
      'not_subscribed',
      'account_suspended',
      'tariff_paused',
      'title_not_found',
      'not_available_now',
      'blacked_out',
      'title_outside_region',
      ...streamFailures,
      ...watchLimitFailures,
    ],
  }),
}
