/** Whether a view goes on: its time, its member's session and right, and its account, read at each request. */
import { roleMay } from '#contract/form/permissions.ts'
import type { SupportViewDeps } from './deps.ts'
import type { EndCause } from './tables.ts'

/** What must be true of the member as long as a view lasts. */
export const neededRight = { section: 'subscribers', level: 'act' } as const

interface ViewState {
  readonly staff_session_id: string
  readonly expires_at: Date
  readonly state: string
}

/** Why a view that has not ended yet is over now; undefined: it goes on. */
export async function causeOfEnd(
  { staff, clock }: Pick<SupportViewDeps, 'staff' | 'clock'>,
  view: ViewState,
): Promise<EndCause | undefined> {
  if (view.expires_at.getTime() <= clock.nowMs()) return 'time'
  if (view.state !== 'active') return 'account'
  const member = await staff.memberOfSession(view.staff_session_id)
  return member?.stage === 'full' && roleMay(member.role, neededRight) ? undefined : 'session'
}
