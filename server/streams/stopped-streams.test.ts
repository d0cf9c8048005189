import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStoppedStreams } from './stopped-streams.ts'
import { readStopNote, stopNote } from './stream-store.ts'

const stop = (streamId: string, fromMs = 100, untilMs = 1000) => ({ streamId, fromMs, untilMs })

describe('[ACC-09] a stream that was stopped', () => {
  it('plays on until its stop time, and not after it', () => {
    const stopped = createStoppedStreams()
    stopped.add(stop('a'))
    expect([99, 100, 5000].map((nowMs) => stopped.isStopped('a', nowMs))).toEqual([false, true, true])
    expect(stopped.isStopped('b', 5000)).toBe(false)
  })

  it('with two stop notifications stops at the earlier time, in whichever order they arrive', () => {
    for (const moments of [
      [100, 300],
      [300, 100],
    ]) {
      const stopped = createStoppedStreams()
      for (const fromMs of moments) stopped.add(stop('a', fromMs))
      expect([stopped.isStopped('a', 100), stopped.size]).toEqual([true, 1])
    }
  })

  it('is forgotten when its tickets have expired, and not before', () => {
    const stopped = createStoppedStreams()
    stopped.add(stop('a', 100, 1000))
    stopped.add(stop('b', 100, 2000))
    stopped.sweep(999)
    expect(stopped.size).toBe(2)
    stopped.sweep(1000)
    expect([stopped.size, stopped.isStopped('b', 1000)]).toEqual([1, true])
  })

  it('is dropped, the oldest notification first, where there are too many', () => {
    const stopped = createStoppedStreams(2)
    for (const id of ['a', 'b', 'a', 'c']) stopped.add(stop(id))
    expect(['a', 'b', 'c'].map((id) => stopped.isStopped(id, 100))).toEqual([true, false, true])
  })

  it('is reported to the other processes in one line, which they can parse', () => {
    const id = fc.stringMatching(/^[\w-]{10,40}$/)
    const moment = fc.integer({ min: 0, max: 4_000_000_000_000 })
    fc.assert(
      fc.property(fc.record({ streamId: id, fromMs: moment, untilMs: moment }), (note) => {
        expect(readStopNote(stopNote(note))).toEqual(note)
      }),
    )
    for (const line of [
      '',
      'short 1 2',
      'b-long-enough-id 1',
      'b-long-enough-id 1 2 3',
      'b-long-enough-id -1 2',
    ])
      expect(readStopNote(line), line).toBeUndefined()
  })
})
