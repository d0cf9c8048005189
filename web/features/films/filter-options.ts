/** The values of a filter, each with the number of titles it would leave. Pure. */
import { countries } from '#contract/form/countries.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Facets } from '#contract/films/films.ts'
import { yearChoices } from '#contract/films/year-filter.ts'
import { appliedOf, type Field, type Filters } from './list-filters.ts'

export interface Option {
  readonly value: string
  readonly name: string
  /** Null until it has loaded. */
  readonly count: number | null
}
export type Options = Readonly<Record<Field, readonly Option[]>>

export interface Offered {
  readonly genres: readonly { readonly id: number; readonly name: string }[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
  readonly currentYear: number
  readonly language: Language
  /** "От 8", in the language. */
  readonly min: (rating: number) => string
}

const ratings = [9, 8, 7, 6, 5]

type Count = (field: Field, value: string) => number | null

/** Reads the counts; a value missing in the facets matches nothing. */
function counter(facets: Facets | null): Count {
  if (facets === null) return () => null
  const counts: Readonly<Record<Field, ReadonlyMap<string, number>>> = {
    genre: new Map(facets.genres.map(({ id, count }) => [String(id), count])),
    provider: new Map(facets.providers.map(({ id, count }) => [String(id), count])),
    country: new Map(facets.countries.map(({ code, count }) => [code, count])),
    year: new Map(facets.years.map(({ year, count }) => [String(year), count])),
    rating: new Map(facets.ratings.map(({ least: min, count }) => [String(min), count])),
  }
  return (field, value) => {
    // A title has exactly one year, so the counts of a range can be added up.
    const values = field === 'year' ? value.split(',') : [value]
    return values.reduce((sum, one) => sum + (counts[field].get(one) ?? 0), 0)
  }
}

/**
 * All values that can be chosen; a value in the address besides these is included, so that it can be seen and
 * removed.
 */
export function optionsOf(offered: Offered, filters: Filters, facets: Facets | null): Options {
  const { language } = offered
  const count = counter(facets)
  const named: Readonly<Record<Field, readonly Omit<Option, 'count'>[]>> = {
    genre: offered.genres.map(({ id, name }) => ({ value: String(id), name })),
    provider: offered.providers.map(({ id, name }) => ({ value: String(id), name })),
    country: countries.map((country) => ({ value: country.code, name: country[language] })),
    year: yearChoices(offered.currentYear).map((year) => ({ value: year.id, name: year[language] })),
    rating: ratings.map((min) => ({ value: String(min), name: offered.min(min) })),
  }
  const complete = (field: Field): Option[] => {
    const chosen = filters[field]
    const existing = chosen === '' || named[field].some(({ value }) => value === chosen)
    const all = existing
      ? named[field]
      : [...named[field], { value: chosen, name: strangerName(field, offered, chosen) }]
    return all.map((option) => ({ ...option, count: count(field, option.value) }))
  }
  return {
    genre: complete('genre'),
    provider: complete('provider'),
    country: complete('country'),
    year: complete('year'),
    rating: complete('rating'),
  }
}

/** A value typed into the address by hand. */
function strangerName(field: Field, offered: Offered, value: string): string {
  if (field === 'rating') return offered.min(Number(value))
  if (field !== 'year') return `№ ${value}`
  const years = value.split(',').map(Number)
  return `${Math.min(...years)}–${Math.max(...years)}`
}

/** The name of the chosen value of a filter. */
export function chosenName(options: Options, field: Field, filters: Filters): string {
  return options[field].find(({ value }) => value === filters[field])?.name ?? filters[field]
}

/**
 * The filter to suggest removing when nothing matches: the one without which most titles match. Each filter's
 * counts are computed with all other filters active, so they show what it excludes. Null when removing a single
 * filter does not help.
 */
export function nearestDrop(filters: Filters, facets: Facets | null): Field | null {
  const applied = appliedOf(filters)
  if (facets === null) return applied.at(-1) ?? null
  const max = (list: readonly { readonly count: number }[]) =>
    list.reduce((top, { count }) => Math.max(top, count), 0)
  const stored: Readonly<Record<Field, number>> = {
    genre: max(facets.genres),
    provider: max(facets.providers),
    country: max(facets.countries),
    year: facets.years.reduce((sum, { count }) => sum + count, 0),
    rating: max(facets.ratings),
  }
  const best = applied.reduce<Field | null>(
    (existing, field) => (existing === null || stored[field] > stored[existing] ? field : existing),
    null,
  )
  return best === null || stored[best] === 0 ? null : best
}
