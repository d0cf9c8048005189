/** Pages of the site as somebody would see them, with values that are not saved yet: what differs from the real ones. */
import type { ParsedOf } from '#contract/form/endpoint.ts'
import type * as z from 'zod/mini'
import type { consoleFilms } from '#contract/console/films.ts'
import type { FilmPagePreview, HomePagePreview } from '#contract/console/site-preview.ts'
import { films } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { home } from '#contract/site/home.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { type AssetShelf, filmDetail } from '#server/api/films/present.ts'
import { type TitleRecord, isAvailable, withOpenParts } from '#server/catalogue/catalogue.ts'
import type { PagePreview } from '#server/platform/http/site/preview-page.ts'
import { isKindFor, listRails, shownRails } from '#server/site/site.ts'
import { hasItems, presentRail } from './home.ts'

type Deps = Pick<ApiContext, 'catalogue' | 'clock' | 'db' | 'engine' | 'entitlement' | 'television'>
type FilmVisit = z.output<typeof FilmPagePreview>
type HomeVisit = z.output<typeof HomePagePreview>

export interface SitePreviews {
  /** Undefined: there is no such title. */
  film(visit: FilmVisit): PagePreview | undefined
  home(visit: HomeVisit): PagePreview
}

export function sitePreviewsOf(api: Deps): SitePreviews {
  return {
    film: (visit) => {
      const title = api.catalogue.now().anyTitle(visit.vid)
      if (title === undefined) return undefined
      return {
        ...frameOf(visit, api.clock.nowMs()),
        path: pathOf('movie', { id: visit.vid }),
        answer: async ({ path }) =>
          path === films.publicDetail.path || path === films.detail.path
            ? { video: await detailOf(api, title, visit) }
            : undefined,
      }
    },
    home: (visit) => ({
      ...frameOf(visit, api.clock.nowMs()),
      path: '/',
      answer: async ({ path }) => (path === home.rails.path ? railsOf(api, visit) : undefined),
    }),
  }
}

function frameOf({ language, platform, audience, service_id: serviceId, at }: HomeVisit, nowMs: number) {
  return {
    serviceId,
    language,
    nowMs: at === undefined ? nowMs : at * 1000,
    isTelevision: platform === 'television',
    isSubscriber: audience === 'subscribers',
  }
}

/** The rails of the visit, as the endpoint of the site answers them. */
async function railsOf({ db, catalogue, television, clock }: Deps, visit: HomeVisit) {
  const { platform, language, audience, service_id: serviceId, at } = visit
  const nowMs = at === undefined ? clock.nowMs() : at * 1000
  const sources = { catalogue: catalogue.now(), television: television.now(), nowMs }
  const rails = shownRails(await listRails(db), { platform, language, audience, nowMs, serviceId }, (rail) =>
    hasItems(rail, sources),
  )
  return (
    rails
      .filter(({ kind }) => isKindFor(kind, { platform, audience }))
      // The document is drawn as for a guest: what is chosen for the audience is shown to it.
      .map((rail) => ({ ...presentRail(rail, sources, language), audience: 'everybody' as const }))
  )
}

/** The title with the values of its form, as the endpoint of the site presents it. */
async function detailOf(
  { catalogue, engine, entitlement, clock }: Deps,
  stored: TitleRecord,
  { film, language, audience, at }: FilmVisit,
) {
  const snapshot = catalogue.now()
  const shelf: AssetShelf = { playable: (assetId) => engine.describeAsset(assetId) }
  const nowMs = at === undefined ? clock.nowMs() : at * 1000
  const title = withOpenParts(draftOf(stored, film), nowMs, 'inside')
  const people = new Map(
    stored.credits.flatMap(({ personId, ...credit }) => {
      const person = snapshot.content.people.get(personId)
      if (person === undefined) return []
      const names = [person.name.ru, person.name.uz, person.name.original]
      return names.map((name) => [`${credit.kind} ${name}`, { personId, ...credit }] as const)
    }),
  )
  const credits = (kind: 'actor' | 'director', names: readonly string[]) =>
    names.flatMap((name) => people.get(`${kind} ${name}`) ?? [])
  const isNew = (kind: 'actor' | 'director') => (name: string) => !people.has(`${kind} ${name}`)
  const credited = [...credits('director', film.directors), ...credits('actor', film.actors)]
  const detail = filmDetail({ ...title, credits: credited }, snapshot, language, shelf)
  const newPeople = film.actors
    .filter(isNew('actor'))
    .map((name) => ({ aid: 0, name, role: '', photo: null }))
  const newDirectors = film.directors.filter(isNew('director')).map((name) => ({ aid: 0, name }))
  const directors = [...detail.directors, ...newDirectors]
  const isListed = isAvailable(title, nowMs)
  const access = isListed ? await entitlement.titleAccess(undefined, title, 'inside') : unavailable
  const mayWatch = audience === 'subscribers' && ['login', 'subscribe'].includes(access.state)
  return {
    ...detail,
    directors,
    director: directors.map(({ name }) => name).join(', '),
    actors: [...detail.actors, ...newPeople],
    is_favorited: 0 as const,
    access: mayWatch ? { state: 'watch' as const, price: null } : access,
  }
}

const unavailable = { state: 'unavailable' as const, price: null }

type FilmInput = Omit<ParsedOf<typeof consoleFilms.save>, 'vid' | 'version'>

function draftOf(stored: TitleRecord, film: FilmInput): TitleRecord {
  const [first, ...more] = film.windows.map(({ from, until, territory }) => ({
    ...{ fromMs: from === null ? null : from * 1000, untilMs: until === null ? null : until * 1000 },
    territory,
  }))
  return {
    ...stored,
    name: { ...stored.name, ru: film.name_ru, uz: film.name_uz, original: film.name_original },
    description: { ru: film.description_ru, uz: film.description_uz },
    ...{ year: film.year, countries: film.countries, ageRating: film.age_rating, genreIds: film.genres },
    ...{ ratingKp: film.rating_kp, ratingImdb: film.rating_imdb },
    ...{ freeMovie: film.free_movie, isKids: film.is_kids },
    ...{ categoryId: film.category_id, providerId: film.provider_id },
    poster: film.poster === '' ? null : film.poster,
    backdrop: film.backdrop === '' ? null : film.backdrop,
    availability: {
      ...(first ?? { fromMs: null, untilMs: null }),
      isHidden: film.is_hidden,
      more,
    },
  }
}
