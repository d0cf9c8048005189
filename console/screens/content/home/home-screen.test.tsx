/** The rails of the home page with a simulated server: the order, its conflict, and who may change it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { LoggedInContext } from '#console/session/session.ts'
import { HomeScreen } from './home-screen.tsx'
import { type Rail, emptyRail } from './rail-values.ts'

// Tests wait for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const rail = (id: number, own: Partial<Rail>): Rail => ({ ...emptyRail, id, version: 1, ...own })
let rails: readonly Rail[] = []
const choices = {
  ...{ genres: [{ id: 4, name_ru: 'Драма', name_uz: 'Drama' }], categories: [], channels: [] },
  collections: [{ id: 9, name_ru: 'Зима', name_uz: 'Qish' }],
}
const sent: { readonly path: string; readonly body: unknown }[] = []
let refusal: object | undefined
let previewed: readonly object[] = []

beforeEach(() => {
  sent.length = 0
  refusal = undefined
  previewed = []
  languageChoice.set('ru')
  rails = [
    rail(1, { kind: 'live', platforms: ['television'] }),
    rail(2, { kind: 'continue' }),
    rail(3, { kind: 'collection', collection_id: 9, is_empty: true, audience: 'guests' }),
    rail(4, { kind: 'films', genre_id: 4, title_ru: 'Вечер', is_hidden: true, state: 'planned' }),
  ]
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('/service/names')) return Response.json({ data: [{ id: 1, name: 'Замин' }] })
    if (init.method !== 'POST')
      return Response.json({ data: path.includes('/preview') ? { rails: previewed } : { rails, choices } })
    sent.push({ path: path.replace(/^.*\/v1/, ''), body: JSON.parse(String(init.body)) })
    return Response.json(refusal ?? { data: { change_id: 5, id: 1 } })
  })
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

function show(permissions: readonly string[] = ['home.view', 'home.edit']) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LoggedInContext value={{ staff: {} as never, permissions: permissions as never, isFirstRun: false }}>
        <HomeScreen />
      </LoggedInContext>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const names = () => screen.getAllByRole('row').map((row) => row.querySelector('a')?.textContent ?? '')

describe('[FRONT-01] the rails in the console', () => {
  it('are named by their title, what they contain, or their kind, with what limits them', async () => {
    show()
    await screen.findByRole('grid', { name: 'Ряды главной' })
    expect(names()).toEqual(['Сейчас в эфире', 'Продолжить просмотр', 'Зима', 'Вечер'])
    const texts = screen.getAllByRole('row').map((row) => row.textContent ?? '')
    expect(texts[0]).toContain('Телевизоры')
    expect(texts[2]).toMatch(/Одна подборка.*пусто: не показывается.*Гостям/)
    expect(texts[3]).toMatch(/Фильмы по условиям · Драма.*скрыт.*запланирован.*не всё по-узбекски/)
  })

  it('move by a button, with the order that was shown; on one platform the others stay in place', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Ниже: Продолжить просмотр' }))
    expect(sent).toEqual([{ path: '/home/order', body: { ids: [1, 3, 2, 4], shown: [1, 2, 3, 4] } }])
    await waitFor(() => expect(names()[1]).toBe('Продолжить просмотр'))
    await user.click(screen.getByRole('button', { name: /^Сайт 3/ }))
    await waitFor(() => expect(names()).toEqual(['Продолжить просмотр', 'Зима', 'Вечер']))
    await user.click(screen.getByRole('button', { name: 'Выше: Вечер' }))
    expect(sent[1]?.body).toEqual({ ids: [1, 2, 4, 3], shown: [1, 2, 3, 4] })
  })

  it('are shown in the other editor’s order when that came first', async () => {
    const user = show()
    await screen.findByRole('grid')
    refusal = { code: 324, failure: 'order_changed_since', message: 'Порядок изменила Камола' }
    rails = rails.toReversed()
    await user.click(screen.getByRole('button', { name: 'Ниже: Продолжить просмотр' }))
    await waitFor(() => expect(names()).toEqual(['Вечер', 'Зима', 'Продолжить просмотр', 'Сейчас в эфире']))
  })

  it('are hidden and shown at once', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Показать: Вечер' }))
    await user.click(screen.getByRole('button', { name: 'Скрыть: Зима' }))
    expect(sent.map(({ body }) => body)).toEqual([
      { id: 4, is_hidden: false },
      { id: 3, is_hidden: true },
    ])
  })

  it('cannot be changed by those who may only look', async () => {
    show(['home.view'])
    await screen.findByRole('grid')
    expect(screen.queryByRole('link', { name: 'Добавить ряд' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^(?:Выше|Скрыть|Удалить|Перетащить):/ })).toBeNull()
  })

  it('are previewed with the titles of the site itself', async () => {
    previewed = [
      { id: 2, kind: 'continue', title: '', film_kind: '', is_personal: true, items: [] },
      {
        ...{ id: 7, kind: 'films', title: '', film_kind: 'serials', is_personal: false },
        items: [{ name: 'Гора', image: '' }],
      },
    ]
    show()
    const list = await screen.findByRole('list', { name: 'Так увидит зритель' })
    expect(list.textContent).toBe('Продолжить просмотру каждого зрителя свойСериалыГора')
  })
})
