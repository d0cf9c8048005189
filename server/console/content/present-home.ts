/** Rails of the home page and collections in the contract's shape, and back. */
import type { consoleCollections } from '#contract/console/collections.ts'
import type { consoleHome } from '#contract/console/home.ts'
import type { ParsedOf, ResponseOf } from '#contract/form/endpoint.ts'
import type { RailKind } from '#contract/site/home.ts'
import type { CollectionFields, CollectionFilm, StaffCollection } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { type RailFields, type RailVisit, type StoredRail, railState } from '#server/site/site.ts'
import { secOf } from './present-content.ts'

type Rail = ResponseOf<typeof consoleHome.list>['rails'][number]

type PreviewVisit = Required<Omit<RailVisit, 'audience' | 'serviceId'>> & {
  readonly audience: 'guests' | 'subscribers'
  readonly serviceId: number
}

/** What the site shows, by its own rules. */
export interface PreviewedHome {
  hasItems(rail: StoredRail, nowMs: number): boolean
  preview(visit: PreviewVisit): Promise<readonly PreviewedRail[]>
}

interface PreviewedRail {
  readonly id: number
  readonly kind: RailKind
  readonly title: string
  readonly filmKind: '' | NonNullable<StoredRail['content']['film_kind']>
  readonly isPersonal: boolean
  readonly items: readonly { readonly name: string; readonly image: string }[]
}

export function presentRail(rail: StoredRail, nowMs: number, isEmpty: boolean): Rail {
  const { id, version, kind, title, isHidden, audience, content } = rail
  return {
    ...{ id, version, kind, audience, is_hidden: isHidden, is_empty: isEmpty },
    ...{ title_ru: title.ru, title_uz: title.uz },
    state: railState(rail, nowMs),
    shown_from: secOf(rail.shownFromMs),
    shown_until: secOf(rail.shownUntilMs),
    platforms: [...rail.platforms],
    languages: [...rail.languages],
    brands: [...(rail.brands ?? [])],
    collection_id: content.collection_id ?? null,
    film_kind: content.film_kind ?? '',
    genre_id: content.genre_id ?? null,
    country: content.country ?? '',
    year_from: content.year_from ?? null,
    year_to: content.year_to ?? null,
    rating: content.rating ?? null,
    order: content.order ?? '-popularity',
    category_id: content.category_id ?? null,
    cids: [...(content.cids ?? [])],
  }
}

export function railFieldsOf(input: ParsedOf<typeof consoleHome.save>): RailFields {
  const { kind, platforms, languages, audience, shown_from: from, shown_until: until } = input
  const set = <Value>(name: string, value: Value | null | '') =>
    value === null || value === '' ? {} : { [name]: value }
  return {
    ...{ kind, platforms, languages, audience, brands: input.brands },
    title: { ru: input.title_ru, uz: input.title_uz },
    shownFromMs: from === null ? null : from * 1000,
    shownUntilMs: until === null ? null : until * 1000,
    content: {
      ...set('collection_id', input.collection_id),
      ...set('film_kind', input.film_kind),
      ...set('genre_id', input.genre_id),
      ...set('country', input.country),
      ...set('year_from', input.year_from),
      ...set('year_to', input.year_to),
      ...set('rating', input.rating),
      ...set('category_id', input.category_id),
      ...{ order: input.order, cids: [...new Set(input.cids)] },
    },
  }
}

export function presentPreview(
  rails: readonly PreviewedRail[],
): ResponseOf<typeof consoleHome.preview>['rails'] {
  return rails.map(({ id, kind, title, filmKind, isPersonal, items }) => ({
    ...{ id, kind, title, film_kind: filmKind, is_personal: isPersonal },
    items: items.map(({ name, image }) => ({ name, image })),
  }))
}

const posterWidth = 240

function posterOf({ vid, poster }: Pick<CollectionFilm, 'vid' | 'poster'>): string {
  return poster === null ? '' : pictureAddress('poster', vid, poster, posterWidth)
}

export function presentListedCollection(
  collection: StaffCollection,
  first: CollectionFilm | undefined,
): ResponseOf<typeof consoleCollections.list>['collections'][number] {
  const { id, version, name, description, isHidden, vids } = collection
  const isMissing = (language: 'ru' | 'uz') =>
    [name, description].some((words) => words[language] === '' && words.ru !== words.uz)
  return {
    ...{ id, version, name_ru: name.ru, name_uz: name.uz, is_hidden: isHidden, films: vids.length },
    image: first === undefined ? '' : posterOf(first),
    missing: (['ru', 'uz'] as const).filter(isMissing),
  }
}

export function presentCollection(
  collection: StaffCollection,
  films: readonly CollectionFilm[],
  isListed: (vid: number) => boolean,
): ResponseOf<typeof consoleCollections.one> {
  const { id, version, name, description, isHidden } = collection
  return {
    ...{ id, version, name_ru: name.ru, name_uz: name.uz, is_hidden: isHidden },
    ...{ description_ru: description.ru, description_uz: description.uz },
    // A deleted film stays in the collection, where an undo brings it back, until somebody saves the collection.
    vids: films.map(({ vid }) => vid),
    films: films.map((film) => ({
      ...{ vid: film.vid, name_ru: film.name.ru, name_uz: film.name.uz, year: film.year },
      image: posterOf(film),
      is_missing: !isListed(film.vid),
    })),
  }
}

export function collectionFieldsOf(input: ParsedOf<typeof consoleCollections.save>): CollectionFields {
  return {
    name: { ru: input.name_ru, uz: input.name_uz },
    description: { ru: input.description_ru, uz: input.description_uz },
    isHidden: input.is_hidden,
    vids: input.vids,
  }
}
