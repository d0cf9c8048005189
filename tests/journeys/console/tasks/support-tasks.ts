/** Tasks of the call centre: a caller is found, understood and helped. */
import { expect } from 'vitest'
import { seeHeading } from '#tests/kit/browser/staff-visitor.ts'
import {
  button,
  cardOf,
  confirm,
  darkChannel,
  dialog,
  history,
  loadSubscribers,
  mayLogIn,
  television,
} from './care-content.ts'
import type { Desk } from './desk.ts'
import type { Task } from './task.ts'

const rows = ({ page }: Desk) => page.getByRole('list', { name: 'Найденные абоненты' }).getByRole('link')
const shown = ({ page }: Desk, text: string | RegExp) =>
  page.getByText(text, { exact: true }).first().waitFor()

function finding(of: string, typed: string, name: string): Task {
  return {
    ...{ of, shows: '[CARE-01]', from: '/subscribers' },
    row: 'find a subscriber by the last four digits, a part of the number, a name in either alphabet, a device, its address or a note',
    act: (acts, { page }) => acts.type(page.getByRole('searchbox', { name: 'Найти абонента' }), typed),
    seen: (desk) => expect.poll(() => rows(desk).allInnerTexts()).toEqual([name]),
  }
}

const findingTasks: readonly Task[] = [
  { ...finding('last four digits', '4567', 'Шерзод Юсупов'), before: loadSubscribers },
  finding('name in the other alphabet', 'sherzad', 'Шерзод Юсупов'),
  finding('device', 'UE43', 'Sinov'),
  {
    row: 'open the first that fits',
    shows: '[CARE-01]',
    from: '/subscribers?q=4567',
    ready: async (desk) => {
      await rows(desk).first().waitFor()
      await desk.page.getByRole('searchbox', { name: 'Найти абонента' }).focus()
    },
    act: (acts) => acts.key('Enter'),
    seen: ({ page }) => seeHeading(page, 'Шерзод Юсупов'),
  },
  {
    row: 'see the state in one sentence, the tariffs with the next charge, the balance, devices, cards and what plays now',
    shows: '[CARE-02]',
    from: cardOf('trial'),
    seen: async (desk) => {
      await desk.page.getByText(/^Пользуется без оплаты до/).waitFor()
      await desk.page.getByText(television).first().waitFor()
      await shown(desk, 'Сейчас ничего не смотрит')
    },
  },
  {
    row: 'write a note for the other members of staff, by whose words the subscriber is then found',
    shows: '[CARE-02]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      await acts.type(desk.page.getByLabel('Новая заметка'), 'Просил перезвонить')
      await acts.press(button(desk, 'Добавить заметку'))
    },
    seen: async (desk) => {
      await history(desk).getByText('Просил перезвонить').waitFor()
      expect(await desk.command('subscribers', 'find', 'perezvonit')).toContain('30000001')
    },
  },
  {
    row: 'see what happened of one kind: logins, payments, charges, messages, complaints, acts of the staff',
    shows: '[CARE-02]',
    from: cardOf('trial'),
    act: (acts, { page }) =>
      acts.press(page.getByRole('group', { name: 'Что показывать' }).getByRole('button', { name: 'Входы' })),
    seen: (desk) => history(desk).getByText('Вход', { exact: true }).first().waitFor(),
  },
]

const whyTasks: readonly Task[] = [
  {
    row: 'find out why somebody cannot watch a channel or a film: one sentence, and everything that was checked',
    shows: '[CARE-03]',
    from: cardOf('trial'),
    act: async (acts, { page }) => {
      await acts.type(page.getByRole('searchbox', { name: 'Что не открывается' }), darkChannel)
      await acts.press(
        page.getByRole('list', { name: 'Найденное' }).getByRole('button', { name: darkChannel }).first(),
      )
    },
    seen: ({ page }) => page.getByText(`Канал «${darkChannel}» выключен`).waitFor(),
  },
  {
    row: 'mend it: stop another device, copy what must be paid, go to the tariffs, the channel, the film, the blackout, the queue',
    shows: '[CARE-03]',
    from: cardOf('trial'),
    ready: async ({ page }) => {
      await page.getByRole('searchbox', { name: 'Что не открывается' }).fill(darkChannel)
      await page
        .getByRole('list', { name: 'Найденное' })
        .getByRole('button', { name: darkChannel })
        .first()
        .click()
    },
    act: (acts, { page }) => acts.press(page.getByRole('link', { name: 'Открыть канал' })),
    seen: ({ page }) => page.getByRole('heading', { level: 1, name: darkChannel }).waitFor(),
  },
]

