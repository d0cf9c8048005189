/** Addresses of pages with things in them that the demo really has. */
import { pathOf, type PageName } from '#contract/form/pages.ts'
import type { KnownContent } from './demo-content.ts'

export function knownPath(known: KnownContent, name: PageName, language: 'ru' | 'uz' | null = null): string {
  const values: Partial<Record<PageName, Readonly<Record<string, string | number>>>> = {
    movie: { id: known.vid },
    collection: { provider: known.collectionId },
    person: { provider: known.aid },
    uzbekList: { provider: 254 },
    channel: { id: known.cid },
    tvArchive: { id: known.cid, archiId: known.pid },
    my: { slug: 'favorites' },
    newsItem: { id: known.newsId },
    notification: { id: known.notificationId },
  }
  return pathOf(name, values[name] ?? {}, language)
}
