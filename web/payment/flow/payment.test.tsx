import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { cards, type PaymentOrder } from '#contract/billing/cards.ts'
import { payments } from '#contract/billing/payments.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { sportLook } from '#tests/kit/dom/tariff-look.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { LoginNeeded } from '#web/shell/dialogs/login-needed.tsx'
import { recall, remember } from '#web/session/requests/answers.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { openPayment, type PaymentRequest } from './open-payment.ts'
import { PaymentHost } from '#web/payment/payment-host.tsx'
import { unanswered } from './unanswered.ts'

const savedCard = { card_id: 3, pan: '860049******3347', expiry: '12/28', is_main: 1, auto_pay: 0 } as const
const paid: PaymentOrder = {
  order_id: 70,
  state: 'paid',
  amount: 25_000,
  card_id: 3,
  created_at: 1_800_000_000,
  paid_at: 1_800_000_001,
  cheque: null,
  tariff: null,
}
const ofTariff = {
  tariff_id: 2,
  virtual_tariff_id: 21,
  cost: 30_000,
  state: 'connected',
  failure: '',
} as const

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(accounts.info, info(5000))
  server.responds(cards.cards, [savedCard])
  server.responds(payments.payByLink, { links: { item: [] } })
  server.responds(cards.fillBalance, paid)
  server.responds(cards.makeOrder, { ...paid, state: 'new', paid_at: null })
  server.responds(cards.initOrder, {
    card_bind_transaction_id: 900,
    phone: '+998 ** *** 12 34',
    retry_after: 60,
  })
  server.responds(cards.confirmOrder, paid)
  server.responds(cards.sync, {})
})

function info(balance: number, missing = 0) {
  return { abonement: viewer.abonement, balance, missing, subscriptions: { item: [] } }
}

const topUp: PaymentRequest = { kind: 'top_up', amount: 25_000 }

async function open(request: PaymentRequest, onPaid?: () => void, visit: Parameters<typeof show>[1] = {}) {
  const page = await show(
    <>
      <PaymentHost />
      <LoginNeeded />
      <Toaster />
    </>,
    { at: '/cabinet', as: viewer, ...visit },
  )
  await act(async () => openPayment(request, onPaid))
  await screen.findByRole('dialog')
  return page
}

async function press(page: Awaited<ReturnType<typeof open>>, name: RegExp | string) {
  await page.user.click(await screen.findByRole('button', { name }))
}

async function toSavedCard(page: Awaited<ReturnType<typeof open>>) {
  await press(page, 'Выбрать способ оплаты')
  await press(page, /Карта •••• 3347/)
}

async function toCode(page: Awaited<ReturnType<typeof open>>) {
  await press(page, 'Выбрать способ оплаты')
  await press(page, 'Новая карта')
  await page.user.type(screen.getByRole('textbox', { name: 'Номер карты' }), '8600332914249390')
  await page.user.type(screen.getByRole('textbox', { name: /Срок/ }), '1228')
  await press(page, /Получить код/)
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Код из SMS, 6 цифр' })
}

