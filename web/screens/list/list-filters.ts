/** The filters of a list: what may be chosen, how it stands in the address, what is sent (CAT-01, CAT-02, CAT-05). */
import type { InputOf } from '#contract/endpoint.ts'
import type { films } from '#contract/films.ts'

export const orders = ['-popularity', '-added', '-year', '-rating', 'name'] as const
export type Order = (typeof orders)[number]

export interface Filters {
  readonly order: Order
  /** A genre's number, or empty. */
  readonly genre: string
  /** A year, or years joined by commas, or empty. */
  readonly year: string
  /** One of the Uzbek categories, or empty. */
  readonly category: string
}

/** `id` is what is sent; a range and "before 1980" are their years joined by commas. */
export interface YearOption {
  readonly id: string
  /** `2024`, `2011–2015`, or null for everything before 1980. */
  readonly label: string | null
}

const LAST_SINGLE_YEAR = 2016
const LAST_RANGE_FROM = 1980
const FIRST_YEAR = 1920
const RANGE = 5

const joined = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => to - index).join(',')

/** Each year down to 2016, then ranges of five down to 1980, then 1979 to 1920 (CAT-02). */
export function yearOptions(currentYear: number): YearOption[] {
  const single = Array.from({ length: Math.max(0, currentYear - LAST_SINGLE_YEAR + 1) }, (_, index) => {
    const year = String(currentYear - index)
    return { id: year, label: year }
  })
  const ranges: YearOption[] = []
  for (let to = LAST_SINGLE_YEAR - 1; to >= LAST_RANGE_FROM; to -= RANGE) {
    const from = Math.max(LAST_RANGE_FROM, to - RANGE + 1)
    ranges.push({ id: joined(from, to), label: from === to ? String(to) : `${from}–${to}` })
  }
  return [...single, ...ranges, { id: joined(FIRST_YEAR, LAST_RANGE_FROM - 1), label: null }]
}

/** What the address says; anything else in it counts as nothing. */
export function filtersOf(params: URLSearchParams): Filters {
  const said = params.get('order')
  return {
    order: orders.find((order) => order === said) ?? '-popularity',
    genre: (/^\d{1,9}$/.exec(params.get('genre') ?? '') ?? [''])[0],
    year: (/^\d{4}(,\d{4}){0,79}$/.exec(params.get('year') ?? '') ?? [''])[0],
    category: (/^\d{1,9}$/.exec(params.get('category') ?? '') ?? [''])[0],
  }
}

export const isFiltered = ({ genre, year, category }: Filters) =>
  genre !== '' || year !== '' || category !== ''

type ListInput = InputOf<typeof films.publicList>

/** What is sent: empty values are left out, and the usual order goes as `trend=1` (CAT-05). */
export function inputOf(filters: Filters, kind: NonNullable<ListInput['kind']>): Omit<ListInput, 'page'> {
  return {
    kind,
    ...(filters.order === '-popularity' ? { trend: 1 } : { order: filters.order }),
    ...(filters.genre === '' ? {} : { genre_id: filters.genre }),
    ...(filters.year === '' ? {} : { year: filters.year }),
    ...(filters.category === '' ? {} : { category: filters.category }),
  }
}
