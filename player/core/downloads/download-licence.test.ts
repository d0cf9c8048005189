import { describe, expect, it } from 'vitest'
import { licenceEnd, licenceVerdict } from './download-licence.ts'

const daySec = 86_400
const nowSec = 1_768_500_000

describe('a downloaded film without a connection', () => {
  it('[PLAYER-08] plays until the server’s licence end, or until 48 hours after its first start', () => {
    const term = { expiresAtSec: nowSec + 30 * daySec, startedAtSec: 0 }
    expect(licenceVerdict(term, nowSec + 30 * daySec - 1, nowSec)).toBe('plays')
    expect(licenceVerdict(term, nowSec + 30 * daySec, nowSec)).toBe('expired')
    const startedTerm = { ...term, startedAtSec: nowSec }
    expect(licenceEnd(startedTerm)).toBe(nowSec + 2 * daySec)
    expect(licenceVerdict(startedTerm, nowSec + 2 * daySec, nowSec)).toBe('expired')
    expect(licenceEnd({ expiresAtSec: nowSec + daySec, startedAtSec: nowSec })).toBe(nowSec + daySec)
  })

  it('[PLAYER-08] does not become playable again when the clock is turned back', () => {
    const term = { expiresAtSec: nowSec + daySec, startedAtSec: 0 }
    const seenSec = nowSec + daySec + 5
    expect(licenceVerdict(term, nowSec, seenSec)).toBe('expired')
    // Even before the end, a clock that runs backwards would extend the remaining time.
    expect(licenceVerdict(term, nowSec, nowSec + daySec / 2)).toBe('clock_back')
    expect(licenceVerdict(term, nowSec, nowSec + 600)).toBe('plays')
  })
})
