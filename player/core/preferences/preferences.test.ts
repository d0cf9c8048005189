import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestHeight, parsePreferences } from './preferences.ts'

describe('stored preferences', () => {
  it('[PLAYER-01] with any stored value become valid ones', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('volume', 'rate', 'height', 'audioLanguage'), fc.anything()),
        (stored) => {
          const { volume, rate, height } = parsePreferences(stored)
          expect(volume).toBeGreaterThanOrEqual(0)
          expect(volume).toBeLessThanOrEqual(1)
          expect([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]).toContain(rate)
          expect(height === null || height > 0).toBe(true)
        },
      ),
    )
    expect(nearestHeight([1080, 720, 360], 800)).toBe(720)
    expect(nearestHeight([1080, 720], 360)).toBe(720)
  })
})

describe('the style of subtitles', () => {
  it('[PLAYER-01] is stored, and unknown values become the default', () => {
    const style = { size: 'large', colour: 'yellow', background: 'none' }
    expect(parsePreferences({ subtitleLook: style }).subtitleLook).toEqual(style)
    expect(parsePreferences({ subtitleLook: { size: '10px', colour: 'red' } }).subtitleLook).toEqual({
      size: 'normal',
      colour: 'white',
      background: 'shade',
    })
    expect(parsePreferences({ subtitleLook: 'large' }).subtitleLook.size).toBe('normal')
  })
})
