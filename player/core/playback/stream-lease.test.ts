import { describe, expect, it } from 'vitest'
import { Playback } from './playback.ts'
import {
  memoryPreferences,
  settle,
  simulatedAddress,
  SimulatedEngine,
  SimulatedStreams,
  SimulatedTime,
} from '#tests/kit/player/simulated-player.ts'
import type { Address, AddressOutcome, PlaybackSource } from '#player/core/state/source.ts'
import { releaseAfterPauseMs } from './stream-lease.ts'

const beatMs = 30_000

function bench() {
  const time = new SimulatedTime()
  const engine = new SimulatedEngine()
  const streams = new SimulatedStreams()
  const preferenceStore = memoryPreferences()
  const playback = new Playback({
    engine,
    timers: time,
    preferenceStore,
    isOnline: () => true,
    streams,
    viewer: () => '',
  })
  const streamIds: (string | null)[] = []
  /** A server that responds to every request without a lease with a new one. */
  const source = (
    name: string,
    change: (address: Address) => AddressOutcome = (same) => same,
  ): PlaybackSource => ({
    key: name,
    kind: 'live',
    startSec: null,
    ask: async (streamId) => {
      streamIds.push(streamId)
      const id = streamId ?? `place ${streamIds.length}`
      const address = simulatedAddress(`/p/t${streamIds.length}/live/${name}/master.m3u8`, time.now() + 1e9)
      return change({ ...address, stream: { id, heartbeatMs: beatMs } })
    },
  })
  const playing = async () => {
    await settle()
    engine.tell({ kind: 'first_picture' })
    await time.pass(1)
  }
  return { time, engine, streams, playback, source, asked: streamIds, playing }
}

describe('a stream lease', () => {
  it('[ACC-09] is activated by the first frame, renewed by heartbeats, and released when playback is closed', async () => {
    const { time, playback, source, streams, playing } = bench()
    playback.open(source('one'))
    await settle()
    expect(streams.beats).toEqual([])
    await playing()
    expect(streams.beats).toEqual(['place 1'])
    await time.pass(2 * beatMs)
    expect(streams.beats).toHaveLength(3)
    await playback.close()
    expect(streams.left).toEqual(['place 1'])
    await time.pass(10 * beatMs)
    expect(streams.beats).toHaveLength(3)
  })

  it('[ACC-09] [TV-09] stays the same from channel to channel, without a release in between', async () => {
    const { playback, source, streams, asked: streamIds, playing } = bench()
    playback.open(source('one'))
    await playing()
    playback.open(source('two'))
    await playing()
    expect(streamIds).toEqual([null, 'place 1'])
    expect(streams.left).toEqual([])
    expect(new Set(streams.beats)).toEqual(new Set(['place 1']))
  })

  it('[ACC-09] is released after ten minutes of pause and requested again when playback resumes', async () => {
    const { time, engine, playback, source, streams, asked: streamIds, playing } = bench()
    playback.open(source('one'))
    await playing()
    playback.pause()
    await time.pass(releaseAfterPauseMs - 1)
    expect(streams.left).toEqual([])
    await time.pass(1)
    expect(streams.left).toEqual(['place 1'])
    const { length } = streams.beats
    await time.pass(releaseAfterPauseMs)
    expect(streams.beats).toHaveLength(length)
    playback.play()
    await playing()
    expect(streamIds).toEqual([null, null])
    expect(engine.loads).toHaveLength(2)
    expect(streams.beats.at(-1)).toBe('place 2')
  })

  it('[ACC-09] taken by another device stops playback, shows that device, and can be requested again', async () => {
    const { time, engine, playback, source, streams, asked: streamIds, playing } = bench()
    playback.open(source('one'))
    await playing()
    streams.answer = { kind: 'stopped', by: 'Телевизор' }
    await time.pass(beatMs)
    expect(playback.state.problem).toEqual({ kind: 'stopped', by: 'Телевизор' })
    expect(engine.facts.paused).toBe(true)
    // The other device has it: nothing is left to release, and no more heartbeats are sent.
    expect(streams.left).toEqual([])
    const { length } = streams.beats
    await time.pass(10 * beatMs)
    expect(streams.beats).toHaveLength(length)
    streams.answer = { kind: 'going' }
    playback.retry()
    await playing()
    expect(streamIds.at(-1)).toBeNull()
    expect(playback.state.problem).toBeNull()
  })

  it('[ACC-09] taken by another device also stops playback when the next address is rejected for it', async () => {
    const { playback, source, playing } = bench()
    const stopped = { kind: 'refused', failure: 'stream_stopped', message: '' } as const
    playback.open(source('one', () => stopped))
    await playing()
    expect(playback.state.problem).toEqual({ kind: 'stopped', by: '' })
  })

  it('[ACC-09] that the server lost is requested again with its id, without an interruption', async () => {
    const { time, engine, playback, source, streams, asked: streamIds, playing } = bench()
    playback.open(source('one'))
    await playing()
    streams.answer = { kind: 'unknown' }
    await time.pass(beatMs)
    expect(streamIds).toEqual([null, 'place 1'])
    expect(engine.loads).toHaveLength(1)
    expect(playback.state.status).toBe('playing')
  })

  it('[ACC-09] survives a lost heartbeat, which is repeated soon', async () => {
    const { time, playback, source, streams, playing } = bench()
    playback.open(source('one'))
    await playing()
    streams.answer = { kind: 'unreachable' }
    await time.pass(beatMs)
    const { length } = streams.beats
    streams.answer = { kind: 'going' }
    await time.pass(5_000)
    expect(streams.beats).toHaveLength(length + 1)
    expect(playback.state.status).toBe('playing')
  })

  it('[ACC-09] is released again when its address arrives after the viewer has gone on, or has left', async () => {
    const { playback, source, streams, playing } = bench()
    const answers: (() => void)[] = []
    const slow = (id: string) => ({
      ...source(id),
      ask: () =>
        new Promise<Address>((resolve) => {
          const stream = { id, heartbeatMs: beatMs }
          answers.push(() => resolve({ ...simulatedAddress(`/p/${id}/live/x/master.m3u8`, 2e12), stream }))
        }),
    })
    playback.open(slow('passed by'))
    await settle()
    playback.open(source('two'))
    await playing()
    answers.shift()?.()
    await settle()
    expect(streams.left).toEqual(['passed by'])
    playback.open(slow('left'))
    await settle()
    await playback.destroy()
    answers.shift()?.()
    await settle()
    expect(streams.left).toEqual(['passed by', 'place 1', 'left'])
  })

  it('[TV-09] [ACC-09] is requested while a prefetched source starts at once, and no second lease is taken', async () => {
    const { engine, playback, source, streams, asked: streamIds, playing } = bench()
    playback.open(source('one'))
    await playing()
    const warm = source('two')
    let isFirst = true
    playback.open({
      ...warm,
      ask: async (streamId) => {
        if (!isFirst) return warm.ask(streamId)
        isFirst = false
        const address = simulatedAddress('/p/warm/live/two/master.m3u8', 2e12)
        return { ...address, isWarm: true, master: '#EXTM3U', stream: { id: 'warmed', heartbeatMs: 1 } }
      },
    })
    await playing()
    expect(engine.loads.at(-1)).toMatchObject({ url: '/p/warm/live/two/master.m3u8', master: '#EXTM3U' })
    expect(streamIds).toEqual([null, 'place 1'])
    expect(engine.tickets.at(-1)).toBe('t2')
    expect(streams.left).toEqual([])
    expect(new Set(streams.beats)).toEqual(new Set(['place 1']))
  })
})
