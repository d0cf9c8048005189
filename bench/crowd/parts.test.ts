import { describe, expect, it } from 'vitest'
import { Ending } from './ending.ts'
import { firstQueue } from './gauges.ts'
import { readPlaylist, tracksOf } from './hls.ts'
import { capacityOf } from './report.ts'
import { createRequests } from './requests.ts'
import { Tally } from './tally.ts'

const base = 'http://127.0.0.1:1/p/ticket/live/5/master.m3u8'

describe('[LOAD-01] a crowd', () => {
  it('visits this machine only', () => {
    for (const origin of ['http://tv.example.uz', 'http://10.0.0.1', 'http://localhost.example.uz'])
      expect(() =>
        createRequests({
          ...{ origin, tally: new Tally(0), ending: new Ending(), connections: 1, maxRequests: 1 },
        }),
      ).toThrow('127.0.0.1')
  })

  it('reads the tracks and segments of a playlist', () => {
    const master =
      '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="r",URI="a1.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\nv1.m3u8\n'
    expect(tracksOf(master, base)).toEqual([new URL('v1.m3u8', base).href, new URL('a1.m3u8', base).href])
    const media =
      '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:41\n#EXT-X-MAP:URI="i.mp4"\n#EXTINF:2.000,\ns41.m4s\n#EXTINF:1.5,\ns42.m4s\n'
    const playlist = readPlaylist(media, base)
    expect(playlist).toMatchObject({ targetSec: 2, firstNumber: 41, isComplete: false })
    expect(playlist.segments.map(({ durationSec }) => durationSec)).toEqual([2, 1.5])
  })

  it('counts by kind and second, and knows when a load has passed', () => {
    const tally = new Tally(0)
    for (let ms = 1; ms <= 100; ms += 1) tally.add('home', 'ok', 500, ms)
    tally.add('home', 'shed', 1500, 2)
    tally.add('home', 'error', 2500, 2, 'ECONNRESET')
    tally.add('home', 'ok', 3500, 20)
    const [home] = tally.kinds()
    expect(home?.count).toBe(103)
    expect(home?.outcomes).toEqual({ ok: 101, shed: 1, refused: 0, error: 1, timeout: 0 })
    expect(home?.p50).toBeGreaterThan(45)
    expect(home?.p50).toBeLessThan(56)
    expect(home?.p99).toBeGreaterThan(93)
    expect(tally.recoverySec(1000)).toBe(2)
    tally.add('home', 'shed', 4500, 2)
    expect(tally.recoverySec(1000)).toBeUndefined()
  })

  it('names the queue that formed first', () => {
    const calm = { sec: 1, loopDelaySec: 0.03, databaseWaiting: 0, openRequests: 1, shedding: 0 }
    expect(firstQueue([calm])).toBeUndefined()
    expect(firstQueue([calm, { ...calm, sec: 2, databaseWaiting: 4 }])).toContain('database')
    expect(firstQueue([calm, { ...calm, sec: 2, loopDelaySec: 0.5 }])).toContain('event loop')
  })

  it('computes what a core carries from the requests of a viewer and their CPU', () => {
    const rates = new Map([
      ['home rails', 0.01],
      ['segment', 1],
    ])
    const costs = [
      { kind: 'home rails', requests: 1, nodeUs: 700, databaseUs: 350 },
      { kind: 'segment', requests: 1, nodeUs: 70, databaseUs: 0 },
    ]
    expect(capacityOf(rates, costs)).toEqual({
      apiViewers: 100_000,
      mediaViewers: 10_000,
      databaseViewers: 200_000,
    })
  })

  it('stops waiting at its end', async () => {
    const run = new Ending()
    const part = new Ending(run)
    const waited = Promise.all([run.sleep(1e9), part.sleep(1e9), part.sleep(1)])
    run.end()
    await waited
    expect([run.isOver, part.isOver]).toEqual([true, true])
    await part.sleep(1e9)
  })
})
