/** The chosen language also as a cookie: the only word of it that reaches the server before the page is drawn. */
import type { Language } from '#contract/form/failures.ts'
import { languageCookie } from '#contract/form/constants.ts'
import { session } from './session.ts'

const yearSec = 31_536_000

function write(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageCookie}=${language}; Max-Age=${yearSec}; Path=/; SameSite=Lax${secure}`
}

/** From the start of a page on: what was chosen on an earlier visit, and every choice from now on. */
export function tellLanguage(isChosen: boolean): void {
  let report = session.get().language
  if (isChosen) write(report)
  session.subscribe(() => {
    const { language } = session.get()
    if (language === report) return
    report = language
    write(language)
  })
}
