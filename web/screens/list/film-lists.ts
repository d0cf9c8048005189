/** Film lists that grow as the viewer scrolls, each kept by its key so that going back is instant (CAT-06). */
import type { CallResult } from '#contract/client.ts'
import type { FilmCard } from '#contract/films.ts'
import { onLogout } from '#web/session/on-logout.ts'

export interface FilmPage {
  readonly items: readonly FilmCard[]
  readonly page: number
  readonly lastPage: number
  readonly total: number
}

export interface FilmList {
  readonly list: readonly FilmCard[]
  /** The last page that is in `list`; 0 when none is. */
  readonly page: number
  readonly lastPage: number
  readonly total: number
  readonly isLoading: boolean
  readonly failed: boolean
}

export const emptyList: FilmList = {
  list: [],
  page: 0,
  lastPage: 1,
  total: 0,
  isLoading: false,
  failed: false,
}

/** Adds the next page: what is there already (a title that moved down meanwhile) is not shown twice. */
export function withPage(known: FilmList, next: FilmPage): FilmList {
  const seen = new Set(known.list.map((film) => film.vid))
  const fresh = next.items.filter((film) => !seen.has(film.vid))
  return {
    list: [...known.list, ...fresh],
    page: next.page,
    lastPage: next.lastPage,
    total: next.total,
    isLoading: false,
    failed: false,
  }
}

export type LoadPage = (page: number) => Promise<CallResult<FilmPage>>

const MOST_LISTS = 30
const lists = new Map<string, FilmList>()
const listeners = new Set<() => void>()

export const filmLists = {
  get: (key: string): FilmList => lists.get(key) ?? emptyList,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Loads the page after the last one, unless it is on its way or there is none. */
  async more(key: string, load: LoadPage): Promise<void> {
    const known = filmLists.get(key)
    if (known.isLoading || known.page >= known.lastPage) return
    const waiting = put(key, { ...known, isLoading: true, failed: false })
    const result = await load(known.page + 1)
    // Forgotten or begun anew meanwhile: this page belongs to nobody.
    if (lists.get(key) !== waiting) return
    put(key, result.kind === 'answer' ? withPage(known, result.data) : { ...known, failed: true })
  },
}

function put(key: string, list: FilmList): FilmList {
  lists.delete(key)
  lists.set(key, list)
  const [oldest] = lists.keys()
  if (lists.size > MOST_LISTS && oldest !== undefined) lists.delete(oldest)
  for (const listener of listeners) listener()
  return list
}

/** After a login the lists are other lists (SHELL-06). */
export function forgetFilmLists(): void {
  lists.clear()
  for (const listener of listeners) listener()
}
onLogout(forgetFilmLists)
