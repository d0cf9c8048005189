import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { changes } from '#contract/billing/changes.ts'
import { show, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { RenewalScreen } from './renewal-screen.tsx'

const nowSec = Date.UTC(2027, 2, 1) / 1000
const renewal = {
  ...{ name: 'Семейный', next_name: 'Семейный', next_price: 39_000 },
  ...{ paid_until: nowSec + 3 * 86_400, renews: 1 as const },
}
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(changes.renewal, renewal)
})

const open = (language: 'ru' | 'uz' = 'ru') =>
  show(<RenewalScreen />, { at: '/renewal?token=7.8.x', language })

describe('[FAIR-02] the page of a reminder before a charge', () => {
  it('says what is charged, and changes nothing before the button', async () => {
    await open()
    await screen.findByRole('button', { name: 'Отменить продление' })
    expect(words()).toMatch(/спишется 39 000 сум за тариф «Семейный»/)
    expect(words()).toMatch(/смотреть можно до/)
    expect(server.requests(changes.setRenewal)).toEqual([])
  })

  it('cancels with one tap, says until when one may watch, and renews after all', async () => {
    const { user } = await open()
    server.responds(changes.setRenewal, { ...renewal, next_name: '', renews: 0 })
    await user.click(await screen.findByRole('button', { name: 'Отменить продление' }))
    const again = await screen.findByRole('button', { name: 'Всё-таки продлевать' })
    expect(screen.getByRole('status').textContent).toMatch(/Продление отменено. Смотреть можно до/)
    server.responds(changes.setRenewal, renewal)
    await user.click(again)
    await screen.findByRole('button', { name: 'Отменить продление' })
    expect(server.requests(changes.setRenewal).map(({ input }) => input['renews'])).toEqual([0, 1])
  })

  it('leads to the account when the address is no longer valid', async () => {
    server.rejects(changes.renewal, { failure: 'renewal_link_expired', message: 'Havola endi ishlamaydi' })
    await open('uz')
    expect(await screen.findByText('Havola ishlamaydi')).toBeTruthy()
    expect(screen.getByText('Havola endi ishlamaydi')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Shaxsiy kabinet' }).getAttribute('href')).toMatch(/\/cabinet$/)
  })
})
