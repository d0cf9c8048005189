import { sql } from 'kysely'
import { lastChanges } from '#server/audit/audit.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import { memberFacts, subjectOf, type MemberFacts } from '#server/staff/member/member.ts'
import { sessionIdleMs } from '#server/staff/member/rules.ts'

/** A member in the list of the staff. Times are unix milliseconds, 0: never. */
export interface ListedMember extends MemberFacts {
  readonly hasTotp: boolean
  readonly passkeys: number
  /** How many sessions are live. */
  readonly sessions: number
  readonly createdMs: number
  readonly lastLoginMs: number
  /** The last change of this member; undefined for none. `staffName` is '' for an operator at the command line. */
  readonly lastChange: { readonly staffName: string; readonly atMs: number } | undefined
}

const maxListed = 1000

/** All members, by name. */
export async function listMembers({
  db,
  clock,
}: Pick<StaffDeps, 'db' | 'clock'>): Promise<readonly ListedMember[]> {
  const nowMs = clock.nowMs()
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .select((on) => [
      on
        .selectFrom('staff_passkey')
        .whereRef('staff_passkey.staff_id', '=', 'staff.staff_id')
        .select(sql<number>`count(*)::integer`.as('count'))
        .as('passkeys'),
      on
        .selectFrom('staff_session')
        .whereRef('staff_session.staff_id', '=', 'staff.staff_id')
        .where('stage', '=', 'full')
        .where('ended_at', 'is', null)
        .where('expires_at', '>', new Date(nowMs))
        .where('last_seen_at', '>', new Date(nowMs - sessionIdleMs))
        .select(sql<number>`count(*)::integer`.as('count'))
        .as('sessions'),
    ])
    .orderBy('name')
    .orderBy('staff_id')
    .limit(maxListed)
    .execute()
  const changes = await lastChanges(
    db,
    'staff',
    rows.map((row) => subjectOf(row.staff_id)),
  )
  return rows.map((row) => ({
    ...memberFacts(row),
    hasTotp: row.totp_sealed !== null,
    passkeys: row.passkeys ?? 0,
    sessions: row.sessions ?? 0,
    createdMs: row.created_at.getTime(),
    lastLoginMs: row.last_login_at?.getTime() ?? 0,
    lastChange: changes.get(subjectOf(row.staff_id)),
  }))
}
