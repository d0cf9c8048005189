import { describe, expect, it } from 'vitest'
import { clockHz, stampDistance, Timeline, type StreamOffset } from './timestamp-unroller.ts'

const frameTicks = clockHz / 25
const wrap = 2 ** 33

/** One stream of 25 frames a second: the timeline times of its timestamps. */
class Stream {
  readonly place: StreamOffset = { due: undefined, atMs: 0 }
  readonly #timeline: Timeline
  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  send(stamp: number, nowMs: number): number {
    const time = this.#timeline.place(this.place, ((stamp % wrap) + wrap) % wrap, nowMs)
    this.#timeline.advance(this.place, time + frameTicks)
    return time
  }

  /** `count` frames from a timestamp on, as they arrive in real time. */
  sendRun(stamp: number, count: number, nowMs: number): number[] {
    return Array.from({ length: count }, (_, at) => this.send(stamp + at * frameTicks, nowMs + at * 40))
  }
}

function stepsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

describe('timestamps', () => {
  it('continue after the 33-bit wrap', () => {
    const times = new Stream(new Timeline()).sendRun(wrap - 3 * frameTicks, 8, 0)
    expect(new Set(stepsOf(times))).toEqual(new Set([frameTicks]))
  })

  it('continue without a hole when the encoder was restarted', () => {
    const stream = new Stream(new Timeline())
    const before = stream.sendRun(5_000_000_000, 10, 0)
    const after = stream.sendRun(1000, 10, 400)
    expect(new Set(stepsOf([...before, ...after]))).toEqual(new Set([frameTicks]))
  })

  it('leave a hole as long as the source was really silent', () => {
    const stream = new Stream(new Timeline())
    const before = stream.sendRun(0, 10, 0)
    const after = stream.sendRun(7_000_000_000, 1, 400 + 30_000)
    const holeSec = ((after[0] ?? 0) - (before.at(-1) ?? 0)) / clockHz
    expect(holeSec).toBeGreaterThan(29)
    expect(holeSec).toBeLessThan(31)
  })

  it('of two streams stay synchronised over a jump, whichever jumps first', () => {
    const timeline = new Timeline()
    const [video, audio] = [new Stream(timeline), new Stream(timeline)]
    for (let at = 0; at < 10; at++) for (const one of [video, audio]) one.send(at * frameTicks, at * 40)
    const jumped = 3_000_000_000
    const late: [number, number][] = []
    for (let at = 10; at < 14; at++) {
      const videoTime = video.send(jumped + at * frameTicks, at * 40)
      // The last audio from before the jump comes after the first video from after it.
      const audioTime = audio.send((at === 10 ? 0 : jumped) + at * frameTicks, at * 40)
      late.push([videoTime, audioTime])
    }
    for (const [videoTime, audioTime] of late)
      expect(Math.abs(videoTime - audioTime)).toBeLessThan(clockHz / 2)
  })

  it('that jump all the time are reported as unusable', () => {
    const timeline = new Timeline()
    const stream = new Stream(timeline)
    for (let at = 0; at < 20; at++) stream.send((at % 2) * 4_000_000_000 + at, at * 40)
    expect(timeline.isHopeless).toBe(false)
    for (let at = 0; at < 60; at++) stream.send((at * 7_777_777_777) % wrap, 1000 + at * 40)
    expect(timeline.isHopeless).toBe(true)
  })

  it('are compared by the shorter distance', () => {
    expect(stampDistance(wrap - 10, 20)).toBe(30)
    expect(stampDistance(20, wrap - 10)).toBe(-30)
  })
})
