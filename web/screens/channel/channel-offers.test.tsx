import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { settle, simulatedAddress, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'
import { ChannelOffers } from './panels/channel-offers.tsx'

beforeEach(() => {
  simulateServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 1_800_000_000_000 })
})

async function watch(as?: typeof viewer) {
  const { playback, engine, time } = simulatedPlayback()
  const ask = async () => simulatedAddress('/channel.m3u8', time.now() + 3_600_000)
  playback.open({ key: 'live:5', kind: 'live', startSec: null, ask })
  const viewing = { viewing: { kind: 'live' }, startOver: vi.fn() } as const
  await show(<ChannelOffers {...{ playback, viewing }} cid={5} programmes={[]} isCovered={false} />, {
    at: '/channel/5',
    ...(as === undefined ? {} : { as }),
  })
  await act(async () => {
    await settle()
    engine.tell({ kind: 'first_picture' })
    await settle()
  })
}

const line = () => screen.queryByRole('link', { name: /Войдите, чтобы сохранить/ })

it('[GUEST-01] a guest who has watched a channel for some minutes is told what a login keeps', async () => {
  await watch()
  await act(() => vi.advanceTimersByTimeAsync(170_000))
  expect(line()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(line()?.getAttribute('href')).toBe('/login')
  act(() => screen.getByRole('button', { name: 'Убрать' }).click())
  expect(line()).toBeNull()
})

it('[GUEST-01] a viewer is not', async () => {
  await watch(viewer)
  await act(() => vi.advanceTimersByTimeAsync(400_000))
  expect(line()).toBeNull()
})
