import { describe, expect, it } from 'vitest'
import { kindOfDevice } from './this-device.ts'

function of(userAgent: string, touchPoints = 0, isTelevision = false) {
  return kindOfDevice({ userAgent, touchPoints, isTelevision })
}

describe('[ACC-09] the kind of a device that logs in', () => {
  it.each([
    [
      'computer',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      0,
    ],
    ['computer', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15', 0],
    ['tablet', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15', 5],
    ['phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1', 5],
    ['phone', 'Mozilla/5.0 (Linux; Android 14; SM-S918B) Chrome/140.0 Mobile Safari/537.36', 5],
    ['tablet', 'Mozilla/5.0 (Linux; Android 14; SM-X906) Chrome/140.0 Safari/537.36', 5],
    ['other', 'curl/8.5', 0],
  ] as const)('%s: %s', (kind, userAgent, touchPoints) => {
    expect(of(userAgent, touchPoints)).toBe(kind)
  })

  it('a television is one whatever its user agent', () => {
    expect(of('Mozilla/5.0 (Linux; Android 11; BRAVIA)', 0, true)).toBe('tv')
  })
})