const moneyTasks: readonly Task[] = [
  {
    row: 'give a ready gift (an apology in soʻm or days)',
    shows: '[CARE-04]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Извинение: 5 000 сум'))
      await confirm(acts, desk, 'Начислить', '')
    },
    seen: (desk) => shown(desk, '5\u00a0000\u00a0сум'),
  },
  {
    row: 'credit or debit the balance, and see before what it does (suspended tariffs go on)',
    of: 'credit',
    shows: '[CARE-04]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Начислить'))
      await acts.type(dialog(desk).getByLabel('Сумма, сум'), '100000')
      await dialog(desk)
        .getByText(/→ 105\s000/)
        .waitFor()
      await confirm(acts, desk, 'Начислить', 'Двойное списание')
    },
    seen: (desk) => shown(desk, '105\u00a0000\u00a0сум'),
  },
  {
    row: 'take a credit, a debit or given days back',
    shows: '[CARE-04]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      const line = history(desk).getByRole('listitem').filter({ hasText: 'Извинение: 5' })
      await acts.press(line.getByRole('button', { name: 'Отменить' }))
      await confirm(acts, desk, 'Отменить', 'Не тому абоненту')
    },
    seen: (desk) => shown(desk, '100\u00a0000\u00a0сум'),
  },
  {
    row: 'see that a debit takes more than there is, before anything is sent',
    shows: '[CARE-04]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Снять'))
      await acts.type(dialog(desk).getByLabel('Сумма, сум'), '900000')
    },
    seen: async (desk) => {
      await dialog(desk)
        .getByText(/100\s000/)
        .first()
        .waitFor()
      expect(await dialog(desk).getByRole('button', { name: 'Снять', exact: true }).isDisabled()).toBe(true)
    },
  },
  {
    row: 'connect, change or resume a tariff at the price that is shown',
    shows: '[CARE-04]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Подключить тариф'))
      await dialog(desk)
        .getByText(/включится сейчас, спишется/)
        .waitFor()
      await confirm(acts, desk, 'Подключить тариф', 'Просил по телефону')
    },
    seen: async (desk) => {
      await shown(desk, 'действует')
      await shown(desk, '71\u00a0000\u00a0сум')
    },
  },
  {
    row: 'give days on a tariff',
    shows: '[CARE-04]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Подарить дни'))
      await dialog(desk)
        .getByText(/списания не будет/)
        .waitFor()
      await confirm(acts, desk, 'Подарить дни', 'Перебой')
    },
    seen: (desk) => history(desk).getByText('Подарены дни').waitFor(),
  },
  {
    row: "switch a tariff's renewal off or on, or the tariff off at once",
    of: 'renewal off',
    shows: '[CARE-04]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Действия с тарифом «Домашний»'))
      await acts.press(desk.page.getByRole('menuitem', { name: 'Выключить продление' }))
      await confirm(acts, desk, 'Выключить продление', 'Уезжает')
    },
    seen: ({ page }) => page.getByText(/^Закончится .*продление выключено/).waitFor(),
  },
]

const accessTasks: readonly Task[] = [
  {
    row: 'rename a device, sign it out, or ban it',
    of: 'banned',
    shows: '[CARE-04]',
    from: cardOf('trial'),
    act: async (acts, desk) => {
      await acts.press(
        desk.page.getByRole('button', { name: new RegExp(`^Действия с устройством «.*${television}`) }),
      )
      await acts.press(desk.page.getByRole('menuitem', { name: 'Запретить вход' }))
      await confirm(acts, desk, 'Запретить вход', 'Чужой телевизор')
    },
    seen: async (desk) => {
      await shown(desk, 'Вход запрещён')
      expect(await mayLogIn(desk)).toBe(false)
    },
  },
  {
    row: 'let a banned device in again',
    shows: '[CARE-04]',
    from: cardOf('trial'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Снять запрет'))
      await confirm(acts, desk, 'Снять запрет', 'Свой')
    },
    seen: async (desk) => {
      await button(desk, 'Снять запрет').waitFor({ state: 'detached' })
      expect(await mayLogIn(desk)).toBe(true)
    },
  },
  {
    row: 'change the phone or the name, block or unblock, sign out everywhere',
    of: 'blocked',
    shows: '[CARE-04]',
    from: cardOf('trial'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Другие действия'))
      await acts.press(desk.page.getByRole('menuitem', { name: 'Заблокировать' }))
      await confirm(acts, desk, 'Заблокировать', 'Перепродажа')
    },
    seen: async (desk) => {
      await desk.page
        .getByText(/^Заблокирован/)
        .first()
        .waitFor()
      expect(await mayLogIn(desk)).toBe(false)
    },
  },
  {
    row: 'change the phone or the name, block or unblock, sign out everywhere',
    of: 'the phone',
    shows: '[CARE-04]',
    from: cardOf('sherzod'),
    act: async (acts, desk) => {
      await acts.press(button(desk, 'Другие действия'))
      await acts.press(desk.page.getByRole('menuitem', { name: 'Сменить телефон' }))
      await acts.type(dialog(desk).getByLabel('Новый телефон'), '+998 90 222-33-44')
      await confirm(acts, desk, 'Сменить телефон', 'Новый номер')
    },
    seen: ({ page }) => page.getByText('+998 90 222-33-44').first().waitFor(),
  },
]

export const supportTasks: readonly Task[] = [...findingTasks, ...whyTasks, ...moneyTasks, ...accessTasks]
