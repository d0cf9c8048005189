import { type ApiContext, type Uses, regionOf } from '#server/api/context/api-context.ts'
import { type BroadcastTitleDeps, recordedOfFilm } from '#server/api/broadcast-titles/broadcast-titles.ts'
import type { Viewing } from '#server/viewing/viewing.ts'
import { type ParsedOf, respond, reject } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { films } from '#contract/films/films.ts'
import { site } from '#contract/site/site.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type Viewer, profileKeyOf } from '#server/platform/primitives/viewer.ts'
import {
  type LiveCatalogue,
  type Snapshot,
  listedProviders,
  type CollectionRecord,
  type TitleRecord,
  opensMs,
  inLanguage,
} from '#server/catalogue/catalogue.ts'
import { type AssetShelf, episodes, filmDetail, personDetail, presentTitles } from './present.ts'
import { listTitles, loadTitles } from './list-titles.ts'
import { selectionsOf } from './selections.ts'

type Asking = Parameters<typeof regionOf>[0] & { readonly language: Language }

/** Broadcasts on the page of a film. */
const maxRecorded = 3

type Deps = Uses<{
  clock: 'nowMs'
  engine: 'describeAsset'
  entitlement: 'titleAccess'
  viewing: 'favouriteVids' | 'isFavouriteTitle' | 'viewingVids'
}> &
  BroadcastTitleDeps &
  Pick<ApiContext, 'catalogue'>

/** Lists of films, and one in detail. `films.url` belongs to playback. */
export function filmEndpoints(api: Deps): readonly BoundEndpoint[] {
  const { catalogue, entitlement, viewing } = api
  const assets: AssetShelf = { playable: (assetId) => api.engine.describeAsset(assetId) }
  const detail = async (vid: number, request: Asking, viewer: Viewer | undefined) => {
    const { language } = request
    const snapshot = catalogue.now(regionOf(request))
    const title = snapshot.anyTitle(vid)
    if (title === undefined) return reject('title_not_found')
    const isFavourite = viewer !== undefined && (await viewing.isFavouriteTitle(profileKeyOf(viewer), vid))
    return respond({
      video: {
        ...filmDetail(title, snapshot, language, assets),
        is_favorited: isFavourite ? (1 as const) : (0 as const),
        ...(await recordedOf(vid, request, viewer)),
        // Outside its window no purchase would help: no price is computed.
        access: snapshot.isListed(vid)
          ? await entitlement.titleAccess(viewer, title, regionOf(request))
          : { state: 'unavailable' as const, price: null, ...opening(snapshot.wholeTitle(vid), request) },
      },
    })
  }
  const recordedOf = async (vid: number, request: Asking, viewer: Viewer | undefined) => {
    const recorded = await recordedOfFilm(vid, { ...request, viewer }, api)
    return recorded.length === 0 ? {} : { recorded: recorded.slice(0, maxRecorded) }
  }
  const opening = (title: TitleRecord | undefined, request: Asking) => {
    const opens = title === undefined ? undefined : opensMs(title, api.clock.nowMs(), regionOf(request))
    return opens === undefined ? {} : { opens_at: Math.floor(opens / 1000) }
  }
  return [
    ...bindEndpoints('films', films, {
      list: async (input, request) =>
        listTitles(
          catalogue.now(regionOf(request)),
          input,
          request.language,
          await ownVids(input, request.viewer, viewing),
        ),
      publicList: (input, request) => listTitles(catalogue.now(regionOf(request)), input, request.language),
      detail: (input, request) => detail(input.vid, request, request.viewer),
      publicDetail: (input, request) => detail(input.vid, request, undefined),
      actor: (input, request) => {
        const snapshot = catalogue.now(regionOf(request))
        const person = personOf(snapshot, input.aid)
        if (person === undefined) return reject('person_not_found')
        return respond({ actor: personDetail(person, snapshot, request.language) })
      },
      episodes: (input, request) => {
        const result = catalogue.now(regionOf(request)).season(input.season_id)
        if (result === undefined) return reject('title_not_found')
        return respond({ episodes: { item: episodes(result.season, request.language, assets) } })
      },
    }),
    ...siteEndpoints(catalogue, api.clock),
  ]
}

/** An address of a double leads to the person that it was merged into. */
function personOf({ content }: Snapshot, aid: number) {
  return content.people.get(content.mergedPeople?.get(aid) ?? aid)
}

/** Further catalogue data for the site. */
function siteEndpoints(catalogue: LiveCatalogue, clock: Clock): readonly BoundEndpoint[] {
  return bindEndpoints('site', site, {
    providers: (_, request) =>
      respond(
        listedProviders(catalogue.now(regionOf(request)).content).map(({ id, name }) => ({
          provider_id: id,
          provider_name: name,
        })),
      ),
    selections: (input, request) =>
      respond(selectionsOf(catalogue.now(regionOf(request)), request.language, input.limit, clock.nowMs())),
    genres: (_, request) => respond(presentGenres(catalogue.now(regionOf(request)), request.language)),
    collections: (input, request) => {
      const snapshot = catalogue.now(regionOf(request))
      const shown = listCollections(snapshot)
      return respond(shown.map((one) => presentCollection(one, snapshot, request.language, input.limit)))
    },
    collection: (input, request) => {
      const snapshot = catalogue.now(regionOf(request))
      const result = snapshot.collection(input.id)
      if (result === undefined) return reject('not_found')
      return respond(presentCollection(result, snapshot, request.language, input.limit ?? result.vids.length))
    },
  })
}

/** The viewer's own titles by the requested lists; undefined: no restriction. For two lists, their intersection. */
async function ownVids(
  input: ParsedOf<typeof films.list>,
  viewer: Viewer,
  own: Pick<Viewing, 'favouriteVids' | 'viewingVids'>,
): Promise<readonly number[] | undefined> {
  const favourites = input.favorited_only === 1 ? await own.favouriteVids(profileKeyOf(viewer)) : undefined
  const viewing = input.is_viewing === 1 ? await own.viewingVids(profileKeyOf(viewer)) : undefined
  if (favourites === undefined || viewing === undefined) return favourites ?? viewing
  const among = new Set(favourites)
  return viewing.filter((vid) => among.has(vid))
}

/** Sorted by name. */
function presentGenres(snapshot: Snapshot, language: Language) {
  const collator = new Intl.Collator(language)
  return snapshot.content.genres
    .map((genre) => ({ id: genre.id, name: inLanguage(genre.name, language) }))
    .toSorted((a, b) => collator.compare(a.name, b.name))
}

/** Collections with at least one title that is listed now. */
function listCollections({ content }: Snapshot): readonly CollectionRecord[] {
  return content.collections.filter(({ vids }) => vids.length > 0)
}

function presentCollection(
  collection: CollectionRecord,
  snapshot: Snapshot,
  language: Language,
  limit: number,
) {
  return {
    id: collection.id,
    name: inLanguage(collection.name, language),
    description: inLanguage(collection.description, language),
    items: presentTitles(loadTitles(snapshot, collection.vids.slice(0, limit)), snapshot, language),
  }
}
