/** Paying in a real browser with the demo's bank: a locked channel plays, and a balance grows. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { openingTariffs } from '#contract/channels/channels.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { cardGatewayOf } from '#tests/kit/emulators/card-gateway.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { fetchData, channelList } from '#tests/kit/product/on-air.ts'
import { screens, visit, type Screen, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url, outputPath } = inject('product')
const [desktop, phone] = screens
if (desktop === undefined || phone === undefined) throw new Error('no screens')
/** A separate network: codes are limited per network. */
const homeNetwork = { 'x-forwarded-for': '198.51.100.61' }

beforeAll(async () => {
  // Cards are accepted once the bank beside the product has reported its address.
  await cardGatewayOf({ output: () => readFileSync(outputPath, 'utf8') })
})
const open: Visitor[] = []
afterEach(async () => {
  for (const visitor of open.splice(0)) await visitor.leave()
})

async function visitAs(viewer: AddedViewer, screen: Screen, language: 'ru' | 'uz'): Promise<Page> {
  const visitor = await visit(url, screen)
  open.push(visitor)
  const { page } = visitor
  await page.context().setExtraHTTPHeaders(homeNetwork)
  await page.addInitScript(`${viewer.storeScript};localStorage.setItem('lang','${language}')`)
  return page
}

/** A channel that plays for paying viewers, and is locked for this viewer. */
async function closedChannel(token: string): Promise<{ cid: number; tariff: string }> {
  const payer = await logIn(url, 'subscribed')
  for (const { id } of await channelList(url, token)) {
    const refused = await fetchData<unknown>(url, `/middleware/channel/url?cid=${id}&warm=1`, token)
    const [cheapest] = refused.failure === 'not_subscribed' ? openingTariffs(refused.data) : []
    if (cheapest === undefined) continue
    const plays = await fetchData(url, `/middleware/channel/url?cid=${id}&warm=1`, payer.token)
    if (plays.isGood) return { cid: id, tariff: cheapest.name }
  }
  throw new Error('no channel is locked for a viewer without a subscription')
}

async function balanceOf(token: string) {
  return (await fetchData<{ balance: number }>(url, '/middleware/customer/info', token)).data.balance
}

describe('[PAY-01] [PAY-03] [PAY-04] [PAY-05] a viewer without a subscription', () => {
  it('opens a locked channel with a new card, after an empty card and a wrong code', async () => {
    const viewer = await addViewer(url)
    const page = await visitAs(viewer, desktop, 'ru')
    const { cid, tariff } = await closedChannel(viewer.token)
    await page.goto(`/channel/${cid}`)
    await page.locator('[data-problem]').getByRole('button', { name: tariff }).click()
    const dialog = page.getByRole('dialog', { name: 'Подключение тарифа' })
    await dialog.getByRole('button', { name: 'Доплатить' }).click()
    await dialog.getByRole('button', { name: 'Новая карта' }).click()

    const number = dialog.getByLabel('Номер карты')
    await number.fill('86003129985463')
    await dialog.getByLabel('Срок').fill('1328')
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByText('Номер карты состоит из 16 цифр').waitFor()
    await dialog.getByText('ММ/ГГ, как на карте').waitFor()
    await number.fill('8600312998546358')
    await dialog.getByLabel('Срок').fill('1230')
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByLabel('Код из SMS').fill('111111')
    await dialog.getByRole('button', { name: 'Оплатить' }).click()
    await dialog.getByText('На карте не хватает денег').waitFor()
    expect(await number.inputValue()).toBe('8600 3129 9854 6358')

    await number.fill('8600490744313347')
    await dialog.getByText('Uzcard').waitFor()
    await dialog.getByLabel('Срок').fill('1030')
    await dialog.getByRole('button', { name: 'Получить код' }).click()
    await dialog.getByText('Новый код можно запросить через').waitFor()
    await dialog.getByLabel('Код из SMS').fill('222222')
    await dialog.getByRole('button', { name: 'Оплатить' }).click()
    await dialog.getByText('Неверный код. Осталось попыток: 2').waitFor()
    await dialog.getByLabel('Код из SMS').fill('111111')
    await dialog.getByRole('button', { name: 'Оплатить' }).click()
    await dialog.getByText('Готово: тариф подключён').waitFor()
    await dialog.getByRole('button', { name: 'Продолжить' }).click()
    await waitUntilPlaying(page, 60_000)
    expect(await page.locator('[data-problem]').count()).toBe(0)
    expect(await balanceOf(viewer.token)).toBe(0)
  }, 180_000)
})

describe('[PAY-01] [PAY-02] [PAY-05] [I18N-02] on a phone in Uzbek', () => {
  it('a viewer tops up with a new card, subscribes from the balance, and pays with the saved card', async () => {
    const viewer = await addViewer(url)
    const page = await visitAs(viewer, phone, 'uz')
    await page.goto('/cabinet?pay=50000')
    const topUp = page.getByRole('dialog', { name: 'Balansni toʻldirish' })
    const amount = topUp.getByLabel('Summa, soʻm')
    await amount.fill('999')
    await topUp.getByRole('button', { name: 'Toʻlov usulini tanlash' }).click()
    await topUp.getByText('Eng kam toʻldirish summasi').waitFor()
    await topUp.getByRole('button', { name: '50 000 soʻm' }).click()
    await topUp.getByRole('button', { name: 'Toʻlov usulini tanlash' }).click()
    await topUp.getByRole('button', { name: 'Yangi karta' }).click()
    await topUp.getByLabel('Karta raqami').fill('9860 0901 0143 1907')
    await topUp.getByText('Humo').waitFor()
    await topUp.getByLabel('Muddati').fill('0530')
    await topUp.getByRole('button', { name: 'Kodni olish' }).click()
    await topUp.getByLabel('SMS kodi').fill('111111')
    await topUp.getByRole('button', { name: 'toʻlash' }).click()
    await topUp.getByText('Tayyor: balansga').waitFor()
    await topUp.getByRole('button', { name: 'Davom etish' }).click()
    expect(await balanceOf(viewer.token)).toBe(50_000)
    // The page behind it is already updated.
    await page.locator('main').getByText('50 000 soʻm').first().waitFor()

    await page.goto('/tariff')
    await page
      .locator('main')
      .getByRole('button', { name: /^Ulash/ })
      .first()
      .click()
    const connect = page.getByRole('dialog', { name: 'Tarifni ulash' })
    await connect.getByText('Balansdan').waitFor()
    await connect.getByRole('button', { name: 'Tasdiqlash' }).click()
    await connect.getByText('Tayyor: tarif ulandi').waitFor()
    await connect.getByRole('button', { name: 'Davom etish' }).click()
    await page.locator('main').getByText('Ulangan').first().waitFor()
    const left = await balanceOf(viewer.token)
    expect(left).toBeLessThan(50_000)

    await page.goto('/cabinet?pay=1000')
    await topUp.getByRole('button', { name: 'Toʻlov usulini tanlash' }).click()
    await topUp.getByRole('button', { name: '1907' }).click()
    await topUp.getByRole('button', { name: 'Tasdiqlash' }).click()
    await topUp.getByText('Tayyor: balansga').waitFor()
    expect(await balanceOf(viewer.token)).toBe(left + 1000)
  }, 180_000)
})
