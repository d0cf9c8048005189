/**
 * Subscribers in the console in a real Chromium: found as one types, the card, its timeline. The tests are steps of one
 * story, in this order.
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
    ['+998971234568', '30000003', 'Aziz Karimov'],
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

describe('[CARE-01] a subscriber', () => {
  it('is found by the last four digits and by the name in the other alphabet, without a mouse', async () => {
    const { page } = owner
    await page.goto('/console/subscribers')
    await seeHeading(page, 'Абоненты')
    await page.getByText(/Введите три цифры/).waitFor()
    const field = page.getByRole('searchbox', { name: 'Найти абонента' })
    await field.fill('4567')
    const rows = page.getByRole('list', { name: 'Найденные абоненты' }).getByRole('link')
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Шерзод Юсупов'])
    await checkWidths()
    await field.fill('карим')
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Aziz Karimov'])
    await field.fill('sherzad yusupov')
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Шерзод Юсупов'])
    await expect.poll(() => page.url()).toContain('q=sherzad')
    await field.fill('никто такой')
    await page.getByText(/Никого не нашлось/).waitFor()
    await checkWidths()
    await page.goto('/console/subscribers?q=30000001')
    await rows.first().waitFor()
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await seeHeading(page, 'Шерзод Юсупов')
  })
})

describe('[CARE-02] the card', () => {
  it('says the state in a sentence, and has everything in one timeline', async () => {
    const { page } = owner
    await page.getByText('Ни разу не платил, ничего не подключено').waitFor()
    await page.getByText('+998 90 111-45-67').waitFor()
    await page.getByLabel('Новая заметка').fill('Просил перезвонить после шести')
    await page.getByRole('button', { name: 'Добавить заметку' }).click()
    const timeline = page.getByRole('list', { name: 'История' })
    await timeline.getByText('Просил перезвонить после шести').waitFor()
    await timeline.getByText('Абонент создан').waitFor()
    await page.getByRole('group', { name: 'Что показывать' }).getByRole('button', { name: 'Заметки' }).click()
    await expect.poll(() => timeline.getByRole('listitem').count()).toBe(1)
    expect(page.url()).toContain('kind=note')
    await checkWidths()
    expect(await run('subscribers', 'find', 'perezvonit')).toContain('30000001')
  })

  it('says who is blocked since when, in Uzbek too', async () => {
    const { page } = owner
    await page.goto('/console/subscribers?q=qodirova')
    await page.getByRole('link', { name: 'Xurshida Qodirova' }).click()
    await page.getByText(/^Заблокирован с/).waitFor()
    await page.evaluate(() => localStorage.setItem('ekran.console.language', 'uz'))
    await page.reload()
    await page.getByText(/dan beri bloklangan$/).waitFor()
    await checkWidths()
    await page.goto('/console/subscribers/999999')
    await page.getByText('Bunday abonent yoʻq').waitFor()
  })

  it('is looked at on the record', async () => {
    const { page } = owner
    await page.goto('/console/audit?section=subscribers')
    await page.getByText('Abonent kartasi ochildi').first().waitFor()
    expect(owner.problems).toEqual([])
  })
})
