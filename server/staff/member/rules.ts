/** Decisions about staff: pure. Times are unix milliseconds, durations milliseconds. */
import { stepUpSec } from '#contract/console/staff-fields.ts'
import type { Role, StaffAccess } from '#contract/form/permissions.ts'
import { roleMay } from '#contract/form/permissions.ts'
import type { StaffMember, StaffStage } from '#server/platform/primitives/staff-member.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A session ends after so long without a request … */
export const sessionIdleMs = 30 * minuteMs
/** … and so long after its start, by its stage. */
export const sessionLifeMs: Readonly<Record<StaffStage, number>> = {
  second_factor: 10 * minuteMs,
  enrolment: hourMs,
  full: 12 * hourMs,
}
/** For the cookie: the longest that a session lives. */
export const sessionLifeSec = sessionLifeMs.full / 1000
/** `last_seen_at` is written at most this often. */
export const markSeenEveryMs = minuteMs
/** A passkey must answer its challenge within this time. */
export const challengeLifeMs = 5 * minuteMs
/** What has ended stays readable for this long. */
export const memoryMs = 90 * 24 * hourMs
export const stepUpMs = stepUpSec * 1000

/** Whether a session is over, at this moment. */
export function isOver(
  session: { readonly lastSeenMs: number; readonly expiresMs: number },
  nowMs: number,
): boolean {
  return nowMs >= session.expiresMs || nowMs - session.lastSeenMs >= sessionIdleMs
}

/** Until when dangerous acts are accepted; 0: not now. */
export function stepUpUntilMs(
  { steppedUpAtMs, stage }: Pick<StaffMember, 'steppedUpAtMs' | 'stage'>,
  nowMs: number,
): number {
  if (steppedUpAtMs === undefined || stage !== 'full') return 0
  const untilMs = steppedUpAtMs + stepUpMs
  return nowMs < untilMs ? untilMs : 0
}

export type Verdict =
  | 'allowed'
  | 'not_authorized'
  | 'second_factor_needed'
  | 'enrolment_needed'
  | 'staff_forbidden'
  | 'step_up_needed'

/** Whether a member of staff, or nobody, may use an endpoint with this declaration. */
export function verdictOn(
  { permission, stepUp }: { readonly permission: StaffAccess; readonly stepUp: boolean },
  member: Pick<StaffMember, 'stage' | 'role' | 'steppedUpAtMs'> | undefined,
  nowMs: number,
): Verdict {
  if (permission === 'anyone') return 'allowed'
  if (member === undefined) return 'not_authorized'
  const { stage } = member
  if (permission === 'second_factor') return stage === 'second_factor' ? 'allowed' : 'not_authorized'
  if (stage === 'second_factor') return 'second_factor_needed'
  if (stage === 'enrolment') return permission === 'enrolment' ? 'allowed' : 'enrolment_needed'
  if (typeof permission === 'object' && !roleMay(member.role, permission)) return 'staff_forbidden'
  return stepUp && stepUpUntilMs(member, nowMs) === 0 ? 'step_up_needed' : 'allowed'
}

/** Who acts: a member of staff, or an operator at the command line, who may do everything. */
export type Actor =
  | {
      readonly kind: 'staff'
      readonly staffId: number
      readonly name: string
      readonly role: Role
      readonly address: string
    }
  | { readonly kind: 'operator' }

export type Management = 'allowed' | 'role_above_own' | 'not_yourself'

/** Whether `actor` may change the access of `target`, or give it `newRole`. */
export function mayManage(
  actor: Actor,
  target: { readonly staffId: number | undefined; readonly role: Role },
  newRole: Role = target.role,
): Management {
  if (actor.kind === 'operator') return 'allowed'
  if (actor.staffId === target.staffId) return 'not_yourself'
  if (actor.role === 'owner') return 'allowed'
  return target.role === 'owner' || newRole === 'owner' ? 'role_above_own' : 'allowed'
}

/** How wrong guesses slow down the next: `freely` without a delay, then from `firstMs`, doubled, up to `longestMs`. */
export interface GuessRule {
  readonly freely: number
  readonly firstMs: number
  readonly longestMs: number
  /** After so long without a wrong one, they are forgotten. */
  readonly forgetMs: number
}

export const guessRules = {
  /** At one login from one network: typing errors are free. */
  loginHere: { freely: 4, firstMs: 5000, longestMs: 15 * minuteMs, forgetMs: 24 * hourMs },
  /** At one login from all networks together, except those where this member was logged in. */
  loginInAll: { freely: 50, firstMs: 5000, longestMs: 15 * minuteMs, forgetMs: 24 * hourMs },
  /** At the second factor of a member whose password is known: an hour keeps a guess at six digits hopeless. */
  factor: { freely: 4, firstMs: 5000, longestMs: hourMs, forgetMs: 7 * 24 * hourMs },
  /** At the password of a logged-in member. */
  ownPassword: { freely: 4, firstMs: 5000, longestMs: hourMs, forgetMs: 24 * hourMs },
  /** At the operator's password, over all networks together. */
  setUp: { freely: 9, firstMs: 5000, longestMs: 15 * minuteMs, forgetMs: 24 * hourMs },
} as const satisfies Record<string, GuessRule>

/** For how long the next guess is refused, after this many wrong ones in a row. */
export function delayAfterMs(failures: number, rule: GuessRule): number {
  if (failures <= rule.freely) return 0
  // Bounded before the power, which is infinite for a large count.
  const doublings = Math.min(failures - rule.freely - 1, 30)
  return Math.min(rule.firstMs * 2 ** doublings, rule.longestMs)
}

/** A recovery code as it is hashed: blanks, hyphens and capitals do not matter. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
}
