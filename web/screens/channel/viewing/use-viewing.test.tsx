import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels, type Programme } from '#contract/channels/channels.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { settle, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'
import { useViewing, type BoundViewing } from './use-viewing.ts'

const nowSec = 1_800_000_000
const past = buildProgramme(1, { begin_time: nowSec - 7200, end_time: nowSec - 3600 })
const onAir = buildProgramme(2, { begin_time: nowSec - 3600, end_time: nowSec + 3600 })
const both = [past, onAir]

let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(channels.url, { url: '/live.m3u8?ticket=a' })
  server.responds(channels.programmeUrl, { url: '/archive.m3u8?ticket=a' })
})

interface Visit {
  readonly pid?: number | null
  readonly programmes?: readonly Programme[]
  readonly moment?: { readonly offsetSec: number } | null
}

/** A channel's page with only playback. */
async function open({ pid = null, programmes = both, moment = null }: Visit = {}) {
  const { playback, engine } = simulatedPlayback()
  const onFollow = vi.fn()
  const bound: { current: BoundViewing | null } = { current: null }
  function Page() {
    const result = useViewing({ playback, cid: 5, pid, moment, minute: null, programmes, onFollow })
    useEffect(() => {
      bound.current = result
    })
    const { viewing } = result
    return <output>{viewing.kind === 'live' ? 'live' : `${viewing.pid} from ${viewing.offsetSec}`}</output>
  }
  await show(<Page />, { at: '/channel/5', as: viewer })
  await waitFor(() => expect(engine.loads).not.toEqual([]))
  return { playback, engine, onFollow, viewing: () => bound.current as BoundViewing }
}

/** The last `windowSec` seconds are loaded, and playback is `behindSec` before the present. */
async function plays(engine: Awaited<ReturnType<typeof open>>['engine'], behindSec: number, windowSec = 600) {
  const facts = {
    positionSec: windowSec - behindSec,
    seekStartSec: 0,
    seekEndSec: windowSec,
    originMs: (nowSec - windowSec) * 1000,
  }
  await act(async () => {
    engine.tell({ kind: 'first_picture' })
    engine.report(facts as Partial<EngineSnapshot>)
    await settle()
  })
}

const shown = () => screen.getByRole('status').textContent
const doing = (work: () => void) =>
  act(async () => {
    work()
    await settle()
  })

describe('[GUIDE-05] seeking on a channel', () => {
  it('inside the loaded stretch seeks there, without another address', async () => {
    const { engine, viewing } = await open()
    await plays(engine, 0)
    await doing(() => viewing().seekTo((nowSec - 300) * 1000))
    expect(engine.facts.positionSec).toBe(300)
    expect(viewing().atMs()).toBe((nowSec - 300) * 1000)
    expect(server.requests(channels.programmeUrl)).toEqual([])
  })

  it('before the loaded stretch opens the recording of that moment', async () => {
    const { engine, viewing } = await open()
    await plays(engine, 0)
    await doing(() => viewing().seekTo((nowSec - 7000) * 1000))
    expect(shown()).toBe('1 from 200')
    await waitFor(() => expect(server.requests(channels.programmeUrl)[0]?.input).toMatchObject({ pid: '1' }))
  })

  it('to the present leads to live television', async () => {
    const { engine, viewing } = await open({ pid: 1 })
    await plays(engine, 300)
    expect(shown()).toBe('1 from 0')
    await doing(() => viewing().goLive())
    expect(shown()).toBe('live')
    await waitFor(() => expect(server.requests(channels.url)).toHaveLength(1))
  })

  it('restarts the programme of that moment', async () => {
    const { engine, viewing } = await open()
    await plays(engine, 0)
    let did = false
    await doing(() => (did = viewing().startOver()))
    expect([did, shown()]).toEqual([true, '2 from 0'])
  })

  it('does not restart a programme that is not recorded', async () => {
    const { engine, viewing } = await open({ programmes: [{ ...onAir, url: null }] })
    await plays(engine, 0)
    let did = true
    await doing(() => (did = viewing().startOver()))
    expect([did, shown()]).toEqual([false, 'live'])
  })

  it('resumes after a long pause from the recording, because the live window has moved on', async () => {
    const { engine, viewing } = await open()
    await plays(engine, 500)
    await doing(() => viewing().togglePlay())
    await doing(() => engine.report({ seekStartSec: 400, seekEndSec: 1000, paused: true }))
    await doing(() => viewing().togglePlay())
    expect(shown()).toBe(`2 from ${3600 - 500}`)
  })

  it('pauses and resumes in place while the position is loaded', async () => {
    const { engine, viewing } = await open()
    await plays(engine, 100)
    await doing(() => viewing().togglePlay())
    expect(engine.facts.paused).toBe(true)
    await doing(() => viewing().togglePlay())
    expect([engine.facts.paused, shown()]).toEqual([false, 'live'])
  })
})

describe('[GUIDE-04] a recording', () => {
  it('starts at the moment of its address', async () => {
    const { engine } = await open({ pid: 1, moment: { offsetSec: 90 } })
    expect(shown()).toBe('1 from 90')
    expect(engine.loads[0]).toMatchObject({ startSec: 90 })
  })

  it('is followed by the next one at its end', async () => {
    const { engine, onFollow } = await open({ pid: 1 })
    await plays(engine, 300)
    await doing(() => engine.report({ ended: true }))
    expect(onFollow).toHaveBeenCalledWith(2)
  })

  it('is the last one where the viewer has turned automatic playback off', async () => {
    const first = await open({ pid: 1 })
    first.playback.choices.setGoesOn(false)
    await plays(first.engine, 300)
    await doing(() => first.engine.report({ ended: true }))
    expect(first.onFollow).not.toHaveBeenCalled()
  })

  it('is the last one when the next programme is not recorded', async () => {
    const { engine, onFollow } = await open({ pid: 1, programmes: [past, { ...onAir, url: null }] })
    await plays(engine, 300)
    await doing(() => engine.report({ ended: true }))
    expect(onFollow).not.toHaveBeenCalled()
  })
})
