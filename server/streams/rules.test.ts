import { describe, expect, it } from 'vitest'
import {
  type PlaybackStreamRequest,
  type StreamRecord,
  decideSeen,
  decideStart,
  heartbeatOf,
  maxWarm,
  replacedGraceMs,
} from './rules.ts'

const now = 1_000_000_000

function stream(streamId: string, more: Partial<StreamRecord> = {}): StreamRecord {
  return {
    streamId,
    holder: 'tv',
    tab: streamId,
    item: 'live:1',
    startedMs: now - 5000,
    leaseUntilMs: now + 50_000,
    ticketUntilMs: now + 200_000,
    stopped: null,
    ...more,
  }
}

function streamRequest(more: Partial<PlaybackStreamRequest> = {}): PlaybackStreamRequest {
  return {
    holder: 'tv',
    item: 'live:1',
    formerId: undefined,
    beats: true,
    warm: false,
    ...more,
  }
}

function ids(list: readonly StreamRecord[]) {
  return list.map((one) => one.streamId)
}

function go(existing: readonly StreamRecord[], ask: PlaybackStreamRequest, limit = 2) {
  const start = decideStart(existing, ask, limit, now)
  if (start.kind !== 'go') throw new Error(start.kind)
  return {
    ...start,
    streamId: start.stream?.streamId,
    replaced: ids(start.replaced),
    expired: ids(start.expired),
    cold: ids(start.cold),
  }
}

describe('a stream that begins', () => {
  it('[ACC-09] is refused over the limit, with what is going', () => {
    const seen = [stream('b1'), stream('b2', { holder: 'phone' })]
    expect(go(seen, streamRequest({ holder: 'pad' }), 3)).toMatchObject({
      streamId: undefined,
      tab: undefined,
    })
    const refused = decideStart(seen, streamRequest({ holder: 'pad' }), 2, now)
    expect(refused).toEqual({ kind: 'too_many', active: seen })
    // A second tab of the same device is one more, too.
    expect(decideStart(seen, streamRequest(), 2, now).kind).toBe('too_many')
  })

  it('[ACC-09] takes the place of one that was left, as a new one, whether its goodbye has come or not', () => {
    const reloaded = streamRequest({ formerId: 'b1', left: true })
    const seen = [stream('b1', { tab: 'b0' }), stream('b2', { holder: 'phone' })]
    const again = { streamId: undefined, tab: undefined }
    expect(go(seen, reloaded)).toMatchObject({ ...again, replaced: ['b1'] })
    const gone = stream('b1', { stopped: { why: 'chosen', by: 'tv' } })
    expect(go([gone, stream('b2', { holder: 'phone' })], reloaded)).toMatchObject({ ...again, replaced: [] })
    // Another viewer's goodbye counts no more, either: who loads the page again wants to watch.
    expect(go([stream('b1', { stopped: { why: 'chosen', by: 'phone' } })], reloaded)).toMatchObject(again)
    // It makes room for itself only, and only for its own.
    expect(decideStart([...seen, stream('b3', { holder: 'pad' })], reloaded, 2, now).kind).toBe('too_many')
    expect(decideStart(seen, streamRequest({ formerId: 'b2', left: true }), 2, now).kind).toBe('too_many')
  })

  it('takes the place of the one in its tab, and goes on with the same picture', () => {
    const seen = [stream('b1'), stream('b2', { holder: 'phone' })]
    expect(go(seen, streamRequest({ formerId: 'b1', item: 'live:2' }))).toMatchObject({
      streamId: undefined,
      tab: 'b1',
      replaced: ['b1'],
    })
    expect(go(seen, streamRequest({ formerId: 'b1' }))).toMatchObject({ streamId: 'b1', replaced: [] })
    // What follows in a tab is of the same tab.
    const followed = [stream('b3', { tab: 'b1', item: 'live:2' }), stream('b2', { holder: 'phone' })]
    expect(go(followed, streamRequest({ formerId: 'b3', item: 'live:4' }))).toMatchObject({
      tab: 'b1',
      replaced: ['b3'],
    })
  })

  it("hands on nothing of another's, however its name was found out", () => {
    const seen = [stream('b1', { holder: 'phone' })]
    expect(go(seen, streamRequest({ formerId: 'b1' }))).toMatchObject({
      streamId: undefined,
      tab: undefined,
      replaced: [],
    })
    expect(decideStart(seen, streamRequest({ formerId: 'b1' }), 1, now).kind).toBe('too_many')
  })

  it('does not go on by itself after somebody stopped it on another device', () => {
    const stopped = (by: string) => [stream('b1', { stopped: { why: 'chosen', by } })]
    expect(decideStart(stopped('phone'), streamRequest({ formerId: 'b1' }), 2, now)).toEqual({
      kind: 'stopped',
    })
    expect(go(stopped('phone'), streamRequest())).toMatchObject({ streamId: undefined })
    // Its own device has only closed the page, and is back.
    expect(go(stopped('tv'), streamRequest({ formerId: 'b1' }))).toMatchObject({
      streamId: undefined,
      tab: 'b1',
    })
  })

  it('counts none that fell silent, but lets none of them be played beside it', () => {
    const silent = stream('b1', { holder: 'phone', leaseUntilMs: now - 1 })
    expect(go([silent], streamRequest(), 1)).toMatchObject({ expired: ['b1'] })
    expect(go([silent], streamRequest(), 2)).toMatchObject({ expired: [] })
    expect(go([{ ...silent, ticketUntilMs: now }], streamRequest(), 1)).toMatchObject({ expired: [] })
    const older = stream('b2', { holder: 'pad', leaseUntilMs: now - 9 })
    expect(go([silent, older], streamRequest(), 2)).toMatchObject({ expired: ['b2'] })
  })

  it('of a player that hands nothing on is one a session, when it is seen by what it fetches', () => {
    const seen = [stream('s1'), stream('b2')]
    expect(go(seen, streamRequest({ beats: false }), 2)).toMatchObject({ streamId: 's1' })
    expect(go(seen, streamRequest({ beats: false, item: 'live:9' }), 2)).toMatchObject({
      tab: 's1',
      replaced: ['s1'],
    })
  })
})

