import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { blackouts } from '#contract/playback/blackouts.ts'
import { show } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { BlackoutNote } from './blackout-note.tsx'

const nowSec = 1_800_000_000
const closed = { from: nowSec - 60, until: nowSec + 60, message: 'Матч не показываем', pid: null }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  simulateServer().responds(blackouts.list, {
    blackouts: [
      { ...closed, target: 'hours', cid: 5, vid: null, holds: ['live', 'archive'] },
      { ...closed, target: 'title', cid: null, vid: 7, holds: ['download'] },
    ],
  })
})

it('[CHAN-05] says the words beside a programme that a blackout touches, and beside no other', async () => {
  await show(
    <>
      <BlackoutNote subject={{ cid: 5, beginSec: nowSec - 3600, endSec: nowSec }} />
      <BlackoutNote subject={{ cid: 5, beginSec: nowSec + 60, endSec: nowSec + 3600 }} />
      <BlackoutNote subject={{ cid: 6, beginSec: nowSec - 3600, endSec: nowSec }} />
      <BlackoutNote subject={{ vid: 7 }} />
    </>,
  )
  await screen.findByText('Матч не показываем')
  expect(screen.getAllByText('Матч не показываем')).toHaveLength(1)
})
