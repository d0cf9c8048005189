import { uzbekCategoryIds } from '#contract/form/constants.ts'
import type { Facets } from '#contract/films/films.ts'
import { isPause, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import { Bitmap } from './bitmap.ts'
import type { TitleRecord } from '#server/catalogue/titles/title.ts'

/** The filters of a list; an omitted one filters nothing. */
export interface ListFilter {
  readonly category?: number
  readonly kind?: 'films' | 'serials' | 'kids' | 'uzbek'
  readonly genreId?: number
  readonly providerId?: number
  readonly country?: string
  readonly years?: readonly number[]
  /** The minimum rating of the first external site. */
  readonly rating?: number
  readonly collectionId?: number
  readonly personId?: number
  /** A part of a name, in any case. */
  readonly query?: string
}

const dimensions = ['category', 'kind', 'genre', 'provider', 'country', 'year', 'rating'] as const
type Dimension = (typeof dimensions)[number]

/** One bitmap per filter value: a list is the combination of a few of them. */
export interface FilterIndex {
  /** The positions that match; `among` are further bitmaps to intersect, which are not changed. */
  matching(filter: ListFilter, among: readonly Bitmap[]): Bitmap
  /** How many titles each value would leave, with every other filter applied except the value's own. */
  facets(filter: ListFilter, among: readonly Bitmap[]): Facets
}

export function* indexFilters(titles: readonly TitleRecord[]): Sliced<FilterIndex> {
  const size = titles.length
  const values = yield* bitmapsOf(titles)
  const of = (dimension: Dimension, value: number | string) =>
    values[dimension].get(value) ?? new Bitmap(size)
  const chosen = (filter: ListFilter): ReadonlyMap<Dimension, Bitmap> => {
    const matches = new Map<Dimension, Bitmap>()
    const keep = (dimension: Dimension, value: number | string | undefined) => {
      if (value !== undefined) matches.set(dimension, of(dimension, value))
    }
    keep('category', filter.category)
    keep('kind', filter.kind)
    keep('genre', filter.genreId)
    keep('provider', filter.providerId)
    keep('country', filter.country)
    // A minimum rating of 0 is no filter: a title without a rating stays.
    if (filter.rating !== 0) keep('rating', filter.rating)
    if (filter.years !== undefined) {
      const years = new Bitmap(size)
      for (const year of filter.years) years.or(of('year', year))
      matches.set('year', years)
    }
    return matches
  }
  const allBut = (
    own: Dimension | undefined,
    all: ReadonlyMap<Dimension, Bitmap>,
    among: readonly Bitmap[],
  ) => {
    const result = Bitmap.full(size)
    for (const [dimension, bitmap] of all) if (dimension !== own) result.and(bitmap)
    for (const bitmap of among) result.and(bitmap)
    return result
  }
  return {
    matching: (filter, among) => allBut(undefined, chosen(filter), among),
    facets: (filter, among) => {
      const all = chosen(filter)
      const whole = allBut(undefined, all, among)
      const counts = (dimension: Dimension) =>
        countsOf(values[dimension], all.has(dimension) ? allBut(dimension, all, among) : whole)
      return {
        genres: counts('genre').map(([id, count]) => ({ id: Number(id), count })),
        countries: counts('country').map(([code, count]) => ({ code: String(code), count })),
        years: counts('year')
          .map(([year, count]) => ({ year: Number(year), count }))
          .toSorted((a, b) => b.year - a.year),
        providers: counts('provider').map(([id, count]) => ({ id: Number(id), count })),
        ratings: counts('rating')
          .map(([min, count]) => ({ least: Number(min), count }))
          .toSorted((a, b) => a.least - b.least),
      }
    },
  }
}

type Values = ReadonlyMap<number | string, Bitmap>

function* bitmapsOf(titles: readonly TitleRecord[]): Sliced<Readonly<Record<Dimension, Values>>> {
  const values = {
    category: new Map<number | string, Bitmap>(),
    kind: new Map<number | string, Bitmap>(),
    genre: new Map<number | string, Bitmap>(),
    provider: new Map<number | string, Bitmap>(),
    country: new Map<number | string, Bitmap>(),
    year: new Map<number | string, Bitmap>(),
    rating: new Map<number | string, Bitmap>(),
  }
  const mark = (dimension: Dimension, value: number | string, index: number) => {
    const bitmap = values[dimension].get(value) ?? new Bitmap(titles.length)
    bitmap.add(index)
    values[dimension].set(value, bitmap)
  }
  for (const [index, title] of titles.entries()) {
    if (isPause(index)) yield
    for (const category of [title.categoryId, ...title.moreCategories]) mark('category', category, index)
    for (const kind of kindsOf(title)) mark('kind', kind, index)
    for (const genreId of title.genreIds) mark('genre', genreId, index)
    mark('provider', title.providerId, index)
    for (const country of title.countries) mark('country', country, index)
    mark('year', title.year, index)
    for (let min = 1; min <= Math.floor(title.ratingKp ?? 0); min += 1) mark('rating', min, index)
  }
  return values
}

/** The values with results, the most results first. */
function countsOf(values: Values, result: Bitmap): (readonly [value: number | string, count: number])[] {
  const counts: (readonly [value: number | string, count: number])[] = []
  const countOf = result.counter()
  for (const [value, bitmap] of values) {
    const count = countOf(bitmap)
    if (count > 0) counts.push([value, count])
  }
  return counts.sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
}

const uzbekCategories: ReadonlySet<number> = new Set(Object.values(uzbekCategoryIds))

/** The lists that contain a title: `/movies`, `/serials`, `/kids`, `/uzb`. */
export function kindsOf(
  title: Pick<TitleRecord, 'isSeries' | 'isKids' | 'categoryId' | 'moreCategories'>,
): readonly string[] {
  const kinds = [title.isSeries ? 'serials' : 'films']
  if (title.isKids) kinds.push('kids')
  if ([title.categoryId, ...title.moreCategories].some((id) => uzbekCategories.has(id))) kinds.push('uzbek')
  return kinds
}
