/** How a channel is received now, with a simulated server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import type { Channel } from './channel-filter.ts'
import { StateBadge } from './state-badge.tsx'

// Tests wait for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => languageChoice.set('ru'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(respond: () => Promise<Response>): void {
  vi.stubGlobal('fetch', respond)
  const channel = { cid: 5, is_hidden: false, is_enabled: true, source_kind: 'recorded' } as Channel
  render(
    <QueryClientProvider client={createQueryClient()}>
      <StateBadge channel={channel} />
    </QueryClientProvider>,
  )
}

it('[MON-02] says nothing of a channel before the server answered, and then what it answered', async () => {
  let answer: ((response: Response) => void) | undefined
  show(() => new Promise((resolve) => (answer = resolve)))
  await vi.waitFor(() => expect(answer).toBeDefined())
  expect(screen.getByText('Пока неизвестно')).toBeDefined()
  expect(screen.queryByText('Запускается')).toBeNull()
  answer?.(
    Response.json({ data: { channels: [{ cid: 5, state: 'recording', since: null }], is_old: false } }),
  )
  expect(await screen.findByText('Записывается')).toBeDefined()
})

it('[MON-02] calls a channel starting only when the recorder does not report it yet', async () => {
  show(async () => Response.json({ data: { channels: [], is_old: false } }))
  expect(await screen.findByText('Запускается')).toBeDefined()
})

it('[MON-02] says nothing of a channel while the server cannot be reached', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () => {
    throw new TypeError('fetch failed')
  })
  show(fetched)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  expect(await screen.findByText('Пока неизвестно')).toBeDefined()
  expect(screen.queryByText('Запускается')).toBeNull()
})
