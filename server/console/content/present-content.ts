/** Banners and news in the contract's shape, and back. */
import type { consoleBanners, consoleNews } from '#contract/console/site-content.ts'
import type { ParsedOf, ResponseOf } from '#contract/form/endpoint.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { BannerFields, NewsFields, StaffBanner, StaffNews } from '#server/site/site.ts'

const previewWidth = 960

export function presentBanner(
  banner: StaffBanner,
): ResponseOf<typeof consoleBanners.list>['banners'][number] {
  const { id, version, place, state, title, text, button, picture, href } = banner
  return {
    ...{ id, version, place, state, picture, href },
    ...{ title_ru: title.ru, title_uz: title.uz, text_ru: text.ru, text_uz: text.uz },
    ...{ button_ru: button.ru, button_uz: button.uz },
    image: picture === '' ? '' : pictureAddress('banner', id, picture, previewWidth),
    shown_from: secOf(banner.shownFromMs),
    shown_until: secOf(banner.shownUntilMs),
    brands: [...(banner.brands ?? [])],
  }
}

export function presentNews(news: StaffNews): ResponseOf<typeof consoleNews.one> {
  const { id, version, state, title, lead, body, picture, publishedAtMs } = news
  return {
    ...{ id, version, state, picture },
    ...{ title_ru: title.ru, title_uz: title.uz, lead_ru: lead.ru, lead_uz: lead.uz },
    ...{ body_ru: body.ru, body_uz: body.uz },
    image: picture === '' ? '' : pictureAddress('news', id, picture, previewWidth),
    published_at: Math.floor(publishedAtMs / 1000),
    brands: [...(news.brands ?? [])],
  }
}

export function presentListedNews(news: StaffNews): ResponseOf<typeof consoleNews.list>['news'][number] {
  const { id, version, state, image, title_ru, title_uz, published_at, brands } = presentNews(news)
  const isMissing = (language: 'ru' | 'uz') =>
    [news.lead, news.body].some((words) => words[language] === '' && words.ru !== words.uz)
  const missing = (['ru', 'uz'] as const).filter(isMissing)
  return { id, version, state, image, title_ru, title_uz, published_at, brands, missing }
}

export function bannerFieldsOf(input: ParsedOf<typeof consoleBanners.save>): BannerFields {
  return {
    place: input.place,
    title: { ru: input.title_ru, uz: input.title_uz },
    text: { ru: input.text_ru, uz: input.text_uz },
    button: { ru: input.button_ru, uz: input.button_uz },
    picture: input.picture,
    href: input.href,
    brands: input.brands,
    shownFromMs: input.shown_from === null ? null : input.shown_from * 1000,
    shownUntilMs: input.shown_until === null ? null : input.shown_until * 1000,
  }
}

export function newsFieldsOf(input: ParsedOf<typeof consoleNews.save>): NewsFields {
  return {
    title: { ru: input.title_ru, uz: input.title_uz },
    lead: { ru: input.lead_ru, uz: input.lead_uz },
    body: { ru: input.body_ru, uz: input.body_uz },
    picture: input.picture,
    publishedAtMs: input.published_at * 1000,
    brands: input.brands,
  }
}

/** Unix seconds of milliseconds. */
export function secOf(ms: number | null) {
  return ms === null ? null : Math.floor(ms / 1000)
}
