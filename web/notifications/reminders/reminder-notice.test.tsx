import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '#contract/site/notifications.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { BellFollower } from '#web/notifications/bell-follower.tsx'
import { bellStore } from '#web/notifications/bell.ts'
import { connection } from '#web/session/requests/connection.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  connection.report('status')
  server.waits(notifications.wait, { last_id: 1, unread_count: 0, last_command: 0 })
  const notice = {
    ...{ id: 2, title: 'Через 5 минут: Футбол', body: 'На канале «Спорт» в 15:00.', is_read: 0 as const },
    ...{ href: '/channel/12?programme=7', created_at: 1_800_000_000 },
  }
  server.responds(notifications.list, {
    data: [notice],
    total_count: 1,
    unread_count: 1,
    page: 1,
    last_page: 1,
  })
})

async function remind(at: string, television = false) {
  const heard = vi.fn()
  const shown = await show(
    <>
      <BellFollower />
      <input aria-label="player" onKeyDown={heard} />
    </>,
    { at, as: viewer, television },
  )
  act(() => bellStore.tell({ lastId: 1, unread: 0 }))
  act(() => bellStore.tell({ lastId: 2, unread: 1 }))
  await screen.findByText('Через 5 минут: Футбол')
  await listening()
  return { ...shown, heard, player: screen.getByLabelText('player') }
}

/** The card listens for keys a moment after it is shown. */
async function listening(): Promise<void> {
  await act(async () => undefined)
}

describe('[FOLLOW-01] a reminder over what is watched', () => {
  it('switches to the channel, in the language of the address', async () => {
    const { user } = await remind('/uz/channel/3')
    screen.getByText('На канале «Спорт» в 15:00.')
    await user.click(screen.getByRole('button', { name: 'Переключить' }))
    await waitFor(() => expect(address()).toBe('/uz/channel/12'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('takes no focus, and is closed by its button and by Esc', async () => {
    const { user, player } = await remind('/channel/3')
    expect(document.activeElement).not.toBe(screen.getByRole('button', { name: 'Переключить' }))
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(screen.queryByRole('alert')).toBeNull()
    act(() => bellStore.tell({ lastId: 1, unread: 0 }))
    act(() => bellStore.tell({ lastId: 2, unread: 1 }))
    await screen.findByRole('alert')
    await listening()
    fireEvent.keyDown(player, { key: 'Escape' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(address()).toBe('/channel/3')
  })

  it('is switched by OK of a remote control and closed by Back; other keys reach the player', async () => {
    const { player, heard } = await remind('/channel/3', true)
    screen.getByText('OK — переключить, «Назад» — закрыть')
    fireEvent.keyDown(player, { key: 'ArrowUp', keyCode: 38 })
    expect(heard).toHaveBeenCalledTimes(1)
    fireEvent.keyDown(player, { key: 'Enter', keyCode: 13 })
    await waitFor(() => expect(address()).toBe('/channel/12'))
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('has nothing to switch to on its own channel', async () => {
    await remind('/channel/12')
    expect(screen.queryByRole('button', { name: 'Переключить' })).toBeNull()
  })
})
