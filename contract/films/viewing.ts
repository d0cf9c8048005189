/** A viewer's activity on titles and channels: favourites, ratings, positions, history. */
import * as z from 'zod/mini'
import { largestId } from '#contract/form/constants.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, id, items, limit, middlewareInput, page, whole } from '#contract/form/fields.ts'
import { FilmCard } from './films.ts'

/** A title with the viewer's position. */
export const WatchedFilm = z.extend(FilmCard, {
  /** The file to resume: the film, or the next episode to watch. */
  vfid: z.int(),
  /** The episode of `vfid`, with an empty name if it has none; null for a film. */
  episode: z.nullable(
    z.object({
      season: z.int(),
      number: z.int(),
      /** The last one that its file covers; `number` where it covers one. */
      last_number: z.int(),
      name: z.string(),
      still: z.string(),
    }),
  ),
  /** The position to resume at, seconds from the start; 0 starts it. */
  position_sec: z.int(),
  duration_sec: z.int(),
  /** 1 when the film, or every available episode, has been watched to its end. */
  is_finished: answeredFlag,
  /** Unix seconds. */
  watched_at: z.int(),
})
export type WatchedFilm = z.output<typeof WatchedFilm>

/** A viewer's position in one file. */
export const ViewingPosition = z.object({
  /** The `vfid`. */
  asset_id: z.int(),
  /** The position to resume at: 0 when it was watched to its end, since it then starts again. */
  position: z.int(),
  /** Its duration in seconds, as stored on the server. */
  duration: z.int(),
  is_finished: answeredFlag,
  watched_at: z.int(),
})
export type ViewingPosition = z.output<typeof ViewingPosition>

const RatingResponse = z.object({
  /** The caller's own rating, 1 to 10; 0 without one. */
  rating: z.int(),
  /** The average of all ratings here, one decimal; null with too few ratings. */
  average: z.nullable(z.number()),
  count: z.int(),
})

/** Up to 100 ids separated by commas. */
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
    summary: 'Adds a title to the favourites, or removes it',
    input: middlewareInput({ vid: id(), is_favorited: flag() }),
    output: z.object({ is_favorited: answeredFlag }),
    failures: ['title_not_found', 'favourites_full'],
  }),
  favourites: endpoint({
    path: '/middleware/video/favorites',
    access: 'viewer',
    summary:
      'The ids of the favourite titles, the last added first; the titles come from a list with `favorited_only`',
    input: middlewareInput({}),
    output: z.object({ vids: z.array(z.int()) }),
  }),
  ratingSet: endpoint({
    path: '/middleware/video/rating/set',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Rates a title from 1 to 10; 0 removes the rating',
    input: middlewareInput({ vid: id(), rating: whole(0, 10) }),
    output: RatingResponse,
    failures: ['title_not_found'],
  }),
  rating: endpoint({
    path: '/middleware/video/rating',
    access: 'optional',
    summary: 'The average rating of a title, and the caller’s own',
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
    summary: 'Adds a channel to the favourites, or removes it: exactly one of the two',
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
      /** All favourite channels, the last added first. */
      favorite_channels: z.array(z.int()),
    }),
    failures: ['channel_not_found', 'favourites_full'],
  }),
  positionSet: endpoint({
    path: '/middleware/content/position/set',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Saves the viewer’s position; the newest by the server’s clock counts',
    input: middlewareInput({
      /** The `vid`. */
      content_id: id(),
      /** The `vfid`. */
      asset_id: id(),
      /** Whole seconds from the start, never 0 (specification, 4). */
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
      /** The file to resume; null when none can be played. */
      next_vfid: z.nullable(z.int()),
    }),
    failures: ['title_not_found'],
  }),
  /** Started and unfinished titles, each with its resume position. */
  viewing: endpoint({
    path: '/middleware/video/viewing',
    access: 'viewer',
    summary: 'Titles to continue watching, the last watched first',
    input: middlewareInput({ limit: limit(20, 60) }),
    output: z.object({ videos: items(WatchedFilm) }),
  }),
  hide: endpoint({
    path: '/middleware/video/viewing/hide',
    access: 'viewer',
    changes: true,
    summary:
      'Removes a title from the continue-watching list; it stays in the history and returns when it is watched',
    /** `is_hidden=0` undoes it. */
    input: middlewareInput({ vid: id(), is_hidden: z._default(flag(), 1) }),
    output: z.object({}),
    failures: ['title_not_found'],
  }),
  viewed: endpoint({
    path: '/middleware/video/viewed',
    access: 'viewer',
    summary: 'The viewing history, newest first, each title once',
    input: middlewareInput({
      page: page(),
      limit: limit(24),
      /** The cursor (`next`) of the previous page; precedes `page`, and is stable when the history changes. */
      after: z.optional(z.string().check(z.regex(/^(\d{1,15}-\d{1,10})?$/))),
    }),
    output: z.object({
      videos: items(WatchedFilm),
      total: z.int(),
      page: z.int(),
      last_page: z.int(),
      /** The cursor for `after`; empty at the end. */
      next: z.string(),
    }),
  }),
  forget: endpoint({
    path: '/middleware/video/viewed/remove',
    access: 'viewer',
    changes: true,
    summary: 'Removes titles and their positions from the history, or all of it (`all=1`)',
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
