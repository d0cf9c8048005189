import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { ChannelCards } from './channel-cards.tsx'

it('[PROF-02] channels that a profile may not watch now stand at the end, others without a guide in their places', async () => {
  simulateServer()
  const list = [
    buildChannel(1, { now: null, is_closed: 1 }),
    buildChannel(2, { now: null }),
    buildChannel(3, { now: buildProgramme(7) }),
  ]
  await show(<ChannelCards list={list} showLock={false} />, { as: viewer, at: '/tv' })
  const ids = screen.getAllByRole('link').map((card) => card.getAttribute('href')?.split('/').pop())
  expect(ids).toEqual(['2', '3', '1'])
})
