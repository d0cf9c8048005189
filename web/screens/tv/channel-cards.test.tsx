import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { storedProfile } from '#web/session/profile.ts'
import { ChannelCards } from './channel-cards.tsx'

const list = [
  buildChannel(1, { now: null }),
  buildChannel(2, { now: buildProgramme(7) }),
  buildChannel(3, { now: null }),
]
const profile = {
  ...{ no: 1, name: 'Т', picture: 'owl', colour: 'lapis', isChild: true, isLimited: true, count: 2 },
}

it.each([
  ['at the end where the profile is not told what is on', true, ['2', '1', '3']],
  ['in their places where there is just no guide', false, ['1', '2', '3']],
])('[PROF-02] channels without a programme stand %s', async (_, hides, order) => {
  simulateServer()
  storedProfile.set({ ...profile, hides })
  await show(<ChannelCards list={list} showLock={false} />, { as: viewer, at: '/tv' })
  const ids = screen.getAllByRole('link').map((card) => card.getAttribute('href')?.split('/').pop())
  expect(ids).toEqual(order)
})
