import { companyName } from './service-words.ts'
import { findBanners, findNews, findNewsItem, serviceName } from '#server/site/site.ts'
import { type PageHeadDeps, pageTitle, pageTitles } from './page-head.ts'
import { siteLook } from './site-look.ts'
import { presentBanner, presentNews, presentNewsDetail } from './present-site.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import { isContentLink, showsUnrated } from '#server/api/context/unrated.ts'
import { lastPage } from '#server/api/context/pages.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { site } from '#contract/site/site.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The operator's contacts, page titles, banners and news. */
export function siteEndpoints(
  api: PageHeadDeps & Uses<{ profileLimits: 'mayOpenPage' }>,
): readonly BoundEndpoint[] {
  const { clock, db } = api
  // What leads to content is judged by it; what leads elsewhere has only the words of the staff.
  const isShown = ({ href }: { readonly href: string }) =>
    (showsUnrated(api.catalogue) || isContentLink(href)) && api.profileLimits.mayOpenPage(href)
  const handlers: Handlers<typeof site, 'about' | 'title' | 'banners' | 'news' | 'newsDetail'> = {
    about: async (_input, { language, serviceId }) => {
      const service = api.service.of(serviceId)
      const contacts = api.contactsOf(serviceId)
      const name = serviceName(service, language)
      const look = siteLook(service)
      return respond({
        ...{ company: companyName(contacts, name), support_phone: contacts.phone },
        ...{ name_ru: look.name.ru, name_uz: look.name.uz, logo: look.logo },
      })
    },
    title: async ({ path }, request) =>
      respond(path === undefined ? await pageTitles(api, request) : await pageTitle(api, path, request)),
    banners: async ({ place }, { language, serviceId }) => {
      const banners = (await findBanners(db, place, clock.nowMs(), serviceId)).filter(isShown)
      return respond(banners.map((banner) => presentBanner(banner, language)))
    },
    news: async ({ page, limit }, { language, serviceId }) => {
      if (!showsUnrated(api.catalogue)) return respond({ data: [], page, total: 0, last_page: 1 })
      const { news, total } = await findNews(db, { page, limit }, clock.nowMs(), serviceId)
      const data = news.map((one) => presentNews(one, language))
      return respond({ data, page, total, last_page: lastPage(total, limit) })
    },
    newsDetail: async ({ id }, { language, serviceId }) => {
      const isHidden = !showsUnrated(api.catalogue)
      const news = isHidden ? undefined : await findNewsItem(db, id, clock.nowMs(), serviceId)
      return news === undefined ? reject('not_found') : respond(presentNewsDetail(news, language))
    },
  }
  return bindEndpoints('site', site, handlers)
}
