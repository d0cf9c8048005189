import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { devices } from '#contract/accounts/devices.ts'
import { registration } from '#contract/accounts/registration.ts'
import { cards, type SavedCard } from '#contract/billing/cards.ts'
import { promotions } from '#contract/billing/promotions.ts'
import { changes } from '#contract/billing/changes.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { plainLook } from '#tests/kit/dom/tariff-look.ts'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { PaymentHost } from '#web/payment/payment-host.tsx'
import { putUnanswered } from '#web/payment/flow/unanswered.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import type { SubscriptionItem } from './cabinet-rules.ts'
import { CardsCard } from './cards-card.tsx'
import { Leaving } from './leaving.tsx'
import { PhoneLine } from './phone-line.tsx'
import { PromoForm } from './promo-form.tsx'
import { AccountCard } from './account-card.tsx'
import { SubscriptionRow } from './subscription-row.tsx'

const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
})

function subscription(own: Partial<SubscriptionItem> = {}): SubscriptionItem {
  return {
    tariff_id: 2,
    name: 'Семейный',
    look: plainLook,
    price: 30_000,
    period_days: 30,
    state: 'active',
    is_base: 0,
    auto_renew: 1,
    paid_until: nowSec + 5 * 86_400,
    ...{ paused_until: 0, may_pause: 0 as const, next_tariff_id: 0, next_name: '', next_price: 0 },
    ...own,
  }
}

async function showCard(element: React.ReactElement) {
  return show(
    <>
      {element}
      <Toaster />
    </>,
    { at: '/cabinet', as: viewer },
  )
}

function inDialog(name: string | RegExp) {
  return within(screen.getByRole('dialog')).getByRole('button', { name })
}

describe('[CAB-01] the balance', () => {
  function info(own: object = {}) {
    return {
      abonement: viewer.abonement,
      phone_number: '',
      name: '',
      state: 'active' as const,
      balance: 40_000,
      missing: 0,
      subscriptions: { item: [subscription()] },
      promotions: { premium_max_for_one_sum: 0, item: [] },
      ...own,
    }
  }

  it('shows when how much will be charged', async () => {
    await showCard(<AccountCard info={info()} onPaid={() => undefined} />)
    expect(words()).toMatch(/40 000 сум/)
    expect(words()).toMatch(/спишется 30 000 сум/)
    expect(words()).not.toContain('не хватает')
    expect(screen.getByRole('link', { name: 'История платежей' }).getAttribute('href')).toBe(
      '/cabinet/payment-history',
    )
  })

  it('that will not suffice shows the missing amount, and offers to pay exactly that', async () => {
    const { user } = await showCard(
      <>
        <AccountCard info={info({ balance: 28_500 })} onPaid={() => undefined} />
        <PaymentHost />
      </>,
    )
    expect(words()).toContain('на балансе не хватает 1 500 сум')
    await user.click(screen.getByRole('button', { name: /Пополнить на 1\s500\sсум/ }))
    expect((await screen.findByRole<HTMLInputElement>('textbox')).value.replace(/\s/g, ' ')).toBe('1 500')
  })

  it('[SUB-06] of a suspended account names the waiting subscription, and never offers less than the minimum payment', async () => {
    const waiting = subscription({ state: 'suspended' })
    await showCard(
      <AccountCard
        info={info({ state: 'suspended', balance: 29_600, missing: 400, subscriptions: { item: [waiting] } })}
        onPaid={() => undefined}
      />,
    )
    expect(words()).toMatch(/Семейный.*400 сум/)
    expect(screen.getByRole('button', { name: /Пополнить на 1\s000/ })).toBeTruthy()
    expect(words()).toContain('Минимальный платёж — 1 000 сум')
  })

  it('[PAY-05] shows that a bank has not responded, until it has', async () => {
    await showCard(<AccountCard info={info()} onPaid={() => undefined} />)
    act(() => putUnanswered({ orderId: 7, bill: { sums: 25_000, tariff: null }, sinceMs: Date.now() }))
    expect(words()).toContain('Ждём ответа банка по платежу на 25 000 сум')
    act(() => putUnanswered(null))
    expect(words()).not.toContain('Ждём ответа банка')
  })

  it('shows that no charge is planned', async () => {
    await showCard(
      <AccountCard
        info={info({ subscriptions: { item: [subscription({ auto_renew: 0 })] } })}
        onPaid={() => undefined}
      />,
    )
    expect(words()).toContain('Списаний не запланировано')
  })
})

