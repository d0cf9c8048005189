import { describe, expect, it } from 'vitest'
import { downloadStartedMs, endMs, downloadedFiles, saneStart, termEndMs, termMs } from './rules.ts'

const grantedMs = Date.UTC(2026, 0, 15)
const hourMs = 3_600_000

describe('the end of a saved file', () => {
  it('[PLAYER-08] is 30 days from the grant, and 48 hours from the first watching', () => {
    expect(termEndMs({ grantedMs, startedMs: null }) - grantedMs).toBe(30 * 24 * hourMs)
    expect(termEndMs({ grantedMs, startedMs: grantedMs + hourMs }) - grantedMs).toBe(49 * hourMs)
    // A file started on the last day cannot be watched after the term.
    expect(termEndMs({ grantedMs, startedMs: grantedMs + termMs - hourMs })).toBe(grantedMs + termMs)
    expect(downloadStartedMs).toBe(48 * hourMs)
  })

  it('[PLAYER-08] is never later than the right, and in the past without one', () => {
    const term = { grantedMs, startedMs: null }
    const nowMs = grantedMs + 5 * hourMs
    expect(endMs(term, grantedMs + 9 * hourMs, nowMs)).toBe(grantedMs + 9 * hourMs)
    expect(endMs(term, null, nowMs)).toBe(grantedMs + termMs)
    expect(endMs(term, 'refused', nowMs)).toBe(nowMs)
    expect(endMs(term, 'refused', grantedMs + 2 * termMs)).toBe(grantedMs + termMs)
  })

  it('ignores a start before the grant or in the future', () => {
    const term = { grantedMs, startedMs: null }
    expect(saneStart(1000, term, grantedMs + hourMs)).toBe(grantedMs)
    expect(saneStart(grantedMs + 5 * hourMs, term, grantedMs + hourMs)).toBe(grantedMs + hourMs)
    expect(saneStart(grantedMs + 7, term, grantedMs + hourMs)).toBe(grantedMs + 7)
  })

  it('parses a device’s list of files', () => {
    expect([...downloadedFiles('')]).toEqual([])
    expect([...downloadedFiles('7:0,12:1768500000')]).toEqual([
      [7, 0],
      [12, 1_768_500_000_000],
    ])
  })
})
