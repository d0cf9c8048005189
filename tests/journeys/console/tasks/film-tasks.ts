/** Tasks with films, their files, and people. */
import { expect } from 'vitest'
import { seeHeading } from '#tests/kit/browser/staff-visitor.ts'
import { inDays } from './desk-content.ts'
import type { Desk } from './desk.ts'
import type { Task } from './task.ts'

const pageOf = (name: string) => (desk: Desk) => `/films/${desk.vid(name)}`
const save = ({ page }: Desk) => page.getByRole('button', { name: 'Сохранить', exact: true })
const released = ({ page }: Desk, field: string) =>
  page.getByRole('button', { name: `Вернуть импорту: ${field}` }).waitFor()
const detailOf = async (desk: Desk, name: string) =>
  JSON.stringify(await desk.site(`/middleware/noauth/video/detail?vid=${desk.vid(name)}`))
const isOnSite = async (desk: Desk, name: string) =>
  JSON.stringify(await desk.site('/middleware/noauth/video/list?limit=60')).includes(`"${name}"`)

const editorTasks: readonly Task[] = [
  {
    row: 'change the text of a film, in both languages',
    shows: '[EDIT-01]',
    from: pageOf('Гора'),
    act: async (acts, desk) => {
      for (const [language, text] of [
        ['Русский', 'Старик ведёт внука на перевал.'],
        ['Узбекский', 'Chol nevarasini dovonga olib boradi.'],
      ] as const)
        await acts.type(desk.page.getByRole('group', { name: language }).getByLabel('Описание'), text)
      await acts.press(save(desk))
    },
    seen: (desk) => expect.poll(() => detailOf(desk, 'Гора')).toContain('Старик ведёт внука'),
  },
  {
    row: 'give a film another poster',
    shows: '[EDIT-01]',
    from: pageOf('Река'),
    act: async (acts, desk) => {
      const poster = desk.page.getByRole('group', { name: 'Постер' })
      await acts.file(poster.locator('input[type=file]'), desk.file('poster.jpg'))
      await poster.getByRole('img').waitFor()
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await released(desk, 'Постер')
      await expect.poll(() => detailOf(desk, 'Река')).toMatch(/\/images\/[^"]+/)
    },
  },
  {
    row: 'limit a film to a time and a territory (everywhere, inside or outside the national network)',
    shows: '[EDIT-01]',
    from: pageOf('Поле'),
    act: async (acts, desk) => {
      const { page } = desk
      await acts.press(page.getByRole('button', { name: 'Добавить окно' }))
      const first = page.getByRole('group', { name: 'Окно 1' })
      await acts.type(first.getByLabel('Открывается'), inDays(30))
      await acts.press(first.getByRole('button', { name: /Где/ }))
      await acts.press(page.getByRole('option', { name: 'За пределами сети' }))
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await released(desk, 'Доступен с')
      await expect.poll(() => isOnSite(desk, 'Поле')).toBe(false)
    },
  },
  {
    row: 'see which films open soon, are open for a time, or are over',
    shows: '[EDIT-01]',
    from: '/films',
    seen: ({ page }) =>
      page
        .getByRole('row', { name: /Поле/ })
        .getByText(/откроется через/)
        .waitFor(),
  },
  {
    row: 'cut a poster or a backdrop to its frame, by dragging or with sliders',
    shows: '[EDIT-01]',
    from: pageOf('Сад'),
    before: async (desk) => {
      await desk.page.goto(`/console/films/${desk.vid('Сад')}`)
      const backdrop = desk.page.getByRole('group', { name: 'Фон' })
      await backdrop.locator('input[type=file]').setInputFiles(desk.file('poster.jpg'))
      await backdrop.getByRole('img').waitFor()
      await save(desk).click()
      await released(desk, 'Фон')
    },
    act: async (acts, desk) => {
      const backdrop = desk.page.getByRole('group', { name: 'Фон' })
      await acts.press(backdrop.getByRole('button', { name: 'Кадрировать' }))
      const crop = backdrop.getByRole('group', { name: 'Рамка картинки' })
      await expect.poll(() => crop.getByLabel('По вертикали').isEnabled()).toBe(true)
      await acts.press(crop.getByRole('button', { name: 'Обрезать по рамке' }))
      await crop.waitFor({ state: 'detached' })
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await desk.message('Сохранено').waitFor()
      const ratio = () =>
        desk.page
          .getByRole('group', { name: 'Фон' })
          .getByRole('img')
          .evaluate((one) => {
            const { naturalWidth, naturalHeight } = one as HTMLImageElement
            return naturalHeight === 0 ? 0 : naturalWidth / naturalHeight
          })
      await expect.poll(async () => Math.abs((await ratio()) - 16 / 9) < 0.02).toBe(true)
    },
  },
  {
    row: 'see the head of the page as it is typed: Russian or Uzbek; desktop, phone, television',
    shows: '[EDIT-01]',
    from: pageOf('Гора'),
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Телевизор' })),
    seen: ({ page }) =>
      page.getByRole('region', { name: 'Так увидит зритель' }).last().getByText('Гора').first().waitFor(),
  },
  {
    row: 'change access, age, genre or provider of several films',
    shows: '[EDIT-01]',
    from: '/films',
    act: async (acts, { page }) => {
      for (const name of ['Сад', 'Степь'])
        await acts.press(page.getByLabel(`Выбрать: ${name}`, { exact: true }))
      await acts.press(page.getByRole('button', { name: 'Показ и доступ' }))
      await acts.press(page.getByRole('menuitem', { name: 'Сделать бесплатным' }))
    },
    seen: async (desk) => {
      await desk.message('Изменено: 2').waitFor()
      for (const name of ['Сад', 'Степь'])
        await expect.poll(() => detailOf(desk, name)).toMatch(/"(is_)?free_movie":(1|true)/)
    },
  },
  {
    row: 'forbid a film, its downloads too',
    shows: '[CHAN-05]',
    from: pageOf('Озеро'),
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: 'Запретить показ' }))
      await acts.press(save(desk))
    },
    seen: async ({ page }) => {
      await page.waitForURL(/\/console\/blackouts\/\d+$/)
      await page.getByRole('heading', { level: 1, name: /Озеро/ }).waitFor()
    },
  },
  {
    row: 'find people who are written in several ways, and merge them',
    shows: '[EDIT-01]',
    from: '/films/people',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Двойники' }))
      await acts.press(page.getByRole('button', { name: 'Объединить' }))
    },
    seen: ({ page }) => page.getByText('Двойников нет').waitFor(),
  },
  {
    row: 'correct the names, the text or the photo of a person',
    shows: '[EDIT-01]',
    from: '/films/people',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: /Лола Саидова/ }))
      await acts.type(desk.page.getByRole('group', { name: 'Узбекский' }).getByLabel('Имя'), 'Lola Saidova')
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await desk.message('Сохранено').waitFor()
      await desk.page.goto('/console/films/people?q=Lola')
      await desk.page.getByText('Lola Saidova').first().waitFor()
    },
  },
]

