import type { ParsedOf } from '#contract/endpoint.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import type { Language } from '#contract/failures.ts'
import type { FilmDetail } from '#contract/films.ts'
import { films } from '#contract/films.ts'
import { site } from '#contract/site.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BoundCall, Viewer } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import type { AssetShelf } from './present.ts'
import { episodes, filmCard, filmDetail, personDetail } from './present.ts'
import { listTitles } from './list-titles.ts'
import { selectionsOf } from './selections.ts'
import type { Snapshot } from './snapshot.ts'
import { listedProviders } from './snapshot.ts'
import type { CollectionRecord, TitleRecord } from './title.ts'
import { inLanguage } from './words.ts'

/** What the application gives this module: answers to questions that belong to modules above it. */
export interface CataloguePorts {
  readonly clock: Clock
  readonly shelf: AssetShelf
  /** What stands between this caller (undefined: a guest) and watching this title. */
  titleAccess(
    viewer: Viewer | undefined,
    title: TitleRecord,
  ): FilmDetail['access'] | Promise<FilmDetail['access']>
  /** Whether the viewer keeps it among the favourites. Absent while there are no favourites of films. */
  isFavouriteTitle?(viewer: Viewer, vid: number): boolean | Promise<boolean>
  /** The viewer's favourites, the newest first. Absent while there are none of anybody. */
  favouriteVids?(viewer: Viewer): Promise<readonly number[]>
  /** What the viewer has begun and not watched to its end, the newest first. */
  viewingVids?(viewer: Viewer): Promise<readonly number[]>
}

/** The calls of the catalogue, bound. `films.url` belongs to playback. */
export function catalogueCalls(catalogue: LiveCatalogue, ports: CataloguePorts): readonly BoundCall[] {
  const detail = async (vid: number, language: Language, viewer: Viewer | undefined) => {
    const snapshot = catalogue.now()
    const title = snapshot.anyTitle(vid)
    if (title === undefined) return refuse('title_not_found')
    const favourite = viewer === undefined ? false : await ports.isFavouriteTitle?.(viewer, vid)
    return answer({
      video: {
        ...filmDetail(title, snapshot, language, ports.shelf),
        is_favorited: favourite === true ? (1 as const) : (0 as const),
        // Outside its window nothing else could be done about it: no price is asked for.
        access: snapshot.isListed(vid)
          ? await ports.titleAccess(viewer, title)
          : { state: 'unavailable' as const, price: null },
      },
    })
  }
  return [
    ...bindCalls('films', films, {
      list: async (input, call) =>
        listTitles(catalogue.now(), input, call.language, await ownVids(input, call.viewer, ports)),
      publicList: (input, call) => listTitles(catalogue.now(), input, call.language),
      detail: (input, call) => detail(input.vid, call.language, call.viewer),
      publicDetail: (input, call) => detail(input.vid, call.language, undefined),
      actor: (input, call) => {
        const snapshot = catalogue.now()
        const person = snapshot.content.people.get(input.aid)
        if (person === undefined) return refuse('person_not_found')
        return answer({ actor: personDetail(person, snapshot, call.language) })
      },
      episodes: (input, call) => {
        const found = catalogue.now().season(input.season_id)
        if (found === undefined) return refuse('title_not_found')
        return answer({ episodes: { item: episodes(found.season, call.language, ports.shelf) } })
      },
    }),
    ...siteCalls(catalogue, ports.clock),
  ]
}

/** What the site asks of the catalogue besides lists. */
function siteCalls(catalogue: LiveCatalogue, clock: Clock): readonly BoundCall[] {
  return bindCalls('site', site, {
    providers: () =>
      answer(
        listedProviders(catalogue.now().content).map(({ id, name }) => ({
          provider_id: id,
          provider_name: name,
        })),
      ),
    selections: (input, call) =>
      answer(selectionsOf(catalogue.now(), call.language, input.limit, clock.nowMs())),
    genres: (_, call) => answer(genresOf(catalogue.now(), call.language)),
    collections: (input, call) => {
      const snapshot = catalogue.now()
      const shown = snapshot.content.collections.filter((collection) => collection.vids.length > 0)
      return answer(shown.map((one) => collectionOf(one, snapshot, call.language, input.limit)))
    },
    collection: (input, call) => {
      const snapshot = catalogue.now()
      const found = snapshot.collection(input.id)
      if (found === undefined) return refuse('not_found')
      return answer(collectionOf(found, snapshot, call.language, found.vids.length))
    },
  })
}

/** The viewer's own titles that were asked for; undefined when all may be listed. Of two lists, what is in both. */
async function ownVids(
  input: ParsedOf<typeof films.list>,
  viewer: Viewer,
  ports: CataloguePorts,
): Promise<readonly number[] | undefined> {
  const favourites = input.favorited_only === 1 ? ((await ports.favouriteVids?.(viewer)) ?? []) : undefined
  const viewing = input.is_viewing === 1 ? ((await ports.viewingVids?.(viewer)) ?? []) : undefined
  if (favourites === undefined || viewing === undefined) return favourites ?? viewing
  const kept = new Set(favourites)
  return viewing.filter((vid) => kept.has(vid))
}

function genresOf(snapshot: Snapshot, language: Language) {
  const collator = new Intl.Collator(language)
  return snapshot.content.genres
    .map((genre) => ({ id: genre.id, name: inLanguage(genre.name, language) }))
    .toSorted((a, b) => collator.compare(a.name, b.name))
}

function collectionOf(collection: CollectionRecord, snapshot: Snapshot, language: Language, limit: number) {
  return {
    id: collection.id,
    name: inLanguage(collection.name, language),
    description: inLanguage(collection.description, language),
    items: collection.vids
      .slice(0, limit)
      .flatMap((vid) => snapshot.title(vid) ?? [])
      .map((title) => filmCard(title, snapshot, language)),
  }
}
