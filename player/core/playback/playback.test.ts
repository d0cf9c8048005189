import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EngineFault } from '#player/core/state/playback-failure.ts'
import type { Playback } from './playback.ts'
import { settle, simulatedAddress, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'
import type { AddressOutcome, PlaybackSource } from '#player/core/state/source.ts'

const unreachable: EngineFault = { failure: 'source_unreachable', httpStatus: 503, engineCode: 1001 }
const expired: EngineFault = { failure: 'address_expired', httpStatus: 403, engineCode: 1001 }

function bench(online = true) {
  const { time, engine, preferenceStore, playback } = simulatedPlayback('', online)
  let requests = 0
  const source = (name: string, outcome?: AddressOutcome): PlaybackSource => ({
    key: name,
    kind: 'live',
    startSec: null,
    ask: async () => {
      requests += 1
      const url = `/p/ticket${requests}/live/${name}/master.m3u8`
      return outcome ?? simulatedAddress(url, time.now() + 100_000)
    },
  })
  return { time, engine, preferenceStore, playback, source, requests: () => requests }
}

describe('one source at a time', () => {
  it('[PLAYER-01] [TV-09] runs one load at a time and the last one wins, for any order of requests and responses', async () => {
    const action = fc.oneof(
      fc.record({ open: fc.integer({ min: 1, max: 9 }), instant: fc.boolean() }),
      fc.constant({ response: true }),
      fc.constant({ finish: true }),
      fc.constant({ pass: 50 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const { time, engine, playback } = bench()
        engine.answerWith = null
        const waiting: (() => void)[] = []
        let last: string | null = null
        for (const step of actions) {
          if ('open' in step) {
            const key = `channel${step.open}`
            last = key
            playback.open({
              key,
              kind: 'live',
              startSec: null,
              ask: () =>
                new Promise((resolve) => {
                  const url = `/p/t/live/${key}/master.m3u8`
                  const give = () => resolve(simulatedAddress(url, time.now() + 1e9))
                  if (step.instant) give()
                  else waiting.push(give)
                }),
            })
          } else if ('response' in step) waiting.shift()?.()
          else if ('finish' in step) engine.finish()
          else await time.pass(step.pass)
          await settle()
          expect(engine.maxAtOnce).toBeLessThanOrEqual(1)
        }
        for (let round = 0; round < 50; round += 1) {
          for (const response of waiting.splice(0)) response()
          engine.finish()
          await settle()
        }
        if (last === null) return
        expect(engine.loads.at(-1)?.url).toContain(`/${last}/`)
        expect(playback.state.sourceKey).toBe(last)
      }),
      { numRuns: 150 },
    )
  })

  it('[TV-09] does not wait for the address of the previous channel, and never loads it', async () => {
    const { engine, playback, source } = bench()
    let respond: () => void = () => undefined
    playback.open({
      ...source('slow'),
      ask: () =>
        new Promise((resolve) => {
          respond = () => resolve(simulatedAddress('/p/late/live/slow/master.m3u8', 2e12))
        }),
    })
    await settle()
    playback.open(source('wanted'))
    await settle()
    respond()
    await settle()
    expect(engine.loads.map(({ url }) => url)).toEqual(['/p/ticket1/live/wanted/master.m3u8'])
  })

  it('[PLAYER-01] pauses and resumes at every press, also before the previous one was reported', async () => {
    const { engine, playback, source } = bench()
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    const seen = [1, 2, 3, 4].map(() => {
      playback.togglePlay()
      return engine.facts.paused
    })
    expect(seen).toEqual([true, false, true, false])
    await settle()
    expect(playback.state.status).toBe('playing')
  })

  it('[PLAYER-06] reloads after a fault while play() never settles, and can still open another source', async () => {
    const { time, engine, playback, source } = bench()
    engine.isStarved = true
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'fault', fault: { failure: 'not_there', httpStatus: 404, engineCode: 1001 } })
    await time.pass(1500)
    expect(engine.loads).toHaveLength(2)
    playback.open(source('two'))
    await settle()
    expect(engine.loads.at(-1)?.url).toContain('/two/')
  })

  it('[PLAYER-01] resumes after a seek back from the end, and restarts from the beginning at a press', async () => {
    for (const goBack of [
      (playback: Playback) => playback.seek(40),
      (playback: Playback) => playback.togglePlay(),
    ]) {
      const { engine, playback, source } = bench()
      playback.open(source('one'))
      await settle()
      engine.tell({ kind: 'first_picture' })
      engine.report({ ended: true, paused: true, positionSec: 100 })
      playback.seek(100)
      await settle()
      expect([playback.state.status, engine.facts.paused]).toEqual(['ended', true])
      goBack(playback)
      await settle()
      expect(engine.facts.paused).toBe(false)
      expect(playback.state.positionSec).toBeLessThan(100)
    }
  })

  it('[PLAYER-01] reports loading until the first frame, then playing, paused, buffering and ended', async () => {
    const { engine, playback, source } = bench()
    playback.open(source('one'))
    await settle()
    expect(playback.state.status).toBe('loading')
    engine.tell({ kind: 'first_picture' })
    expect(playback.state.status).toBe('playing')
    playback.pause()
    expect(playback.state.status).toBe('paused')
    playback.play()
    await settle()
    engine.report({ buffering: true })
    expect(playback.state.status).toBe('buffering')
    engine.report({ buffering: false, ended: true })
    expect(playback.state.status).toBe('ended')
  })

  it('[PLAYER-01] stores the chosen quality and languages for the next time', async () => {
    const { engine, playback, source, preferenceStore } = bench()
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    const track = { name: '', active: false }
    engine.report({
      audioTracks: [{ ...track, id: 'a', language: 'uz' }],
      textTracks: [{ ...track, id: 't', language: 'ru' }],
    })
    playback.choices.setHeight(720)
    playback.choices.setAudio('a')
    playback.choices.setText('t')
    playback.choices.setVolume(0.4)
    expect(preferenceStore.read()).toMatchObject({
      height: 720,
      audioLanguage: 'uz',
      textLanguage: 'ru',
      volume: 0.4,
      bitsPerSecond: 3_000_000,
    })
    playback.open(source('two'))
    await settle()
    expect(engine.loads.at(-1)?.preferences).toEqual(preferenceStore.read())
  })
})

