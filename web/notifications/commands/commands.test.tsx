import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '#contract/site/notifications.ts'
import { type ClientCommand, commands } from '#contract/site/commands.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { BellFollower } from '#web/notifications/bell-follower.tsx'
import { bellStore } from '#web/notifications/bell.ts'
import { connection } from '#web/session/requests/connection.ts'
import { session } from '#web/session/session.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  connection.report('status')
  server.waits(notifications.wait, { last_id: 1, unread_count: 0, last_command: 0 })
  server.responds(commands.done, {})
})

const message: ClientCommand = {
  ...{ id: 4, kind: 'message', text: 'Ночью работы <b>важно</b>', stays_sec: 60, channel_id: 0 },
}

async function arrive(taken: readonly ClientCommand[], extra: React.ReactNode = null, television = false) {
  server.responds(commands.take, { commands: [...taken] })
  const shown = await show(
    <>
      <BellFollower />
      {extra}
    </>,
    { at: '/tv', as: viewer, television },
  )
  expect(server.requests(commands.take)).toEqual([])
  act(() => bellStore.tell({ lastId: 1, unread: 0, lastCommand: 4 }))
  return shown
}

const confirmed = () => server.requests(commands.done).map(({ input }) => input['id'])

/** A message listens for keys once its effects have run, which is after it is seen. */
const hearsKeys = () => act(async () => undefined)

describe('[MSG-02] a command to this device', () => {
  it('shows a message as plain text, confirms it, leaves the focus where it is, and closes it', async () => {
    const { user } = await arrive([message], <button type="button">Пауза</button>)
    screen.getByRole('button', { name: 'Пауза' }).focus()
    expect((await screen.findByRole('alert')).textContent).toContain('Ночью работы <b>важно</b>')
    await waitFor(() => expect(confirmed()).toEqual([4]))
    expect(document.activeElement?.textContent).toBe('Пауза')
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is closed by OK and Back of a remote control; the other keys reach the player', async () => {
    const heard = vi.fn()
    await arrive(
      [message, { ...message, id: 5, text: 'Вторая' }],
      <input aria-label="player" onKeyDown={heard} />,
      true,
    )
    const player = screen.getByLabelText('player')
    await screen.findByText(/Ночью/)
    await hearsKeys()
    expect(screen.queryByText('Вторая'), 'one after the other').toBeNull()
    fireEvent.keyDown(player, { key: 'ArrowUp', keyCode: 38 })
    expect(heard).toHaveBeenCalledTimes(1)
    fireEvent.keyDown(player, { key: 'Enter', keyCode: 13 })
    expect(screen.queryByText(/Ночью/)).toBeNull()
    await screen.findByText('Вторая')
    await hearsKeys()
    fireEvent.keyDown(player, { key: 'GoBack', keyCode: 461 })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(heard, 'neither OK nor Back').toHaveBeenCalledTimes(1)
  })

  it('opens a channel, and carries out nothing twice when a confirmation was lost', async () => {
    const command: ClientCommand = {
      ...message,
      id: 7,
      kind: 'channel',
      text: '',
      stays_sec: 0,
      channel_id: 12,
    }
    await arrive([command])
    await waitFor(() => expect(address()).toBe('/channel/12'))
    await waitFor(() => expect(confirmed()).toEqual([7]))
    server.responds(commands.take, { commands: [{ ...command, channel_id: 13 }] })
    act(() => bellStore.tell({ lastId: 1, unread: 0, lastCommand: 8 }))
    await waitFor(() => expect(confirmed(), 'only confirmed again').toEqual([7, 7]))
    expect(address()).toBe('/channel/12')
  })

  it('goes to the login when the staff has signed the device out', async () => {
    server.rejects(commands.take, { failure: 'not_authorized', message: 'Войдите' })
    await show(<BellFollower />, { at: '/tv', as: viewer })
    act(() => bellStore.tell({ lastId: 1, unread: 0, lastCommand: 9 }))
    await waitFor(() =>
      expect(session.get().sessionEndNotice).toMatchObject({ reason: 'ended', toLogin: true }),
    )
  })

  it('is not taken while the page is hidden', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await arrive([message])
    await act(async () => Promise.resolve())
    expect(server.requests(commands.take)).toEqual([])
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await screen.findByRole('alert')
    visibility.mockRestore()
  })
})
