/** The form of a channel in a page with a simulated server: two people at one channel. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import type { Channel } from './channel-filter.ts'
import { ChannelForm } from './channel-form.tsx'

// Tests wait for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

const channel: Channel = {
  cid: 5,
  number: 12,
  name_ru: 'Спорт',
  name_uz: '',
  logo: '',
  category_id: 2,
  additional_category_ids: [],
  source_kind: 'recorded',
  source_count: 1,
  is_enabled: true,
  is_hidden: false,
  is_social: false,
  open_to_guests: false,
  is_radio: false,
  is_world: false,
  archive_days: 3,
  low_latency: false,
  tvg_id: '',
  guide_shift_min: 0,
  countries: [],
  languages: [],
  quality: '',
  guide_until: 0,
  tariff_count: 1,
  locked: [],
  version: 4,
  deleted_at: 0,
  merged_into: null,
}

const sent: unknown[] = []
const responses: object[] = []

beforeEach(() => {
  sent.length = 0
  responses.length = 0
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return Response.json(responses.shift() ?? {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show() {
  const client = createQueryClient()
  const page = (now: Channel) => (
    <QueryClientProvider client={client}>
      <ChannelForm channel={now} categories={[]} />
    </QueryClientProvider>
  )
  const { rerender } = render(page(channel))
  return { user: userEvent.setup(), renew: (now: Partial<Channel>) => rerender(page({ ...channel, ...now })) }
}

function nameField() {
  return screen.getByLabelText<HTMLInputElement>('Название по-русски')
}

describe('[CHAN-01] a channel that two people edit', () => {
  it('shows the newer version at once while nothing is typed', async () => {
    const { renew } = show()
    renew({ name_ru: 'Спорт 1', version: 5 })
    await waitFor(() => expect(nameField().value).toBe('Спорт 1'))
  })

  it('keeps what was typed, and shows both values before either is given up', async () => {
    const { user, renew } = show()
    await user.clear(nameField())
    await user.type(nameField(), 'Моё имя')
    renew({ name_ru: 'Чужое имя', version: 5 })
    expect(nameField().value).toBe('Моё имя')
    responses.push({ code: 233, failure: 'changed_since', message: 'Изменил другой' })
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await screen.findByText('Сейчас: Чужое имя')
    screen.getByText('У вас: Моё имя')
    expect(sent).toEqual([{ edits: [{ cid: 5, version: 4, fields: { name_ru: 'Моё имя' } }] }])
    await user.click(screen.getByRole('button', { name: 'Взять их вариант' }))
    await waitFor(() => expect(nameField().value).toBe('Чужое имя'))
  })

  it('overwrites the other value when that is chosen', async () => {
    const { user, renew } = show()
    await user.type(nameField(), '!')
    responses.push(
      { code: 233, failure: 'changed_since', message: 'Изменил другой' },
      { data: { change_id: 7, changed: 1 } },
    )
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await user.click(await screen.findByRole('button', { name: 'Сохранить моё' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ edits: [{ cid: 5, fields: { name_ru: 'Спорт!' } }] })
    renew({ name_ru: 'Спорт!', version: 6 })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(nameField().value).toBe('Спорт!')
  })
})
