import { describe, expect, it } from 'vitest'
import { digitCode, opaqueToken, seededRandom, systemRandom, tokenHash, uuid } from './ids.ts'

describe('ids', () => {
  it('repeat with a seed and differ otherwise', () => {
    expect(opaqueToken(seededRandom('a'))).toBe(opaqueToken(seededRandom('a')))
    expect(opaqueToken(seededRandom('a'))).not.toBe(opaqueToken(seededRandom('b')))
    const random = seededRandom('a')
    expect(uuid(random)).not.toBe(uuid(random))
  })

  it('have their declared format', () => {
    expect(opaqueToken(systemRandom)).toMatch(/^[\w-]{43}$/)
    expect(uuid(systemRandom)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(tokenHash('x')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('use every digit of a code equally, and skip biased bytes', () => {
    const digits = digitCode(systemRandom, 5000)
    for (const digit of '0123456789') expect(digits.split(digit).length - 1).toBeGreaterThan(350)
    let calls = 0
    expect(digitCode(() => (calls++ === 0 ? Uint8Array.of(255, 251) : Uint8Array.of(13, 240)), 2)).toBe('30')
  })
})
