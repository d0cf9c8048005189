import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { paymentsHistory } from '#contract/billing/payments-history.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { PaymentHistoryScreen } from './payment-history-screen.tsx'
import type { Entry } from './use-history.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

/** Noon of 3 November 2026 in Tashkent. */
const november = Date.UTC(2026, 10, 3, 7) / 1000
const october = november - 30 * 86_400

function buildEntry(id: number, own: Partial<Entry> = {}): Entry {
  return {
    id,
    kind: 'charge',
    amount: -30_000,
    balance: 5000,
    time: november,
    tariff: `Тариф ${id}`,
    is_unused_days: 0,
    ...own,
  }
}

function buildTopUp(id: number, own: Partial<Entry> = {}): Entry {
  return buildEntry(id, { kind: 'top_up', amount: 50_000, balance: 55_000, tariff: '', ...own })
}

function open(at = '/cabinet/payment-history', language: 'ru' | 'uz' = 'ru') {
  return show(<PaymentHistoryScreen />, { at, as: viewer, language })
}

const more = () => screen.findByRole('button', { name: 'Показать ещё' })
const entries = () => [...document.querySelectorAll('[data-entry]')].map((row) => words(row))

describe('[CAB-02] the payment history', () => {
  it('lists entries by month, with the amount charged or paid in and the remaining balance', async () => {
    server.responds(paymentsHistory.list, {
      data: [buildTopUp(2), buildEntry(1, { time: october, tariff: 'Семейный' })],
      next: 0,
    })
    await open()
    const months = await screen.findAllByRole('heading', { level: 2 })
    expect(months.map((month) => words(month).toLowerCase())).toEqual([
      expect.stringContaining('ноябрь'),
      expect.stringContaining('октябрь'),
    ])
    const [topUp, charge] = entries()
    expect(topUp).toContain('Пополнение')
    expect(topUp).toContain('+50 000 сум')
    expect(topUp).toContain('Осталось 55 000 сум')
    expect(charge).toMatch(/^Списание · Семейный/)
    expect(charge).not.toContain('+')
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
  })

  it("grows at its end by the server's `next` cursor", async () => {
    server.respondsBy(paymentsHistory.list, ({ before }) =>
      before === undefined
        ? { data: [buildEntry(9)], next: 9 }
        : before === '9'
          ? { data: [buildEntry(8)], next: 8 }
          : { data: [buildEntry(7)], next: 0 },
    )
    const { user } = await open()
    await user.click(await more())
    await screen.findByText(/Тариф 8/)
    await user.click(await more())
    await screen.findByText(/Тариф 7/)
    expect(entries().map((row) => /Тариф \d/.exec(row)?.[0])).toEqual(['Тариф 9', 'Тариф 8', 'Тариф 7'])
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
  })

  it('shows one kind only, and the address contains it', async () => {
    server.respondsBy(paymentsHistory.list, ({ kind }) =>
      kind === 'top_up'
        ? { data: [buildTopUp(2)], next: 0 }
        : { data: [buildTopUp(2), buildEntry(1)], next: 0 },
    )
    const { user } = await open()
    await screen.findByText(/Тариф 1/)
    await user.click(screen.getByRole('button', { name: 'Пополнения' }))
    await waitFor(() => expect(entries()).toHaveLength(1))
    expect(address()).toBe('/cabinet/payment-history?kind=top_up')
    await user.click(screen.getByRole('button', { name: 'Всё' }))
    await screen.findByText(/Тариф 1/)
    expect(address()).toBe('/cabinet/payment-history')
  })

  it('starts with the kind in its address; an unknown kind shows everything', async () => {
    server.respondsBy(paymentsHistory.list, ({ kind }) => ({
      data: kind === 'charge' ? [buildEntry(1)] : [buildTopUp(2)],
      next: 0,
    }))
    const page = await open('/cabinet/payment-history?kind=charge')
    await screen.findByText(/Тариф 1/)
    expect(screen.getByRole('button', { name: 'Списания' }).getAttribute('aria-pressed')).toBe('true')
    page.unmount()
    await open('/cabinet/payment-history?kind=nonsense')
    await waitFor(() => expect(entries()[0]).toContain('Пополнение'))
    expect(screen.getByRole('button', { name: 'Всё' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('shows a message when nothing was paid yet, and when a kind has no entries', async () => {
    server.responds(paymentsHistory.list, { data: [], next: 0 })
    const { user } = await open()
    await screen.findByText('Платежей пока нет')
    await user.click(screen.getByRole('button', { name: 'Возвраты' }))
    await screen.findByText('Таких операций в истории нет')
  })

  it('can be retried after a failure', async () => {
    server.rejects(paymentsHistory.list, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await open()
    await screen.findByRole('alert')
    server.responds(paymentsHistory.list, { data: [buildEntry(1)], next: 0 })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText(/Тариф 1/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the loaded pages when the next one fails, and requests that page again', async () => {
    server.responds(paymentsHistory.list, { data: [buildEntry(9)], next: 9 })
    const { user } = await open()
    const button = await more()
    server.rejects(paymentsHistory.list, { failure: 'busy', message: 'Сервис перегружен' })
    await user.click(button)
    await screen.findByText('Не удалось загрузить')
    expect(entries()).toHaveLength(1)
    server.responds(paymentsHistory.list, { data: [buildEntry(8)], next: 0 })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(entries()).toHaveLength(2))
    expect(server.requests(paymentsHistory.list).at(-1)?.input).toMatchObject({ before: '9' })
  })

  it('[I18N-02] is in Uzbek on an Uzbek page', async () => {
    server.responds(paymentsHistory.list, { data: [buildTopUp(2)], next: 0 })
    await open('/cabinet/payment-history', 'uz')
    await waitFor(() => expect(entries()[0]).toContain('Toʻldirish'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Toʻlovlar tarixi')
    expect(document.body.textContent).not.toMatch(/[а-яё]/i)
  })
})

describe('[CAB-02] another filter while a page of the previous one is loading', () => {
  it('loads at once, without waiting for the outdated request', async () => {
    server.respondsBy(paymentsHistory.list, ({ kind }) =>
      kind === 'charge' ? { data: [buildEntry(5)], next: 5 } : { data: [buildTopUp(9)], next: 9 },
    )
    const { user } = await open()
    const button = await more()
    const letThrough = server.waits(paymentsHistory.list, { data: [buildTopUp(8)], next: 0 })
    await user.click(button)
    server.respondsBy(paymentsHistory.list, ({ before }) =>
      before === undefined ? { data: [buildEntry(5)], next: 5 } : { data: [buildEntry(4)], next: 0 },
    )
    await user.click(screen.getByRole('button', { name: 'Списания' }))
    await screen.findByText(/Тариф 5/)
    await user.click(await more())
    await screen.findByText(/Тариф 4/)
    await act(async () => letThrough())
    expect(entries().map((row) => /Тариф \d/.exec(row)?.[0])).toEqual(['Тариф 5', 'Тариф 4'])
  })

  it("does not show the previous filter's failure", async () => {
    server.responds(paymentsHistory.list, { data: [buildTopUp(9)], next: 9 })
    const { user } = await open()
    const button = await more()
    server.rejects(paymentsHistory.list, { failure: 'busy', message: 'Сервис перегружен' })
    await user.click(button)
    await screen.findByText('Не удалось загрузить')
    server.responds(paymentsHistory.list, { data: [buildEntry(5)], next: 5 })
    await user.click(screen.getByRole('button', { name: 'Списания' }))
    await screen.findByText(/Тариф 5/)
    expect(screen.queryByText('Не удалось загрузить')).toBeNull()
    expect((await more()).hasAttribute('disabled')).toBe(false)
  })
})

describe('[PAY-09] a receipt', () => {
  beforeEach(() =>
    server.responds(paymentsHistory.list, { data: [buildEntry(41, { tariff: 'Семейный' })], next: 0 }),
  )
  const receipt = {
    ...buildEntry(41, { tariff: 'Семейный' }),
    abonement: '1000042',
    reference: 'charge-77',
    ofd_url: 'https://ofd.example/41',
  }
  const line = (name: string) => words(screen.getByText(name).nextElementSibling as Element)

  async function openReceipt() {
    const page = await open()
    await page.user.click(await screen.findByRole('button', { name: /Семейный/ }))
    return page
  }

  it('shows the item, the amount, the time and the number, and links to the fiscal receipt', async () => {
    server.responds(paymentsHistory.cheque, receipt)
    await openReceipt()
    expect(screen.getByRole('dialog', { name: 'Чек №\u00a041' })).toBeTruthy()
    await screen.findByText('charge-77')
    expect(server.requests(paymentsHistory.cheque)[0]?.path).toMatch(/\/history\/41$/)
    expect(line('Операция')).toBe('Списание')
    expect(line('Тариф')).toBe('Семейный')
    expect(line('Сумма')).toMatch(/30 000 сум$/)
    expect(line('Абонентский номер')).toBe('1000042')
    expect(line('Дата и время')).toMatch(/2026.*12:00$/)
    const fiscal = screen.getByRole<HTMLAnchorElement>('link', { name: 'Фискальный чек' })
    expect([fiscal.href, fiscal.target]).toEqual(['https://ofd.example/41', '_blank'])
  })

  it('without a fiscal receipt has no link, and a top-up names no tariff', async () => {
    server.responds(paymentsHistory.cheque, { ...receipt, kind: 'top_up', tariff: '', ofd_url: null })
    await openReceipt()
    await screen.findByText('charge-77')
    expect(screen.queryByText('Тариф')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Фискальный чек' })).toBeNull()
  })

  it('is printed alone, and the page is restored when it is closed', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    server.responds(paymentsHistory.cheque, receipt)
    const { user } = await openReceipt()
    const printsDialog = () => document.documentElement.hasAttribute('data-prints-dialog')
    await user.click(await screen.findByRole('button', { name: 'Распечатать' }))
    expect(print).toHaveBeenCalledTimes(1)
    expect(printsDialog()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(printsDialog()).toBe(false))
  })

  it('that no longer exists shows why; one that failed can be retried', async () => {
    server.rejects(paymentsHistory.cheque, { failure: 'entry_not_found', message: 'Такого чека нет' })
    const { user } = await openReceipt()
    await screen.findByText('Такого чека нет')
    server.responds(paymentsHistory.cheque, receipt)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Повторить' }))
    await screen.findByText('charge-77')
  })

  it('[I18N-02] follows the language of the page', async () => {
    server.responds(paymentsHistory.cheque, receipt)
    await openReceipt()
    await screen.findByText('charge-77')
    act(() => session.setLanguage('uz'))
    await screen.findByText('Abonent raqami')
  })
})
