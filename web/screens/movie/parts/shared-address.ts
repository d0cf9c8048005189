import type { Language } from '#contract/form/failures.ts'
import { pathOf } from '#contract/form/pages.ts'

/** The address that is handed on: the page itself, in the language it is read in. */
export function sharedAddress(vid: number, language: Language): string {
  return location.origin + pathOf('movie', { id: vid }, language === 'uz' ? 'uz' : null)
}
