/** The staff in the contract's shape. */
import { reject } from '#contract/form/endpoint.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import type { ListedMember, LiveSession, TooMany, UsableLink } from '#server/staff/staff.ts'

/** Unix seconds of unix milliseconds. */
export function secOf(ms: number): number {
  return Math.floor(ms / 1000)
}

/** The refusal of a guess that came too early. */
export function tooMany({ retryAfterSec }: TooMany) {
  return reject('too_many_requests', { retryAfterSec })
}

export function presentSelf({ staffId, login, name, role, language }: StaffMember) {
  return { staff_id: staffId, login, name, role, language }
}

/** `operatorName`: for changes at the command line, which have no name. */
export function presentMember(member: ListedMember, operatorName: string) {
  const { staffId, login, name, role, language, isBlocked, hasTotp, passkeys, sessions, lastChange } = member
  return {
    staff_id: staffId,
    login,
    name,
    role,
    language,
    is_blocked: isBlocked,
    has_totp: hasTotp,
    passkeys,
    sessions,
    created_at: secOf(member.createdMs),
    last_login_at: secOf(member.lastLoginMs),
    last_changed_by: lastChange === undefined ? '' : lastChange.staffName || operatorName,
    last_changed_at: secOf(lastChange?.atMs ?? 0),
  }
}

export function presentLink(link: UsableLink, operatorName: string) {
  const { invitationId, kind, login, name, role, invitedBy, createdMs, expiresMs } = link
  return {
    invitation_id: invitationId,
    kind,
    login,
    name,
    role,
    invited_by: invitedBy || operatorName,
    created_at: secOf(createdMs),
    expires_at: secOf(expiresMs),
  }
}

export function presentSession(session: LiveSession, currentId: string) {
  return {
    session_id: session.sessionId,
    created_at: secOf(session.createdMs),
    last_seen_at: secOf(session.lastSeenMs),
    address: session.address,
    device: session.device,
    is_current: session.sessionId === currentId,
  }
}
