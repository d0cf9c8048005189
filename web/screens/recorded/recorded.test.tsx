import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { broadcastTitles } from '#contract/films/broadcast-titles.ts'
import { buildRecordedBroadcast, buildRecordedTitle } from '#tests/kit/dom/build-recorded.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { RecordedScreen } from './recorded-screen.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

const inDays = (days: number) => Math.floor(Date.now() / 1000 + days * 86_400)
const open = (language: 'ru' | 'uz' = 'ru') =>
  show(<RecordedScreen />, { at: '/recorded/7', as: viewer, language })

describe('[FOLLOW-04] the page of a film in the archive', () => {
  it('shows it like a film, and plays its best broadcast', async () => {
    server.responds(broadcastTitles.detail, { title: buildRecordedTitle(7, { expires_at: inDays(1.5) }) })
    await open()
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Старый сад')
    expect(screen.getByText('1979 · Драма · 12+')).toBeTruthy()
    expect(screen.getByText('О саде и его хозяине.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Смотреть запись' }).getAttribute('href')).toBe('/tvArchive/5/70')
    expect(screen.getByText('ещё 1 день')).toBeTruthy()
  })

  it('lists the episodes of a series, with what is missing and what needs a tariff', async () => {
    const all = [
      buildRecordedBroadcast(2, { episode: 8, season: 2, expires_at: inDays(5.5) }),
      buildRecordedBroadcast(1, { episode: 7, is_complete: 0, is_available: 0 }),
    ]
    server.responds(broadcastTitles.detail, { title: buildRecordedTitle(7, {}, { is_series: 1, all }) })
    await open()
    const list = await screen.findByRole('region', { name: 'Серии в записи' })
    const rows = within(list).getAllByRole('link')
    expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/tvArchive/5/2', '/tvArchive/5/1'])
    expect(rows[0]?.textContent).toMatch(/Сезон 2, серия 8.*Канал 5.*ещё 5 дней/)
    expect(rows[1]?.textContent).toMatch(/Серия 7.*Запись неполная · По подписке/)
  })

  it('says when it is gone', async () => {
    server.rejects(broadcastTitles.detail, { failure: 'broadcast_title_not_found', message: 'нет' })
    await open()
    expect(await screen.findByText('Этой записи больше нет')).toBeTruthy()
  })
})
