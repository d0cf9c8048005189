/** Tasks with channels: the table, one channel, doubles, categories. */
import { expect } from 'vitest'
import { seeHeading } from '#tests/kit/browser/staff-visitor.ts'
import type { Acts, Task } from './task.ts'
import type { Desk } from './desk.ts'

const table = '/channels'
const cell = ({ page }: Desk, column: string, value: string) =>
  page.getByRole('button', { name: `${column}: ${value}. Изменить`, exact: true })
const rowOf = ({ page }: Desk, name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Название: ${name}. Изменить`, exact: true }) })
const namesOf = async (desk: Desk) => (await desk.channels()).map(({ name }) => name)
const save = ({ page }: Desk) => page.getByRole('button', { name: 'Сохранить', exact: true })
const undoOf = ({ page }: Desk) => page.getByRole('button', { name: 'Отменить', exact: true }).last()

/** Opens the menu of a channel's row and chooses. */
async function fromMenu(acts: Acts, { page }: Desk, name: string, item: string): Promise<void> {
  await acts.press(page.getByRole('button', { name: `Ещё действия: ${name}`, exact: true }))
  await acts.press(page.getByRole('menuitem', { name: item, exact: true }))
}

async function typeInCell(acts: Acts, desk: Desk, column: string, from: string, to: string): Promise<void> {
  await acts.press(cell(desk, column, from))
  await acts.type(desk.page.getByRole('textbox', { name: column, exact: true }), to)
  await acts.key('Enter')
}

const pageOf = (name: string) => (desk: Desk) => `/channels/${desk.cid(name)}`

export const channelTasks: readonly Task[] = [
  {
    row: 'rename a channel, in Russian or Uzbek',
    shows: '[CHAN-01]',
    from: table,
    act: (acts, desk) => typeInCell(acts, desk, 'Название', 'Yangiliklar', 'Новости 24'),
    seen: (desk) => expect.poll(() => namesOf(desk)).toContain('Новости 24'),
  },
  {
    row: 'put it, or all selected ones, into another place; the numbers between move up',
    shows: '[CHAN-01]',
    from: table,
    act: async (acts, desk) => {
      const handle = (name: string) => desk.page.getByRole('button', { name: `Переместить: ${name}.` })
      await acts.drag(handle('Tong'), handle('Sayohat'))
    },
    seen: async (desk) => {
      const order = async () =>
        (await namesOf(desk)).filter((name) => ['Tong', 'Sayohat', 'Bozor'].includes(name))
      await expect.poll(order).toEqual(['Tong', 'Sayohat', 'Bozor'])
    },
  },
  {
    row: 'hide it from viewers, or switch its recording on or off',
    of: 'off the air',
    shows: '[CHAN-01]',
    from: table,
    act: (acts, desk) => fromMenu(acts, desk, 'Sokin', 'Выключить запись'),
    seen: (desk) => rowOf(desk, 'Sokin').getByText('Выключен', { exact: true }).waitFor(),
  },
  {
    row: 'merge a double into another channel, with favourites, guide, tariffs and sources',
    shows: '[CHAN-01]',
    from: table,
    act: async (acts, desk) => {
      await fromMenu(acts, desk, 'Bozor', 'Объединить с другим')
      const dialog = desk.page.getByRole('dialog')
      await acts.type(dialog.getByRole('searchbox'), 'Savdo')
      expect(await dialog.getByRole('radio', { name: /Savdo/ }).isChecked()).toBe(true)
      await acts.press(dialog.getByRole('button', { name: 'Объединить' }))
    },
    seen: async (desk) => {
      await desk.message('Каналы объединены').waitFor()
      await expect.poll(() => namesOf(desk)).not.toContain('Bozor')
    },
  },
  {
    row: 'give a channel a logo from a file or an address, seen on dark and light',
    shows: '[CHAN-03]',
    from: pageOf('Tabiat'),
    act: (acts, desk) => acts.file(desk.page.locator('input[type=file]'), desk.file('logo.svg')),
    seen: async (desk) => {
      await desk.page.getByRole('img', { name: 'Логотип на тёмном фоне' }).waitFor()
      await expect
        .poll(async () => (await desk.channels()).find(({ name }) => name === 'Tabiat')?.logo ?? '')
        .not.toBe('')
    },
  },
  {
    row: 'hide it from viewers, or switch its recording on or off',
    of: 'hidden',
    shows: '[CHAN-01]',
    from: table,
    act: (acts, desk) => fromMenu(acts, desk, 'Ovoz', 'Скрыть'),
    seen: (desk) => expect.poll(() => namesOf(desk)).not.toContain('Ovoz'),
  },
  {
    row: 'create, rename, order or delete categories',
    of: 'an own category',
    shows: '[CHAN-02]',
    from: '/channels/categories',
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Новая категория' }))
      await acts.type(page.getByLabel('По-русски'), 'Регион')
      await acts.type(page.getByLabel('По-узбекски'), 'Hudud')
      await acts.key('Enter')
    },
    seen: (desk) =>
      expect
        .poll(async () => JSON.stringify(await desk.site('/middleware/noauth/category/list?lang=uz')))
        .toContain('Hudud'),
  },
  {
    row: 'find a channel by name, number or guide id',
    shows: '[CHAN-01]',
    from: table,
    act: (acts, { page }) => acts.type(page.getByRole('searchbox', { name: 'Найти канал' }), 'Tarix'),
    seen: ({ page }) => expect.poll(() => page.getByRole('row').count()).toBe(2),
  },
  {
    row: 'open a channel from any page',
    shows: '[CHAN-01]',
    from: '/news',
    act: async (acts, { page }) => {
      await acts.key('Control+k')
      await acts.write('tarix')
      await page.getByRole('menuitem', { name: /Tarix/ }).waitFor()
      await acts.key('Enter')
    },
    seen: ({ page }) => page.getByRole('heading', { level: 1, name: /Tarix$/ }).waitFor(),
  },
  {
    row: 'see which channels have no guide, logo or tariff, or are still in "General"',
    shows: '[CHAN-01]',
    from: table,
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: /^Без программы/ })),
    seen: async (desk) => {
      await rowOf(desk, 'Sevimli').waitFor({ state: 'detached' })
      await rowOf(desk, 'Kino').waitFor()
    },
  },
  {
    row: 'give it another number; the one that has it changes places',
    shows: '[CHAN-01]',
    from: table,
    act: (acts, desk) => typeInCell(acts, desk, 'Номер', '42', '41'),
    seen: async (desk) => {
      const numberOf = async (channel: string) =>
        (await desk.channels()).find(({ name }) => name === channel)?.number
      await expect.poll(() => numberOf('Sokin')).toBe(41)
      expect(await numberOf('Oqim')).toBe(42)
    },
  },
  {
    row: 'put it into another category',
    shows: '[CHAN-01]',
    from: table,
    act: async (acts, desk) => {
      await acts.press(rowOf(desk, 'Kino').getByRole('button', { name: /^Категория: / }))
      await acts.choose(rowOf(desk, 'Kino').getByRole('combobox', { name: 'Категория' }), 'Спорт')
    },
    seen: async (desk) => {
      const categoryOf = async (channel: string) =>
        (await desk.channels()).find(({ name }) => name === channel)?.category_id
      await expect.poll(() => categoryOf('Kino')).toBe(4)
    },
  },
  {
    row: 'change the days of its archive',
    shows: '[CHAN-01]',
    from: '/channels?q=Tarix',
    act: async (acts, desk) => {
      await acts.press(rowOf(desk, 'Tarix').getByRole('button', { name: /^Архив, дней: / }))
      await acts.type(desk.page.getByRole('textbox', { name: 'Архив, дней' }), '3')
      await acts.key('Enter')
    },
    seen: async (desk) => {
      await desk.message('Изменён 1 канал').waitFor()
      await desk.page.reload()
      await cell(desk, 'Архив, дней', '3').waitFor()
    },
  },
  {
    row: 'do one of these to many channels at once',
    shows: '[CHAN-01]',
    from: table,
    act: async (acts, { page }) => {
      for (const name of ['Kecha', 'Bahor'])
        await acts.press(page.getByLabel(`Выбрать: ${name}`, { exact: true }))
      await acts.press(page.getByRole('button', { name: 'Показ и запись' }))
      await acts.press(page.getByRole('menuitem', { name: 'Скрыть' }))
    },
    seen: (desk) =>
      expect
        .poll(async () => (await namesOf(desk)).filter((name) => name === 'Kecha' || name === 'Bahor'))
        .toEqual([]),
  },
  {
    row: 'take back what was just done',
    shows: '[CHAN-01]',
    from: table,
    ready: async (desk) => {
      await desk.page.getByRole('button', { name: 'Ещё действия: Yoz', exact: true }).click()
      await desk.page.getByRole('menuitem', { name: 'Скрыть', exact: true }).click()
      await desk.message('Изменён 1 канал').waitFor()
      await expect.poll(() => namesOf(desk)).not.toContain('Yoz')
    },
    act: (acts, desk) => acts.press(undoOf(desk)),
    seen: async (desk) => {
      await desk.message('Изменение отменено').waitFor()
      await expect.poll(() => namesOf(desk)).toContain('Yoz')
    },
  },
  {
    row: 'delete a channel',
    shows: '[CHAN-01]',
    from: table,
    act: (acts, desk) => fromMenu(acts, desk, 'Eskirgan', 'Удалить'),
    seen: (desk) => expect.poll(() => namesOf(desk)).not.toContain('Eskirgan'),
  },
  {
    row: 'restore a deleted one',
    shows: '[CHAN-01]',
    from: '/channels/deleted',
    act: (acts, { page }) =>
      acts.press(
        page.getByRole('listitem').filter({ hasText: 'Eskirgan' }).getByRole('button', { name: 'Вернуть' }),
      ),
    seen: (desk) => expect.poll(() => namesOf(desk)).toContain('Eskirgan'),
  },
  {
    row: 'see which channels are there twice, with the reasons, and merge them',
    shows: '[CHAN-01]',
    from: '/channels/duplicates',
    act: async (acts, { page }) => {
      const pair = page.getByRole('listitem').filter({ hasText: 'Sport Uzbekiston' })
      await pair.getByText('один код телепрограммы').waitFor()
      await acts.press(pair.getByRole('button', { name: 'Объединить' }))
      await acts.press(page.getByRole('dialog').getByRole('button', { name: 'Объединить' }))
    },
    seen: (desk) =>
      expect
        .poll(async () => (await namesOf(desk)).filter((name) => name.startsWith('Sport')).length)
        .toBe(1),
  },
  {
    row: 'change everything else: guide id, shift of the guide, low latency, open without payment',
    shows: '[CHAN-01]',
    from: pageOf('Fan'),
    act: async (acts, desk) => {
      await acts.type(desk.page.getByLabel('Сдвиг программы, минут'), '60')
      await acts.press(desk.page.getByLabel('Доступен и при неоплаченном тарифе'))
      await acts.press(save(desk))
    },
    seen: async (desk) => {
      await desk.message('Сохранено').waitFor()
      await desk.page.reload()
      await expect.poll(() => desk.page.getByLabel('Сдвиг программы, минут').inputValue()).toBe('60')
      expect(await desk.page.getByLabel('Доступен и при неоплаченном тарифе').isChecked()).toBe(true)
    },
  },
  {
    row: 'let a list decide about a field again',
    shows: '[IMPORT-03]',
    from: pageOf('Fan'),
    act: (acts, { page }) =>
      acts.press(
        page
          .getByRole('listitem')
          .filter({ hasText: 'Доступен без оплаты' })
          .getByRole('button', { name: 'Брать из списка' }),
      ),
    seen: async (desk) => {
      await desk.message('Поле снова берётся из списка').waitFor()
      await expect
        .poll(() => desk.page.getByLabel('Доступен и при неоплаченном тарифе').isChecked())
        .toBe(false)
    },
  },
  {
    row: 'add a source to a channel',
    shows: '[CHAN-04]',
    from: pageOf('Sayohat'),
    act: async (acts, { page }) => {
      await acts.type(page.getByLabel('Адрес нового источника'), 'udp://239.1.1.1:5000')
      await acts.press(page.getByRole('button', { name: 'Добавить', exact: true }))
    },
    seen: ({ page }) => page.locator('main ol code', { hasText: 'udp://239.1.1.1:5000' }).waitFor(),
  },
  {
    row: 'make another source the first, or remove one',
    shows: '[CHAN-04]',
    from: pageOf('Sayohat'),
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Источник 2: выше' })),
    seen: ({ page }) =>
      expect
        .poll(async () => (await page.locator('main ol code').allInnerTexts())[0])
        .toBe('udp://239.1.1.1:5000'),
  },
  {
    row: 'see what a source sends: codecs, size, bit rate, loudness and a still, or why nothing comes',
    shows: '[CHAN-04]',
    from: pageOf('Kino'),
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Источник 1: проверить' })),
    seen: ({ page }) => page.getByText('Сервер отклоняет соединение').waitFor(),
  },
  {
    row: 'see who changed a channel, and when',
    shows: '[STAFF-03]',
    from: pageOf('Fan'),
    seen: ({ page }) => page.getByRole('article').filter({ hasText: 'Камола Каримова' }).first().waitFor(),
  },
  {
    row: 'see the guide of one channel',
    shows: '[MATCH-02]',
    from: pageOf('Sevimli'),
    act: (acts, { page }) => acts.press(page.getByRole('link', { name: 'Телепрограмма канала' })),
    seen: async ({ page }) => {
      await seeHeading(page, 'Сопоставление каналов')
      await page.getByRole('link', { name: '1 Sevimli' }).waitFor()
    },
  },
]
