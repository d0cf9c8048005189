/** What a viewer does with titles and channels: favourites, ratings, where they stopped, what they have watched. */
import * as z from 'zod/mini'
import { largestId } from '#contract/form/constants.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, id, items, limit, middlewareInput, page, whole } from '#contract/form/fields.ts'
import { FilmCard } from './films.ts'

/** A title with the place its viewer has come to. */
export const WatchedFilm = z.extend(FilmCard, {
  /** The file to go on with: the film, or the episode that is next to be watched. */
  vfid: z.int(),
  /** Which episode `vfid` is, its name empty where it has none of its own; null for a film. */
  episode: z.nullable(z.object({ season: z.int(), number: z.int(), name: z.string(), still: z.string() })),
  /** Where to go on, seconds from the beginning; 0 begins it. */
  position_sec: z.int(),
  duration_sec: z.int(),
  /** 1 when the film, or every episode there is, has been watched to its end. */
  is_finished: answeredFlag,
  /** Unix seconds. */
  watched_at: z.int(),
})
export type WatchedFilm = z.output<typeof WatchedFilm>

/** Where somebody stopped in one file. */
export const ViewingPosition = z.object({
  /** The `vfid`. */
  asset_id: z.int(),
  /** Where to go on: 0 when it was watched to its end, for then it begins again. */
  position: z.int(),
  /** Its length in seconds as the server knows it. */
  duration: z.int(),
  is_finished: answeredFlag,
  watched_at: z.int(),
})
export type ViewingPosition = z.output<typeof ViewingPosition>

const RatingResponse = z.object({
  /** The caller's own, 1 to 10; 0 when there is none. */
  rating: z.int(),
  /** Of all who rated here, one decimal; null when too few have. */
  average: z.nullable(z.number()),
  count: z.int(),
})

/** Up to 100 ids joined by commas. */
const idList = z.string().check(
  z.regex(/^\d{1,10}(,\d{1,10}){0,99}$/, { abort: true }),
  z.refine((list) => list.split(',').every((one) => Number(one) <= largestId)),
)

export const viewing = {
  settingsSet: endpoint({
    path: '/middleware/video/settings/set',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Puts a title among the favourites, or takes it away',
    input: middlewareInput({ vid: id(), is_favorited: flag() }),
    output: z.object({ is_favorited: answeredFlag }),
    failures: ['title_not_found', 'favourites_full'],
  }),
  favourites: endpoint({
    path: '/middleware/video/favorites',
    access: 'viewer',
    summary:
      'The ids of the favourite titles, the one added last first; the titles come from a list with `favorited_only`',
    input: middlewareInput({}),
    output: z.object({ vids: z.array(z.int()) }),
  }),
  ratingSet: endpoint({
    path: '/middleware/video/rating/set',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Rates a title from 1 to 10; 0 takes the rating back',
    input: middlewareInput({ vid: id(), rating: whole(0, 10) }),
    output: RatingResponse,
    failures: ['title_not_found'],
  }),
  rating: endpoint({
    path: '/middleware/video/rating',
    access: 'optional',
    summary: 'How viewers rated a title, and how the caller did',
    input: middlewareInput({ vid: id() }),
    output: RatingResponse,
    failures: ['title_not_found'],
    cache: { sec: 0 },
  }),
  settingsSave: endpoint({
    path: '/middleware/settings/save',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Adds a channel to the favourites, or takes it away: exactly one of the two',
    input: z
      .object({
        ...middlewareInput({}).shape,
        favorite_channel: z.optional(id()),
        unfavorite_channel: z.optional(id()),
      })
      .check(
        z.refine(
          ({ favorite_channel, unfavorite_channel }) =>
            (favorite_channel === undefined) !== (unfavorite_channel === undefined),
          { path: ['favorite_channel'] },
        ),
      ),
    output: z.object({
      /** All favourite channels, the one added last first. */
      favorite_channels: z.array(z.int()),
    }),
    failures: ['channel_not_found', 'favourites_full'],
  }),
  positionSet: endpoint({
    path: '/middleware/content/position/set',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Keeps the place somebody has come to; the newest by the server’s clock counts',
    input: middlewareInput({
      /** The `vid`. */
      content_id: id(),
      /** The `vfid`. */
      asset_id: id(),
      /** Whole seconds from the beginning, never 0 (specification, 4). */
      position: whole(1, 864_000),
      content_type: z._default(z.enum(['video']), 'video'),
    }),
    output: z.object({}),
    failures: ['title_not_found'],
  }),
  positions: endpoint({
    path: '/middleware/content/position/list',
    access: 'viewer',
    summary: 'Where the caller stopped in the files of a title, and which of them comes next',
    input: middlewareInput({ content_id: id() }),
    output: z.object({
      positions: items(ViewingPosition),
      /** The file to go on with; null when there is none to play. */
      next_vfid: z.nullable(z.int()),
    }),
    failures: ['title_not_found'],
  }),
  /** What is begun and not finished, each with where to go on. */
  viewing: endpoint({
    path: '/middleware/video/viewing',
    access: 'viewer',
    summary: 'Titles to go on with, the one watched last first',
    input: middlewareInput({ limit: limit(20, 60) }),
    output: z.object({ videos: items(WatchedFilm) }),
  }),
  hide: endpoint({
    path: '/middleware/video/viewing/hide',
    access: 'viewer',
    changes: true,
    summary:
      'Takes a title from the list to go on with; it stays in the history and comes back when it is watched',
    /** `is_hidden=0` puts it back: a hand that slipped. */
    input: middlewareInput({ vid: id(), is_hidden: z._default(flag(), 1) }),
    output: z.object({}),
    failures: ['title_not_found'],
  }),
  viewed: endpoint({
    path: '/middleware/video/viewed',
    access: 'viewer',
    summary: 'The history of watching, newest first, a title once',
    input: middlewareInput({
      page: page(),
      limit: limit(24),
      /** Where the page before ended (its `next`); goes before `page`, and does not shift when something is watched. */
      after: z.optional(z.string().check(z.regex(/^(\d{1,15}-\d{1,10})?$/))),
    }),
    output: z.object({
      videos: items(WatchedFilm),
      total: z.int(),
      page: z.int(),
      last_page: z.int(),
      /** What to ask for as `after`; empty at the end. */
      next: z.string(),
    }),
  }),
  forget: endpoint({
    path: '/middleware/video/viewed/remove',
    access: 'viewer',
    changes: true,
    summary: 'Removes titles from the history with their places, or all of it (`all=1`)',
    input: z
      .object({
        ...middlewareInput({}).shape,
        vids: z.optional(idList),
        all: z._default(flag(), 0),
      })
      .check(z.refine(({ vids, all }) => (vids === undefined) === (all === 1), { path: ['vids'] })),
    output: z.object({ removed: z.int() }),
  }),
}
