/** The scenarios of a crowd: how many, how fast, how long. */
import type { CrowdShape } from './plan.ts'

export interface ScenarioOptions {
  readonly viewers: number
  readonly seed: number
  /** How much faster than people, where the scenario is about load beyond the capacity. */
  readonly pace: number
}

interface Scenario {
  readonly about: string
  readonly shape: (options: ScenarioOptions) => CrowdShape
  /** When the load falls, ms from the start; absent where it does not. */
  readonly fallsAtMs?: number
}

const secondMs = 1000

export const scenarios: Readonly<Record<string, Scenario>> = {
  evening: {
    about: 'viewers arrive within forty seconds and watch as people do',
    shape: (options) => ({
      ...options,
      arriveWithinMs: 40 * secondMs,
      phases: [{ untilMs: 130 * secondMs, pace: options.pace }],
    }),
  },
  'login-storm': {
    about: 'all log in within ten seconds, as after an outage',
    shape: (options) => ({
      ...options,
      arriveWithinMs: 10 * secondMs,
      phases: [{ untilMs: 60 * secondMs, pace: 1 }],
    }),
  },
  'zap-storm': {
    about: 'everybody changes the channel within ten seconds, as at the final whistle',
    shape: (options) => ({
      ...options,
      arriveWithinMs: 40 * secondMs,
      phases: [{ untilMs: 90 * secondMs, pace: 1 }],
      whistle: { atMs: 55 * secondMs, withinMs: 10 * secondMs },
    }),
    fallsAtMs: 65 * secondMs,
  },
  overload: {
    about: 'viewers act `pace` times as often as people for half a minute, and then as people again',
    shape: (options) => ({
      ...options,
      arriveWithinMs: 40 * secondMs,
      phases: [
        { untilMs: 50 * secondMs, pace: 1 },
        { untilMs: 80 * secondMs, pace: options.pace },
        { untilMs: 110 * secondMs, pace: 1 },
      ],
    }),
    fallsAtMs: 80 * secondMs,
  },
}
