/** Tasks with the service itself: the first page, health, works, alarms, apps, staff, the log, views and the palette. */
import { expect } from 'vitest'
import { seeHeading } from '#tests/kit/browser/staff-visitor.ts'
import type { Desk } from './desk.ts'
import type { Task } from './task.ts'

const save = ({ page }: Desk) => page.getByRole('button', { name: 'Сохранить', exact: true })
const fieldOf = ({ page }: Desk, language: 'Русский' | 'Узбекский', label: string) =>
  page.getByRole('group', { name: language }).getByLabel(label)

const overviewTasks: readonly Task[] = [
  {
    row: 'see what needs somebody, the most harmful first, since when and what to do',
    shows: '[STAFF-06]',
    from: '/overview',
    // The recorder says after some seconds that nothing comes.
    before: async ({ page }) => {
      await page.goto('/console/overview')
      await page.getByText(/^Не работа.* канал/).waitFor()
    },
    seen: async ({ page }) => {
      await page.getByText(/^Не работа.* канал/).waitFor()
      await page.getByText('Откройте канал: проверьте адреса источников').waitFor()
    },
  },
  {
    row: 'go where it is mended',
    shows: '[STAFF-06]',
    from: '/overview',
    act: (acts, { page }) => acts.press(page.getByRole('link', { name: /Oqim$/ }).first()),
    seen: ({ page }) => expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/console\/health\/\d+$/),
  },
  {
    row: 'see what is missing before viewers can come',
    shows: '[STAFF-06]',
    from: '/overview',
    seen: ({ page }) => page.getByText('Чего не хватает, чтобы пустить зрителей').waitFor(),
  },
  {
    row: "save a screen with its filters as a view of one's own",
    from: '/channels?show=noGuide',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Сохранённые виды' }))
      await acts.press(page.getByRole('menuitem', { name: 'Сохранить этот вид' }))
      await acts.type(page.getByRole('textbox', { name: 'Название' }), 'Без программы')
      await acts.key('Enter')
    },
    seen: (desk) => desk.message('Вид «Без программы» сохранён').waitFor(),
  },
  {
    row: 'open a saved view',
    from: '/profile',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Сохранённые виды' }))
      await acts.press(page.getByRole('menuitem', { name: 'Без программы' }))
    },
    seen: async ({ page }) => {
      await seeHeading(page, 'Каналы')
      expect(new URL(page.url()).search).toBe('?show=noGuide')
    },
  },
]

const healthTasks: readonly Task[] = [
  {
    row: 'see what every channel shows at the moment, the worst first, what is wrong and since when',
    shows: '[HEALTH-01]',
    from: '/health',
    seen: async ({ page }) => {
      const first = page.locator('main ul > li').first()
      await first.getByText('Нет сигнала').waitFor()
      await first
        .getByText(/началось/)
        .first()
        .waitFor()
    },
  },
  {
    row: 'see only those that are down, have a problem, or are well',
    shows: '[HEALTH-01]',
    from: '/health',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: /^Не работают/ })),
    seen: async ({ page }) => {
      await page.getByRole('link', { name: /Sevimli$/ }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: /Oqim$/ }).waitFor()
    },
  },
  {
    row: 'find a channel on the board',
    shows: '[HEALTH-01]',
    from: '/health',
    act: (acts, { page }) => acts.type(page.getByRole('searchbox', { name: 'Канал' }), 'oqim'),
    seen: ({ page }) => expect.poll(() => page.locator('main ul > li > div > a').count()).toBe(1),
  },
  {
    row: 'see what to do about a channel, its source, stream and guide, and how many plays failed',
    shows: '[HEALTH-01]',
    from: '/health',
    act: (acts, { page }) => acts.press(page.getByRole('link', { name: /Oqim$/ })),
    seen: async ({ page }) => {
      await page.getByText('Проверьте адреса источников или поставьте запасной первым.').waitFor()
      await page.getByText('Запуски за час').waitFor()
    },
  },
  {
    row: 'go on to its sources, or to its guide',
    shows: '[HEALTH-01]',
    from: (desk) => `/health/${desk.cid('Oqim')}`,
    act: (acts, { page }) => acts.press(page.getByRole('link', { name: 'Источники и настройки канала' })),
    seen: ({ page }) => page.locator('main ol code').first().waitFor(),
  },
]

