import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { devices, type DeviceOf } from '#contract/accounts/devices.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { DevicesScreen } from './devices-screen.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(devices.list, listOf([here, television, phone]))
  server.responds(devices.rename, {})
  server.responds(devices.remove, {})
  server.responds(devices.removeOthers, { removed: 2 })
})

function device(device_id: number, own: Partial<DeviceOf> = {}): DeviceOf {
  return {
    device_id,
    kind: 'tv',
    name: '',
    model: 'LG, webOS',
    place: device_id,
    first_seen_at: 1_700_000_000,
    last_seen_at: 1_700_000_000,
    address: '198.51.100.7',
    is_tasix: 1,
    is_current: 0,
    ...own,
  }
}

const here = device(1, { kind: 'computer', model: 'Chrome, Linux', is_current: 1 })
const television = device(2, { name: 'Телевизор в зале' })
const phone = device(3, { kind: 'phone', model: 'Chrome, Android' })

function listOf(items: readonly DeviceOf[]) {
  return { limit: 5, devices: { item: items } }
}

async function open() {
  const page = await show(
    <>
      <DevicesScreen />
      <Toaster />
    </>,
    { at: '/cabinet/devices', as: viewer },
  )
  await screen.findAllByRole('listitem')
  return page
}

function row(id: number) {
  return within(document.querySelector<HTMLElement>(`[data-device="${id}"]`) as HTMLElement)
}

function responseOfDialog(name: string) {
  return within(screen.getByRole('dialog')).getByRole('button', { name })
}

describe('[ACC-09] the devices of an account', () => {
  it('are listed with their names, and how many of the limit are used', async () => {
    await open()
    expect(document.querySelectorAll('[data-device]')).toHaveLength(3)
    expect(row(1).getByText(/Это устройство/)).toBeTruthy()
    expect(row(2).getByText('Телевизор в зале')).toBeTruthy()
    expect(screen.getByText(/Занято 3 из 5/)).toBeTruthy()
  })

  it('are removed after a confirmation; the neighbour gets the focus', async () => {
    const { user } = await open()
    await user.click(row(2).getByRole('button', { name: 'Отключить: Телевизор в зале' }))
    expect(server.requests(devices.remove)).toEqual([])
    await user.click(responseOfDialog('Отключить'))
    await waitFor(() => expect(document.querySelector('[data-device="2"]')).toBeNull())
    expect(server.requests(devices.remove)[0]?.input).toMatchObject({ device_id: 2 })
    expect(screen.getByText('Телевизор в зале: отключено')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.closest('[data-device]')).toBeTruthy())
  })

  it('stay when the viewer cancels', async () => {
    const { user } = await open()
    await user.click(row(3).getByRole('button', { name: /^Отключить/ }))
    await user.click(responseOfDialog('Отмена'))
    expect(server.requests(devices.remove)).toEqual([])
    expect(row(3)).toBeTruthy()
  })

  it('that were removed elsewhere disappear as well; a lost request keeps them and shows a message', async () => {
    server.isLost(devices.remove)
    const { user } = await open()
    await user.click(row(2).getByRole('button', { name: /^Отключить/ }))
    await user.click(responseOfDialog('Отключить'))
    await screen.findByText(/^Нет связи с сервером/)
    expect(row(2)).toBeTruthy()
    server.rejects(devices.remove, { failure: 'device_not_found', message: 'Такого устройства нет' })
    await user.click(row(2).getByRole('button', { name: /^Отключить/ }))
    await user.click(responseOfDialog('Отключить'))
    await waitFor(() => expect(document.querySelector('[data-device="2"]')).toBeNull())
  })

  it('are all removed except this one', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Выйти на других устройствах' }))
    server.responds(devices.list, listOf([here]))
    await user.click(responseOfDialog('Выйти на других устройствах'))
    await screen.findByText('Отключено 2 устройства')
    await screen.findByText(/Других устройств нет/)
    expect(screen.queryByRole('button', { name: 'Выйти на других устройствах' })).toBeNull()
  })

  it('[ACC-07] include this one, which is left by a logout', async () => {
    vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    server.responds(accounts.logout, {})
    const { user } = await open()
    await user.click(row(1).getByRole('button', { name: 'Выйти' }))
    await user.click(responseOfDialog('Выйти'))
    await waitFor(() => expect(session.get().token).toBeNull())
    expect(address()).toBe('/')
  })

  it('that failed to load can be retried', async () => {
    server.isLost(devices.list)
    const { user } = await show(<DevicesScreen />, { at: '/cabinet/devices', as: viewer })
    await screen.findByRole('alert')
    server.responds(devices.list, listOf([here]))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText(/Занято 1 из 5/)
  })
})

describe('[ACC-09] the name of a device', () => {
  it('is edited in place, and the focus returns to where it was', async () => {
    const { user } = await open()
    await user.click(row(3).getByRole('button', { name: /^Переименовать/ }))
    const field = row(3).getByRole<HTMLInputElement>('textbox', { name: 'Название устройства' })
    expect(document.activeElement).toBe(field)
    server.responds(devices.list, listOf([here, television, { ...phone, name: 'Мой телефон' }]))
    await user.type(field, '  Мой телефон {Enter}')
    await screen.findByText('Название сохранено')
    expect(server.requests(devices.rename)[0]?.input).toMatchObject({ device_id: 3, name: 'Мой телефон' })
    await waitFor(() => expect(row(3).getByText('Мой телефон')).toBeTruthy())
    expect(document.activeElement).toBe(row(3).getByRole('button', { name: /^Переименовать/ }))
  })

  it('is left by Escape, and an unchanged name sends no request', async () => {
    const { user } = await open()
    await user.click(row(2).getByRole('button', { name: /^Переименовать/ }))
    await user.keyboard('Другое{Escape}')
    expect(row(2).getByText('Телевизор в зале')).toBeTruthy()
    await user.click(row(2).getByRole('button', { name: /^Переименовать/ }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(row(2).queryByRole('textbox')).toBeNull())
    expect(server.requests(devices.rename)).toEqual([])
  })

  it('stays in its field when it could not be saved', async () => {
    server.rejects(devices.rename, { failure: 'device_not_found', message: 'Такого устройства нет' })
    const { user } = await open()
    await user.click(row(3).getByRole('button', { name: /^Переименовать/ }))
    await user.keyboard('Новое{Enter}')
    await screen.findByText('Такого устройства нет')
    expect(row(3).getByRole<HTMLInputElement>('textbox').value).toBe('Новое')
  })

  it('[I18N-02] is requested in Uzbek on an Uzbek page', async () => {
    await open()
    act(() => session.setLanguage('uz'))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Выйти на других устройствах' })).toBeNull(),
    )
    expect(document.body.textContent).not.toMatch(/Переименовать|Отключить/)
  })
})
