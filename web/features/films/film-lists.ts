/** Film lists that grow as the viewer scrolls, each kept by its key so that going back is instant (CAT-06). */
import type { CallResult } from '#contract/client.ts'
import type { Facets, FilmCard } from '#contract/films/films.ts'
import { onLogout } from '#web/session/on-logout.ts'

/** Which part of a list to ask for: by where the part before ended, else by its number. */
export type Place = { readonly after: string } | { readonly page: number }

export interface FilmPage {
  readonly items: readonly FilmCard[]
  readonly lastPage: number
  readonly total: number
  /** Where this part ended; empty at the end of the list, or where parts are known by number alone. */
  readonly next: string
  readonly facets: Facets | null
}

export interface FilmList {
  readonly list: readonly FilmCard[]
  /** The number of the last part that is in `list`; one less than the first asked for when none is. */
  readonly page: number
  /** Where to go on; null at the end. */
  readonly next: Place | null
  readonly total: number
  readonly facets: Facets | null
  readonly isLoading: boolean
  readonly failed: boolean
  /** When its beginning was asked for; 0: never. */
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

/** A list that begins with a later part, as a link to it asks. */
export function listFrom(page: number): FilmList {
  return page <= 1 ? emptyList : { ...emptyList, page: page - 1, next: { page } }
}

function placeAfter(request: Place, page: number, answer: FilmPage): Place | null {
  if (answer.next !== '') return { after: answer.next }
  return 'after' in request || page >= answer.lastPage ? null : { page: page + 1 }
}

/** Adds the next part: what is there already (a title that moved down meanwhile) is not shown twice. */
export function withPage(filmList: FilmList, request: Place, answer: FilmPage): FilmList {
  const seen = new Set(filmList.list.map((film) => film.vid))
  const page = filmList.page + 1
  return {
    ...filmList,
    list: [...filmList.list, ...answer.items.filter((film) => !seen.has(film.vid))],
    page,
    next: placeAfter(request, page, answer),
    total: answer.total,
    facets: answer.facets ?? filmList.facets,
    isLoading: false,
    failed: false,
  }
}

/** A list whose first part is there. */
export function withFirst(page: number, answer: FilmPage): FilmList {
  return withPage(listFrom(page), { page }, answer)
}

/**
 * The list after its beginning was asked for again. Somebody who stands at its top is given the new one; under the eyes
 * of somebody who has gone further no card may move, so only what is said of them is new.
 */
export function renewed(filmList: FilmList, answer: FilmPage, isAtTop: boolean, nowMs: number): FilmList {
  const fresh = new Map(answer.items.map((film) => [film.vid, film]))
  const same = filmList.list.slice(0, answer.items.length)
  const moved = same.some((film, index) => film.vid !== answer.items[index]?.vid)
  if (moved && isAtTop) return { ...withPage(emptyList, { page: 1 }, answer), atMs: nowMs }
  const list = filmList.list.map((film) => fresh.get(film.vid) ?? film)
  return { ...filmList, list, total: answer.total, facets: answer.facets ?? filmList.facets, atMs: nowMs }
}

export type LoadPart = (place: Place) => Promise<CallResult<FilmPage>>

const maxLists = 30
const lists = new Map<string, FilmList>()
const listeners = new Set<() => void>()

export const filmLists = {
  get: (key: string): FilmList => lists.get(key) ?? emptyList,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Begins a list that nobody has asked for yet: in its middle, or with a first part that is there. */
  begin(key: string, list: FilmList): void {
    if (lists.has(key) || list === emptyList) return
    put(key, { ...list, atMs: list.list.length > 0 || list.next === null ? Date.now() : 0 })
  },
  /** Loads the next part, unless it is on its way or there is none. */
  async more(key: string, load: LoadPart): Promise<void> {
    const cached = filmLists.get(key)
    const place = cached.next
    if (cached.isLoading || place === null) return
    const waiting = put(key, { ...cached, atMs: cached.atMs || Date.now(), isLoading: true, failed: false })
    const result = await load(place)
    // Forgotten or begun anew meanwhile: this part belongs to nobody.
    if (lists.get(key) !== waiting) return
    put(
      key,
      result.kind === 'answer'
        ? withPage(waiting, place, result.data)
        : { ...waiting, isLoading: false, failed: true },
    )
  },
  /** Asks for the beginning again; a failure leaves what is there. */
  async renew(key: string, load: LoadPart, isAtTop: () => boolean): Promise<void> {
    const result = await load({ page: 1 })
    const cached = lists.get(key)
    if (cached === undefined || cached.isLoading || result.kind !== 'answer') return
    put(key, renewed(cached, result.data, isAtTop(), Date.now()))
  },
}

function put(key: string, list: FilmList): FilmList {
  lists.delete(key)
  lists.set(key, list)
  const [oldest] = lists.keys()
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest)
  for (const listener of listeners) listener()
  return list
}

/** After a login the lists are other lists (SHELL-06). */
export function forgetFilmLists(): void {
  lists.clear()
  for (const listener of listeners) listener()
}
onLogout(forgetFilmLists)
