import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownFault, type EngineFault, type PlaybackFailure } from '#player/core/state/playback-failure.ts'
import { calmMs, nextStep, startPosition, type RecoveryStep } from './recovery-steps.ts'

const failures: readonly PlaybackFailure[] = [
  'source_unreachable',
  'stalled',
  'address_expired',
  'not_there',
  'no_picture',
  'not_yet',
  'before_archive',
  'not_recorded',
  'stream_broken',
  'cannot_decode',
  'no_connection',
  'player_missing',
]

const atFirst = { bufferAheadSec: 0, hasPicture: true }

/** The steps for the same repeated fault, one second apart, until playback is given up. */
function stepsFor(fault: PlaybackFailure | EngineFault, bufferAheadSec = 0): readonly RecoveryStep['kind'][] {
  const kinds: RecoveryStep['kind'][] = []
  let position = startPosition
  for (let count = 0; count < 20; count += 1) {
    const next = nextStep(position, typeof fault === 'string' ? ownFault(fault) : fault, {
      atMs: count * 1000,
      bufferAheadSec,
      hasPicture: true,
    })
    kinds.push(next.step.kind)
    if (next.step.kind === 'give_up') break
    position = next.position
  }
  return kinds
}

describe('recovery', () => {
  it('[PLAYER-06] retries a failed request, then reloads, lowers the quality, reloads, and gives up', () => {
    const failed: EngineFault = { failure: 'source_unreachable', httpStatus: 503, engineCode: 0 }
    expect(stepsFor(failed)).toEqual(['retry', 'retry', 'reload', 'lower', 'reload', 'give_up'])
    expect(stepsFor('stalled')).toEqual(stepsFor(failed))
  })

  it('[PLAYER-06] tries for about a minute where nobody responds, and no longer', () => {
    let position = startPosition
    let waitedMs = 0
    const kinds: string[] = []
    for (let count = 0; count < 20; count += 1) {
      const fault = ownFault('source_unreachable')
      // Each attempt ends with a time limit of its own, which is longer than a calm period together with the pause.
      const moment = { atMs: count * (calmMs + 20_000), bufferAheadSec: 0, hasPicture: false }
      const next = nextStep(position, fault, moment)
      position = next.position
      kinds.push(next.step.kind)
      if (next.step.kind === 'give_up') break
      if ('afterMs' in next.step) waitedMs += next.step.afterMs
    }
    expect(kinds.slice(0, 2)).toEqual(['retry', 'retry'])
    expect([kinds.length, kinds.at(-1)]).toEqual([9, 'give_up'])
    expect(waitedMs).toBeGreaterThan(60_000)
    expect(waitedMs).toBeLessThan(70_000)
  })

  it('[PLAYER-07] renews an expired address first, and keeps the buffer', () => {
    expect(stepsFor('address_expired')).toEqual(['renew', 'reload', 'reload', 'give_up'])
  })

  it('[PLAYER-06] reloads a source that cannot be decoded once, then in the lowest quality', () => {
    expect(stepsFor('cannot_decode')).toEqual(['reload', 'lower', 'give_up'])
  })

  it('[PLAYER-06] gives up at once where nothing can help', () => {
    expect(stepsFor('player_missing')).toEqual(['give_up'])
    expect(stepsFor('no_connection')).toEqual(['give_up'])
  })

  it('[PLAYER-06] keeps retrying while enough is buffered', () => {
    expect(new Set(stepsFor('source_unreachable', 10))).toEqual(new Set(['retry']))
  })

  it('[LOAD-01] takes no step before an overloaded server wants to be asked again', () => {
    const busy = { ...ownFault('source_unreachable'), httpStatus: 503, retryAfterMs: 9000 }
    let position = startPosition
    const pauses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const next = nextStep(position, busy, { ...atFirst, atMs: 0 })
      if ('afterMs' in next.step) pauses.push(next.step.afterMs)
      position = next.position
    }
    expect(pauses).toEqual([9000, 9000, 9000, 9000, 9000])
    const whileBuffered = nextStep(startPosition, busy, { ...atFirst, atMs: 0, bufferAheadSec: 10 })
    expect(whileBuffered.step).toEqual({ kind: 'retry', afterMs: 9000 })
  })

  it('[PLAYER-06] waits longer at each step', () => {
    let position = startPosition
    const pauses: number[] = []
    for (let count = 0; count < 2; count += 1) {
      const next = nextStep(position, ownFault('source_unreachable'), { ...atFirst, atMs: 0 })
      if (next.step.kind === 'retry') pauses.push(next.step.afterMs)
      position = next.position
    }
    expect(pauses).toEqual([500, 1500])
  })

  it('[PLAYER-06] starts from the first step again after half a minute without a fault', () => {
    const fault = ownFault('stalled')
    const first = nextStep(startPosition, fault, { ...atFirst, atMs: 0 })
    const soon = nextStep(first.position, fault, { ...atFirst, atMs: calmMs })
    const later = nextStep(first.position, fault, { ...atFirst, atMs: calmMs + 1 })
    expect([first.step, later.step]).toEqual([later.step, first.step])
    expect(soon.step).not.toEqual(first.step)
  })

  it('[PLAYER-06] ends for every sequence of faults in quick succession', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...failures), { minLength: 9, maxLength: 15 }), (mixture) => {
        let position = startPosition
        const kinds = mixture.map((failure, at) => {
          const next = nextStep(position, ownFault(failure), { ...atFirst, atMs: at * 1000 })
          position = next.position
          return next.step.kind
        })
        expect(kinds.slice(8)).toEqual(kinds.slice(8).map(() => 'give_up'))
      }),
    )
  })
})
