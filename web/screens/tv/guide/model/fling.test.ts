import { describe, expect, it } from 'vitest'
import { Fling, flingMs } from './fling.ts'

const rowPx = 68

function flung(tops: readonly number[], stepMs = 16) {
  const fling = new Fling(rowPx)
  for (const [index, top] of tops.entries()) fling.drawn(top, index * stepMs)
  return { fling, nowMs: (tops.length - 1) * stepMs }
}

describe('[GUIDE-02] a fling', () => {
  it('is several fast scrolls in immediate sequence', () => {
    const { fling, nowMs } = flung([160, 320, 480])
    expect(fling.isFlung(nowMs)).toBe(true)
  })

  it('is no single jump, and no jumps with pauses between them', () => {
    const once = flung([5000])
    expect(once.fling.isFlung(once.nowMs)).toBe(false)
    const keys = flung([700, 1400, 2100], 200)
    expect(keys.fling.isFlung(keys.nowMs)).toBe(false)
  })

  it('is no slow scroll, and ends when it has slowed down', () => {
    const slow = flung([24, 48, 72, 96])
    expect(slow.fling.isFlung(slow.nowMs)).toBe(false)
    const slowed = flung([160, 320, 480, 500])
    expect(slowed.fling.isFlung(slowed.nowMs)).toBe(false)
  })

  it('continues while a part of the guide loads and is drawn', () => {
    const { fling, nowMs } = flung([160, 320, 480, 480])
    expect(fling.isFlung(nowMs)).toBe(true)
    fling.drawn(640, nowMs + 16)
    expect(fling.isFlung(nowMs + 16)).toBe(true)
  })

  it('continues after the device stalled for a moment', () => {
    const { fling, nowMs } = flung([160, 320, 480])
    fling.drawn(640, nowMs + flingMs + 40)
    expect(fling.isFlung(nowMs + flingMs + 40)).toBe(true)
  })

  it('ends after a time without a scroll', () => {
    const { fling, nowMs } = flung([160, 320, 480])
    expect(fling.isFlung(nowMs + flingMs - 1)).toBe(true)
    expect(fling.isFlung(nowMs + flingMs)).toBe(false)
  })
})
