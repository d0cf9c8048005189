/** Commands to segments, with a simulated server. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandBatchRow } from '#contract/console/commands.ts'
import { permissionsOf } from '#contract/form/permissions.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { createQueryClient } from '#console/session/queries.ts'
import { LoggedInContext } from '#console/session/session.ts'
import { CommandsScreen } from './commands-screen.tsx'

const batch: CommandBatchRow = {
  ...{
    command_batch_id: 1,
    kind: 'message',
    state: 'done',
    text_ru: 'Авария',
    text_uz: 'Avariya',
    stays_sec: 30,
  },
  ...{ channel: { ru: '', uz: '' }, segment: '', reason: 'r', by: 'k', created_at: 1_795_000_000 },
  ...{ recipients: 2, reached: 2, left_out: 0, sent: 0, delivered: 0, done: 1, expired: 1 },
}
let requests = 0
let listed: CommandBatchRow = batch

beforeEach(() => {
  vi.useFakeTimers()
  requests = 0
  languageChoice.set('ru')
  vi.stubGlobal('fetch', async () => {
    requests += 1
    return Response.json({ data: { commands: [listed] } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function requestsIn(ms: number, row: Partial<CommandBatchRow>) {
  listed = { ...batch, ...row }
  const staff = { staff_id: 1, login: 'k', name: 'Камола', role: 'owner', language: 'ru' }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LoggedInContext value={{ staff, permissions: [...permissionsOf('owner')] } as never}>
        <CommandsScreen />
      </LoggedInContext>
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(ms))
  screen.getByText(/Авария/)
  return requests
}

describe('[MSG-02] commands', () => {
  it.each([
    ['is given', { state: 'running' }],
    ['waits for a device', { sent: 1 }],
    ['is with a device', { delivered: 1 }],
  ] as const)('are read again while one %s', async (_, row) => {
    expect(await requestsIn(12_000, row)).toBe(3)
  })

  it('are read once when nothing moves any more', async () => {
    expect(await requestsIn(60_000, {})).toBe(1)
  })
})
