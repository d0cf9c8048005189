import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { viewing } from '#contract/films/viewing.ts'
import { deletePositions, storedPositions, storePosition } from '#player/dom/stored-positions.ts'
import { keepNothing, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { recall, remember } from '#web/session/requests/answers.ts'
import { connection } from '#web/session/requests/connection.ts'
import { session } from '#web/session/session.ts'
import {
  followConnection,
  savePosition,
  onPositionChange,
  startSecOf,
  reportUnsent,
} from './saved-positions.ts'

const nowSec = 1_800_000_000
const film = { vid: 7, vfid: 70 }
const never = new AbortController().signal

let server: SimulatedServer
let leave: (() => void) | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(viewing.positionSet, {})
  theServerKnows()
  session.signIn(viewer)
})
afterEach(() => {
  leave?.()
  leave = undefined
  vi.restoreAllMocks()
})

/** The position stored on the server, reported by this or another device. */
function theServerKnows(...positions: { asset_id: number; position: number; watched_at: number }[]) {
  const item = positions.map((position) => ({ ...position, duration: 6000, is_finished: 0 as const }))
  server.responds(viewing.positions, { positions: { item }, next_vfid: null })
}

const reports = () =>
  server.requests(viewing.positionSet).map(({ input }) => [input['asset_id'], input['position']])
const here = () => storedPositions(viewer.abonement, film.vid)
const stopAt = (sec: number, isFinished = false) => savePosition({ ...film, sec, isFinished })
const stoppedOffline = (own: { vid?: number; vfid?: number; sec: number; atSec: number }) =>
  storePosition({ ...film, owner: viewer.abonement, isFinished: false, isSent: false, ...own })

describe('[PLAYER-03] the position where a viewer stops', () => {
  it('is stored on the device and reported', async () => {
    await stopAt(125)
    expect(server.requests(viewing.positionSet)[0]?.input).toMatchObject({
      content_id: 7,
      asset_id: 70,
      position: 125,
      content_type: 'video',
    })
    expect(here()).toMatchObject([{ vfid: 70, sec: 125, isSent: true }])
  })

  it('makes the pages that show it request it again', async () => {
    const lists = [viewing.positions, viewing.viewing, viewing.viewed].map(({ path }) => `${path} {} ru 1`)
    for (const key of lists) remember(key, [])
    await stopAt(125)
    expect(lists.map((key) => recall(key))).toEqual([undefined, undefined, undefined])
  })

  it('of a guest stays on the device', async () => {
    session.signOut()
    await stopAt(125)
    expect(reports()).toEqual([])
    expect(storedPositions('', film.vid)).toMatchObject([{ sec: 125, isSent: false }])
    expect(await startSecOf(7, 70, never)).toBe(125)
  })

  it('[GUEST-01] of a guest goes to the account after the login, where the account has none that is later', async () => {
    session.signOut()
    await stopAt(125)
    storePosition({
      ...film,
      owner: '',
      vid: 8,
      vfid: 80,
      sec: 60,
      isFinished: false,
      isSent: false,
      atSec: nowSec - 500,
    })
    session.signIn(viewer)
    server.respondsBy(viewing.positions, ({ content_id: vid }) => ({
      positions: {
        item:
          Number(vid) === 8
            ? [
                {
                  asset_id: 80,
                  position: 900,
                  duration: 6000,
                  is_finished: 0 as const,
                  watched_at: nowSec - 100,
                },
              ]
            : [],
      },
      next_vfid: null,
    }))
    await reportUnsent()
    expect(reports()).toEqual([[70, 125]])
    expect(storedPositions('', film.vid)).toEqual([])
    expect(here()).toMatchObject([{ vfid: 70, sec: 125, isSent: true }])
  })

  it('[GUEST-01] of a guest is dropped when its title is gone', async () => {
    session.signOut()
    await stopAt(125)
    session.signIn(viewer)
    server.rejects(viewing.positions, { failure: 'title_not_found', message: 'нет такого' })
    await reportUnsent()
    expect(reports()).toEqual([])
    expect(here()).toMatchObject([{ isSent: true }])
  })

  it('[GUEST-01] of this viewer stays when it is later than the one as a guest', async () => {
    stoppedOffline({ sec: 500, atSec: nowSec - 10 })
    storePosition({ ...film, owner: '', sec: 60, isFinished: false, isSent: false, atSec: nowSec - 500 })
    await reportUnsent()
    expect(reports()).toEqual([[70, 500]])
    expect(storedPositions('', film.vid)).toEqual([])
  })

  it('waits on the device while there is no connection', async () => {
    server.isLost(viewing.positionSet)
    await stopAt(125)
    expect(here()).toMatchObject([{ sec: 125, isSent: false }])
  })

  it('sends no request while the browser is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await stopAt(125)
    expect(reports()).toEqual([])
    expect(here()).toMatchObject([{ isSent: false }])
  })

  it('in a title that no longer exists is reported only once', async () => {
    server.rejects(viewing.positionSet, { failure: 'title_not_found', message: '' })
    await stopAt(125)
    await reportUnsent()
    expect(reports()).toHaveLength(1)
  })

  it('notifies the pages when it is stored, and when the server has it', async () => {
    const seen: string[] = []
    leave = onPositionChange((what) => seen.push(what))
    await stopAt(125)
    expect(seen).toEqual(['kept', 'told'])
    leave()
    await stopAt(130)
    expect(seen).toHaveLength(2)
  })

  it('is reported where the device cannot store it', async () => {
    const keepAgain = keepNothing()
    await stopAt(125)
    keepAgain()
    expect(reports()).toEqual([[70, 125]])
  })
})

