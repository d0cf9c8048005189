/** Tasks of finance: payments, refunds, statements, days that are closed, the ledger, charging and prices. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { button, dialog, pick } from './care-content.ts'
import { tomorrow } from './desk-content.ts'
import type { Desk } from './desk.ts'
import type { Acts, Task } from './task.ts'

const yesterday = new Date(Date.now() + tashkentOffsetMs - 86_400_000).toISOString().slice(0, 10)
const [year, month, day] = yesterday.split('-')
const late = 'a1b2c3d4e5f6a1b2c3d4e5f6'
const registry = [
  'ID транзакции;Сумма, сум;Дата;Лицевой счёт',
  `${late};49 000,00;${day}.${month}.${year} 21:14;30000001`,
  `b1b2c3d4e5f6a1b2c3d4e5f6;12 000,00;${day}.${month}.${year} 21:20;999999999999`,
].join('\r\n')

const statementRows = ({ page }: Desk) =>
  page.getByRole('list', { name: 'Строки сверки' }).getByRole('listitem')
/** The page that the task before has left open. */
const sameAddress = ({ page }: Desk) => page.url().replace(/^.*\/console/, '')

const statementTasks: readonly Task[] = [
  {
    row: 'compare a registry with our payments',
    shows: '[FIN-02]',
    from: '/payments/statements',
    act: async (acts, { page }) => {
      acts.count += 1
      const file = { name: 'payme.csv', mimeType: 'text/csv', buffer: Buffer.from(registry) }
      await page.locator('input[type=file]').setInputFiles(file)
    },
    seen: async (desk) => {
      await desk.page.getByRole('heading', { level: 1, name: /^Payme, / }).waitFor()
      await expect.poll(() => statementRows(desk).count()).toBe(2)
    },
  },
  {
    row: 'credit a late payment',
    shows: '[FIN-02]',
    from: sameAddress,
    act: async (acts, desk) => {
      await acts.press(
        statementRows(desk).filter({ hasText: late }).getByRole('button', { name: 'Зачислить…' }),
      )
      await acts.type(dialog(desk).getByLabel('Причина'), 'Payme не отвечал вечером')
      await acts.press(dialog(desk).getByRole('button', { name: 'Зачислить' }))
    },
    seen: async (desk) => {
      await desk.page.getByText(/Зачислено\. На балансе/).waitFor()
      await expect.poll(() => statementRows(desk).count()).toBe(1)
    },
  },
  {
    row: 'accept a difference, or note something about it',
    of: 'accepted',
    shows: '[FIN-02]',
    from: sameAddress,
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Принять…'))
      await acts.type(dialog(desk).getByLabel('Причина'), 'Чужой номер, Payme вернёт')
      await acts.press(dialog(desk).getByRole('button', { name: 'Записать' }))
    },
    seen: ({ page }) => page.getByText('Расхождений не осталось').waitFor(),
  },
  {
    row: 'close a worked-off statement',
    shows: '[FIN-02]',
    from: sameAddress,
    act: (acts, desk) => acts.press(button(desk, 'Закрыть сверку')),
    seen: ({ page }) => page.getByText('Сверка закрыта').first().waitFor(),
  },
]

const paymentTasks: readonly Task[] = [
  {
    row: 'find a payment by its number, the subscriber or the sum',
    shows: '[FIN-03]',
    from: '/payments',
    act: (acts, { page }) => acts.type(page.getByRole('searchbox', { name: 'Найти платёж' }), '49 000'),
    seen: ({ page }) =>
      page.getByRole('list', { name: 'Список платежей' }).getByRole('link', { name: /49/ }).first().waitFor(),
  },
  {
    row: 'see what happened to it, its ledger entries, and what may be refunded',
    shows: '[FIN-03]',
    from: ({ page }) => new URL(page.url()).pathname.replace(/^\/console/, ''),
    before: async ({ page }) => {
      await page
        .getByRole('list', { name: 'Список платежей' })
        .getByRole('link', { name: /49/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: /^Payme: 49/ }).waitFor()
    },
    seen: async ({ page }) => {
      await page.getByText('Оплачен, деньги на балансе').waitFor()
      await page.getByText(/не больше 49/).waitFor()
    },
  },
  {
    row: 'refund it: to the card, or as a task for finance',
    of: 'a task',
    shows: '[FIN-03]',
    from: sameAddress,
    act: async (acts, desk) => {
      await acts.type(desk.page.getByLabel('Причина'), 'Оплатил дважды')
      await acts.press(button(desk, 'Вернуть…'))
      await acts.press(desk.page.getByRole('alertdialog').getByRole('button', { name: /Вернуть 49/ }))
    },
    seen: ({ page }) => page.getByText(/Возврат в списке финансистов/).waitFor(),
  },
  {
    row: 'store that a refund by hand was made',
    shows: '[FIN-03]',
    from: '/payments/refunds',
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Выполнен…'))
      await acts.type(dialog(desk).getByLabel('Номер документа'), 'ПП 118')
      await acts.press(dialog(desk).getByRole('button', { name: 'Записать' }))
    },
    seen: async (desk) => {
      await desk.page.getByText('Возвращать нечего').waitFor()
      expect(await desk.command('payments', 'refunds', '--ended')).toContain('ПП 118')
    },
  },
]

