/** The form of a rail with a simulated server: what is sent, and two editors at one rail. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { LoggedInContext } from '#console/session/session.ts'
import { RailForm } from './rail-form.tsx'
import { type Choices, type Rail, emptyRail } from './rail-values.ts'

// Tests wait for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const choices: Choices = {
  collections: [{ id: 9, name_ru: 'Зима', name_uz: 'Qish' }],
  genres: [{ id: 4, name_ru: 'Драма', name_uz: 'Drama' }],
  categories: [],
  channels: [7, 12].map((number) => ({ id: number + 100, number, name_ru: `Канал ${number}`, name_uz: '' })),
}
const rail: Rail = { ...emptyRail, id: 20, version: 3, collection_id: 9, title_ru: 'Вечер', title_uz: 'Kech' }

const brands = [
  { id: 1, name: 'Замин' },
  { id: 9, name: 'Баҳор' },
]

const sent: Record<string, unknown>[] = []
const responses: object[] = []
beforeEach(() => {
  sent.length = 0
  responses.length = 0
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('/service/names')) return Response.json({ data: brands })
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)))
    return Response.json(responses.shift() ?? { data: { change_id: 5, id: 20 } })
  })
})
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

function show(own: Partial<Rail> = {}, latest: Partial<Rail> = {}) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LoggedInContext
        value={{ staff: {} as never, permissions: ['home.view', 'home.edit'], isFirstRun: false }}
      >
        <RailForm
          rail={{ ...rail, ...own }}
          latest={{ ...rail, ...own, ...latest }}
          choices={choices}
          onRenew={() => undefined}
        />
      </LoggedInContext>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const save = () => screen.getByRole('button', { name: 'Сохранить' })
const titleOf = (language: string) =>
  within(screen.getByRole('group', { name: new RegExp(`^${language}`) })).getByLabelText('Заголовок')

describe('[FRONT-01] a rail', () => {
  it('marks the language that lacks its title, and sends where and to whom it is shown', async () => {
    const user = show()
    await user.clear(titleOf('Узбекский'))
    screen.getByText('Не заполнено')
    await user.type(titleOf('Узбекский'), 'Oqshom')
    await user.click(screen.getByRole('checkbox', { name: 'Телевизоры' }))
    await user.click(screen.getByRole('checkbox', { name: 'По-узбекски' }))
    await user.click(save())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      ...{ id: 20, version: 3, kind: 'collection', collection_id: '9', title_uz: 'Oqshom' },
      ...{ platforms: ['web', 'phone'], languages: ['ru'], audience: 'everybody', shown_from: null },
    })
  })

  it('[BRAND-01] is shown by all brands, or by those that are marked', async () => {
    const user = show()
    const field = await screen.findByRole('group', { name: 'Бренды' })
    within(field).getByText(/показывают все бренды/)
    await user.click(within(field).getByRole('checkbox', { name: 'Баҳор' }))
    within(field).getByText('Показывают только отмеченные.')
    await user.click(save())
    await waitFor(() => expect(sent[0]).toMatchObject({ brands: [9] }))
  })

  it('is refused at its fields without a platform, and with a year that is none', async () => {
    const user = show({ kind: 'films', platforms: ['web'] })
    await user.click(screen.getByRole('checkbox', { name: 'Сайт' }))
    await user.type(screen.getByLabelText('Год с'), '20')
    await user.click(save())
    expect(sent).toEqual([])
    expect(screen.getByLabelText('Год с').getAttribute('aria-invalid')).toBe('true')
    const platforms = screen.getByRole('group', { name: 'Где показывать' })
    expect(platforms.textContent).not.toBe('Где показыватьСайтПриложения для телефоновТелевизоры')
  })

  it('of channels gets them by a search, in an order', async () => {
    const user = show({ kind: 'channels', cids: [107] })
    const search = screen.getByRole('searchbox', { name: 'Найти канал' })
    await user.type(search, 'канал 12{Enter}')
    await user.click(screen.getByRole('button', { name: 'Выше: 12 Канал 12' }))
    await user.click(save())
    await waitFor(() => expect(sent[0]).toMatchObject({ kind: 'channels', cids: [112, 107] }))
  })

  it('shows both values before another editor’s change is overwritten', async () => {
    const user = show({}, { version: 4, title_ru: 'Ночь', audience: 'guests' })
    await user.clear(titleOf('Русский'))
    await user.type(titleOf('Русский'), 'Утро')
    responses.push({ code: 233, failure: 'changed_since', message: 'Изменила Камола' })
    await user.click(save())
    const dialog = within(await screen.findByRole('dialog', { name: 'Это уже изменил другой сотрудник' }))
    dialog.getByText('Изменила Камола')
    const texts = dialog.getAllByRole('definition').map((one) => one.textContent)
    expect(texts).toEqual(['Сейчас: Ночь', 'У вас: Утро', 'Сейчас: Гостям', 'У вас: Всем'])
    await user.click(dialog.getByRole('button', { name: 'Сохранить мой' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ version: 4, title_ru: 'Утро', audience: 'everybody' })
  })
})
