/** The chosen language as a cookie: the server needs it to draw the page. */
import type { Language } from '#contract/form/failures.ts'
import { languageCookie } from '#contract/form/constants.ts'
import { session } from './session.ts'

const yearSec = 31_536_000

function write(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageCookie}=${language}; Max-Age=${yearSec}; Path=/; SameSite=Lax${secure}`
}

/** Sets the cookie at the start of a page, and at every change of language. */
export function tellLanguage(isChosen: boolean): void {
  let lastLanguage = session.get().language
  if (isChosen) write(lastLanguage)
  session.subscribe(() => {
    const { language } = session.get()
    if (language === lastLanguage) return
    lastLanguage = language
    write(language)
  })
}
