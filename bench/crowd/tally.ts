/** What happened to the requests of a crowd: latencies, errors and stalls, by kind and by second. Bounded memory. */

/** `late`: a segment that arrived after its playback time. */
export type Outcome = 'ok' | 'shed' | 'refused' | 'error' | 'timeout'

export interface KindReport {
  readonly kind: string
  readonly count: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Milliseconds of successful responses, without the time that a refused client waited. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface SecondReport {
  sent: number
  ok: number
  shed: number
  /** Errors and timeouts: what a viewer sees as a failure. */
  failed: number
  slowestMs: number
}

/** Steps of five percent from 0.1 ms: a quantile is exact to that. */
const factor = 1.05
const lowestMs = 0.1
const maxSeconds = 3600

class Kind {
  readonly outcomes: Record<Outcome, number> = { ok: 0, shed: 0, refused: 0, error: 0, timeout: 0 }
  readonly #steps = new Map<number, number>()
  #measured = 0

  add(outcome: Outcome, ms: number): void {
    this.outcomes[outcome] += 1
    if (outcome !== 'ok' && outcome !== 'refused') return
    const step = Math.max(0, Math.ceil(Math.log(Math.max(ms, lowestMs) / lowestMs) / Math.log(factor)))
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1)
    this.#measured += 1
  }

  quantile(part: number): number {
    let left = part * this.#measured
    for (const [step, count] of [...this.#steps].toSorted(([a], [b]) => a - b)) {
      left -= count
      if (left <= 0) return lowestMs * factor ** step
    }
    return Number.NaN
  }

  report(kind: string): KindReport {
    const count = Object.values(this.outcomes).reduce((sum, one) => sum + one, 0)
    const [p50, p95, p99] = [this.quantile(0.5), this.quantile(0.95), this.quantile(0.99)]
    return { kind, count, outcomes: this.outcomes, p50, p95, p99 }
  }
}

export class Tally {
  readonly #kinds = new Map<string, Kind>()
  readonly #seconds: SecondReport[] = []
  readonly #errors = new Map<string, number>()
  readonly #startedAtMs: number
  /** Viewers who waited as long as the server asked and then got their response. */
  retriedOk = 0
  gaveUp = 0
  /** Requests that were sent again because a kept connection had been closed. */
  reconnected = 0
  segments = 0
  stalls = 0
  stalledMs = 0
  payments = 0

  constructor(startedAtMs: number) {
    this.#startedAtMs = startedAtMs
  }

  add(kind: string, outcome: Outcome, beganAtMs: number, ms: number, reason?: string): void {
    let own = this.#kinds.get(kind)
    if (own === undefined) this.#kinds.set(kind, (own = new Kind()))
    own.add(outcome, ms)
    if (reason !== undefined && this.#errors.size < 200) {
      const key = `${kind}: ${reason.slice(0, 80)}`
      this.#errors.set(key, (this.#errors.get(key) ?? 0) + 1)
    }
    const second = this.#secondAt(beganAtMs)
    second.sent += 1
    if (outcome === 'ok' || outcome === 'refused') second.ok += 1
    else if (outcome === 'shed') second.shed += 1
    else second.failed += 1
    second.slowestMs = Math.max(second.slowestMs, ms)
  }

  kinds(): readonly KindReport[] {
    return [...this.#kinds].map(([kind, one]) => one.report(kind))
  }

  seconds(): readonly SecondReport[] {
    return this.#seconds
  }

  errors(): ReadonlyMap<string, number> {
    return this.#errors
  }

  /**
   * Seconds from `fromMs` (since the start) until nothing is refused, nothing fails and nothing takes a second any more;
   * undefined when that is not reached.
   */
  recoverySec(fromMs: number): number | undefined {
    const first = Math.floor(fromMs / 1000)
    const after = this.#seconds.slice(first)
    const last = after.findLastIndex(({ shed, failed, slowestMs }) => shed + failed > 0 || slowestMs > 1000)
    return last === after.length - 1 ? undefined : last + 1
  }

  #secondAt(atMs: number): SecondReport {
    const index = Math.min(maxSeconds, Math.max(0, Math.floor((atMs - this.#startedAtMs) / 1000)))
    while (this.#seconds.length <= index)
      this.#seconds.push({ sent: 0, ok: 0, shed: 0, failed: 0, slowestMs: 0 })
    const second = this.#seconds[index]
    if (second === undefined) throw new Error('no such second')
    return second
  }
}
