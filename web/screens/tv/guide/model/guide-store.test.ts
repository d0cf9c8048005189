import { describe, expect, it } from 'vitest'
import type { TileProgramme } from '#contract/channels/guide.ts'
import { guideTileSec } from '#contract/channels/guide.ts'
import { GuideStore, type ChannelProgrammes } from './guide-store.ts'
import type { Tile } from './tiles.ts'

const first = 100 * guideTileSec

function tile(place: number, cids: readonly number[] = [1, 2]): Tile {
  const fromSec = first + place * guideTileSec
  return { key: `${fromSec}/${cids.join(',')}`, fromSec, cids }
}

function programme(pid: number, begin_time: number, end_time: number): TileProgramme {
  return {
    ...{ pid, begin_time, end_time, title: `Передача ${pid}`, genre: 0, age_rating: '', is_watchable: 0 },
    ...{ sub_title: '', season: null, episode: null },
  }
}

interface GuideRequest {
  readonly tile: Tile
  readonly signal: AbortSignal
  response(matches: readonly ChannelProgrammes[] | null): Promise<void>
}

function made() {
  const requests: GuideRequest[] = []
  const laters: { run: () => void; delayMs: number }[] = []
  const changes: (readonly number[])[] = []
  const clock = { nowMs: (first + 60) * 1000 }
  const store = new GuideStore({
    ask: (target, signal) =>
      new Promise((resolve) => {
        requests.push({
          ...{ tile: target, signal },
          response: async (result) => {
            resolve(result)
            await new Promise((next) => setImmediate(next))
          },
        })
      }),
    nowMs: () => clock.nowMs,
    later: (run, delayMs) => laters.push({ run, delayMs }),
  })
  store.listen((cids) => changes.push(cids))
  return { store, asked: requests, laters, changes, clock }
}

function piecesOf(store: GuideStore, cid: number, from: number, to: number) {
  return store
    .pieces(cid, from, to)
    .map(({ kind, beginSec, endSec }) => [kind, beginSec - first, endSec - first])
}

describe('[GUIDE-02] the programmes of the grid', () => {
  it('are requested a few at a time, the nearest first, and cancelled once they are scrolled away', async () => {
    const { store, asked: request } = made()
    store.want([0, 1, 2, 3, 4, 5].map((place) => tile(place)))
    expect(request.map((one) => one.tile.key)).toEqual([0, 1, 2, 3].map((place) => tile(place).key))
    store.want([tile(0), tile(7)])
    expect(request.map((one) => one.signal.aborted)).toEqual([false, true, true, true, false])
    expect(request.at(-1)?.tile.key).toBe(tile(7).key)
    await request[1]?.response([{ cid: 1, programmes: [programme(1, first, first + 60)] }])
    expect(piecesOf(store, 1, first + guideTileSec, first + 2 * guideTileSec)[0]?.[0]).toBe('waiting')
  })

  it('are the same objects again, whatever range was requested in between', async () => {
    const { store, asked: request } = made()
    store.want([tile(0), tile(1)])
    const border = first + guideTileSec
    await request[0]?.response([{ cid: 1, programmes: [programme(1, first, border + 600)] }])
    await request[1]?.response([
      { cid: 1, programmes: [programme(1, first, border + 600), programme(2, border + 600, border + 3600)] },
    ])
    const wide = () => store.pieces(1, first, border + 3600)
    const [one, two] = wide()
    expect(store.pieces(1, first, first + 60)[0]).toBe(one)
    expect(store.pieces(1, border + 60, border + 900)[1]).toBe(two)
    expect(wide().slice(0, 2)).toEqual([one, two])
    expect(wide()[1]).toBe(two)
  })

  it('are contiguous, and one that crosses the edge of a tile is returned once', async () => {
    const { store, asked: request, changes } = made()
    store.want([tile(0), tile(1)])
    expect(piecesOf(store, 1, first, first + 1)).toEqual([['waiting', 0, guideTileSec]])
    const long = programme(2, first + 7200, first + guideTileSec + 1800)
    await request[1]?.response([
      { cid: 1, programmes: [long, programme(3, long.end_time, long.end_time + 3600)] },
    ])
    expect(piecesOf(store, 1, first, first + guideTileSec + 1)[0]).toEqual(['waiting', 0, 7200])
    await request[0]?.response([{ cid: 1, programmes: [programme(1, first - 600, first + 3600), long] }])
    expect(piecesOf(store, 1, first, first + 2 * guideTileSec)).toEqual([
      ['programme', -600, 3600],
      ['empty', 3600, 7200],
      ['programme', 7200, guideTileSec + 1800],
      ['programme', guideTileSec + 1800, guideTileSec + 5400],
      ['empty', guideTileSec + 5400, 2 * guideTileSec],
    ])
    expect(changes).toEqual([
      [1, 2],
      [1, 2],
    ])
    // A channel without a guide contains a gap.
    expect(piecesOf(store, 2, first, first + 1)).toEqual([['empty', 0, guideTileSec]])
  })

  it('are the same objects as long as nothing changed', async () => {
    const { store, asked: request, clock, changes } = made()
    const list = () => [{ cid: 1, programmes: [programme(1, first, first + 3600)] }]
    store.want([tile(0, [1])])
    await request[0]?.response(list())
    const [before] = store.pieces(1, first, first + 1)
    clock.nowMs += 61_000
    store.refresh(false)
    expect(request).toHaveLength(2)
    await request[1]?.response(list())
    expect(changes).toHaveLength(1)
    expect(store.pieces(1, first, first + guideTileSec + 1)[0]).toBe(before)
  })

  it('that failed are requested again after pauses, and at once when the viewer retries', async () => {
    const { store, asked: request, laters, clock } = made()
    store.want([tile(0)])
    for (const pauseMs of [1000, 3000, 8000]) {
      await request.at(-1)?.response(null)
      expect(piecesOf(store, 1, first, first + 1)).toEqual([['failed', 0, guideTileSec]])
      const later = laters.at(-1)
      expect(later?.delayMs).toBe(pauseMs)
      const count = request.length
      store.refresh(false)
      expect(request).toHaveLength(count)
      clock.nowMs += pauseMs
      later?.run()
      expect(request).toHaveLength(count + 1)
    }
    await request.at(-1)?.response(null)
    expect(laters).toHaveLength(3)
    store.refresh(true)
    await request.at(-1)?.response([{ cid: 1, programmes: [programme(1, first, first + guideTileSec)] }])
    expect(piecesOf(store, 1, first, first + 1)).toEqual([['programme', 0, guideTileSec]])
  })

  it('are dropped at last: the tiles loaded longest ago', async () => {
    const { store, asked: request } = made()
    for (let place = 0; place < 300; place++) {
      store.want([tile(place)])
      await request.at(-1)?.response([])
    }
    expect(piecesOf(store, 1, first, first + 1)[0]?.[0]).toBe('waiting')
    expect(piecesOf(store, 1, first + 299 * guideTileSec, first + 299 * guideTileSec + 1)[0]?.[0]).toBe(
      'empty',
    )
    // A dropped tile is requested again when it is needed.
    store.want([tile(0)])
    expect(request.at(-1)?.tile.key).toBe(tile(0).key)
  })

  it('are not requested once no grid listens', () => {
    const { store, asked: request } = made()
    const stop = store.listen(() => {})
    store.want([tile(0)])
    stop()
    expect(request[0]?.signal.aborted).toBe(true)
    store.want([tile(1)])
    expect(request).toHaveLength(1)
  })
})
