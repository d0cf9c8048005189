import { describe, expect, it } from 'vitest'
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import { QualityMeter } from './quality-meter.ts'
import { PlayReporter } from './play-reporter.ts'
import { idleState } from '#player/core/state/playback-state.ts'
import { settle, simulatedAddress, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'
import type { AddressOutcome, PlaybackSource } from '#player/core/state/source.ts'

function bench() {
  const { time, engine, playback } = simulatedPlayback()
  const reports: (readonly PlayFigures[])[] = []
  const page = { isSeen: true }
  const reporter = new PlayReporter({
    playback,
    timers: time,
    isSeen: () => page.isSeen,
    send: (plays) => void reports.push(plays),
  })
  const source = (key: string, outcome?: AddressOutcome): PlaybackSource => ({
    key,
    kind: key.startsWith('film') ? 'film' : 'live',
    startSec: null,
    ask: async () => outcome ?? simulatedAddress(`/p/t/live/5/master.m3u8`, time.now() + 1e9),
  })
  const qualities = [
    { height: 720, bitsPerSecond: 2_000_000 },
    { height: 360, bitsPerSecond: 500_000 },
  ]
  /** Opens a source and shows its first frame after this time. */
  const startPlay = async (key: string, afterMs: number) => {
    playback.open(source(key))
    await settle()
    await time.pass(afterMs)
    engine.report({ buffering: false, qualities, playingHeight: 360, positionSec: 0 })
    engine.tell({ kind: 'first_picture' })
  }
  let at = 0
  /** Plays, in steps of a quarter second. */
  const play = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 250) {
      await time.pass(250)
      at += 0.25
      engine.report({ positionSec: at, seekEndSec: 10_000, bufferedEndSec: at + 10 })
    }
  }
  const total = (name: 'begun' | 'played_ms' | 'stalls' | 'stalled_ms' | 'switches' | 'abandoned') =>
    reports.flat().reduce((sum, figures) => sum + figures[name], 0)
  return { time, engine, playback, reports, reporter, page, source, reset: startPlay, play, total }
}

describe('the quality data of a play', () => {
  it('[OPS-03] contain the start-up time, the played time, its declared bit rate and height', async () => {
    const { engine, reset: startPlay, play, reporter, reports } = bench()
    await startPlay('live:5', 700)
    await play(10_000)
    engine.report({ playingHeight: 720 })
    await play(30_000)
    reporter.flush()
    expect(reports).toEqual([
      [
        {
          kind: 'live',
          id: 5,
          begun: 1,
          start_ms: 700,
          abandoned: 0,
          played_ms: 40_000,
          stalls: 0,
          stalled_ms: 0,
          rated_ms: 40_000,
          bits_per_second: 1_625_000,
          height: 630,
          switches: 1,
        },
      ],
    ])
  })

  it('[OPS-03] count a stall once, over two reports, and not while the page is hidden', async () => {
    const { engine, time, reset: startPlay, play, reporter, total } = bench()
    await startPlay('archive:5:77', 300)
    await play(5000)
    engine.report({ buffering: true })
    await time.pass(200)
    engine.report({ buffering: false })
    await play(5000)
    engine.report({ buffering: true })
    await time.pass(3000)
    reporter.flush()
    await time.pass(2000)
    engine.report({ buffering: false })
    await play(1000)
    reporter.flush()
    expect([total('stalls'), total('stalled_ms'), total('begun')]).toEqual([1, 5000, 1])
    expect(total('played_ms')).toBe(11_000)
  })

  it('[OPS-03] do not count the wait after a seek as a stall', async () => {
    const { engine, time, reset: startPlay, play, playback, reporter, total } = bench()
    await startPlay('film:9', 300)
    await play(5000)
    playback.seek(80)
    engine.report({ buffering: true })
    await time.pass(2500)
    engine.report({ buffering: false })
    reporter.flush()
    expect(total('stalls')).toBe(0)
  })

  it('[OPS-03] include a start that the viewer abandoned, but not one that the server rejected', async () => {
    const { time, reset: startPlay, playback, engine, source, reporter, reports } = bench()
    engine.answerWith = null
    playback.open(source('live:5'))
    await time.pass(900)
    engine.answerWith = () => ({ kind: 'loaded' })
    await startPlay('live:6', 100)
    playback.open(source('live:7', { kind: 'refused', failure: 'not_subscribed', message: '' }))
    await settle()
    reporter.stop()
    expect(reports.flat().map(({ id, begun: started, abandoned }) => [id, started, abandoned])).toEqual([
      [5, 1, 1],
      [6, 1, 0],
    ])
  })

  it('[OPS-03] contain the code of a failure once', async () => {
    const { time, engine, playback, source, reporter, reports } = bench()
    engine.answerWith = () => ({
      kind: 'fault',
      fault: { failure: 'not_there', httpStatus: 404, engineCode: 1001 },
    })
    playback.open(source('film:9'))
    for (let tries = 0; tries < 20 && playback.state.status !== 'failed'; tries += 1) await time.pass(5000)
    engine.report({})
    reporter.stop()
    expect(reports.flat().filter(({ failure }) => failure !== undefined)).toMatchObject([
      { id: 9, begun: 1, abandoned: 0, failure: 'P4-404' },
    ])
  })

  it('[OPS-03] leave out the start-up time on a hidden page', async () => {
    const { page, reset: startPlay, play, reporter, reports } = bench()
    page.isSeen = false
    await startPlay('live:5', 9000)
    page.isSeen = true
    await play(1000)
    reporter.flush()
    expect(reports[0]?.[0]).not.toHaveProperty('start_ms')
    expect(reports[0]?.[0]).toMatchObject({ begun: 1 })
  })
})

describe('reports', () => {
  it('[OPS-03] are sent at most once a minute during playback, and at the end', async () => {
    const { reset: startPlay, play, playback, reports, total } = bench()
    await startPlay('live:5', 250)
    await play(180_000)
    expect(reports).toHaveLength(3)
    await playback.close()
    expect(total('played_ms')).toBe(180_000)
  })

  it('[OPS-03] are few and limited in size for a viewer who zaps through sixty channels', async () => {
    const { reset: startPlay, reporter, reports, total } = bench()
    for (let cid = 1; cid <= 60; cid += 1) await startPlay(`live:${cid}`, 100)
    reporter.stop()
    expect(reports.length).toBeLessThanOrEqual(7)
    expect(Math.max(...reports.map((plays) => plays.length))).toBeLessThanOrEqual(20)
    expect(total('begun')).toBe(60)
  })
})

describe('a device that was asleep', () => {
  it('[OPS-03] did not play during that time', () => {
    let nowMs = 1_800_000_000_000
    const gauge = new QualityMeter(() => nowMs)
    const playing = {
      ...idleState,
      status: 'playing',
      sourceKey: 'live:5',
      kind: 'live',
      hasPicture: true,
    } as const
    gauge.note(playing, true)
    nowMs += 4000
    gauge.note(playing, true)
    nowMs += 8 * 3_600_000
    gauge.note(playing, true)
    expect(gauge.take()).toMatchObject([{ played_ms: 4000, begun: 1 }])
  })
})
