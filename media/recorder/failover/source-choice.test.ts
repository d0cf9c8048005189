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
  readonly isAlive: (place: number, nowMs: number) => boolean
  readonly signal: (place: number, nowMs: number) => SignalState
}

interface Outcome {
  /** From which moment on which place was recorded; -1 for none. */
  readonly recorded: { readonly fromMs: number; readonly place: number }[]
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
  let current: { place: number; startedMs: number; diedMs?: number } | undefined
  let tried: { place: number; startedMs: number } | undefined
  let [restMs, changes, stuckSinceMs, longestStuckMs, steps] = [0, 0, 0, 0, 0]
  const note = (fromMs: number, place: number): void => {
    if (recorded.at(-1)?.place !== place) recorded.push({ fromMs, place })
  }
  for (let now = 0; now < endMs; now += tickMs) {
    if (current !== undefined) {
      const alive = world.isAlive(current.place, now)
      const delivers = alive && now - current.startedMs >= startMs
      if (alive) delete current.diedMs
      else current.diedMs ??= now
      if (delivers) choice.heard(now, now - current.startedMs >= startMs + 2 * segmentMs)
      if (delivers && now % 2000 === 0) choice.judged(world.signal(current.place, now), now)
      // A dead source closes its connection, or hangs until the run gives up.
      const gaveUp =
        current.diedMs !== undefined && now - current.diedMs >= (current.place % 2 === 0 ? 200 : 6000)
      if (gaveUp) {
        choice.ended(now)
        current = undefined
        restMs = now
      }
    }
    if (tried !== undefined && now - tried.startedMs >= startMs && now % 500 === 0) {
      if (!world.isAlive(tried.place, now)) {
        choice.triedEnded(now)
        tried = undefined
      } else choice.triedSeen(now, world.signal(tried.place, now) === 'ok' ? 'good' : 'bad')
      restMs = now
    }
    const isGood = current !== undefined && world.isAlive(current.place, now)
    const couldBe = Array.from({ length: sources }, (_, place) => place).some((place) =>
      world.isAlive(place, now),
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
        expect(decision.place).not.toBe(current?.place)
        tried = { place: decision.place, startedMs: now }
      } else if (decision.do === 'drop') tried = undefined
      else {
        if (decision.do === 'record') expect(current).toBeUndefined()
        else {
          expect(tried?.place).toBe(decision.place)
          changes++
        }
        const startedMs = tried?.place === decision.place ? tried.startedMs : now
        current = { place: decision.place, startedMs }
        tried = undefined
        choice.started(decision.place, now)
      }
    }
    note(now, current?.place ?? -1)
  }
  return { recorded, changes, longestStuckMs, steps }
}

function ok(): SignalState {
  return 'ok'
}

describe('the choice of the source', () => {
  it('stays with the preferred source while it is well', () => {
    const { recorded, changes, steps } = live({ isAlive: () => true, signal: ok }, 2, hourMs)
    expect(recorded).toEqual([{ fromMs: 0, place: 0 }])
    expect(changes).toBe(0)
    expect(steps).toBeLessThan(4000)
  })

  it('leaves a dead source at once and returns only after it was seen good for a while', () => {
    const isAlive = (place: number, now: number): boolean => place === 1 || now < 60_000 || now > 120_000
    const { recorded } = live({ isAlive, signal: ok }, 2, 300_000)
    const places = recorded.filter(({ place }) => place >= 0)
    expect(places.map(({ place }) => place)).toEqual([0, 1, 0])
    expect((places[1]?.fromMs ?? 0) - 60_000).toBeLessThan(1000)
    const returned = (places[2]?.fromMs ?? 0) - 120_000
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
    const isAlive = (place: number, now: number): boolean => place === 0 || now < 60_000
    const world = { isAlive: (place: number, now: number) => isAlive(1 - place, now), signal: ok }
    // Place 1 gives up after six seconds; here it is the only one left until place 0 is back.
    const { longestStuckMs } = live(world, 2, 200_000)
    expect(longestStuckMs).toBeLessThan(6000)
  })

  it('changes nothing over a whole night that is black on every source', () => {
    const signalState = (_: number, now: number): SignalState => (now > 60_000 ? 'black' : 'ok')
    const { recorded, changes } = live({ isAlive: () => true, signal: signalState }, 3, 8 * hourMs)
    expect(recorded).toEqual([{ fromMs: 0, place: 0 }])
    expect(changes).toBe(0)
  })

  it('changes for a fault of one source only, and back when it is over', () => {
    const signalState = (place: number, now: number): SignalState =>
      place === 0 && now > 60_000 && now < 300_000 ? 'slate' : 'ok'
    const { recorded } = live({ isAlive: () => true, signal: signalState }, 2, hourMs)
    expect(recorded.map(({ place }) => place)).toEqual([0, 1, 0])
    expect(recorded[1]?.fromMs).toBeLessThan(75_000)
  })

  it('does not flap between sources whose pictures take turns being wrong', () => {
    const signalState = (place: number, now: number): SignalState =>
      Math.floor(now / 20_000) % 2 === place ? 'frozen' : 'ok'
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
      choice.started(decision.place, now)
      choice.heard(now + 1000, true)
      choice.ended(now + 3000)
      const next = choice.decide(now + 3000)
      expect(next).toMatchObject({ do: 'record', place: 1 })
      choice.started(1, now + 3000)
    }
    expect(changes).toBeGreaterThan(3)
    expect(changes).toBeLessThan(70)
  })

  it('never uses a source that was refused, and keeps the recorded one over a new list', () => {
    const choice = new SourceChoice([quietMs, quietMs], defaultChoice, [0])
    expect(choice.decide(0)).toEqual({ do: 'record', place: 1 })
    choice.started(1, 0)
    choice.heard(10, true)
    choice.setSources([quietMs, quietMs, quietMs], [], 2)
    expect(choice.decide(20)).toMatchObject({ do: 'try', place: 0 })
    choice.setSources([quietMs], [], undefined)
    expect(choice.decide(30)).toEqual({ do: 'record', place: 0 })
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
      const at = (place: number, now: number) => {
        const list = spans[place] ?? []
        while ((list[cursor[place] ?? 0]?.untilMs ?? Infinity) <= now)
          cursor[place] = (cursor[place] ?? 0) + 1
        return list[cursor[place] ?? 0]
      }
      const outcome = live(
        {
          isAlive: (place, now) => at(place, now)?.alive ?? true,
          signal: (place, now) => at(place, now)?.signal ?? 'ok',
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
    expect(decision).toEqual({ do: 'change', place: 0, why: 'preferred' })
    choice.triedEnded(now)
    choice.left()
    expect(choice.decide(now)).toEqual({ do: 'record', place: 1 })
  })
})