const worksTasks: readonly Task[] = [
  {
    row: 'announce planned works',
    shows: '[HEALTH-03]',
    from: '/works',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: 'Запланировать работы' }))
      await acts.type(fieldOf(desk, 'Русский', 'Заголовок'), 'Замена оборудования')
      await acts.type(fieldOf(desk, 'Узбекский', 'Заголовок'), 'Uskunalar almashtiriladi')
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await seeHeading(desk.page, 'Замена оборудования')
      await expect.poll(() => statusOf(desk)).toContain('Замена оборудования')
    },
  },
  {
    row: 'report an outage whose end nobody knows yet',
    shows: '[HEALTH-03]',
    from: '/works',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: 'Сообщить о неполадках' }))
      await acts.type(fieldOf(desk, 'Русский', 'Заголовок'), 'Обрыв кабеля')
      await acts.type(fieldOf(desk, 'Узбекский', 'Заголовок'), 'Kabel uzildi')
      await acts.press(save(desk))
    },
    seen: (desk) => expect.poll(() => statusOf(desk)).toContain('Обрыв кабеля'),
  },
  {
    row: 'say that it is over',
    shows: '[HEALTH-03]',
    from: '/works',
    act: (acts, { page }) =>
      acts.press(
        page
          .getByRole('listitem')
          .filter({ hasText: 'Обрыв кабеля' })
          .getByRole('button', { name: 'Закончилось' }),
      ),
    seen: async (desk) => {
      await desk.message('Окончено: Обрыв кабеля').waitFor()
      await desk.page
        .getByRole('listitem')
        .filter({ hasText: 'Обрыв кабеля' })
        .getByText('закончилось')
        .waitFor()
    },
  },
]

/** What viewers read of works and outages. */
async function statusOf({ url }: Desk): Promise<string> {
  return (await fetch(`${url}/ru/status`)).text()
}

const appTasks: readonly Task[] = [
  {
    row: 'see how fast plays start, how often they stop or fail, by device, in the last hour or day',
    shows: '[OPS-03]',
    from: '/plays',
    seen: ({ page }) => page.getByText('За это время ничего не смотрели').first().waitFor(),
  },
  {
    row: 'let an app of an older version no longer run, or suggest an update',
    shows: '[REMOTE-03]',
    from: '/apps',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Изменить: LG webOS' }))
      await acts.type(page.getByRole('dialog').getByLabel('Минимальная версия'), '2.0')
      await acts.key('Enter')
    },
    seen: async (desk) => {
      await desk.page.getByText('не ниже 2.0').waitFor()
      const release = async () =>
        JSON.stringify(await desk.site('/api/v1/apps/release?platform=webos&version=1.4'))
      await expect.poll(release).toContain('"forced"')
    },
  },
  {
    row: 'set the address of an app in a store',
    shows: '[REMOTE-03]',
    from: '/apps',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Изменить: Android', exact: true }))
      await acts.type(
        page.getByRole('dialog').getByLabel('Адрес в магазине или файла'),
        'https://store.example/ekran',
      )
      await acts.key('Enter')
    },
    seen: ({ page }) => page.getByText('https://store.example/ekran').waitFor(),
  },
  {
    row: 'give models on which something goes wrong another player, less height, no low latency',
    shows: '[REMOTE-03]',
    from: '/apps',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Добавить переключатель' }))
      const dialog = page.getByRole('dialog')
      await acts.type(dialog.getByLabel('Модель'), 'OLED55*')
      await acts.type(dialog.getByLabel('Качество не выше, строк'), '1080')
      await acts.key('Enter')
    },
    seen: ({ page }) => page.getByText('не выше 1080p').waitFor(),
  },
]

