/**
 * A subscriber manages payments in the cabinet: stops and resumes a renewal, cancels a tariff, tries promo codes, pays
 * the missing amount, reads the history and prints a receipt; on a computer in Russian and on a phone in Uzbek.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'
import { renewalLinks } from '#server/billing/billing.ts'
import { loadSecrets } from '#server/platform/installation/secrets.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { operate } from '#tests/kit/product/command-line.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { requestWhenFree } from '#tests/kit/product/retry-when-busy.ts'
import { openProductBilling, type ProductBilling } from '#tests/kit/modules/product-billing.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const [desktop, phone] = screens
const dayMs = 86_400_000
/** The demo's tariffs: a base one for 19 000 sums and additional ones. */
const [start, maximum, premiere, dorama, sport] = [57, 59, 61, 62, 63]
const card = { card_number: '8600 4929 9340 7481', card_expiry: '10/24' }

let desk: ProductBilling
beforeAll(async () => {
  desk = await openProductBilling()
})
afterAll(() => desk.close())

/** A request as another program of the same viewer sends it. */
async function ask(viewer: AddedViewer, endpoint: Endpoint, fields: Record<string, unknown> = {}) {
  const { id, ...body } = fields
  const posted = endpoint.changes || endpoint.method === 'POST'
  const answered = await requestWhenFree(() =>
    fetch(inject('product').url + endpoint.path.replace('{id}', String(id)), {
      method: posted ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${viewer.token}` },
      ...(posted ? { body: JSON.stringify(body) } : {}),
    }),
  )
  return ((await answered.json()) as { data: Record<string, unknown> }).data
}

async function subscriptionsOf(viewer: AddedViewer) {
  const { subscriptions } = await ask(viewer, api.accounts.info)
  return (subscriptions as { item: { tariff_id: number; auto_renew: number; state: string }[] }).item
}

async function renewalOf(viewer: AddedViewer, tariffId: number) {
  return (await subscriptionsOf(viewer)).find((one) => one.tariff_id === tariffId)?.auto_renew
}

async function payByCard(viewer: AddedViewer, amount: number): Promise<void> {
  const { order_id: id } = await ask(viewer, api.cards.makeOrder, { amount })
  const { card_bind_transaction_id } = await ask(viewer, api.cards.initOrder, { id, ...card })
  const proof = { id, card_bind_transaction_id, sms_code: '111111' }
  expect(await ask(viewer, api.cards.confirmOrder, proof)).toMatchObject({ state: 'paid' })
}

async function enter(viewer: AddedViewer, screen = desktop): Promise<Visitor> {
  if (screen === undefined) throw new Error('there is no such screen')
  const visitor = await visit(inject('product').url, screen)
  await visitor.page.addInitScript(viewer.storeScript)
  return visitor
}

async function give(
  viewer: AddedViewer,
  tariffs: readonly number[],
  state: 'active' | 'suspended' = 'active',
) {
  const accountId = await desk.accountIdOf(viewer.abonement)
  const paidUntilMs = Date.now() + (state === 'active' ? 10 * dayMs : 0)
  for (const tariffId of tariffs)
    await desk.billing.putSubscription({ accountId, tariffId, state, paidUntilMs })
  return accountId
}

describe('a subscriber with an additional tariff', () => {
  let viewer: AddedViewer
  let visitor: Visitor
  beforeAll(async () => {
    viewer = await addViewer(inject('product').url, { hasPhone: true })
    await give(viewer, [start, premiere, dorama])
    visitor = await enter(viewer)
    await visitor.page.goto('/cabinet')
  })
  afterAll(() => visitor.leave())
  const row = (tariffId: number) => visitor.page.locator(`[data-tariff="${tariffId}"]`)
  const promotions = () => visitor.page.locator('[data-promotions]')

  it('[SUB-05] [CAB-01] turns the renewal off and on, and sees the consequence', async () => {
    const renewal = row(start).getByRole('switch', { name: 'Автопродление: Старт' })
    await visitor.page.locator('[data-account-state]').getByText('спишется').waitFor()
    await renewal.click()
    await row(start)
      .getByText(/^Работает до .*, потом отключится без списания$/)
      .waitFor()
    expect(await renewal.getAttribute('aria-checked')).toBe('false')
    expect(await renewalOf(viewer, start)).toBe(0)
    await renewal.click()
    await row(start)
      .getByText(/ спишется 19.000.сум$/)
      .waitFor()
    expect(await renewal.getAttribute('aria-checked')).toBe('true')
    expect(await renewalOf(viewer, start)).toBe(1)
  })

  it('[SUB-02] [SUB-03] cancels the additional tariff after a confirmation; the base one cannot be cancelled', async () => {
    const { page } = visitor
    const off = page.getByRole('button', { name: 'Отключить: Дорама и аниме' })
    const dialog = page.getByRole('dialog', { name: 'Вы действительно хотите отключить этот тариф?' })
    await off.click()
    await dialog.getByText('будет работать до').waitFor()
    await dialog.getByRole('button', { name: 'Оставить' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await renewalOf(viewer, dorama)).toBe(1)
    await off.click()
    await dialog.getByRole('button', { name: 'Отключить', exact: true }).click()
    await row(dorama).getByText('потом отключится без списания').waitFor()
    expect(await off.count()).toBe(0)
    expect(await renewalOf(viewer, dorama)).toBe(0)
    await row(start).getByText('Основной тариф нельзя отключить').waitFor()
    expect(await page.getByRole('button', { name: 'Отключить: Старт' }).count()).toBe(0)
  })

  it('[PROMO-01] tries an unknown code, checks a valid one, activates it, and cannot activate it again', async () => {
    const code = `TEST-${viewer.abonement}`
    const names = ['--name-ru', 'К Наврузу', '--name-uz', 'Navroʻzga']
    await operate('promo', 'add', code, '--gift', '10000', ...names)
    const field = promotions().getByLabel('Введите код')
    const activate = promotions().getByRole('button', { name: 'Активировать' })
    await activate.click()
    await promotions().getByText('Введите промокод').waitFor()
    await field.fill('NONE-SUCH')
    await activate.click()
    await promotions().getByText('Промокод не найден').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill(code.toLowerCase())
    await promotions().getByRole('button', { name: 'Проверить' }).click()
    await promotions()
      .getByText(/«К Наврузу»: 10.000.сум на баланс/)
      .waitFor()
    await activate.click()
    await visitor.page
      .locator('[data-account-state]')
      .getByText(/^10.000.сум$/)
      .waitFor()
    await field.fill(code)
    await activate.click()
    await promotions().getByText('уже активирован').waitFor()
  })

  it('[PROMO-02] accepts the free days once, with their later price shown before', async () => {
    const { page } = visitor
    const names = ['--name-ru', '10 дней бесплатно', '--name-uz', '10 kun bepul']
    await operate('promo', 'add', 'free-days', '--tariff', String(sport), '--days', '10', ...names)
    await page.reload()
    const offer = page.locator('[data-offer="free_days"]')
    await offer.getByText('тариф «Спорт» на 10 дней бесплатно').waitFor()
    await offer.getByRole('button', { name: 'Подключить' }).click()
    const question = page.getByRole('dialog', { name: 'Подключить «10 дней бесплатно»?' })
    await question.getByText(/^Сейчас ничего не спишется\. Потом .*: 19.000.сум за /).waitFor()
    await question.getByRole('button', { name: 'Подключить' }).click()
    await offer.getByText('Вы уже воспользовались').waitFor()
    await row(sport).getByText('Активна').waitFor()
    expect(visitor.problems).toEqual([])
  })
})

describe('a subscriber who leaves for some weeks', () => {
  it('[CAB-01] pauses the base tariff, sees the pause where something is watched, and ends it', async () => {
    const viewer = await addViewer(inject('product').url, { hasPhone: true })
    await give(viewer, [maximum])
    const visitor = await enter(viewer, phone)
    try {
      const { page } = visitor
      await page.goto('/cabinet')
      const row = page.locator(`[data-tariff="${maximum}"]`)
      await row.getByRole('button', { name: 'Поставить на паузу: Максимум' }).click()
      const question = page.getByRole('dialog', { name: 'Пауза тарифа «Максимум»' })
      await question.getByLabel('Сколько дней').selectOption('14')
      await question.getByText(/Оплаченные дни не пропадут/).waitFor()
      await question.getByRole('button', { name: 'Поставить на паузу' }).click()
      await row.getByText(/^На паузе до /).waitFor()
      const [paused] = await subscriptionsOf(viewer)
      const leftMs = Number((paused as { paused_until?: number }).paused_until) * 1000 - Date.now()
      expect(Math.round(leftMs / dayMs)).toBe(14)
      await page.goto('/channel/104')
      await page.getByText('Тариф на паузе', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'В личный кабинет' }).click()
      await row.getByRole('button', { name: 'Завершить паузу: Максимум' }).click()
      const end = page.getByRole('dialog', { name: 'Завершить паузу тарифа «Максимум»?' })
      await end.getByRole('button', { name: 'Завершить паузу' }).click()
      await row.getByText('Активна').waitFor()
      expect(visitor.problems).toEqual([])
    } finally {
      await visitor.leave()
    }
  })
})

describe('a subscriber who changes to a cheaper base tariff', () => {
  it('[FAIR-01] sees both sums first, keeps the present one until then, and takes the change back with one tap', async () => {
    const viewer = await addViewer(inject('product').url, { hasPhone: true })
    await give(viewer, [maximum])
    const visitor = await enter(viewer)
    const { page } = visitor
    try {
      await page.goto('/tariff')
      await page.getByRole('button', { name: 'Перейти на этот тариф : Старт' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/останется тариф «.*», потом начнётся новый/).waitFor()
      await dialog.getByText('Сейчас ничего не спишется.').waitFor()
      await dialog.getByText(/Следующее списание — .*19.000.сум/).waitFor()
      await dialog.getByRole('button', { name: 'Подтвердить' }).click()
      await dialog.getByText('Готово: смена тарифа запланирована').waitFor()
      await page.goto('/cabinet')
      const row = page.locator(`[data-tariff="${maximum}"]`)
      await row.getByText(/С .* — «Старт», 19.000.сум/).waitFor()
      expect(await subscriptionsOf(viewer)).toMatchObject([{ tariff_id: maximum, auto_renew: 1 }])
      await row.getByRole('button', { name: 'Отменить смену' }).click()
      await row.getByText(/спишется/).waitFor()
      expect(await row.getByRole('button', { name: 'Отменить смену' }).count()).toBe(0)
      expect(visitor.problems).toEqual([])
    } finally {
      await visitor.leave()
    }
  })
})

describe('a reminder before a charge', () => {
  it('[FAIR-02] leads to a page that cancels the renewal with one tap and without a login, and renews after all', async () => {
    const viewer = await addViewer(inject('product').url, { hasPhone: true })
    const accountId = await give(viewer, [start])
    const [own] = await desk.billing.subscriptionsOf(accountId)
    const { passwordPepper } = await loadSecrets(inject('product').dataDir, systemRandom)
    const href = renewalLinks(passwordPepper).hrefOf(own?.subscriptionId ?? 0, own?.paidUntilMs ?? 0)
    if (phone === undefined) throw new Error('there is no such screen')
    const guest = await visit(inject('product').url, phone)
    const { page } = guest
    try {
      await page.goto(href)
      await page.getByText(/спишется 19.000.сум за тариф «Старт»/).waitFor()
      expect(await renewalOf(viewer, start)).toBe(1)
      await page.getByRole('button', { name: 'Отменить продление' }).click()
      await page.getByText(/^Продление отменено. Смотреть можно до /).waitFor()
      expect(await renewalOf(viewer, start)).toBe(0)
      await page.getByRole('button', { name: 'Всё-таки продлевать' }).click()
      await page.getByRole('button', { name: 'Отменить продление' }).waitFor()
      expect(await renewalOf(viewer, start)).toBe(1)
      expect(guest.problems).toEqual([])
    } finally {
      await guest.leave()
    }
  })
})

describe('a new subscriber', () => {
  it('[PROMO-03] buys the premium for 1000 sums once, and sees the missing amount first', async () => {
    const viewer = await addViewer(inject('product').url, { hasPhone: true })
    const visitor = await enter(viewer, phone)
    try {
      const { page } = visitor
      await page.goto('/uz/cabinet')
      const offer = page.locator('[data-offer="one_sum"]')
      const question = page.getByRole('dialog', { name: '«1000 soʻmlik premium»' })
      const take = async () => {
        await offer.getByRole('button', { name: 'Ulash' }).click()
        await question.getByText(/1.000.soʻm/).waitFor()
        await question.getByRole('button', { name: 'Ulash' }).click()
        await question.waitFor({ state: 'hidden' })
      }
      await take()
      await offer
        .getByRole('alert')
        .getByText(/1.?000.soʻm yetishmaydi/)
        .waitFor()
      await desk.billing.moveMoney({
        reference: `test:${viewer.abonement}`,
        kind: 'adjustment',
        accountId: await desk.accountIdOf(viewer.abonement),
        amountTiyin: 100_000,
        against: 'adjustments',
      })
      await take()
      await offer.getByText('Siz bundan foydalanib boʻlgansiz').waitFor()
      await page.locator('[data-tariff="59"]').waitFor()
      expect(await subscriptionsOf(viewer)).toMatchObject([{ tariff_id: 59, state: 'active' }])
      const info = await ask(viewer, api.accounts.info)
      expect(info).toMatchObject({ balance: 0, promotions: { premium_max_for_one_sum: 1 } })
      expect(visitor.problems).toEqual([])
    } finally {
      await visitor.leave()
    }
  })
})

describe('a suspended subscriber', () => {
  let viewer: AddedViewer
  let visitor: Visitor
  beforeAll(async () => {
    viewer = await addViewer(inject('product').url)
    const accountId = await give(viewer, [start], 'suspended')
    const reference = `test:${viewer.abonement}`
    // The balance does not cover the 19 000 sums of its tariff.
    const former = {
      reference,
      kind: 'adjustment',
      accountId,
      amountTiyin: 450_000,
      against: 'adjustments',
    } as const
    await desk.billing.moveMoney(former)
    visitor = await enter(viewer)
  })
  afterAll(() => visitor.leave())
  const standing = () => visitor.page.locator('[data-account-state]')

  it('[SUB-06] [CAB-01] sees exactly what is missing, and is resumed as soon as it is paid', async () => {
    const { page } = visitor
    await page.goto('/cabinet')
    await standing().getByText('Подписка приостановлена: Старт').waitFor()
    await standing()
      .getByText(/Не хватает 14.500.сум\./)
      .waitFor()
    await standing()
      .getByRole('button', { name: /^Пополнить на 14.500.сум$/ })
      .waitFor()
    await payByCard(viewer, 14_500)
    // The tab becomes visible again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.locator(`[data-tariff="${start}"]`).getByText('Активна').waitFor()
    await standing()
      .getByText(/^0.сум$/)
      .waitFor()
    expect(await standing().getAttribute('data-account-state')).toBe('active')
  })

  it('[CAB-02] [PAY-09] finds the payment and the charge in the history, and prints a receipt', async () => {
    const { page } = visitor
    await standing().getByRole('link', { name: 'История платежей' }).click()
    await page.waitForURL('**/cabinet/payment-history')
    const entry = (kind: string) => page.locator(`[data-entry="${kind}"]`)
    await entry('charge').getByText('Списание · Старт').waitFor()
    await entry('top_up').waitFor()
    await page.getByRole('button', { name: 'Списания' }).click()
    await entry('top_up').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?kind=charge')
    await page.getByRole('button', { name: 'Пополнения' }).click()
    await entry('top_up').click()
    const cheque = page.getByRole('dialog', { name: /^Чек №\s\d+$/ })
    await cheque.getByText(viewer.abonement).waitFor()
    await cheque.getByText(/^\+14.500.сум$/).waitFor()
    const fiscal = cheque.getByRole('link', { name: 'Фискальный чек' })
    expect(await fiscal.getAttribute('href')).toMatch(/^https?:\/\//)
    const heading = page.locator('h1')
    const seen = () => heading.evaluate((element) => getComputedStyle(element).visibility)
    await page.emulateMedia({ media: 'print' })
    expect(await seen()).toBe('hidden')
    expect(await cheque.getByText(viewer.abonement).isVisible()).toBe(true)
    // Black on white: paper shows neither a dark card nor white letters.
    const ink = () =>
      cheque.evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element)
        return [backgroundColor, color]
      })
    expect(await ink()).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
    await page.emulateMedia({ media: 'screen' })
    expect(await seen()).toBe('visible')
    await page.keyboard.press('Escape')
    await cheque.waitFor({ state: 'hidden' })
    expect(visitor.problems).toEqual([])
  })

  it('[CAB-01] [PAY-05] on a phone in Uzbek: sees the card that paid, and deletes it after a confirmation', async () => {
    const there = await enter(viewer, phone)
    const { page } = there
    try {
      await page.goto('/uz/cabinet')
      const cards = page.locator('[data-cards]')
      await cards.getByText('Asosiy', { exact: true }).waitFor()
      await page.locator(`[data-tariff="${start}"]`).getByText('Asosiy tarifni oʻchirib boʻlmaydi').waitFor()
      const pays = cards.getByRole('switch', { name: 'Uzaytirishni shu karta toʻlasin: Uzcard •• 7481' })
      await pays.click()
      await expect.poll(() => pays.getAttribute('aria-checked'), { timeout: 20_000 }).toBe('true')
      expect(await ask(viewer, api.cards.cards)).toMatchObject([{ is_main: 1, auto_pay: 1 }])
      await cards.getByRole('button', { name: 'Uzcard •• 7481 kartasini oʻchirish' }).click()
      const question = page.getByRole('dialog', { name: 'Uzcard •• 7481 kartasi oʻchirilsinmi?' })
      await question.getByRole('button', { name: 'Oʻchirish', exact: true }).click()
      await cards.getByText('Saqlangan karta yoʻq').waitFor()
      expect(await ask(viewer, api.cards.cards)).toEqual([])
      await page.getByRole('link', { name: 'Toʻlovlar tarixi' }).click()
      await page.locator('[data-entry="charge"]').getByText('Pul yechish · Start').waitFor()
      expect(there.problems).toEqual([])
    } finally {
      await there.leave()
    }
  })
})
