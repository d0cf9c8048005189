/** Tasks with the guide, programmes and blackouts. */
import { expect } from 'vitest'
import { type guide as guideEndpoints, guideTileSec } from '#contract/channels/guide.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { inDays, tomorrow, tomorrowMs } from './desk-content.ts'
import type { Desk } from './desk.ts'
import type { Task } from './task.ts'

const matching = (view: string) => `/guide/matching?view=${view}`
const rowOf = ({ page }: Desk, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(`^\\d+ ${name}$`) }) })

const matchingTasks: readonly Task[] = [
  {
    row: 'have a guide read now; accept one that was held back; remove one',
    of: 'read now',
    shows: '[GUIDE-07]',
    from: '/guide',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: 'Прочитать сейчас' })),
    seen: (desk) => desk.message('Телегид будет прочитан в течение минуты').waitFor(),
  },
  {
    row: 'confirm or reject a proposal (Enter, Delete; the arrows lead on)',
    of: 'rejected',
    shows: '[MATCH-02]',
    from: '/guide/matching',
    act: (acts, desk) => acts.press(rowOf(desk, 'ТНТ').getByRole('button', { name: 'Отклонить' })),
    seen: async (desk) => {
      await desk.message('Отклонено').waitFor()
      await rowOf(desk, 'ТНТ').waitFor({ state: 'detached' })
    },
  },
  {
    row: 'propose again what was rejected',
    shows: '[MATCH-02]',
    from: matching('rejected'),
    act: (acts, { page }) =>
      acts.press(
        page.getByRole('listitem').filter({ hasText: 'tnt.us' }).getByRole('button', { name: 'Вернуть' }),
      ),
    seen: ({ page }) => page.getByText('Отклонённых пар нет').waitFor(),
  },
  {
    row: 'confirm or reject a proposal (Enter, Delete; the arrows lead on)',
    of: 'confirmed',
    shows: '[MATCH-01] [MATCH-02]',
    from: '/guide/matching',
    act: (acts, desk) => acts.press(rowOf(desk, 'Channel 8').getByRole('button', { name: 'Подтвердить' })),
    seen: async (desk) => {
      await desk.message('Подтверждено').waitFor()
      await rowOf(desk, 'Channel 8').waitFor({ state: 'detached' })
    },
  },
  {
    row: 'confirm many proposals at once',
    shows: '[MATCH-02]',
    from: '/guide/matching',
    act: async (acts, { page }) => {
      for (const name of ['Orbita', 'Zenit']) await acts.press(page.getByLabel(`Выбрать: ${name}`))
      await acts.press(page.getByRole('button', { name: 'Подтвердить 2' }))
    },
    seen: async (desk) => {
      await desk.message('Подтверждено').waitFor()
      for (const name of ['Orbita', 'Zenit']) await rowOf(desk, name).waitFor({ state: 'detached' })
    },
  },
  {
    row: 'give a channel another channel of a guide',
    shows: '[MATCH-02]',
    from: matching('none'),
    act: async (acts, desk) => {
      await acts.press(rowOf(desk, 'Bolalar').getByRole('button', { name: 'Найти другой' }))
      const dialog = desk.page.getByRole('dialog')
      await acts.type(dialog.getByRole('searchbox'), 'учкун')
      await dialog.getByText('Uchqun va Dilnoza', { exact: true }).waitFor()
      await acts.press(dialog.getByRole('button', { name: 'Взять' }))
    },
    seen: async (desk) => {
      await desk.message('Подтверждено').waitFor()
      await rowOf(desk, 'Bolalar').waitFor({ state: 'detached' })
    },
  },
  {
    row: 'take a wrong guide from a channel',
    shows: '[MATCH-02]',
    from: matching('matched'),
    act: (acts, desk) => acts.press(rowOf(desk, 'Marvarid').getByRole('button', { name: 'Отклонить' })),
    seen: async (desk) => {
      await desk.message('Отклонено').waitFor()
      await desk.page.goto(`/console${matching('rejected')}`)
      await desk.page.getByRole('listitem').filter({ hasText: 'marvarid.uz' }).waitFor()
    },
  },
  {
    row: 'see what feeds a channel, and which channels have no guide',
    shows: '[MATCH-02]',
    from: '/guide/matching',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: /^Без телегида/ })),
    seen: (desk) => rowOf(desk, 'Fan').waitFor(),
  },
  {
    row: 'see the films of the guide that viewers watch from the archive, and what they match',
    shows: '[FOLLOW-04]',
    from: '/guide/broadcast-titles',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: /^Решено вручную/ })),
    seen: ({ page }) => page.getByText('Вручную ещё ничего не решали').waitFor(),
  },
  {
    row: 'add a guide at an address',
    shows: '[GUIDE-07]',
    from: '/guide',
    act: async (acts, { page }) => {
      await acts.type(page.getByLabel(/^Адрес телегида/), 'https://guide.example/epg.xml.gz')
      await acts.key('Enter')
    },
    seen: ({ page }) =>
      page.getByRole('listitem').filter({ hasText: 'https://guide.example/epg.xml.gz' }).waitFor(),
  },
]

