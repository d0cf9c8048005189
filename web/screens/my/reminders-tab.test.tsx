import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Reminder, reminders } from '#contract/channels/reminders.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { MyScreen } from './my-screen.tsx'

/** 13:00 in Tashkent. */
const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(reminders.remove, {})
})

function reminder(id: number, title: string, more: Partial<Reminder>): Reminder {
  return {
    ...{
      id,
      pid: id,
      cid: 5,
      channel_name: 'Спорт',
      logo: '',
      title,
      sub_title: '',
      season: null,
      episode: null,
    },
    ...{ begin_time: nowSec + 7200, end_time: nowSec + 9000, state: 'coming', href: '/channel/5', ...more },
  }
}
const list = [
  reminder(1, 'Утро', { state: 'past', href: '/tvArchive/5/1', begin_time: nowSec - 7200 }),
  reminder(2, 'Ночь', { state: 'past', href: '', begin_time: nowSec - 9200 }),
  reminder(3, 'Опера', { state: 'gone', href: '' }),
  reminder(4, 'Балет', { state: 'hidden', href: '' }),
  reminder(5, 'Футбол', {}),
  reminder(6, 'Концерт', { state: 'now', begin_time: nowSec - 600, end_time: nowSec + 600 }),
]
const open = () => show(<MyScreen />, { at: '/my/reminders', as: viewer })
const links = () =>
  within(screen.getAllByRole('list').at(-1) as HTMLElement)
    .getAllByRole('link')
    .map((one) => [words(one), one.getAttribute('href')])

describe('[FOLLOW-01] the reminders of a viewer', () => {
  it('are those to come first; each says what became of it, with a way on', async () => {
    server.responds(reminders.list, { minutes_before: 5, reminders: list })
    await open()
    await screen.findByText('6 передач')
    const shown = links()
    expect(shown.map(([, href]) => href)).toEqual([
      ...['/channel/5', '/channel/5', '/channel/5', '/tv', '/tvArchive/5/1', '/channel/5'],
    ])
    const notes = ['Идёт сейчас', '', 'Её больше нет в программе', 'Канал сейчас не показывается']
    for (const [at, note] of [...notes, 'Закончилась, есть запись', 'Закончилась, записи нет'].entries())
      expect(shown[at]?.[0]).toContain(note)
  })

  it('are removed by the viewer', async () => {
    server.responds(reminders.list, { minutes_before: 5, reminders: list })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Выбрать' }))
    await user.click(screen.getByRole('checkbox', { name: /Опера/ }))
    await user.click(screen.getByRole('button', { name: 'Удалить' }))
    expect(screen.queryByText('Опера')).toBeNull()
  })

  it('come at the time that the viewer chooses; one that is not saved is shown as it was', async () => {
    server.responds(reminders.list, { minutes_before: 5, reminders: list })
    server.responds(reminders.settings, { minutes_before: 15 })
    const { user } = await open()
    const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Когда напоминать' })
    await screen.findByText('6 передач')
    await user.selectOptions(choice(), '15')
    await waitFor(() => expect(server.requests(reminders.settings)).toHaveLength(1))
    expect(choice().value).toBe('15')
    server.isLost(reminders.settings)
    await user.selectOptions(choice(), '0')
    await waitFor(() => expect(choice().value).toBe('15'))
  })

  it('lead to the guide when there are none', async () => {
    server.responds(reminders.list, { minutes_before: 5, reminders: [] })
    await open()
    await screen.findByText('Напоминаний пока нет')
    expect(screen.getByRole('link', { name: 'К программе передач' }).getAttribute('href')).toBe('/tv')
  })
})
