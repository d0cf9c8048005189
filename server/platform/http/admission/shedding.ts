/**
 * Which requests are refused while this process has more work than it can do. Pure: the caller measures, the clock is
 * its own.
 */
import type { Endpoint } from '#contract/form/endpoint.ts'

/**
 * - `never`: money, the staff, and the heartbeats of viewers who are watching: refusing them saves little or costs dearly.
 * - `early`: what a viewer who is watching does not need: it is refused before anything else.
 * - `ordinary`: the rest.
 */
export type Rank = 'never' | 'ordinary' | 'early'

/** A mean delay of the event loop above this, in ms, is overload: a response takes several turns of the loop. */
const highDelayMs = 300
/** … if the loop's own work causes it: refusing requests helps nothing against other programs on the machine, … */
const ownShare = 0.4
/** … unless the delay is this long. */
const extremeDelayMs = 1000
/** Requests that wait for a database connection above this are overload too: each waits again for its next statement. */
const maxQueued = 40
/** The samples in a row that show it: one long garbage collection is none. */
const samplesInARow = 2
/** How often the delay is sampled. */
export const sampleEveryMs = 500
/** By how much the level rises in one sample, times how far the delay is above the limit (at most three times). */
const rise = 0.1
const maxTimes = 3
/** From the highest level to none in seven seconds. */
const fall = 0.15
const maxLevel = 2
/** Below this nothing is refused: a short peak passes by itself. */
const quietLevel = 0.2
/** Requests handled at once, without long polling: more would only wait for each other. */
const maxOpen = 1500
/** The shortest time after which a refused client may ask again, and how far apart the clients are spread. */
const shortestRetrySec = 2
const retrySpreadSec = 6

/**
 * The level of overload, 0 to 2: up to 1 it is the share of `early` requests that are refused, above 1 that of `ordinary`
 * ones. It rises and falls by steps, so that the load settles at what can be served instead of swinging.
 */
export class Shedding {
  #level = 0
  #highSamples = 0
  #refused = 0
  readonly #owed: Record<Exclude<Rank, 'never'>, number> = { early: 0, ordinary: 0 }

  get level(): number {
    return this.#level
  }

  /**
   * Takes one measurement over the last `elapsedMs`: the mean delay of the event loop, and the share of the time for which
   * its thread had a processor (0 to 1); and how many requests wait for a database connection now.
   */
  sample(delayMs: number, elapsedMs: number, cpuShare: number, queued = 0): void {
    const isOwn = cpuShare >= ownShare || delayMs >= extremeDelayMs
    const loopExcess = isOwn ? delayMs / highDelayMs : 0
    const excess = Math.max(loopExcess, queued / maxQueued)
    if (excess <= 1) {
      this.#highSamples = 0
      this.#level = Math.max(0, this.#level - (fall * elapsedMs) / sampleEveryMs)
      return
    }
    this.#highSamples += 1
    if (this.#highSamples < samplesInARow) return
    const step = rise * Math.min(maxTimes, excess)
    // A loop that is stuck is sampled late: its step is as much larger, within reason.
    this.#level = Math.min(maxLevel, this.#level + step * Math.min(maxTimes, elapsedMs / sampleEveryMs))
  }

  /**
   * Whether a request of this rank is refused now: the seconds after which its client may ask again, or undefined.
   * `open` is how many requests are being handled.
   */
  refuses(rank: Rank, open: number): number | undefined {
    if (rank === 'never') return undefined
    if (open < maxOpen && !this.#isDrawn(rank)) return undefined
    this.#refused += 1
    // Clients that were refused together would come back together.
    const spreadSec = Math.ceil(retrySpreadSec * Math.max(1, this.#level))
    return shortestRetrySec + (this.#refused % (spreadSec + 1))
  }

  /** Refuses the exact share, evenly: what was not refused yet is owed to the next request. */
  #isDrawn(rank: Exclude<Rank, 'never'>): boolean {
    if (this.#level <= quietLevel) return false
    const share = rank === 'early' ? Math.min(1, this.#level) : Math.max(0, this.#level - 1)
    this.#owed[rank] += share
    if (this.#owed[rank] < 1) return false
    this.#owed[rank] -= 1
    return true
  }
}

/** The endpoints of viewers who are watching already: their refusal would end a stream. */
const ofWatching = new Set(['streams.heartbeat', 'streams.stop'])
/** By the name of the endpoint, or of its subject with a dot. */
const early = new Set([
  'accounts.login',
  'search.',
  'recommendations.',
  'stills.',
  'playQuality.',
  'tvLogin.',
])

/** The rank of an endpoint, by its name (`subject.name`) and its declaration. */
export function rankOf(name: string, endpoint: Pick<Endpoint, 'envelope' | 'permission' | 'spends'>): Rank {
  const isMoney = endpoint.envelope === 'payment' || endpoint.spends !== undefined
  if (isMoney || endpoint.permission !== undefined || ofWatching.has(name)) return 'never'
  return early.has(name) || early.has(name.slice(0, name.indexOf('.') + 1)) ? 'early' : 'ordinary'
}
