import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { serviceStatus } from '#contract/site/service-status.ts'
import { site } from '#contract/site/site.ts'
import { show } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { StatusScreen } from './status-screen.tsx'

type Status = ResponseOf<typeof serviceStatus.state>

const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(site.about, {
    ...{ company: 'Ekran', support_phone: '+998 71 200-00-00' },
    ...{ name_ru: 'Ekran', name_uz: 'Ekran', logo: '' },
  })
})

async function open(status: Partial<Status>, language: 'ru' | 'uz' = 'ru') {
  const good = { state: 'good', channels: 200, down: [], notices: [], checked_at: nowSec } as const
  server.responds(serviceStatus.state, { ...good, ...status } as Status)
  return show(<StatusScreen />, { at: '/status', language })
}

const works = { id: 1, kind: 'works', title: 'Замена оборудования', text: 'На минуту' } as const

describe('[HEALTH-03] the page of the service’s state', () => {
  it('says that all works, when the channels were looked at, and whom to call', async () => {
    await open({})
    expect((await screen.findByRole('status')).textContent).toBe('Всё работает')
    expect(screen.getByText('Показывают все 200 каналов')).toBeTruthy()
    expect(screen.getByText(/Работ не запланировано/)).toBeTruthy()
    expect(await screen.findByText(/\+998 71 200-00-00/)).toBeTruthy()
    expect(screen.getByText(/^Каналы проверены сегодня, /)).toBeTruthy()
  })

  it('lists the channels off the air, each with its link and since when', async () => {
    const down = [{ cid: 7, number: 12, name: 'Sport', logo: '', since: nowSec - 600 }]
    await open({ state: 'trouble', down })
    expect((await screen.findByRole('status')).textContent).toBe('Есть неполадки, мы уже занимаемся')
    expect(screen.getByRole('heading', { name: 'Не показывает 1 канал из 200' })).toBeTruthy()
    const link = screen.getByRole('link', { name: /12 Sport/ })
    expect(link.getAttribute('href')).toMatch(/\/channel\/7$/)
    expect(link.textContent).toMatch(/с сегодня, \d\d:\d\d/)
    expect(screen.queryByText(/Работ не запланировано/)).toBeNull()
  })

  it('has what goes on, what is planned with the nearest first, and what is over', async () => {
    await open({
      state: 'works',
      notices: [
        {
          ...works,
          id: 1,
          state: 'planned',
          title: 'Позже',
          begins_at: nowSec + 90_000,
          ends_at: nowSec + 93_600,
        },
        {
          ...works,
          id: 2,
          state: 'planned',
          title: 'Раньше',
          begins_at: nowSec + 9000,
          ends_at: nowSec + 9600,
        },
        {
          ...works,
          id: 3,
          state: 'on',
          kind: 'outage',
          title: 'Обрыв',
          begins_at: nowSec - 60,
          ends_at: null,
        },
        { ...works, id: 4, state: 'ended', title: 'Было', begins_at: nowSec - 9000, ends_at: nowSec - 8000 },
      ],
    })
    const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)
    await screen.findByRole('heading', { name: 'Обрыв' })
    expect(headings()).toEqual([
      'Состояние сервиса',
      ...['Сейчас', 'Обрыв'],
      ...['Запланировано', 'Раньше', 'Позже'],
      ...['За последние две недели', 'Было'],
    ])
    expect(screen.getByRole('heading', { name: 'Обрыв' }).parentElement?.textContent).toContain(
      'пока не исправим',
    )
  })

  it('does not claim that all is well without fresh figures, in Uzbek too', async () => {
    await open({ state: 'unknown', checked_at: null }, 'uz')
    expect((await screen.findByRole('status')).textContent).toBe('Hozir kanallar haqida yangi maʼlumot yoʻq')
    expect(screen.queryByText(/200 ta/)).toBeNull()
  })
})
