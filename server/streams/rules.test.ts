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

describe('a stream that starts', () => {
  it('[ACC-09] is refused over the limit, with a list of the active streams', () => {
    const seen = [stream('b1'), stream('b2', { holder: 'phone' })]
    expect(go(seen, streamRequest({ holder: 'pad' }), 3)).toMatchObject({
      streamId: undefined,
      tab: undefined,
    })
    const refused = decideStart(seen, streamRequest({ holder: 'pad' }), 2, now)
    expect(refused).toEqual({ kind: 'too_many', active: seen })
    // A second tab of the same device also counts as a stream.
    expect(decideStart(seen, streamRequest(), 2, now).kind).toBe('too_many')
  })

  it('[ACC-09] replaces one that was left, as a new stream, whether or not its stop request has arrived', () => {
    const reloaded = streamRequest({ formerId: 'b1', left: true })
    const seen = [stream('b1', { tab: 'b0' }), stream('b2', { holder: 'phone' })]
    const again = { streamId: undefined, tab: undefined }
    expect(go(seen, reloaded)).toMatchObject({ ...again, replaced: ['b1'] })
    const gone = stream('b1', { stopped: { why: 'chosen', by: 'tv', atMs: now } })
    expect(go([gone, stream('b2', { holder: 'phone' })], reloaded)).toMatchObject({ ...again, replaced: [] })
    // A stop by another viewer no longer counts either: a viewer who reloads the page wants to watch.
    expect(
      go([stream('b1', { stopped: { why: 'chosen', by: 'phone', atMs: now } })], reloaded),
    ).toMatchObject(again)
    // It replaces only its own stream, and only for itself.
    expect(decideStart([...seen, stream('b3', { holder: 'pad' })], reloaded, 2, now).kind).toBe('too_many')
    expect(decideStart(seen, streamRequest({ formerId: 'b2', left: true }), 2, now).kind).toBe('too_many')
  })

  it('replaces the one in its tab, and continues when the item is the same', () => {
    const seen = [stream('b1'), stream('b2', { holder: 'phone' })]
    expect(go(seen, streamRequest({ formerId: 'b1', item: 'live:2' }))).toMatchObject({
      streamId: undefined,
      tab: 'b1',
      replaced: ['b1'],
    })
    expect(go(seen, streamRequest({ formerId: 'b1' }))).toMatchObject({ streamId: 'b1', replaced: [] })
    // The next stream in a tab belongs to the same tab.
    const followed = [stream('b3', { tab: 'b1', item: 'live:2' }), stream('b2', { holder: 'phone' })]
    expect(go(followed, streamRequest({ formerId: 'b3', item: 'live:4' }))).toMatchObject({
      tab: 'b1',
      replaced: ['b3'],
    })
  })

  it('takes over no stream of another holder, even when it knows its id', () => {
    const seen = [stream('b1', { holder: 'phone' })]
    expect(go(seen, streamRequest({ formerId: 'b1' }))).toMatchObject({
      streamId: undefined,
      tab: undefined,
      replaced: [],
    })
    expect(decideStart(seen, streamRequest({ formerId: 'b1' }), 1, now).kind).toBe('too_many')
  })

  it('does not continue by itself after another device stopped it', () => {
    const stopped = (by: string) => [stream('b1', { stopped: { why: 'chosen', by, atMs: now } })]
    expect(decideStart(stopped('phone'), streamRequest({ formerId: 'b1' }), 2, now)).toEqual({
      kind: 'stopped',
    })
    expect(go(stopped('phone'), streamRequest())).toMatchObject({ streamId: undefined })
    // Its own device had only closed the page, and is back.
    expect(go(stopped('tv'), streamRequest({ formerId: 'b1' }))).toMatchObject({
      streamId: undefined,
      tab: 'b1',
    })
  })

  it('does not count silent streams, but prevents them from playing beside it', () => {
    const silent = stream('b1', { holder: 'phone', leaseUntilMs: now - 1 })
    expect(go([silent], streamRequest(), 1)).toMatchObject({ expired: ['b1'] })
    expect(go([silent], streamRequest(), 2)).toMatchObject({ expired: [] })
    expect(go([{ ...silent, ticketUntilMs: now }], streamRequest(), 1)).toMatchObject({ expired: [] })
    const older = stream('b2', { holder: 'pad', leaseUntilMs: now - 9 })
    expect(go([silent, older], streamRequest(), 2)).toMatchObject({ expired: ['b2'] })
  })

  it('of another player is refused for five minutes after the staff stopped one, and of no other holder', () => {
    const ask = streamRequest({ holder: 'x:a', beats: false })
    const stoppedAt = (atMs: number, by = 'staff', holder = 'x:a') =>
      stream('s1', { holder, stopped: { why: 'chosen', by, atMs } })
    const kind = (existing: StreamRecord, asked = ask) => decideStart([existing], asked, 2, now).kind
    expect(kind(stoppedAt(now))).toBe('stopped')
    expect(kind(stoppedAt(now - 5 * 60_000 + 1))).toBe('stopped')
    expect(kind(stoppedAt(now), { ...ask, item: 'live:9' })).toBe('stopped')
    expect(kind(stoppedAt(now - 5 * 60_000))).toBe('go')
    expect(kind(stoppedAt(now, 'phone'))).toBe('go')
    expect(kind(stoppedAt(now, 'staff', 'x:b'))).toBe('go')
    // A player of the service sends its former id, and a person may start again.
    expect(kind(stoppedAt(now, 'staff', 'tv'), { ...ask, holder: 'tv' })).toBe('go')
  })

  it('of a player that sends no former id is one per session when it is tracked by fetches', () => {
    const seen = [stream('s1'), stream('b2')]
    expect(go(seen, streamRequest({ beats: false }), 2)).toMatchObject({ streamId: 's1' })
    expect(go(seen, streamRequest({ beats: false, item: 'live:9' }), 2)).toMatchObject({
      tab: 's1',
      replaced: ['s1'],
    })
  })
})

