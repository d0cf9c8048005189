import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { profiles } from '#contract/accounts/profiles.ts'
import { type Recording, recordings } from '#contract/channels/recordings.ts'
import { show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { savedSecOf } from '#web/player/recordings/recording-source.ts'
import { MyScreen } from './my-screen.tsx'

const nowSec = 1_800_000_000
const [hourSec, daySec] = [3600, 86_400]
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(recordings.remove, {})
  server.responds(recordings.restore, {})
})

function recording(id: number, title: string, more: Partial<Recording> = {}): Recording {
  return {
    ...{
      id,
      profile_no: 0,
      pid: id,
      cid: 5,
      channel_name: 'Спорт',
      logo: '',
      title,
      sub_title: '',
      season: null,
      episode: null,
    },
    ...{ description: '', age_rating: '', begin_time: nowSec - 2 * hourSec, end_time: nowSec - hourSec },
    ...{ state: 'ready', recorded_percent: 100, locked: 0, opened_by: '', position_sec: 0 },
    expires_at: nowSec + 100 * daySec,
    ...more,
  }
}

async function open(list: readonly Recording[], usedSec = 5400, grantedSec = 10 * hourSec) {
  server.responds(recordings.list, { used_sec: usedSec, granted_sec: grantedSec, recordings: [...list] })
  return show(
    <>
      <MyScreen />
      <Toaster />
    </>,
    { at: '/my/recordings', as: viewer },
  )
}

describe('[FOLLOW-03] the list of recordings', () => {
  it('says how many hours are used, and the state of each', async () => {
    await open([
      recording(1, 'Матч', { state: 'waiting', begin_time: nowSec + 60, end_time: nowSec + hourSec }),
      recording(2, 'Опера', { position_sec: 600 }),
      recording(3, 'Кино', { state: 'partial', recorded_percent: 60 }),
      recording(4, 'Балет', { locked: 1, opened_by: 'Базовый' }),
      recording(5, 'Цирк', { expires_at: nowSec + 3 * daySec }),
    ])
    await screen.findByText(/Занято 1 ч 30 мин из 10 ч/)
    const row = (title: string) => screen.getByRole('heading', { name: title }).closest('li') as HTMLElement
    expect(words(row('Матч'))).toContain('Запишется, когда начнётся')
    expect(within(row('Матч')).queryByRole('button', { name: /Смотреть/ })).toBeNull()
    expect(within(row('Опера')).getByRole('button', { name: 'Продолжить: Опера' })).toBeTruthy()
    expect(words(row('Кино'))).toContain('Записано 60 %')
    expect(words(row('Балет'))).toContain('Запись откроется с тарифом «Базовый»')
    expect(within(row('Балет')).getByRole('link', { name: 'К тарифам' }).getAttribute('href')).toBe('/tariff')
    expect(words(row('Цирк'))).toContain('Удалится через 3 дня')
  })

  it('deletes one, and takes it back', async () => {
    const { user } = await open([recording(1, 'Матч'), recording(2, 'Опера')])
    await user.click(await screen.findByRole('button', { name: 'Удалить: Матч' }))
    await screen.findByText('Удалена 1 запись')
    expect(screen.queryByRole('heading', { name: 'Матч' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Вернуть' }))
    await screen.findByRole('heading', { name: 'Матч' })
    expect(server.requests(recordings.remove).map(({ input }) => input['id'])).toEqual([1])
    expect(server.requests(recordings.restore).map(({ input }) => input['id'])).toEqual([1])
  })

  it('shows the way to the guide without recordings', async () => {
    await open([], 0)
    await screen.findByRole('link', { name: 'К программе передач' })
  })

  it('shows the way to the tariffs without hours', async () => {
    await open([], 0, 0)
    await screen.findByText(/подключите тариф с часами/)
    expect(screen.getByRole('link', { name: 'К тарифам' }).getAttribute('href')).toBe('/tariff')
  })

  it('says what happens when the tariff has fewer hours than are used', async () => {
    await open([recording(1, 'Матч')], 3 * hourSec, 2 * hourSec)
    await screen.findByText(/Сохранённое мы не удаляем/)
  })

  it('saves the second of the programme, and none near its end', () => {
    const played = { beginSec: 1000, endSec: 4600 }
    expect([950, 1000, 1500, 4539, 4545, 4700].map((sec) => savedSecOf(played, sec * 1000))).toEqual([
      0, 0, 500, 3539, 0, 0,
    ])
  })
})

describe('[PROF-01] recordings in a family', () => {
  const list = [recording(1, 'Матч'), recording(2, 'Мультфильм', { profile_no: 1 })]
  const isFamily = (current: number) =>
    server.responds(profiles.list, {
      current,
      profiles: [
        { no: 0, name: 'Родители', is_child: 0 },
        { no: 1, name: 'Малика', is_child: 1 },
      ],
    })
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

  it('say who keeps them, and are narrowed to one’s own', async () => {
    isFamily(0)
    const { user } = await open(list)
    await screen.findByText('Профиль: Малика')
    expect(screen.queryByText('Профиль: Родители')).toBeNull()
    expect(titles()).toEqual(['Матч', 'Мультфильм'])
    await user.click(screen.getByRole('switch', { name: 'Только мои' }))
    expect(titles()).toEqual(['Матч'])
  })

  it('are not deleted by a child', async () => {
    isFamily(1)
    await open(list)
    await screen.findByText('Здесь записи, которые тебе можно смотреть. Сохраняют и удаляют их взрослые.')
    expect(screen.queryByRole('button', { name: /Удалить/ })).toBeNull()
    expect(screen.getAllByRole('button', { name: /Смотреть/ })).toHaveLength(2)
  })
})
