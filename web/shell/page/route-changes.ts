/** What happens when the page changes: language of the address, title, and what must be forgotten. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import type { PageMatch, PageName } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { call } from '#web/session/requests/api.ts'
import { forgetAnswers } from '#web/session/requests/answers.ts'
import { session, useSession } from '#web/session/session.ts'
import { forgetFilmLists } from '#web/features/films/film-lists.ts'
import { applyHead } from './page-head.ts'

/** Pages that have no text in the server's table: the step they are at, or one's own letter; they set it themselves (`useHead`). */
const selfTitled: readonly PageName[] = ['login', 'notification']
/** Somebody who goes through ten channels looks at none of their titles, and a picture comes before a title. */
const channelPauseMs = 600

/** `/uz/tv` opens in Uzbek (SHELL-11); the cabinet and the login clear the channels, and after a login films (SHELL-06). */
export function useRouteChanges(match: PageMatch | null): void {
  const { language } = useSession()
  const before = useRef<PageName | null>(null)
  const name = match?.name ?? null
  const target = match?.language ?? null
  useEffect(() => {
    if (target !== null && target !== session.get().language) session.setLanguage(target)
  }, [target])
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dataset['lang'] = language
  }, [language])
  // Before the effects of the screen: what it starts to load must not be forgotten again.
  useLayoutEffect(() => {
    if (name === 'cabinet' || name === 'login')
      for (const list of [channels.list, channels.publicList]) forgetAnswers(list.path)
    if (before.current === 'login' && name === 'newMovies') {
      forgetFilmLists()
      for (const list of [films.list, films.publicList]) forgetAnswers(list.path)
    }
    before.current = name
  }, [name])
}

/** Title and description of the page from the server's table, by its full path (SEO-01); `isCovered`: something else stands in its place. */
export function usePageTitle(pathname: string, match: PageMatch | null, isCovered: boolean): void {
  const { language } = useSession()
  const own = isCovered || (match !== null && selfTitled.includes(match.name))
  const isOfChannel = match?.name === 'channel' || match?.name === 'tvArchive'
  useEffect(() => {
    if (own) return
    const abort = new AbortController()
    const ask = async () => {
      const result = await call(site.title, { path: pathname }, abort.signal)
      if (abort.signal.aborted || result.kind !== 'answer') return
      const { title, desc } = result.data
      if (typeof title === 'string' && typeof desc === 'string') applyHead({ title, description: desc })
    }
    const timer = setTimeout(() => void ask(), isOfChannel ? channelPauseMs : 0)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [pathname, language, own, isOfChannel])
}
