import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepNothing, show, words } from '#tests/kit/dom/show.tsx'
import { askToLeave, stay } from '#web/remote/leaving.ts'
import { connection } from '#web/session/requests/connection.ts'
import { noteServerTime } from '#web/session/server/server-clock.ts'
import { ConnectionBar } from '#web/shell/dialogs/connection-bar.tsx'
import { session } from '#web/session/session.ts'
import { forgetServer, serverOrigin, storeServer } from '#web/state/site-address.ts'
import { ServerAddressScreen } from './server-address-screen.tsx'

type Viewer = Parameters<typeof session.signIn>[0]

const builtAtMs = Date.UTC(2026, 10, 24)
const onChosen = vi.fn()
/** Responds at these origins; everywhere else the connection is lost. */
let servers: Readonly<Record<string, object>> = {}
beforeEach(() => {
  servers = {}
  onChosen.mockClear()
  stay()
  vi.stubGlobal('ekranApp', { platform: 'webos', version: '1.0.0', builtAtMs })
  vi.useFakeTimers({ now: builtAtMs + 86_400_000, toFake: ['Date'] })
  vi.stubGlobal('fetch', async (address: string) => {
    const response = servers[new URL(address).origin]
    if (response === undefined) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(response))
  })
})
afterEach(() => {
  forgetServer()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  noteServerTime(Date.now())
})

const ekran = { error: 0, data: { company: 'Example TV', support_phone: '+998712000000' } }

async function connectTo(address: string, as?: Viewer) {
  const page = await show(<ServerAddressScreen onChosen={onChosen} />, {
    television: true,
    ...(as && { as }),
  })
  await page.user.type(screen.getByRole('textbox'), address)
  await page.user.click(screen.getByRole('button', { name: 'Подключиться' }))
  return page
}

describe('[TVSET-03] the first start of an app', () => {
  it('asks at Back whether to leave', async () => {
    await show(<ServerAddressScreen onChosen={onChosen} />, { television: true })
    expect(screen.queryByRole('dialog')).toBeNull()
    act(askToLeave)
    expect(screen.getByRole('dialog', { name: /Выйти/ })).toBeTruthy()
  })

  it('names the certificate and the date where the server responds without a secure connection', async () => {
    servers = { 'http://tv.example.uz:443': {} }
    await connectTo('https://tv.example.uz')
    await waitFor(() => expect(words(screen.getByRole('alert'))).toContain('не доверяет сертификату'))
    expect(words(screen.getByRole('alert'))).toContain('Сейчас на этом устройстве 25 ноября 2026')
  })

  it.each([Date.UTC(2019, 0, 1), Date.UTC(2055, 0, 1)])(
    'names a clock of %i, which is years off',
    async (nowMs) => {
      vi.setSystemTime(nowMs)
      await connectTo('tv.example.uz')
      const year = new Date(nowMs).getUTCFullYear()
      await waitFor(() =>
        expect(words(screen.getByRole('alert'))).toContain(`На этом устройстве 1 января ${year}`),
      )
    },
  )

  it.each([
    ['tv.example.uz', 'https://tv.example.uz', true],
    ['tv.another.uz', 'https://tv.another.uz', false],
    ['http://tv.example.uz', 'http://tv.example.uz', false],
  ])(
    'after a change of the server to %s, the session is only valid at its own',
    async (typed, origin, isSame) => {
      servers = { [origin]: ekran }
      storeServer('https://tv.example.uz')
      forgetServer()
      await connectTo(typed, { token: 'secret', abonement: '1', deviceUid: 'd' })
      await waitFor(() => expect(onChosen).toHaveBeenCalledOnce())
      expect(serverOrigin()).toBe(origin)
      expect(session.get().token).toBe(isSame ? 'secret' : null)
    },
  )

  it('says that a public server has no protection, before a password is typed', async () => {
    servers = { 'http://tv.example.uz': ekran }
    await connectTo('tv.example.uz')
    await waitFor(() => expect(words(screen.getByRole('alert'))).toContain('введите его с http://'))
    expect(onChosen).not.toHaveBeenCalled()
  })

  it('goes on where the storage is blocked, and says that the address is not stored', async () => {
    servers = { 'https://tv.example.uz': ekran }
    const stop = keepNothing()
    const { user } = await connectTo('tv.example.uz')
    await waitFor(() => expect(words(screen.getByRole('alert'))).toContain('придётся ввести снова'))
    expect(onChosen).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Продолжить' }))
    expect(onChosen).toHaveBeenCalledOnce()
    expect(serverOrigin()).toBe('https://tv.example.uz')
    stop()
  })
})

describe('[TVSET-03] [SHELL-08] the line about a lost connection in an app', () => {
  beforeEach(() => {
    vi.stubGlobal('ekranApp', {
      platform: 'webos',
      version: '1.0.0',
      builtAtMs,
      server: 'https://tv.example.uz',
    })
  })
  async function lose() {
    await show(<ConnectionBar />)
    await act(async () => connection.report('network_error'))
    return screen.getByRole('status')
  }

  it('says that only the secure connection fails, with both remedies', async () => {
    servers = { 'http://tv.example.uz': {} }
    const bar = await lose()
    await waitFor(() => expect(words(bar)).toContain('Защищённое соединение с сервером не открывается'))
    expect(words(bar)).toContain('На этом устройстве 25 ноября 2026')
    expect(words(bar)).toContain('сообщите оператору')
    expect(words(bar)).not.toContain('Нет подключения')
  })

  it('names the clock alone where it is wrong for certain', async () => {
    servers = { 'http://tv.example.uz': {} }
    noteServerTime(Date.now() + 400 * 86_400_000)
    const bar = await lose()
    await waitFor(() => expect(words(bar)).toContain('Исправьте дату и время'))
    expect(words(bar)).not.toContain('сертификат')
  })

  it('is about the network where nothing responds', async () => {
    const bar = await lose()
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(words(bar)).toContain('Нет подключения к интернету')
  })
})
