import { findBanners, findNews, findNewsItem } from '#server/site/site.ts'
import { type PageHeadDeps, pageTitle, pageTitles } from './page-head.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { site } from '#contract/site/site.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Who runs the service, titles of pages, banners and news. */
export function siteEndpoints(api: PageHeadDeps): readonly BoundEndpoint[] {
  const { clock, contacts, db } = api
  const handlers: Handlers<typeof site, 'about' | 'title' | 'banners' | 'news' | 'newsDetail'> = {
    about: async () => respond({ company: contacts.company, support_phone: contacts.phone }),
    title: async ({ path }, request) =>
      respond(
        path === undefined
          ? await pageTitles(api, request.language)
          : await pageTitle(api, path, request.language),
      ),
    banners: async (input, request) =>
      respond(await findBanners(db, input.place, request.language, clock.nowMs())),
    news: async (input, request) => respond(await findNews(db, input, request.language, clock.nowMs())),
    newsDetail: async (input, request) => {
      const newsItem = await findNewsItem(db, input.id, request.language, clock.nowMs())
      return newsItem === undefined ? reject('not_found') : respond(newsItem)
    },
  }
  return bindEndpoints('site', site, handlers)
}