describe('[PAY-01] the payment dialog', () => {
  it('is for viewers: a guest is sent to the login', async () => {
    await show(<LoginNeeded />)
    act(() => openPayment(topUp))
    expect(await screen.findByRole('dialog', { name: 'Для этого необходимо авторизоваться' })).toBeTruthy()
  })

  it('locks the page behind it while it is open', async () => {
    const page = await open(topUp)
    expect(document.documentElement.hasAttribute('data-paying')).toBe(true)
    await press(page, 'Закрыть')
    expect(document.documentElement.hasAttribute('data-paying')).toBe(false)
  })

  it('starts from the first step each time it is opened', async () => {
    const page = await open(topUp)
    await press(page, 'Выбрать способ оплаты')
    await screen.findByText('Чем оплатить')
    await press(page, 'Закрыть')
    await act(async () => openPayment({ kind: 'top_up', amount: 50_000 }))
    expect(screen.getByRole<HTMLInputElement>('textbox').value.replace(/\s/g, ' ')).toBe('50 000')
    expect(screen.queryByText('Чем оплатить')).toBeNull()
  })

  it('closes when its page is left or its viewer changes', async () => {
    const { router } = await open(topUp)
    await act(async () => router.navigate('/tv'))
    expect(screen.queryByRole('textbox')).toBeNull()
    await act(async () => openPayment(topUp))
    expect(screen.getByRole('textbox')).toBeTruthy()
    act(() => session.signOut())
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('opens by an address that a television has shown, and removes it from the history', async () => {
    await show(<PaymentHost />, { at: '/cabinet?pay=25000&from=tv', as: viewer })
    expect((await screen.findByRole<HTMLInputElement>('textbox')).value.replace(/\s/g, ' ')).toBe('25 000')
    expect(address()).toBe('/cabinet?from=tv')
  })
})

describe('[PAY-02] the amount', () => {
  it('starts with the missing amount, and never with less than the minimum payment', async () => {
    server.responds(accounts.info, info(0, 400))
    await open({ kind: 'top_up' })
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox').value.replace(/\s/g, ' ')).toBe('1 000'),
    )
    expect(words()).toContain('Не хватает: 1 000 сум')
  })

  it('is written in groups, accepts digits only and can be chosen', async () => {
    const page = await open({ kind: 'top_up' })
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await page.user.type(field, '12a34 567')
    expect(field.value.replace(/\s/g, ' ')).toBe('1 234 567')
    await press(page, /^50\s000/)
    expect(field.value.replace(/\s/g, ' ')).toBe('50 000')
    expect(screen.getByRole('button', { name: /^50\s000/ }).getAttribute('aria-pressed')).toBe('true')
  })

  it('is reported at once when it is too large, and only on submit when it is too small', async () => {
    const page = await open({ kind: 'top_up' })
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await page.user.type(field, '999')
    expect(words()).not.toContain('Минимальная сумма')
    await press(page, 'Выбрать способ оплаты')
    expect(words()).toContain('Минимальная сумма пополнения — 1 000 сум')
    await page.user.clear(field)
    await page.user.type(field, '1000001')
    expect(words()).toContain('Максимальная сумма пополнения — 1 000 000 сум')
    expect(screen.queryByText('Чем оплатить')).toBeNull()
  })
})

describe('[PAY-05] a saved card', () => {
  it('charges only after a confirmation; then the page is notified of the payment', async () => {
    const onPaid = vi.fn()
    remember('/middleware/customer/info {} ru 1000042', info(5000))
    const page = await open(topUp, onPaid)
    await toSavedCard(page)
    expect(words()).toContain('С карты •••• 3347 спишется 25 000 сум. Подтвердить?')
    expect(server.requests(cards.fillBalance)).toEqual([])
    await press(page, 'Подтвердить')
    await screen.findByText(/^Готово: на баланс пришло/)
    expect(server.requests(cards.fillBalance)[0]?.input).toEqual({ card_id: 3, amount: 25_000 })
    expect(onPaid).toHaveBeenCalledTimes(1)
    await press(page, 'Продолжить')
    expect(screen.queryByText(/^Готово/)).toBeNull()
  })

  it('pays once when it is pressed twice', async () => {
    const letThrough = server.waits(cards.fillBalance, paid)
    const page = await open(topUp)
    await toSavedCard(page)
    const button = screen.getByRole('button', { name: 'Подтвердить' })
    await page.user.dblClick(button)
    expect(button).toHaveProperty('disabled', true)
    letThrough()
    await screen.findByText(/^Готово/)
    expect(server.requests(cards.fillBalance)).toHaveLength(1)
  })

  it('is retried under the same key after a lost response: nothing is charged twice', async () => {
    server.isLost(cards.fillBalance)
    const page = await open(topUp)
    await toSavedCard(page)
    await press(page, 'Подтвердить')
    await screen.findByText('Нет связи с сервером. Повторите: дважды деньги не спишутся.')
    server.responds(cards.fillBalance, paid)
    await press(page, 'Подтвердить')
    await screen.findByText(/^Готово/)
    const keys = server.requests(cards.fillBalance).map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('starts a new attempt when it is pressed again after a rejection', async () => {
    server.rejects(cards.fillBalance, { failure: 'card_refused', message: 'Банк отклонил карту' })
    const page = await open(topUp)
    await toSavedCard(page)
    await press(page, 'Подтвердить')
    await screen.findByText('Банк отклонил карту')
    await press(page, 'Подтвердить')
    await waitFor(() => expect(server.requests(cards.fillBalance)).toHaveLength(2))
    const [one, two] = server.requests(cards.fillBalance).map(({ headers }) => headers['idempotency-key'])
    expect(two).not.toBe(one)
  })

  it('[PAY-04] shows how much is needed when there is not enough money', async () => {
    server.rejects(cards.fillBalance, { failure: 'card_no_money', message: 'no money' })
    const page = await open(topUp)
    await toSavedCard(page)
    await press(page, 'Подтвердить')
    await waitFor(() => expect(words()).toContain('На карте не хватает денег: нужно 25 000 сум.'))
  })

  it('can be replaced by another payment method', async () => {
    const page = await open(topUp)
    await toSavedCard(page)
    await press(page, 'Назад')
    expect(await screen.findByRole('button', { name: 'Новая карта' })).toBeTruthy()
    await press(page, 'Назад')
    expect(await screen.findByRole('button', { name: 'Выбрать способ оплаты' })).toBeTruthy()
  })
})

describe('[PAY-03] [PAY-04] a new card', () => {
  it('is checked before a bank is involved', async () => {
    const page = await open(topUp)
    await press(page, 'Выбрать способ оплаты')
    await press(page, 'Новая карта')
    await page.user.type(screen.getByRole('textbox', { name: 'Номер карты' }), '8600 3329')
    expect(screen.getByRole('textbox', { name: 'Номер карты · Uzcard' })).toBeTruthy()
    await page.user.type(screen.getByRole('textbox', { name: /Срок/ }), '1322')
    await press(page, /Получить код/)
    expect(words()).toContain('Номер карты состоит из 16 цифр')
    expect(words()).toContain('ММ/ГГ, как на карте')
    expect(server.requests(cards.makeOrder)).toEqual([])
  })

  it('is verified by a code, and pays with it', async () => {
    const page = await open(topUp)
    const field = await toCode(page)
    expect(words()).toContain(
      'Банк отправил код на +998 ** *** 12 34. После ввода с карты спишется 25 000 сум.',
    )
    expect(server.requests(cards.initOrder)[0]).toMatchObject({
      path: '/payment/atmos/orders/70/init',
      input: { card_number: '8600 3329 1424 9390', card_expiry: '12/28' },
    })
    await press(page, /Оплатить/)
    expect(words()).toContain('Введите код: 6 цифр')
    expect(server.requests(cards.confirmOrder)).toEqual([])
    await page.user.type(field, '12 34-56')
    expect(field.value).toBe('123456')
    await press(page, /Оплатить/)
    await screen.findByText(/^Готово/)
    expect(server.requests(cards.confirmOrder)[0]?.input).toEqual({
      card_bind_transaction_id: 900,
      sms_code: '123456',
    })
  })

  it("stays at the code step after a wrong code, with the bank's message", async () => {
    server.rejects(cards.confirmOrder, { failure: 'wrong_sms_code', message: 'Неверный код' })
    const page = await open(topUp)
    await page.user.type(await toCode(page), '123456')
    await press(page, /Оплатить/)
    await screen.findByText('Неверный код')
    expect(screen.getByRole('textbox', { name: /Код из SMS/ }).getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps the typed values when the bank rejects it', async () => {
    server.rejects(cards.confirmOrder, { failure: 'card_refused', message: 'Карта заблокирована' })
    const page = await open(topUp)
    await page.user.type(await toCode(page), '123456')
    await press(page, /Оплатить/)
    await screen.findByText('Карта заблокирована')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Номер карты/ }).value).toBe(
      '8600 3329 1424 9390',
    )
  })

  it('shows a message at its field when the bank does not know it', async () => {
    server.rejects(cards.initOrder, {
      failure: 'wrong_card',
      message: 'Проверьте карту',
      fields: [{ field: 'card_expiry', message: 'Срок карты прошёл' }],
    })
    const page = await open(topUp)
    await press(page, 'Выбрать способ оплаты')
    await press(page, 'Новая карта')
    await page.user.type(screen.getByRole('textbox', { name: 'Номер карты' }), '8600332914249390')
    await page.user.type(screen.getByRole('textbox', { name: /Срок/ }), '1228')
    await press(page, /Получить код/)
    await screen.findByText('Срок карты прошёл')
    expect(screen.getByRole('textbox', { name: /Срок/ }).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('textbox', { name: /Номер карты/ }).getAttribute('aria-invalid')).not.toBe('true')
  })

  it('can be retried when no code could be sent', async () => {
    server.responds(cards.initOrder, { card_bind_transaction_id: null, phone: null, retry_after: 0 })
    const page = await open(topUp)
    await press(page, 'Выбрать способ оплаты')
    await press(page, 'Новая карта')
    await page.user.type(screen.getByRole('textbox', { name: 'Номер карты' }), '8600332914249390')
    await page.user.type(screen.getByRole('textbox', { name: /Срок/ }), '1228')
    await press(page, /Получить код/)
    await screen.findByText('Что-то пошло не так. Попробуйте ещё раз')
  })

  it('is sent another code when the waiting time is over', async () => {
    server.responds(cards.initOrder, { card_bind_transaction_id: 901, phone: null, retry_after: 0 })
    const page = await open(topUp)
    await toCode(page)
    expect(words()).toContain('Банк отправил код на телефон карты.')
    await press(page, 'Отправить код ещё раз')
    await waitFor(() => expect(server.requests(cards.initOrder)).toHaveLength(2))
    expect(server.requests(cards.makeOrder)).toHaveLength(1)
  })

  it('waits before another code can be requested', async () => {
    const page = await open(topUp)
    await toCode(page)
    expect(words()).toMatch(/Новый код можно запросить через (?:60|59) с/)
    expect(screen.queryByRole('button', { name: 'Отправить код ещё раз' })).toBeNull()
  })
})

describe('[SUB-01] a tariff', () => {
  const request: PaymentRequest = { kind: 'tariff', tariffId: 2 }
  const month = { tariff_id: 2, virtual_tariff_id: 21, name: '30 дней', price: 30_000 }
  const year = { tariff_id: 2, virtual_tariff_id: 22, name: 'Год', price: 300_000 }
  beforeEach(() => {
    server.responds(subscriptions.list, { subscriptions: { item: [month, year] } })
    server.responds(subscriptions.tariffs, {
      tariffs: { item: [{ tariff_id: 2, name_ru: 'Семейный', name_uz: 'Oila', look: sportLook }] },
    })
    server.responds(subscriptions.cost, {
      cost: 30_000,
      balance: 40_000,
      missing: 0,
      trial_days: 0,
      after_trial: 0,
      replaces: 0,
    })
    server.responds(subscriptions.subscribe, { cost: 30_000, balance: 10_000, subscriptions: { item: [] } })
  })

  it('is bought from the balance for the price shown, after a confirmation', async () => {
    const page = await open(request)
    await waitFor(() => expect(words()).toContain('С баланса спишется 30 000 сум. Подтвердить?'))
    expect(document.querySelector(`path[d="${sportLook.glyph}"]`)).not.toBeNull()
    expect(words()).toContain('Семейный')
    await press(page, 'Подтвердить')
    await screen.findByText('Готово: тариф подключён')
    expect(server.requests(subscriptions.subscribe)[0]?.input).toEqual({
      tariff_id: 2,
      virtual_tariff_id: 21,
      replace: 0,
      cost: 30_000,
    })
  })

  it('[FAIR-01] that is dearer shows what is credited, what is charged now and next, before the confirmation', async () => {
    server.responds(accounts.info, {
      ...info(40_000),
      subscriptions: { item: [{ tariff_id: 1, name: 'Базовый' }] },
    })
    server.responds(subscriptions.cost, {
      ...{ cost: 30_000, price: 50_000, credit: 20_000, rest: 0, balance: 40_000, missing: 0 },
      ...{ trial_days: 0, after_trial: 0, replaces: 1, planned_from: 0, free_days: 3 },
      ...{ next_cost: 50_000, next_at: 1_900_000_000 },
    })
    await open(request)
    await waitFor(() =>
      expect(words()).toContain('«Базовый» сразу. За его неиспользованные дни зачтётся 20 000 сум'),
    )
    for (const part of [
      'Цена периода50 000',
      '−20 000',
      'Спишется сейчас30 000',
      '3 бесплатных дня не пропадут',
    ])
      expect(words()).toContain(part)
    expect(words()).toMatch(/Следующее списание — .*, 50 000 сум/)
  })

  it('[FAIR-01] that is cheaper is planned, and nothing is charged now', async () => {
    server.responds(subscriptions.cost, {
      ...{
        cost: 0,
        price: 0,
        credit: 0,
        rest: 0,
        balance: 40_000,
        missing: 0,
        trial_days: 0,
        after_trial: 0,
      },
      ...{
        replaces: 1,
        planned_from: 1_900_000_000,
        free_days: 0,
        next_cost: 30_000,
        next_at: 1_900_000_000,
      },
    })
    const page = await open(request)
    await waitFor(() => expect(words()).toContain('Сейчас ничего не спишется.'))
    expect(words()).toMatch(/останется тариф «основной», потом начнётся новый/)
    await press(page, 'Подтвердить')
    await screen.findByText('Готово: смена тарифа запланирована')
  })

  describe('[PROMO-02] whose buyer has not taken the free days', () => {
    const costs = { cost: 30_000, balance: 40_000, missing: 0, trial_days: 0, replaces: 0 }
    const offerEndsAt = Date.UTC(2026, 11, 31, 7) / 1000
    beforeEach(() => void vi.setSystemTime(Date.UTC(2026, 11, 10)))

    it.each([
      [
        'ru',
        /Ваши 10 бесплатных дней не пропадут: подключите их потом в кабинете, .* оплаченное время\. Предложение действует до 31 декабря\./,
      ],
      [
        'uz',
        /10 bepul kuningiz yoʻqolmaydi: keyin kabinetda ulasangiz, .* Taklif 31-dekabrgacha amal qiladi\./,
      ],
    ] as const)('says before the confirmation what becomes of them: %s', async (language, sentence) => {
      server.responds(subscriptions.cost, {
        ...costs,
        unused_days: 10,
        unused_until: offerEndsAt,
        unused_behind: 1,
      })
      await open(request, undefined, { language })
      await waitFor(() => expect(words()).toMatch(sentence))
      expect(server.requests(subscriptions.subscribe)).toEqual([])
    })

    it('says so too where the days are of another tariff and a card is charged first', async () => {
      const missing = { ...costs, balance: 5000, missing: 25_000 }
      const until = offerEndsAt + 10 * 365 * 86_400
      server.responds(subscriptions.cost, {
        ...missing,
        unused_days: 1,
        unused_until: until,
        unused_behind: 0,
      })
      await open(request)
      await waitFor(() =>
        expect(words()).toContain(
          'Ваш 1 бесплатный день не пропадёт: его можно подключить в кабинете и после оплаты.',
        ),
      )
      expect(words(), 'an end that is years away').not.toContain('Предложение действует')
      expect(screen.getByRole('button', { name: /^Доплатить/ })).toBeTruthy()
    })

    it('says nothing of days that there are not', async () => {
      server.responds(subscriptions.cost, { ...costs, unused_days: 0, unused_until: 0, unused_behind: 0 })
      await open(request)
      await waitFor(() => expect(words()).toContain('С баланса спишется'))
      expect(words()).not.toContain('бесплатн')
    })
  })

  it('has the price of the chosen period', async () => {
    const page = await open(request)
    await press(page, /^Год/)
    await waitFor(() =>
      expect(server.requests(subscriptions.cost).map(({ input }) => input['virtual_tariff_id'])).toContain(
        '22',
      ),
    )
    expect(screen.getByRole('button', { name: /^Год/ }).getAttribute('aria-pressed')).toBe('true')
  })

  it('that the balance does not cover charges the missing amount, and is activated by the card', async () => {
    server.responds(subscriptions.cost, {
      cost: 30_000,
      balance: 5000,
      missing: 25_000,
      trial_days: 0,
      after_trial: 0,
      replaces: 0,
    })
    server.responds(cards.activateTariff, { ...paid, tariff: ofTariff })
    const page = await open(request)
    await press(page, /^Доплатить/)
    await press(page, /Карта •••• 3347/)
    await press(page, 'Подтвердить')
    await screen.findByText('Готово: тариф подключён')
    expect(server.requests(cards.activateTariff)[0]?.path).toBe('/payment/atmos/tariffs/2/activate')
    expect(server.requests(cards.activateTariff)[0]?.input).toMatchObject({
      card_id: 3,
      virtual_tariff_id: 21,
    })
  })

  it('shows a message when the payment arrived but the activation failed, and can be retried', async () => {
    server.responds(subscriptions.cost, {
      cost: 30_000,
      balance: 5000,
      missing: 25_000,
      trial_days: 0,
      after_trial: 0,
      replaces: 0,
    })
    server.responds(cards.activateTariff, {
      ...paid,
      tariff: { ...ofTariff, state: 'not_connected', failure: 'already_connected' },
    })
    const page = await open(request)
    await press(page, /^Доплатить/)
    await press(page, /Карта •••• 3347/)
    await press(page, 'Подтвердить')
    await screen.findByText(/^Деньги пришли на баланс, но тариф не подключён/)
    await press(page, 'Попробовать ещё раз')
    await waitFor(() => expect(words()).toContain('К доплате'))
  })

  it('[SUB-03] that replaces another base tariff shows what will end', async () => {
    server.respondsBy(subscriptions.cost, () => ({}))
    server.rejects(subscriptions.cost, { failure: 'more_than_one_base', message: 'Можно один' })
    const page = open(request)
    await page
    await waitFor(() => expect(server.requests(subscriptions.cost)).toHaveLength(2))
    expect(server.requests(subscriptions.cost)[1]?.input).toMatchObject({ replace: '1' })
    await screen.findByText('Можно один')
  })

  it('[SUB-04] shows a message when it is already active', async () => {
    server.rejects(subscriptions.cost, { failure: 'already_connected', message: 'уже' })
    await open(request)
    await screen.findByText('Этот тариф уже подключён и продлевается сам.')
    expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull()
  })

  it('is not bought when its price has changed meanwhile, and shows the new one', async () => {
    server.rejects(subscriptions.subscribe, { failure: 'price_changed', message: 'Цена изменилась' })
    const page = await open(request)
    await waitFor(() => expect(words()).toContain('спишется 30 000'))
    server.responds(subscriptions.cost, {
      cost: 35_000,
      balance: 40_000,
      missing: 0,
      trial_days: 0,
      after_trial: 0,
      replaces: 0,
    })
    await press(page, 'Подтвердить')
    await screen.findByText('Цена изменилась')
    await waitFor(() => expect(words()).toContain('спишется 35 000 сум'))
  })

  it('can be retried when it failed to load', async () => {
    server.isLost(subscriptions.list)
    const page = await open(request)
    await screen.findByRole('alert')
    server.responds(subscriptions.list, { subscriptions: { item: [month] } })
    await press(page, 'Повторить')
    await waitFor(() => expect(words()).toContain('С баланса спишется'))
  })
})

describe('[PAY-05] a payment whose outcome the bank has not reported', () => {
  async function leaveUncertain() {
    server.rejects(cards.fillBalance, {
      failure: 'payment_uncertain',
      message: 'Ждём банк',
      data: { order_id: 70 },
    })
    server.responds(cards.order, { ...paid, state: 'uncertain' })
    const page = await open(topUp)
    await toSavedCard(page)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await page.user.click(screen.getByRole('button', { name: 'Подтвердить' }))
    await act(() => vi.advanceTimersByTimeAsync(1))
    return page
  }

  it('is polled: no other payment starts meanwhile, also after a reload', async () => {
    await leaveUncertain()
    expect(words()).toContain('Ждём ответа банка')
    expect(unanswered()).toMatchObject({ orderId: 70, bill: { sums: 25_000 } })
    expect(localStorage.getItem('ekran.unanswered1')).toContain('"orderId":70')
    expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull()
  })

  it('shows the outcome in the dialog', async () => {
    await leaveUncertain()
    server.responds(cards.order, paid)
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(words()).toContain('Готово: на баланс пришло 25 000 сум')
    expect(unanswered()).toBeNull()
  })

  it('shows it in the dialog also when what waits behind the page was loaded after it', async () => {
    const behind = await import('./payment-end.ts')
    await leaveUncertain()
    const pending = unanswered()
    if (pending === null) throw new Error('nothing is pending')
    behind.waitOn(pending)
    server.responds(cards.order, paid)
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(words()).toContain('Готово: на баланс пришло 25 000 сум')
  })

  it('shows it in a toast when the dialog was closed', async () => {
    const page = await leaveUncertain()
    await page.user.click(screen.getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement)
    server.responds(cards.order, { ...paid, state: 'declined' })
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(within(screen.getByRole('status')).getByText('Оплата не прошла, деньги не списаны')).toBeTruthy()
  })

  it('is not shown to another viewer', async () => {
    await leaveUncertain()
    act(() => session.signOut())
    expect(unanswered()).toBeNull()
    server.responds(cards.order, paid)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.queryByText(/^Готово/)).toBeNull()
  })
})

