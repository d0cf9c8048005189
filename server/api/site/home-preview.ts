/** The home page as somebody would see it at a moment: its rails with the first items of each. */
import type { Language } from '#contract/form/failures.ts'
import { type RailKind, homeSelections, ownCollections } from '#contract/site/home.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { loadTitles } from '#server/api/films/list-titles.ts'
import { selectionsOf } from '#server/api/films/selections.ts'
import { type TitleRecord, inLanguage, nameOf } from '#server/catalogue/catalogue.ts'
import { listCinemas } from '#server/cinemas/cinemas.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import {
  type RailVisit,
  type StoredRail,
  findNews,
  isKindFor,
  listRails,
  shownRails,
} from '#server/site/site.ts'
import type { ChannelRecord } from '#server/television/television.ts'
import { type RailSources, filmsOfKind, hasItems, presentRail, railChannels, railTitles } from './home.ts'

/** A rail of the preview, with its first items. */
interface PreviewedRail {
  readonly id: number
  readonly kind: RailKind
  /** '' for the title of its kind. */
  readonly title: string
  /** Of `films`; '' for all kinds. */
  readonly filmKind: '' | NonNullable<StoredRail['content']['film_kind']>
  /** Each viewer sees their own here. */
  readonly isPersonal: boolean
  readonly items: readonly PreviewedItem[]
}

interface PreviewedItem {
  readonly name: string
  /** The address of a picture; '' for none. */
  readonly image: string
}

type FullVisit = Required<Omit<RailVisit, 'audience' | 'serviceId'>> & {
  readonly audience: 'guests' | 'subscribers'
  readonly serviceId: number
}

/** What the site shows, for those who order its home page. */
export interface PreviewedHome {
  /** Whether a rail has anything to show. */
  hasItems(rail: StoredRail, nowMs: number): boolean
  /** `nowMs`: the moment, which may lie ahead. What films and channels there are is what there is now. */
  preview(visit: FullVisit): Promise<readonly PreviewedRail[]>
}

type Deps = Pick<ApiContext, 'catalogue' | 'db' | 'television'>

/** As many as fit into a row. */
const maxItems = 8
const aheadMs = 14 * 86_400_000

/** Previews the home page, by the same rules as its endpoint. */
export function previewedHome(api: Deps): PreviewedHome {
  const sourcesAt = (nowMs: number) => ({
    ...{ catalogue: api.catalogue.now(), television: api.television.now(), nowMs },
  })
  return {
    hasItems: (rail, nowMs) => hasItems(rail, sourcesAt(nowMs)),
    preview: async (visit) => {
      const sources = { ...sourcesAt(visit.nowMs), visit, api }
      const rails = shownRails(await listRails(api.db), visit, (rail) => hasItems(rail, sources))
      const shown = rails.filter(({ kind }) => isKindFor(kind, visit))
      const previewed: PreviewedRail[] = []
      for (const rail of shown) previewed.push(...(await previewRail(rail, shown, sources)))
      return previewed
    },
  }
}

interface PreviewSources extends RailSources {
  readonly visit: FullVisit
  readonly api: Deps
}

/** A rail, or those of which a kind consists; none where there is nothing to show. */
async function previewRail(
  rail: StoredRail,
  all: readonly StoredRail[],
  sources: PreviewSources,
): Promise<readonly PreviewedRail[]> {
  const { language } = sources.visit
  const { id, kind } = rail
  const { title } = presentRail(rail, sources, language)
  const filmKind = rail.content.film_kind ?? ''
  const of = (items: readonly PreviewedItem[], name = title): readonly PreviewedRail[] =>
    items.length === 0 ? [] : [{ id, kind, title: name, filmKind, isPersonal: false, items }]
  switch (kind) {
    case 'collections':
      return collectionsOf(all, sources).flatMap(({ name, vids }) =>
        of(filmItems(loadTitles(sources.catalogue, vids), language), inLanguage(name, language)),
      )
    case 'selections':
      return homeSelections(selectionsOf(sources.catalogue, language, maxItems, sources.nowMs)).flatMap(
        ({ name, items }) =>
          of(
            items.map((film) => ({ name: film.name, image: film.thumbnail_small })),
            name,
          ),
      )
    case 'continue':
    case 'favourite_channels':
    case 'broadcast_titles':
      return [{ id, kind, title, filmKind, isPersonal: true, items: [] }]
    case 'guest_offer':
      return [{ id, kind, title, filmKind, isPersonal: false, items: [] }]
    case 'interesting':
      // A guest sees what is popular, a subscriber what is like their own films.
      return sources.visit.audience === 'guests'
        ? of(filmItems(railTitles({}, sources, language, maxItems), language))
        : [{ id, kind, title, filmKind, isPersonal: true, items: [] }]
    default:
      return of(await itemsOf(rail, sources))
  }
}

async function itemsOf(rail: StoredRail, sources: PreviewSources): Promise<readonly PreviewedItem[]> {
  const { api, catalogue, television, nowMs, visit } = sources
  const { language } = visit
  switch (rail.kind) {
    case 'live':
      return channelItems(television.channels, language)
    case 'channels':
    case 'channel_category':
      return channelItems(railChannels(rail, sources), language)
    case 'collection': {
      const vids = catalogue.collection(rail.content.collection_id ?? 0)?.vids ?? []
      return filmItems(loadTitles(catalogue, vids), language)
    }
    case 'news': {
      const { news } = await findNews(api.db, { page: 1, limit: maxItems }, nowMs, visit.serviceId)
      return news.map(({ newsId, title, picture }) => ({
        name: inLanguage(title, language),
        image: pictureAddress('news', newsId, picture, 480),
      }))
    }
    case 'cinema': {
      const cinemas = await listCinemas(api.db, { limit: maxItems, fromMs: nowMs, untilMs: nowMs + aheadMs })
      return cinemas.map((cinema) => ({
        name: inLanguage({ ru: cinema.name_ru, uz: cinema.name_uz }, language),
        image: pictureAddress('cinema', cinema.cinema_id, cinema.image, 320),
      }))
    }
    default:
      return filmItems(railTitles(filmsOfKind(rail), sources, language, maxItems), language)
  }
}

function collectionsOf(all: readonly StoredRail[], { catalogue }: RailSources) {
  const own = ownCollections(
    all.map(({ kind, content }) => ({
      collection_id: kind === 'collection' ? (content.collection_id ?? 0) : 0,
    })),
  )
  return catalogue.content.collections.filter(({ id }) => !own.has(id))
}

function filmItems(titles: readonly TitleRecord[], language: Language): readonly PreviewedItem[] {
  return titles.slice(0, maxItems).map((title) => ({
    name: nameOf(title, language),
    image: pictureAddress('poster', title.vid, title.poster, 240),
  }))
}

function channelItems(channels: readonly ChannelRecord[], language: Language): readonly PreviewedItem[] {
  return channels.slice(0, maxItems).map(({ cid, name, logo }) => ({
    name: inLanguage(name, language),
    image: pictureAddress('logo', cid, logo, 240),
  }))
}
