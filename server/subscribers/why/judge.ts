/** The one answer, made of facts. Pure. */
import {
  checkOf,
  checkOrder,
  type CheckKind,
  type Reason,
  reasonOrder,
  type Remedy,
  remedyOf,
} from './reasons.ts'

export interface JudgedFacts {
  readonly kind: 'live' | 'archive' | 'film'
  readonly account: 'active' | 'blocked' | 'deactivated'
  /** `none`: no device of the account is logged in. */
  readonly device: 'logged_in' | 'logged_out' | 'none'
  /** Whether its app must be updated; undefined when no app has reported. */
  readonly update: 'none' | 'soft' | 'forced' | undefined
  /** Why playback refuses, as it would, each with its cause found out. */
  readonly refusals: readonly Exclude<Reason, 'nothing'>[]
  /** False: behind the last refusal nothing could be checked. */
  readonly isComplete: boolean
  /** Whether the past of it comes from the channel's provider, which is called only for a viewer. */
  readonly isFromProvider: boolean
}

export interface CheckResult {
  readonly check: CheckKind
  readonly state: 'passed' | 'failed' | 'unknown'
  /** The reason of a failed one; undefined for others. */
  readonly reason: Reason | undefined
}

export interface Judgement {
  readonly reason: Reason
  readonly remedy: Remedy
  /** Everything that was checked, in the order of `checkOrder`. */
  readonly checks: readonly CheckResult[]
}

/** The reason that decides, its remedy, and what was checked. */
export function judge(facts: JudgedFacts): Judgement {
  const obstacles = [...ownReasons(facts), ...facts.refusals].toSorted((a, b) => placeOf(a) - placeOf(b))
  const reason = obstacles[0] ?? 'nothing'
  const checks = checkOrder
    .filter((check) => isMade(check, facts))
    .map((check) => resultOf(check, obstacles, facts))
  return { reason, remedy: remedyOf[reason], checks }
}

function placeOf(reason: Reason): number {
  return reasonOrder.indexOf(reason)
}

/** What stops a viewer before playback is requested at all. */
function ownReasons({ account, device, update }: JudgedFacts): readonly Exclude<Reason, 'nothing'>[] {
  return [
    ...(account === 'blocked' ? (['account_blocked'] as const) : []),
    ...(account === 'deactivated' ? (['account_closed'] as const) : []),
    ...(device === 'none' ? (['no_device'] as const) : []),
    ...(device === 'logged_out' ? (['device_removed'] as const) : []),
    ...(update === 'forced' ? (['app_old'] as const) : []),
  ]
}

/** A film plays in every region; only the past of a channel may come from a provider. */
function isMade(check: CheckKind, { kind, isFromProvider }: JudgedFacts): boolean {
  if (check === 'region') return kind !== 'film'
  return check !== 'provider' || isFromProvider
}

function resultOf(
  check: CheckKind,
  obstacles: readonly Exclude<Reason, 'nothing'>[],
  facts: JudgedFacts,
): CheckResult {
  const reason = obstacles.find((one) => checkOf[one] === check)
  if (reason !== undefined) return { check, state: 'failed', reason }
  return { check, state: isUnknown(check, facts) ? 'unknown' : 'passed', reason: undefined }
}

/** Checks that playback makes one after another. */
const inPlayback: readonly CheckKind[] = [
  'listed',
  'profile',
  'region',
  'right',
  'blackout',
  'media',
  'streams',
]

function isUnknown(check: CheckKind, { device, update, refusals, isComplete }: JudgedFacts): boolean {
  if (check === 'provider') return true
  if (check === 'app') return device === 'none' || update === undefined
  if (isComplete || !inPlayback.includes(check)) return false
  const last = refusals.at(-1)
  return last === undefined || inPlayback.indexOf(check) > inPlayback.indexOf(checkOf[last])
}
