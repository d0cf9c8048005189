/**
 * The operators' console in a real Chromium, on a product without content: from an empty console to two members of staff.
 * The tests are steps of one story and run in this order.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorPassword, startConsoleProduct } from '#tests/kit/product/console-product.ts'
import {
  codeOf,
  enrolWithApp,
  enterPassword,
  seeHeading,
  staffPassword,
  type StaffVisitor,
  visitConsole,
} from '#tests/kit/browser/staff-visitor.ts'
import { findingsOf, findingsOfScreens, waysOfShowing } from './every-screen.ts'
import { scriptKilobytes } from './script-size.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let invited: StaffVisitor
const ownerApp = { secret: '', codes: [] as readonly string[] }

beforeAll(async () => {
  product = await startConsoleProduct()
  owner = await visitConsole(product.consoleUrl)
  invited = await visitConsole(product.consoleUrl)
}, 300_000)
afterAll(async () => {
  await Promise.all([owner?.leave(), invited?.leave()])
  await product?.stop()
})

describe('an empty console', () => {
  it('is one page for every address, listed by no search engine, under a strict content policy', async () => {
    const response = await fetch(`${product.url}/console/staff/12?role=owner`)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    const [script = ''] = /\/console\/assets\/[\w.-]+\.js/.exec(await response.text()) ?? []
    const file = await fetch(product.url + script)
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(`${product.url}/console/assets/missing.js`)).status).toBe(404)
  })

  it('needs no more script for its first view than its budget', async () => {
    const { kilobytes, max } = await scriptKilobytes(product.url)
    expect(kilobytes).toBeGreaterThan(50)
    expect(kilobytes).toBeLessThanOrEqual(max)
  })

  it('STAFF-01: takes the first owner from the operator’s password to an authenticator app', async () => {
    const { page } = owner
    await page.goto('/console')
    await seeHeading(page, 'Первый владелец')
    expect(await findingsOf(page)).toEqual([])
    await page.getByLabel('Пароль оператора').fill('not the password')
    await page.getByLabel('Имя и фамилия').fill('Камола Каримова')
    await page.getByLabel('Логин').fill('kamola@example.uz')
    await page.getByLabel('Новый пароль').fill('short')
    await page.getByRole('button', { name: 'Создать владельца' }).click()
    // The contract's own rule, at its field, before anything is sent.
    await page.getByText('Не меньше 12 знаков', { exact: true }).waitFor()
    await page.getByLabel('Новый пароль').fill(staffPassword)
    await page.getByRole('button', { name: 'Создать владельца' }).click()
    await page.getByText('Неверный пароль оператора').waitFor()
    await page.getByLabel('Пароль оператора').fill(operatorPassword)
    await page.getByRole('button', { name: 'Создать владельца' }).click()
    Object.assign(ownerApp, await enrolWithApp(page))
    expect(ownerApp.codes).toHaveLength(10)
    // A new service begins with its first run; nothing is wrong, and what is missing stands with where to do it.
    await seeHeading(page, 'Первый запуск')
    await page.goto('/console/overview')
    await seeHeading(page, 'Что требует внимания')
    await page.getByText('Всё в порядке: сейчас вмешиваться не нужно').waitFor()
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Загрузить список каналов' }).waitFor()
    await page.goto('/console/channels')
    await page.getByText(/Каналов ещё нет/).waitFor()
  })
})

describe('an invitation', () => {
  let link = ''

  it('STAFF-01: is made in the console after a proof of identity, without typing anything twice', async () => {
    const { page } = owner
    await page.goto('/console/staff')
    await page.getByRole('button', { name: 'Пригласить' }).click()
    const dialog = page.getByRole('dialog', { name: 'Пригласить сотрудника' })
    await dialog.getByLabel('Имя и фамилия').fill('Дилшод Рахимов')
    await dialog.getByLabel('Логин').fill('dilshod')
    await dialog.getByRole('button', { name: /Роль/ }).click()
    await page.getByRole('option', { name: /Поддержка/ }).click()
    await dialog.getByRole('button', { name: 'Создать ссылку' }).click()
    const proof = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
    const made = page.getByRole('textbox', { name: 'Ссылка' })
    // The set-up of the app has just proven who it is; the dialog opens only when the server demands it.
    await proof.or(made).waitFor()
    if (await proof.isVisible()) {
      await proof.getByLabel('Код из приложения').fill(codeOf(ownerApp.secret, 1))
      await proof.getByRole('button', { name: 'Подтвердить' }).click()
    }
    link = await made.inputValue()
    expect(link).toMatch(/\/console\/invitation#[\w-]{43}$/)
    await page.getByRole('button', { name: 'Готово' }).click()
    await page.getByText('Неиспользованные ссылки').waitFor()
  })

  it('STAFF-01: is accepted in another browser with a passkey, which then logs in', async () => {
    const { page } = invited
    const authenticator = await page.context().newCDPSession(page)
    await authenticator.send('WebAuthn.enable')
    await authenticator.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    await page.goto(link)
    await seeHeading(page, 'Приглашение в консоль')
    // The token has left the address.
    expect(page.url()).not.toContain('#')
    expect(await findingsOf(page)).toEqual([])
    await page.getByLabel('Новый пароль').fill(staffPassword)
    await page.getByRole('button', { name: 'Принять приглашение' }).click()
    await seeHeading(page, 'Защитите вход')
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Ключ доступа' }).click()
    await page.getByRole('button', { name: 'Создать ключ' }).click()
    await seeHeading(page, 'Сохраните коды восстановления')
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Коды сохранены' }).click()
    await seeHeading(page, 'Что требует внимания')
    await page.getByRole('button', { name: /Учётная запись/ }).click()
    await page.getByRole('menuitem', { name: 'Выйти' }).click()
    await seeHeading(page, 'Вход в консоль')
    expect(await findingsOf(page)).toEqual([])
    await enterPassword(page, 'dilshod')
    await seeHeading(page, 'Подтвердите вход')
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Войти ключом доступа' }).click()
    await seeHeading(page, 'Что требует внимания')
  })

  it('STAFF-02: opens to a role only what it may see', async () => {
    const { page } = invited
    const navigation = page.getByRole('navigation', { name: 'Разделы консоли' })
    expect(await navigation.getByRole('link').allInnerTexts()).toEqual([
      'Что требует внимания',
      'Состояние каналов',
      'Тревоги',
      'Работы и неполадки',
      'Узлы раздачи',
      'Просмотры',
      'Приложения',
      'Абоненты',
      'Тарифы',
      'Промокоды',
      'Платежи',
      'Дилеры',
      'Списания',
      'Сообщения',
      'Каналы',
      'Импорт',
      'Телепрограмма',
      'Запреты показа',
      'Фильмы и сериалы',
      'Новости',
      'Изменения',
      'Роли',
      'Мой профиль',
    ])
    await page.goto('/console/staff')
    await seeHeading(page, 'Раздел закрыт для вашей роли')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Поиск и команды' }).waitFor()
    await page.keyboard.type('пригласить')
    await page.getByText('Ничего не найдено').waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('the audit', () => {
  it('STAFF-03: shows who changed what on the page of the member and in the log', async () => {
    const { page } = owner
    await page.goto('/console/staff')
    await page.getByRole('link', { name: 'Дилшод Рахимов' }).click()
    await seeHeading(page, 'Дилшод Рахимов')
    await page.getByRole('button', { name: 'Изменить роль' }).click()
    const dialog = page.getByRole('dialog', { name: /Изменить роль/ })
    await dialog.getByRole('button', { name: /Роль/ }).click()
    await page.getByRole('option', { name: /Финансы/ }).click()
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    const entry = page.getByRole('article').filter({ hasText: 'Роль изменена' })
    await entry.waitFor()
    expect(await entry.locator('del').innerText()).toContain('Поддержка')
    expect(await entry.locator('ins').innerText()).toContain('Финансы')
    await page.getByRole('button', { name: 'Отменить' }).click()
    await page.getByText('Отменено', { exact: true }).waitFor()
    await page.goto('/console/audit?section=staff')
    await page.getByRole('article').filter({ hasText: 'Приглашение принято' }).waitFor()
    await page.getByRole('article').filter({ hasText: 'Создан первый владелец' }).waitFor()
    await page.getByRole('searchbox', { name: 'Объект' }).fill('сотрудник 2')
    await expect.poll(() => page.getByText('Создан первый владелец').count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('subject')).toBe('staff 2')
  })
})

describe('a session that ends while a form is open', () => {
  it('STAFF-01: is continued by a login over the page, and what was typed is saved', async () => {
    const { page } = owner
    await page.goto('/console/profile')
    const name = page.getByLabel('Имя и фамилия')
    await name.fill('Камола Каримова-Ким')
    // As if it had ended elsewhere: the cookie's session is over, the page does not know it yet.
    await page.evaluate(() =>
      fetch('/api/console/v1/log-out', {
        method: 'POST',
        headers: { 'x-ekran-console': '1', 'content-type': 'application/json' },
        body: '{}',
      }),
    )
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const dialog = page.getByRole('dialog', { name: 'Сеанс завершён' })
    await dialog.getByLabel('Пароль', { exact: true }).fill(staffPassword)
    await dialog.getByRole('button', { name: 'Войти', exact: true }).click()
    await page.getByRole('button', { name: 'Ввести код восстановления' }).click()
    await page.getByLabel('Код восстановления').fill(ownerApp.codes[0] ?? '')
    await page.getByRole('button', { name: 'Подтвердить' }).click()
    await page.getByText('Сохранено', { exact: true }).waitFor()
    expect(await name.inputValue()).toBe('Камола Каримова-Ким')
    await page.getByRole('button', { name: 'Учётная запись: Камола Каримова-Ким' }).waitFor()
  })
})

describe('every screen', () => {
  let findings: Awaited<ReturnType<typeof findingsOfScreens>>
  beforeAll(async () => {
    findings = await findingsOfScreens(owner.page, waysOfShowing)
  }, 1_500_000)

  it.each(waysOfShowing)('[APP-01] is accessible in $language', ({ language }) => {
    expect(findings[language]).toEqual([])
  })

  it('has had no script error and nothing that the content policy refused', () => {
    expect([...owner.problems, ...invited.problems]).toEqual([])
  })
})
