/** Addresses of pages with real content of the demo. */
import { pathOf, type PageName } from '#contract/form/pages.ts'
import { demoPage } from '#db/demo/pages.ts'
import type { TestContent } from './demo-content.ts'

export function existingPath(
  testContent: TestContent,
  name: PageName,
  language: 'ru' | 'uz' | null = null,
): string {
  const values: Partial<Record<PageName, Readonly<Record<string, string | number>>>> = {
    movie: { id: testContent.vid },
    collection: { provider: testContent.collectionId },
    person: { provider: testContent.aid },
    uzbekList: { provider: 254 },
    channel: { id: testContent.cid },
    recordedTitle: { id: testContent.recordedId },
    tvArchive: { id: testContent.cid, archiId: testContent.pid },
    my: { slug: 'favorites' },
    newsItem: { id: testContent.newsId },
    notification: { id: testContent.notificationId },
    textPage: { textName: demoPage().slug },
  }
  return pathOf(name, values[name] ?? {}, language)
}
