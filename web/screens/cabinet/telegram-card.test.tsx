import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { telegram } from '#contract/accounts/telegram.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { renewResponses } from '#web/session/requests/answers.ts'
import { TelegramCard } from './telegram-card.tsx'

type Link = ResponseOf<typeof telegram.show>

const none: Link = {
  ...{ is_on: 1, bot: 'ekran_bot', is_linked: 0, name: '', is_blocked: 0 },
  ...{ is_phone_checked: 0, notices: 0, codes: 0 },
}
const linked: Link = { ...none, is_linked: 1, name: 'Дилноза', notices: 1 }
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(telegram.unlink, none)
  server.respondsBy(telegram.choose, ({ notices, codes }) => ({
    ...linked,
    ...(notices === undefined ? {} : { notices: notices === 1 ? (1 as const) : (0 as const) }),
    ...(codes === undefined ? {} : { codes: codes === 1 ? (1 as const) : (0 as const) }),
  }))
})

describe('[TG-01] Telegram in the cabinet', () => {
  it('is linked by an address that is opened here or scanned', async () => {
    server.responds(telegram.show, none)
    const address = 'https://t.me/ekran_bot?start=abc'
    server.responds(telegram.begin, { address, expires_in_sec: 900 })
    const { user } = await show(<TelegramCard />, { as: viewer })
    await user.click(await screen.findByRole('button', { name: 'Подключить Telegram' }))
    expect((await screen.findByRole('link', { name: 'Открыть бота' })).getAttribute('href')).toBe(address)
    screen.getByRole('img', { name: 'Код для подключения бота @ekran_bot' })
  })

  it('is looked up again only while it is not linked and the address is valid, which is then offered again', async () => {
    vi.useFakeTimers()
    server.responds(telegram.show, none)
    server.responds(telegram.begin, { address: 'https://t.me/ekran_bot?start=abc', expires_in_sec: 10 })
    const { user } = await show(<TelegramCard />, { as: viewer })
    const looks = () => server.requests(telegram.show).length
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const begin = async () => user.click(await screen.findByRole('button', { name: 'Подключить Telegram' }))
    await begin()
    await screen.findByRole('link', { name: 'Открыть бота' })
    for (let look = 0; look < 3; look += 1) await pass(3000)
    await pass(1000)
    expect(screen.queryByRole('link', { name: 'Открыть бота' })).toBeNull()
    const before = looks()
    expect(before).toBeGreaterThan(3)
    await pass(60_000)
    expect(looks()).toBe(before)
    await begin()
    await screen.findByRole('link', { name: 'Открыть бота' })
    server.responds(telegram.show, linked)
    await pass(4000)
    await screen.findByText('Подключён: Дилноза, бот @ekran_bot')
    const after = looks()
    await pass(60_000)
    expect(looks()).toBe(after)
  })

  it('shows what the server says later, also after a change here', async () => {
    server.responds(telegram.show, linked)
    const { user } = await show(<TelegramCard />, { as: viewer })
    const notices = await screen.findByRole('switch', { name: 'Уведомления в Telegram' })
    await user.click(notices)
    await expect.poll(() => notices.getAttribute('aria-checked')).toBe('false')
    server.responds(telegram.show, none)
    act(() => renewResponses())
    await screen.findByRole('button', { name: 'Подключить Telegram' })
  })

  it('is not shown where the operator has no bot', async () => {
    server.responds(telegram.show, { ...none, is_on: 0, bot: '' })
    await show(<TelegramCard />, { as: viewer })
    await expect.poll(() => server.requests(telegram.show).length).toBe(1)
    expect(screen.queryByText('Telegram')).toBeNull()
  })

  it('gets notifications or not, and codes only after the phone was shared with the bot', async () => {
    server.responds(telegram.show, linked)
    const { user } = await show(<TelegramCard />, { as: viewer })
    const notices = await screen.findByRole('switch', { name: 'Уведомления в Telegram' })
    expect(screen.getByRole('switch', { name: /Коды/ })).toHaveProperty('disabled', true)
    screen.getByText(/отправьте боту свой номер/)
    await user.click(notices)
    await expect.poll(() => notices.getAttribute('aria-checked')).toBe('false')
    expect(server.requests(telegram.choose).map(({ input }) => input['notices'])).toEqual([0])
  })

  it('says that the bot was blocked, and is unlinked after a question', async () => {
    server.responds(telegram.show, { ...linked, is_blocked: 1, is_phone_checked: 1 })
    const { user } = await show(<TelegramCard />, { as: viewer })
    expect((await screen.findByRole('alert')).textContent).toContain('Бот заблокирован')
    await user.click(screen.getByRole('button', { name: 'Отключить Telegram' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Отключить Telegram' }))
    await screen.findByRole('button', { name: 'Подключить Telegram' })
  })
})
