/** What viewers noticed of each loss of a drill. */
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { longestHole, recordedToMs } from './archive-holes.ts'
import { sumsOf } from './installation.ts'
import type { Load } from './load.ts'

export interface Step {
  readonly what: string
  readonly requests: number
  readonly failed: number
  /** The last second of the step in which a request failed; 0 when none did. And the last one in which one may. */
  readonly recoveredSec: number
  readonly limitSec: number
  /** The longest time without a response of the API, and without a payment. */
  readonly readsAwayMs: number
  readonly writesAwayMs: number
  /** The longest wait of playback. */
  readonly stallMs: number
  /** The longest hole of any archive. */
  readonly holeMs: number
}

export interface StepsOptions {
  readonly load: Load
  readonly liveDir: string
  /** How long viewers are watched after a loss. */
  readonly calmMs: number
  say(line: string): void
}

/** The promise for the archive. */
const holeLimitMs = 12_000
/** After so much of a step no request may fail any more, beyond the time that is allowed. */
const recoveryLimitSec = 12
/** Recording must go on by then, so that the whole hole can be measured. */
const recordingLimitMs = 60_000

/** Whether requests and recording went on as promised. */
export function isWithinPromises({ recoveredSec, limitSec, holeMs }: Step): boolean {
  return recoveredSec <= limitSec && holeMs <= holeLimitMs
}

/** Does something to the installation and measures until recording goes on; requests may fail for `awayMs` longer. */
export async function runStep(
  { load, liveDir, calmMs, say }: StepsOptions,
  what: string,
  act: () => Promise<unknown>,
  awayMs = 0,
): Promise<Step> {
  const before = sumsOf(load)
  const second = Math.max(0, load.tally.seconds().length - 1)
  const beganMs = Date.now()
  load.live.longestStallMs = 0
  load.away.begin()
  await act()
  const endedMs = Date.now()
  await pause(calmMs)
  await waitFor(() => recordedToMs(liveDir) > endedMs, recordingLimitMs).catch(() => undefined)
  const { requests, failed } = sumsOf(load)
  const failures = load.tally.seconds().slice(second)
  const done: Step = {
    ...{ what, requests: requests - before.requests, failed: failed - before.failed },
    recoveredSec: failures.findLastIndex((one) => one.failed > 0) + 1,
    limitSec: recoveryLimitSec + awayMs / 1000,
    readsAwayMs: load.away.longestMs('reads'),
    writesAwayMs: load.away.longestMs('writes'),
    stallMs: Math.round(load.live.longestStallMs),
    holeMs: longestHole(liveDir, beganMs - 10_000, Date.now()),
  }
  say(
    `${what}: ${done.failed} of ${done.requests} requests failed, the last one in second ${done.recoveredSec}`,
  )
  return done
}

/** A row for each step. */
export function tableOf(steps: readonly Step[]): readonly string[] {
  const heads = ['lost', 'requests', 'failed', 'until s', 'reads ms', 'writes ms', 'stall ms', 'hole ms']
  const rows = steps.map((one) => [
    ...[one.what, one.requests, one.failed, one.recoveredSec],
    ...[one.readsAwayMs, one.writesAwayMs, one.stallMs, one.holeMs],
  ])
  return [heads, ...rows].map((cells) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(48) : String(cell).padStart(10))).join(''),
  )
}
