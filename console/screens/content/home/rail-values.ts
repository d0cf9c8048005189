/** A rail as values of its form, and back; how it is named. */
import type { consoleHome } from '#contract/console/home.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { listOrders } from '#contract/films/films.ts'
import {
  railAudiences,
  railFilmKinds,
  railKinds,
  railLanguages,
  railPlatforms,
  severalRails,
} from '#contract/site/home.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useHomeText } from './home-text.ts'

export type Home = ResponseOf<typeof consoleHome.list>
export type Rail = Home['rails'][number]
export type Choices = Home['choices']

export type RailValues = Readonly<
  Record<
    | 'kind'
    | 'title_ru'
    | 'title_uz'
    | 'shown_from'
    | 'shown_until'
    | 'platforms'
    | 'languages'
    | 'audience'
    | 'collection_id'
    | 'film_kind'
    | 'genre_id'
    | 'country'
    | 'year_from'
    | 'year_to'
    | 'rating'
    | 'order'
    | 'category_id'
    | 'cids'
    | 'brands',
    string
  >
>

export const emptyRail: Rail = {
  ...{ id: 0, version: 0, is_hidden: false, state: 'on', is_empty: false, kind: 'collection' },
  ...{ title_ru: '', title_uz: '', shown_from: null, shown_until: null, audience: 'everybody' },
  ...{ platforms: [...railPlatforms], languages: [...railLanguages], collection_id: null, film_kind: '' },
  ...{ genre_id: null, country: '', year_from: null, year_to: null, rating: null },
  ...{ order: '-popularity', category_id: null, cids: [], brands: [] },
}

const textOf = (value: number | null) => (value === null ? '' : String(value))

export function valuesOf(rail: Rail): RailValues {
  return {
    ...{ kind: rail.kind, title_ru: rail.title_ru, title_uz: rail.title_uz, audience: rail.audience },
    shown_from: localMoment(rail.shown_from),
    shown_until: localMoment(rail.shown_until),
    platforms: rail.platforms.join(','),
    languages: rail.languages.join(','),
    collection_id: textOf(rail.collection_id),
    film_kind: rail.film_kind,
    genre_id: textOf(rail.genre_id),
    country: rail.country,
    year_from: textOf(rail.year_from),
    year_to: textOf(rail.year_to),
    rating: textOf(rail.rating),
    order: rail.order,
    category_id: textOf(rail.category_id),
    cids: rail.cids.join(','),
    brands: rail.brands.join(','),
  }
}

/** The list that a value of the form is. */
export function listOf(value: string): readonly string[] {
  return value.split(',').filter(Boolean)
}

export function inputOf(id: number, values: RailValues, version: number): InputOf<typeof consoleHome.save> {
  const numberOf = (text: string) => (text.trim() === '' ? null : text.trim())
  const several = severalRails.some((kind) => kind === values.kind)
  return {
    id: id === 0 ? null : id,
    version,
    kind: railKinds.find((one) => one === values.kind) ?? 'collection',
    title_ru: several ? '' : values.title_ru,
    title_uz: several ? '' : values.title_uz,
    shown_from: secOfMoment(values.shown_from),
    shown_until: secOfMoment(values.shown_until),
    platforms: railPlatforms.filter((one) => listOf(values.platforms).includes(one)),
    languages: railLanguages.filter((one) => listOf(values.languages).includes(one)),
    audience: railAudiences.find((one) => one === values.audience) ?? 'everybody',
    collection_id: numberOf(values.collection_id),
    film_kind: railFilmKinds.find((one) => one === values.film_kind) ?? '',
    genre_id: numberOf(values.genre_id),
    country: values.country,
    year_from: numberOf(values.year_from),
    year_to: numberOf(values.year_to),
    rating: numberOf(values.rating),
    order: listOrders.find((one) => one === values.order) ?? '-popularity',
    category_id: numberOf(values.category_id),
    cids: listOf(values.cids).map(Number),
    brands: listOf(values.brands).map(Number),
  }
}

/** The name in the language of the console. */
export function namedIn(
  language: string,
  named: { readonly name_ru: string; readonly name_uz: string } | undefined,
): string {
  if (named === undefined) return ''
  return language === 'uz' ? named.name_uz || named.name_ru : named.name_ru || named.name_uz
}

/** What names what a rail contains: its collection, category or genre. */
export function contentName(rail: Rail, choices: Choices, language: string): string {
  const { kind, collection_id: collection, category_id: category, genre_id: genre } = rail
  if (kind === 'collection')
    return namedIn(
      language,
      choices.collections.find(({ id }) => id === collection),
    )
  if (kind === 'channel_category')
    return namedIn(
      language,
      choices.categories.find(({ id }) => id === category),
    )
  return kind === 'films'
    ? namedIn(
        language,
        choices.genres.find(({ id }) => id === genre),
      )
    : ''
}

/** How a rail is named in lists: its title, what it contains, or its kind. */
export function useRailName(choices: Choices): (rail: Rail) => string {
  const t = useHomeText()
  const language = useLanguage()
  return (rail) =>
    namedIn(language, { name_ru: rail.title_ru, name_uz: rail.title_uz }) ||
    contentName(rail, choices, language) ||
    t(`kind.${rail.kind}`)
}
