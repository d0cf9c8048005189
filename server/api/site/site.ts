import { companyName } from './service-words.ts'
import { findBanners, findNews, findNewsItem, serviceName } from '#server/site/site.ts'
import { type PageHeadDeps, pageTitle, pageTitles } from './page-head.ts'
import { presentBanner, presentNews, presentNewsDetail } from './present-site.ts'
import { lastPage } from '#server/api/context/pages.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { site } from '#contract/site/site.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The operator's contacts, page titles, banners and news. */
export function siteEndpoints(api: PageHeadDeps): readonly BoundEndpoint[] {
  const { clock, contacts, db } = api
  const handlers: Handlers<typeof site, 'about' | 'title' | 'banners' | 'news' | 'newsDetail'> = {
    about: async (_input, { language }) => {
      const name = serviceName(api.service.now(), language)
      return respond({ company: companyName(contacts, name), support_phone: contacts.phone })
    },
    title: async ({ path }, request) =>
      respond(
        path === undefined
          ? await pageTitles(api, request.language)
          : await pageTitle(api, path, request.language),
      ),
    banners: async ({ place }, { language }) => {
      const banners = await findBanners(db, place, clock.nowMs())
      return respond(banners.map((banner) => presentBanner(banner, language)))
    },
    news: async ({ page, limit }, { language }) => {
      const { news, total } = await findNews(db, { page, limit }, clock.nowMs())
      const data = news.map((one) => presentNews(one, language))
      return respond({ data, page, total, last_page: lastPage(total, limit) })
    },
    newsDetail: async ({ id }, { language }) => {
      const news = await findNewsItem(db, id, clock.nowMs())
      return news === undefined ? reject('not_found') : respond(presentNewsDetail(news, language))
    },
  }
  return bindEndpoints('site', site, handlers)
}
