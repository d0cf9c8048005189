/** Which channels get a still in this turn. Pure; times are Unix ms. */

/** The widths of stills in pixels, all 16:9. */
export const stillWidths = [320, 640] as const
export type StillWidth = (typeof stillWidths)[number]

/** What was last done for a channel. */
export interface StillAttempt {
  readonly atMs: number
  /** Frames of it in a row that could not be decoded. */
  readonly failures: number
}

export interface StillTurn {
  /** In one run of ffmpeg. */
  readonly together: readonly string[]
  /** Each in a run of its own: a frame of it could not be decoded the last time. */
  readonly alone: readonly string[]
}

export const stillEveryMs = 20_000
/** A turn is as often; what is due then is spread over the turns of an interval. */
export const stillTurnMs = 2000
const maxTogether = 64
const minTogether = 12
const maxAlone = 2
const longestWaitMs = 10 * 60_000

/** The channels that wait longest come first. */
export function stillTurn(
  requested: Iterable<string>,
  attempts: ReadonlyMap<string, StillAttempt>,
  nowMs: number,
): StillTurn {
  const all = [...requested]
  const lastMs = (id: string) => attempts.get(id)?.atMs ?? 0
  const failures = (id: string) => attempts.get(id)?.failures ?? 0
  const due = all
    .filter((id) => nowMs - lastMs(id) >= waitMs(failures(id)))
    .toSorted((one, other) => lastMs(one) - lastMs(other))
  const turns = stillEveryMs / stillTurnMs - 2
  const count = Math.min(maxTogether, Math.max(minTogether, Math.ceil(all.length / turns)))
  return {
    together: due.filter((id) => failures(id) === 0).slice(0, count),
    alone: due.filter((id) => failures(id) > 0).slice(0, maxAlone),
  }
}

/** A turn early rather than a turn late; after failures twice as long each time. */
function waitMs(failures: number): number {
  return Math.min(longestWaitMs, stillEveryMs * 2 ** Math.min(failures, 10)) - stillTurnMs / 2
}
