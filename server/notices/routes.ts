import { findBanners } from './banner.ts'
import { findNews, findNewsItem } from './news-item.ts'
import type { PageHeadDeps } from './page-head.ts'
import { pageTitle, pageTitles } from './page-head.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import { site } from '#contract/site.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export interface NoticeOptions extends PageHeadDeps {}

export function noticeRoutes(options: NoticeOptions): readonly BoundCall[] {
  const { db, clock } = options
  const handlers: Handlers<typeof site, 'about' | 'title' | 'banners' | 'news' | 'newsDetail'> = {
    about: async () => answer({ company: options.contacts.company, support_phone: options.contacts.phone }),
    title: async ({ path }, call) =>
      answer(
        path === undefined
          ? await pageTitles(options, call.language)
          : await pageTitle(options, path, call.language),
      ),
    banners: async (input, call) => answer(await findBanners(db, input.place, call.language, clock.nowMs())),
    news: async (input, call) => answer(await findNews(db, input, call.language, clock.nowMs())),
    newsDetail: async (input, call) => {
      const found = await findNewsItem(db, input.id, call.language, clock.nowMs())
      return found === undefined ? refuse('not_found') : answer(found)
    },
  }
  return bindCalls('site', site, handlers)
}
