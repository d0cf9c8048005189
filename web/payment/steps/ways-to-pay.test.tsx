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

/** The dialog at the choice of a way to pay 25 000 sums in. */
async function open(television = false) {
  const page = await show(<PaymentHost />, { at: '/cabinet', as: viewer, television })
  await act(async () => openPayment({ kind: 'top_up', amount: 25_000 }))
  await page.user.click(await screen.findByRole('button', { name: 'Выбрать способ оплаты' }))
  await screen.findByText('Чем оплатить')
  return page
}
const ways = () => screen.getAllByRole('listitem').map(words)

describe('[PAY-05] the ways to pay', () => {
  it('are the saved cards by their last digits, the main one marked, and a new one', async () => {
    await open()
    await waitFor(() => expect(ways()).toHaveLength(3))
    expect(ways()[0]).toMatch(/•••• 3347.*12\/28 · /)
    expect(ways()[1]).toMatch(/•••• 9390.*01\/27$/)
    expect(ways()[2]).toBe('Новая карта')
  })

  it('never show a whole number of a card', async () => {
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

  it('are the others when the saved cards did not come, which can be asked for again', async () => {
    server.isLost(cards.cards)
    const { user } = await open()
    const again = await screen.findByRole('button', { name: 'Повторить' })
    expect(ways()).toEqual(['Новая карта'])
    server.responds(cards.cards, [mainCard])
    await user.click(again)
    await waitFor(() => expect(ways()).toHaveLength(2))
  })

  it('lead back to the amount, which is as it was', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Назад' }))
    expect(await screen.findByDisplayValue(/^25.000$/)).toBeTruthy()
  })

  it('lead back from a card that was pressed, and nothing is paid', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /3347/ }))
    await user.click(screen.getByRole('button', { name: 'Назад' }))
    expect(await screen.findByRole('button', { name: /9390/ })).toBeTruthy()
    expect(server.requests(cards.fillBalance)).toEqual([])
  })

  it('are no form to fill in on a television, but a code for a phone', async () => {
    await open(true)
    await screen.findByRole('button', { name: /3347/ })
    expect(screen.queryByRole('button', { name: 'Новая карта' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Click' })).toBeNull()
    expect(within(screen.getByRole('dialog')).getByRole('img')).toBeTruthy()
    expect(words()).toContain('localhost:3000/cabinet')
  })
})

describe('[PAY-08] money that comes by another way meanwhile', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  const look = () => act(() => vi.advanceTimersByTimeAsync(5000))

  it('ends the dialog as paid', async () => {
    await open()
    balanceIs(30_000)
    await look()
    await waitFor(() => expect(screen.queryByText('Чем оплатить')).toBeNull())
  })

  it('is waited for until all of it is there', async () => {
    await open()
    balanceIs(20_000)
    await look()
    expect(screen.getByText('Чем оплатить')).toBeTruthy()
  })

  it('is there as well when it was spent at once on a suspended tariff', async () => {
    balanceIs(0, 25_000)
    await open()
    balanceIs(0, 0)
    await look()
    await waitFor(() => expect(screen.queryByText('Чем оплатить')).toBeNull())
  })
})

describe('[TV-08] what is missing before something can be watched', () => {
  it('is a tariff, with its price, and the page knows the way back', async () => {
    const { user, router } = await show(<Gate kind="subscribe" price={30_000} />, { at: '/movie/7' })
    expect(words()).toMatch(/30 000 сум/)
    await user.click(screen.getByRole('link'))
    expect(router.get().location).toMatchObject({ pathname: '/tariff', state: { from: '/movie/7' } })
  })

  it('is another place, outside the network of the country: the channels that can be watched there', async () => {
    const { user } = await show(<Gate kind="region" />, { at: '/channel/7' })
    await user.click(screen.getByRole('link'))
    expect(address()).toBe('/tv')
  })

  it('is nothing that a viewer could do about what is not there now', async () => {
    await show(<Gate kind="unavailable" />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is said in the words of the server where they are the more precise ones', async () => {
    await show(<Gate kind="blocked" message="Позвоните: 200-00-14" title="Аккаунт закрыт" />)
    expect(words(screen.getByRole('group', { name: 'Аккаунт закрыт' }))).toBe(
      'Аккаунт закрытПозвоните: 200-00-14',
    )
  })
})
