import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FilmAddress } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import type { EngineSnapshot } from '#player/core/state/playback-state.ts'
import { storedPositions } from '#player/dom/stored-positions.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { playingFilm } from '#tests/kit/player/playing-film.ts'
import { settle, simulatedAddress, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'
import { useKeepPosition } from './use-keep-position.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(viewing.positionSet, {})
})
afterEach(() => vi.restoreAllMocks())

type Simulated = ReturnType<typeof simulatedPlayback>
interface WatchingProps {
  readonly playback: Simulated['playback']
  readonly vfid?: number
  readonly counts?: boolean
  readonly response?: FilmAddress | null
}

/** The film that the test plays has the file 1. */
function Watching({ playback, vfid = 1, counts = true, response = null }: WatchingProps) {
  useKeepPosition(playback, { vid: 7, vfid, counts }, response)
  return null
}

async function open(own: Omit<WatchingProps, 'playback'> = {}) {
  const simulated = await playingFilm()
  const page = await show(<Watching playback={simulated.playback} {...own} />, { as: viewer })
  const report = (facts: Partial<EngineSnapshot>) =>
    act(async () => {
      simulated.engine.report(facts)
      await settle()
    })
  await report({ positionSec: 0.1 })
  return { ...page, ...simulated, report, goTo: (positionSec: number) => report({ positionSec }) }
}
const saved = () => server.requests(viewing.positionSet).map(({ input }) => input['position'])
const here = () => storedPositions(viewer.abonement, 7)

describe('[PLAYER-03] the position in a film that plays', () => {
  it('is saved every fifteen seconds, as a whole number', async () => {
    const { goTo } = await open()
    for (const sec of [1, 10.4, 14, 15.6, 20, 29, 31.2]) await goTo(sec)
    expect(saved()).toEqual([16, 31])
  })

  it('is saved on pause', async () => {
    const { goTo, report } = await open()
    await goTo(8)
    await report({ paused: true })
    expect(saved()).toEqual([8])
  })

  it('is saved when the page is hidden, and not again while it stays unchanged', async () => {
    const { goTo } = await open()
    await goTo(8)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await act(async () => void window.dispatchEvent(new Event('pagehide')))
    expect(saved()).toEqual([8])
  })

  it('is not saved when the page becomes visible', async () => {
    const { goTo } = await open()
    await goTo(8)
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(saved()).toEqual([])
  })

  it('is saved when the player is closed', async () => {
    const { goTo, unmount } = await open()
    await goTo(8)
    await act(async () => unmount())
    expect(saved()).toEqual([8])
    await goTo(50)
    expect(saved()).toEqual([8])
  })

  it('is never zero', async () => {
    const { goTo, unmount } = await open()
    await goTo(0.3)
    await act(async () => unmount())
    expect(saved()).toEqual([])
    expect(here()).toEqual([])
  })

  it('of a trailer is not saved', async () => {
    const { goTo, unmount } = await open({ counts: false })
    await goTo(20)
    await act(async () => unmount())
    expect(saved()).toEqual([])
  })

  it('of the previous film is not saved while the next one is loading', async () => {
    const { goTo, unmount } = await open({ vfid: 2 })
    await goTo(20)
    await act(async () => unmount())
    expect(saved()).toEqual([])
  })

  it('is not saved before the first frame: until then it is only the requested start', async () => {
    const simulated = simulatedPlayback()
    const { unmount } = await show(<Watching playback={simulated.playback} />, { as: viewer })
    await act(async () => {
      simulated.playback.open({
        key: 'film:1',
        kind: 'film',
        startSec: 600,
        ask: async () => simulatedAddress('/film.m3u8', simulated.time.now() + 3_600_000),
      })
      await settle()
      simulated.engine.report({ positionSec: 600 })
      simulated.engine.report({ positionSec: 700 })
      await settle()
    })
    await act(async () => unmount())
    expect(saved()).toEqual([])
  })
})

describe('[PLAYER-03] a film that was watched to its end', () => {
  const titles = { kind: 'titles', begin_sec: 80, end_sec: 100 } as const
  const response = { markers: [titles] } as unknown as FilmAddress

  it('is finished where its credits start', async () => {
    const { goTo, report } = await open({ response })
    await goTo(79)
    await report({ paused: true })
    expect(here()).toMatchObject([{ sec: 79, isFinished: false }])
    await report({ paused: false })
    await goTo(81)
    await report({ paused: true })
    expect(here()).toMatchObject([{ sec: 81, isFinished: true }])
  })
})
