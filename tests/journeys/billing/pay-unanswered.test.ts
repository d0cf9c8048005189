/**
 * Paying by card with difficult outcomes: a bank that does not respond after it took the money, what a suspended
 * subscription lacks, and a film that no tariff of the viewer includes. In a real browser with the demo's bank.
 */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { openProductBilling, type ProductBilling } from '#tests/kit/modules/product-billing.ts'
import { cardGatewayOf, type TestCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { findFilm, packagingLimitMs } from '#tests/kit/product/demo-films.ts'
import { fetchData } from '#tests/kit/product/on-air.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url, outputPath } = inject('product')
const [desktop] = screens
if (desktop === undefined) throw new Error('no screens')
/** A separate network: codes are limited per network. */
const homeNetwork = { 'x-forwarded-for': '198.51.100.62' }
/** No other test pays by this card, so the bank's faults for it affect only this test. */
const ownPan = '8600312990314318'
/** The demo's smallest base tariff: 19 000 sums. */
const start = 57

let bank: TestCardGateway
let desk: ProductBilling
beforeAll(async () => {
  bank = await cardGatewayOf({ output: () => readFileSync(outputPath, 'utf8') })
  desk = await openProductBilling()
})
afterAll(() => desk.close())
const open: Visitor[] = []
afterEach(async () => {
  await bank.fault('pay/get', 'none')
  for (const visitor of open.splice(0)) await visitor.leave()
})

async function visitAs(viewer: AddedViewer): Promise<Page> {
  const visitor = await visit(url, desktop ?? { name: '', width: 0, height: 0 })
  open.push(visitor)
  await visitor.page.context().setExtraHTTPHeaders(homeNetwork)
  await visitor.page.addInitScript(`${viewer.storeScript};localStorage.setItem('lang','ru')`)
  return visitor.page
}

async function balanceOf({ token }: AddedViewer) {
  return (await fetchData<{ balance: number }>(url, '/middleware/customer/info', token)).data.balance
}

/** From the choice of a payment method to the press after the code. */
async function payByNewCard(dialog: Locator, pan: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Новая карта' }).click()
  await dialog.getByLabel('Номер карты').fill(pan)
  await dialog.getByLabel('Срок').fill('1230')
  await dialog.getByRole('button', { name: 'Получить код' }).click()
  await dialog.getByLabel('Код из SMS').fill('111111')
  await dialog.getByRole('button', { name: 'Оплатить' }).click()
}

describe('paying by card', () => {
  it('[PAY-04] [PAY-06] shows that a bank did not respond, also after a return, and updates by itself when it does', async () => {
    const viewer = await addViewer(url)
    const page = await visitAs(viewer)
    await page.goto('/cabinet?pay=25000')
    const dialog = page.getByRole('dialog', { name: 'Пополнение баланса' })
    // An amount that was chosen elsewhere is not called missing.
    await dialog.getByRole('button', { name: /^25.000.сум$/, pressed: true }).waitFor()
    expect(await dialog.getByText('Не хватает').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Выбрать способ оплаты' }).click()
    // The money is taken, its response is lost, and the bank does not respond to status requests.
    await bank.fault('pay/get', 'down', undefined, ownPan)
    await bank.fault('pay/apply', 'lose_answer', 1, ownPan)
    await payByNewCard(dialog, ownPan)
    await dialog.getByText('Ждём ответа банка').waitFor()
    await dialog.getByText(/^Банк получил запрос на 25.000.сум, но не ответил/).waitFor()
    expect(await balanceOf(viewer)).toBe(0)
    await dialog.getByRole('button', { name: 'Закрыть' }).last().click()
    const standing = page.locator('[data-account-state]')
    const waits = standing.getByText(/^Ждём ответа банка по платежу на 25.000.сум/)
    await waits.waitFor()

    await page.goto('/movies')
    await page.goto('/cabinet')
    await waits.waitFor()
    await standing.getByRole('button', { name: 'Пополнить' }).click()
    // No other payment starts meanwhile.
    await dialog.getByText('Ждём ответа банка').waitFor()
    await bank.fault('pay/get', 'none')
    await dialog.getByText(/^Готово: на баланс пришло 25.000.сум$/).waitFor()
    await dialog.getByRole('button', { name: 'Продолжить' }).click()
    await standing.getByText(/^25.000.сум$/).waitFor()
    expect(await waits.count()).toBe(0)
    expect(await balanceOf(viewer)).toBe(25_000)
  }, 240_000)

  it('[SUB-06] [CAB-01] pays exactly what a suspended subscription lacks, which is resumed', async () => {
    const viewer = await addViewer(url)
    const accountId = await desk.accountIdOf(viewer.abonement)
    await desk.billing.putSubscription({
      accountId,
      tariffId: start,
      state: 'suspended',
      paidUntilMs: Date.now(),
    })
    const page = await visitAs(viewer)
    await page.goto('/cabinet')
    const standing = page.locator('[data-account-state]')
    await standing.getByText(/Не хватает 19.000.сум\./).waitFor()
    await standing.getByRole('button', { name: /^Пополнить на 19.000.сум$/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Пополнение баланса' })
    await dialog.getByRole('button', { name: /^Не хватает: 19.000.сум$/, pressed: true }).waitFor()
    await dialog.getByRole('button', { name: 'Выбрать способ оплаты' }).click()
    await payByNewCard(dialog, ownPan)
    await dialog.getByText(/^Готово: на баланс пришло 19.000.сум$/).waitFor()
    await dialog.getByRole('button', { name: 'Продолжить' }).click()
    await page.locator(`[data-tariff="${start}"]`).getByText('Активна').waitFor()
    expect(await standing.getAttribute('data-account-state')).toBe('active')
    expect(await balanceOf(viewer)).toBe(0)
  }, 180_000)

  it('[PAY-01] opens a locked film from its own button, and it plays', async () => {
    const payer = await logIn(url, 'subscribed')
    const viewer = await addViewer(url)
    const isClosed = async (vid: number) => {
      const path = `/middleware/video/detail?vid=${vid}`
      const { video } = (await fetchData<{ video: { access: { state: string } } }>(url, path, viewer.token))
        .data
      return video.access.state === 'subscribe'
    }
    // Films are packaged while the product is already running.
    const result = await vi.waitUntil(() => findFilm(url, payer.token, [], isClosed).catch(() => null), {
      timeout: packagingLimitMs,
      interval: 2000,
    })
    const { vid } = result ?? { vid: 0 }
    const page = await visitAs(viewer)
    await page.goto(`/movie/${vid}`)
    await page
      .getByRole('button', { name: /^Подключить за/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Подключение тарифа' })
    await dialog.getByRole('button', { name: 'Доплатить' }).click()
    await payByNewCard(dialog, ownPan)
    await dialog.getByText('Готово: тариф подключён').waitFor()
    await dialog.getByRole('button', { name: 'Продолжить' }).click()
    await page.getByRole('button', { name: 'Смотреть', exact: true }).first().click()
    await waitUntilPlaying(page)
  }, 500_000)
})
