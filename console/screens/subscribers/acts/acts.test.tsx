/** Acts on a subscriber, with a simulated server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { consoleSubscriberDoubles } from '#contract/console/subscriber-data.ts'
import { permissionsOf } from '#contract/form/permissions.ts'
import type { SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { LoggedInContext } from '#console/session/session.ts'
import { Toasts } from '#console/ui/toast.tsx'
import { Playing } from '#console/screens/subscribers/devices-sections.tsx'
import { ActForm } from './act-form.tsx'
import { SubscriberActs } from './acts-section.tsx'
import { TariffActs } from './device-acts.tsx'

configure({ asyncUtilTimeout: 10_000 })

const desk = { seen: 0, templates: [], banned: [], undoable: [], pauses: [], offers: [], may_more: [] }
const tariff = { tariff_id: 57, name: { ru: 'Базовый', uz: 'Asosiy', en: 'Basic' }, auto_renew: true }
let response: object
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  response = desk
  client = createQueryClient()
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async () => Response.json({ data: response }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(content: ReactNode) {
  const staff = { staff_id: 1, login: 'k', name: 'Камола', role: 'owner', language: 'ru' }
  render(
    <QueryClientProvider client={client}>
      <LoggedInContext value={{ staff, permissions: [...permissionsOf('owner')] } as never}>
        {content}
        <Toasts />
      </LoggedInContext>
    </QueryClientProvider>,
  )
}

function acts(more: Partial<SubscriberCard>) {
  const standing = { kind: 'active', at: 0, missing: 0 }
  const streams = [{ stream_id: 's1', title: tariff.name, kind: 'live', device_id: 1, since: 0 }]
  const card = {
    ...{ account_id: 7, standing, merged_into: null, is_erased: false, streams, devices: [] },
    ...more,
  } as unknown as SubscriberCard
  show(
    <>
      <SubscriberActs card={card} />
      <TariffActs card={card} tariff={tariff as SubscriberCard['tariffs'][number]} />
      <Playing card={card} />
      <p>После</p>
    </>,
  )
}

it('[CARE-04] are offered on an account that goes on', async () => {
  acts({})
  await screen.findByRole('button', { name: 'Начислить' })
  screen.getByRole('button', { name: 'Действия с тарифом «Базовый»' })
  screen.getByRole('button', { name: 'Остановить' })
})

it.each([
  ['is a part of another one', { merged_into: { account_id: 8, abonement: '100008' } }],
  ['is erased', { is_erased: true }],
])('[CARE-04] are not offered on an account that %s', async (_, more) => {
  acts(more)
  await screen.findByText('После')
  await waitFor(() =>
    expect(
      client
        .getQueryCache()
        .findAll()
        .map(({ state }) => state.status),
    ).toEqual(['success']),
  )
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByText('Действия')).toBeNull()
})

it('[CARE-04] that were done before without a name are said to be done', async () => {
  response = { act_id: 1, is_repeated: true, moved: 0 }
  const close = vi.fn()
  show(
    <ActForm
      endpoint={consoleSubscriberDoubles.merge}
      name="Объединить"
      effect={null}
      toInput={(common) => ({ ...common, account_id: 7, from: '100008' })}
      onClose={close}
    />,
  )
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Причина'), 'Один человек')
  await user.click(screen.getByRole('button', { name: 'Объединить' }))
  await screen.findByText('Сделано: Объединить')
  expect(close).toHaveBeenCalled()
})
