import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { cards } from '#contract/billing/cards.ts'
import { payments } from '#contract/billing/payments.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { openPayment } from '#web/payment/flow/open-payment.ts'
import { Gate } from '#web/payment/gate.tsx'
import { PaymentHost } from '#web/payment/payment-host.tsx'

const mainCard = { card_id: 3, pan: '860049******3347', expiry: '12/28', is_main: 1, auto_pay: 0 } as const
const otherCard = { card_id: 4, pan: '986012******9390', expiry: '01/27', is_main: 0, auto_pay: 0 } as const

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  balanceIs(5000)
  server.responds(cards.cards, [mainCard, otherCard])
  server.responds(payments.payByLink, {
    links: { item: [{ system: 'click', name: 'Click', url: 'https://my.click.uz/pay' }] },
  })
})

function balanceIs(balance: number, missing = 0) {
  const subscriptions = { item: [] }
  server.responds(accounts.info, { abonement: viewer.abonement, balance, missing, subscriptions })
}

/** The dialog at the choice of a payment method for 25 000 sums. */
async function open(television = false) {
  const page = await show(<PaymentHost />, { at: '/cabinet', as: viewer, television })
  await act(async () => openPayment({ kind: 'top_up', amount: 25_000 }))
  await page.user.click(await screen.findByRole('button', { name: 'Выбрать способ оплаты' }))
  await screen.findByText('Чем оплатить')
  return page
}
const ways = () => screen.getAllByRole('listitem').map(words)

describe('[PAY-05] the payment methods', () => {
  it('are the saved cards by their last digits, the main one marked, and a new one', async () => {
    await open()
    await waitFor(() => expect(ways()).toHaveLength(3))
    expect(ways()[0]).toMatch(/•••• 3347.*12\/28 · /)
    expect(ways()[1]).toMatch(/•••• 9390.*01\/27$/)
    expect(ways()[2]).toBe('Новая карта')
  })

  it('never show a complete card number', async () => {
    await open()
    await waitFor(() => expect(ways()).toHaveLength(3))
    expect(words()).not.toContain('860049')
  })

  it('are a new card where none is saved', async () => {
    server.responds(cards.cards, [])
    await open()
    await waitFor(() => expect(server.requests(cards.cards)).not.toEqual([]))
    expect(ways()).toEqual(['Новая карта'])
  })

  it('are the other methods when the saved cards failed to load, which can be retried', async () => {
    server.isLost(cards.cards)
    const { user } = await open()
    const again = await screen.findByRole('button', { name: 'Повторить' })
    expect(ways()).toEqual(['Новая карта'])
    server.responds(cards.cards, [mainCard])
    await user.click(again)
    await waitFor(() => expect(ways()).toHaveLength(2))
  })

  it('lead back to the amount, which is unchanged', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Назад' }))
    expect(await screen.findByDisplayValue(/^25.000$/)).toBeTruthy()
  })

  it('lead back from a selected card, and nothing is charged', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /3347/ }))
    await user.click(screen.getByRole('button', { name: 'Назад' }))
    expect(await screen.findByRole('button', { name: /9390/ })).toBeTruthy()
    expect(server.requests(cards.fillBalance)).toEqual([])
  })

  it('are no form on a television, but a code for a phone', async () => {
    await open(true)
    await screen.findByRole('button', { name: /3347/ })
    expect(screen.queryByRole('button', { name: 'Новая карта' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Click' })).toBeNull()
    expect(within(screen.getByRole('dialog')).getByRole('img')).toBeTruthy()
    expect(words()).toContain('localhost:3000/cabinet')
  })
})

describe('[PAY-08] money that arrives by another way meanwhile', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  const look = () => act(() => vi.advanceTimersByTimeAsync(5000))

  it('closes the dialog as paid', async () => {
    await open()
    balanceIs(30_000)
    await look()
    await waitFor(() => expect(screen.queryByText('Чем оплатить')).toBeNull())
  })

  it('is awaited until the whole amount has arrived', async () => {
    await open()
    balanceIs(20_000)
    await look()
    expect(screen.getByText('Чем оплатить')).toBeTruthy()
  })

  it('also counts when it was spent at once on a suspended tariff', async () => {
    balanceIs(0, 25_000)
    await open()
    balanceIs(0, 0)
    await look()
    await waitFor(() => expect(screen.queryByText('Чем оплатить')).toBeNull())
  })
})

describe('[TV-08] what is missing before a title can be watched', () => {
  it('is a tariff, with its price, and the page knows the way back', async () => {
    const { user, router } = await show(<Gate kind="subscribe" price={30_000} />, { at: '/movie/7' })
    expect(words()).toMatch(/30 000 сум/)
    await user.click(screen.getByRole('link'))
    expect(router.get().location).toMatchObject({ pathname: '/tariff', state: { from: '/movie/7' } })
  })

  it('outside the national network links to the channels that can be watched there', async () => {
    const { user } = await show(<Gate kind="region" />, { at: '/channel/7' })
    await user.click(screen.getByRole('link'))
    expect(address()).toBe('/tv')
  })

  it('shows no action for a title that is unavailable now', async () => {
    await show(<Gate kind="unavailable" />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it("shows the server's message where that is more precise", async () => {
    await show(<Gate kind="blocked" message="Позвоните: 200-00-14" title="Аккаунт закрыт" />)
    expect(words(screen.getByRole('group', { name: 'Аккаунт закрыт' }))).toBe(
      'Аккаунт закрытПозвоните: 200-00-14',
    )
  })
})
