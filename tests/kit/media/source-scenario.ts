import { expect } from 'vitest'
import { SourceChoice, defaultChoice } from '#media/recorder/failover/source-choice.ts'
import type { SignalState } from '#media/recorder/health/signal-rules.ts'

const quietMs = 2500
const startMs = 1500
const segmentMs = 2000
const tickMs = 100

/** The state of a channel's sources at each moment. */
export interface SourceScenario {
  readonly isAlive: (sourceIndex: number, nowMs: number) => boolean
  readonly signal: (sourceIndex: number, nowMs: number) => SignalState
}

/** What was recorded during a scenario. */
export interface SourceOutcome {
  /** From which moment on which source was recorded; -1 for none. */
  readonly recorded: { readonly fromMs: number; readonly sourceIndex: number }[]
  readonly changes: number
  /** The longest time in which a source was alive but no living source was recorded. */
  readonly longestStuckMs: number
  readonly steps: number
}

interface RunningSource {
  readonly sourceIndex: number
  readonly startedMs: number
  diedMs?: number
}

/** The choice, and the source it has started: a start takes a while, and a source that fails ends or stops sending. */
class SourceRun {
  current: RunningSource | undefined
  changes = 0
  steps = 0
  private tried: RunningSource | undefined
  private restMs = 0
  private readonly scenario: SourceScenario
  private readonly choice: SourceChoice

  constructor(scenario: SourceScenario, choice: SourceChoice) {
    this.scenario = scenario
    this.choice = choice
  }

  step(now: number): void {
    if (this.current !== undefined) this.watchCurrent(this.current, now)
    if (this.tried !== undefined && now - this.tried.startedMs >= startMs && now % 500 === 0)
      this.watchTried(this.tried, now)
    for (let turn = 0; turn < 5 && now >= this.restMs; turn++) if (!this.decide(now)) break
  }

  private watchCurrent(current: RunningSource, now: number): void {
    const alive = this.scenario.isAlive(current.sourceIndex, now)
    const delivers = alive && now - current.startedMs >= startMs
    if (alive) delete current.diedMs
    else current.diedMs ??= now
    if (delivers) this.choice.heard(now, now - current.startedMs >= startMs + 2 * segmentMs)
    if (delivers && now % 2000 === 0)
      this.choice.onVerdict(this.scenario.signal(current.sourceIndex, now), now)
    // A failed source closes its connection, or hangs until the run gives up.
    const patienceMs = current.sourceIndex % 2 === 0 ? 200 : 6000
    if (current.diedMs === undefined || now - current.diedMs < patienceMs) return
    this.choice.ended(now)
    this.current = undefined
    this.restMs = now
  }

  private watchTried(tried: RunningSource, now: number): void {
    if (this.scenario.isAlive(tried.sourceIndex, now))
      this.choice.triedSeen(now, this.scenario.signal(tried.sourceIndex, now) === 'ok' ? 'good' : 'bad')
    else {
      this.choice.triedEnded(now)
      this.tried = undefined
    }
    this.restMs = now
  }

  /** Executes the choice's decision; false when it is to wait. */
  private decide(now: number): boolean {
    const decision = this.choice.decide(now)
    this.steps++
    if (decision.do === 'rest') {
      this.restMs = Math.max(now + 1, decision.untilMs)
      return false
    }
    if (decision.do === 'try') {
      expect(this.tried).toBeUndefined()
      expect(this.current).toBeDefined()
      expect(decision.sourceIndex).not.toBe(this.current?.sourceIndex)
      this.tried = { sourceIndex: decision.sourceIndex, startedMs: now }
    } else if (decision.do === 'drop') this.tried = undefined
    else this.record(decision, now)
    return true
  }

  private record(decision: { readonly do: string; readonly sourceIndex: number }, now: number): void {
    if (decision.do === 'record') expect(this.current).toBeUndefined()
    else {
      expect(this.tried?.sourceIndex).toBe(decision.sourceIndex)
      this.changes++
    }
    const startedMs = this.tried?.sourceIndex === decision.sourceIndex ? this.tried.startedMs : now
    this.current = { sourceIndex: decision.sourceIndex, startedMs }
    this.tried = undefined
    this.choice.started(decision.sourceIndex, now)
  }
}

/** Runs the choice between this many sources from 0 to `endMs`, on its own clock. */
export function runSources(
  scenario: SourceScenario,
  sources: number,
  endMs: number,
  settings = defaultChoice,
): SourceOutcome {
  const indexes = Array.from({ length: sources }, (_, sourceIndex) => sourceIndex)
  const choice = new SourceChoice(
    indexes.map(() => quietMs),
    settings,
  )
  const run = new SourceRun(scenario, choice)
  const recorded: SourceOutcome['recorded'] = []
  let [stuckSinceMs, longestStuckMs] = [0, 0]
  for (let now = 0; now < endMs; now += tickMs) {
    run.step(now)
    const isGood = run.current !== undefined && scenario.isAlive(run.current.sourceIndex, now)
    if (isGood || !indexes.some((sourceIndex) => scenario.isAlive(sourceIndex, now))) stuckSinceMs = now
    longestStuckMs = Math.max(longestStuckMs, now - stuckSinceMs)
    const sourceIndex = run.current?.sourceIndex ?? -1
    if (recorded.at(-1)?.sourceIndex !== sourceIndex) recorded.push({ fromMs: now, sourceIndex })
  }
  return { recorded, changes: run.changes, longestStuckMs, steps: run.steps }
}
