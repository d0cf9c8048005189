/** The pages for search engines: those of the site itself, and one for each item. */
import type { ApiContext } from '#server/api/context/api-context.ts'
import { isListedPage } from './page-rules.ts'
import { pages, pathOf, type PageName } from '#contract/form/pages.ts'
import { uzbekCategoryIds } from '#contract/form/constants.ts'
import type { Snapshot } from '#server/catalogue/catalogue.ts'
import { listInformationPages, listPublishedNews } from '#server/site/site.ts'
import { type SitemapEntry, type SitemapPart, splitPart } from '#server/platform/http/site/sitemap-xml.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'

/** News changes without a notification, so it is cached this long; the other parts are rebuilt when they change. */
const newsBelievedMs = 60_000

export function createSitemap(
  deps: Pick<ApiContext, 'catalogue' | 'clock' | 'db' | 'television'>,
): (serviceId: number) => Promise<readonly SitemapPart[]> {
  const { db, clock, catalogue, television } = deps
  let titles: { readonly of: Snapshot; readonly parts: readonly SitemapPart[] } | undefined
  let channels:
    | { readonly of: TelevisionSnapshot['channels']; readonly parts: readonly SitemapPart[] }
    | undefined
  /** By brand: there are few. */
  const allNews = new Map<
    number,
    { readonly readMs: number; readonly parts: Promise<readonly SitemapPart[]> }
  >()
  const newsParts = (serviceId: number) => {
    const nowMs = clock.nowMs()
    const news = allNews.get(serviceId)
    if (news !== undefined && nowMs >= news.readMs && nowMs - news.readMs < newsBelievedMs) return news.parts
    const parts = Promise.all([listPublishedNews(db, nowMs, serviceId), listInformationPages(db)]).then(
      ([items, texts]) => [
        ...splitPart(
          'news',
          items.map(({ newsId, publishedAtMs }) => entry('newsItem', { id: newsId }, publishedAtMs)),
        ),
        ...splitPart(
          'texts',
          texts
            .filter(({ isBuiltIn }) => !isBuiltIn)
            .map(({ slug, changedAtMs }) => entry('textPage', { textName: slug }, changedAtMs ?? undefined)),
        ),
      ],
    )
    const read = { readMs: nowMs, parts }
    allNews.set(serviceId, read)
    parts.catch(() => {
      if (allNews.get(serviceId) === read) allNews.delete(serviceId)
    })
    return parts
  }
  return async (serviceId) => {
    const content = catalogue.now()
    if (titles?.of !== content) titles = { of: content, parts: catalogueParts(content) }
    const shown = television.now().channels
    if (channels?.of !== shown)
      channels = {
        of: shown,
        parts: splitPart(
          'channels',
          shown.map(({ cid }) => entry('channel', { id: cid })),
        ),
      }
    return [...titles.parts, ...channels.parts, ...(await newsParts(serviceId))]
  }
}

function entry(
  page: PageName,
  params: Readonly<Record<string, number | string>>,
  changedMs?: number,
): SitemapEntry {
  return { ru: pathOf(page, params), uz: pathOf(page, params, 'uz'), changedMs }
}

function catalogueParts(content: Snapshot): readonly SitemapPart[] {
  const { titles, collections } = content.content
  const newestMs = titles.reduce((newest, { addedAtMs }) => Math.max(newest, addedAtMs), 0)
  const people = new Set(titles.flatMap(({ credits }) => credits.map(({ personId }) => personId)))
  return [
    ...splitPart('pages', [
      ...sitePages().map((name) => entry(name, {}, name === 'home' ? newestMs : undefined)),
      ...Object.values(uzbekCategoryIds).map((provider) => entry('uzbekList', { provider })),
      ...collections.map(({ id }) => entry('collection', { provider: id })),
    ]),
    ...splitPart(
      'titles',
      titles.map(({ vid, addedAtMs }) => entry('movie', { id: vid }, addedAtMs)),
    ),
    ...splitPart(
      'people',
      [...people].map((id) => entry('person', { provider: id })),
    ),
  ]
}

/** Every public page that is not about one item. */
function sitePages() {
  return (Object.keys(pages) as PageName[]).filter(
    (name) => isListedPage(name) && !pages[name].pattern.replace('/:lang?', '').includes(':'),
  )
}