type Tile = ResponseOf<typeof guideEndpoints.tile>

/** The titles of tomorrow as viewers see them, by the minute of the day at which they begin. */
async function siteProgrammes(desk: Desk): Promise<ReadonlyMap<number, string>> {
  const fromSec = tomorrowMs / 1000
  const programmes = new Map<number, string>()
  const first = Math.floor(fromSec / guideTileSec) * guideTileSec
  for (let from = first; from < fromSec + 86_400; from += guideTileSec) {
    const path = `/middleware/noauth/guide/tile?from=${from}&cids=${desk.cid('Sevimli')}`
    const { data } = (await desk.site(path)) as { readonly data: Tile }
    for (const one of data.channels.item.flatMap(({ programs }) => programs.item))
      programmes.set((one.begin_time - fromSec) / 60, one.title)
  }
  return programmes
}

const titleAt = async (desk: Desk, minute: number) => (await siteProgrammes(desk)).get(minute)
const dayOf = (desk: Desk) => `/guide/timeline/${desk.cid('Sevimli')}?day=${tomorrow}`
const programme = ({ page }: Desk, text: string) =>
  page.getByRole('list', { name: 'Передачи дня' }).getByRole('listitem').filter({ hasText: text })

const timelineTasks: readonly Task[] = [
  {
    row: 'see the programmes of a channel a week back and ahead, with gaps, overlaps, and what the archive lacks',
    shows: '[MATCH-04]',
    from: (desk) => `/channels/${desk.cid('Sevimli')}`,
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('link', { name: 'Программа по дням' }))
      await acts.press(page.getByRole('group', { name: 'Дни' }).locator(`[data-day="${tomorrow}"]`))
    },
    seen: (desk) => programme(desk, 'Пропуск: 1 ч 0 мин').waitFor(),
  },
  {
    row: 'change a programme, over all later readings of the guide',
    shows: '[MATCH-04]',
    from: dayOf,
    act: async (acts, desk) => {
      const row = programme(desk, 'Sevimli koʻrsatuvi 10')
      await acts.press(row.getByRole('button', { name: /^Изменить/ }))
      await acts.type(desk.page.getByRole('dialog').getByLabel('Название по-русски'), 'Финал кубка')
      await acts.key('Enter')
    },
    seen: async (desk) => {
      await desk.message('Передача изменена').waitFor()
      await expect.poll(() => titleAt(desk, 600)).toBe('Финал кубка')
    },
  },
  {
    row: 'give a programme or a shift back to the guide',
    shows: '[MATCH-04]',
    from: dayOf,
    act: async (acts, desk) => {
      await acts.press(programme(desk, 'Финал кубка').getByRole('button', { name: /^Ещё действия/ }))
      await acts.press(desk.page.getByRole('menuitem', { name: 'Вернуть телегиду' }))
    },
    seen: (desk) => expect.poll(() => titleAt(desk, 600)).toBe('Sevimli koʻrsatuvi 10'),
  },
  {
    row: 'add a programme into a gap',
    shows: '[MATCH-04]',
    from: dayOf,
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Заполнить пропуск 12:00–13:00' }))
      await acts.type(page.getByRole('dialog').getByLabel('Название по-русски'), 'Музыка')
      await acts.key('Enter')
    },
    seen: (desk) => expect.poll(() => titleAt(desk, 720)).toBe('Музыка'),
  },
  {
    row: 'hide a programme, or show it again',
    shows: '[MATCH-04]',
    from: dayOf,
    act: async (acts, desk) => {
      await acts.press(
        programme(desk, 'Sevimli koʻrsatuvi 20').getByRole('button', { name: /^Ещё действия/ }),
      )
      await acts.press(desk.page.getByRole('menuitem', { name: 'Скрыть' }))
    },
    seen: (desk) => expect.poll(async () => (await siteProgrammes(desk)).has(1200)).toBe(false),
  },
  {
    row: 'shift the programmes of a day, of its rest, or from now on',
    shows: '[MATCH-04]',
    from: dayOf,
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Сдвинуть' }))
      await acts.type(page.getByRole('dialog').getByLabel('На сколько минут'), '5')
      await acts.key('Enter')
    },
    seen: (desk) => expect.poll(() => titleAt(desk, 605)).toBe('Sevimli koʻrsatuvi 10'),
  },
  {
    row: 'give all of a channel back to the guide',
    shows: '[MATCH-04]',
    from: dayOf,
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('button', { name: 'Ещё действия: Sevimli' }))
      await acts.press(page.getByRole('menuitem', { name: 'Вернуть телегиду всё' }))
      await acts.press(page.getByRole('alertdialog').getByRole('button', { name: 'Вернуть всё' }))
    },
    seen: async (desk) => {
      await expect.poll(() => titleAt(desk, 600)).toBe('Sevimli koʻrsatuvi 10')
      await expect.poll(() => titleAt(desk, 720)).toBeUndefined()
    },
  },
]

