/** Words of the staff that nobody rated: news, banners, notices of what to watch. */
import { matchPage } from '#contract/form/pages.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'

/** Whether the viewer of the present request is shown them: all but profiles of younger children. */
export function showsUnrated(catalogue: Pick<LiveCatalogue, 'now'>): boolean {
  return catalogue.now().limited?.showsUnrated !== false
}

const contentPages: ReadonlySet<string | undefined> = new Set([
  'movie',
  'channel',
  'tvArchive',
  'collection',
  'person',
])

/** Whether a link leads to something of the catalogue or of television, which is rated. */
export function isContentLink(href: string): boolean {
  return contentPages.has(matchPage(href.replace(/[?#].*$/, ''))?.name)
}