it('[TV-09] [PLAYER-06] ignores a fault of the previous channel while the next one is requested', async () => {
  const { engine, playback, source, requests } = bench()
  playback.open(source('one'))
  await settle()
  engine.tell({ kind: 'first_picture' })
  let give: (outcome: AddressOutcome) => void = () => undefined
  playback.open({ ...source('two'), ask: () => new Promise((resolve) => (give = resolve)) })
  await settle()
  for (let count = 0; count < 5; count += 1) engine.tell({ kind: 'fault', fault: expired })
  give(simulatedAddress('/p/t/live/two/master.m3u8', 2e12))
  await settle()
  expect(playback.state.problem).toBeNull()
  expect(engine.loads.at(-1)?.url).toContain('/two/')
  expect(requests()).toBe(1)
})

describe('addresses', () => {
  it('[PLAYER-07] renews at 60 % of the lifetime and passes the new ticket to the engine', async () => {
    const { time, engine, playback, source, requests } = bench()
    engine.isMoving = true
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    await time.pass(59_999)
    expect(requests()).toBe(1)
    await time.pass(1)
    expect(requests()).toBe(2)
    expect(engine.tickets.at(-1)).toBe('ticket2')
    expect(engine.loads).toHaveLength(1)
    await time.pass(60_000)
    expect(engine.tickets.at(-1)).toBe('ticket3')
  })

  it('[PLAYER-07] requests one new ticket for any number of 403s and continues without reloading', async () => {
    const { time, engine, playback, source, requests } = bench()
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    for (let count = 0; count < 4; count += 1) engine.tell({ kind: 'fault', fault: expired })
    await settle()
    engine.tell({ kind: 'fault', fault: expired })
    await time.pass(2_000)
    expect(requests()).toBe(2)
    expect(engine.retries).toBe(1)
    expect(engine.loads).toHaveLength(1)
    expect(playback.state.status).toBe('playing')
  })

  it('[TV-08] shows the server’s rejection and stops playback', async () => {
    const { engine, playback, source } = bench()
    playback.open(source('paid', { kind: 'refused', failure: 'not_subscribed', message: 'Нужна подписка' }))
    await settle()
    expect(playback.state).toMatchObject({
      status: 'failed',
      problem: { kind: 'refused', failure: 'not_subscribed' },
    })
    playback.play()
    await settle()
    expect(engine.loads).toHaveLength(0)
    expect(playback.state.status).toBe('failed')
  })
})