const queue = '/films/queue'

/** Uploads a file, and waits until it stands in the queue. */
async function upload({ page, file }: Desk, name: string): Promise<void> {
  await page.goto('/console/films/upload')
  await page.getByLabel('Выбрать файлы').setInputFiles(file(name))
  // The page lists earlier ones too.
  const item = page.getByRole('listitem').filter({ hasText: name })
  await item.getByText('загружен, файл в очереди подготовки').first().waitFor()
}

const waiting = ({ page }: Desk, name: string) => page.getByRole('listitem').filter({ hasText: name }).last()
const namesWaiting = ({ page }: Desk) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Что ещё можно сделать/ }) })
    .getByRole('link')
    .allInnerTexts()

const queueTasks: readonly Task[] = [
  {
    row: 'pause and continue the whole queue',
    of: 'paused',
    shows: '[EDIT-02]',
    from: queue,
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Приостановить очередь' })),
    seen: ({ page }) => page.getByText(/Очередь приостановлена: Камола Каримова/).waitFor(),
  },
  {
    row: 'upload a film from this computer',
    shows: '[EDIT-03]',
    from: '/films/upload',
    act: (acts, { page, file }) => acts.file(page.getByLabel('Выбрать файлы'), file('Юлдуз (2021).mkv')),
    seen: ({ page }) => page.getByText('загружен, файл в очереди подготовки').waitFor(),
  },
  {
    row: 'see what is packaged, how far it is, since when, where, and what waits',
    shows: '[EDIT-02]',
    from: queue,
    before: async (desk) => {
      await upload(desk, 'Денгиз (2022).mkv')
      await upload(desk, 'Чинор (2020).mkv')
    },
    seen: ({ page }) => page.getByText('Ждут: 3').waitFor(),
  },
  {
    row: 'have a film packaged next, earlier, later or last',
    shows: '[EDIT-02]',
    from: queue,
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Выше: Чинор' })),
    seen: (desk) => expect.poll(() => namesWaiting(desk)).toEqual(['Юлдуз', 'Чинор', 'Денгиз']),
  },
  {
    row: 'pause a film and continue it; a running one stops within a second and goes on where it was',
    shows: '[EDIT-02]',
    from: queue,
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Приостановить: Денгиз' })),
    seen: (desk) => waiting(desk, 'Денгиз').getByText('на паузе').waitFor(),
  },
  {
    row: 'take a film out of the queue; what was packaged of it stays',
    shows: '[EDIT-02]',
    from: queue,
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Что ещё можно сделать: Чинор' }))
      await acts.press(page.getByRole('menuitem', { name: 'Убрать из очереди' }))
    },
    seen: (desk) => waiting(desk, 'Чинор').getByRole('button', { name: 'Вернуть в очередь' }).waitFor(),
  },
  {
    row: 'try a refused film again; put a removed one back; try one that waits now',
    of: 'put back',
    shows: '[EDIT-02]',
    from: queue,
    act: (acts, desk) =>
      acts.press(waiting(desk, 'Чинор').getByRole('button', { name: 'Вернуть в очередь' })),
    seen: (desk) => expect.poll(() => namesWaiting(desk)).toContain('Чинор'),
    // The last tasks with films need one that is packaged.
    after: async (desk) => {
      const removed = /^(\S+) +\S.* +Чинор/m.exec(await desk.command('films', 'queue'))?.[1]
      if (removed === undefined) throw new Error('the film is not in the queue')
      await desk.command('films', 'queue', 'remove', removed)
    },
  },
  {
    row: 'pause and continue the whole queue',
    of: 'continued',
    shows: '[EDIT-02]',
    from: queue,
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Продолжить очередь' })),
    seen: ({ page }) => page.getByRole('button', { name: 'Приостановить очередь' }).waitFor(),
  },
]

