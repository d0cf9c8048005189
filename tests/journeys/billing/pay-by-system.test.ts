/** Topping up on a payment system's own page, in a real browser with the demo's systems: there and back. */
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { fetchData } from '#tests/kit/product/on-air.ts'
import { screens, visit, type Screen, type Visitor } from '#tests/kit/browser/visitor.ts'

/** As the demo prints it: payers are returned to this host name. */
const site = inject('product').url.replace('127.0.0.1', 'localhost')
const [desktop, phone] = screens
if (desktop === undefined || phone === undefined) throw new Error('no screens')
const open: Visitor[] = []
afterEach(async () => {
  for (const visitor of open.splice(0)) await visitor.leave()
})

async function visitAs(viewer: AddedViewer, screen: Screen, language: 'ru' | 'uz'): Promise<Visitor> {
  const visitor = await visit(site, screen)
  open.push(visitor)
  await visitor.page.addInitScript(`${viewer.storeScript};localStorage.setItem('lang','${language}')`)
  return visitor
}

async function balanceOf({ token }: AddedViewer) {
  return (await fetchData<{ balance: number }>(site, '/middleware/customer/info', token)).data.balance
}

/** The page that a link opens in its own tab. */
async function opened(page: Page, link: Locator): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  tab.setDefaultTimeout(60_000)
  return tab
}

describe('[PAY-01] [PAY-07] [PAY-08] a payment system', () => {
  it('[I18N-02] on a phone in Uzbek: Payme receives the chosen amount, and the dialog notices the payment by itself', async () => {
    const viewer = await addViewer(site)
    const { page, problems } = await visitAs(viewer, phone, 'uz')
    await page.goto('/cabinet')
    await page.locator('[data-account-state]').getByRole('button', { name: 'Toʻldirish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Balansni toʻldirish' })
    await dialog.getByRole('button', { name: '25 000 soʻm' }).click()
    await dialog.getByRole('button', { name: 'Toʻlov usulini tanlash' }).click()
    const payme = await opened(page, dialog.getByRole('link', { name: 'Payme' }))
    await payme.getByText(viewer.abonement).waitFor()
    await payme.getByText(/^25.000 сум/).waitFor()
    await payme.getByRole('button', { name: 'Toʻlash' }).click()
    await payme.getByText('Toʻlandi').waitFor()
    await payme.waitForURL(`${site}/cabinet`)
    await payme
      .locator('[data-account-state]')
      .getByText(/^25.000.soʻm$/)
      .waitFor()
    await payme.close()
    await page.bringToFront()
    await dialog.getByText(/^Tayyor: balansga 25.000.soʻm tushdi$/).waitFor()
    expect(await balanceOf(viewer)).toBe(25_000)
    expect(problems).toEqual([])
  }, 180_000)

  it('on a computer in Russian: a rejection at Click charges nothing, and Uzum Bank then pays it', async () => {
    const viewer = await addViewer(site)
    const { page, problems } = await visitAs(viewer, desktop, 'ru')
    await page.goto('/cabinet')
    await page.locator('[data-account-state]').getByRole('button', { name: 'Пополнить' }).click()
    const dialog = page.getByRole('dialog', { name: 'Пополнение баланса' })
    await dialog.getByLabel('Сумма, сум').fill('30000')
    await dialog.getByRole('button', { name: 'Выбрать способ оплаты' }).click()
    const click = await opened(page, dialog.getByRole('link', { name: 'Click' }))
    await click.getByText(/^30.000 сум/).waitFor()
    await click.getByRole('button', { name: 'Отказать' }).click()
    await click.getByText('Оплата не прошла').waitFor()
    await click.waitForURL(`${site}/cabinet`)
    await click.close()
    expect(await balanceOf(viewer)).toBe(0)

    const uzum = await opened(page, dialog.getByRole('link', { name: 'Uzum Bank' }))
    await uzum.getByRole('button', { name: 'Оплатить' }).click()
    await uzum.getByText('Оплачено').waitFor()
    await uzum.waitForURL(`${site}/cabinet`)
    await uzum
      .locator('[data-account-state]')
      .getByText(/^30.000.сум$/)
      .waitFor()
    await uzum.close()
    await page.bringToFront()
    await dialog.getByText(/^Готово: на баланс пришло 30.000.сум$/).waitFor()
    expect(await balanceOf(viewer)).toBe(30_000)
    expect(problems).toEqual([])
  }, 180_000)
})
