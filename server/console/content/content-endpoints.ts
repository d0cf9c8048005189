/** Banners and news of the console. */
import { consoleBanners, consoleNews } from '#contract/console/site-content.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { undoSetOf } from '#server/console/changes/undo-set.ts'
import { storePiece } from '#server/console/pictures/store-piece.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  deleteNews,
  findInformationPage,
  findNewsItem,
  listStaffBanners,
  listStaffNews,
  orderBanners,
  removeBanner,
  saveBanner,
  saveNews,
  unknownBrand,
} from '#server/site/site.ts'
import { type LinkHeads, leadsSomewhere } from './link-target.ts'
import {
  bannerFieldsOf,
  newsFieldsOf,
  presentBanner,
  presentListedNews,
  presentNews,
} from './present-content.ts'

export interface SiteContentDeps extends ContentDeps {
  readonly pictures: Pick<Pictures, 'append' | 'has'>
  readonly heads: LinkHeads
}

export function contentEndpoints(deps: SiteContentDeps): readonly BoundEndpoint[] {
  return [
    ...bindConsole('consoleBanners', consoleBanners, bannerHandlers(deps)),
    ...bindConsole('consoleNews', consoleNews, newsHandlers(deps)),
  ]
}

function bannerHandlers(deps: SiteContentDeps): ConsoleHandlers<typeof consoleBanners> {
  const { db, clock, pictures, heads } = deps
  return {
    list: async () => {
      const banners = await listStaffBanners(db, clock.nowMs())
      return respond({ banners: banners.map(presentBanner) })
    },
    save: async (input, call) => {
      const hasPage = async (name: string) => (await findInformationPage(db, name)) !== undefined
      // News that is out when the banner is.
      const shownMs = Math.max(clock.nowMs(), (input.shown_from ?? 0) * 1000)
      const hasNews = async (id: number) => (await findNewsItem(db, id, shownMs)) !== undefined
      if (!(await leadsSomewhere(input.href, { heads, hasNews, hasPage }))) return reject('link_unknown')
      if (input.picture !== '' && !(await pictures.has(input.picture))) return reject('picture_refused')
      const unknown = await unknownBrand(db, input.brands)
      if (unknown !== undefined) return reject('brand_unknown', { values: { id: unknown } })
      const { id, version } = input
      const outcome = await saveBanner(
        db,
        { id, version, fields: bannerFieldsOf(input) },
        authorOf(call, deps),
      )
      switch (outcome.kind) {
        case 'not_found':
          return reject('banner_not_found')
        case 'changed_since':
          return reject('changed_since', { values: { who: outcome.who || '—' } })
        case 'period':
          return reject('period_wrong')
        case 'full':
          return reject('banners_full', { values: { limit: outcome.max } })
        case 'changed':
          await recordSet(deps, 'banner_saved', call, outcome.changeId)
          return respond({ change_id: outcome.changeId, id: outcome.id })
      }
    },
    order: async ({ place, ids }, call) => {
      const outcome = await orderBanners(db, place, ids, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('banner_not_found')
      await recordSet(deps, 'banners_ordered', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    remove: async ({ id }, call) => {
      const outcome = await removeBanner(db, id, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('banner_not_found')
      await recordSet(deps, 'banner_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
    picture: (input, call) => storePiece(deps, bannerPicture, input, call),
    undo: ({ change_id: changeId }, call) => undoSetOf('home', deps, changeId, call),
  }
}

function newsHandlers(deps: SiteContentDeps): ConsoleHandlers<typeof consoleNews> {
  const { db, clock, pictures } = deps
  return {
    list: async () => {
      const news = await listStaffNews(db, clock.nowMs())
      return respond({ news: news.map(presentListedNews) })
    },
    one: async ({ id }) => {
      const [news] = await listStaffNews(db, clock.nowMs(), id)
      return news === undefined ? reject('news_item_not_found') : respond(presentNews(news))
    },
    save: async (input, call) => {
      if (input.picture !== '' && !(await pictures.has(input.picture))) return reject('picture_refused')
      const unknown = await unknownBrand(db, input.brands)
      if (unknown !== undefined) return reject('brand_unknown', { values: { id: unknown } })
      const { id, version } = input
      const outcome = await saveNews(db, { id, version, fields: newsFieldsOf(input) }, authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind !== 'changed') return reject('news_item_not_found')
      await recordSet(deps, 'news_saved', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    remove: async ({ id }, call) => {
      const outcome = await deleteNews(db, id, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('news_item_not_found')
      await recordSet(deps, 'news_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
    picture: (input, call) => storePiece(deps, newsPicture, input, call),
    undo: ({ change_id: changeId }, call) => undoSetOf('news', deps, changeId, call),
  }
}

const bannerPicture = { kind: 'banner', width: 960 } as const
const newsPicture = { kind: 'news', width: 960 } as const