describe('[SUB-02] a subscription', () => {
  const renewal = () => screen.getByRole('switch')

  it('[SUB-05] is switched to renew automatically or not, at once, and the page is notified', async () => {
    server.responds(subscriptions.autoRenew, { auto_renew: 0, paid_until: 0 })
    const onChange = vi.fn()
    const { user } = await showCard(<SubscriptionRow item={subscription()} onChange={onChange} />)
    expect(renewal().getAttribute('aria-checked')).toBe('true')
    await user.click(renewal())
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
    expect(renewal().getAttribute('aria-checked')).toBe('false')
    expect(server.requests(subscriptions.autoRenew)[0]?.input).toMatchObject({ tariff_id: 2, auto_renew: 0 })
    expect(words()).toContain('«Семейный» больше не продлится')
  })

  it('stays unchanged when that failed, and shows why', async () => {
    server.isLost(subscriptions.autoRenew)
    const onChange = vi.fn()
    const { user } = await showCard(<SubscriptionRow item={subscription()} onChange={onChange} />)
    await user.click(renewal())
    await screen.findByText(/^Нет связи с сервером/)
    expect(renewal().getAttribute('aria-checked')).toBe('true')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('is turned off after the confirmation that the specification requires', async () => {
    server.responds(subscriptions.unsubscribe, { paid_until: nowSec + 5 * 86_400 })
    const onChange = vi.fn()
    const { user } = await showCard(<SubscriptionRow item={subscription()} onChange={onChange} />)
    await user.click(screen.getByRole('button', { name: 'Отключить: Семейный' }))
    expect(screen.getByRole('dialog', { name: 'Вы действительно хотите отключить этот тариф?' })).toBeTruthy()
    await user.click(inDialog('Оставить'))
    expect(server.requests(subscriptions.unsubscribe)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Отключить: Семейный' }))
    await user.click(inDialog('Отключить'))
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
    expect(words()).toContain('«Семейный» отключён')
  })

  it('[FAIR-01] shows the tariff that comes next, and takes it back with one tap', async () => {
    const onChange = vi.fn()
    const item = subscription({ is_base: 1, next_tariff_id: 3, next_name: 'Базовый', next_price: 20_000 })
    const { user } = await showCard(<SubscriptionRow item={item} onChange={onChange} />)
    expect(words()).toMatch(/С .* — «Базовый», 20 000 сум. До этого дня остаётся «Семейный»/)
    server.responds(changes.undo, { tariff_id: 3 })
    await user.click(screen.getByRole('button', { name: 'Отменить смену' }))
    await waitFor(() => expect(onChange).toHaveBeenCalled())
    expect(server.requests(changes.undo)).toHaveLength(1)
  })

  it('[SUB-03] of a base tariff cannot be turned off, only changed', async () => {
    await showCard(<SubscriptionRow item={subscription({ is_base: 1 })} onChange={() => undefined} />)
    expect(screen.queryByRole('button', { name: /^Отключить/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Сменить тариф' }).getAttribute('href')).toBe('/tariff')
    expect(words()).toContain('Основной тариф нельзя отключить')
  })

  it('[SUB-06] that is suspended waits for money and can be turned off at once', async () => {
    const { user } = await showCard(
      <SubscriptionRow
        item={subscription({ state: 'suspended', auto_renew: 0 })}
        onChange={() => undefined}
      />,
    )
    expect(words()).toContain('Ждёт пополнения, деньги за неё не списываются')
    expect(screen.queryByRole('switch')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Отключить/ }))
    expect(words()).toContain('«Семейный» отключится сразу')
  })
})

describe('[PAY-05] the saved cards', () => {
  const card = (card_id: number, own: Partial<SavedCard> = {}): SavedCard => ({
    card_id,
    pan: `860049******334${card_id}`,
    expiry: '12/28',
    is_main: 0,
    auto_pay: 0,
    ...own,
  })
  beforeEach(() => server.responds(cards.cards, [card(1, { is_main: 1 }), card(2)]))

  it('show only the mask of the number, and which card pays', async () => {
    await showCard(<CardsCard />)
    const rows = await screen.findAllByRole('listitem')
    expect(rows).toHaveLength(2)
    expect(rows[0]?.textContent).toContain('Основная')
    expect(within(rows[0] as HTMLElement).queryByRole('button', { name: /^Сделать основной/ })).toBeNull()
    expect(words()).not.toMatch(/\d{12}/)
    expect(screen.getByText('Uzcard, последние цифры 3341')).toBeTruthy()
  })

  it('can be made the main one; the list shows it', async () => {
    server.responds(cards.setMainCard, {})
    const { user } = await showCard(<CardsCard />)
    await user.click(await screen.findByRole('button', { name: 'Сделать основной: Uzcard •• 3342' }))
    await screen.findByText('Основная карта: Uzcard •• 3342')
    expect(server.requests(cards.setMainCard)[0]?.path).toBe('/payment/atmos/cards/2/set_main')
    await waitFor(() => expect(server.requests(cards.cards)).toHaveLength(2))
  })

  it('are deleted after a confirmation', async () => {
    server.responds(cards.deleteCard, {})
    const { user } = await showCard(<CardsCard />)
    await user.click(await screen.findByRole('button', { name: 'Удалить карту Uzcard •• 3342' }))
    expect(server.requests(cards.deleteCard)).toEqual([])
    server.responds(cards.cards, [card(1, { is_main: 1 })])
    await user.click(inDialog('Удалить'))
    await screen.findByText('Карта удалена')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  })

  it('pay for renewals automatically when the viewer allows it', async () => {
    server.responds(cards.setAutoPay, {})
    const { user } = await showCard(<CardsCard />)
    await user.click(await screen.findByRole('switch', { name: 'Платить ею за продление: Uzcard •• 3341' }))
    await screen.findByText('Продления оплатит карта Uzcard •• 3341, если не хватит баланса')
    expect(server.requests(cards.setAutoPay)[0]?.input).toMatchObject({ auto_pay: 1 })
  })

  it('show how to add one when there are none; a list that failed to load can be retried', async () => {
    server.isLost(cards.cards)
    const { user } = await showCard(<CardsCard />)
    await screen.findByRole('alert')
    server.responds(cards.cards, [])
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText(/^Сохранённых карт нет/)
  })
})

describe('[PROMO-01] a promo code', () => {
  const gift = { name: 'Весна', gift: 10_000, tariff_id: 0, days: 0, price: 0 }
  const field = () => screen.getByLabelText<HTMLInputElement>('Введите код')

  it('can be checked before it is activated', async () => {
    server.responds(promotions.check, { promotion: gift })
    server.responds(promotions.activate, { promotion: gift, balance: 50_000, paid_until: 0 })
    const onChange = vi.fn()
    const { user } = await showCard(<PromoForm tariffs={[]} own={[]} onChange={onChange} />)
    await user.type(field(), '  SPRING ')
    await user.click(screen.getByRole('button', { name: 'Проверить' }))
    await waitFor(() => expect(words()).toContain('«Весна»: 10 000 сум на баланс'))
    expect(server.requests(promotions.check)[0]?.input).toMatchObject({ code: 'SPRING' })
    expect(server.requests(promotions.activate)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Активировать' }))
    await screen.findByText('Активировано: Весна')
    expect(onChange).toHaveBeenCalledTimes(1)
    expect(field().value).toBe('')
  })

  it('that is empty, unknown or cannot be checked shows a message at the field, until it is changed', async () => {
    server.rejects(promotions.activate, { failure: 'promo_not_found', message: 'Такого промокода нет' })
    const { user } = await showCard(<PromoForm tariffs={[]} own={[]} onChange={() => undefined} />)
    await user.click(screen.getByRole('button', { name: 'Активировать' }))
    expect(screen.getByText('Введите промокод')).toBeTruthy()
    expect(server.requests(promotions.activate)).toEqual([])
    await user.type(field(), 'WINTER{Enter}')
    await screen.findByText('Такого промокода нет')
    await user.type(field(), 'X')
    expect(screen.queryByText('Такого промокода нет')).toBeNull()
    server.isLost(promotions.activate)
    await user.type(field(), '{Enter}')
    await screen.findByText(/^Нет связи с сервером/)
    expect(field().value).toBe('WINTERX')
  })
})

describe('the phone of an account', () => {
  const pending = { ways: { item: ['sms', 'call'] }, resend_after_sec: 0 }

  it('is confirmed by a code and the password', async () => {
    server.responds(registration.confirmPhone, pending as never)
    const onDone = vi.fn()
    const { user } = await showCard(<PhoneLine phone="" onDone={onDone} />)
    expect(words()).toContain('Телефон не подтверждён')
    await user.click(screen.getByRole('button', { name: 'Подтвердить телефон' }))
    const phone = await screen.findByLabelText<HTMLInputElement>('Телефон')
    await user.type(phone, '9012')
    await user.click(inDialog('Получить код'))
    expect(screen.getByText('Проверьте номер: нужны девять цифр после +998')).toBeTruthy()
    expect(server.requests(registration.confirmPhone)).toEqual([])
    await user.type(phone, '34567')
    await user.click(inDialog('Получить код'))
    await screen.findByText('Код отправлен в SMS на +998 90 123-45-67')
    await user.type(screen.getByLabelText('Код из 6 цифр'), '12a3456')
    await user.click(inDialog('Подтвердить'))
    expect(screen.getByText('Введите пароль: без него телефон не меняется')).toBeTruthy()
    await user.type(screen.getByLabelText('Пароль от аккаунта'), 'secret')
    await user.click(inDialog('Подтвердить'))
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(server.requests(registration.confirmPhone).at(-1)?.input).toMatchObject({
      mobile_phone_number: '+998901234567',
      code: '123456',
      password: 'secret',
    })
  })

  it('reads the code from the message where the browser can', async () => {
    server.responds(registration.confirmPhone, pending as never)
    const get = vi.fn(async () => ({ code: '480913' }))
    vi.stubGlobal('OTPCredential', vi.fn())
    vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }))
    const { user } = await showCard(<PhoneLine phone="" onDone={() => undefined} />)
    await user.click(screen.getByRole('button', { name: 'Подтвердить телефон' }))
    await user.type(await screen.findByLabelText('Телефон'), '901234567')
    await user.click(inDialog('Получить код'))
    const code = await screen.findByLabelText<HTMLInputElement>('Код из 6 цифр')
    await waitFor(() => expect(code.value).toBe('480913'))
    expect(code.autocomplete).toBe('one-time-code')
    expect(get).toHaveBeenCalledWith(expect.objectContaining({ otp: { transport: ['sms'] } }))
    vi.unstubAllGlobals()
  })

  it('shows errors at their field, and offers a call instead', async () => {
    server.responds(registration.confirmPhone, pending as never)
    const { user } = await showCard(<PhoneLine phone="998901234567" onDone={() => undefined} />)
    expect(words()).toContain('+998 90 123-45-67')
    await user.click(screen.getByRole('button', { name: 'Изменить' }))
    await user.type(await screen.findByLabelText('Телефон'), '935550011')
    await user.click(inDialog('Получить код'))
    await user.click(await screen.findByRole('button', { name: 'Получить код звонком' }))
    await screen.findByText(/^Звонок на \+998 93 555-00-11 заказан/)
    expect(server.requests(registration.confirmPhone).at(-1)?.input).toMatchObject({ send_call: 1 })
    server.rejects(registration.confirmPhone, { failure: 'wrong_password', message: 'Неверный пароль' })
    await user.type(screen.getByLabelText('Код из 6 цифр'), '123456')
    await user.type(screen.getByLabelText('Пароль от аккаунта'), 'secret')
    await user.click(inDialog('Подтвердить'))
    await screen.findByText('Неверный пароль')
    expect(screen.getByLabelText('Пароль от аккаунта').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('[ACC-07] logging out', () => {
  it('on this device leads home; on the other devices it asks first and stays', async () => {
    vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    server.responds(accounts.logout, {})
    server.responds(devices.removeOthers, { removed: 0 })
    const { user } = await showCard(<Leaving />)
    await user.click(screen.getByRole('button', { name: 'Выйти на других устройствах' }))
    await user.click(inDialog('Выйти на других устройствах'))
    await screen.findByText('Других устройств на аккаунте нет')
    expect(session.get().token).toBe(viewer.token)
    await user.click(screen.getByRole('button', { name: 'Выйти' }))
    await waitFor(() => expect(session.get().token).toBeNull())
    expect(address()).toBe('/')
  })
})
