/** Tasks of marketing and management: segments, messages, reports, the brand, and the doors for other programs. */
import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { seeHeading } from '#tests/kit/browser/staff-visitor.ts'
import { requiredLetters } from '#server/site/fonts/letters.ts'
import { buildWoff2 } from '#tests/kit/fonts/build-woff2.ts'
import { button, dialog, pick } from './care-content.ts'
import { inDays } from './desk-content.ts'
import type { Desk } from './desk.ts'
import { Acts, type Task } from './task.ts'

const save = (desk: Desk) => button(desk, 'Сохранить')
/** The page that the task before has left open. */
const sameAddress = ({ page }: Desk) => page.url().replace(/^.*\/console/, '')

const segmentTasks: readonly Task[] = [
  {
    row: 'see how many subscribers are in a state, end soon, have a low balance … and some of them',
    shows: '[MSG-01]',
    from: '/messages/segments',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: 'Новый сегмент' }))
      await acts.press(button(desk, 'Добавить группу'))
      await pick(acts, desk, 'Условие', 'состояние')
      await acts.press(desk.page.getByLabel('активен', { exact: true }))
    },
    seen: async ({ page }) => {
      await page.getByText('Абонентов: 1 из 1').waitFor()
      await page.getByRole('link', { name: 'Шерзод Юсупов' }).waitFor()
    },
  },
  {
    row: 'save them as a segment',
    shows: '[MSG-01]',
    from: '/messages/segments/new',
    ready: async (desk) => {
      const acts = new Acts(desk.page)
      await acts.press(button(desk, 'Добавить группу'))
      await pick(acts, desk, 'Условие', 'состояние')
      await acts.press(desk.page.getByLabel('активен', { exact: true }))
      await desk.page.getByText('Абонентов: 1 из 1').waitFor()
    },
    act: async (acts, desk) => {
      await acts.type(desk.page.getByLabel('Название'), 'Активные')
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await desk.page.getByRole('link', { name: 'Активные' }).waitFor()
      expect(await desk.command('segments', 'count', '1')).toContain('1 subscriber of 1')
    },
  },
]

const campaignTasks: readonly Task[] = [
  {
    row: 'write a template and see what a subscriber would get, with parts and cost of the SMS',
    shows: '[MSG-01]',
    from: '/messages/templates',
    act: async (acts, desk) => {
      const { page } = desk
      await acts.press(page.getByRole('link', { name: 'Новый шаблон' }))
      await acts.type(page.getByLabel('Название'), 'Осень')
      await acts.type(page.getByLabel('Заголовок по-русски'), 'Здравствуйте, {name|абонент}')
      await acts.type(page.getByLabel('Текст по-русски'), 'Ваш номер {number}')
      await acts.press(page.getByText('Узбекского текста нет: отправлять русский'))
      await page
        .getByText(/SMS: частей 1, UCS-2/)
        .first()
        .waitFor()
      await acts.press(save(desk))
    },
    seen: ({ page }) => page.getByRole('link', { name: 'Осень' }).waitFor(),
  },
  {
    row: 'send a campaign to a segment',
    shows: '[MSG-01]',
    from: '/messages/new',
    act: async (acts, desk) => {
      await pick(acts, desk, 'Шаблон', 'Осень')
      await acts.type(desk.page.getByLabel('Когда'), inDays(2))
      await acts.press(button(desk, 'Начать рассылку'))
      const question = desk.page.getByRole('alertdialog')
      await acts.type(question.getByLabel(/Впишите их число: 1/), '1')
      await acts.press(question.getByRole('button', { name: 'Начать рассылку' }))
    },
    seen: async (desk) => {
      await seeHeading(desk.page, 'Осень')
      await desk.page.getByText('ждёт времени', { exact: true }).waitFor()
    },
  },
  {
    row: 'stop it, go on with it',
    of: 'stopped',
    shows: '[MSG-01]',
    from: sameAddress,
    act: (acts, desk) => acts.press(button(desk, 'Остановить')),
    seen: async (desk) => {
      await desk.page.getByText('остановлена', { exact: true }).waitFor()
      expect(await desk.command('campaigns', 'list')).toContain('stopped')
    },
  },
  {
    row: 'see who got it, who did not and why, who opened it, paid and watched',
    shows: '[MSG-01]',
    from: sameAddress,
    seen: async ({ page }) => {
      await page.getByRole('heading', { name: 'Доставка' }).waitFor()
      await page.getByRole('heading', { name: 'Результат' }).waitFor()
    },
  },
]

