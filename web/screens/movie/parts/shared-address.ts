import { siteOrigin } from '#web/state/site-address.ts'
import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'

/** The address that is shared: the page itself, in the current language. */
export function sharedAddress(vid: number, language: Language): string {
  return siteOrigin() + pathOf('movie', { id: vid }, language === 'uz' ? 'uz' : null)
}
