import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { call } from '#web/session/api.ts'
import { useReachable } from '#web/session/connection.ts'
import { useLanguage, useViewerKey } from '#web/session/session.ts'
import { emptyList, filmLists, type FilmList, type LoadPage } from './film-lists.ts'
import type { inputOf } from './list-filters.ts'
import { useFilmCalls } from './use-films.ts'

/** A list by its filters, begun when it is first looked at; `more` asks for the next page or again after a failure. */
export function useFilmList(input: ReturnType<typeof inputOf>): FilmList & { readonly more: () => void } {
  const language = useLanguage()
  const viewer = useViewerKey()
  const reachable = useReachable()
  const { list: endpoint } = useFilmCalls()
  const question = JSON.stringify(input)
  const key = `${question} ${language} ${viewer}`
  const read = () => filmLists.get(key)
  const list = useSyncExternalStore(filmLists.subscribe, read, () => emptyList)
  const more = useCallback(() => {
    const load: LoadPage = async (page) => {
      const result = await call(endpoint, { ...(JSON.parse(question) as typeof input), page })
      if (result.kind !== 'answer') return result
      const { videos, total, last_page: lastPage } = result.data
      return { kind: 'answer', data: { items: videos.item, page, lastPage, total } }
    }
    void filmLists.more(key, load)
  }, [endpoint, key, question])
  useEffect(() => {
    if (filmLists.get(key).page === 0) more()
  }, [key, more])
  // A page that was lost with the connection comes when the connection does (SHELL-08).
  useEffect(() => {
    if (reachable && filmLists.get(key).failed) more()
  }, [reachable, key, more])
  return { ...list, more }
}
