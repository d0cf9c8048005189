import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { channels } from '#contract/channels/channels.ts'
import { site } from '#contract/site/site.ts'
import { RequestedPayment } from '#tests/kit/dom/requested-payment.tsx'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { closePayment } from '#web/payment/flow/open-payment.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import type { Tariff } from './tariff-rules.ts'
import { TariffScreen } from './tariff-screen.tsx'

const nowSec = 1_800_000_000
const inTenDays = nowSec + 10 * 86_400

let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  HTMLElement.prototype.scrollIntoView = () => undefined
  closePayment()
  server = simulateServer()
  server.responds(site.tariffs, [family, sport, start])
  server.responds(channels.publicList, {
    channels: { item: [buildChannel(1, 'Yoshlar'), buildChannel(2, 'Sport')] },
  })
})

function buildTariff(tariff_id: number, name_ru: string, own: Partial<Tariff> = {}): Tariff {
  const names = { name_en: name_ru, name_ru, name_uz: `${name_ru} uz` }
  const period = { period_en: '30 days', period_ru: '30 дней', period_uz: '30 kun', price: 30_000 }
  return {
    id: tariff_id,
    ...names,
    ...period,
    provider_id: 1,
    tariff_id,
    sub_tariffs: [
      { id: tariff_id * 10, ...period, name_en: '30 days', name_ru: '30 дней', name_uz: '30 kun' },
    ],
    is_recommended: 0,
    remote_tariff_id: null,
    channel_count: 2,
    streams: 2,
    ...own,
  }
}

const family = buildTariff(2, 'Семейный')
const sport = buildTariff(3, 'Спорт', { channel_count: 0 })
const start = buildTariff(4, 'Стартовый', { is_recommended: 1 })

function buildChannel(id: number, name: string) {
  return { id, number: id, name, logo: '' }
}

/** The tariffs this viewer has; the base tariffs are those named. */
function subscribed(
  own: readonly {
    tariff_id: number
    state?: 'active' | 'suspended' | 'off'
    auto_renew?: 0 | 1
    is_base?: 0 | 1
  }[],
  bases: readonly number[] = [],
) {
  const item = own.map((one) => ({
    name: '',
    price: 30_000,
    period_days: 30,
    state: 'active' as const,
    is_base: 0 as const,
    auto_renew: 1 as const,
    paid_until: inTenDays,
    ...one,
  }))
  server.responds(accounts.info, { subscriptions: { item } })
  server.responds(subscriptions.tariffs, {
    tariffs: {
      item: [family, sport, start].map((tariff) => ({
        ...tariff,
        is_base: bases.includes(tariff.tariff_id) ? (1 as const) : (0 as const),
        state: 'off' as const,
      })),
    },
  })
}

async function open(as?: typeof viewer, language: 'ru' | 'uz' = 'ru') {
  const page = await show(
    <>
      <TariffScreen />
      <RequestedPayment />
      <Toaster />
    </>,
    { at: '/tariff', language, ...(as === undefined ? {} : { as }) },
  )
  await screen.findAllByRole('heading', { level: 2 })
  return page
}

/** The visible text is the action; the tariff's name is only announced. */
function labelled(action: string, tariff: string) {
  return new RegExp(`^${action} ?: ${tariff}$`)
}

function card(name: string) {
  return within(screen.getByRole('heading', { level: 2, name }).closest('li') as HTMLElement)
}

