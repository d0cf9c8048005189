/** A member of staff at a browser: what they do in the console, in Russian. */
import type { Page } from 'playwright-core'
import { Secret, TOTP } from 'otpauth'
import { operatorPassword } from '#tests/kit/product/console-product.ts'
import { openBrowser } from './chromium.ts'

export interface StaffVisitor {
  readonly page: Page
  /** Script errors, server failures and what the content policy has refused. */
  readonly problems: readonly string[]
  leave(): Promise<void>
}

export const staffPassword = 'brick samanid 1042 tower'

/** Opens a browser with nothing stored in it. */
export async function visitConsole(baseUrl: string, width = 1440, height = 900): Promise<StaffVisitor> {
  const { context, close } = await openBrowser({ baseUrl, width, height })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(`script: ${message}`))
  page.on('console', (entry) => {
    if (/content security policy|trusted/i.test(entry.text())) problems.push(entry.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  page.setDefaultTimeout(60_000)
  return { page, problems, leave: close }
}

/** The code of an authenticator app `steps` half minutes from now: none is accepted twice, and the next is accepted early. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Sets up an authenticator app at the first login; returns its secret, and the recovery codes. */
export async function enrolWithApp(page: Page): Promise<{ secret: string; codes: readonly string[] }> {
  await page.getByRole('button', { name: 'Приложение с кодами' }).click()
  const secret = await page.getByRole('textbox', { name: 'Введите ключ вручную' }).inputValue()
  await page.getByLabel('Код из приложения').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Подключить' }).click()
  const list = page.getByRole('list', { name: 'Коды восстановления' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'Коды сохранены' }).click()
  return { secret, codes }
}

/** Makes the first owner, Камола Каримова, on a product without staff; returns what `enrolWithApp` does. */
export async function createOwner(page: Page): Promise<{ secret: string; codes: readonly string[] }> {
  await page.goto('/console')
  await page.getByLabel('Пароль оператора').fill(operatorPassword)
  await page.getByLabel('Имя и фамилия').fill('Камола Каримова')
  await page.getByLabel('Логин').fill('kamola@example.uz')
  await page.getByLabel('Новый пароль').fill(staffPassword)
  await page.getByRole('button', { name: 'Создать владельца' }).click()
  return enrolWithApp(page)
}

/** Types login and password, and sends them. */
export async function enterPassword(page: Page, login: string): Promise<void> {
  await page.getByLabel('Логин').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
}

/** Waits for a page of the console by its heading. */
export async function seeHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}
