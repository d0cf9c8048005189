import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { information, type Block, type InformationSlug } from '#contract/site/information.ts'
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

describe('a page of text', () => {
  it('is asked for by its address, and says what each of its parts is', async () => {
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

  it('that could not be loaded is asked for again', async () => {
    server.isLost(information.page)
    const { user } = await show(<InformationScreen />, { at: '/about' })
    await screen.findByRole('alert')
    server.responds(information.page, { slug: 'about', title: 'О нас', lead: '', sections: [] })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('heading', { level: 1, name: 'О нас' })
  })

  it('leads to pages of the site here, and to others beside it', async () => {
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

  it('[APP-03] about a device has an address to be scanned, on the device itself that of its steps', async () => {
    const page = await open('lg', [{ kind: 'text', text: 'Для телевизора.' }])
    const site = screen.getByRole('img', { name: /^QR-код с адресом http/ }).getAttribute('aria-label') ?? ''
    page.unmount()
    await open('lg', [{ kind: 'text', text: 'Для телевизора.' }], { television: true })
    const steps = screen.getByRole('img', { name: /^QR-код с адресом http/ }).getAttribute('aria-label') ?? ''
    expect(site).not.toMatch(/\/lg$/)
    expect(steps).toMatch(/\/lg$/)
  })

  it('on a television can be scrolled by a remote control, part by part', async () => {
    await open('about', [{ kind: 'text', text: 'О сервисе.' }], { television: true })
    expect(screen.getByText('О сервисе.').parentElement?.tabIndex).toBe(0)
  })
})

describe('the questions and answers', () => {
  it('are open at the one of the address, and give their address to whoever opens another', async () => {
    await open('answers', questions, { at: '/answers#tv' })
    expect([isOpen('pay'), isOpen('tv')]).toEqual([false, true])
    const pay = document.querySelector<HTMLDetailsElement>('details#pay') as HTMLDetailsElement
    pay.open = true
    fireEvent(pay, new Event('toggle'))
    expect(address()).toBe('/answers#pay')
  })

  it('are searched as it is typed, and counted', async () => {
    const { user } = await open('answers', questions)
    await user.type(field(), 'телевизор')
    await screen.findByText('1 ответ')
    expect(screen.queryByText('Как оплатить?')).toBeNull()
    expect(screen.getByText('Как подключить телевизор?')).toBeTruthy()
  })

  it('that are none for what was typed say so, and come back', async () => {
    const { user } = await open('answers', questions)
    await user.type(field(), 'щщщ')
    await screen.findByText('По запросу «щщщ» ответа не нашлось')
    await user.click(screen.getByRole('button', { name: 'Показать все вопросы' }))
    await waitFor(() => expect(screen.getByText('Как оплатить?')).toBeTruthy())
    expect(field().value).toBe('')
  })

  it('are not searched on a page that has none', async () => {
    await open('about', [{ kind: 'text', text: 'О сервисе.' }])
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
