/** Recovery from faults: the next step, the waiting retry, and the ticket renewal under way. */
import { codeOf, type EngineFault } from '#player/core/state/playback-failure.ts'
import { isSilent, nextStep, startPosition, type FaultMoment, type RecoveryStep } from './recovery-steps.ts'
import type { RecoveredFault } from '#player/core/state/statistics.ts'
import type { Timers } from '#player/core/state/timers.ts'

const renewalGraceMs = 3_000
/** A request to the place before may end so late, and is nothing that the new one has done. */
const lateFaultMs = 8_000

/** The largest number of faults listed in the statistics. */
const maxNoted = 20

/** Chooses the next recovery step for a fault, and runs retries one at a time. */
export class RecoveryController {
  readonly #timers: Timers
  #position = startPosition
  /** Set while a retry waits: audio and video fail together, and one retry covers both. */
  #cancelRetry: (() => void) | null = null
  #renewing = false
  /** Increases when what is under way no longer matters, so that the late end of a renewal is ignored. */
  #generation = 0
  #faults: readonly RecoveredFault[] = []
  #renewedAtMs = Number.NEGATIVE_INFINITY

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /** The faults recovered from, the newest last. */
  get faults(): readonly RecoveredFault[] {
    return this.#faults
  }

  /** Restarts at the first step: another source, or the viewer tries again. */
  reset(): void {
    this.#position = startPosition
  }

  /** True when this fault is already being handled. */
  isUnderWay(fault: EngineFault): boolean {
    const { failure } = fault
    if (this.#cancelRetry !== null || (this.#renewing && isSilent(fault))) return true
    // Requests sent with the old ticket are still rejected for a moment.
    const fresh = this.#timers.now() - this.#renewedAtMs < renewalGraceMs
    return failure === 'address_expired' && (this.#renewing || fresh)
  }

  /** The next step for this fault. */
  step(fault: EngineFault, shown: Omit<FaultMoment, 'atMs'>): RecoveryStep {
    const noted = { atMs: this.#timers.now(), code: codeOf(fault) }
    this.#faults = [...this.#faults, noted].slice(-maxNoted)
    const isLate = this.#timers.now() - this.#renewedAtMs < lateFaultMs
    if (isLate && shown.hasPicture && isSilent(fault)) return { kind: 'retry', afterMs: 300 }
    const { step, position } = nextStep(this.#position, fault, { atMs: this.#timers.now(), ...shown })
    this.#position = position
    return step
  }

  retryAfter(ms: number, run: () => void): void {
    this.#cancelRetry = this.#timers.after(ms, () => {
      this.#cancelRetry = null
      run()
    })
  }

  /** Another load replaces this one: its retry, its renewal and its former ticket no longer matter. */
  drop(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#renewing = false
    this.#generation += 1
    this.#renewedAtMs = Number.NEGATIVE_INFINITY
  }

  /**
   * Runs a renewal and remembers when it finished, so that late rejections of the old ticket are ignored. `dropped`: it
   * was for a former load, and nothing follows from it.
   */
  async renewing(
    renew: () => Promise<'renewed' | 'not_renewed'>,
  ): Promise<'renewed' | 'not_renewed' | 'dropped'> {
    const generation = this.#generation
    this.#renewing = true
    const outcome = await renew()
    if (generation !== this.#generation) return 'dropped'
    this.#renewing = false
    if (outcome === 'renewed') this.#renewedAtMs = this.#timers.now()
    return outcome
  }
}
