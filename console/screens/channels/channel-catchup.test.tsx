/** The archive of a provider on a channel's page, with a simulated server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { ChannelCatchup } from './channel-catchup.tsx'

// Tests wait for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

type Details = ResponseOf<typeof consoleChannels.one>

const catchup = {
  ...{ mode: 'append', source: '?utc={utc}&key=…', days: 3, correction_minutes: 0 },
  ...{ problem: null, problem_name: '', address: 'http://tv.example/…/7.ts?utc=1795820087&key=…' },
}
const channel = { cid: 5, version: 4, source_kind: 'recorded', deleted_at: 0 }
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

function show(details: object, mayEdit = true) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChannelCatchup details={{ channel, ...details } as unknown as Details} mayEdit={mayEdit} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

it('[CHAN-06] shows the mode, the days and the address without credentials; nothing to press without the right', () => {
  show({ catchup }, false)
  expect(screen.getByText('Добавка к адресу канала (append)')).toBeDefined()
  expect(screen.getByText(catchup.address)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('[CHAN-06] says in words what is wrong with a template before it is saved', async () => {
  responses.push({ data: { problem: 'unknown_placeholder', problem_name: 'when', address: '' } })
  const user = show({ catchup })
  await user.type(screen.getByLabelText('Шаблон адреса'), '?at={{when}')
  await user.click(screen.getByRole('button', { name: 'Проверить' }))
  await waitFor(() => expect(screen.getByText(/Подстановки \{when\} нет/)).toBeDefined())
  expect(sent).toEqual([{ cid: 5, mode: 'append', source: '?at={when}', days: 3, correction_minutes: 0 }])
})

it('[CHAN-06] saves with the version that was shown, and leaves a template that nobody wrote', async () => {
  const user = show({ catchup })
  await user.click(screen.getByRole('button', { name: 'Применить' }))
  const rule = { mode: 'append', days: 3, correction_minutes: 0 }
  await waitFor(() => expect(sent).toEqual([{ cid: 5, version: 4, rule }]))
})
