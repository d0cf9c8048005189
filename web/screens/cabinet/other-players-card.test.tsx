import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { otherPlayers } from '#contract/playback/other-players.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { OtherPlayersCard } from './other-players-card.tsx'

const state = (isOn: 0 | 1, isAllowed: 0 | 1) => ({ is_on: isOn, is_allowed: isAllowed, created_at: 0 })

it('leads to the tariffs where none of the account opens other players', async () => {
  simulateServer().responds(otherPlayers.state, state(0, 0))
  await show(<OtherPlayersCard />, { as: viewer, at: '/cabinet' })
  expect((await screen.findByRole('link', { name: 'Посмотреть тарифы' })).getAttribute('href')).toBe(
    '/tariff',
  )
  expect(screen.queryByRole('button', { name: 'Получить адрес' })).toBeNull()
})

it('can still be switched off there, and not renewed', async () => {
  simulateServer().responds(otherPlayers.state, state(1, 0))
  await show(<OtherPlayersCard />, { as: viewer, at: '/cabinet' })
  await screen.findByRole('button', { name: 'Отключить' })
  expect(screen.queryByRole('button', { name: 'Новый адрес' })).toBeNull()
})

it('offers the address where a tariff opens them', async () => {
  simulateServer().responds(otherPlayers.state, state(0, 1))
  await show(<OtherPlayersCard />, { as: viewer, at: '/cabinet' })
  await screen.findByRole('button', { name: 'Получить адрес' })
  expect(screen.queryByRole('link', { name: 'Посмотреть тарифы' })).toBeNull()
})
