/** Whether a link of a banner leads to a page of the site that viewers can open. */
import type { Language } from '#contract/form/failures.ts'
import { matchPage } from '#contract/form/pages.ts'

/** The facts about the pages of titles, people, channels and collections; undefined for those that do not exist. */
export interface LinkHeads {
  film(vid: number, language: Language): unknown
  person(aid: number, language: Language): unknown
  channel(cid: number, language: Language): unknown
  collection(id: number, language: Language): unknown
}

export interface LinkDeps {
  readonly heads: LinkHeads
  hasNews(newsId: number): Promise<boolean>
  /** Whether there is a page of text of this name. */
  hasPage(name: string): Promise<boolean>
}

/** `href`: a path, also with a query. */
export async function leadsSomewhere(href: string, { heads, hasNews, hasPage }: LinkDeps): Promise<boolean> {
  // `//` would lead to another site, and so would a backslash in some browsers.
  if (!/^\/(?!\/)[^\\\s]*$/.test(href)) return false
  const match = matchPage(href.replace(/[?#].*$/, ''))
  if (match === null) return false
  const number = Number(match.params['id'] ?? match.params['provider'])
  switch (match.name) {
    case 'movie':
      return (await heads.film(number, 'ru')) !== undefined
    case 'channel':
      return heads.channel(number, 'ru') !== undefined
    case 'person':
      return heads.person(number, 'ru') !== undefined
    case 'collection':
      return heads.collection(number, 'ru') !== undefined
    case 'newsItem':
      return hasNews(number)
    case 'textPage':
      return hasPage(match.params['textName'] ?? '')
    default:
      return true
  }
}
