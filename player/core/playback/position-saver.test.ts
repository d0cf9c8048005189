import { describe, expect, it } from 'vitest'
import { PositionSaver } from './position-saver.ts'

describe('saved positions', () => {
  it('[PLAYER-03] are whole seconds, never zero, at most every 15 s of playback, on pause and on leave', () => {
    const saved: number[] = []
    const saver = new PositionSaver((positionSec) => saved.push(positionSec))
    saver.leave()
    for (let at = 0; at <= 31; at += 0.25) saver.note({ positionSec: at, playing: true })
    expect(saved).toEqual([15, 30])
    saver.note({ positionSec: 31.6, playing: false })
    expect(saved).toEqual([15, 30, 32])
    saver.leave()
    expect(saved).toEqual([15, 30, 32])
  })
})