const alarmTasks: readonly Task[] = [
  {
    row: 'add a rule: what is reported, after how many minutes, to whom',
    shows: '[HEALTH-02]',
    from: '/alarms/rules',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Добавить правило' }))
      const dialog = page.getByRole('dialog', { name: 'Правило тревоги' })
      await acts.type(dialog.getByLabel('Название'), 'Каналы не работают')
      await acts.type(dialog.getByLabel('Сколько минут должно длиться'), '0')
      await acts.press(dialog.getByRole('button', { name: 'Сохранить' }))
    },
    seen: ({ page }) => page.getByText('через 0 мин').waitFor(),
  },
  {
    row: 'say that one works on an alarm',
    shows: '[HEALTH-02]',
    from: ({ page }) => page.url().replace(/^.*\/console/, ''),
    before: async ({ page }) => {
      await page.goto('/console/alarms')
      await page
        .getByRole('link', { name: /Нет сигнала/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Я занимаюсь' }).waitFor()
    },
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Я занимаюсь' })),
    seen: ({ page }) => page.getByText('занимается Камола Каримова').waitFor(),
  },
  {
    row: 'mute an alarm, with the reason',
    shows: '[HEALTH-02]',
    from: ({ page }) => page.url().replace(/^.*\/console/, ''),
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Не сообщать' }))
      const dialog = page.getByRole('dialog')
      await acts.type(dialog.getByLabel('Причина'), 'Работы у поставщика')
      await acts.press(dialog.getByRole('button', { name: 'Не сообщать' }))
    },
    seen: ({ page }) => page.getByText(/Работы у поставщика \(Камола Каримова/).waitFor(),
  },
]

const staffTasks: readonly Task[] = [
  {
    row: 'invite a member of staff with an account of their own',
    shows: '[STAFF-01]',
    from: '/staff',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Пригласить' }))
      const dialog = page.getByRole('dialog', { name: 'Пригласить сотрудника' })
      await acts.type(dialog.getByLabel('Имя и фамилия'), 'Дилшод Рахимов')
      await acts.type(dialog.getByLabel('Логин'), 'dilshod')
      await acts.press(dialog.getByRole('button', { name: /Роль/ }))
      await acts.press(page.getByRole('option', { name: /Поддержка/ }))
      await acts.press(dialog.getByRole('button', { name: 'Создать ссылку' }))
    },
    seen: async ({ page }) => {
      const link = page.getByRole('textbox', { name: 'Ссылка' })
      await link.waitFor()
      expect(await link.inputValue()).toMatch(/\/console\/invitation/)
    },
  },
  {
    row: 'take an invitation back',
    shows: '[STAFF-01]',
    from: '/staff',
    act: (acts, { page }) =>
      acts.press(page.getByRole('button', { name: 'Отозвать ссылку: Дилшод Рахимов' })),
    seen: async (desk) => {
      await desk.message('Ссылка отозвана').waitFor()
      await desk.page
        .getByRole('button', { name: 'Отозвать ссылку: Дилшод Рахимов' })
        .waitFor({ state: 'detached' })
    },
  },
  {
    row: 'see what each role may do',
    shows: '[STAFF-02]',
    from: '/roles',
    seen: async ({ page }) => {
      await page.getByRole('columnheader', { name: 'Инженер каналов' }).waitFor()
      await page.getByRole('row', { name: /^Каналы Всё/ }).waitFor()
    },
  },
  {
    row: 'see who changed what, with before and after; only one subject, person, section or time',
    shows: '[STAFF-03]',
    from: '/audit',
    act: (acts, { page }) => acts.type(page.getByRole('searchbox', { name: 'Объект' }), 'staff 1'),
    seen: async ({ page }) => {
      await page.getByRole('article').filter({ hasText: 'Создан первый владелец' }).waitFor()
      await page
        .getByRole('article')
        .filter({ hasText: 'Приглашение' })
        .first()
        .waitFor({ state: 'detached' })
    },
  },
  {
    row: "change one's own name or language",
    of: 'the name',
    shows: '[STAFF-01]',
    from: '/profile',
    act: async (acts, { page }) => {
      await acts.type(page.getByLabel('Имя и фамилия'), 'Камола Каримова-Ким')
      await acts.key('Enter')
    },
    seen: async (desk) => {
      await desk.message('Сохранено').waitFor()
      await desk.page.reload()
      await expect.poll(() => desk.page.getByLabel('Имя и фамилия').inputValue()).toBe('Камола Каримова-Ким')
    },
  },
  {
    row: 'go to any page, or do what the palette offers, by typing',
    from: '/profile',
    act: async (acts, { page }) => {
      await acts.key('Control+k')
      await acts.write('пригласить')
      await page.getByRole('menuitem', { name: 'Пригласить сотрудника' }).waitFor()
      await acts.key('Enter')
    },
    seen: ({ page }) => page.getByRole('dialog', { name: 'Пригласить сотрудника' }).waitFor(),
  },
]

export const serviceTasks: readonly Task[] = [
  ...overviewTasks,
  ...healthTasks,
  ...worksTasks,
  ...appTasks,
  ...alarmTasks,
  ...staffTasks,
]
