import type { ParsedOf } from '#contract/endpoint.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import type { Language } from '#contract/failures.ts'
import type { FilmDetail } from '#contract/films.ts'
import { films } from '#contract/films.ts'
import { site } from '#contract/site.ts'
import type { BoundCall, Viewer } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import type { AssetShelf } from './present.ts'
import { episodes, filmCard, filmDetail, personDetail } from './present.ts'
import type { ListFilter, Snapshot } from './snapshot.ts'
import type { CollectionRecord, TitleRecord } from './title.ts'
import { inLanguage } from './words.ts'

/** What the house gives this room: answers to questions that belong to rooms above it. */
export interface CataloguePorts {
  readonly shelf: AssetShelf
  /** What stands between this caller (undefined: a guest) and watching this title. */
  titleAccess(
    viewer: Viewer | undefined,
    title: TitleRecord,
  ): FilmDetail['access'] | Promise<FilmDetail['access']>
  /** Whether the viewer keeps it among the favourites. Absent while there are no favourites of films. */
  isFavouriteTitle?(viewer: Viewer, vid: number): boolean | Promise<boolean>
}

/** The calls of the catalogue, bound. `films.url` belongs to playback. */
export function catalogueCalls(catalogue: LiveCatalogue, ports: CataloguePorts): readonly BoundCall[] {
  const detail = async (vid: number, language: Language, viewer: Viewer | undefined) => {
    const snapshot = catalogue.now()
    const title = snapshot.title(vid)
    if (title === undefined) return refuse('title_not_found')
    const favourite = viewer === undefined ? false : await ports.isFavouriteTitle?.(viewer, vid)
    return answer({
      video: {
        ...filmDetail(title, snapshot, language, ports.shelf),
        is_favorited: favourite === true ? (1 as const) : (0 as const),
        access: await ports.titleAccess(viewer, title),
      },
    })
  }
  return [
    ...bindCalls('films', films, {
      list: (input, call) => answer(listOf(catalogue.now(), input, call.language)),
      publicList: (input, call) => answer(listOf(catalogue.now(), input, call.language)),
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
    ...bindCalls('site', site, {
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
    }),
  ]
}

function listOf(snapshot: Snapshot, input: ParsedOf<typeof films.list>, language: Language) {
  const { titles, total } = snapshot.list({
    filter: filterOf(input),
    order: input.trend === 1 ? '-popularity' : input.order,
    language,
    page: input.page,
    limit: input.limit,
  })
  return {
    videos: { item: titles.map((title) => filmCard(title, snapshot, language)) },
    total,
    page: input.page,
    last_page: Math.max(1, Math.ceil(total / input.limit)),
  }
}

function filterOf(input: ParsedOf<typeof films.list>): ListFilter {
  return {
    ...(input.category === undefined ? {} : { category: input.category }),
    ...(input.kind === undefined ? {} : { kind: input.kind }),
    ...(input.genre_id === undefined ? {} : { genreId: input.genre_id }),
    ...(input.video_provider === undefined ? {} : { providerId: input.video_provider }),
    ...(input.country === undefined ? {} : { country: input.country }),
    ...(input.year === undefined ? {} : { years: input.year.split(',').map(Number) }),
    ...(input.rating === undefined ? {} : { rating: input.rating }),
    ...(input.collection === undefined ? {} : { collectionId: input.collection }),
    ...(input.person === undefined ? {} : { personId: input.person }),
    ...(input.query === undefined ? {} : { query: input.query }),
  }
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
