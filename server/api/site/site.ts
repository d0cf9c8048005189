import { findBanners, findNews, findNewsItem } from '#server/site/site.ts'
import { type PageHeadDeps, pageTitle, pageTitles } from './page-head.ts'
import { answer, refuse } from '#contract/form/endpoint.ts'
import { site } from '#contract/site/site.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/endpoints/bind-contract.ts'

/** Who runs the service, titles of pages, banners and news. */
export function siteEndpoints(api: PageHeadDeps): readonly BoundCall[] {
  const { clock, contacts, db } = api
  const handlers: Handlers<typeof site, 'about' | 'title' | 'banners' | 'news' | 'newsDetail'> = {
    about: async () => answer({ company: contacts.company, support_phone: contacts.phone }),
    title: async ({ path }, call) =>
      answer(
        path === undefined ? await pageTitles(api, call.language) : await pageTitle(api, path, call.language),
      ),
    banners: async (input, call) => answer(await findBanners(db, input.place, call.language, clock.nowMs())),
    news: async (input, call) => answer(await findNews(db, input, call.language, clock.nowMs())),
    newsDetail: async (input, call) => {
      const newsItem = await findNewsItem(db, input.id, call.language, clock.nowMs())
      return newsItem === undefined ? refuse('not_found') : answer(newsItem)
    },
  }
  return bindCalls('site', site, handlers)
}
