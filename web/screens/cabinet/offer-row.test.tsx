import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { plainLook } from '#tests/kit/dom/tariff-look.ts'
import type { SubscriptionItem } from './cabinet-rules.ts'
import { OfferRow } from './offer-row.tsx'

const daySec = 86_400
/** 10 December 2026, at noon in Tashkent. */
const nowSec = Date.UTC(2026, 11, 10, 7) / 1000

type Props = Parameters<typeof OfferRow>[0]
const offer = {
  ...{ kind: 'free_days', name: '10 дней бесплатно', gift: 0, tariff_id: 1, days: 10, price: 0, is_used: 0 },
} as unknown as Props['offer']
const tariff = (tariff_id: number, name: string, price: number) => ({
  ...{ tariff_id, name_ru: name, name_uz: name, is_base: 1, state: 'off' },
  sub_tariffs: [{ price, days: 30 }],
})
const tariffs = [tariff(1, 'Старт', 19_000), tariff(2, 'Семейный', 49_000)] as unknown as Props['tariffs']

const own = (values: Partial<SubscriptionItem> = {}): SubscriptionItem => ({
  ...{ tariff_id: 2, name: 'Семейный', look: plainLook, price: 39_000, period_days: 30, is_base: 1 },
  ...{ state: 'active', auto_renew: 1, paid_until: nowSec + 5 * daySec, paused_until: 0, may_pause: 1 },
  ...{ next_tariff_id: 0, next_name: '', next_price: 0, ...values },
})

beforeEach(() => {
  simulateServer()
  vi.setSystemTime(nowSec * 1000)
})

async function wordsOf(items: readonly SubscriptionItem[], of: Partial<Props['offer']> = {}) {
  const row = <OfferRow offer={{ ...offer, ...of }} tariffs={tariffs} own={items} onChange={vi.fn()} />
  const { user } = await show(row, { at: '/cabinet', as: viewer })
  const shown = screen.getByRole('listitem').textContent ?? ''
  const button = screen.queryByRole('button', { name: 'Подключить' })
  if (button === null) return { shown, asked: '' }
  await user.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  return { shown, asked: (dialog.getByText(/Сейчас/).textContent ?? '').replaceAll('\u00a0', ' ') }
}

describe('[PROMO-02] the free days of an offer', () => {
  it('begin its tariff where there is none, and then cost what it costs', async () => {
    const { shown, asked } = await wordsOf([])
    expect(shown).toContain('тариф «Старт» на 10 дней бесплатно')
    expect(asked).toMatch(/^Сейчас ничего не спишется\. Потом тариф продлевается сам: 19 000 сум/)
  })

  it('lie behind the paid time of another base tariff, at the price that this subscriber pays', async () => {
    const { shown, asked } = await wordsOf([own()])
    expect(shown).toContain('тариф «Семейный» на 10 дней бесплатно')
    expect(shown).not.toContain('Старт')
    expect(asked).toMatch(
      /^Сейчас ничего не спишется\. Дни начнутся 15 декабря, .*\. Потом тариф продлевается сам: 39 000 сум/,
    )
  })

  it('lie behind the paid time of its own tariff too', async () => {
    const { asked } = await wordsOf([own({ tariff_id: 1, name: 'Старт', price: 17_000 })])
    expect(asked).toMatch(/Дни начнутся 15 декабря, .* 17 000 сум/)
  })

  it.each([
    ['that is not renewed', { auto_renew: 0 }, /15 декабря.*отключится 25 декабря, и больше ничего/],
    ['after which another begins', { next_name: 'Спорт' }, /15 декабря.*После них начнётся тариф «Спорт»/],
    [
      'that is paused',
      { paused_until: nowSec + 20 * daySec },
      /не спишется\. Пауза закончится сразу, .*39 000 сум/,
    ],
    [
      'that waits for money',
      { state: 'suspended', paid_until: nowSec - daySec },
      /не спишется\. Потом тариф продлевается сам: 39 000 сум/,
    ],
  ] as const)('say what comes behind them at a tariff %s', async (_name, values, words) => {
    const { asked } = await wordsOf([own(values as Partial<SubscriptionItem>)])
    expect(asked).toMatch(words)
    expect(asked).not.toContain('19 000')
  })

  it.each([
    [30, 'на 1 месяц за'],
    [90, 'на 3 месяца за'],
    [10, 'на 10 дней за'],
  ])('are unlike an offer of %s days at a price, said as the period of a tariff is', async (days, words) => {
    const { shown } = await wordsOf([], { kind: 'one_sum', price: 1_000, days })
    expect(shown).toContain(`тариф «Старт» ${words}`)
  })

  it('are unlike an offer that another base tariff excludes', async () => {
    const { shown, asked } = await wordsOf([own()], { kind: 'one_sum', price: 1 })
    expect(asked).toBe('')
    expect(shown).toContain('Не сочетается с вашим основным тарифом «Семейный»')
  })
})
