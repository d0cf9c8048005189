/** A subscriber links Telegram in the cabinet, gets its phone checked, logs in by it, and unlinks: with the demo's bot. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { telegramOf } from '#tests/kit/emulators/telegram.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const [desktop, ...others] = screens
const { url, outputPath } = inject('product')
const person = 711_000_001
let visitor: Visitor
let subscriber: AddedViewer
beforeAll(async () => {
  if (desktop === undefined) throw new Error('there is no desktop screen')
  subscriber = await addViewer(url, { hasPhone: true })
  visitor = await visit(url, others[0] ?? desktop)
  // Once: after a logout the page stays logged out.
  await visitor.page.goto('/policy')
  await visitor.page.evaluate(subscriber.storeScript)
})
afterAll(() => visitor.leave())

const telegram = () => telegramOf(readFileSync(outputPath, 'utf8'))
const card = () => visitor.page.locator('[data-telegram]')

describe('[TG-01] Telegram', () => {
  it('is linked by the link of the cabinet, and the bot answers', async () => {
    const { page } = visitor
    await page.goto('/cabinet')
    await card().getByRole('button', { name: 'Подключить Telegram' }).click()
    const href = await card().getByRole('link', { name: 'Открыть бота' }).getAttribute('href')
    const start = new URL(href ?? '').searchParams.get('start') ?? ''
    const what = { do: 'message', text: `/start ${start}`, name: 'Dilnoza', phone: phoneOf(subscriber) }
    await telegram().play(person, what)
    await card().getByText('Подключён: Dilnoza').waitFor()
    const answers = (await telegram().messages(person)).filter(({ by }) => by === 'bot')
    expect(answers.at(-1)?.text).toContain(subscriber.abonement)
    expect(await card().getByRole('switch', { name: /Коды/ }).isDisabled()).toBe(true)
  })

  it('gets codes and logs in once its person shared the phone', async () => {
    const { page } = visitor
    await telegram().play(person, { do: 'share' })
    await expect
      .poll(async () => (await telegram().messages(person)).at(-1)?.text)
      .toContain('Номер подтверждён')
    await page.reload()
    await card().getByRole('switch', { name: /Коды/ }).click()
    await card().getByRole('switch', { name: /Коды/, checked: true }).waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await page.getByRole('button', { name: 'Через Telegram' }).click()
    await page
      .getByRole('link', { name: /Dilnoza/ })
      .last()
      .click()
    await page.waitForURL(/\/cabinet/)
    await page.getByText(subscriber.abonement).first().waitFor()
  })

  it('is unlinked in the cabinet, and the bot says so', async () => {
    const { page } = visitor
    await card().getByRole('button', { name: 'Отключить Telegram' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить Telegram' }).click()
    await card().getByRole('button', { name: 'Подключить Telegram' }).waitFor()
    await expect
      .poll(async () => (await telegram().messages(person)).at(-1)?.text)
      .toContain('отключён от аккаунта')
  })
})

function phoneOf({ abonement }: AddedViewer) {
  return `+9989${abonement}`
}
