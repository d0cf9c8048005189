/**
 * Finance in the console in a real Chromium: a registry is worked off, a late payment credited and refunded by hand, a
 * day signed. The tests are steps of one story, in this order.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor

beforeAll(async () => {
  product = await startConsoleProduct()
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
  await run(
    'accounts',
    'add',
    '--phone',
    '+998901114599',
    '--abonement',
    '30000099',
    '--name',
    'Шерзод Юсупов',
  )
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
})

async function run(...words: readonly string[]): Promise<string> {
  const { code, errors, output } = await runCommand(words, '', product.dataDir)
  expect(code, errors).toBe(0)
  return output
}

async function checkWidths(): Promise<void> {
  const { page } = owner
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
  }
}

const registry = [
  'ID транзакции;Сумма, сум;Дата;Лицевой счёт',
  'a1b2c3d4e5f6a1b2c3d4e5f6;49 000,00;27.11.2026 21:14;30000099',
  'b1b2c3d4e5f6a1b2c3d4e5f6;12 000,00;27.11.2026 21:20;999999999999',
  'c1b2c3d4e5f6a1b2c3d4e5f6;сто;27.11.2026 21:30;30000099',
].join('\r\n')

describe('[FIN-02] a registry of a payment system', () => {
  it('is loaded, and a late payment in it credited to its subscriber', async () => {
    const { page } = owner
    await page.goto('/console/payments/statements')
    await seeHeading(page, 'Сверка')
    const file = { name: 'payme.csv', mimeType: 'text/csv', buffer: Buffer.from(registry) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('heading', { level: 1, name: /^Payme, / }).waitFor()
    const rows = page.getByRole('list', { name: 'Строки сверки' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByText('Строки, которые не удалось прочитать: 1').waitFor()
    await checkWidths()
    const late = rows.filter({ hasText: 'a1b2c3d4e5f6a1b2c3d4e5f6' })
    await late.getByRole('button', { name: 'Зачислить…' }).click()
    const dialog = page.getByRole('dialog', { name: /Зачислить 49/ })
    await dialog.getByLabel('Причина').fill('Payme не отвечал вечером')
    expect(await dialog.getByLabel('Номер абонента').inputValue()).toBe('30000099')
    await dialog.getByRole('button', { name: 'Зачислить' }).click()
    await page.getByText(/Зачислено\. На балансе 49/).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
  })

  it('is worked off to the last row and closed', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Принять…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Принять расхождение' })
    await dialog.getByLabel('Причина').fill('Чужой номер, Payme вернёт плательщику')
    await dialog.getByRole('button', { name: 'Записать' }).click()
    await page.getByText('Расхождений не осталось').waitFor()
    await page.getByRole('button', { name: 'Закрыть сверку' }).click()
    await page.getByText('Сверка закрыта').waitFor()
    await checkWidths()
  })
})

describe('[FIN-03] a payment', () => {
  it('is found by its sum and refunded by hand after a preview', async () => {
    const { page } = owner
    await page.goto('/console/payments')
    await page.getByRole('searchbox', { name: 'Найти платёж' }).fill('49 000')
    const link = page.getByRole('list', { name: 'Список платежей' }).getByRole('link', { name: /49/ }).first()
    await link.waitFor()
    await checkWidths()
    await link.click()
    await page.getByRole('heading', { level: 1, name: /^Payme: 49/ }).waitFor()
    await page.getByText('Оплачен, деньги на балансе').waitFor()
    await checkWidths()
    await page.getByLabel('Причина').fill('Оплатил дважды')
    await page.getByRole('button', { name: 'Вернуть…' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText(/Баланс уменьшится на 49.000.сум: с 49.000.сум до 0.сум/).waitFor()
    await question.getByRole('button', { name: /Вернуть 49/ }).click()
    await page.getByText(/Возврат в списке финансистов/).waitFor()
  })

  it('is on the list of refunds until its document is written', async () => {
    const { page } = owner
    await page.goto('/console/payments/refunds')
    const task = page.getByRole('list', { name: 'Возвраты вручную' }).getByRole('listitem')
    await task.getByText('Оплатил дважды').waitFor()
    await checkWidths()
    await task.getByRole('button', { name: 'Выполнен…' }).click()
    const dialog = page.getByRole('dialog', { name: /Возврат 49/ })
    await dialog.getByLabel('Номер документа').fill('ПП 118')
    await dialog.getByRole('button', { name: 'Записать' }).click()
    await page.getByText('Возвращать нечего').waitFor()
    expect(await run('payments', 'refunds', '--ended')).toContain('ПП 118')
  })
})

describe('[FIN-02] a dealer', () => {
  it('is added with a rule, pays in, and takes cash from a subscriber', async () => {
    const { page } = owner
    await page.goto('/console/dealers')
    await page.getByText('Дилеров ещё нет').waitFor()
    await page.getByRole('button', { name: 'Добавить дилера' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Название').fill('Чиланзар, магазин связи')
    await dialog.getByLabel('Договор').fill('№ 17 от 1 ноября')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('heading', { level: 1, name: 'Чиланзар, магазин связи' }).waitFor()
    await page.getByRole('button', { name: 'Добавить правило' }).click()
    await dialog.getByLabel('Доля, %').fill('12,5')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('12,5 % каждого платежа').waitFor()
    await page.getByRole('button', { name: 'Счёт наличных…' }).click()
    await dialog.getByLabel('Сумма, сум').fill('100 000')
    await dialog.getByLabel('Номер документа').fill('ПКО 5')
    await dialog.getByRole('button', { name: 'Записать' }).click()
    await page.getByText(/На счёте 100.000/).waitFor()
    await page.getByRole('button', { name: 'Пополнить абонента' }).click()
    await dialog.getByLabel('Номер абонента').fill('30000099')
    await dialog.getByLabel('Сумма, сум').fill('150 000')
    await dialog.getByRole('button', { name: 'Пополнить баланс' }).click()
    await dialog.getByText(/доступно 100.000/).waitFor()
    await dialog.getByLabel('Сумма, сум').fill('40 000')
    await dialog.getByRole('button', { name: 'Пополнить баланс' }).click()
    await page.getByText(/На счёте дилера 60.000/).waitFor()
    await page.getByRole('list', { name: 'Записи' }).getByText('Наличные абонента').waitFor()
    await checkWidths()
    expect(await run('dealers', 'show', '1')).toContain('deposit 60000')
  })
})

describe('[FIN-02] a day', () => {
  it('is signed by one, and waits for another', async () => {
    const { page } = owner
    await page.goto('/console/payments/closings')
    await seeHeading(page, 'Закрытие дня')
    await checkWidths()
    await page.getByRole('list', { name: 'Дни' }).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^Закрытие дня: / }).waitFor()
    await page.getByText('Сумма всех счетов — ноль').waitFor()
    await checkWidths()
    await page.getByRole('button', { name: 'Подписать' }).click()
    await page.getByText('Вы уже подписали').waitFor()
    const day = new Date(Date.now() + 5 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
    expect(await run('closing', 'sign', day)).toContain('is closed')
    await page.reload()
    await page.getByText(/Вторая подпись: оператор/).waitFor()
    expect(owner.problems).toEqual([])
  })
})