/** Chooses a format in the menu of a download, and gives what is saved. */
async function downloaded(acts: Acts, { page }: Desk, part: string, format: string): Promise<string> {
  await acts.press(page.getByRole('button', { name: `Скачать: ${part}` }))
  const saved = page.waitForEvent('download')
  await acts.press(page.getByRole('menuitem', { name: format }))
  return (await saved).path()
}
let file = ''
const report = ({ page }: Desk, name: string) =>
  page.getByRole('group', { name: 'Отчёт' }).getByRole('button', { name })

const reportTasks: readonly Task[] = [
  {
    row: 'see revenue by day, tariff and way of payment',
    shows: '[REP-01]',
    from: '/reports',
    before: async (desk) => {
      expect(await desk.command('reports', 'roll-up')).toMatch(/\d+ days? computed/)
    },
    act: (acts, desk) => acts.press(report(desk, 'Выручка')),
    seen: ({ page }) => page.getByRole('button', { name: 'Скачать: По способам оплаты' }).waitFor(),
  },
  {
    row: 'see how a figure is counted',
    shows: '[REP-01]',
    from: '/reports',
    act: async (acts, { page }) => {
      const joined = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Новые' }) })
      await acts.press(joined.getByText('Как считается'))
    },
    seen: ({ page }) =>
      page
        .getByText(/начался первый период/)
        .first()
        .waitFor(),
  },
  {
    row: 'save a part of a report as XLSX or CSV',
    shows: '[REP-01]',
    from: '/reports',
    act: async (acts, desk) => {
      file = await downloaded(acts, desk, 'Итоги', 'Excel (XLSX)')
    },
    seen: async () => expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK'),
  },
  {
    row: 'change what a rights holder gets',
    shows: '[REP-01]',
    from: '/reports?report=rights',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('button', { name: /^Изменить: Каналы: / }).first())
      await acts.type(dialog(desk).getByLabel('Сумма, сум'), '0,15')
      await acts.press(dialog(desk).getByRole('button', { name: 'Сохранить цену' }))
    },
    seen: ({ page }) => page.getByText('0,15 сум за минуту').waitFor(),
  },
]

const brandTasks: readonly Task[] = [
  {
    row: 'see what the service is called and looks like, and which sites have brands of their own',
    shows: '[BRAND-01]',
    from: '/brands',
    seen: ({ page }) => page.getByText('Основной бренд: все сайты, которые не отданы другим').waitFor(),
  },
  {
    row: 'change its colours, and see whether they can be read',
    shows: '[BRAND-01]',
    from: '/brands/1',
    act: async (acts, desk) => {
      await acts.type(desk.page.getByRole('textbox', { name: 'Цвет сервиса', exact: true }), '#ffb454')
      await desk.page
        .getByText(/^Контраст .*хорошо видно/)
        .first()
        .waitFor()
      await acts.press(save(desk))
    },
    seen: ({ url }) =>
      expect.poll(async () => (await fetch(`${url}/service.css`)).text()).toContain('#ffb454'),
  },
  {
    row: 'give it a font',
    shows: '[BRAND-01]',
    from: '/brands',
    before: (desk) =>
      writeFile(
        desk.file('zamin.woff2'),
        buildWoff2({ letters: `${requiredLetters} `, family: 'Zamin Sans' }),
      ),
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('main').getByRole('link', { name: 'Ekran' }))
      const font = desk.page.getByRole('group', { name: 'Шрифт', exact: true })
      await acts.file(font.locator('input[type=file]'), desk.file('zamin.woff2'))
      await font.getByText('Zamin Sans, насыщенность 400').waitFor()
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await expect
        .poll(async () => (await fetch(`${desk.url}/service.css`)).text())
        .toContain('Brand Fallback')
      const page = await desk.page.context().newPage()
      await page.goto(`${desk.url}/ru`)
      const loaded = () =>
        page.evaluate(() =>
          [...document.fonts].some((face) => /Brand/.test(face.family) && face.status === 'loaded'),
        )
      await expect.poll(loaded).toBe(true)
      await page.close()
    },
    after: async (desk) => {
      await desk.command('service', 'set', '--font', '-')
    },
  },
  {
    row: 'change its name',
    shows: '[BRAND-01]',
    from: '/brands',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('main').getByRole('link', { name: 'Ekran' }))
      await acts.type(desk.page.getByLabel('Название по-русски'), 'Юлдуз ТВ')
      await acts.press(save(desk))
    },
    seen: (desk) =>
      expect
        .poll(async () => (await fetch(desk.url, { headers: { 'accept-language': 'ru' } })).text())
        .toContain('Юлдуз ТВ'),
  },
]

