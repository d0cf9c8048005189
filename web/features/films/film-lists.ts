/** Film lists that grow as the viewer scrolls, each cached under its key so that going back is instant (CAT-06). */
import type { CallResult } from '#contract/client.ts'
import type { Facets, FilmCard } from '#contract/films/films.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { createChanges } from '#web/state/create-store.ts'

/** Which page of a list to request: by the cursor where the previous page ended, else by its number. */
export type PageCursor = { readonly after: string } | { readonly page: number }

export interface FilmPage {
  readonly items: readonly FilmCard[]
  readonly lastPage: number
  readonly total: number
  /** Where this page ended; empty at the end of the list, or where pages have numbers only. */
  readonly next: string
  readonly facets: Facets | null
}

export interface FilmList {
  readonly list: readonly FilmCard[]
  /** The number of the last page in `list`; one less than the first requested when there is none. */
  readonly page: number
  /** Where to continue; null at the end. */
  readonly next: PageCursor | null
  readonly total: number
  readonly facets: Facets | null
  readonly isLoading: boolean
  readonly failed: boolean
  /** When its beginning was requested; 0: never. */
  readonly atMs: number
}

export const emptyList: FilmList = {
  list: [],
  page: 0,
  next: { page: 1 },
  total: 0,
  facets: null,
  isLoading: false,
  failed: false,
  atMs: 0,
}

/** A list that starts with a later page, as a link to it requests. */
export function listFrom(page: number): FilmList {
  return page <= 1 ? emptyList : { ...emptyList, page: page - 1, next: { page } }
}

function indexAfter(request: PageCursor, page: number, response: FilmPage): PageCursor | null {
  if (response.next !== '') return { after: response.next }
  return 'after' in request || page >= response.lastPage ? null : { page: page + 1 }
}

/** Adds the next page; titles already in the list, because they moved down meanwhile, are not added again. */
export function withPage(filmList: FilmList, request: PageCursor, response: FilmPage): FilmList {
  const seen = new Set(filmList.list.map((film) => film.vid))
  const page = filmList.page + 1
  return {
    ...filmList,
    list: [...filmList.list, ...response.items.filter((film) => !seen.has(film.vid))],
    page,
    next: indexAfter(request, page, response),
    total: response.total,
    facets: response.facets ?? filmList.facets,
    isLoading: false,
    failed: false,
  }
}

/** A list whose first page has loaded. */
export function withFirst(page: number, response: FilmPage): FilmList {
  return withPage(listFrom(page), { page }, response)
}

/**
 * The list after its beginning was requested again. At its top the viewer gets the new list; further down no card
 * may move, so only the data of the cards is updated.
 */
export function renewed(filmList: FilmList, response: FilmPage, isAtTop: boolean, nowMs: number): FilmList {
  const fresh = new Map(response.items.map((film) => [film.vid, film]))
  const same = filmList.list.slice(0, response.items.length)
  const isWhole = indexAfter({ page: 1 }, 1, response) === null
  const moved =
    same.length < response.items.length ||
    (isWhole && filmList.list.length > response.items.length) ||
    same.some((film, index) => film.vid !== response.items[index]?.vid)
  if (moved && isAtTop) return { ...withPage(emptyList, { page: 1 }, response), atMs: nowMs }
  const list = filmList.list.map((film) => fresh.get(film.vid) ?? film)
  return { ...filmList, list, total: response.total, facets: response.facets ?? filmList.facets, atMs: nowMs }
}

export type LoadPart = (place: PageCursor) => Promise<CallResult<FilmPage>>

const maxLists = 30
const lists = new Map<string, FilmList>()
const changes = createChanges()

export const filmLists = {
  get: (key: string): FilmList => lists.get(key) ?? emptyList,
  subscribe: changes.subscribe,
  /** Starts a list that was not requested yet: in its middle, or with a first page that is already loaded. */
  begin(key: string, list: FilmList): void {
    if (lists.has(key) || list === emptyList) return
    put(key, { ...list, atMs: list.list.length > 0 || list.next === null ? Date.now() : 0 })
  },
  /** Loads the next page, unless it is loading or there is none. */
  async more(key: string, load: LoadPart): Promise<void> {
    const cached = filmLists.get(key)
    const place = cached.next
    if (cached.isLoading || place === null) return
    const waiting = put(key, { ...cached, atMs: cached.atMs || Date.now(), isLoading: true, failed: false })
    const result = await load(place)
    // The list was dropped or restarted meanwhile: this page is ignored.
    if (lists.get(key) !== waiting) return
    put(
      key,
      result.kind === 'ok'
        ? withPage(waiting, place, result.data)
        : { ...waiting, isLoading: false, failed: true },
    )
  },
  /** Requests the beginning again; after a failure the list stays as it is. */
  async renew(key: string, load: LoadPart, isAtTop: () => boolean): Promise<void> {
    const result = await load({ page: 1 })
    const cached = lists.get(key)
    if (cached === undefined || cached.isLoading || result.kind !== 'ok') return
    put(key, renewed(cached, result.data, isAtTop(), Date.now()))
  },
}

function put(key: string, list: FilmList): FilmList {
  lists.delete(key)
  lists.set(key, list)
  const [oldest] = lists.keys()
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest)
  changes.emit()
  return list
}

/** After a login the lists have other contents (SHELL-06). */
export function forgetFilmLists(): void {
  lists.clear()
  changes.emit()
}
onLogout(forgetFilmLists)
