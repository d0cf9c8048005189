/**
 * Paying on a television with only a remote control: arrows, OK and Back; the payment itself is made on a phone by its
 * code.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { openProductBilling, type ProductBilling } from '#tests/kit/modules/product-billing.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
/** The demo's smallest base tariff: 19 000 sums. */
const start = 57

let desk: ProductBilling
let viewer: AddedViewer
let tv: Visitor
beforeAll(async () => {
  desk = await openProductBilling()
  viewer = await addViewer(url)
  const accountId = await desk.accountIdOf(viewer.abonement)
  const suspended = { accountId, tariffId: start, state: 'suspended', paidUntilMs: Date.now() } as const
  await desk.billing.putSubscription(suspended)
  tv = await visit(url, { name: 'television', width: 1920, height: 1080 })
  await tv.page.addInitScript(`${viewer.storeScript};localStorage.setItem('lang','ru')`)
})
afterAll(async () => {
  await Promise.all([tv.leave(), desk.close()])
})

describe('a television', () => {
  it('[PAY-01] [SHELL-05] [SUB-06] passes the missing amount to a phone in two presses, and continues when it is paid', async () => {
    const { page } = tv
    await page.goto('/cabinet?tv=1')
    await focused(/^Пополнить на 19.000.сум$/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Пополнение баланса' })
    await focused(/^Выбрать способ оплаты$/)
    await page.keyboard.press('Enter')
    await dialog.getByRole('img', { name: 'Продолжить на телефоне' }).waitFor()
    await dialog.getByText(/^19.000.сум$/).waitFor()
    await focused(/^Назад$/)
    expect(await smallerThan(28)).toEqual([])
    await payAtPayme(19_000)
    await dialog.getByText(/^Готово: на баланс пришло 19.000.сум$/).waitFor()
    await focused(/^Продолжить$/)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await page.locator('[data-account-state="active"]').waitFor()
  })

  it('[TARIFF-01] [SHELL-05] buys a tariff by arrows and OK, up to the code for the phone, and Back closes it', async () => {
    const { page } = tv
    await page.goto('/tariff')
    await page
      .getByRole('button', { name: /^Перейти на этот тариф/ })
      .first()
      .waitFor()
    await reach('ArrowDown', /^Перейти на этот тариф/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Подключение тарифа' })
    await dialog.getByRole('button', { name: 'Доплатить' }).waitFor()
    await reach('ArrowDown', /^Доплатить/)
    await page.keyboard.press('Enter')
    await dialog.getByRole('img', { name: 'Продолжить на телефоне' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    // Back on the pressed button.
    await focused(/^Перейти на этот тариф/)
  })

  it('[CAB-02] [SHELL-05] finds the payment in the history and opens its receipt', async () => {
    const { page } = tv
    await page.goto('/cabinet/payment-history')
    await page.locator('[data-entry="top_up"]').waitFor()
    await reach('ArrowDown', /^Пополнение[^]*Чек$/)
    await page.keyboard.press('Enter')
    const cheque = page.getByRole('dialog', { name: /^Чек №\s\d+$/ })
    await cheque.getByText(viewer.abonement).waitFor()
    await page.keyboard.press('Escape')
    await cheque.waitFor({ state: 'hidden' })
    await focused(/^Пополнение[^]*Чек$/)
    expect(tv.problems).toEqual([])
  })
})

function focusedText() {
  return tv.page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.innerText : '',
  )
}

function focused(text: RegExp) {
  return expect.poll(focusedText).toMatch(text)
}

/** Presses a key until this has the focus; the code that moves it by arrows may still be loading. */
async function reach(key: string, text: RegExp): Promise<void> {
  const isThere = async () => {
    if (text.test(await focusedText())) return true
    await tv.page.keyboard.press(key)
    return false
  }
  await expect.poll(isThere, { interval: 200, message: `${text} was not reached by ${key}` }).toBe(true)
}

/** Texts of the dialog in a font too small to be read across a room. */
function smallerThan(minPx: number) {
  return tv.page.evaluate((min) => {
    const isText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '')
    return [...document.querySelectorAll<HTMLElement>('dialog[open] *')]
      .filter((element) => element.getClientRects().length > 0 && isText(element))
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < min)
      .map((element) => element.innerText)
  }, minPx)
}

/** As the phone does that has read the code: Payme's link, confirmed on its page. */
async function payAtPayme(sums: number): Promise<void> {
  const signal = AbortSignal.timeout(60_000)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${viewer.token}` }
  const body = JSON.stringify({ amount: sums * 100 })
  const path = api.payments.payByLink.path
  const answered = await fetch(url + path, { method: 'POST', headers, body, signal })
  const { data } = (await answered.json()) as {
    data: { links: { item: { system: string; url: string }[] } }
  }
  const link = data.links.item.find(({ system }) => system === 'payme')?.url ?? ''
  const id = /name="id" value="([^"]+)"/.exec(await (await fetch(link, { signal })).text())?.[1] ?? ''
  const paid = await fetch(link, { method: 'POST', body: new URLSearchParams({ id, do: 'pay' }), signal })
  expect(await paid.text()).toContain('Оплачено')
}
