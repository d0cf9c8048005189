/** What happens when the page changes: language of the address, access, title, and what must be forgotten. */
import { useEffect, useRef } from 'react'
import { accounts } from '#contract/accounts.ts'
import { channels } from '#contract/channels.ts'
import { films } from '#contract/films.ts'
import type { PageMatch, PageName } from '#contract/pages.ts'
import { site } from '#contract/site.ts'
import { call } from '#web/session/api.ts'
import { forgetAnswers } from '#web/session/answers.ts'
import { session, useSession } from '#web/session/session.ts'
import { textsOf } from '#web/i18n/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { forgetFilmLists } from '#web/screens/list/film-lists.ts'
import { applyHead } from './page-head.ts'

/** Pages whose title is the name of what they show; they set it themselves (`useHead`). */
const selfTitled: readonly PageName[] = ['movie', 'channel', 'tvArchive', 'collection']

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

/** Asks at the start and on every change of the page whether the token is good, and once where we are (ACC-06). */
export function useAccessCheck(pathname: string): void {
  const { token } = useSession()
  useEffect(() => {
    document.documentElement.dataset['auth'] = token === null ? 'guest' : 'user'
    if (token === null) return
    const abort = new AbortController()
    void call(accounts.status, {}, abort.signal).then((result) => {
      if (abort.signal.aborted || result.kind !== 'answer') return
      // Whoever becomes a guest unasked is told why.
      if (result.data.status === 1 && session.get().token === token)
        showToast(textsOf(session.get().language)('state.sessionEnded'))
      session.checked(token, result.data.status)
    })
    return () => abort.abort()
  }, [pathname, token])
  useEffect(() => {
    void call(site.ipCheck, {}).then((result) => {
      if (result.kind === 'answer') session.setWorld(result.data.is_tasix !== 1)
    })
  }, [])
}

/** Title and description of the page from the server's table, by its full path (SEO-01). */
export function usePageTitle(pathname: string, match: PageMatch | null): void {
  const { language } = useSession()
  const own = match !== null && selfTitled.includes(match.name)
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
