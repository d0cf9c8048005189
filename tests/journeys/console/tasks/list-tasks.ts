/** Tasks with lists of channels and with tables. */
import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Download } from 'playwright-core'
import { seeHeading } from '#tests/kit/browser/staff-visitor.ts'
import type { Desk } from './desk.ts'
import type { Task } from './task.ts'

const namesOf = async (desk: Desk) => (await desk.channels()).map(({ name }) => name)
const undoOf = ({ page }: Desk) => page.getByRole('button', { name: 'Отменить', exact: true }).last()

/** Loads a list as a person does, and sees what it would change. */
async function loadList({ page, file }: Desk, name: string): Promise<void> {
  await page.goto('/console/imports')
  await page.getByLabel('Выбрать файл списка').setInputFiles(file(name))
  await seeHeading(page, name)
}

const apply = ({ page }: Desk) => page.getByRole('button', { name: 'Принять выбранное' })

/** The page of a list that waits for a decision: where the browser is after `loadList`. */
const here = ({ page }: Desk) => page.url().replace(/^.*\/console/, '')

const channelListTasks: readonly Task[] = [
  {
    row: 'load an M3U list, and see what it would change',
    shows: '[IMPORT-01] [IMPORT-04]',
    from: '/imports',
    act: (acts, { page, file }) => acts.file(page.getByLabel('Выбрать файл списка'), file('evening.m3u')),
    seen: async (desk) => {
      await seeHeading(desk.page, 'evening.m3u')
      await desk.page.getByRole('button', { name: '1 новый' }).waitFor()
      expect(await namesOf(desk)).not.toContain('Oqshom')
    },
  },
  {
    row: 'apply all of it',
    shows: '[IMPORT-01]',
    from: here,
    before: (desk) => loadList(desk, 'morning.m3u'),
    act: (acts, desk) => acts.press(apply(desk)),
    seen: (desk) => expect.poll(() => namesOf(desk)).toContain('Nahor'),
  },
  {
    row: 'take back an earlier change, or a whole import',
    shows: '[IMPORT-02]',
    from: '/changes',
    act: (acts, { page }) =>
      acts.press(
        page
          .getByRole('article')
          .filter({ hasText: 'Импорт: morning.m3u' })
          .getByRole('button', { name: 'Отменить' }),
      ),
    seen: (desk) => expect.poll(() => namesOf(desk)).not.toContain('Nahor'),
  },
  {
    row: 'see what an import changed, field by field',
    shows: '[IMPORT-01]',
    from: '/changes',
    act: (acts, { page }) =>
      acts.press(
        page.getByRole('article').filter({ hasText: 'Импорт: channels.m3u' }).getByText('Что изменилось'),
      ),
    seen: ({ page }) => page.getByRole('article').getByText('Sayohat').first().waitFor(),
  },
  {
    row: 'apply only some channels, or all but some',
    shows: '[IMPORT-01]',
    from: here,
    before: (desk) => loadList(desk, 'night.m3u'),
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('checkbox', { name: 'Взять: 64 Saharlik' }))
      await acts.press(apply(desk))
    },
    seen: async (desk) => {
      await expect.poll(() => namesOf(desk)).toContain('Yarim tun')
      expect(await namesOf(desk)).not.toContain('Saharlik')
    },
  },
  {
    row: 'take an applied list back',
    shows: '[IMPORT-02]',
    from: here,
    before: (desk) => loadList(desk, 'morning.m3u'),
    ready: async (desk) => {
      await apply(desk).click()
      await desk.message('Изменён 1 канал').waitFor()
      await expect.poll(() => namesOf(desk)).toContain('Nahor')
    },
    act: (acts, desk) => acts.press(undoOf(desk)),
    seen: (desk) => expect.poll(() => namesOf(desk)).not.toContain('Nahor'),
  },
  {
    row: 'say to which category a group of the list belongs, once for all lists',
    shows: '[CHAN-02]',
    from: here,
    before: (desk) => loadList(desk, 'groups.m3u'),
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: /Категория группы Ertaklar olami/ }))
      await acts.press(page.getByRole('option', { name: 'Новая категория «Ertaklar olami»' }))
      await acts.press(page.getByRole('button', { name: 'Запомнить и сверить список' }))
    },
    seen: ({ page }) => page.getByText(/группа списка без категории/).waitFor({ state: 'detached' }),
  },
  {
    row: 'forget what was said of a group',
    shows: '[CHAN-02]',
    from: '/channels/categories',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Забыть группу Ertaklar olami' })),
    seen: async (desk) => {
      await desk.message('Группа забыта').waitFor()
      await desk.page
        .getByRole('button', { name: 'Забыть группу Ertaklar olami' })
        .waitFor({ state: 'detached' })
    },
  },
]

/** What the browser has saved while an act was done. */
async function savedBy({ page }: Desk, act: () => Promise<void>): Promise<Download> {
  const saved = page.waitForEvent('download')
  await act()
  return saved
}

const tableTasks: readonly Task[] = [
  {
    row: 'take channels, films or collections into a spreadsheet: all, or what the filters leave',
    shows: '[EDIT-04]',
    from: '/channels',
    act: async (acts, desk) => {
      await acts.press(desk.page.getByRole('button', { name: 'Экспорт' }))
      const item = desk.page.getByRole('menuitem', { name: 'Все — CSV с запятой' })
      const saved = await savedBy(desk, () => acts.press(item))
      await saved.saveAs(desk.file('table.csv'))
    },
    seen: async (desk) => expect(await readFile(desk.file('table.csv'), 'utf8')).toContain('Sevimli'),
  },
  {
    row: 'change many of them in Excel or LibreOffice and see what that would change',
    shows: '[EDIT-04] [IMPORT-01]',
    from: '/channels',
    before: async ({ file }) => {
      const text = await readFile(file('table.csv'), 'utf8')
      await writeFile(file('changed.csv'), text.replaceAll(/\b(Dunyo|Musiqa)\b/g, '$1 HD'))
    },
    act: async (acts, { page, file }) => {
      await acts.press(page.getByRole('link', { name: 'Загрузить таблицу' }))
      await acts.file(page.getByLabel('Выбрать таблицу'), file('changed.csv'))
    },
    seen: async ({ page }) => {
      await seeHeading(page, 'changed.csv')
      await page.getByRole('button', { name: '2 меняются' }).waitFor()
    },
  },
  {
    row: 'apply all of it, or only chosen rows',
    of: 'a table',
    shows: '[EDIT-04]',
    from: here,
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Применить выбранное' })),
    seen: (desk) =>
      expect.poll(() => namesOf(desk)).toEqual(expect.arrayContaining(['Dunyo HD', 'Musiqa HD'])),
  },
]

export const listTasks: readonly Task[] = [...channelListTasks, ...tableTasks]