describe('[PLAYER-03] the start position of a film', () => {
  it('is where another device has stopped', async () => {
    theServerKnows({ asset_id: 70, position: 900, watched_at: nowSec - 60 })
    expect(await startSecOf(7, 70, never)).toBe(900)
  })

  it("is the device's own when it is newer and not yet reported", async () => {
    theServerKnows({ asset_id: 70, position: 900, watched_at: nowSec - 3600 })
    stoppedOffline({ sec: 1200, atSec: nowSec - 60 })
    expect(await startSecOf(7, 70, never)).toBe(1200)
  })

  it("is the other device's when that one watched later", async () => {
    theServerKnows({ asset_id: 70, position: 900, watched_at: nowSec - 60 })
    stoppedOffline({ sec: 1200, atSec: nowSec - 3600 })
    expect(await startSecOf(7, 70, never)).toBe(900)
  })

  it("is the server's where both were reported, whatever this device's clock says", async () => {
    await stopAt(1200)
    theServerKnows({ asset_id: 70, position: 900, watched_at: nowSec - 500 })
    expect(await startSecOf(7, 70, never)).toBe(900)
  })

  it('belongs to this file, not to another episode', async () => {
    theServerKnows({ asset_id: 71, position: 900, watched_at: nowSec - 60 })
    stoppedOffline({ vfid: 72, sec: 500, atSec: nowSec })
    expect(await startSecOf(7, 70, never)).toBe(0)
  })

  it('is the beginning of a film that was finished, or watched only briefly', async () => {
    server.isLost(viewing.positions)
    await stopAt(5900, true)
    expect(await startSecOf(7, 70, never)).toBe(0)
    await stopAt(4)
    expect(await startSecOf(7, 70, never)).toBe(0)
    await stopAt(5)
    expect(await startSecOf(7, 70, never)).toBe(5)
  })

  it("is the device's own when the server is slower than the viewer should wait", async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: nowSec * 1000 })
    stoppedOffline({ sec: 300, atSec: nowSec })
    const later = { asset_id: 70, position: 900, duration: 6000, is_finished: 0, watched_at: nowSec } as const
    const letThrough = server.waits(viewing.positions, { positions: { item: [later] }, next_vfid: null })
    const second = startSecOf(7, 70, never)
    await vi.advanceTimersByTimeAsync(2500)
    letThrough()
    expect(await second).toBe(300)
  })

  it('ignores another viewer of this device', async () => {
    await stopAt(300)
    session.signIn({ token: 'token-2', abonement: '2000077', deviceUid: 'device-2' })
    server.isLost(viewing.positions)
    expect(await startSecOf(7, 70, never)).toBe(0)
  })

  it('is the beginning once the title was removed from the history', async () => {
    server.isLost(viewing.positions)
    await stopAt(300)
    deletePositions(viewer.abonement, [8])
    expect(await startSecOf(7, 70, never)).toBe(300)
    deletePositions(viewer.abonement, [7])
    expect(await startSecOf(7, 70, never)).toBe(0)
  })
})

describe('[PLAYER-03] a position saved while offline', () => {
  it('is reported when the connection is back', async () => {
    connection.report('network_error')
    leave = followConnection()
    stoppedOffline({ sec: 1200, atSec: nowSec })
    connection.report('status')
    await waitFor(() => expect(reports()).toEqual([[70, 1200]]))
    await waitFor(() => expect(here()).toMatchObject([{ isSent: true }]))
  })

  it('is reported at the next login of the same viewer', async () => {
    stoppedOffline({ sec: 1200, atSec: nowSec })
    session.signOut()
    leave = followConnection()
    expect(server.requests(viewing.positions)).toEqual([])
    session.signIn(viewer)
    await waitFor(() => expect(reports()).toEqual([[70, 1200]]))
  })

  it('is replaced by what another device has watched since', async () => {
    theServerKnows({ asset_id: 70, position: 2000, watched_at: nowSec })
    stoppedOffline({ sec: 1200, atSec: nowSec - 600 })
    await reportUnsent()
    expect(reports()).toEqual([])
    expect(here()).toMatchObject([{ isSent: true }])
  })

  it('stops at the first title whose report fails, and continues later', async () => {
    stoppedOffline({ sec: 1200, atSec: nowSec })
    stoppedOffline({ vid: 8, vfid: 80, sec: 60, atSec: nowSec })
    server.isLost(viewing.positionSet)
    await reportUnsent()
    expect(reports()).toHaveLength(1)
    server.responds(viewing.positionSet, {})
    await reportUnsent()
    expect(reports().slice(1)).toEqual([
      [80, 60],
      [70, 1200],
    ])
  })

  it('in a title that no longer exists does not block the others', async () => {
    stoppedOffline({ sec: 1200, atSec: nowSec })
    server.rejects(viewing.positions, { failure: 'title_not_found', message: '' })
    await reportUnsent()
    expect(here()).toMatchObject([{ isSent: true }])
    expect(reports()).toEqual([])
  })

  it('is reported once when two triggers come at the same time', async () => {
    stoppedOffline({ sec: 1200, atSec: nowSec })
    await Promise.all([reportUnsent(), reportUnsent()])
    expect(reports()).toHaveLength(1)
  })

  it('is not reported for the next viewer', async () => {
    stoppedOffline({ sec: 1200, atSec: nowSec })
    session.signIn({ token: 'token-2', abonement: '2000077', deviceUid: 'device-2' })
    await reportUnsent()
    expect(reports()).toEqual([])
  })
})
