import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { promotions } from '#contract/billing/promotions.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { channels } from '#contract/channels/channels.ts'
import { site } from '#contract/site/site.ts'
import { RequestedPayment } from '#tests/kit/dom/requested-payment.tsx'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { plainLook, sportLook } from '#tests/kit/dom/tariff-look.ts'
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
      { id: tariff_id * 10, ...period, name_en: '30 days', name_ru: '30 дней', name_uz: '30 kun', days: 30 },
    ],
    is_recommended: 0,
    remote_tariff_id: null,
    channel_count: 2,
    streams: 2,
    ...{ description_ru: '', description_uz: '', look: plainLook, is_base: 0 },
    ...{ logos: [], archive_days: 0, films: [], compared_to: 0, added_channels: 0, missing_channels: 0 },
    added_films: [],
    trial_days: 0,
    recording_hours: 0,
    free_days: 0,
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
    look: plainLook,
    price: 30_000,
    period_days: 30,
    state: 'active' as const,
    is_base: 0 as const,
    auto_renew: 1 as const,
    paid_until: inTenDays,
    ...{ paused_until: 0, may_pause: 0 as const, next_tariff_id: 0, next_name: '', next_price: 0 },
    ...one,
  }))
  server.responds(accounts.info, { subscriptions: { item } })
  server.responds(
    site.tariffs,
    [family, sport, start].map((tariff) => ({
      ...tariff,
      is_base: bases.includes(tariff.tariff_id) ? 1 : 0,
    })),
  )
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
  await screen.findAllByRole('heading', { level: 3 })
  return page
}

/** The visible text is the action; the tariff's name is only announced. */
function labelled(action: string, tariff: string) {
  return new RegExp(`^${action} ?: ${tariff}$`)
}

function card(name: string) {
  return within(screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement)
}

