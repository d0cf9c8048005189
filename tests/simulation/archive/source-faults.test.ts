import { describe, expect, it } from 'vitest'
import { runSources } from '#tests/kit/media/source-scenario.ts'
import type { SignalState } from '#media/recorder/health/signal-rules.ts'

const hourMs = 3_600_000

/** A repeatable random generator (mulberry32). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('the choice of the source', () => {
  it('handles two days of faults, four times: one recording at a time, never stuck, few changes', () => {
    for (const seed of [1, 2, 3, 4]) {
      const throwDice = dice(seed)
      const endMs = 48 * hourMs
      // Each source works for minutes to hours and is away or faulty for seconds to an hour.
      const spans = [0, 1, 2].map(() => {
        const list: { untilMs: number; alive: boolean; signal: SignalState }[] = []
        for (let at = 0; at < endMs;) {
          at += 30_000 + throwDice() ** 3 * 4 * hourMs
          list.push({ untilMs: at, alive: true, signal: 'ok' })
          at += 500 + throwDice() ** 4 * hourMs
          const wrong =
            (['black', 'frozen', 'silent', 'slate'] as const)[Math.floor(throwDice() * 4)] ?? 'black'
          list.push({ untilMs: at, alive: throwDice() < 0.3, signal: wrong })
        }
        return list
      })
      const cursor = [0, 0, 0]
      const at = (sourceIndex: number, now: number) => {
        const list = spans[sourceIndex] ?? []
        while ((list[cursor[sourceIndex] ?? 0]?.untilMs ?? Infinity) <= now)
          cursor[sourceIndex] = (cursor[sourceIndex] ?? 0) + 1
        return list[cursor[sourceIndex] ?? 0]
      }
      const outcome = runSources(
        {
          isAlive: (sourceIndex, now) => at(sourceIndex, now)?.alive ?? true,
          signal: (sourceIndex, now) => at(sourceIndex, now)?.signal ?? 'ok',
        },
        3,
        endMs,
      )
      const faults = spans.reduce((sum, list) => sum + list.length / 2, 0)
      expect(outcome.longestStuckMs).toBeLessThan(14_000)
      expect(outcome.changes).toBeLessThan(faults * 2)
    }
  }, 120_000)
})
