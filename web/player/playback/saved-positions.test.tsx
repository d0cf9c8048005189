import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { viewing, type ViewingPosition } from '#contract/films/viewing.ts'
import { storedPositions, storePosition, type StoredPosition } from '#player/dom/stored-positions.ts'
import { keepNothing, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { connection } from '#web/session/requests/connection.ts'
import { session } from '#web/session/session.ts'
import { followConnection, keepPlace, onPlaces, startSecOf, tellWaiting } from './saved-positions.ts'

const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(viewing.positionSet, {})
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  session.signIn(viewer)
})

const place = (sec: number) => ({ vid: 7, vfid: 70, sec, isFinished: false })

/** A position that the server has of another device. */
function reported(own: Partial<ViewingPosition>): ViewingPosition {
  return { asset_id: 70, position: 0, duration: 6000, is_finished: 0, watched_at: nowSec, ...own }
}

/** The server's positions in the title. */
function serverHas(...item: readonly ViewingPosition[]) {
  server.responds(viewing.positions, { positions: { item } })
}

/** Stored while the server was out of reach, `agoSec` before now. */
function unsent(agoSec: number, own: Partial<StoredPosition> = {}) {
  const stored = { ...place(500), owner: viewer.abonement, atSec: nowSec - agoSec, isSent: false, ...own }
  storePosition(stored)
  return stored
}

const start = () => startSecOf(7, 70, new AbortController().signal)
const sent = () => server.requests(viewing.positionSet).map(({ input }) => input)

describe('[PLAYER-03] a position', () => {
  it('is stored on the device and reported as a video of its title', async () => {
    const heard: string[] = []
    const stop = onPlaces((what) => heard.push(what))
    await keepPlace(place(61))
    stop()
    expect(sent()).toMatchObject([{ content_id: 7, asset_id: 70, position: 61, content_type: 'video' }])
    expect(storedPositions(viewer.abonement, 7)).toMatchObject([{ sec: 61, isSent: true }])
    expect(heard).toEqual(['kept', 'told'])
  })

  it('of a guest stays on the device', async () => {
    session.signOut()
    await keepPlace(place(61))
    expect(sent()).toEqual([])
    expect(await start()).toBe(61)
  })

  it('is not reported while the device is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await keepPlace(place(61))
    expect(sent()).toEqual([])
    expect(storedPositions(viewer.abonement, 7)).toMatchObject([{ sec: 61, isSent: false }])
    vi.restoreAllMocks()
  })

  it('that the server has lost the title of is not reported again', async () => {
    server.rejects(viewing.positionSet, { failure: 'title_not_found', message: '' })
    await keepPlace(place(61))
    expect(storedPositions(viewer.abonement, 7)).toMatchObject([{ isSent: true }])
  })

  it('is reported even where the device can keep nothing', async () => {
    const keepAgain = keepNothing()
    await keepPlace(place(61))
    keepAgain()
    expect(sent()).toMatchObject([{ position: 61 }])
  })
})

describe('[PLAYER-03] where a film begins', () => {
  it('is the place that another device has reported', async () => {
    serverHas(reported({ position: 1200 }), reported({ asset_id: 71, position: 300 }))
    expect(await start()).toBe(1200)
  })

  it('is the place of this device when the server has not heard of it and an older one only', async () => {
    unsent(60)
    serverHas(reported({ position: 1200, watched_at: nowSec - 120 }))
    expect(await start()).toBe(500)
  })

  it('is the server’s place once this device has reported its own, whatever the clock of the device says', async () => {
    unsent(-3600, { isSent: true })
    serverHas(reported({ position: 1200 }))
    expect(await start()).toBe(1200)
  })

  it('is the place of this device when the server is out of reach', async () => {
    unsent(60, { isSent: true })
    server.isLost(viewing.positions)
    expect(await start()).toBe(500)
  })

  it('is its beginning when it was seen to its end or barely begun', async () => {
    serverHas(reported({ position: 5900, is_finished: 1 }))
    expect(await start()).toBe(0)
    serverHas(reported({ position: 4 }))
    expect(await start()).toBe(0)
  })

  it('does not wait for a server that does not respond', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: nowSec * 1000 })
    unsent(60)
    const respond = server.waits(viewing.positions, { positions: { item: [reported({ position: 1200 })] } })
    const opened = start()
    await vi.advanceTimersByTimeAsync(2500)
    respond()
    expect(await opened).toBe(500)
  })
})

describe('[PLAYER-03] what could not be reported', () => {
  it('is reported when the server is reached again', async () => {
    unsent(60)
    server.isLost(viewing.positions)
    connection.report('network_error')
    const stop = followConnection()
    await waitFor(() => expect(server.requests(viewing.positions)).toHaveLength(1))
    serverHas()
    connection.report('status')
    await waitFor(() => expect(sent()).toMatchObject([{ asset_id: 70, position: 500 }]))
    stop()
    expect(storedPositions(viewer.abonement, 7)).toMatchObject([{ isSent: true }])
  })

  it('gives way to a newer place of another device', async () => {
    unsent(60)
    serverHas(reported({ position: 1200, watched_at: nowSec - 30 }))
    await tellWaiting()
    expect(sent()).toEqual([])
    expect(storedPositions(viewer.abonement, 7)).toMatchObject([{ isSent: true }])
  })

  it('waits for the next time when the server is lost again in between', async () => {
    unsent(60)
    serverHas()
    server.isLost(viewing.positionSet)
    await tellWaiting()
    expect(storedPositions(viewer.abonement, 7)).toMatchObject([{ isSent: false }])
  })

  it('of a title that is gone keeps no other title waiting', async () => {
    unsent(60)
    unsent(50, { vid: 8, vfid: 80, sec: 33 })
    server.rejects(viewing.positions, { failure: 'title_not_found', message: '' })
    await tellWaiting()
    expect(server.requests(viewing.positions).map(({ input }) => Number(input['content_id']))).toEqual([8, 7])
    expect(sent()).toEqual([])
  })

  it('of another viewer of this device is not reported in this viewer’s name', async () => {
    unsent(60, { owner: '2000077' })
    serverHas()
    await tellWaiting()
    expect(server.requests(viewing.positions)).toEqual([])
    expect(storedPositions('2000077', 7)).toMatchObject([{ isSent: false }])
  })
})
