/** The rails of the home page: ids in their order → rules → present. */
import type { films } from '#contract/films/films.ts'
import { type InputOf, respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { type PageName, pathOf } from '#contract/form/pages.ts'
import { type HomeRail, home } from '#contract/site/home.ts'
import { type ListFilter, type Snapshot, inLanguage } from '#server/catalogue/catalogue.ts'
import { type ApiContext, regionOf } from '#server/api/context/api-context.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type RailContent, type StoredRail, listRails, railYears, shownRails } from '#server/site/site.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'

/** What rails are made of. */
export interface RailSources {
  readonly catalogue: Snapshot
  readonly television: TelevisionSnapshot
  readonly nowMs: number
}

export function homeEndpoints({
  db,
  clock,
  catalogue,
  television,
}: Pick<ApiContext, 'catalogue' | 'clock' | 'db' | 'television'>): readonly BoundEndpoint[] {
  return bindEndpoints('home', home, {
    rails: async ({ platform }, request) => {
      const { language, serviceId } = request
      const nowMs = clock.nowMs()
      const sources = { catalogue: catalogue.now(regionOf(request)), television: television.now(), nowMs }
      const rails = shownRails(await listRails(db), { platform, language, nowMs, serviceId }, (rail) =>
        hasItems(rail, sources),
      )
      return respond(rails.map((rail) => presentRail(rail, sources, language)))
    },
  })
}

/** Whether a rail of films or channels has anything to show now; the site itself leaves out others that are empty. */
export function hasItems(
  { kind, content }: Pick<StoredRail, 'kind' | 'content'>,
  sources: RailSources,
): boolean {
  switch (kind) {
    case 'collection':
      return (sources.catalogue.collection(content.collection_id ?? 0)?.vids.length ?? 0) > 0
    case 'films':
    case 'new_films':
    case 'uzbek':
    case 'kids':
      return railTitles(filmsOfKind({ kind, content }), sources, 'ru', 1).length > 0
    case 'channel_category':
    case 'channels':
      return railChannels({ kind, content }, sources).length > 0
    default:
      return true
  }
}

/** What a rail of films contains; the site's own ones need nothing of the editor. */
export function filmsOfKind({ kind, content }: Pick<StoredRail, 'kind' | 'content'>): RailContent {
  if (kind === 'new_films') return { order: '-added' }
  return kind === 'uzbek' || kind === 'kids' ? { film_kind: kind } : content
}

/** The first titles of a rail of films. */
export function railTitles(content: RailContent, sources: RailSources, language: Language, limit: number) {
  const { catalogue, nowMs } = sources
  const years = railYears(content, new Date(nowMs).getUTCFullYear())
  const filter: ListFilter = {
    ...(content.film_kind === undefined ? {} : { kind: content.film_kind }),
    ...(content.genre_id === undefined ? {} : { genreId: content.genre_id }),
    ...(content.country === undefined ? {} : { country: content.country }),
    ...(content.rating === undefined ? {} : { rating: content.rating }),
    ...(years === undefined ? {} : { years }),
  }
  return catalogue.list({ filter, order: content.order ?? '-popularity', language, page: 1, limit }).titles
}

/** The channels of a rail, in their order. */
export function railChannels(
  { kind, content }: Pick<StoredRail, 'kind' | 'content'>,
  { television }: Pick<RailSources, 'television'>,
) {
  if (kind === 'channels') return (content.cids ?? []).flatMap((cid) => television.channel(cid) ?? [])
  const category = content.category_id ?? 0
  return television.channels.filter(
    ({ categoryId, additionalCategories }) =>
      categoryId === category || additionalCategories.includes(category),
  )
}

export function presentRail(
  { id, kind, title, audience, content }: StoredRail,
  sources: RailSources,
  language: Language,
): HomeRail {
  const films = kind === 'films' ? filmsOf(content, sources.nowMs) : null
  return {
    ...{ id, kind, audience, films },
    title: inLanguage(title, language) || contentName({ kind, content }, sources, language),
    href: hrefOf({ kind, content }, films),
    collection_id: kind === 'collection' ? (content.collection_id ?? 0) : 0,
    category_id: kind === 'channel_category' ? (content.category_id ?? 0) : 0,
    cids: kind === 'channels' ? [...(content.cids ?? [])] : [],
  }
}

/** What names a rail that has no title: its collection, category or genre. */
function contentName(
  { kind, content }: Pick<StoredRail, 'kind' | 'content'>,
  { catalogue, television }: RailSources,
  language: Language,
): string {
  if (kind === 'collection') {
    const collection = catalogue.collection(content.collection_id ?? 0)
    return collection === undefined ? '' : inLanguage(collection.name, language)
  }
  if (kind === 'channel_category') {
    const category = television.categories.find(({ id }) => id === content.category_id)
    return category === undefined ? '' : inLanguage(category.name, language)
  }
  return kind === 'films' && content.genre_id !== undefined
    ? catalogue.genreName(content.genre_id, language)
    : ''
}

function filmsOf(content: RailContent, nowMs: number): NonNullable<HomeRail['films']> {
  const years = railYears(content, new Date(nowMs).getUTCFullYear())
  return {
    ...(content.film_kind === undefined ? {} : { kind: content.film_kind }),
    ...(content.genre_id === undefined ? {} : { genre_id: content.genre_id }),
    ...(content.country === undefined ? {} : { country: content.country }),
    ...(content.rating === undefined ? {} : { rating: content.rating }),
    ...(years === undefined ? {} : { year: years.join(',') }),
    order: content.order ?? '-popularity',
  } satisfies InputOf<typeof films.publicList>
}

const filmPages: Readonly<Record<NonNullable<RailContent['film_kind']>, PageName>> = {
  films: 'newMovies',
  serials: 'serials',
  kids: 'kids',
  uzbek: 'uzbek',
}

/** The page of the whole list, with the filters in its address. */
function hrefOf({ kind, content }: Pick<StoredRail, 'kind' | 'content'>, films: HomeRail['films']): string {
  if (kind === 'collection') return pathOf('collection', { provider: content.collection_id ?? 0 })
  if (kind === 'channel_category') return `${pathOf('tv')}?category=${content.category_id ?? 0}`
  if (kind === 'channels') return pathOf('tv')
  // No page has films and series of all kinds.
  if (films?.kind === undefined) return ''
  const query = new URLSearchParams({
    ...(films.genre_id === undefined ? {} : { genre: String(films.genre_id) }),
    ...(films.country === undefined ? {} : { country: films.country }),
    ...(films.year === undefined ? {} : { year: films.year }),
    ...(films.rating === undefined ? {} : { rating: String(films.rating) }),
    ...(films.order === '-popularity' ? {} : { order: films.order }),
  })
  const search = query.toString().replaceAll('%2C', ',')
  return search === '' ? pathOf(filmPages[films.kind]) : `${pathOf(filmPages[films.kind])}?${search}`
}
