/**
 * The filters of a list: their values, their form in the address, and the request's parameters (CAT-01, CAT-02,
 * CAT-05).
 */
import { countries } from '#contract/form/countries.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import type { films } from '#contract/films/films.ts'

export const orders = ['-popularity', '-added', '-year', '-rating', 'name'] as const
export type Order = (typeof orders)[number]

/** In the order of the panel. Each has at most one value. */
export const fields = ['genre', 'provider', 'country', 'year', 'rating'] as const
export type Field = (typeof fields)[number]

/** Values as in the address; empty: not filtered. */
export interface Filters extends Readonly<Record<Field, string>> {
  readonly order: Order
}

export const noFilters: Filters = {
  order: '-popularity',
  genre: '',
  provider: '',
  country: '',
  year: '',
  rating: '',
}

type ListInput = InputOf<typeof films.publicList>
export type ListKind = NonNullable<ListInput['kind']>

/** Ratings of external sites are not shown for children. */
export function fieldsOf(kind: ListKind): readonly Field[] {
  return kind === 'kids' ? fields.filter((field) => field !== 'rating') : fields
}

export function ordersOf(kind: ListKind): readonly Order[] {
  return kind === 'kids' ? orders.filter((order) => order !== '-rating') : orders
}

function number(text: string) {
  return /^\d{1,9}$/.test(text) && Number(text) > 0
}

const isValue: Readonly<Record<Field, (text: string) => boolean>> = {
  genre: number,
  provider: number,
  country: (text) => countries.some(({ code }) => code === text),
  year: (text) => /^\d{4}(,\d{4}){0,79}$/.test(text),
  rating: (text) => /^[1-9]$/.test(text),
}

/** The filters in an address; anything else in it is ignored. */
export function filtersOf(params: URLSearchParams, kind: ListKind): Filters {
  const said = params.get('order')
  const order = ordersOf(kind).find((one) => one === said) ?? noFilters.order
  return fieldsOf(kind).reduce<Filters>(
    (filters, field) => {
      const value = params.get(field) ?? ''
      return isValue[field](value) ? { ...filters, [field]: value } : filters
    },
    { ...noFilters, order },
  )
}

/** The query string of these filters; empty for none. */
export function addressOf(filters: Filters): string {
  const params = new URLSearchParams()
  for (const field of fields) if (filters[field] !== '') params.set(field, filters[field])
  if (filters.order !== noFilters.order) params.set('order', filters.order)
  // A comma needs no escape in a query, and people read addresses too.
  return params.toString().replaceAll('%2C', ',')
}

export function appliedOf(filters: Filters): Field[] {
  return fields.filter((field) => filters[field] !== '')
}

export function isFiltered(filters: Filters): boolean {
  return appliedOf(filters).length > 0
}

/** The parameters of a list, without the page. */
export type ListQuery = Omit<ListInput, 'page' | 'after' | 'limit' | 'facets'>

/**
 * The request's parameters: empty values are left out, `genre` is sent as `genre_id`, the default order as
 * `trend=1` (CAT-05).
 */
export function inputOf(filters: Filters, kind: ListKind, category?: number): ListQuery {
  return {
    kind,
    ...(filters.order === '-popularity' ? { trend: 1 } : { order: filters.order }),
    ...(category === undefined ? {} : { category }),
    ...(filters.genre === '' ? {} : { genre_id: filters.genre }),
    ...(filters.provider === '' ? {} : { video_provider: filters.provider }),
    ...(filters.country === '' ? {} : { country: filters.country }),
    ...(filters.year === '' ? {} : { year: filters.year }),
    ...(filters.rating === '' ? {} : { rating: filters.rating }),
  }
}