describe('[TARIFF-02] the tariff page', () => {
  it('lists all with price, period and channels, the recommended one first', async () => {
    await open()
    const names = screen.getAllByRole('heading', { level: 2 }).map((name) => name.textContent)
    expect(names).toEqual(['Стартовый', 'Семейный', 'Спорт'])
    expect(card('Стартовый').getByText('Рекомендуем')).toBeTruthy()
    expect(card('Семейный').queryByText('Рекомендуем')).toBeNull()
    expect(words(card('Семейный').getByText(/сум$/))).toBe('30 000 сум')
    expect(card('Семейный').getByText('за 30 дней')).toBeTruthy()
    expect(card('Семейный').getByText('2 канала')).toBeTruthy()
    expect(card('Спорт').getByText('Без телеканалов: фильмы и сериалы')).toBeTruthy()
    expect(card('Спорт').queryByRole('button', { name: /^Показать каналы/ })).toBeNull()
  })

  it('opens the channels of one; another replaces them, the same button or the close button closes them', async () => {
    const { user } = await open()
    const panels = () => screen.queryAllByRole('region').map((panel) => panel.getAttribute('aria-label'))
    const toggle = (name: string) => card(name).getByRole('button', { name: /каналы/ })
    await user.click(toggle('Семейный'))
    expect(panels()).toEqual(['Каналы тарифа «Семейный»'])
    expect(toggle('Семейный').getAttribute('aria-expanded')).toBe('true')
    expect(server.requests(channels.publicList)[0]?.input).toMatchObject({ tariff_id: '2' })
    await user.click(toggle('Стартовый'))
    expect(panels()).toEqual(['Каналы тарифа «Стартовый»'])
    await user.click(toggle('Стартовый'))
    expect(panels()).toEqual([])
    await user.click(toggle('Стартовый'))
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(panels()).toEqual([])
  })

  it.each([
    { bottom: 3000, by: [380] },
    { bottom: 800, by: [32] },
    { bottom: 700, by: [] },
  ])(
    'scrolls to a panel that ends at $bottom without moving its button out of the screen',
    async ({ bottom, by }) => {
      const { user } = await open()
      const button = card('Семейный').getByRole('button', { name: /каналы/ })
      vi.stubGlobal('innerHeight', 768)
      const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)
      vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
        this: HTMLElement,
      ) {
        return { top: this === button ? 500 : 560, bottom: this === button ? 556 : bottom } as DOMRect
      })
      button.focus()
      await user.keyboard('{Enter}')
      await screen.findByRole('region')
      expect(scrolled.mock.calls.map(([, top]) => top)).toEqual(by)
      vi.restoreAllMocks()
    },
  )

  it('finds a channel in the panel, shows a message when none matches, and Escape clears the field', async () => {
    const { user } = await open()
    await user.click(card('Семейный').getByRole('button', { name: /^Показать каналы/ }))
    const channel = await screen.findByRole('link', { name: /Yoshlar/ })
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Найти канал' })
    await user.type(field, 'спорт')
    await waitFor(() => expect(screen.queryByRole('link', { name: /Yoshlar/ })).toBeNull())
    await user.type(field, 'жжж')
    await screen.findByText('Каналов по запросу «спортжжж» в этом тарифе нет')
    await user.keyboard('{Escape}')
    expect(field.value).toBe('')
    await screen.findByRole('link', { name: /Yoshlar/ })
    expect(channel.getAttribute('href')).toBe('/channel/1')
  })

  it('retries channels that failed to load, while the tariffs stay', async () => {
    server.rejects(channels.publicList, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await open()
    await user.click(card('Семейный').getByRole('button', { name: /^Показать каналы/ }))
    await screen.findByRole('alert')
    server.responds(channels.publicList, { channels: { item: [buildChannel(1, 'Yoshlar')] } })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('link', { name: /Yoshlar/ })
  })

  it('shows a message when there are no tariffs, and can be retried after a failure', async () => {
    server.isLost(site.tariffs)
    const { user } = await show(<TariffScreen />, { at: '/tariff' })
    await screen.findByRole('alert')
    server.responds(site.tariffs, [])
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('Тарифов пока нет')
    expect(screen.getByRole('link', { name: 'О сервисе и контакты' })).toBeTruthy()
  })

  it('[I18N-02] names everything in Uzbek on an Uzbek page', async () => {
    await open(undefined, 'uz')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tariflar')
    expect(screen.getByRole('heading', { level: 2, name: 'Семейный uz' })).toBeTruthy()
    expect(card('Семейный uz').getByText('30 kun uchun')).toBeTruthy()
    expect(document.body.textContent).not.toContain('сум')
  })
})

