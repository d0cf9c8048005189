import { describe, expect, it } from 'vitest'
import { licenceEnd, licenceVerdict } from './download-licence.ts'

const daySec = 86_400
const nowSec = 1_768_500_000

describe('a saved film without a connection', () => {
  it('[PLAYER-08] plays until the end that the server said, or 48 hours after it was begun', () => {
    const term = { expiresAtSec: nowSec + 30 * daySec, startedAtSec: 0 }
    expect(licenceVerdict(term, nowSec + 30 * daySec - 1, nowSec)).toBe('plays')
    expect(licenceVerdict(term, nowSec + 30 * daySec, nowSec)).toBe('expired')
    const startedTerm = { ...term, startedAtSec: nowSec }
    expect(licenceEnd(startedTerm)).toBe(nowSec + 2 * daySec)
    expect(licenceVerdict(startedTerm, nowSec + 2 * daySec, nowSec)).toBe('expired')
    expect(licenceEnd({ expiresAtSec: nowSec + daySec, startedAtSec: nowSec })).toBe(nowSec + daySec)
  })

  it('[PLAYER-08] is not brought back by a clock that is turned back', () => {
    const term = { expiresAtSec: nowSec + daySec, startedAtSec: 0 }
    const seenSec = nowSec + daySec + 5
    expect(licenceVerdict(term, nowSec, seenSec)).toBe('expired')
    // Before the end a clock that runs backwards would stretch what is left.
    expect(licenceVerdict(term, nowSec, nowSec + daySec / 2)).toBe('clock_back')
    expect(licenceVerdict(term, nowSec, nowSec + 600)).toBe('plays')
  })
})