describe('[TARIFF-02] the tariff page', () => {
  it('lists all with price, period and channels, in the order of the operator', async () => {
    await open()
    const names = screen.getAllByRole('heading', { level: 3 }).map((name) => name.textContent)
    expect(names).toEqual(['Семейный', 'Спорт', 'Стартовый'])
    expect(card('Стартовый').getByText('Рекомендуем')).toBeTruthy()
    expect(card('Семейный').queryByText('Рекомендуем')).toBeNull()
    expect(words(card('Семейный').getByText(/сум$/))).toBe('30 000 сум')
    expect(card('Семейный').getByText('за 1 месяц')).toBeTruthy()
    expect(card('Семейный').getByText('2 канала')).toBeTruthy()
    expect(card('Спорт').getByText('Без телеканалов: фильмы и сериалы')).toBeTruthy()
    expect(card('Спорт').queryByRole('button', { name: /^Показать каналы/ })).toBeNull()
  })

  it('shows the logos of two rows, the last of them with the number of the others', async () => {
    const logos = Array.from({ length: 12 }, (_, index) => ({ name: `Канал ${index}`, logo: '' }))
    server.responds(site.tariffs, [
      { ...family, logos, channel_count: 17 },
      { ...sport, logos, channel_count: 12 },
    ])
    await open()
    const cells = (name: string) =>
      within(card(name).getByRole('list', { name: 'Некоторые каналы' })).getAllByRole('listitem')
    expect(cells('Семейный')).toHaveLength(12)
    expect(cells('Семейный').at(-1)?.textContent).toBe('+6')
    expect(cells('Спорт')).toHaveLength(12)
    expect(cells('Спорт').at(-1)?.textContent).toContain('Канал 11')
  })

  it('shows how a tariff looks, what it adds to the one before it, and what a longer period saves', async () => {
    const quarter = {
      ...{ id: 43, days: 90, price: 81_000, name_ru: '3 месяца', name_uz: '3 oy', name_en: '3 months' },
      ...{ period_ru: '90 дней', period_uz: '90 kun', period_en: '90 days' },
    }
    server.responds(site.tariffs, [
      { ...start, is_base: 1, is_recommended: 0 },
      {
        ...family,
        ...{ is_base: 1, look: sportLook, description_ru: 'Для всей семьи.', archive_days: 7, streams: 3 },
        ...{ compared_to: 4, added_channels: 14, missing_channels: 2, films: ['Премьера'] },
        ...{ logos: [{ name: 'Yoshlar', logo: '/images/logo/1/none/160.webp' }], channel_count: 30 },
        sub_tariffs: [...family.sub_tariffs, quarter],
      },
    ])
    await open()
    const shown = card('Семейный')
    const glyph = screen
      .getByRole('heading', { level: 3, name: 'Семейный' })
      .closest('li')
      ?.querySelector('path')
    expect(glyph?.getAttribute('d')).toBe(sportLook.glyph)
    expect(shown.getByText('Для всей семьи.')).toBeTruthy()
    expect(shown.getByText('К «Стартовый» добавляет 14 каналов. Нет 2 каналов из «Стартовый».')).toBeTruthy()
    expect(shown.getByText('3 экрана сразу')).toBeTruthy()
    expect(shown.getByText('Архив 7 дней')).toBeTruthy()
    expect(shown.getByText('Фильмы: Премьера')).toBeTruthy()
    expect(shown.getByText('за 3 месяца')).toBeTruthy()
    expect(words(shown.getByText(/в месяц/))).toBe('27 000 сум в месяц · экономия 9 000 сум')
    const logos = within(shown.getByRole('list', { name: 'Некоторые каналы' }))
    expect(logos.getByText('Yoshlar')).toBeTruthy()
    expect(logos.getByText('+29')).toBeTruthy()
    expect(card('Стартовый').queryByText(/добавляет/)).toBeNull()
    expect(document.querySelector('[class*="card"] img[src=""]')).toBeNull()
  })

  it('has a button, no link in a text, as the first thing to focus', async () => {
    const { user } = await open(viewer)
    await user.tab()
    expect(document.activeElement?.tagName).toBe('BUTTON')
  })

  it('has no link while it loads: the focus of a television would begin there', async () => {
    const release = server.waits(site.tariffs, [family])
    await show(<TariffScreen />, { at: '/tariff' })
    expect(screen.queryByRole('link')).toBeNull()
    release()
    await screen.findByRole('link', { name: 'Как оплатить' })
  })

  it('lets the arrows of a television alone stop at what is in a tariff', async () => {
    const stops = () => [...document.querySelectorAll('[data-stop]')].map((one) => one.textContent ?? '')
    const page = await show(<TariffScreen />, { at: '/tariff', television: true })
    await screen.findAllByRole('heading', { level: 3 })
    expect(stops()).toHaveLength(3)
    expect(stops()[0]).toContain('2 канала')
    page.unmount()
    await open()
    expect(stops()).toEqual([])
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
    expect(screen.getByRole('heading', { level: 3, name: 'Семейный uz' })).toBeTruthy()
    expect(card('Семейный uz').getByText('1 oyga')).toBeTruthy()
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

describe('[PROMO-02] the free days on the tariff page', () => {
  function offersFreeDays(tariff_id: number) {
    server.responds(promotions.offers, {
      promotions: { item: [{ kind: 'free_days', tariff_id, days: 10, price: 0, is_used: 0 }] },
    })
    const sub_tariffs = [{ price: 30_000, days: 30 }]
    server.responds(subscriptions.tariffs, {
      tariffs: { item: [{ tariff_id, name_ru: 'Семейный', is_base: 1, state: 'off', sub_tariffs }] },
    })
  }
  const primary = () => document.querySelectorAll('button[class*=primary], a[class*=primary]')

  it('are the one primary action, in place of the recommended tariff', async () => {
    subscribed([], [2, 4])
    offersFreeDays(2)
    await open(viewer)
    const free = await card('Семейный').findByRole('button', { name: '10 дней бесплатно' })
    expect([...primary()]).toEqual([free])
  })

  it('are told to a guest, who begins them by the registration', async () => {
    server.responds(site.tariffs, [{ ...family, free_days: 10 }, sport, start])
    await open()
    const free = await card('Семейный').findByRole('link', { name: '10 дней бесплатно' })
    expect(free.getAttribute('href')).toBe('/login?step=register')
    expect([...primary()]).toEqual([free])
  })

  it('[REMOTE-01] leave the focus of a remote control to the recommended tariff', async () => {
    await open()
    const first = document.querySelector('[data-first]')
    expect(first?.closest('li')?.querySelector('h3')?.textContent).toBe('Стартовый')
    expect(first?.querySelector('a, button')?.textContent).toContain('Войти')
  })
})
