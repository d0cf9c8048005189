/** Tasks with what viewers read: the home page, collections, banners, news, pages of text. */
import { expect } from 'vitest'
import { seeHeading } from '#tests/kit/browser/staff-visitor.ts'
import { inDays } from './desk-content.ts'
import type { Desk } from './desk.ts'
import { Acts, type Task } from './task.ts'

const save = ({ page }: Desk) => page.getByRole('button', { name: 'Сохранить', exact: true })
const undoOf = ({ page }: Desk) => page.getByRole('button', { name: 'Отменить', exact: true }).last()
async function takeBack(desk: Desk): Promise<void> {
  await undoOf(desk).click()
  await desk.message('Изменение отменено').waitFor()
}

const fieldOf = ({ page }: Desk, language: 'Русский' | 'Узбекский', label: string) =>
  page.getByRole('group', { name: language }).getByLabel(label)

/** Types the same field of both languages. */
async function typeBoth(
  acts: Acts,
  desk: Desk,
  label: string,
  [ru, uz]: readonly [string, string],
): Promise<void> {
  await acts.type(fieldOf(desk, 'Русский', label), ru)
  await acts.type(fieldOf(desk, 'Узбекский', label), uz)
}

/** The headings of the home page as the server sends it. */
async function headings({ url }: Desk): Promise<readonly string[]> {
  const html = await (await fetch(url, { headers: { 'accept-language': 'ru' } })).text()
  return [...html.matchAll(/<h2[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map((match) => match[1] ?? '')
}

const railNames = ({ page }: Desk) =>
  page.getByRole('grid', { name: 'Ряды главной' }).getByRole('row').locator('a').allInnerTexts()

const collectionTasks: readonly Task[] = [
  {
    row: 'make a collection: search films (Enter takes the first), put them into an order',
    shows: '[FRONT-01]',
    from: '/collections',
    act: async (acts, desk) => {
      const { page } = desk
      await acts.press(page.getByRole('link', { name: 'Добавить подборку' }))
      await typeBoth(acts, desk, 'Название', ['Зимние вечера', 'Qish oqshomlari'])
      const search = page.getByRole('searchbox', { name: 'Найти фильм' })
      await acts.type(search, 'Гора')
      await page.getByRole('button', { name: 'Добавить: Гора' }).waitFor()
      await acts.key('Enter')
      await page.getByRole('button', { name: 'Удалить: Гора' }).waitFor()
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await seeHeading(desk.page, 'Зимние вечера')
      await expect
        .poll(async () => JSON.stringify(await desk.site('/api/v1.2.0/constructors')))
        .toContain('Зимние вечера')
    },
  },
  {
    row: 'put several films into a collection',
    shows: '[FRONT-01] [EDIT-01]',
    from: '/films',
    act: async (acts, { page }) => {
      for (const name of ['Сад', 'Степь'])
        await acts.press(page.getByLabel(`Выбрать: ${name}`, { exact: true }))
      await acts.press(page.getByRole('button', { name: 'В подборку' }))
      await acts.press(page.getByRole('menuitem', { name: 'Зимние вечера' }))
    },
    seen: (desk) =>
      expect.poll(async () => JSON.stringify(await desk.site('/api/v1.2.0/constructors'))).toContain('Степь'),
  },
  {
    row: 'hide a collection, put collections into another order, delete one and get it back',
    of: 'hidden',
    shows: '[FRONT-01]',
    from: '/collections',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Скрыть: Зимние вечера' })),
    seen: (desk) =>
      expect
        .poll(async () => JSON.stringify(await desk.site('/api/v1.2.0/constructors')))
        .not.toContain('Зимние вечера'),
    after: takeBack,
  },
]

const homeTasks: readonly Task[] = [
  {
    row: 'see the rails of the home page in their order, those that are hidden, planned or empty too',
    shows: '[FRONT-01]',
    from: '/home',
    seen: async (desk) => {
      await expect.poll(() => railNames(desk)).toHaveLength(14)
      await desk.page.getByText('пусто: не показывается').first().waitFor()
    },
  },
  {
    row: "add a rail: a collection, films by rule, channels, or one of the site's own",
    shows: '[FRONT-01]',
    from: '/home',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: 'Добавить ряд' }))
      await acts.press(desk.page.getByRole('button', { name: /^не выбрано Подборка/ }))
      await acts.press(desk.page.getByRole('option', { name: 'Зимние вечера' }))
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await seeHeading(desk.page, 'Зимние вечера')
      await expect.poll(() => headings(desk)).toContain('Зимние вечера')
    },
  },
  {
    row: 'move a rail: drag it, or Enter on its handle and the arrow keys, or the arrow buttons',
    shows: '[FRONT-01]',
    from: '/home',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Выше: Зимние вечера' })),
    seen: async (desk) => {
      await desk.message('Порядок изменён').waitFor()
      await expect.poll(async () => (await railNames(desk)).at(-2)).toBe('Зимние вечера')
    },
  },
  {
    row: 'hide a rail or show it again',
    shows: '[FRONT-01]',
    from: '/home',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Скрыть: Продолжить просмотр' })),
    seen: (desk) => expect.poll(() => headings(desk)).not.toContain('Продолжить просмотр'),
    after: takeBack,
  },
  {
    row: 'see the order of the site, of the apps for phones or of televisions only',
    shows: '[FRONT-01]',
    from: '/home',
    act: (acts, { page }) =>
      acts.press(
        page.getByRole('group', { name: 'Где показывать' }).getByRole('button', { name: /^Телевизоры/ }),
      ),
    seen: (desk) => expect.poll(async () => (await railNames(desk))[0]).toBe('Сейчас в эфире'),
  },
  {
    row: 'see the page as a guest or a subscriber will, anywhere, in both languages, now or at a moment to come',
    shows: '[FRONT-01]',
    from: '/home',
    act: (acts, { page }) =>
      acts.press(page.getByRole('group', { name: 'Кто' }).getByRole('button', { name: 'Абонент' })),
    seen: ({ page }) =>
      page.getByRole('list', { name: 'Так увидит зритель' }).getByText('Продолжить просмотр').waitFor(),
  },
  {
    row: 'return to the original order, and take that back',
    of: 'returned',
    shows: '[FRONT-01]',
    from: '/home',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Вернуть исходный порядок' }))
      await acts.press(
        page.getByRole('alertdialog').getByRole('button', { name: 'Вернуть исходный порядок' }),
      )
    },
    seen: (desk) => expect.poll(() => railNames(desk)).toHaveLength(14),
  },
]

