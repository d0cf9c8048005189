import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stills } from '#contract/channels/stills.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { LiveStill } from './live-still.tsx'
import { watchStill } from './still-store.ts'

let server: SimulatedServer
let cid = 100
const observed = new Map<Element, (isIntersecting: boolean) => void>()

class SimulatedObserver {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    const tell = (isIntersecting: boolean) =>
      this.#tell(
        [{ target, isIntersecting, boundingClientRect: { width: 200 } } as IntersectionObserverEntry],
        this as never,
      )
    observed.set(target, tell)
  }
  unobserve(target: Element) {
    observed.delete(target)
  }
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', SimulatedObserver)
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_800_000_000_000 })
  server = simulateServer()
  // Each test has channels of its own: the stills of others are known.
  cid += 10
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  observed.clear()
})

function stillAt(sec: number) {
  return { every_sec: 20, stills: [{ cid, at: 1_800_000_000 + sec, url: `/stills/${cid}/${sec}.webp` }] }
}

function pass(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

function asked() {
  return server.requests(stills.newest)
}

function setVisible(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** The pictures in the card; the last one is on top. */
function pictures(container: HTMLElement) {
  return [...container.querySelectorAll('[data-still] > img')].map((one) => one.getAttribute('src'))
}

describe('[ALIVE-01] the stills of channels in sight', () => {
  it('are asked for together, every 20 s, and not by a hidden page', async () => {
    server.responds(stills.newest, { every_sec: 20, stills: [] })
    const ends = [cid, cid + 1].map((one) => watchStill({ cid: one, width: 320, onStill: () => undefined }))
    await pass(300)
    expect(asked()).toMatchObject([{ input: { cids: `${cid},${cid + 1}`, width: '320' } }])
    // There is none yet: two requests more, soon.
    await pass(8000)
    expect(asked()).toHaveLength(3)
    await pass(19_000)
    expect(asked()).toHaveLength(4)
    setVisible('hidden')
    await pass(120_000)
    expect(asked()).toHaveLength(4)
    setVisible('visible')
    await pass(300)
    expect(asked()).toHaveLength(5)
    for (const end of ends) end()
    await pass(60_000)
    expect(asked()).toHaveLength(5)
    vi.restoreAllMocks()
  })

  it('go when the channel has none any more, and when the server is silent for a minute', async () => {
    const seen: (string | null)[] = []
    server.responds(stills.newest, stillAt(0))
    const end = watchStill({ cid, width: 320, onStill: (url) => seen.push(url) })
    await pass(300)
    server.responds(stills.newest, { every_sec: 20, stills: [] })
    await pass(21_000)
    expect(seen).toEqual([null, `/stills/${cid}/0.webp`, null])
    server.responds(stills.newest, stillAt(20))
    await pass(20_000)
    server.isLost(stills.newest)
    await pass(100_000)
    expect(seen.slice(3)).toEqual([`/stills/${cid}/20.webp`, null])
    end()
  })

  it('[PROF-02] are not shown to the next viewer, nor is what the one before had asked for', async () => {
    await show(<p />, { as: viewer })
    const seen: (string | null)[] = []
    server.responds(stills.newest, stillAt(0))
    const end = watchStill({ cid, width: 320, onStill: (url) => seen.push(url) })
    await pass(300)
    const letThrough = server.waits(stills.newest, stillAt(20))
    await pass(20_000)
    expect(asked()).toHaveLength(2)
    act(() => session.signOut())
    server.responds(stills.newest, { every_sec: 20, stills: [] })
    letThrough()
    await pass(1000)
    expect(asked()).toHaveLength(3)
    expect(seen).toEqual([null, `/stills/${cid}/0.webp`, null])
    end()
  })

  it('fade in over the one before once loaded, while the card is in sight', async () => {
    server.responds(stills.newest, stillAt(0))
    const created: HTMLImageElement[] = []
    const create = document.createElement.bind(document)
    vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
      const made = create(name)
      if (name === 'img') created.push(made as HTMLImageElement)
      return made
    })
    const { container, unmount } = await show(<LiveStill channel={buildChannel(cid, { logo: '' })} />)
    await pass(1000)
    expect(asked(), 'out of sight').toEqual([])
    act(() => {
      for (const tell of observed.values()) tell(true)
    })
    await pass(300)
    expect(pictures(container), 'not loaded yet').toEqual([])
    created.at(-1)?.dispatchEvent(new Event('load'))
    expect(pictures(container)).toEqual([`/stills/${cid}/0.webp`])
    server.responds(stills.newest, stillAt(20))
    await pass(20_000)
    created.at(-1)?.dispatchEvent(new Event('load'))
    expect(pictures(container)).toEqual([`/stills/${cid}/0.webp`, `/stills/${cid}/20.webp`])
    await pass(1000)
    expect(pictures(container)).toEqual([`/stills/${cid}/20.webp`])
    unmount()
    await waitFor(() => expect(observed.size).toBe(0))
    vi.restoreAllMocks()
  })
})
