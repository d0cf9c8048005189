import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { site } from '#contract/site/site.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { showToast, Toaster } from '#web/ui/dialogs/toast.tsx'
import type { NewsItem } from './news-card.tsx'
import { NewsItemScreen } from './news-item-screen.tsx'
import { NewsScreen } from './news-screen.tsx'

const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
})

function buildNews(id: number, own: Partial<NewsItem> = {}): NewsItem {
  return {
    id,
    title: `Новость ${id}`,
    lead: `Коротко о новости ${id}`,
    image: '',
    published_at: nowSec - id * 86_400,
    ...own,
  }
}

function pageOf(ids: readonly number[], own: { readonly page?: number; readonly last_page?: number } = {}) {
  return { data: ids.map((id) => buildNews(id)), page: 1, last_page: 1, total: ids.length, ...own }
}

const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((title) => title.textContent)

describe('[NEWS-01] the news', () => {
  it('are listed with their dates, each with a link to its page', async () => {
    server.responds(site.news, pageOf([1, 2]))
    const { user } = await show(<NewsScreen />, { at: '/news', as: viewer })
    const card = await screen.findByRole('link', { name: /Новость 2/ })
    expect(titles()).toEqual(['Новость 1', 'Новость 2'])
    expect(words(card)).toContain('13 января')
    expect(screen.getByRole('status').textContent).toBe('Показано 2 из 2')
    await user.click(card)
    expect(address()).toBe('/news/2')
  })

  it('grow page by page, without duplicates, and stop at the last page', async () => {
    server.respondsBy(site.news, ({ page }) =>
      page === '2' ? pageOf([2, 3], { page: 2, last_page: 2 }) : pageOf([1, 2], { last_page: 2 }),
    )
    const { user } = await show(<NewsScreen />, { at: '/news', as: viewer })
    const link = await screen.findByRole('link', { name: 'Ещё новости' })
    expect(link.getAttribute('href')).toMatch(/\?page=2$/)
    await user.click(link)
    await waitFor(() => expect(titles()).toEqual(['Новость 1', 'Новость 2', 'Новость 3']))
    expect(screen.queryByRole('link', { name: 'Ещё новости' })).toBeNull()
    expect(address()).toBe('/news')
  })

  it('start with the page in the address, and link to newer ones', async () => {
    server.respondsBy(site.news, ({ page }) => pageOf([Number(page)], { page: Number(page), last_page: 3 }))
    await show(<NewsScreen />, { at: '/news?page=3', as: viewer })
    await screen.findByRole('link', { name: /Новость 3/ })
    expect(screen.getByRole('link', { name: 'К более новым' }).getAttribute('href')).toMatch(/\?page=2$/)
  })

  it('keep the loaded ones when the next page fails, and can be retried', async () => {
    server.responds(site.news, pageOf([1], { last_page: 2 }))
    const { user } = await show(<NewsScreen />, { at: '/news', as: viewer })
    const link = await screen.findByRole('link', { name: 'Ещё новости' })
    server.rejects(site.news, { failure: 'busy', message: 'Сервис перегружен' })
    await user.click(link)
    await screen.findByRole('alert')
    expect(titles()).toEqual(['Новость 1'])
    server.responds(site.news, pageOf([2], { page: 2, last_page: 2 }))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(titles()).toEqual(['Новость 1', 'Новость 2']))
  })

  it('show a message when there are none; a failed list can be retried', async () => {
    server.rejects(site.news, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await show(<NewsScreen />, { at: '/news', as: viewer })
    await screen.findByRole('alert')
    server.responds(site.news, pageOf([]))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('Новостей пока нет')
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('[I18N-02] have Uzbek texts around them on an Uzbek page', async () => {
    server.responds(site.news, pageOf([]))
    await show(<NewsScreen />, { at: '/news', as: viewer, language: 'uz' })
    await screen.findByText('Hozircha yangilik yoʻq')
    expect(document.body.textContent).not.toMatch(/[а-яё]/i)
  })
})

describe('[NEWS-01] one news item', () => {
  const Item = () => (
    <>
      <NewsItemScreen />
      <Toaster />
    </>
  )
  beforeEach(() => {
    server.responds(site.newsDetail, { ...buildNews(2), body: 'Первый абзац.\n\nВторой абзац.' })
    server.responds(site.news, pageOf([1, 2, 3, 4, 5]))
  })

  it('is shown in paragraphs, with three others below it and never itself', async () => {
    await show(<Item />, { at: '/news/2' })
    await screen.findByRole('heading', { level: 1, name: 'Новость 2' })
    expect(screen.getByText('Первый абзац.').tagName).toBe('P')
    expect(screen.getByText('Второй абзац.').tagName).toBe('P')
    await waitFor(() => expect(titles()).toEqual(['Другие новости', 'Новость 1', 'Новость 3', 'Новость 4']))
  })

  it('is shown without the others when those fail to load', async () => {
    server.rejects(site.news, { failure: 'busy', message: 'Сервис перегружен' })
    await show(<Item />, { at: '/news/2' })
    await screen.findByText('Второй абзац.')
    expect(screen.queryByText('Другие новости')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that was withdrawn shows a message and links to the others', async () => {
    server.rejects(site.newsDetail, { failure: 'not_found', message: 'Не найдено' })
    await show(<Item />, { at: '/news/2' })
    await screen.findByText('Такой новости нет')
    expect(screen.getAllByRole('link', { name: 'Все новости' })[0]?.getAttribute('href')).toBe('/news')
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
  })

  it('can be retried after a failure', async () => {
    server.rejects(site.newsDetail, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await show(<Item />, { at: '/news/2' })
    await screen.findByRole('alert')
    server.responds(site.newsDetail, { ...buildNews(2), body: 'Текст.' })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('Текст.')
  })

  it('is focusable paragraph by paragraph on a television only', async () => {
    const page = await show(<Item />, { at: '/news/2', television: true })
    await screen.findByText('Второй абзац.')
    expect(document.querySelectorAll('article [data-stop]')).toHaveLength(3)
    page.unmount()
    await show(<Item />, { at: '/news/2' })
    await screen.findByText('Второй абзац.')
    expect(document.querySelector('[data-stop]')).toBeNull()
  })
})

describe('sharing a news item', () => {
  async function open() {
    server.responds(site.newsDetail, { ...buildNews(2), body: 'Текст.' })
    server.responds(site.news, pageOf([]))
    const page = await show(
      <>
        <NewsItemScreen />
        <Toaster />
      </>,
      { at: '/news/2?utm_source=letter#part' },
    )
    return { ...page, button: await screen.findByRole('button', { name: 'Поделиться' }) }
  }

  it('copies the address without the path that led here', async () => {
    const { user, button } = await open()
    await user.click(button)
    await screen.findByText('Ссылка скопирована')
    expect(await navigator.clipboard.readText()).toMatch(/\/news\/2$/)
  })

  it('shows a message when copying is not allowed', async () => {
    const { user, button } = await open()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(
      new DOMException('no', 'NotAllowedError'),
    )
    await user.click(button)
    await screen.findByText('Не получилось скопировать ссылку')
  })

  it("uses the system's share sheet, and closing it is not an error", async () => {
    const share = vi.fn(async () => Promise.reject(new DOMException('closed', 'AbortError')))
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    const { user, button } = await open()
    act(() => showToast('Сказано раньше'))
    await user.click(button)
    expect(share).toHaveBeenCalledWith({ title: 'Новость 2', url: expect.stringMatching(/\/news\/2$/) })
    expect(screen.getByText('Сказано раньше')).toBeTruthy()
    Reflect.deleteProperty(navigator, 'share')
  })
})