/** What a program with the key gets. */
async function statusOf({ url }: Desk, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/external/v1/tariffs`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return answer.status
}
let key = ''

const doorTasks: readonly Task[] = [
  {
    row: 'make a key of the API, replace or revoke one',
    of: 'made',
    shows: '[OPEN-01]',
    from: '/integrations',
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Создать ключ'))
      await acts.type(desk.page.getByLabel('Название'), 'Биллинг')
      await acts.press(desk.page.getByLabel('Читать список тарифов'))
      await acts.press(button(desk, 'Создать'))
    },
    seen: async (desk) => {
      key = await desk.page.getByRole('textbox', { name: 'Ключ' }).inputValue()
      expect(await statusOf(desk, key)).toBe(200)
    },
  },
  {
    row: 'revoke a key that leaked, by the key itself',
    shows: '[OPEN-01]',
    from: '/integrations',
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Ключ утёк'))
      await acts.type(dialog(desk).getByLabel('Ключ', { exact: true }), key)
      await acts.press(dialog(desk).getByRole('button', { name: 'Отозвать этот ключ' }))
    },
    seen: async (desk) => {
      await desk.message('Отозван: Биллинг').waitFor()
      expect(await statusOf(desk, key)).toBe(403)
    },
  },
  {
    row: 'send events to an address, try it, see what it answered',
    of: 'added',
    shows: '[OPEN-01]',
    from: '/integrations',
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Добавить веб-хук'))
      await acts.type(desk.page.getByLabel('Название'), 'CRM')
      await acts.type(desk.page.getByLabel('Адрес'), 'https://127.0.0.1:9/hook')
      await acts.press(save(desk))
    },
    seen: async ({ page }) => {
      expect(await page.getByRole('textbox', { name: 'Секрет подписи' }).inputValue()).toMatch(/^whsec_/)
    },
  },
  {
    row: 'send events to an address, try it, see what it answered',
    of: 'tried',
    shows: '[OPEN-01]',
    from: sameAddress,
    before: async ({ page }) => {
      await page.goto('/console/integrations')
      await page.getByRole('link', { name: 'CRM' }).click()
      await seeHeading(page, 'CRM')
    },
    act: (acts, desk) => acts.press(button(desk, 'Отправить проверку')),
    seen: async ({ page }) => {
      const refused = page.getByText('адрес внутри сети').first()
      const look = async () => {
        await page.reload()
        await seeHeading(page, 'CRM')
        return refused.isVisible()
      }
      await expect.poll(look, { interval: 2000 }).toBe(true)
    },
  },
  {
    row: 'send events again, one or from a moment on',
    of: 'one',
    shows: '[OPEN-01]',
    from: sameAddress,
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('button', { name: /Подробности отправки/ }).first())
      await acts.press(button(desk, 'Отправить ещё раз'))
    },
    seen: (desk) => desk.message('Отправляется ещё раз').waitFor(),
  },
]

export const marketingTasks: readonly Task[] = [
  ...segmentTasks,
  ...campaignTasks,
  ...reportTasks,
  ...brandTasks,
  ...doorTasks,
]
