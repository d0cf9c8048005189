import { describe, expect, it } from 'vitest'
import { SourceChoice, defaultChoice } from './source-choice.ts'
import type { SignalState } from '#media/recorder/health/signal-rules.ts'

const quietMs = 2500
const hourMs = 3_600_000

/** A repeatable throw of dice (mulberry32). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface World {
  readonly isAlive: (sourceIndex: number, nowMs: number) => boolean
  readonly signal: (sourceIndex: number, nowMs: number) => SignalState
}

interface Outcome {
  /** From which moment on which place was recorded; -1 for none. */
  readonly recorded: { readonly fromMs: number; readonly sourceIndex: number }[]
  readonly changes: number
  /** The longest that a source was alive and nothing alive was recorded. */
  readonly longestStuckMs: number
  readonly steps: number
}

const startMs = 1500
const segmentMs = 2000
const tickMs = 100

/** Runs the choice in a world of its own time: what starts takes a while, what dies ends or falls silent. */
function live(world: World, sources: number, endMs: number, settings = defaultChoice): Outcome {
  const choice = new SourceChoice(
    Array.from({ length: sources }, () => quietMs),
    settings,
  )
  const recorded: Outcome['recorded'] = []
  let current: { sourceIndex: number; startedMs: number; diedMs?: number } | undefined
  let tried: { sourceIndex: number; startedMs: number } | undefined
  let [restMs, changes, stuckSinceMs, longestStuckMs, steps] = [0, 0, 0, 0, 0]
  const note = (fromMs: number, sourceIndex: number): void => {
    if (recorded.at(-1)?.sourceIndex !== sourceIndex) recorded.push({ fromMs, sourceIndex })
  }
  for (let now = 0; now < endMs; now += tickMs) {
    if (current !== undefined) {
      const alive = world.isAlive(current.sourceIndex, now)
      const delivers = alive && now - current.startedMs >= startMs
      if (alive) delete current.diedMs
      else current.diedMs ??= now
      if (delivers) choice.heard(now, now - current.startedMs >= startMs + 2 * segmentMs)
      if (delivers && now % 2000 === 0) choice.judged(world.signal(current.sourceIndex, now), now)
      // A dead source closes its connection, or hangs until the run gives up.
      const gaveUp =
        current.diedMs !== undefined && now - current.diedMs >= (current.sourceIndex % 2 === 0 ? 200 : 6000)
      if (gaveUp) {
        choice.ended(now)
        current = undefined
        restMs = now
      }
    }
    if (tried !== undefined && now - tried.startedMs >= startMs && now % 500 === 0) {
      if (!world.isAlive(tried.sourceIndex, now)) {
        choice.triedEnded(now)
        tried = undefined
      } else choice.triedSeen(now, world.signal(tried.sourceIndex, now) === 'ok' ? 'good' : 'bad')
      restMs = now
    }
    const isGood = current !== undefined && world.isAlive(current.sourceIndex, now)
    const couldBe = Array.from({ length: sources }, (_, sourceIndex) => sourceIndex).some((sourceIndex) =>
      world.isAlive(sourceIndex, now),
    )
    if (isGood || !couldBe) stuckSinceMs = now
    longestStuckMs = Math.max(longestStuckMs, now - stuckSinceMs)
    for (let turn = 0; turn < 5 && now >= restMs; turn++) {
      const decision = choice.decide(now)
      steps++
      if (decision.do === 'rest') {
        restMs = Math.max(now + 1, decision.untilMs)
        break
      }
      if (decision.do === 'try') {
        expect(tried).toBeUndefined()
        expect(current).toBeDefined()
        expect(decision.sourceIndex).not.toBe(current?.sourceIndex)
        tried = { sourceIndex: decision.sourceIndex, startedMs: now }
      } else if (decision.do === 'drop') tried = undefined
      else {
        if (decision.do === 'record') expect(current).toBeUndefined()
        else {
          expect(tried?.sourceIndex).toBe(decision.sourceIndex)
          changes++
        }
        const startedMs = tried?.sourceIndex === decision.sourceIndex ? tried.startedMs : now
        current = { sourceIndex: decision.sourceIndex, startedMs }
        tried = undefined
        choice.started(decision.sourceIndex, now)
      }
    }
    note(now, current?.sourceIndex ?? -1)
  }
  return { recorded, changes, longestStuckMs, steps }
}

function ok(): SignalState {
  return 'ok'
}

