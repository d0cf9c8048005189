import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { promotions } from '#contract/billing/promotions.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { films } from '#contract/films/films.ts'
import { site } from '#contract/site/site.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import type { Playback } from '#player/core/playback/playback.ts'
import { MomentEnd } from './moment-end.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

const sub_tariffs = [{ price: 50_000, days: 30 }]
const playback = { state: { status: 'ended' }, subscribe: () => () => {} } as unknown as Playback

/** Each way on with its look, the first one first. */
function ways() {
  const card = within(screen.getByRole('group', { name: 'Минута закончилась' }))
  return [...card.queryAllByRole('button'), ...card.queryAllByRole('link')].map(
    (way) => `${way.textContent}: ${way.className.includes('primary') ? 'primary' : 'secondary'}`,
  )
}

it('[GUEST-02] [PROMO-02] a guest may begin the free days, and else log in', async () => {
  server.responds(site.tariffs, [{ tariff_id: 3, name_ru: 'Полный', free_days: 10, sub_tariffs }])
  await show(<MomentEnd playback={playback} access={{ state: 'login', price: null }} vid={7} />)
  const free = await screen.findByRole('link', { name: '10 дней бесплатно' })
  expect(free.getAttribute('href')).toBe('/login?step=register')
  await waitFor(() => expect(ways()).toEqual(['10 дней бесплатно: primary', 'Войти: secondary']))
})

it('[GUEST-02] [PROMO-02] a subscriber is offered those that open the film', async () => {
  server.responds(promotions.offers, {
    promotions: { item: [{ kind: 'free_days', tariff_id: 3, days: 10, price: 0, is_used: 0 }] },
  })
  const tariff = { tariff_id: 3, name_ru: 'Полный', is_base: 1, state: 'off', sub_tariffs } as const
  server.responds(subscriptions.tariffs, { tariffs: { item: [tariff] } })
  server.rejects(films.url, {
    failure: 'not_subscribed',
    message: '',
    data: { tariffs: { item: [{ tariff_id: 3 }] } },
  })
  const access = { state: 'subscribe', price: null } as const
  await show(<MomentEnd playback={playback} access={access} vid={7} />, { as: viewer })
  await screen.findByRole('button', { name: '10 дней бесплатно' })
  await waitFor(() => expect(ways()).toEqual(['10 дней бесплатно: primary', 'Выбрать тариф: secondary']))
})

it('[GUEST-02] where there are no free days the login alone is offered', async () => {
  server.responds(site.tariffs, [])
  await show(<MomentEnd playback={playback} access={{ state: 'login', price: null }} />)
  expect(ways()).toEqual(['Войти: primary'])
})