/** The titles of what the site shows at a place of its pages. */
async function titlesAt(desk: Desk, place: 'home' | 'top' | 'promo'): Promise<readonly string[]> {
  const { data } = (await desk.site(`/api/v1.1.0/banners?place=${place}&lang=ru`)) as {
    readonly data: readonly { readonly title: string }[]
  }
  return data.map(({ title }) => title)
}

function placing(place: 'home' | 'top', add: string, [ru, uz]: readonly [string, string]): Task {
  return {
    row: 'place a banner on the home page, a line above every page, or an offer in a window',
    of: place,
    shows: '[FRONT-01]',
    from: '/banners',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: add }))
      await typeBoth(acts, desk, 'Заголовок', [ru, uz])
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await seeHeading(desk.page, ru)
      await expect.poll(() => titlesAt(desk, place)).toContain(ru)
    },
  }
}

const bannerTasks: readonly Task[] = [
  placing('home', 'Добавить баннер', ['Осень на Ekran', 'Ekranda kuz']),
  placing('top', 'Добавить строку', ['Работы ночью', 'Tunda ishlar']),
  {
    row: 'put banners into another order',
    shows: '[FRONT-01]',
    from: '/banners',
    before: async (desk) => {
      await desk.page.goto('/console/banners/new?place=home')
      await typeBoth(new Acts(desk.page), desk, 'Заголовок', ['Зима', 'Qish'])
      await save(desk).click()
      await seeHeading(desk.page, 'Зима')
    },
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Выше: Зима' })),
    seen: (desk) => expect.poll(() => titlesAt(desk, 'home')).toEqual(['Зима', 'Осень на Ekran']),
  },
  {
    row: 'plan it from and until a moment',
    shows: '[FRONT-01]',
    from: ({ page }) => page.url().replace(/^.*\/console/, ''),
    before: async (desk) => {
      await desk.page.goto('/console/banners')
      await desk.page.getByRole('link', { name: 'Осень на Ekran' }).click()
      await seeHeading(desk.page, 'Осень на Ekran')
    },
    act: async (acts, desk) => {
      await acts.type(desk.page.getByLabel('Показывать с'), inDays(20))
      await acts.type(desk.page.getByLabel('Показывать до'), inDays(30))
      await acts.press(save(desk))
    },
    seen: (desk) => expect.poll(() => titlesAt(desk, 'home')).toEqual(['Зима']),
  },
  {
    row: 'see what is said to viewers now, what is planned and what ended',
    shows: '[FRONT-01]',
    from: '/banners',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: /^Запланированы/ })),
    seen: async ({ page }) => {
      await page.getByRole('link', { name: 'Осень на Ekran' }).waitFor()
      await page.getByRole('link', { name: 'Зима' }).waitFor({ state: 'detached' })
    },
  },
  {
    row: 'remove a banner or a news item, and get it back',
    shows: '[FRONT-01]',
    from: '/banners',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('button', { name: 'Удалить: Зима' }))
      await desk.message('Удалено: Зима').waitFor()
      await expect.poll(() => titlesAt(desk, 'home')).toEqual([])
      await acts.press(undoOf(desk))
    },
    seen: (desk) => expect.poll(() => titlesAt(desk, 'home')).toEqual(['Зима']),
  },
]

