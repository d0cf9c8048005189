import { findBanners } from './banner.ts'
import { findNews, findNewsItem } from './news-item.ts'
import type { PageHeadNeeds } from './page-head.ts'
import { pageTitle } from './page-head.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import { site } from '#contract/site.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export interface NoticeOptions extends PageHeadNeeds {
  readonly clock: Clock
  /** Who provides the service, as the terms name it, and its call centre. */
  readonly company: string
  readonly supportPhone: string
}

export function noticeRoutes(options: NoticeOptions): readonly BoundCall[] {
  const { db, clock } = options
  const handlers: Handlers<typeof site, 'about' | 'title' | 'banners' | 'news' | 'newsDetail'> = {
    about: async () => answer({ company: options.company, support_phone: options.supportPhone }),
    title: async (input, call) => answer(await pageTitle(options, input.path, call.language)),
    banners: async (_input, call) => answer(await findBanners(db, call.language, clock.nowMs())),
    news: async (input, call) => answer(await findNews(db, input, call.language, clock.nowMs())),
    newsDetail: async (input, call) => {
      const found = await findNewsItem(db, input.id, call.language, clock.nowMs())
      return found === undefined ? refuse('not_found') : answer(found)
    },
  }
  return bindCalls('site', site, handlers)
}
