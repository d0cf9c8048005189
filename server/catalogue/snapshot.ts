import { EXTRA_PROVIDER_ID, UZBEK_CATEGORIES } from '#contract/constants.ts'
import type { Language } from '#contract/failures.ts'
import { Bitmap } from './bitmap.ts'
import type { CatalogueContent, CollectionRecord, FileRecord, SeasonRecord, TitleRecord } from './title.ts'
import { inLanguage, nameOf } from './words.ts'

export type ListOrder = '-popularity' | '-year' | '-rating' | 'name' | '-added'

/** The filters of a list; one that is left out filters nothing. */
export interface ListFilter {
  readonly category?: number
  readonly kind?: 'films' | 'serials' | 'kids' | 'uzbek'
  readonly genreId?: number
  readonly providerId?: number
  readonly country?: string
  readonly years?: readonly number[]
  /** The least rating of the first outside site. */
  readonly rating?: number
  readonly collectionId?: number
  readonly personId?: number
  /** A part of a name, in any case. */
  readonly query?: string
}

export interface ListRequest {
  readonly filter: ListFilter
  readonly order: ListOrder
  readonly language: Language
  /** From 1. */
  readonly page: number
  readonly limit: number
}

export interface TitlePage {
  readonly titles: readonly TitleRecord[]
  readonly total: number
}

/** One moment of the catalogue, indexed for reading. Never changes; a newer one takes its place. */
export interface Snapshot {
  readonly content: CatalogueContent
  list(request: ListRequest): TitlePage
  title(vid: number): TitleRecord | undefined
  titleByKey(key: string): TitleRecord | undefined
  season(seasonId: number): { readonly title: TitleRecord; readonly season: SeasonRecord } | undefined
  /** The file with its title, and the episode's number where it is one. */
  file(vfid: number): { readonly title: TitleRecord; readonly file: FileRecord } | undefined
  collection(id: number): CollectionRecord | undefined
  /** The titles a person has a part in, the most popular first. */
  titlesOfPerson(personId: number): readonly TitleRecord[]
  genreName(id: number, language: Language): string
  providerName(id: number): string
}

/** Indexes `content`: one bitmap per value that can be filtered by, one permutation per order. */
export function indexCatalogue(content: CatalogueContent): Snapshot {
  // A title's place is its rank by popularity, so that the commonest order needs no permutation.
  const titles = content.titles.toSorted((a, b) => b.popularity - a.popularity || a.vid - b.vid)
  const filters = indexFilters(titles)
  const orders = indexOrders(titles)
  const byVid = new Map(titles.map((title, place) => [title.vid, place]))
  const byKey = new Map(titles.map((title) => [title.key, title]))
  const parts = indexParts(titles)
  const genres = new Map(content.genres.map((genre) => [genre.id, genre.name]))
  const providers = new Map(content.providers.map((provider) => [provider.id, provider.name]))
  const people = indexPeople(titles)
  const collections = new Map(content.collections.map((collection) => [collection.id, collection]))
  const folded = titles.map((title) => foldName(`${title.name.ru}\n${title.name.uz}\n${title.name.original}`))

  const matching = (filter: ListFilter): Bitmap => {
    const found = filters.matching(filter)
    if (filter.collectionId !== undefined) {
      found.and(placesOf(collections.get(filter.collectionId)?.vids ?? [], byVid, titles.length))
    }
    if (filter.personId !== undefined) {
      const own = new Bitmap(titles.length)
      for (const place of people.get(filter.personId) ?? []) own.add(place)
      found.and(own)
    }
    if (filter.query !== undefined && filter.query !== '') {
      const wanted = foldName(filter.query)
      const named = new Bitmap(titles.length)
      folded.forEach((names, place) => {
        if (names.includes(wanted)) named.add(place)
      })
      found.and(named)
    }
    return found
  }

  return {
    content,
    list: (request) => {
      const found = matching(request.filter)
      const skip = (request.page - 1) * request.limit
      const places = pageOf(found, orders(request.order, request.language), skip, request.limit)
      return { titles: places.flatMap((place) => titles[place] ?? []), total: found.count() }
    },
    title: (vid) => titles[byVid.get(vid) ?? -1],
    titleByKey: (key) => byKey.get(key),
    season: (seasonId) => parts.seasons.get(seasonId),
    file: (vfid) => parts.files.get(vfid),
    collection: (id) => collections.get(id),
    titlesOfPerson: (personId) => (people.get(personId) ?? []).flatMap((place) => titles[place] ?? []),
    genreName: (id, language) => inLanguage(genres.get(id) ?? { ru: '', uz: '' }, language),
    providerName: (id) => providers.get(id) ?? '',
  }
}

