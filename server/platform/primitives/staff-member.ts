import type { Role } from '#contract/form/permissions.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'

/**
 * How far a login of the console is: `second_factor` and `enrolment` mean that only the password was right, and that
 * the second factor must be proven, or set up.
 */
export type StaffStage = 'second_factor' | 'enrolment' | 'full'

/** The member of staff who sends a request to the console, and the session. */
export interface StaffMember {
  readonly staffId: number
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly language: StaffLanguage
  readonly sessionId: string
  readonly stage: StaffStage
  /** Unix milliseconds: when who they are was last proven; undefined: not in this session. */
  readonly steppedUpAtMs: number | undefined
  /** Unix milliseconds: the session ends then, however much it is used. */
  readonly expiresMs: number
}
