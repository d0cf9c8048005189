import { describe, expect, it } from 'vitest'
import { SourceChoice, defaultChoice } from './source-choice.ts'
import { runSources } from '#tests/kit/media/source-scenario.ts'
import type { SignalState } from '#media/recorder/health/signal-rules.ts'

const quietMs = 2500
const hourMs = 3_600_000

function ok(): SignalState {
  return 'ok'
}

describe('the choice of the source', () => {
  it('stays with the preferred source while it is healthy', () => {
    const { recorded, changes, steps } = runSources({ isAlive: () => true, signal: ok }, 2, hourMs)
    expect(recorded).toEqual([{ fromMs: 0, sourceIndex: 0 }])
    expect(changes).toBe(0)
    expect(steps).toBeLessThan(4000)
  })

  it('leaves a failed source at once and returns only after it was healthy for a while', () => {
    const isAlive = (sourceIndex: number, now: number): boolean =>
      sourceIndex === 1 || now < 60_000 || now > 120_000
    const { recorded } = runSources({ isAlive, signal: ok }, 2, 300_000)
    const sourceIndexes = recorded.filter(({ sourceIndex }) => sourceIndex >= 0)
    expect(sourceIndexes.map(({ sourceIndex }) => sourceIndex)).toEqual([0, 1, 0])
    expect((sourceIndexes[1]?.fromMs ?? 0) - 60_000).toBeLessThan(1000)
    const returned = (sourceIndexes[2]?.fromMs ?? 0) - 120_000
    expect(returned).toBeGreaterThanOrEqual(defaultChoice.returnAfterMs)
    expect(returned).toBeLessThan(150_000)
  })

  it('records a single source within three seconds of its return, however long it was away', () => {
    for (const awayMs of [1000, 10_000, 600_000, 8 * hourMs]) {
      const isAlive = (_: number, now: number): boolean => now < 60_000 || now > 60_000 + awayMs
      const { recorded } = runSources({ isAlive, signal: ok }, 1, 60_000 + awayMs + 20_000)
      expect((recorded.at(-1)?.fromMs ?? Infinity) - 60_000 - awayMs).toBeLessThan(3000)
    }
  })

  it('switches from a hanging source to a running one before the timeout of the hanging one', () => {
    const isAlive = (sourceIndex: number, now: number): boolean => sourceIndex === 0 || now < 60_000
    const scenario = {
      isAlive: (sourceIndex: number, now: number) => isAlive(1 - sourceIndex, now),
      signal: ok,
    }
    // Source 1 times out after six seconds; here it is the only one left until source 0 is back.
    const { longestStuckMs } = runSources(scenario, 2, 200_000)
    expect(longestStuckMs).toBeLessThan(6000)
  })

  it('does not switch during a whole night that is black on every source', () => {
    const signalState = (_: number, now: number): SignalState => (now > 60_000 ? 'black' : 'ok')
    const { recorded, changes } = runSources({ isAlive: () => true, signal: signalState }, 3, 8 * hourMs)
    expect(recorded).toEqual([{ fromMs: 0, sourceIndex: 0 }])
    expect(changes).toBe(0)
  })

  it('switches for a fault of one source only, and back when it is over', () => {
    const signalState = (sourceIndex: number, now: number): SignalState =>
      sourceIndex === 0 && now > 60_000 && now < 300_000 ? 'slate' : 'ok'
    const { recorded } = runSources({ isAlive: () => true, signal: signalState }, 2, hourMs)
    expect(recorded.map(({ sourceIndex }) => sourceIndex)).toEqual([0, 1, 0])
    expect(recorded[1]?.fromMs).toBeLessThan(75_000)
  })

  it('does not flap between sources with alternating video faults', () => {
    const signalState = (sourceIndex: number, now: number): SignalState =>
      Math.floor(now / 20_000) % 2 === sourceIndex ? 'frozen' : 'ok'
    const { changes } = runSources({ isAlive: () => true, signal: signalState }, 2, 12 * hourMs)
    expect(changes).toBeLessThan(120)
  })

  it('does not return repeatedly to a source that fails as soon as it is recorded', () => {
    let changes = 0
    const choice = new SourceChoice([quietMs, quietMs])
    choice.decide(0)
    choice.started(0, 0)
    choice.ended(100)
    choice.started(1, 100)
    for (let now = 100; now < 24 * hourMs; now += 500) {
      choice.heard(now, true)
      choice.onVerdict('ok', now)
      choice.triedSeen(now, 'good')
      const decision = choice.decide(now)
      if (decision.do !== 'change') continue
      changes++
      choice.started(decision.sourceIndex, now)
      choice.heard(now + 1000, true)
      choice.ended(now + 3000)
      const next = choice.decide(now + 3000)
      expect(next).toMatchObject({ do: 'record', sourceIndex: 1 })
      choice.started(1, now + 3000)
    }
    expect(changes).toBeGreaterThan(3)
    expect(changes).toBeLessThan(70)
  })

  it('never uses a refused source, and keeps the recorded one when the list changes', () => {
    const choice = new SourceChoice([quietMs, quietMs], defaultChoice, [0])
    expect(choice.decide(0)).toEqual({ do: 'record', sourceIndex: 1, reason: 'source_ended' })
    choice.started(1, 0)
    choice.heard(10, true)
    choice.setSources([quietMs, quietMs, quietMs], [], 2)
    expect(choice.decide(20)).toMatchObject({ do: 'try', sourceIndex: 0 })
    choice.setSources([quietMs], [], undefined)
    expect(choice.decide(30)).toEqual({ do: 'record', sourceIndex: 0, reason: 'source_ended' })
  })
})

describe('a source that ends exactly when it is switched to', () => {
  it('lets the previous source be recorded again at once', () => {
    const choice = new SourceChoice([quietMs, quietMs])
    choice.started(0, 0)
    choice.ended(0)
    choice.started(1, 0)
    let now = 0
    let decision = choice.decide(now)
    // Both are healthy: after a while the preferred one is used again.
    for (; decision.do !== 'change' && now < hourMs; now += 500) {
      choice.heard(now, true)
      choice.triedSeen(now, 'good')
      decision = choice.decide(now)
    }
    expect(decision).toEqual({ do: 'change', sourceIndex: 0, reason: 'preferred_recovered' })
    choice.triedEnded(now)
    choice.left()
    expect(choice.decide(now)).toEqual({ do: 'record', sourceIndex: 1, reason: 'source_ended' })
  })
})