describe('[PAY-08] the payment systems', () => {
  it('are links with the amount in tiyin, on pages of their own', async () => {
    server.responds(payments.payByLink, {
      links: { item: [{ system: 'payme', name: 'Payme', url: 'https://checkout.example/p?a=1' }] },
    })
    const page = await open(topUp)
    await press(page, 'Выбрать способ оплаты')
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Payme' })
    expect([link.href, link.target, link.rel]).toEqual([
      'https://checkout.example/p?a=1',
      '_blank',
      'noopener',
    ])
    expect(server.requests(payments.payByLink)[0]?.input).toMatchObject({ amount: 2_500_000 })
    await page.user.click(link)
    expect(words()).toContain('Ждём платёж.')
  })

  it('are not shown where none is configured', async () => {
    const page = await open(topUp)
    await press(page, 'Выбрать способ оплаты')
    await screen.findByRole('button', { name: /Карта/ })
    expect(screen.queryByText('Платёжные системы')).toBeNull()
  })

  it('continue by themselves when the money has arrived', async () => {
    const onPaid = vi.fn()
    const page = await open(topUp, onPaid)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    remember('a key', 'an answer')
    await press(page, 'Выбрать способ оплаты')
    await screen.findByRole('button', { name: /Карта/ })
    server.responds(accounts.info, info(30_000))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await screen.findByText(/^Готово: на баланс пришло/)
    expect(recall('a key')).toBeUndefined()
  })
})

describe('a television', () => {
  it('passes the form to a phone', async () => {
    const page = await open(topUp, undefined, { television: true })
    await press(page, 'Выбрать способ оплаты')
    expect(await screen.findByRole('img', { name: 'Продолжить на телефоне' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Новая карта' })).toBeNull()
    expect(screen.getByRole('button', { name: /Карта •••• 3347/ })).toBeTruthy()
  })

  it('starts on the first amount, not in the field, which would open the keyboard', async () => {
    server.responds(accounts.info, info(5000))
    const page = await open({ kind: 'top_up' }, undefined, { television: true })
    expect(document.activeElement?.textContent).toMatch(/^1\s000/)
    await press(page, /25\s000/)
    await press(page, 'Выбрать способ оплаты')
    await screen.findByRole('img', { name: 'Продолжить на телефоне' })
    await press(page, 'Назад')
    await screen.findByRole('textbox')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('BUTTON'))
  })

  it('continues with an amount that is already entered', async () => {
    await open(topUp, undefined, { television: true })
    expect(document.activeElement?.textContent).toBe('Выбрать способ оплаты')
  })
})
