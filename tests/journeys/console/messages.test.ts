/**
 * Messages in the console in a real Chromium: a template, a segment counted as it is made, a campaign that arrives in
 * the app and by SMS. The tests are steps of one story, in this order.
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
  const people = [
    ['+998901114567', '30000001', 'Шерзод Юсупов'],
    ['+998935550101', '30000002', 'Xurshida Qodirova'],
  ] as const
  for (const [phone, number, name] of people)
    await run('accounts', 'add', '--phone', phone, '--abonement', number, '--name', name)
  await run('accounts', 'block', '+998935550101')
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

async function choose(label: string, option: string): Promise<void> {
  const { page } = owner
  await page
    .getByRole('button', { name: new RegExp(`(?:^|\\s)${label}$`) })
    .and(page.locator('[aria-haspopup=listbox]'))
    .click()
  await page.getByRole('option', { name: option }).click()
}

describe('[MSG-01] a template', () => {
  it('is shown as a subscriber would get it, refuses an unknown field, and is saved', async () => {
    const { page } = owner
    await page.goto('/console/messages')
    await seeHeading(page, 'Сообщения')
    await page.getByText(/Рассылок ещё нет/).waitFor()
    await page.getByRole('link', { name: 'Шаблоны' }).click()
    await page.getByRole('link', { name: 'Новый шаблон' }).click()
    await page.getByLabel('Название').fill('Приветствие')
    await page.getByLabel('Заголовок по-русски').fill('Здравствуйте, {имя}')
    await page.getByLabel('Текст по-русски').fill('Ваш номер {number}')
    await page.getByText('Узбекского текста нет: отправлять русский').click()
    await page.getByText('Поля {имя} нет.').first().waitFor()
    await page.getByLabel('Заголовок по-русски').fill('Здравствуйте, {name|абонент}')
    await page.getByLabel('Абонент для проверки').fill('30000001')
    await page.getByText('Здравствуйте, Шерзод Юсупов').first().waitFor()
    await page
      .getByText(/SMS: частей 1, UCS-2/)
      .first()
      .waitFor()
    await checkWidths()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('link', { name: 'Приветствие' }).waitFor()
    await checkWidths()
  })
})

describe('[MSG-01] a segment', () => {
  it('is counted while its conditions are made, and saved under a name', async () => {
    const { page } = owner
    await page.goto('/console/messages/segments/new')
    await page.getByText('Абонентов: 2 из 2').waitFor()
    await page.getByLabel('Название').fill('Без оплаты')
    await page.getByRole('button', { name: 'Добавить группу' }).click()
    await page.getByText(/Заполните все условия/).waitFor()
    await choose('Условие', 'состояние')
    await page.getByLabel('не платил').check()
    await page.getByText('Абонентов: 1 из 2').waitFor()
    await page.getByRole('link', { name: 'Шерзод Юсупов' }).waitFor()
    await checkWidths()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('link', { name: 'Без оплаты' }).waitFor()
    expect(await run('segments', 'count', '1')).toContain('1 subscriber of 2')
  })
})

describe('[MSG-01] a campaign', () => {
  it('is started for its segment and arrives', async () => {
    const { page } = owner
    await page.goto('/console/messages/new')
    await page.getByLabel('Название').fill('Первая рассылка')
    await choose('Шаблон', 'Приветствие')
    await choose('Кому', 'Без оплаты')
    await page.getByText('Только с 9 до 21 часа').click()
    await page.getByText('Абонентов: 1 из 2').waitFor()
    await checkWidths()
    await page.getByRole('button', { name: 'Начать рассылку' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('Отправить сообщение? Абонентов: 1').waitFor()
    await dialog.getByRole('button', { name: 'Начать рассылку' }).click()
    await seeHeading(page, 'Первая рассылка')
    await page.getByText('отправлена', { exact: true }).waitFor({ timeout: 60_000 })
    await checkWidths()
    await page.goto('/console/subscribers?q=30000001')
    await page.getByRole('link', { name: 'Шерзод Юсупов' }).click()
    await page.getByText('Здравствуйте, Шерзод Юсупов').waitFor()
  })

  it('for all subscribers begins only when their number is typed', async () => {
    const { page } = owner
    await page.goto('/console/messages/new')
    await page.getByLabel('Название').fill('Всем')
    await choose('Шаблон', 'Приветствие')
    await page.getByRole('button', { name: 'Начать рассылку' }).click()
    const dialog = page.getByRole('alertdialog')
    const field = dialog.getByLabel(/Впишите их число: 2/)
    await field.fill('1')
    await dialog.getByRole('button', { name: 'Начать рассылку' }).click()
    await dialog.getByText(/Это все или почти все абоненты: 2\. Впишите это/).waitFor()
    await checkWidths()
    await dialog.getByRole('button', { name: 'Отмена' }).click()
    await seeHeading(page, 'Всем')
    await page.goto('/console/messages')
    await page.getByText('черновик').waitFor()
    await page.evaluate(() => localStorage.setItem('ekran.console.language', 'uz'))
    await page.reload()
    await page.getByText('qoralama').waitFor()
    await checkWidths()
    expect(owner.problems).toEqual([])
  })
})

describe('[CARE-04] a bulk act on the segment', () => {
  it('is previewed, started with the number typed, and taken back', async () => {
    const { page } = owner
    await page.evaluate(() => localStorage.setItem('ekran.console.language', 'ru'))
    await page.goto('/console/messages/segments/1')
    await page.getByRole('link', { name: 'Массовое действие' }).click()
    await seeHeading(page, 'Новое массовое действие')
    await page.getByRole('button', { name: 'Извинение: 5 000 сум' }).click()
    await checkWidths()
    await page.getByRole('button', { name: 'Показать, кого это коснётся' }).click()
    await page.getByText('Ждёт решения').waitFor({ timeout: 60_000 })
    await checkWidths()
    await page.getByRole('button', { name: 'Начать' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Начать' }).click()
    await page.getByText('Выполнено', { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Шерзод Юсупов' }).waitFor()
    await page.getByRole('button', { name: 'Отменить всё' }).click()
    await dialog.getByLabel('Причина').fill('Не тот сегмент')
    await dialog.getByRole('button', { name: 'Отменить всё' }).click()
    await page.getByText('Отменено', { exact: true }).first().waitFor({ timeout: 60_000 })
    expect(await run('bulk', 'show', '1')).toContain('1  undone')
    await page.goto('/console/subscribers/bulk')
    await page.getByRole('link', { name: /Начислить каждому 5\s000/ }).waitFor()
    await checkWidths()
    expect(owner.problems).toEqual([])
  })
})