/** Presses the button of a file, and gives what is saved. */
async function downloaded(acts: Acts, desk: Desk): Promise<string> {
  const saved = desk.page.waitForEvent('download')
  await acts.press(dialog(desk).getByRole('button', { name: 'Скачать', exact: true }))
  return (await saved).path()
}
let file = ''

const ledgerTasks: readonly Task[] = [
  {
    row: 'sign yesterday; a second person closes it',
    shows: '[FIN-02]',
    from: '/payments/closings',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('list', { name: 'Дни' }).getByRole('link').first())
      await acts.press(button(desk, 'Подписать'))
    },
    seen: async (desk) => {
      await desk.page.getByText('Вы уже подписали').first().waitFor()
      expect(await desk.command('closing', 'sign', yesterday)).toContain('is closed')
    },
  },
  {
    row: 'find an entry of the ledger, and see what it is',
    shows: '[FIN-02]',
    from: '/payments/ledger',
    act: (acts, { page }) => acts.type(page.getByRole('searchbox', { name: 'Номер абонента' }), '30000001'),
    seen: ({ page }) =>
      page
        .getByRole('list', { name: 'Список проводок' })
        .getByText(/«Payme не отвечал вечером»/)
        .first()
        .waitFor(),
  },
  {
    row: 'save entries, totals of days or payments for accounting',
    of: 'entries',
    shows: '[FIN-02]',
    from: '/payments/ledger',
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Файлы для бухгалтерии…'))
      file = await downloaded(acts, desk)
    },
    seen: async () => expect(await readFile(file, 'utf8')).toContain('30000001'),
  },
  {
    row: 'save the same as XLSX',
    shows: '[FIN-02]',
    from: '/payments/ledger',
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Файлы для бухгалтерии…'))
      await pick(acts, desk, 'Формат', 'XLSX')
      file = await downloaded(acts, desk)
    },
    seen: async () => expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK'),
  },
]

const chargingTasks: readonly Task[] = [
  {
    row: 'see how much the next two weeks bring, and what the balances will not cover',
    shows: '[FIN-01]',
    from: '/charging',
    seen: ({ page }) => page.getByText('Две недели вперёд').waitFor(),
  },
  {
    row: 'change the days of reminders, or when a refused card is tried again',
    shows: '[FIN-01]',
    from: '/charging',
    act: async (acts, desk) => {
      await acts.type(desk.page.getByLabel('Дни до списания'), '5, 1')
      await acts.press(button(desk, 'Сохранить'))
    },
    seen: async (desk) => {
      await desk.message(/Сохранено/).waitFor()
      expect(await desk.command('dunning', 'show')).toMatch(/5, 1/)
    },
  },
  {
    row: 'set a price from a day on, for all or for new subscribers, seeing first who pays more and from when',
    shows: '[FIN-01]',
    from: '/tariffs/70',
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Назначить цену'))
      await acts.type(desk.page.getByLabel('Новая цена, сум'), '35 000')
      await acts.type(desk.page.getByLabel('С какого дня'), tomorrow)
      await acts.press(dialog(desk).getByRole('button', { name: 'Кого это затронет' }))
      await acts.press(dialog(desk).getByRole('button', { name: 'Назначить эту цену' }))
    },
    seen: async ({ page }) => {
      await page
        .getByText(/35\s000\sсум за 30/)
        .first()
        .waitFor()
      await page.getByText('назначена', { exact: true }).waitFor()
    },
  },
  {
    row: 'take a version of a tariff back',
    shows: '[FIN-01]',
    from: '/tariffs/70',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: /Отменить версию/ }).first()),
    seen: ({ page }) => page.getByText('Назначенных цен нет.').waitFor(),
  },
  {
    row: 'stop offering a tariff; its subscribers keep it',
    shows: '[FIN-01]',
    from: '/tariffs',
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Действия: Кино плюс'))
      await acts.press(desk.page.getByRole('menuitem', { name: 'Прекратить продажу' }))
    },
    seen: async (desk) => {
      await desk.message(/больше не продаётся/).waitFor()
      expect(JSON.stringify(await desk.site('/api/v1.3.0/tariffs'))).not.toContain('Кино плюс')
    },
  },
]

export const financeTasks: readonly Task[] = [
  ...statementTasks,
  ...paymentTasks,
  ...ledgerTasks,
  ...chargingTasks,
]
