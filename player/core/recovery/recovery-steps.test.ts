import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownFault, type PlaybackFailure } from '#player/core/state/playback-failure.ts'
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

/** The steps for the same repeated fault, one second apart, until playback is given up. */
function stepsFor(failure: PlaybackFailure, bufferAheadSec = 0): readonly RecoveryStep['kind'][] {
  const kinds: RecoveryStep['kind'][] = []
  let position = startPosition
  for (let count = 0; count < 20; count += 1) {
    const next = nextStep(position, ownFault(failure), { atMs: count * 1000, bufferAheadSec })
    kinds.push(next.step.kind)
    if (next.step.kind === 'give_up') break
    position = next.position
  }
  return kinds
}

describe('recovery', () => {
  it('[PLAYER-06] retries a failed request, then reloads, lowers the quality, reloads, and gives up', () => {
    expect(stepsFor('source_unreachable')).toEqual(['retry', 'retry', 'reload', 'lower', 'reload', 'give_up'])
    expect(stepsFor('stalled')).toEqual(stepsFor('source_unreachable'))
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

  it('[PLAYER-06] waits longer at each step', () => {
    let position = startPosition
    const pauses: number[] = []
    for (let count = 0; count < 2; count += 1) {
      const next = nextStep(position, ownFault('source_unreachable'), { atMs: 0, bufferAheadSec: 0 })
      if (next.step.kind === 'retry') pauses.push(next.step.afterMs)
      position = next.position
    }
    expect(pauses).toEqual([500, 1500])
  })

  it('[PLAYER-06] starts from the first step again after half a minute without a fault', () => {
    const fault = ownFault('stalled')
    const first = nextStep(startPosition, fault, { atMs: 0, bufferAheadSec: 0 })
    const soon = nextStep(first.position, fault, { atMs: calmMs, bufferAheadSec: 0 })
    const later = nextStep(first.position, fault, { atMs: calmMs + 1, bufferAheadSec: 0 })
    expect([first.step, later.step]).toEqual([later.step, first.step])
    expect(soon.step).not.toEqual(first.step)
  })

  it('[PLAYER-06] ends for every sequence of faults in quick succession', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...failures), { minLength: 6, maxLength: 12 }), (mixture) => {
        let position = startPosition
        const kinds = mixture.map((failure, at) => {
          const next = nextStep(position, ownFault(failure), { atMs: at * 1000, bufferAheadSec: 0 })
          position = next.position
          return next.step.kind
        })
        expect(kinds.slice(5)).toEqual(kinds.slice(5).map(() => 'give_up'))
      }),
    )
  })
})
