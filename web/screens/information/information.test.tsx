import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { information, stepPictures, type Block, type InformationSlug } from '#contract/site/information.ts'
import { address, show, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { InformationScreen } from './information-screen.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

const answer = (id: string, question: string, text: string) => ({
  kind: 'answer' as const,
  id,
  question,
  text,
})
const questions = [
  answer('pay', 'Как оплатить?', 'Картой или в приложении банка.'),
  answer('tv', 'Как подключить телевизор?', 'По коду с экрана.'),
]

async function open(slug: InformationSlug, blocks: readonly Block[], visit: Parameters<typeof show>[1] = {}) {
  server.responds(information.page, {
    ...{ slug, title: 'Страница', lead: 'Вступление' },
    sections: [{ id: 'main', title: 'Главное', blocks }],
  })
  const page = await show(<InformationScreen />, { at: `/${slug}`, ...visit })
  await screen.findByRole('heading', { level: 1, name: 'Страница' })
  return page
}

const isOpen = (id: string) => document.querySelector<HTMLDetailsElement>(`details#${id}`)?.open
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Найти вопрос' })

describe('a text page', () => {
  it('is requested by its address, and gives each part its role', async () => {
    await open('android', [
      { kind: 'text', text: 'Приложение для телефона.' },
      { kind: 'steps', items: ['Откройте магазин', 'Нажмите «Установить»'] },
      { kind: 'list', items: ['Android 8', 'и новее'] },
      { kind: 'reason', title: 'Быстро', text: 'За минуту.' },
    ])
    expect(server.requests(information.page)[0]?.path).toMatch(/\/pages\/android$/)
    const [steps, list] = ['OL', 'UL'].map((tag) =>
      screen.getAllByRole('list').find((one) => one.tagName === tag && /магазин|Android 8/.test(words(one))),
    )
    expect(within(steps as HTMLElement).getAllByRole('listitem')).toHaveLength(2)
    expect(words(list as HTMLElement)).toBe('Android 8и новее')
    expect(screen.getByRole('heading', { level: 3, name: 'Быстро' })).toBeTruthy()
  })

  it('[APP-03] has drawn pictures beside its steps, described in the language of the page', async () => {
    const steps: Block = { kind: 'steps', items: ['Один', 'Два'], pictures: ['scan', null] }
    const page = await open('lg', [steps])
    const drawn = () => screen.getAllByRole('img').filter(({ tagName }) => tagName === 'svg')
    const inRussian = screen.getByText('Один').parentElement as HTMLElement
    expect(within(inRussian).getByRole('img').getAttribute('aria-label')).toMatch(/^Телефон наведён/)
    expect(within(screen.getByText('Два').parentElement as HTMLElement).queryByRole('img')).toBeNull()
    page.unmount()
    await open('lg', [{ ...steps, pictures: [...stepPictures.slice(0, 2)] }], { language: 'uz' })
    expect(drawn().map((one) => one.getAttribute('aria-label'))).toEqual(
      expect.arrayContaining(['Kabel ulangan televizor va Wi-Fi belgisi']),
    )
  })

  it('[APP-03] draws every picture, each with its own description', async () => {
    const pictures = [...stepPictures]
    await open('samsung', [{ kind: 'list', items: pictures, pictures }])
    const names = pictures.map((name) => {
      const item = screen.getByText(name).parentElement as HTMLElement
      const picture = within(item).getByRole('img')
      expect(picture.childElementCount, name).toBeGreaterThan(1)
      return picture.getAttribute('aria-label')
    })
    expect(new Set(names).size).toBe(pictures.length)
  })

  it('can be retried after a failure', async () => {
    server.isLost(information.page)
    const { user } = await show(<InformationScreen />, { at: '/about' })
    await screen.findByRole('alert')
    server.responds(information.page, { slug: 'about', title: 'О нас', lead: '', sections: [] })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('heading', { level: 1, name: 'О нас' })
  })

  it('links to pages of the site in this tab, and to others in a new one', async () => {
    const { user } = await open('job', [
      { kind: 'link', name: 'Наш сайт', text: 'hr.test', href: 'https://hr.test/' },
      { kind: 'link', name: 'Позвонить', text: '200-00-00', href: 'tel:+998712000000' },
      { kind: 'link', name: 'Тарифы', text: 'Все', href: '/tariff' },
    ])
    const target = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('target')
    expect([target(/Наш сайт/), target(/Позвонить/)]).toEqual(['_blank', null])
    await user.click(screen.getByRole('link', { name: /Тарифы/ }))
    expect(address()).toBe('/tariff')
  })

  it('[APP-03] about a device has an address to scan, on the device itself the address of its steps', async () => {
    const page = await open('lg', [{ kind: 'text', text: 'Для телевизора.' }])
    const code = async () =>
      (await screen.findByRole('img', { name: /^QR-код с адресом http/ })).getAttribute('aria-label') ?? ''
    const site = await code()
    page.unmount()
    await open('lg', [{ kind: 'text', text: 'Для телевизора.' }], { television: true })
    const steps = await code()
    expect(site).not.toMatch(/\/lg$/)
    expect(steps).toMatch(/\/lg$/)
  })

  it('can be scrolled on a television by a remote control, part by part', async () => {
    await open('about', [{ kind: 'text', text: 'О сервисе.' }], { television: true })
    expect(screen.getByText('О сервисе.').parentElement?.tabIndex).toBe(0)
  })
})

describe('the questions and answers', () => {
  it('are expanded for the one in the address, and put an expanded one into the address', async () => {
    await open('answers', questions, { at: '/answers#tv' })
    expect([isOpen('pay'), isOpen('tv')]).toEqual([false, true])
    const pay = document.querySelector<HTMLDetailsElement>('details#pay') as HTMLDetailsElement
    pay.open = true
    fireEvent(pay, new Event('toggle'))
    expect(address()).toBe('/answers#pay')
  })

  it('are searched while typing, and counted', async () => {
    const { user } = await open('answers', questions)
    await user.type(field(), 'телевизор')
    await screen.findByText('1 ответ')
    expect(screen.queryByText('Как оплатить?')).toBeNull()
    expect(screen.getByText('Как подключить телевизор?')).toBeTruthy()
  })

  it('show a message when none matches, and come back', async () => {
    const { user } = await open('answers', questions)
    await user.type(field(), 'щщщ')
    await screen.findByText('По запросу «щщщ» ответа не нашлось')
    await user.click(screen.getByRole('button', { name: 'Показать все вопросы' }))
    await waitFor(() => expect(screen.getByText('Как оплатить?')).toBeTruthy())
    expect(field().value).toBe('')
  })

  it('have no search on a page without questions', async () => {
    await open('about', [{ kind: 'text', text: 'О сервисе.' }])
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
