/**
 * The recovery steps for a fault: retry, load from a new address, play the lowest quality, show a message
 * (PLAYER-06). Pure: the caller keeps the position and the clock.
 */
import type { EngineFault } from '#player/core/state/playback-failure.ts'

/** One step of recovery. `afterMs` is the pause before it. */
export type RecoveryStep =
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** Renews the ticket, keeping what is loaded. */
  | { readonly kind: 'renew' }
  | { readonly kind: 'reload'; readonly afterMs: number }
  | { readonly kind: 'lower'; readonly afterMs: number }
  | { readonly kind: 'give_up' }

/** The state of recovery. `rung` is the index of the step; times are unix ms. */
export interface LadderPosition {
  readonly rung: number
  readonly lastFaultAtMs: number
}

/** Nothing has been tried yet. */
export const startPosition: LadderPosition = { rung: 0, lastFaultAtMs: Number.NEGATIVE_INFINITY }

/** When a fault occurs, and what the viewer has of the stream. */
export interface FaultMoment {
  readonly atMs: number
  readonly bufferAheadSec: number
  /** Something of it was shown since it was loaded. */
  readonly hasPicture: boolean
  /** The same may be had from another place. */
  readonly hasOther?: boolean
}

/** After this long without a fault, recovery starts again at the first step, if it has brought a picture. */
export const calmMs = 30_000
/** While this much is buffered, a failed request is retried without taking the next step. */
const comfortSec = 4

/** After so many places that did not respond the fault may be that of all. */
const maxOtherPlaces = 2

const networkLadder: readonly RecoveryStep[] = [
  { kind: 'retry', afterMs: 500 },
  { kind: 'retry', afterMs: 1500 },
  { kind: 'reload', afterMs: 1000 },
  { kind: 'lower', afterMs: 2000 },
  { kind: 'reload', afterMs: 4000 },
]
/** Nobody responds: a tunnel, a lift or a router that restarts lasts about a minute. */
const outageLadder: readonly RecoveryStep[] = [
  ...networkLadder,
  { kind: 'reload', afterMs: 8000 },
  { kind: 'reload', afterMs: 15_000 },
  { kind: 'reload', afterMs: 30_000 },
]
const expiredLadder: readonly RecoveryStep[] = [
  { kind: 'renew' },
  { kind: 'reload', afterMs: 500 },
  { kind: 'reload', afterMs: 2000 },
]
const goneLadder: readonly RecoveryStep[] = [
  { kind: 'retry', afterMs: 1000 },
  { kind: 'reload', afterMs: 1000 },
  { kind: 'reload', afterMs: 3000 },
]
const notRecordedLadder: readonly RecoveryStep[] = [{ kind: 'reload', afterMs: 500 }]
const brokenLadder: readonly RecoveryStep[] = [
  { kind: 'reload', afterMs: 300 },
  { kind: 'lower', afterMs: 1000 },
]

function ladderOf(fault: EngineFault): readonly RecoveryStep[] {
  switch (fault.failure) {
    case 'source_unreachable':
      return fault.httpStatus === null ? outageLadder : networkLadder
    case 'stalled':
      return networkLadder
    case 'address_expired':
      return expiredLadder
    case 'not_there':
    case 'no_picture':
    case 'not_yet':
      return goneLadder
    // The origin says that nothing is there: another request would only delay the message.
    case 'before_archive':
    case 'not_recorded':
      return notRecordedLadder
    case 'stream_broken':
    case 'cannot_decode':
      return brokenLadder
    case 'no_connection':
    case 'player_missing':
      return []
  }
}

/** Nobody responded. */
export function isSilent({ failure, httpStatus }: EngineFault): boolean {
  return failure === 'source_unreachable' && httpStatus === null
}

/** The step for this fault and the new state. Ends in `give_up` after finitely many steps. */
export function nextStep(
  position: LadderPosition,
  fault: EngineFault,
  now: FaultMoment,
): { readonly step: RecoveryStep; readonly position: LadderPosition } {
  const isCalm = now.hasPicture && now.atMs - position.lastFaultAtMs > calmMs
  const rung = isCalm ? 0 : position.rung
  // Another edge may respond, while what is buffered plays on.
  if (now.hasOther === true && isSilent(fault) && rung < maxOtherPlaces)
    return { step: { kind: 'renew' }, position: { rung: rung + 1, lastFaultAtMs: now.atMs } }
  const network = fault.failure === 'source_unreachable' || fault.failure === 'no_connection'
  if (network && now.bufferAheadSec > comfortSec)
    return {
      step: later({ kind: 'retry', afterMs: 1000 }, fault),
      position: { rung, lastFaultAtMs: now.atMs },
    }
  const step = ladderOf(fault)[rung]
  return {
    step: step === undefined ? { kind: 'give_up' } : later(step, fault),
    position: { rung: rung + 1, lastFaultAtMs: now.atMs },
  }
}

/** The step, not earlier than an overloaded server asks for. */
function later(step: RecoveryStep, { retryAfterMs = 0 }: EngineFault): RecoveryStep {
  return 'afterMs' in step ? { ...step, afterMs: Math.max(step.afterMs, retryAfterMs) } : step
}
