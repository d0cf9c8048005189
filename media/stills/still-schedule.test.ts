import { describe, expect, it } from 'vitest'
import { type StillAttempt, stillEveryMs, stillTurn, stillTurnMs } from './still-schedule.ts'

const startMs = 1_790_000_000_000

/** Runs the schedule for some minutes; how often each channel came, together and alone. */
function run(ids: readonly string[], minutes: number, fails: (id: string) => boolean = () => false) {
  const attempts = new Map<string, StillAttempt>()
  const [together, alone] = [new Map<string, number>(), new Map<string, number>()]
  let largest = 0
  for (let nowMs = startMs; nowMs < startMs + minutes * 60_000; nowMs += stillTurnMs) {
    const turn = stillTurn(ids, attempts, nowMs)
    largest = Math.max(largest, turn.together.length)
    for (const [list, counts] of [[turn.together, together] as const, [turn.alone, alone] as const])
      for (const id of list) {
        counts.set(id, (counts.get(id) ?? 0) + 1)
        const failures = fails(id) ? (attempts.get(id)?.failures ?? 0) + 1 : 0
        attempts.set(id, { atMs: nowMs, failures })
      }
  }
  return { together, alone, largest }
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `channel-${at}`)
}

describe('the turns of stills [ALIVE-01]', () => {
  it('takes each of 200 channels every 20 s, spread over the turns', () => {
    const { together, largest } = run(names(200), 10)
    expect(together.size).toBe(200)
    const expected = (10 * 60_000) / stillEveryMs
    for (const count of together.values()) expect(Math.abs(count - expected)).toBeLessThanOrEqual(2)
    expect(largest).toBe(25)
  })

  it('takes a few channels at once', () => {
    expect(stillTurn(names(8), new Map(), startMs).together).toHaveLength(8)
  })

  it('takes a channel that failed alone, and less and less often', () => {
    const { together, alone } = run(names(20), 60, (id) => id === 'channel-3')
    expect(together.get('channel-3')).toBe(1)
    expect(alone.get('channel-3')).toBeLessThan(12)
    expect(alone.get('channel-3')).toBeGreaterThan(6)
    expect(together.get('channel-4')).toBeGreaterThan(170)
  })
})