const newsTasks: readonly Task[] = [
  {
    row: 'write a news item, now or for a later moment',
    shows: '[FRONT-02]',
    from: '/news',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: 'Добавить новость' }))
      await typeBoth(acts, desk, 'Заголовок', ['Новый тариф', 'Yangi tarif'])
      await acts.type(fieldOf(desk, 'Русский', 'Полный текст'), 'С первого числа.')
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await seeHeading(desk.page, 'Новый тариф')
      const site = async () =>
        (await fetch(`${desk.url}/news`, { headers: { 'accept-language': 'ru' } })).text()
      await expect.poll(site).toContain('Новый тариф')
    },
  },
  {
    row: 'see which texts a language lacks',
    shows: '[FRONT-02]',
    from: '/news',
    seen: ({ page }) => page.getByText('не всё по-узбекски').waitFor(),
  },
]

const titleOf = async (desk: Desk, slug: string) => {
  const { data } = (await desk.site(`/api/v1.2.0/pages/${slug}?lang=ru`)) as {
    readonly data: { readonly title: string }
  }
  return data.title
}

const pageTasks: readonly Task[] = [
  {
    row: 'change a page about the service',
    shows: '[INFO-01] [FRONT-02]',
    from: '/pages',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: 'О сервисе' }))
      await acts.type(fieldOf(desk, 'Русский', 'Заголовок'), 'О нашем сервисе')
      await acts.press(save(desk))
    },
    seen: (desk) => expect.poll(() => titleOf(desk, 'about')).toBe('О нашем сервисе'),
  },
  {
    row: 'compare a former version with the present one, or restore it',
    of: 'restored',
    shows: '[FRONT-02]',
    from: '/pages',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('link', { name: 'О нашем сервисе' }))
      await acts.press(desk.page.getByRole('button', { name: 'Вернуть эту версию' }).last())
    },
    seen: (desk) => expect.poll(() => titleOf(desk, 'about')).toBe('О сервисе'),
  },
]

export const frontTasks: readonly Task[] = [
  ...homeTasks.slice(0, 1),
  ...collectionTasks,
  ...homeTasks.slice(1),
  ...bannerTasks,
  ...newsTasks,
  ...pageTasks,
]