describe('[SUB-01] buying', () => {
  it('sends a guest to the login and back', async () => {
    const { user } = await open()
    await user.click(card('Семейный').getByRole('link', { name: 'Войти, чтобы подключить' }))
    expect(address()).toBe('/login')
    expect((history.state as { state: unknown }).state).toEqual({ from: '/tariff' })
    expect(server.requests(accounts.info)).toEqual([])
  })

  it('opens the payment for the pressed tariff', async () => {
    subscribed([])
    const { user } = await open(viewer)
    await user.click(card('Семейный').getByRole('button', { name: labelled('Подключить', 'Семейный') }))
    expect(document.querySelector('output')?.textContent).toBe('{"kind":"tariff","tariffId":2}')
  })

  it('[SUB-03] offers to change a base tariff, never to cancel one', async () => {
    subscribed([{ tariff_id: 2, is_base: 1 }], [2, 4])
    await open(viewer)
    await card('Стартовый').findByRole('button', { name: labelled('Перейти на этот тариф', 'Стартовый') })
    expect(card('Семейный').getByText(/^Основной тариф нельзя отключить/)).toBeTruthy()
    expect(card('Семейный').queryByRole('button', { name: /^Отключить/ })).toBeNull()
    expect(card('Спорт').getByRole('button', { name: /^Подключить/ })).toBeTruthy()
  })

  it('[SUB-02] shows until when a tariff is paid, and which is suspended and waits for money', async () => {
    subscribed([{ tariff_id: 2 }, { tariff_id: 3, state: 'suspended' }])
    await open(viewer)
    await card('Семейный').findByText(/Подключён/)
    expect(words(card('Семейный').getByText(/Подключён/))).toMatch(/оплачен до 25 января/)
    expect(card('Спорт').getByText('Приостановлен')).toBeTruthy()
    expect(card('Спорт').getByRole('button', { name: labelled('Оплатить и включить', 'Спорт') })).toBeTruthy()
  })

  it('[SUB-05] offers to continue one that ends', async () => {
    subscribed([{ tariff_id: 3, auto_renew: 0 }])
    await open(viewer)
    await card('Спорт').findByRole('button', { name: labelled('Продлевать дальше', 'Спорт') })
    expect(card('Спорт').queryByRole('button', { name: /^Отключить/ })).toBeNull()
  })
})

describe('[SUB-02] cancelling a tariff', () => {
  const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

  async function openQuestion() {
    subscribed([{ tariff_id: 3 }])
    const page = await open(viewer)
    await page.user.click(await card('Спорт').findByRole('button', { name: labelled('Отключить', 'Спорт') }))
    expect(screen.getByRole('dialog', { name: 'Отключить «Спорт»?' })).toBeTruthy()
    return page
  }

  it('asks first, shows until when it works, and updates the page', async () => {
    const { user } = await openQuestion()
    expect(server.requests(subscriptions.unsubscribe)).toEqual([])
    server.responds(subscriptions.unsubscribe, { paid_until: inTenDays })
    subscribed([{ tariff_id: 3, auto_renew: 0 }])
    await user.click(inDialog('Отключить'))
    await screen.findByText(/^Тариф отключён: работает до 25 января/)
    expect(server.requests(subscriptions.unsubscribe)[0]?.input).toMatchObject({ tariff_id: 3 })
    await card('Спорт').findByRole('button', { name: labelled('Продлевать дальше', 'Спорт') })
  })

  it('that ends at once shows no date', async () => {
    const { user } = await openQuestion()
    server.responds(subscriptions.unsubscribe, { paid_until: 0 })
    await user.click(inDialog('Отключить'))
    await screen.findByText('Тариф отключён')
  })

  it('stops when the viewer declines', async () => {
    const { user } = await openQuestion()
    await user.click(inDialog('Оставить'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.requests(subscriptions.unsubscribe)).toEqual([])
  })

  it('[SUB-07] is repeated after a lost response as the same request, and after a rejection as another one', async () => {
    const { user } = await openQuestion()
    const keys = () => server.requests(subscriptions.unsubscribe).map(({ headers }) => keyOf(headers))
    server.isLost(subscriptions.unsubscribe)
    await user.click(inDialog('Отключить'))
    await screen.findByText(/^Нет связи с сервером/)
    expect(screen.getByRole('dialog')).toBeTruthy()
    server.rejects(subscriptions.unsubscribe, { failure: 'not_connected', message: 'Тариф не подключён' })
    await user.click(inDialog('Отключить'))
    await screen.findByText('Тариф не подключён')
    await user.click(card('Спорт').getByRole('button', { name: labelled('Отключить', 'Спорт') }))
    await user.click(inDialog('Отключить'))
    await waitFor(() => expect(keys()).toHaveLength(3))
    expect(keys()[0]).toBeTruthy()
    expect(keys()[1]).toBe(keys()[0])
    expect(keys()[2]).not.toBe(keys()[0])
  })

  it('[ACC-07] is not shown to the next guest', async () => {
    subscribed([{ tariff_id: 3 }])
    await open(viewer)
    await card('Спорт').findByText(/Подключён/)
    act(() => session.signOut())
    await card('Спорт').findByRole('link', { name: 'Войти, чтобы подключить' })
    expect(card('Спорт').queryByText(/Подключён/)).toBeNull()
  })
})

function keyOf(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1]
}
