import { tokenHash } from '#server/platform/primitives/ids.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { StaffDeps } from '#server/staff/member/deps.ts'
import { roleOf } from '#server/staff/member/member.ts'
import { isOver, markSeenEveryMs } from '#server/staff/member/rules.ts'

type Deps = Pick<StaffDeps, 'db' | 'clock'>

/**
 * The member of staff of a token, or undefined. Read from the database at each request: a role, a block or the end
 * of a session applies to the next request in every process.
 */
export async function identifyStaff(
  { db, clock }: Deps,
  token: string,
  address: string,
): Promise<StaffMember | undefined> {
  const nowMs = clock.nowMs()
  const row = await liveSessions(db).where('token_hash', '=', tokenHash(token)).executeTakeFirst()
  const member = row === undefined ? undefined : memberOf(row, nowMs)
  if (row === undefined || member === undefined) return undefined
  if (nowMs - row.last_seen_at.getTime() >= markSeenEveryMs)
    await db
      .updateTable('staff_session')
      .set({ last_seen_at: new Date(nowMs), address: address.slice(0, 64) })
      .where('session_id', '=', row.session_id)
      .execute()
  return member
}

/** The member of a session, as it is now, or undefined once it is over. The session is not used by that. */
export async function memberOfSession(
  { db, clock }: Deps,
  sessionId: string,
): Promise<StaffMember | undefined> {
  const row = await liveSessions(db).where('session_id', '=', sessionId).executeTakeFirst()
  return row === undefined ? undefined : memberOf(row, clock.nowMs())
}

/** Sessions that nobody has ended, of members who are not blocked. */
function liveSessions(db: Deps['db']) {
  return db
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.staff_id', 'staff_session.staff_id')
    .select(['session_id', 'stage', 'last_seen_at', 'expires_at', 'stepped_up_at'])
    .select(['staff.staff_id', 'login', 'name', 'role', 'language'])
    .where('ended_at', 'is', null)
    .where('state', '=', 'active')
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof liveSessions>['executeTakeFirstOrThrow']>>

function memberOf(row: SessionRow, nowMs: number): StaffMember | undefined {
  const [lastSeenMs, expiresMs] = [row.last_seen_at.getTime(), row.expires_at.getTime()]
  if (isOver({ lastSeenMs, expiresMs }, nowMs)) return undefined
  return {
    staffId: row.staff_id,
    login: row.login,
    name: row.name,
    role: roleOf(row.role),
    language: row.language,
    sessionId: row.session_id,
    stage: row.stage,
    steppedUpAtMs: row.stepped_up_at?.getTime(),
    expiresMs,
  }
}
