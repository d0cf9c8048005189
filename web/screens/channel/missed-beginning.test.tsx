import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { settle, simulatedAddress, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'
import { createStore, useStore } from '#web/state/create-store.ts'
import { MissedBeginning } from './panels/missed-beginning.tsx'

const nowSec = 1_800_000_000
const film = buildProgramme(1, { title: 'Кино', begin_time: nowSec - 1800, end_time: nowSec + 1800 })

beforeEach(() => {
  simulateServer()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: nowSec * 1000 })
})

/** Tunes into channel 5 while this programme is on. */
async function tune(programme = film) {
  const { playback, engine, time } = simulatedPlayback()
  const startOver = vi.fn()
  const ask = async () => simulatedAddress('/channel.m3u8', time.now() + 3_600_000)
  playback.open({ key: 'live:5', kind: 'live', startSec: null, ask })
  const viewing = { viewing: { kind: 'live' }, startOver } as const
  const controls = createStore(false)
  function Offer() {
    const isCovered = useStore(controls)
    return <MissedBeginning {...{ playback, viewing, isCovered }} cid={5} programmes={[programme]} />
  }
  const page = await show(<Offer />, { at: '/channel/5', as: viewer })
  expect(button()).toBeNull()
  await act(async () => {
    await settle()
    engine.tell({ kind: 'first_picture' })
    await settle()
  })
  const cover = (isCovered: boolean) => act(() => controls.set(isCovered))
  return { ...page, startOver, cover }
}

function button() {
  return screen.queryByRole('button', { name: 'С начала' })
}

it('[GUIDE-05] after tuning into the middle of a programme its beginning is offered for some seconds', async () => {
  const { user, startOver } = await tune()
  await user.click(button() as HTMLElement)
  expect(startOver).toHaveBeenCalledOnce()
  act(() => void vi.advanceTimersByTime(9_000))
  expect(button()).not.toBeNull()
  act(() => void vi.advanceTimersByTime(2_000))
  expect(button()).toBeNull()
})

it('[GUIDE-05] it is not offered where nothing is recorded, nor in the first minutes', async () => {
  const page = await tune({ ...film, url: null })
  expect(button()).toBeNull()
  page.unmount()
  await tune({ ...film, begin_time: nowSec - 200 })
  expect(button()).toBeNull()
})

it('[GUIDE-05] it makes room for the controls, unless it is just being pressed', async () => {
  const { cover } = await tune()
  cover(true)
  expect(button()).toBeNull()
  cover(false)
  act(() => button()?.focus())
  cover(true)
  expect(button()).not.toBeNull()
  act(() => button()?.blur())
  expect(button()).toBeNull()
})
