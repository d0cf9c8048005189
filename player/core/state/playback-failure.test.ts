import { describe, expect, it } from 'vitest'
import { codeOf, failureOfBody, ownFault, type PlaybackFailure } from './playback-failure.ts'
import { nextStep, startPosition } from '#player/core/recovery/recovery-steps.ts'

const nothingThere: readonly PlaybackFailure[] = ['no_picture', 'before_archive', 'not_yet', 'not_recorded']

describe('a response without content (404)', () => {
  it.each(nothingThere)('[PLAYER-06] %s has its own reason and code', (reason) => {
    expect(failureOfBody(JSON.stringify({ error: reason }))).toBe(reason)
    const codes = [...nothingThere, 'not_there' as const].map((failure) => codeOf(ownFault(failure)))
    expect(new Set(codes).size).toBe(codes.length)
  })
  it.each([
    [undefined],
    [null],
    [''],
    ['<html>404 Not Found</html>'],
    ['{"error":"gone"}'],
    ['{"error":7}'],
    ['null'],
    [`{"error":"not_yet","more":"${'x'.repeat(300)}"}`],
    [new ArrayBuffer(2)],
  ])('[PLAYER-06] %j is only the general not_there', (body) => {
    expect(failureOfBody(body)).toBe('not_there')
  })
  it('[PLAYER-06] reaches the viewer: recovery always ends, and soon where the origin gives a reason', () => {
    const steps = (failure: PlaybackFailure): number => {
      let position = startPosition
      for (let count = 0; count < 20; count += 1) {
        const next = nextStep(position, ownFault(failure), {
          atMs: count,
          bufferAheadSec: 0,
          hasPicture: false,
        })
        if (next.step.kind === 'give_up') return count
        position = next.position
      }
      return Number.POSITIVE_INFINITY
    }
    expect(nothingThere.map(steps)).toEqual([3, 1, 3, 1])
  })
})
