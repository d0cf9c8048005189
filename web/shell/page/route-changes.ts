/** Effects of a navigation: the language of the address, the title, and caches that must be cleared. */
import { useEffect, useLayoutEffect, useRef } from 'react'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import type { PageMatch, PageName } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { call } from '#web/session/requests/api.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { session, useSession } from '#web/session/session.ts'
import { forgetFilmLists } from '#web/features/films/film-lists.ts'
import { applyHead } from './page-head.ts'
import { useOnChange } from '#web/state/use-on-change.ts'

/**
 * Pages without a text in the server's table, such as login steps and private messages; they set it themselves
 * (`useHead`).
 */
const selfTitled: readonly PageName[] = ['login', 'notification']
/** While zapping through ten channels titles are not read, and the video has priority over a title. */
const channelPauseMs = 600

/**
 * `/uz/tv` opens in Uzbek (SHELL-11); the cabinet and the login clear the channels, and a login clears the films
 * (SHELL-06).
 */
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
  // Before the effects of the screen: what it starts to load must not be cleared.
  useLayoutEffect(() => {
    if (name === 'cabinet' || name === 'login')
      for (const list of [channels.list, channels.publicList]) forgetResponses(list.path)
    if (before.current === 'login' && name === 'newMovies') {
      forgetFilmLists()
      for (const list of [films.list, films.publicList]) forgetResponses(list.path)
    }
    before.current = name
  }, [name])
}

/**
 * Title and description of the page from the server's table, by its full path (SEO-01); `isCovered`: another screen
 * is shown instead of the page.
 */
export function usePageTitle(pathname: string, match: PageMatch | null, isCovered: boolean): void {
  const { language } = useSession()
  const own = isCovered || (match !== null && selfTitled.includes(match.name))
  const isOfChannel = match?.name === 'channel' || match?.name === 'tvArchive'
  useOnChange([pathname, language, own, isOfChannel], () => {
    if (own) return
    const abort = new AbortController()
    const ask = async () => {
      const result = await call(site.title, { path: pathname }, abort.signal)
      if (abort.signal.aborted || result.kind !== 'ok') return
      const { title, desc } = result.data
      if (typeof title === 'string' && typeof desc === 'string') applyHead({ title, description: desc })
    }
    const timer = setTimeout(() => void ask(), isOfChannel ? channelPauseMs : 0)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  })
}
