import { expect, it } from 'vitest'
import { presentBanner, presentNews, presentNewsDetail } from './present-site.ts'

function words(ru: string) {
  return { ru, uz: `${ru} (uz)` }
}

const news = {
  newsId: 5,
  title: words('Заголовок'),
  lead: words('Вводка'),
  body: words('Текст'),
  picture: null,
  publishedAtMs: 1_768_478_400_999,
}

it('shows a banner in the client’s language, with the picture of its version', () => {
  const banner = {
    bannerId: 4,
    title: words('Лето'),
    text: words('Кино'),
    button: words('Смотреть'),
    picture: 'v1',
    href: '/new-movies',
  }
  expect(presentBanner(banner, 'uz')).toEqual({
    id: 4,
    title: 'Лето (uz)',
    text: 'Кино (uz)',
    button: 'Смотреть (uz)',
    image: '/images/banner/4/v1/1920.webp',
    href: '/new-movies',
  })
})

it('shows a news item in a list without its text, and with it on its page; times are whole seconds', () => {
  const listed = {
    id: 5,
    title: 'Заголовок',
    lead: 'Вводка',
    image: '/images/news/5/none/960.webp',
    published_at: 1_768_478_400,
  }
  expect(presentNews(news, 'ru')).toEqual(listed)
  expect(presentNewsDetail(news, 'ru')).toEqual({ ...listed, body: 'Текст' })
})
