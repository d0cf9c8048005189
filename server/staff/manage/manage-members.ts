/** Changes of other members of staff: role, block, second factor, sessions. */
import type { Role } from '#contract/form/permissions.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { removeFactors, factorsOf } from '#server/staff/factors/factors.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import {
  findMember,
  lockStaff,
  memberFacts,
  staffEvent,
  subjectOf,
  type MemberFacts,
} from '#server/staff/member/member.ts'
import { type Actor, type Management, mayManage } from '#server/staff/member/rules.ts'
import { endSessions } from '#server/staff/sessions/staff-session.ts'
import { revokeLinksBy } from './invitations.ts'

type Refused = 'staff_not_found' | Exclude<Management, 'allowed'>
export type Managed = { readonly kind: 'done' } | { readonly kind: Refused }
/** A change that the last owner does not get. */
export type ManagedOwner = Managed | { readonly kind: 'last_owner' }
export type SessionsEnded = { readonly kind: 'done'; readonly ended: number } | { readonly kind: Refused }

interface Changed<Result> {
  /** For the audit; undefined: nothing changed. */
  readonly values: { readonly before: object; readonly after: object } | undefined
  readonly result: Result
}

/** Changes a member under the lock of the staff, and records it. */
async function manage<Result>(
  deps: StaffDeps,
  by: Actor,
  about: { readonly staffId: number; readonly event: string; readonly newRole?: Role },
  work: (trx: DbTransaction, target: MemberFacts) => Promise<Changed<Result>>,
): Promise<Result | { readonly kind: Refused }> {
  const outcome = await deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    const row = await findMember(trx, about.staffId)
    if (row === undefined) return { kind: 'refused', why: 'staff_not_found' } as const
    const target = memberFacts(row)
    const may = mayManage(by, target, about.newRole)
    if (may !== 'allowed') return { kind: 'refused', why: may } as const
    return { kind: 'changed', ...(await work(trx, target)) } as const
  })
  if (outcome.kind === 'refused') return { kind: outcome.why }
  const { values, result } = outcome
  if (values !== undefined) {
    const { before, after } = values
    await deps.audit.record(
      staffEvent(about.event, by, subjectOf(about.staffId), { before: { ...before }, after: { ...after } }),
    )
  }
  return result
}

const done = { kind: 'done' } as const

/** Whether there is no other active owner. */
async function isLastOwner(trx: DbTransaction, { staffId, role, isBlocked }: MemberFacts): Promise<boolean> {
  if (role !== 'owner' || isBlocked) return false
  const other = await trx
    .selectFrom('staff')
    .select('staff_id')
    .where('role', '=', 'owner')
    .where('state', '=', 'active')
    .where('staff_id', '!=', staffId)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/** Changes a role; it applies to the next request of every session. Unused links end unless the new role is an owner's. */
export function changeRole(deps: StaffDeps, by: Actor, staffId: number, role: Role): Promise<ManagedOwner> {
  const about = { staffId, event: 'staff_role_changed', newRole: role }
  return manage<ManagedOwner>(deps, by, about, async (trx, target) => {
    if (target.role === role) return { values: undefined, result: done }
    if (await isLastOwner(trx, target)) return { values: undefined, result: { kind: 'last_owner' } }
    await trx.updateTable('staff').set({ role }).where('staff_id', '=', staffId).execute()
    const ended = role === 'owner' ? 0 : await revokeLinksBy(trx, deps.clock.nowMs(), target.name)
    const after = { role, ...(ended === 0 ? {} : { links_ended: ended }) }
    return { values: { before: { role: target.role }, after }, result: done }
  })
}

/** Blocks a member and ends the sessions, and the links that the member made and nobody used. */
export function blockMember(deps: StaffDeps, by: Actor, staffId: number): Promise<ManagedOwner> {
  return manage<ManagedOwner>(deps, by, { staffId, event: 'staff_blocked' }, async (trx, target) => {
    if (target.isBlocked) return { values: undefined, result: done }
    if (await isLastOwner(trx, target)) return { values: undefined, result: { kind: 'last_owner' } }
    await trx.updateTable('staff').set({ state: 'blocked' }).where('staff_id', '=', staffId).execute()
    await endSessions(trx, deps.clock.nowMs(), staffId)
    const ended = await revokeLinksBy(trx, deps.clock.nowMs(), target.name)
    const after = { blocked: true, ...(ended === 0 ? {} : { links_ended: ended }) }
    return { values: { before: { blocked: false }, after }, result: done }
  })
}

/** Lets a blocked member log in again. */
export function unblockMember(deps: StaffDeps, by: Actor, staffId: number): Promise<Managed> {
  return manage<Managed>(deps, by, { staffId, event: 'staff_unblocked' }, async (trx, target) => {
    if (!target.isBlocked) return { values: undefined, result: done }
    await trx.updateTable('staff').set({ state: 'active' }).where('staff_id', '=', staffId).execute()
    return { values: { before: { blocked: true }, after: { blocked: false } }, result: done }
  })
}

/** Removes the second factors and ends the sessions: the next login sets one up. */
export function resetFactor(deps: StaffDeps, by: Actor, staffId: number): Promise<Managed> {
  return manage<Managed>(deps, by, { staffId, event: 'staff_factor_reset' }, async (trx) => {
    const { totp, passkeys } = await factorsOf(trx, staffId)
    await removeFactors(trx, staffId)
    await endSessions(trx, deps.clock.nowMs(), staffId)
    const before = { totp, passkeys: passkeys.length }
    return { values: { before, after: { totp: false, passkeys: 0 } }, result: done }
  })
}

/** Ends all sessions of a member. */
export function endSessionsOf(deps: StaffDeps, by: Actor, staffId: number): Promise<SessionsEnded> {
  return manage<SessionsEnded>(deps, by, { staffId, event: 'staff_sessions_ended' }, async (trx) => {
    const ended = await endSessions(trx, deps.clock.nowMs(), staffId)
    const values = ended === 0 ? undefined : { before: { sessions: ended }, after: { sessions: 0 } }
    return { values, result: { kind: 'done', ended } }
  })
}
