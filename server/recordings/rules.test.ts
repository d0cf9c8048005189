import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedMs, coveredMs, expiresAtMs, expiryNoticeMs, stateOf, usedMsOf, windowOf } from './rules.ts'
import { leavesNoArchive } from './storage-limit.ts'
import { expiryWords } from './recording-words.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const programme = { beginMs: 10 * hourMs, endMs: 12 * hourMs, state: 'kept', recordedMs: null } as const

describe('[FOLLOW-03] the rules of recordings', () => {
  it('name each state by the clock and by what was recorded', () => {
    const at = (hour: number, more: object = {}) => stateOf({ ...programme, ...more }, hour * hourMs)
    expect([at(9), at(10), at(11.9), at(12)]).toEqual(['waiting', 'recording', 'recording', 'ready'])
    expect(at(13, { recordedMs: 2 * hourMs })).toBe('ready')
    expect(at(13, { recordedMs: 2 * hourMs - 60_000 })).toBe('ready')
    expect(at(13, { recordedMs: hourMs })).toBe('partial')
    expect(at(13, { recordedMs: 0 })).toBe('failed')
    expect(at(9, { state: 'gone' })).toBe('gone')
  })

  it('count the programme without padding, and nothing where nothing is recorded', () => {
    expect(countedMs(programme)).toBe(2 * hourMs)
    expect(countedMs({ ...programme, recordedMs: 60_000 })).toBe(2 * hourMs)
    expect(countedMs({ ...programme, recordedMs: 0 })).toBe(0)
    expect(usedMsOf([programme, programme, { ...programme, state: 'gone' }])).toBe(4 * hourMs)
    expect(windowOf(programme)).toEqual({ beginMs: 10 * hourMs - 120_000, endMs: 12 * hourMs + 120_000 })
  })

  it('delete by age, and never sooner than a week after the notice', () => {
    fc.assert(
      fc.property(
        fc.nat(400),
        fc.integer({ min: 8, max: 400 }),
        fc.option(fc.nat(400)),
        (now, days, notified) => {
          const notifiedAtMs = notified === null ? null : Math.min(notified, now) * dayMs
          const atMs = expiresAtMs(12 * hourMs, days, notifiedAtMs, now * dayMs)
          expect(atMs).toBeGreaterThanOrEqual(12 * hourMs + days * dayMs)
          expect(atMs).toBeGreaterThanOrEqual((notifiedAtMs ?? now * dayMs) + expiryNoticeMs)
        },
      ),
    )
  })

  it('measure no more than the programme', () => {
    const spans = [
      { beginMs: 9 * hourMs, endMs: 10.5 * hourMs },
      { beginMs: 11 * hourMs, endMs: 14 * hourMs },
    ]
    expect(coveredMs(spans, programme)).toBe(1.5 * hourMs)
    expect(coveredMs([], programme)).toBe(0)
  })

  it('take nothing new while a channel would have less than a day of archive', () => {
    const channel = (expectedDays: number, depthDays: number, bytesPerDay = 1) =>
      ({ bytesPerDay, depthConfiguredMs: depthDays * dayMs, depthExpectedMs: expectedDays * dayMs }) as never
    expect(leavesNoArchive({ channels: [channel(7, 7), channel(1, 7)] })).toBe(false)
    expect(leavesNoArchive({ channels: [channel(7, 7), channel(0.9, 7)] })).toBe(true)
    expect(leavesNoArchive({ channels: [channel(0.5, 0.5), channel(0, 7, 0)] })).toBe(false)
  })

  it('name what expires, and how many more', () => {
    const titles = ['а', 'б', 'в', 'г', 'д', 'е'].map((ru) => ({ ru, uz: '' }))
    expect(expiryWords(titles.slice(0, 2)).body.ru).toContain('«а», «б».')
    expect(expiryWords(titles).body.uz).toContain('«д» va yana 1 ta')
  })
})