describe('a preloaded address', () => {
  const warm = (streamId: string, more: Partial<StreamRecord> = {}) =>
    stream(streamId, { startedMs: null, item: `live:${streamId}`, tab: 'b1', ...more })

  it('is not counted, replaces nothing, and becomes the stream of its tab', () => {
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

  it('is refused when a stream would be refused', () => {
    const seen = [stream('b9', { holder: 'phone' })]
    expect(decideStart(seen, streamRequest({ warm: true }), 1, now).kind).toBe('too_many')
  })

  it('is limited in number: the oldest one is dropped', () => {
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
    // Also without a tab: a client that requests in a loop gets no more preloaded streams.
    expect(go(list, streamRequest({ item: 'live:x', warm: true }))).toMatchObject({ cold: ['w0'] })
  })
})

describe('a heartbeat', () => {
  it('reports `stopped` only for a stop on purpose', () => {
    expect(heartbeatOf(undefined, 'tv', now)).toBe('unknown')
    expect(heartbeatOf(stream('b1'), 'phone', now)).toBe('unknown')
    expect(heartbeatOf(stream('b1', { stopped: { why: 'chosen', by: 'phone', atMs: now } }), 'tv', now)).toBe(
      'stopped',
    )
    for (const why of ['session', 'replaced', 'lapsed'] as const)
      expect(heartbeatOf(stream('b1', { stopped: { why, by: null, atMs: now } }), 'tv', now)).toBe('unknown')
    expect(heartbeatOf(stream('b1', { leaseUntilMs: 1 }), 'tv', now)).toBe('decide')
    expect(heartbeatOf(stream('b1', { startedMs: null, ticketUntilMs: now }), 'tv', now)).toBe('unknown')
  })
})

describe('a stream that fetches after it stopped counting', () => {
  const late = stream('s1', { leaseUntilMs: now - replacedGraceMs - 5 })
  it('continues while the limit allows it, else it is ended; the last fetches after a zap change nothing', () => {
    const facts = { seenMs: now, nowMs: now }
    expect(decideSeen([late], late, 1, facts)).toBe('resume')
    expect(decideSeen([late, stream('b2')], late, 1, facts)).toBe('stop')
    expect(decideSeen([late, stream('b2', { leaseUntilMs: now })], late, 1, facts)).toBe('resume')
    expect(decideSeen([late], late, 1, { ...facts, seenMs: now - 6 })).toBe('nothing')
    const stopped = { ...late, stopped: { why: 'chosen', by: null, atMs: now } as const }
    expect(decideSeen([stopped], stopped, 1, facts)).toBe('nothing')
  })
})
