import { describe, expect, it } from 'vitest'
import { createHostLanes, width } from './host-lanes.ts'

/** How many messages a service gets until there is no room. */
function fill(lanes: ReturnType<typeof createHostLanes>, host: string): number {
  let count = 0
  while (lanes.hasRoom(host) && count < 100) {
    lanes.began(host)
    count += 1
  }
  return count
}

describe('[FOLLOW-01] push services of browsers', () => {
  it('that have not answered yet never fill the room of those that do', () => {
    const lanes = createHostLanes()
    lanes.began('good.example')
    lanes.ended('good.example', { isInTime: true, nowMs: 0 })
    const silent = Array.from({ length: 50 }, (_, n) => fill(lanes, `silent-${n}.example`))
    expect(silent.reduce((sum, one) => sum + one, 0)).toBe(5)
    expect(fill(lanes, 'good.example')).toBe(width - 5)
  })

  it('leave room for others though they answer, in case they stop', () => {
    const lanes = createHostLanes()
    for (const host of ['one.example', 'two.example']) {
      lanes.began(host)
      lanes.ended(host, { isInTime: true, nowMs: 0 })
    }
    expect([fill(lanes, 'one.example'), fill(lanes, 'two.example')]).toEqual([15, 5])
  })

  it('that did not answer in time are left alone, longer each time, until they do', () => {
    const lanes = createHostLanes()
    const fail = (nowMs: number) => {
      lanes.began('slow.example')
      lanes.ended('slow.example', { isInTime: false, nowMs })
      return lanes.pausedUntilMs('slow.example') - nowMs
    }
    expect([fail(0), fail(10_000), fail(20_000)]).toEqual([1000, 2000, 4000])
    // Messages that were under way together count once.
    lanes.began('slow.example')
    lanes.ended('slow.example', { isInTime: false, nowMs: 20_001 })
    expect(lanes.pausedUntilMs('slow.example')).toBe(24_000)
    lanes.began('slow.example')
    lanes.ended('slow.example', { isInTime: true, nowMs: 30_000 })
    expect(lanes.pausedUntilMs('slow.example')).toBe(0)
  })

  it('are forgotten when there are too many, but not one with messages under way', () => {
    const lanes = createHostLanes()
    lanes.began('busy.example')
    for (let n = 0; n < 1500; n += 1) {
      lanes.began(`one-${n}.example`)
      lanes.ended(`one-${n}.example`, { isInTime: false, nowMs: 0 })
    }
    expect(lanes.pausedUntilMs('one-0.example')).toBe(0)
    expect(lanes.pausedUntilMs('one-1499.example')).toBe(1000)
    lanes.ended('busy.example', { isInTime: true, nowMs: 0 })
    expect(fill(lanes, 'busy.example')).toBe(15)
  })
})
