/** What happens when the page changes: language of the address, title, and what must be forgotten. */
import { useEffect, useRef } from 'react'
import { channels } from '#contract/channels.ts'
import { films } from '#contract/films.ts'
import type { PageMatch, PageName } from '#contract/pages.ts'
import { site } from '#contract/site.ts'
import { call } from '#web/session/api.ts'
import { forgetAnswers } from '#web/session/answers.ts'
import { session, useSession } from '#web/session/session.ts'
import { forgetFilmLists } from '#web/screens/list/film-lists.ts'
import { applyHead } from './page-head.ts'

/** Pages whose title is the name of what they show, or of the step they are at; they set it themselves (`useHead`). */
const selfTitled: readonly PageName[] = ['login', 'movie', 'channel', 'tvArchive', 'collection', 'person']

/** `/uz/tv` opens in Uzbek (SHELL-11); the cabinet and the login clear the channels, and after a login films (SHELL-06). */
export function useRouteChanges(match: PageMatch | null): void {
  const { language } = useSession()
  const before = useRef<PageName | null>(null)
  const name = match?.name ?? null
  const wanted = match?.language ?? null
  useEffect(() => {
    if (wanted !== null && wanted !== session.get().language) session.setLanguage(wanted)
  }, [wanted])
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dataset['lang'] = language
  }, [language])
  useEffect(() => {
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
  useEffect(() => {
    if (own) return
    const abort = new AbortController()
    void call(site.title, { path: pathname }, abort.signal).then((result) => {
      if (!abort.signal.aborted && result.kind === 'answer')
        applyHead({ title: result.data.title, description: result.data.desc })
    })
    return () => abort.abort()
  }, [pathname, language, own])
}
