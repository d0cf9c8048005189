import { describe, expect, it } from 'vitest'
import { ownFault } from './playback-failure.ts'
import { idleState, type PlaybackState } from './playback-state.ts'
import { Playback } from '#player/core/playback/playback.ts'
import {
  memoryPreferences,
  settle,
  simulatedAddress,
  SimulatedEngine,
  SimulatedStreams,
  SimulatedTime,
} from '#tests/kit/player/simulated-player.ts'
import { statisticsLines } from './statistics.ts'

const engine = {
  width: 1280,
  height: 720,
  streamBitsPerSecond: 2_840_000,
  networkBitsPerSecond: 11_200_000,
  codecs: 'avc1.64001f, mp4a.40.2',
  decodedFrames: 2500,
  droppedFrames: 3,
  downloadedBytes: 41_500_000,
  stalls: 1,
  gaps: 0,
}
const live: PlaybackState = {
  ...idleState,
  status: 'playing',
  kind: 'live',
  sourceKey: 'live:5',
  isGrowing: true,
  originMs: 1_800_000_000_000,
  positionSec: 100,
  bufferedEndSec: 108.25,
  playingHeight: 720,
}

describe('the statistics', () => {
  it('[PLAYER-06] show what plays, the bandwidth, and the distance to live', () => {
    const statistics = {
      engine,
      streamId: 'place-7',
      faults: [{ atMs: 1_800_000_050_000, code: 'P2-503' }],
    }
    const lines = Object.fromEntries(statisticsLines(live, statistics, 1_800_000_106_400))
    expect(lines).toEqual({
      source: 'live:5',
      picture: '1280 × 720',
      rung: '720p · 2,8 Mbit/s · auto',
      network: '11,2 Mbit/s',
      buffer: '8,3 s',
      frames: '3 / 2500',
      latency: '6,4 s',
      codecs: 'avc1.64001f, mp4a.40.2',
      position: '100,0 s · 2027-01-15T08:01:40.000Z',
      received: '41,5 MB',
      stalls: '1 / 0',
      place: 'place-7',
      faults: 'P2-503 08:00:50',
    })
  })
  it('[PLAYER-06] leave out unknown values', () => {
    const film = { ...idleState, kind: 'film' as const, sourceKey: 'film:3' }
    const names = statisticsLines(film, { engine: null, streamId: null, faults: [] }, 0).map(([name]) => name)
    expect(names).toEqual(['source', 'buffer', 'position', 'faults'])
  })
  it('[PLAYER-06] [PLAYER-07] list a limited number of recovered faults, and contain no ticket', async () => {
    const time = new SimulatedTime()
    const simulated = new SimulatedEngine()
    const playback = new Playback({
      engine: simulated,
      timers: time,
      preferenceStore: memoryPreferences(),
      isOnline: () => true,
      streams: new SimulatedStreams(),
      viewer: () => '',
    })
    const ask = async () => simulatedAddress('https://tv/p/SECRET.TICKET/x', time.now() + 3_600_000)
    simulated.isMoving = true
    playback.open({ key: 'film:1', kind: 'film', startSec: 0, ask })
    await settle()
    simulated.tell({ kind: 'first_picture' })
    simulated.report({ bufferedEndSec: 60 })
    for (let count = 0; count < 40; count += 1) {
      simulated.tell({ kind: 'fault', fault: { ...ownFault('source_unreachable'), httpStatus: 503 } })
      await time.pass(60_000)
    }
    const { faults } = playback.statistics()
    expect(faults.length).toBe(20)
    expect(faults.at(-1)).toEqual({ atMs: time.now() - 60_000, code: 'P2-503' })
    const lines = statisticsLines(playback.state, playback.statistics(), time.now())
    expect(JSON.stringify(lines)).not.toContain('SECRET')
  })
  it('[PLAYER-04] can be shown and hidden, also when playback has ended', async () => {
    const simulated = new SimulatedEngine()
    const playback = new Playback({
      engine: simulated,
      timers: new SimulatedTime(),
      preferenceStore: memoryPreferences(),
      isOnline: () => true,
      streams: new SimulatedStreams(),
      viewer: () => '',
    })
    const ask = async () => ({ kind: 'refused', failure: 'not_available_now', message: '' }) as const
    playback.open({ key: 'live:1', kind: 'live', startSec: null, ask })
    await settle()
    expect(playback.state.status).toBe('failed')
    const seen: boolean[] = []
    playback.subscribe(() => seen.push(playback.choices.showsStatistics))
    playback.choices.toggleStatistics()
    playback.choices.toggleStatistics()
    expect(seen).toEqual([true, false])
  })
})
