/** The processes that share the channels, on the page of the server's health. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { permissionsOf } from '#contract/form/permissions.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { LoggedInContext } from '#console/session/session.ts'
import { MediaNodes } from './media-nodes.tsx'

afterEach(cleanup)

const node = {
  ...{ channels: 12, share: 12, capacity: 0, is_drained: false, is_balancing: false },
  ...{ is_live: true, is_silent: false },
}
const nodes = [
  { ...node, name: 'live:8082' },
  { ...node, name: 'silent:8082', is_live: false, is_silent: true },
  { ...node, name: 'stopped:8082', channels: 0, is_live: false, is_drained: true },
]

it.each([
  ['ru', ['работает', 'Записывает каналов'], ['молчит', 'Каналов за ним', /неизвестно/], ['не отвечает']],
  [
    'uz',
    ['ishlayapti', 'Yozilayotgan kanallar'],
    ['jim', 'Unga biriktirilgan kanallar', /nomaʼlum/],
    ['javob bermayapti'],
  ],
] as const)('[NODE-01] calls a node silent that has not renewed its lease (%s)', (language, ...texts) => {
  languageChoice.set(language)
  const session = { permissions: [...permissionsOf('channel_engineer')] }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LoggedInContext value={session as never}>
        <MediaNodes nodes={nodes} />
      </LoggedInContext>
    </QueryClientProvider>,
  )
  for (const [at, { name }] of nodes.entries()) {
    const item = within(screen.getByText(name).closest('li') ?? document.body)
    for (const text of texts[at] ?? []) expect(item.getByText(text)).toBeDefined()
  }
  for (const text of texts[1] ?? []) expect(screen.getAllByText(text)).toHaveLength(1)
})
