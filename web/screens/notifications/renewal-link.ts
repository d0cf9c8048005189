import { matchPage } from '#contract/form/pages.ts'

/** Whether a notification is about a charge whose renewal can be cancelled. */
export function isRenewal({ href }: { readonly href: string }): boolean {
  return matchPage(href.replace(/[?#].*$/, ''))?.name === 'renewal'
}