const player = ({ page }: Desk) => page.getByRole('group', { name: 'Плеер: Фильм' })
const timeOf = (desk: Desk) =>
  player(desk)
    .locator('video')
    .evaluate((one) => (one as HTMLVideoElement).currentTime)

/** The page of the film that was packaged. */
const packaged = ({ page }: Desk) => page.url().replace(/^.*\/console/, '')

const playerTasks: readonly Task[] = [
  {
    row: 'see what was finished in the last day, and how long it took',
    shows: '[EDIT-02]',
    from: queue,
    before: async ({ page }) => {
      await page.goto('/console/films/queue')
      await page.getByText(/Готовы за последние сутки: 1/).waitFor({ timeout: 120_000 })
    },
    seen: ({ page }) => page.getByText(/работа заняла/).waitFor(),
  },
  {
    row: 'see how loud the source of a sound track was, and by how much it was changed',
    shows: '[EDIT-01]',
    from: packaged,
    before: async ({ page }) => {
      await page.goto('/console/films')
      await page.getByRole('link', { name: 'Юлдуз', exact: true }).click()
      await seeHeading(page, 'Юлдуз')
    },
    seen: ({ page }) =>
      page
        .getByText(/громкость исходника −\d+,\d LUFS/)
        .first()
        .waitFor(),
  },
  {
    row: 'play a file of a film, an episode or a trailer, whatever viewers may see',
    shows: '[EDIT-01]',
    from: packaged,
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Смотреть: Фильм' })),
    seen: (desk) => expect.poll(() => timeOf(desk)).toBeGreaterThan(0.5),
  },
  {
    row: 'use a frame of the film as poster or backdrop',
    shows: '[EDIT-01]',
    from: packaged,
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('button', { name: 'Смотреть: Фильм' }))
      await expect.poll(() => timeOf(desk)).toBeGreaterThan(0.5)
      await acts.press(player(desk).getByRole('button', { name: 'Взять кадр для фона' }))
      await desk.page.getByText('Кадр стоит в форме').first().waitFor()
      await acts.press(save(desk))
    },
    seen: (desk) => released(desk, 'Фон'),
  },
]

export const filmTasks: readonly Task[] = [...editorTasks, ...queueTasks]
/** They come last, because packaging takes its time. */
export const packagedFilmTasks: readonly Task[] = playerTasks