const blackouts = ({ page }: Desk) => page.getByRole('list', { name: 'Запреты показа' }).getByRole('listitem')

const blackoutTasks: readonly Task[] = [
  {
    row: 'forbid a channel, or hours of it, by region and device',
    shows: '[CHAN-05]',
    from: (desk) => `/channels/${desk.cid('Qish')}`,
    act: async (acts, { page }) => {
      await acts.press(page.getByRole('link', { name: 'Запретить показ' }))
      await acts.type(page.getByLabel('Конец'), inDays(3))
      await acts.press(page.getByRole('button', { name: 'Сохранить' }))
    },
    seen: async ({ page }) => {
      await page.waitForURL(/\/console\/blackouts\/\d+$/)
      await page.getByRole('heading', { level: 1, name: /Qish/ }).waitFor()
    },
  },
  {
    row: 'see what may not be shown now, what is to come and what was',
    shows: '[CHAN-05]',
    from: '/blackouts',
    act: (acts, { page }) => acts.press(page.getByRole('button', { name: /^Сейчас/ })),
    seen: (desk) => blackouts(desk).filter({ hasText: 'Qish' }).waitFor(),
  },
  {
    row: 'end it now',
    shows: '[CHAN-05]',
    from: '/blackouts',
    act: (acts, desk) =>
      acts.press(blackouts(desk).filter({ hasText: 'Qish' }).getByRole('button', { name: 'Снять сейчас' })),
    seen: async (desk) => {
      await desk.message(/^Снято: /).waitFor()
      await desk.page.getByRole('button', { name: 'Снять сейчас' }).waitFor({ state: 'detached' })
    },
  },
]

export const guideTasks: readonly Task[] = [...matchingTasks, ...timelineTasks, ...blackoutTasks]
