import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SegmentRef, Timeline } from '#media/archive/timeline/timeline.ts'
import { readAddress } from './tickets/origin-path.ts'
import { archivePlaylist } from './playlists/archive-playlist.ts'
import { LiveNumbering } from './playlists/live-numbering.ts'
import { archiveScope, checkTicket, filmScope, issueTicket, liveScope } from './tickets/ticket.ts'

const now = 1_795_000_000_000
const [secret, older] = ['the first secret of this edge', 'the secret of the day before']

describe('tickets', () => {
  it('[PLAYER-07] are valid for their own scope until they expire, signed by any current secret', () => {
    const ticket = issueTicket(older, { scope: liveScope('12'), sessionId: 's-1', expiresAtMs: now + 5000 })
    expect(checkTicket([secret, older], ticket, now)).toMatchObject({
      kind: 'valid',
      scope: 'live~12',
      sessionId: 's-1',
    })
    expect(checkTicket([secret, older], ticket, now + 6001)).toEqual({ kind: 'invalid', reason: 'expired' })
    expect(checkTicket([secret], ticket, now)).toEqual({ kind: 'invalid', reason: 'bad_signature' })
  })

  it('[PLAYER-07] are invalid when any character is changed', () => {
    const ticket = issueTicket(secret, { scope: filmScope('7'), sessionId: 'abc', expiresAtMs: now + 60_000 })
    const change = fc.tuple(fc.nat(ticket.length - 1), fc.constantFrom(...'abcXYZ019_-~.'))
    fc.assert(
      fc.property(change, ([at, sign]) => {
        const forged = ticket.slice(0, at) + sign + ticket.slice(at + 1)
        if (forged !== ticket) expect(checkTicket([secret], forged, now).kind).toBe('invalid')
      }),
      { numRuns: 500 },
    )
  })

  it('[PLAYER-07] are valid only for the signed scope, session, place and time', () => {
    const word = fc.stringMatching(/^[a-z0-9~_-]{1,12}$/)
    const facts = fc.record({
      scope: word,
      sessionId: word,
      place: word,
      client: word,
      expiresAtMs: fc.integer({ min: now + 1000, max: now + 1e9 }).map((ms) => ms - (ms % 1000)),
    })
    fc.assert(
      fc.property(facts, facts, (issued, resource) => {
        const [bodyParts, otherParts] = [issued, resource].map((one) => issueTicket(secret, one).split('.'))
        const signature = bodyParts?.at(-1) ?? ''
        expect(checkTicket([secret], issueTicket(secret, issued), now)).toEqual({ kind: 'valid', ...issued })
        const forged = [...(otherParts ?? []).slice(0, -1), signature].join('.')
        const isSame = JSON.stringify(issued) === JSON.stringify(resource)
        expect(checkTicket([secret], forged, now).kind).toBe(isSame ? 'valid' : 'invalid')
        // Leaving out a field or moving its borders does not make another valid ticket.
        const parts = bodyParts ?? []
        expect(checkTicket([secret], parts.toSpliced(3, 1).join('.'), now).kind).toBe('invalid')
        const moved = [parts[0], `${parts[1]}~${parts[2]}`, ...parts.slice(3)].join('.')
        expect(checkTicket([secret], moved, now).kind).toBe('invalid')
      }),
      { numRuns: 500, seed: 7 },
    )
  })

  it('are not signed when a value contains the separator', () => {
    expect(() => issueTicket(secret, { scope: 'film~1.x', sessionId: 'a', expiresAtMs: now })).toThrow()
    expect(() => issueTicket(secret, { scope: 'film~1', sessionId: 'a/b', expiresAtMs: now })).toThrow()
    const bound = { scope: 'film~1', sessionId: 'a', expiresAtMs: now }
    expect(() => issueTicket(secret, { ...bound, place: '' })).toThrow()
    expect(() => issueTicket(secret, { ...bound, place: 'in.any' })).toThrow()
  })
})

describe('request paths', () => {
  it('are parsed into the three kinds with their scopes', () => {
    expect(readAddress('/p/t/film/a-1/v360.mp4')).toMatchObject({
      scope: 'film~a-1',
      resource: { kind: 'file', file: 'v360.mp4' },
    })
    expect(readAddress('/p/t/live/12/v/1795000000000-1.m4s')).toMatchObject({
      scope: 'live~12',
      resource: { kind: 'segment', beginMs: now, count: 1 },
    })
    expect(readAddress('/p/t/archive/12/1794990000-now/master.m3u8')).toMatchObject({
      scope: archiveScope('12', 1_794_990_000, 'now'),
      endMs: undefined,
    })
  })

  it('are rejected when they lead outside', () => {
    for (const path of [
      '/p/t/film/../x/master.m3u8',
      '/p/t/film/a/../b.mp4',
      '/p/t/film/a/%2e%2e/b.mp4',
      '/p/t/live/1/v/../../x.m4s',
      '/p/t/film/a/asset.json',
      '/p/t/live/1/v/1-100.m4s',
      '/p//film/a/master.m3u8',
    ])
      expect(readAddress(path), path).toBeUndefined()
  })
})