describe('an address that is kept ready', () => {
  const warm = (streamId: string, more: Partial<StreamRecord> = {}) =>
    stream(streamId, { startedMs: null, item: `live:${streamId}`, tab: 'b1', ...more })

  it('counts as nothing, replaces nothing, and becomes the stream of its tab', () => {
    const seen = [stream('b1')]
    expect(go(seen, streamRequest({ formerId: 'b1', item: 'live:w', warm: true }), 1)).toMatchObject({
      streamId: undefined,
      tab: 'b1',
      replaced: [],
      expired: [],
    })
    const ready = [...seen, warm('w')]
    expect(go(ready, streamRequest({ formerId: 'b1', item: 'live:w' }), 1)).toMatchObject({
      streamId: 'w',
      replaced: ['b1'],
    })
    expect(go(ready, streamRequest({ formerId: 'w', item: 'live:w' }), 1)).toMatchObject({
      streamId: 'w',
      replaced: ['b1'],
    })
    const tooOld = [...seen, warm('w', { ticketUntilMs: now })]
    expect(go(tooOld, streamRequest({ formerId: 'b1', item: 'live:w' }), 1)).toMatchObject({
      streamId: undefined,
    })
  })

  it('is refused to whom a stream would be refused', () => {
    const seen = [stream('b9', { holder: 'phone' })]
    expect(decideStart(seen, streamRequest({ warm: true }), 1, now).kind).toBe('too_many')
  })

  it('is one of a few: the oldest gives way', () => {
    const list = Array.from({ length: maxWarm }, (_, index) =>
      warm(`w${index}`, { ticketUntilMs: now + index + 1 }),
    )
    expect(
      go([stream('b1'), ...list], streamRequest({ formerId: 'b1', item: 'live:x', warm: true })),
    ).toMatchObject({
      cold: ['w0'],
    })
    expect(
      go([stream('b1'), ...list], streamRequest({ formerId: 'b1', item: 'live:w3', warm: true })),
    ).toMatchObject({ cold: [] })
    // Without a tab as well: whoever asks in a loop keeps no more of them.
    expect(go(list, streamRequest({ item: 'live:x', warm: true }))).toMatchObject({ cold: ['w0'] })
  })
})

describe('a heartbeat', () => {
  it('tells of a stop on purpose alone that it was stopped', () => {
    expect(heartbeatOf(undefined, 'tv', now)).toBe('unknown')
    expect(heartbeatOf(stream('b1'), 'phone', now)).toBe('unknown')
    expect(heartbeatOf(stream('b1', { stopped: { why: 'chosen', by: 'phone' } }), 'tv', now)).toBe('stopped')
    for (const why of ['session', 'replaced', 'lapsed'] as const)
      expect(heartbeatOf(stream('b1', { stopped: { why, by: null } }), 'tv', now)).toBe('unknown')
    expect(heartbeatOf(stream('b1', { leaseUntilMs: 1 }), 'tv', now)).toBe('decide')
    expect(heartbeatOf(stream('b1', { startedMs: null, ticketUntilMs: now }), 'tv', now)).toBe('unknown')
  })
})

describe('a stream that is seen fetching after it was counted no more', () => {
  const late = stream('s1', { leaseUntilMs: now - replacedGraceMs - 5 })
  it('goes on while there is room, else it is ended; the rest of a zap is neither', () => {
    const facts = { seenMs: now, nowMs: now }
    expect(decideSeen([late], late, 1, facts)).toBe('resume')
    expect(decideSeen([late, stream('b2')], late, 1, facts)).toBe('stop')
    expect(decideSeen([late, stream('b2', { leaseUntilMs: now })], late, 1, facts)).toBe('resume')
    expect(decideSeen([late], late, 1, { ...facts, seenMs: now - 6 })).toBe('nothing')
    const stopped = { ...late, stopped: { why: 'chosen', by: null } as const }
    expect(decideSeen([stopped], stopped, 1, facts)).toBe('nothing')
  })
})