describe('the choice of the source', () => {
  it('stays with the preferred source while it is well', () => {
    const { recorded, changes, steps } = live({ isAlive: () => true, signal: ok }, 2, hourMs)
    expect(recorded).toEqual([{ fromMs: 0, sourceIndex: 0 }])
    expect(changes).toBe(0)
    expect(steps).toBeLessThan(4000)
  })

  it('leaves a dead source at once and returns only after it was seen good for a while', () => {
    const isAlive = (sourceIndex: number, now: number): boolean =>
      sourceIndex === 1 || now < 60_000 || now > 120_000
    const { recorded } = live({ isAlive, signal: ok }, 2, 300_000)
    const sourceIndexes = recorded.filter(({ sourceIndex }) => sourceIndex >= 0)
    expect(sourceIndexes.map(({ sourceIndex }) => sourceIndex)).toEqual([0, 1, 0])
    expect((sourceIndexes[1]?.fromMs ?? 0) - 60_000).toBeLessThan(1000)
    const returned = (sourceIndexes[2]?.fromMs ?? 0) - 120_000
    expect(returned).toBeGreaterThanOrEqual(defaultChoice.returnAfterMs)
    expect(returned).toBeLessThan(150_000)
  })

  it('picks a lone source up within three seconds of its return, however long it was away', () => {
    for (const awayMs of [1000, 10_000, 600_000, 8 * hourMs]) {
      const isAlive = (_: number, now: number): boolean => now < 60_000 || now > 60_000 + awayMs
      const { recorded } = live({ isAlive, signal: ok }, 1, 60_000 + awayMs + 20_000)
      expect((recorded.at(-1)?.fromMs ?? Infinity) - 60_000 - awayMs).toBeLessThan(3000)
    }
  })

  it('goes from a source that only hangs to one that runs, before the hanging one gives up', () => {
    const isAlive = (sourceIndex: number, now: number): boolean => sourceIndex === 0 || now < 60_000
    const world = { isAlive: (sourceIndex: number, now: number) => isAlive(1 - sourceIndex, now), signal: ok }
    // Place 1 gives up after six seconds; here it is the only one left until place 0 is back.
    const { longestStuckMs } = live(world, 2, 200_000)
    expect(longestStuckMs).toBeLessThan(6000)
  })

  it('changes nothing over a whole night that is black on every source', () => {
    const signalState = (_: number, now: number): SignalState => (now > 60_000 ? 'black' : 'ok')
    const { recorded, changes } = live({ isAlive: () => true, signal: signalState }, 3, 8 * hourMs)
    expect(recorded).toEqual([{ fromMs: 0, sourceIndex: 0 }])
    expect(changes).toBe(0)
  })

  it('changes for a fault of one source only, and back when it is over', () => {
    const signalState = (sourceIndex: number, now: number): SignalState =>
      sourceIndex === 0 && now > 60_000 && now < 300_000 ? 'slate' : 'ok'
    const { recorded } = live({ isAlive: () => true, signal: signalState }, 2, hourMs)
    expect(recorded.map(({ sourceIndex }) => sourceIndex)).toEqual([0, 1, 0])
    expect(recorded[1]?.fromMs).toBeLessThan(75_000)
  })

  it('does not flap between sources whose pictures take turns being wrong', () => {
    const signalState = (sourceIndex: number, now: number): SignalState =>
      Math.floor(now / 20_000) % 2 === sourceIndex ? 'frozen' : 'ok'
    const { changes } = live({ isAlive: () => true, signal: signalState }, 2, 12 * hourMs)
    expect(changes).toBeLessThan(120)
  })

  it('does not return again and again to a source that dies as soon as it is recorded', () => {
    let changes = 0
    const choice = new SourceChoice([quietMs, quietMs])
    choice.decide(0)
    choice.started(0, 0)
    choice.ended(100)
    choice.started(1, 100)
    for (let now = 100; now < 24 * hourMs; now += 500) {
      choice.heard(now, true)
      choice.judged('ok', now)
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

  it('never uses a source that was refused, and keeps the recorded one over a new list', () => {
    const choice = new SourceChoice([quietMs, quietMs], defaultChoice, [0])
    expect(choice.decide(0)).toEqual({ do: 'record', sourceIndex: 1 })
    choice.started(1, 0)
    choice.heard(10, true)
    choice.setSources([quietMs, quietMs, quietMs], [], 2)
    expect(choice.decide(20)).toMatchObject({ do: 'try', sourceIndex: 0 })
    choice.setSources([quietMs], [], undefined)
    expect(choice.decide(30)).toEqual({ do: 'record', sourceIndex: 0 })
  })

  it('lives through a week of faults: one recording at a time, never stuck, little flapping', () => {
    for (const seed of [1, 2, 3, 4]) {
      const throwDice = dice(seed)
      const endMs = 48 * hourMs
      // Each source is well for minutes to hours and away or wrong for seconds to an hour.
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
      const outcome = live(
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

describe('a source that ends at the very moment it is changed to', () => {
  it('leaves the one before to be recorded again at once', () => {
    const choice = new SourceChoice([quietMs, quietMs])
    choice.started(0, 0)
    choice.ended(0)
    choice.started(1, 0)
    let now = 0
    let decision = choice.decide(now)
    // Both are well: after a while the preferred one is returned to.
    for (; decision.do !== 'change' && now < hourMs; now += 500) {
      choice.heard(now, true)
      choice.triedSeen(now, 'good')
      decision = choice.decide(now)
    }
    expect(decision).toEqual({ do: 'change', sourceIndex: 0, why: 'preferred' })
    choice.triedEnded(now)
    choice.left()
    expect(choice.decide(now)).toEqual({ do: 'record', sourceIndex: 1 })
  })
})
