/** Banners and news in the contract's shape. */
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { site } from '#contract/site/site.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { BannerRecord, NewsRecord } from '#server/site/site.ts'

type Banner = ResponseOf<typeof site.banners>[number]
type News = ResponseOf<typeof site.news>['data'][number]

export function presentBanner(banner: BannerRecord, language: Language): Banner {
  return {
    id: banner.bannerId,
    title: banner.title[language],
    text: banner.text[language],
    button: banner.button[language],
    image: pictureAddress('banner', banner.bannerId, banner.picture, 1920),
    href: banner.href,
  }
}

/** A news item for lists. */
export function presentNews(news: NewsRecord, language: Language): News {
  return {
    id: news.newsId,
    title: news.title[language],
    lead: news.lead[language],
    image: pictureAddress('news', news.newsId, news.picture, 960),
    published_at: Math.floor(news.publishedAtMs / 1000),
  }
}

/** A news item with its text. */
export function presentNewsDetail(news: NewsRecord, language: Language): ResponseOf<typeof site.newsDetail> {
  return { ...presentNews(news, language), body: news.body[language] }
}
