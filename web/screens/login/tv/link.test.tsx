import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeviceOf } from '#contract/accounts/devices.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { tvLogin } from '#contract/accounts/tv-login.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { LinkScreen } from './link-screen.tsx'

/** 13:00 in Tashkent. */
const nowSec = 1_800_000_000
const television: ResponseOf<typeof tvLogin.look> = {
  ...{ kind: 'tv', model: 'LG, webOS', address: '198.51.100.7', is_tasix: 1 },
  ...{ is_same_network: 1, asked_at: nowSec - 60 },
}

let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(tvLogin.look, television)
  server.responds(tvLogin.decide, {})
})

const open = (at = '/link') => show(<LinkScreen />, { at, as: viewer })
const field = () => screen.getByLabelText<HTMLInputElement>('Код с экрана телевизора')
const looked = () => server.requests(tvLogin.look).map(({ input }) => input['user_code'])
const decided = () => server.requests(tvLogin.decide).map(({ input }) => input)
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe("[ACC-01] a television's code on a phone", () => {
  it('is written in two groups, and looked up by itself once it is complete', async () => {
    const { user } = await open()
    await user.type(field(), '1234567')
    expect(field().value).toBe('1234-567')
    expect(looked()).toEqual([])
    await user.type(field(), '8')
    await screen.findByText('Разрешить вход этому устройству?')
    expect(looked()).toEqual(['12345678'])
  })

  it('is looked up at once when it comes from the QR code', async () => {
    await open('/link?code=1234-5678')
    await screen.findByText('Разрешить вход этому устройству?')
    expect(looked()).toEqual(['12345678'])
  })

  it('that is incomplete is not looked up, and shows why', async () => {
    const { user } = await open()
    await user.type(field(), '1234{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('В коде восемь цифр')
    expect(looked()).toEqual([])
    await user.type(field(), '5')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it("that no television shows is rejected at its field with the server's message", async () => {
    server.rejects(tvLogin.look, { failure: 'wrong_user_code', message: 'Такого кода нет' })
    const { user } = await open()
    await user.type(field(), '12345678')
    await screen.findByText('Такого кода нет')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().value).toBe('1234-5678')
  })

  it('shows the code again, and which device wants to log in, from where and when', async () => {
    await open('/link?code=12345678')
    await screen.findByText('1234-5678')
    expect(words()).toMatch(/Телевизор.*LG, webOS.*сегодня, 12:59.*198\.51\.100\.7, сеть Узбекистана/)
    expect(screen.getByText('Устройство в одной сети с вами')).toBeTruthy()
    expect(words()).not.toContain('мошенники')
  })

  it('from another network warns of strangers', async () => {
    server.responds(tvLogin.look, { ...television, is_same_network: 0, is_tasix: 0 })
    await open('/link?code=12345678')
    await screen.findByText('Устройство в другой сети')
    expect(words()).toContain('отклоните: это мошенники')
    expect(words()).toContain('вне сети Узбекистана')
  })
})

describe('[ACC-01] the decision on a television', () => {
  it('allows the login', async () => {
    const { user } = await open('/link?code=12345678')
    await screen.findByText('1234-5678')
    await user.click(press('Разрешить'))
    await screen.findByText('Телевизор войдёт через несколько секунд.')
    expect(decided()).toEqual([expect.objectContaining({ user_code: '12345678', allow: 1 })])
  })

  it('rejects the login', async () => {
    const { user } = await open('/link?code=12345678')
    await screen.findByText('1234-5678')
    await user.click(press('Отклонить'))
    await screen.findByText(/^Телевизор в аккаунт не попал/)
    expect(decided()).toEqual([expect.objectContaining({ allow: 0 })])
  })

  it('is sent once, and can be repeated when it was lost', async () => {
    const letThrough = server.waits(tvLogin.decide, {})
    const { user } = await open('/link?code=12345678')
    await screen.findByText('1234-5678')
    await user.click(press('Разрешить'))
    expect(press('Разрешаем…').disabled).toBe(true)
    expect(press('Отклонить').disabled).toBe(true)
    letThrough()
    await screen.findByText('Готово')
    await user.click(press('Другой код'))
    server.isLost(tvLogin.decide)
    await user.type(field(), '87654321')
    await screen.findByText('8765-4321')
    await user.click(press('Разрешить'))
    await screen.findByText(/^Нет связи с сервером/)
    expect(press('Разрешить').disabled).toBe(false)
  })

  it('for a code that has expired meanwhile asks for another code', async () => {
    const { user } = await open('/link?code=12345678')
    await screen.findByText('1234-5678')
    server.rejects(tvLogin.decide, { failure: 'wrong_user_code', message: 'Код больше не действует' })
    await user.click(press('Разрешить'))
    await screen.findByText('Код больше не действует')
    expect(field()).toBeTruthy()
  })

  it('[ACC-09] on a full account lets a device be removed for it', async () => {
    const old: DeviceOf = {
      ...{ device_id: 9, kind: 'phone', name: 'Старый телефон', model: '', place: 1, is_tasix: 1 },
      ...{ first_seen_at: 1_700_000_000, last_seen_at: 1_700_000_000, address: '', is_current: 0 },
    }
    server.rejects(tvLogin.decide, {
      failure: 'device_limit',
      message: 'Все места заняты',
      data: { devices: { item: [old] } },
    })
    const { user } = await open('/link?code=12345678')
    await screen.findByText('1234-5678')
    await user.click(press('Разрешить'))
    await screen.findByRole('heading', { name: 'Все места заняты' })
    server.responds(tvLogin.decide, {})
    await user.click(within(screen.getByRole('listitem')).getByRole('button', { name: /Старый телефон/ }))
    await screen.findByText('Готово')
    expect(decided().at(-1)).toMatchObject({ allow: 1, release_device_id: 9 })
  })

  it('can be followed by another code, and the previous one is removed from the address', async () => {
    const { user } = await open('/link?code=12345678')
    await screen.findByText('1234-5678')
    await user.click(press('Другой код'))
    expect(field().value).toBe('')
    await waitFor(() => expect(address()).toBe('/link'))
  })
})
