import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  type BroadcastTitleCard,
  broadcastTitles,
  type RecordedBroadcast,
} from '#contract/films/broadcast-titles.ts'
import { show } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { RecordedFilms } from './recorded-films.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

const best: RecordedBroadcast = {
  ...{ pid: 7, cid: 5, channel_name: 'Yoshlar', logo: '', begin_time: 0, end_time: 3600, sub_title: '' },
  ...{ season: null, episode: null, expires_at: null, age_rating: '' },
  is_complete: 1,
  is_available: 1,
  href: '/tvArchive/5/7',
}
const film: BroadcastTitleCard = {
  ...{ id: 1, vid: null, name: 'Абдуллажан', year: 1991, genres: ['комедия'] },
  is_series: 0,
  ...{ age_rating: '', poster: '', broadcasts: 1, best, href: '/recorded/1' },
}

it('[FOLLOW-04] films in the archive of channels are opened and closed by a button', async () => {
  server.responds(broadcastTitles.list, { titles: [film] })
  const { user } = await show(<RecordedFilms />, { at: '/movies' })
  const button = await screen.findByRole('button', { name: 'Кино в записи' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('link', { name: /Абдуллажан/ })).toBeNull()
  await user.click(button)
  const rail = await screen.findByRole('region', { name: 'Кино в записи' })
  expect(
    within(rail)
      .getByRole('link', { name: /Абдуллажан/ })
      .getAttribute('href'),
  ).toBe('/recorded/1')
  expect(server.requests(broadcastTitles.list)[0]?.input).toMatchObject({ kind: 'films' })
  await user.click(button)
  expect(screen.queryByRole('link', { name: /Абдуллажан/ })).toBeNull()
})

it('[FOLLOW-04] where there are none, nothing is shown', async () => {
  server.responds(broadcastTitles.list, { titles: [] })
  await show(<RecordedFilms />, { at: '/movies' })
  await expect.poll(() => server.requests(broadcastTitles.list).length).toBe(1)
  expect(screen.queryByRole('button')).toBeNull()
})