function indexFilters(titles: readonly TitleRecord[]) {
  const size = titles.length
  const values = new Map<string, Bitmap>()
  const mark = (value: string, place: number) => {
    const bitmap = values.get(value) ?? new Bitmap(size)
    bitmap.add(place)
    values.set(value, bitmap)
  }
  titles.forEach((title, place) => {
    for (const category of [title.categoryId, ...title.moreCategories]) mark(`category ${category}`, place)
    for (const kind of kindsOf(title)) mark(`kind ${kind}`, place)
    for (const genreId of title.genreIds) mark(`genre ${genreId}`, place)
    mark(`provider ${title.providerId}`, place)
    for (const country of title.countries) mark(`country ${country}`, place)
    mark(`year ${title.year}`, place)
    for (let least = 0; least <= Math.floor(title.ratingKp ?? -1); least += 1) mark(`rating ${least}`, place)
  })
  const valueOf = (value: string) => values.get(value) ?? new Bitmap(size)

  return {
    matching(filter: ListFilter): Bitmap {
      const found = Bitmap.full(size)
      const keep = (name: string, value: number | string | undefined) => {
        if (value !== undefined) found.and(valueOf(`${name} ${value}`))
      }
      keep('category', filter.category)
      keep('kind', filter.kind)
      keep('genre', filter.genreId)
      keep('provider', filter.providerId)
      keep('country', filter.country)
      // A least rating of 0 is no filter: a title without a rating stays.
      if (filter.rating !== undefined && filter.rating > 0) keep('rating', filter.rating)
      if (filter.years !== undefined) {
        const years = new Bitmap(size)
        for (const year of filter.years) years.or(valueOf(`year ${year}`))
        found.and(years)
      }
      return found
    },
  }
}

/** The places of each person's titles. There are far more people than filters: a bitmap each would take 200 MB. */
function indexPeople(titles: readonly TitleRecord[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>()
  titles.forEach((title, place) => {
    for (const { personId } of title.credits) {
      const own = places.get(personId)
      if (own === undefined) places.set(personId, [place])
      else if (own.at(-1) !== place) own.push(place)
    }
  })
  return places
}

const uzbekCategories: ReadonlySet<number> = new Set(Object.values(UZBEK_CATEGORIES))

/** The lists a title stands in: `/movies`, `/serials`, `/kids`, `/uzb`. */
export function kindsOf(
  title: Pick<TitleRecord, 'isSeries' | 'isKids' | 'categoryId' | 'moreCategories'>,
): readonly string[] {
  const kinds = [title.isSeries ? 'serials' : 'films']
  if (title.isKids) kinds.push('kids')
  if ([title.categoryId, ...title.moreCategories].some((id) => uzbekCategories.has(id))) kinds.push('uzbek')
  return kinds
}

/** Providers with the fixed extra one of id 3 last (specification, 3: "a fixed extra provider with id 3 is appended"). */
export function listedProviders(content: CatalogueContent): CatalogueContent['providers'] {
  const extra = content.providers.filter((provider) => provider.id === EXTRA_PROVIDER_ID)
  return [...content.providers.filter((provider) => provider.id !== EXTRA_PROVIDER_ID), ...extra]
}

type OrderOf = (order: ListOrder, language: Language) => Uint32Array | undefined

function indexOrders(titles: readonly TitleRecord[]): OrderOf {
  const permutation = (compare: (a: TitleRecord, b: TitleRecord) => number) => {
    const ranked = titles.map((title, place) => ({ title, place }))
    ranked.sort((a, b) => compare(a.title, b.title) || a.place - b.place)
    return Uint32Array.from(ranked, ({ place }) => place)
  }
  const byName = (language: Language) => {
    const collator = new Intl.Collator(language, { numeric: true })
    return permutation((a, b) => collator.compare(nameOf(a, language), nameOf(b, language)))
  }
  const orders = {
    '-year': permutation((a, b) => b.year - a.year),
    '-rating': permutation((a, b) => (b.ratingKp ?? -1) - (a.ratingKp ?? -1)),
    '-added': permutation((a, b) => b.addedAtMs - a.addedAtMs),
  }
  const names = { ru: byName('ru'), uz: byName('uz') }
  return (order, language) => {
    if (order === '-popularity') return undefined
    return order === 'name' ? names[language] : orders[order]
  }
}

function pageOf(found: Bitmap, order: Uint32Array | undefined, skip: number, limit: number): number[] {
  const page: number[] = []
  let seen = 0
  for (let rank = 0; rank < found.size && page.length < limit; rank += 1) {
    const place = order === undefined ? rank : (order[rank] ?? 0)
    if (!found.has(place)) continue
    if (seen >= skip) page.push(place)
    seen += 1
  }
  return page
}

function placesOf(vids: readonly number[], byVid: ReadonlyMap<number, number>, size: number): Bitmap {
  const bitmap = new Bitmap(size)
  for (const vid of vids) {
    const place = byVid.get(vid)
    if (place !== undefined) bitmap.add(place)
  }
  return bitmap
}

function indexParts(titles: readonly TitleRecord[]) {
  const seasons = new Map<number, { title: TitleRecord; season: SeasonRecord }>()
  const files = new Map<number, { title: TitleRecord; file: FileRecord }>()
  for (const title of titles) {
    for (const file of title.files) files.set(file.vfid, { title, file })
    for (const season of title.seasons) {
      seasons.set(season.seasonId, { title, season })
      for (const { file } of season.episodes) files.set(file.vfid, { title, file })
    }
  }
  return { seasons, files }
}

/** Lower case, ё as е, without the Uzbek apostrophes in any of their writings. */
function foldName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[ʻʼ'’‘`]/g, '')
    .trim()
}
