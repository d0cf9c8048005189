import { pageOf } from './history-page.ts'
import { lastPage } from '#server/api/context/pages.ts'
import { filmCard } from '#server/api/films/present.ts'
import { type ApiContext, regionOf } from '#server/api/context/api-context.ts'
import { type WatchedTitle, maxFavourites, resumeSec, lengthSec } from '#server/viewing/viewing.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { type WatchedFilm, viewing as endpoints } from '#contract/films/viewing.ts'
import { type Snapshot, inLanguage } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { profileKeyOf } from '#server/platform/primitives/viewer.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

type Deps = Pick<ApiContext, 'catalogue' | 'television' | 'viewing'>

/** Favourites, ratings, positions and the history. */
export function viewingEndpoints(options: Deps): readonly BoundEndpoint[] {
  return bindEndpoints('viewing', endpoints, {
    ...favouriteHandlers(options),
    ...ratingHandlers(options),
    ...positionHandlers(options),
    ...listHandlers(options),
  })
}

const favouritesFull = reject('favourites_full', { values: { limit: maxFavourites } })

function favouriteHandlers({
  viewing,
  catalogue,
  television,
}: Deps): Handlers<typeof endpoints, 'favourites' | 'settingsSet' | 'settingsSave'> {
  return {
    favourites: async (_, { viewer }) =>
      respond({ vids: [...(await viewing.favouriteVids(profileKeyOf(viewer)))] }),
    settingsSet: async ({ vid, is_favorited }, { viewer }) => {
      if (catalogue.now().anyTitle(vid) === undefined) return reject('title_not_found')
      if (is_favorited === 0) await viewing.removeFavourite(profileKeyOf(viewer), 'title', vid)
      else if (!(await viewing.addFavourite(profileKeyOf(viewer), 'title', vid))) return favouritesFull
      return respond({ is_favorited: is_favorited === 0 ? 0 : 1 })
    },
    settingsSave: async ({ favorite_channel: added, unfavorite_channel: removed }, { viewer }) => {
      const cid = added ?? removed
      if (cid === undefined || television.now().channel(cid) === undefined) return reject('channel_not_found')
      if (added === undefined) await viewing.removeFavourite(profileKeyOf(viewer), 'channel', cid)
      else if (!(await viewing.addFavourite(profileKeyOf(viewer), 'channel', cid))) return favouritesFull
      return respond({ favorite_channels: [...(await viewing.favouriteChannels(profileKeyOf(viewer)))] })
    },
  }
}

function ratingHandlers({ viewing, catalogue }: Deps): Handlers<typeof endpoints, 'rating' | 'ratingSet'> {
  return {
    ratingSet: async ({ vid, rating }, { viewer }) => {
      if (catalogue.now().anyTitle(vid) === undefined) return reject('title_not_found')
      await viewing.rate(profileKeyOf(viewer), vid, rating)
      return respond(await viewing.rating(profileKeyOf(viewer), vid))
    },
    rating: async ({ vid }, { viewer }) => {
      if (catalogue.now().anyTitle(vid) === undefined) return reject('title_not_found')
      return respond(await viewing.rating(viewer === undefined ? undefined : profileKeyOf(viewer), vid))
    },
  }
}

function positionHandlers({
  viewing,
  catalogue,
}: Deps): Handlers<typeof endpoints, 'positionSet' | 'positions' | 'hide' | 'forget'> {
  return {
    positionSet: async ({ content_id: vid, asset_id: vfid, position }, { viewer }) =>
      (await viewing.savePosition(profileKeyOf(viewer), vid, vfid, position))
        ? respond({})
        : reject('title_not_found'),
    positions: async ({ content_id: vid }, request) => {
      const result = await viewing.positions(profileKeyOf(request.viewer), vid, regionOf(request))
      if (result === undefined) return reject('title_not_found')
      const item = result.positions.map((place) => ({
        asset_id: place.vfid,
        position: resumeSec(place),
        duration: place.durationSec,
        is_finished: flagOf(place.isFinished),
        watched_at: secondsOf(place.watchedAtMs),
      }))
      return respond({ positions: { item }, next_vfid: result.next })
    },
    hide: async ({ vid, is_hidden }, { viewer }) => {
      if (catalogue.now().anyTitle(vid) === undefined) return reject('title_not_found')
      await viewing.hide(profileKeyOf(viewer), vid, is_hidden === 1)
      return respond({})
    },
    forget: async ({ vids }, { viewer }) => {
      const removed = await viewing.forget(profileKeyOf(viewer), vids?.split(',').map(Number) ?? 'all')
      return respond({ removed })
    },
  }
}

function listHandlers({ viewing, catalogue }: Deps): Handlers<typeof endpoints, 'viewing' | 'viewed'> {
  return {
    viewing: async ({ limit }, request) => {
      const region = regionOf(request)
      const snapshot = catalogue.now(region)
      const all = await viewing.toGoOnWith(profileKeyOf(request.viewer), Infinity, region)
      const watched = all.filter(({ title }) => snapshot.isListed(title.vid)).slice(0, limit)
      return respond({ videos: { item: presentHistory(watched, snapshot, request.language) } })
    },
    viewed: async ({ page, limit, after = '' }, request) => {
      const region = regionOf(request)
      const snapshot = catalogue.now(region)
      const history = await viewing.history(profileKeyOf(request.viewer), region)
      const all = history.filter(({ title }) => snapshot.isListed(title.vid))
      const { watched, next } = pageOf(all, { page, limit, after })
      return respond({
        videos: { item: presentHistory(watched, snapshot, request.language) },
        total: all.length,
        page,
        last_page: lastPage(all.length, limit),
        next,
      })
    },
  }
}

function presentHistory(
  watched: readonly WatchedTitle[],
  snapshot: Snapshot,
  language: Language,
): WatchedFilm[] {
  return watched.map((one) => presentWatched(one, snapshot, language))
}

function flagOf(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000)
}

function presentWatched(watched: WatchedTitle, snapshot: Snapshot, language: Language): WatchedFilm {
  const { title, file } = watched
  return {
    ...filmCard(title, snapshot, language),
    vfid: file.vfid,
    episode:
      file.episode === undefined
        ? null
        : {
            season: file.episode.season.number,
            number: file.episode.episode.number,
            last_number: file.episode.episode.last ?? file.episode.episode.number,
            name: inLanguage(file.episode.episode.name, language),
            still: pictureAddress('still', file.vfid, file.episode.episode.still, 480),
          },
    position_sec: watched.positionSec,
    duration_sec: lengthSec(file),
    is_finished: flagOf(watched.isFinished),
    watched_at: secondsOf(watched.watchedAtMs),
  }
}