describe('an archive window', () => {
  /** Twelve seconds of a channel whose source then stopped sending. */
  const silent: Timeline = {
    liveEdgeMs: () => now + 12_000,
    oldestMs: () => now - 86_400_000,
    depthMs: 86_400_000,
    renditions: () => [],
    window: (_rendition, fromMs, toMs) =>
      Array.from({ length: 6 }, (_, at) => now + at * 2000)
        .filter((beginMs) => beginMs + 2000 > fromMs && beginMs < toMs)
        .map((beginMs) => ({ beginMs, durationMs: 2000, initKey: 'e1', periodMs: now, gap: false })),
    hasAnything: () => true,
    segmentBytes: async () => undefined,
    initBytes: async () => undefined,
  }
  const at = (nowMs: number) =>
    archivePlaylist(silent, new LiveNumbering(), 'v', now, now + 60_000, nowMs) ?? ''

  it('grows until its end time, and is closed when the source has stopped', () => {
    expect(at(now + 13_000)).toContain('EXT-X-PLAYLIST-TYPE:EVENT')
    expect(at(now + 13_000)).not.toContain('EXT-X-ENDLIST')
    expect(at(now + 121_000)).toContain('EXT-X-ENDLIST')
    // A window without an end is closed too, a day later.
    expect(archivePlaylist(silent, new LiveNumbering(), 'v', now, undefined, now + 13_000)).not.toContain(
      'EXT-X-ENDLIST',
    )
    expect(archivePlaylist(silent, new LiveNumbering(), 'v', now, undefined, now + 87_000_000)).toContain(
      'EXT-X-ENDLIST',
    )
    const target = /TARGETDURATION:(\d+)/
    expect(target.exec(at(now + 121_000))?.[1]).toBe(target.exec(at(now + 13_000))?.[1])
  })
})

describe('sequence numbers of a live channel', () => {
  it('grow by one per segment, and never go back after a restart', () => {
    const durations = fc.array(
      fc.record({ ms: fc.integer({ min: 1100, max: 4000 }), changes: fc.boolean() }),
      { minLength: 20, maxLength: 80 },
    )
    fc.assert(
      fc.property(durations, fc.nat(60), (list, restartAt) => {
        let at = now
        let periodMs = now
        const segments: SegmentRef[] = list.map(({ ms, changes }) => {
          if (changes) periodMs = at
          const segment = { beginMs: at, durationMs: ms, initKey: 'e1', periodMs, gap: false }
          at += ms
          return segment
        })
        let numbering = new LiveNumbering()
        let floor = 0
        for (let first = 0; first + 8 <= segments.length; first++) {
          if (first === restartAt) numbering = new LiveNumbering()
          const window = segments.slice(first, first + 8)
          const video = numbering.number('v', window)
          // The audio request comes a moment later and may see one segment less.
          const audio = numbering.number('a', window.slice(1))
          if (first > 0 && first !== restartAt) expect(video.mediaSequence).toBe(floor + 1)
          else expect(video.mediaSequence).toBeGreaterThan(floor)
          floor = video.mediaSequence
          const changed = window[0]?.periodMs === window[1]?.periodMs ? 0 : 1
          expect(audio.discontinuitySequence).toBe(video.discontinuitySequence + changed)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('[TV-08] stay small where players keep arrays by them, also for periods before the first request', () => {
    const anyTime = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) })
    fc.assert(
      fc.property(anyTime, (startMs) => {
        const numbering = new LiveNumbering()
        const at = (periodMs: number) => {
          const segment = { beginMs: periodMs, durationMs: 2000, initKey: 'e1', periodMs, gap: false }
          return numbering.number('v', [segment]).discontinuitySequence
        }
        const [now, later, before] = [at(startMs), at(startMs + 60_000), at(startMs - 60_000)]
        expect(later).toBe(now + 1)
        expect(before).toBe(now - 1)
        expect(before).toBeGreaterThanOrEqual(0)
        expect(later).toBeLessThan(150_000)
      }),
      { numRuns: 200 },
    )
  })
})