describe('recovery', () => {
  it('[PLAYER-06] ends in words within ten seconds when every request for an address is answered with an error', async () => {
    const { time, playback, source } = bench()
    playback.open(source('broken', { kind: 'unreachable', httpStatus: 500 }))
    await time.pass(10_000)
    expect(playback.state).toMatchObject({
      status: 'failed',
      problem: { kind: 'playback', failure: 'source_unreachable', code: 'P2-500' },
    })
  })

  it('[PLAYER-06] retries a missing source, requests a new address, lowers the quality, then shows a message with a code', async () => {
    const { time, engine, playback, source, requests } = bench()
    engine.answerWith = () => ({ kind: 'fault', fault: unreachable })
    playback.open(source('gone'))
    await time.pass(120_000)
    expect(playback.state).toMatchObject({
      status: 'failed',
      problem: { kind: 'playback', failure: 'source_unreachable', code: 'P2-503' },
    })
    expect(engine.loads.length).toBeGreaterThan(3)
    expect(engine.loads.length).toBeLessThan(10)
    expect(requests()).toBe(engine.loads.length)
  })

  it('[PLAYER-06] detects a stall without any event, and ends it when data comes again', async () => {
    const { time, engine, playback, source } = bench()
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    engine.report({ buffering: true })
    await time.pass(13_000)
    expect(engine.retries).toBe(1)
    await time.pass(13_000)
    await time.pass(2_000)
    expect(engine.retries).toBe(2)
    engine.isMoving = true
    engine.report({ buffering: false })
    await time.pass(60_000)
    expect(playback.state.status).toBe('playing')
    expect(engine.loads).toHaveLength(1)
  })

  it('[PLAYER-06] moves a frozen video with full buffer slightly forward, and then reloads it', async () => {
    const { time, engine, playback, source } = bench()
    engine.isMoving = true
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    await time.pass(60_000)
    expect([engine.retries, engine.loads.length]).toEqual([0, 1])
    engine.isMoving = false
    engine.report({ positionSec: 6 })
    await time.pass(12_000)
    expect(engine.facts.positionSec).toBeCloseTo(6.1)
    await time.pass(40_000)
    expect(engine.loads.length).toBeGreaterThan(1)
  })

  it('[PLAYER-06] does not treat a paused or ended video as a stall', async () => {
    const { time, engine, playback, source } = bench()
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    playback.pause()
    await time.pass(3_600_000)
    expect([playback.state.status, engine.retries, engine.loads.length]).toEqual(['paused', 0, 1])
    playback.play()
    engine.report({ ended: true })
    await time.pass(3_600_000)
    expect([playback.state.status, engine.retries, engine.loads.length]).toEqual(['ended', 0, 1])
  })

  it('[PLAYER-06] treats concurrent audio and video failures as one fault', async () => {
    const { time, engine, playback, source } = bench()
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    for (let count = 0; count < 6; count += 1) engine.tell({ kind: 'fault', fault: unreachable })
    await time.pass(5_000)
    expect(engine.retries).toBe(1)
    expect(playback.state.status).toBe('playing')
  })

  it('[PLAYER-06] returns to the position in a film, also after a failure', async () => {
    const { time, engine, playback, source } = bench()
    playback.open({ ...source('film'), kind: 'film', startSec: 5 })
    await settle()
    engine.tell({ kind: 'first_picture' })
    engine.report({ positionSec: 42, bufferedEndSec: 42 })
    engine.answerWith = () => ({ kind: 'fault', fault: unreachable })
    for (let count = 0; count < 30 && playback.state.status !== 'failed'; count += 1) {
      engine.tell({ kind: 'fault', fault: unreachable })
      await time.pass(4_000)
    }
    expect(playback.state.status).toBe('failed')
    engine.answerWith = () => ({ kind: 'loaded' })
    playback.retry()
    await settle()
    expect(engine.loads.at(-1)?.startSec).toBe(42)
  })

  it('[PLAYER-06] continues a film where it stood after half a minute without a network', async () => {
    const { time, engine, playback, source } = bench()
    const lost: EngineFault = { failure: 'source_unreachable', httpStatus: null, engineCode: 2 }
    playback.open({ ...source('film'), kind: 'film', startSec: 0 })
    await settle()
    engine.tell({ kind: 'first_picture' })
    engine.report({ positionSec: 42, bufferedEndSec: 42, buffering: true })
    // As an engine that has loaded nothing yet, it stands at its beginning.
    engine.answerWith = (request) => {
      engine.report({ positionSec: 0, bufferedEndSec: 0, seekEndSec: 0 })
      return { kind: 'fault', fault: request.kind === 'film' ? lost : unreachable }
    }
    for (let count = 0; count < 3; count += 1) {
      engine.tell({ kind: 'fault', fault: lost })
      await time.pass(2_000)
    }
    await time.pass(28_000)
    expect([playback.state.status, playback.state.positionSec]).toEqual(['loading', 42])
    engine.answerWith = () => ({ kind: 'loaded' })
    await time.pass(30_000)
    expect(engine.loads.at(-1)?.startSec).toBe(42)
    expect(engine.facts.paused).toBe(false)
    expect(playback.state.problem).toBeNull()
  })

  it('[PLAYER-06] says in words that nobody responds when the network stays away', async () => {
    const { time, engine, playback, source } = bench()
    const lost: EngineFault = { failure: 'source_unreachable', httpStatus: null, engineCode: 2 }
    engine.answerWith = () => ({ kind: 'fault', fault: lost })
    playback.open(source('one'))
    await time.pass(40_000)
    expect(playback.state.status).toBe('loading')
    await time.pass(80_000)
    expect(playback.state).toMatchObject({ status: 'failed', problem: { failure: 'source_unreachable' } })
  })

  it('[PLAYER-06] reports a missing network at once, but first plays the buffered data', async () => {
    const { time, engine, playback, source } = bench(false)
    playback.open(source('one'))
    await settle()
    engine.tell({ kind: 'first_picture' })
    engine.report({ positionSec: 10, bufferedEndSec: 20 })
    engine.tell({ kind: 'fault', fault: unreachable })
    await time.pass(1_500)
    expect(playback.state.status).toBe('playing')
    engine.report({ positionSec: 19, bufferedEndSec: 20 })
    engine.tell({ kind: 'fault', fault: unreachable })
    expect(playback.state.problem).toMatchObject({ failure: 'no_connection' })
  })
})
