/** API keys and webhooks in the console in a real Chromium. The tests are steps of one story, in this order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { type AlarmReceivers, startAlarmReceivers } from '#tests/kit/emulators/alarm-receivers.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let receivers: AlarmReceivers

beforeAll(async () => {
  ;[product, receivers] = await Promise.all([startConsoleProduct(), startAlarmReceivers()])
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await Promise.all([product?.stop(), receivers?.stop()])
})

async function checkWidths(): Promise<void> {
  const { page } = owner
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
  }
}

describe('[OPEN-01] integrations', () => {
  it('make a key, which works until it is revoked', async () => {
    const { page } = owner
    await page.goto('/console/integrations')
    await seeHeading(page, 'Интеграции')
    await page.getByRole('button', { name: 'Создать ключ' }).click()
    await page.getByLabel('Название').fill('Биллинг')
    await page.getByLabel('Читать список тарифов').check()
    await page.getByRole('button', { name: 'Создать', exact: true }).click()
    const key = await page.getByRole('textbox', { name: 'Ключ' }).inputValue()
    expect(key).toMatch(/^ekran_\w{38}$/)
    await page.getByRole('button', { name: 'Готово' }).click()
    const tariffs = new URL('/api/external/v1/tariffs', product.consoleUrl)
    const status = async () => (await fetch(tariffs, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await status()).toBe(200)
    await page.reload()
    await page.getByText(/использован/).waitFor()
    await checkWidths()
    await page.getByRole('button', { name: 'Отозвать ключ «Биллинг»' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отозвать' }).click()
    await page.getByText(/Ключей нет/).waitFor()
    expect(await status()).toBe(403)
  })

  it('add a webhook, whose test says in the log why it cannot be delivered', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Добавить веб-хук' }).click()
    await page.getByLabel('Название').fill('CRM')
    await page.getByLabel('Адрес').fill('https://127.0.0.1:9/hook')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const secret = page.getByRole('textbox', { name: 'Секрет подписи' })
    expect(await secret.inputValue()).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Готово' }).click()
    await page.getByRole('link', { name: 'CRM' }).click()
    await seeHeading(page, 'CRM')
    await page.getByRole('button', { name: 'Отправить проверку' }).click()
    const seen = page.getByText('адрес внутри сети')
    await expect
      .poll(
        async () => {
          await page.reload()
          await seeHeading(page, 'CRM')
          return seen.isVisible()
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    await checkWidths()
    await page.getByRole('button', { name: /Подробности отправки/ }).click()
    await page.getByText(/webhook-id/).waitFor()
    await checkWidths()
  })
})

describe('outside services', () => {
  it('[STAFF-03] set mail in the running product, try it as typed and in use, remove it, and take that back', async () => {
    const { page } = owner
    await page.goto('/console/services')
    await seeHeading(page, 'Внешние службы')
    const sent = async () => (await receivers.received('email')).length
    const mail = new URL(receivers.mail)
    await page.getByRole('button', { name: 'Настроить: Почта' }).click()
    const dialog = page.getByRole('dialog')
    const fields = [
      ...[['Адрес сервера', mail.hostname] as const, ['Порт', mail.port] as const],
      ...[['Логин', decodeURIComponent(mail.username)] as const],
      ...[['Пароль', decodeURIComponent(mail.password)] as const],
    ]
    for (const [label, value] of fields) await dialog.getByRole('textbox', { name: label }).fill(value)
    await dialog.getByText('Тревоги по почте уходят через этот сервер').waitFor()
    await dialog.getByRole('button', { name: 'Применить' }).click()
    await dialog.getByText('Заполните поле «Адрес отправителя»').waitFor()
    await dialog.getByRole('textbox', { name: 'Адрес отправителя' }).fill('ekran@example.uz')
    await dialog.getByRole('textbox', { name: 'Адрес почты' }).fill('duty@example.uz')
    await dialog.getByRole('button', { name: 'Проверить' }).click()
    await dialog.getByText('получилось').waitFor()
    expect(await sent()).toBe(1)
    await checkWidths()
    await dialog.getByRole('button', { name: 'Применить' }).click()
    await page.getByRole('button', { name: 'Изменить: Почта' }).waitFor()
    await page.getByRole('button', { name: 'Проверить: Почта' }).click()
    await dialog.getByRole('textbox', { name: 'Адрес почты' }).fill('duty@example.uz')
    await dialog.getByRole('button', { name: 'Проверить' }).click()
    await dialog.getByText('получилось').waitFor()
    expect(await sent()).toBe(2)
    await page.keyboard.press('Escape')
    await checkWidths()
    await page.getByRole('button', { name: 'Убрать: Почта' }).click()
    await page.getByRole('alertdialog').getByText('Тревоги по почте не уходят').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).click()
    await page.getByRole('button', { name: 'Настроить: Почта' }).waitFor()
    await page.getByText('Настройка службы убрана').waitFor()
    const removal = page.getByRole('article').filter({ hasText: 'Настройка службы убрана' })
    await removal.getByRole('button', { name: 'Отменить' }).click()
    await page.getByRole('button', { name: 'Проверить: Почта' }).click()
    await dialog.getByRole('textbox', { name: 'Адрес почты' }).fill('duty@example.uz')
    await dialog.getByRole('button', { name: 'Проверить' }).click()
    await dialog.getByText('получилось').waitFor()
    expect(await sent()).toBe(3)
    await page.keyboard.press('Escape')
    await checkWidths()
  })
})

describe('[MSG-01] cities and networks', () => {
  it('[OPS-03] are entered, checked line by line, and a subscriber is found by the city', async () => {
    const { page } = owner
    const run = async (...words: readonly string[]) => {
      const { code, errors } = await runCommand(words, '', product.dataDir)
      expect(code, errors).toBe(0)
    }
    await run('accounts', 'add', '--phone', '+998901114567', '--abonement', '30000001', '--name', 'Aziz')
    await run('subscribers', 'city', '30000001', '--city', 'самарканд')
    await page.goto('/console/cities')
    await seeHeading(page, 'Города и сети')
    await page.getByRole('button', { name: 'Изменить список' }).click()
    const dialog = page.getByRole('dialog')
    const lines = dialog.getByRole('textbox', { name: 'Список сетей' })
    await lines.fill('10.20.0.0/16; Самарканд-1; Самарканд\n10.21.0.0/16; Атлантида; Атлантида')
    await dialog.getByRole('button', { name: 'Проверить' }).click()
    await dialog.getByText('Строка 2: города «Атлантида» нет в списке городов').waitFor()
    await checkWidths()
    await lines.fill('10.20.0.0/16; Самарканд-1; Самарканд')
    await dialog.getByRole('button', { name: 'Проверить' }).click()
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('cell', { name: '10.20.0.0/16' }).waitFor()
    await page.getByRole('searchbox', { name: 'Найти город' }).fill('самарк')
    await page.getByRole('button', { name: 'Удалить: Самарканд', exact: true }).click()
    await page.getByText(/Удалить нельзя: абонентов здесь 1, сетей 1/).waitFor()
    await checkWidths()
    await page.goto('/console/subscribers?city=8')
    await page.getByRole('list', { name: 'Найденные абоненты' }).getByRole('link').click()
    await page.getByText('Самаркандская область · указал сотрудник').waitFor()
    await page.getByRole('button', { name: 'Изменить город' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).waitFor()
    await checkWidths()
    await page.getByRole('dialog').getByRole('button', { name: /Город/ }).click()
    await page.getByRole('option', { name: 'Ургут' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Ургут').first().waitFor()
    await page.getByText('Город сохранён').waitFor()
  })
})
