/** What of the films is shown, and in which order: in the address, so that a view can be linked to. Pure. */
import { type consoleFilms, filmSorts, filmViews } from '#contract/console/films.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

export type ListedFilm = ResponseOf<typeof consoleFilms.list>['films'][number]
export type FilmSort = (typeof filmSorts)[number]

export const pageSize = 50

export interface FilmQuery {
  readonly q: string
  readonly view: (typeof filmViews)[number]
  readonly sort: FilmSort
  readonly descending: 0 | 1
  readonly page: number
  readonly limit: number
}

/** Reads an address; what it has wrong counts as absent. */
export function readFilmQuery(query: URLSearchParams): FilmQuery {
  const order = query.get('sort') ?? '-added'
  const page = Number(query.get('page') ?? 1)
  return {
    q: (query.get('q') ?? '').slice(0, 200),
    view: filmViews.find((view) => view === query.get('view')) ?? 'all',
    sort: filmSorts.find((name) => name === order.replace('-', '')) ?? 'added',
    descending: order.startsWith('-') ? 1 : 0,
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    limit: pageSize,
  }
}

/** The address after a press on the heading of a column: the same one again turns the order round. */
export function orderAfter({ sort, descending }: FilmQuery, pressed: FilmSort): string {
  if (sort === pressed) return descending === 1 ? pressed : `-${pressed}`
  return pressed === 'name' ? 'name' : `-${pressed}`
}

/** The name of a title in the language of the console. */
export function filmName(
  {
    name_ru: ru,
    name_uz: uz,
    name_original: original,
  }: Pick<ListedFilm, 'name_ru' | 'name_uz' | 'name_original'>,
  language: string,
): string {
  return (language === 'uz' ? uz || ru : ru || uz) || original
}
