/** The staff: who they are, invitations, roles, access (STAFF-01, STAFF-02). */
import * as z from 'zod/mini'
import { id } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { RoleName, StaffLanguage, login, personName } from './staff-fields.ts'

const StaffMember = z.object({
  staff_id: z.int(),
  login: z.string(),
  name: z.string(),
  role: RoleName,
  language: StaffLanguage,
  is_blocked: z.boolean(),
  has_totp: z.boolean(),
  passkeys: z.int(),
  /** How many sessions are live. */
  sessions: z.int(),
  /** Unix seconds; `last_login_at` 0: never. */
  created_at: z.int(),
  last_login_at: z.int(),
  /** The last change of this member: by whom, and when (unix seconds); '' and 0 for none. */
  last_changed_by: z.string(),
  last_changed_at: z.int(),
})

const Invitation = z.object({
  invitation_id: z.int(),
  kind: z.enum(['invitation', 'new_password']),
  login: z.string(),
  name: z.string(),
  role: RoleName,
  invited_by: z.string(),
  /** Unix seconds. */
  created_at: z.int(),
  expires_at: z.int(),
})

/** A link, shown this once: the token is after the `#`, so that it reaches no log. */
const Link = z.object({
  /** Absolute with EKRAN_PUBLIC_URL, otherwise from the site's root. */
  link: z.string(),
  /** Unix seconds. */
  expires_at: z.int(),
})

const aboutOne = ['staff_not_found', 'role_above_own', 'not_yourself'] as const
const staffAct = { section: 'staff', level: 'act' } as const
const one = z.object({ staff_id: id() })

export const consoleStaff = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/staff',
    permission: { section: 'staff', level: 'view' },
    summary: 'All members of staff, by name',
    input: z.object({}),
    output: z.object({ staff: z.array(StaffMember) }),
  }),
  invitations: consoleEndpoint({
    method: 'GET',
    path: '/staff/invitations',
    permission: { section: 'staff', level: 'view' },
    summary: 'Links that were not used yet, the newest first',
    input: z.object({}),
    output: z.object({ invitations: z.array(Invitation) }),
  }),
  invite: consoleEndpoint({
    method: 'POST',
    path: '/staff/invitations',
    permission: staffAct,
    stepUp: true,
    summary: 'Invites a member of staff; an earlier unused invitation of this login ends',
    input: z.object({
      login: login(),
      name: personName(),
      role: RoleName,
      language: z._default(StaffLanguage, 'ru'),
    }),
    output: Link,
    failures: ['login_taken', 'role_above_own'],
  }),
  revokeInvitation: consoleEndpoint({
    method: 'POST',
    path: '/staff/invitations/revoke',
    permission: staffAct,
    stepUp: true,
    summary: 'Takes a link back before it was used',
    input: z.object({ invitation_id: id() }),
    output: z.object({}),
    failures: ['invitation_not_found', 'role_above_own'],
  }),
  changeRole: consoleEndpoint({
    method: 'POST',
    path: '/staff/role',
    permission: staffAct,
    stepUp: true,
    summary: 'Changes the role of another member of staff, at once in all sessions',
    input: z.object({ staff_id: id(), role: RoleName }),
    output: z.object({}),
    failures: [...aboutOne, 'last_owner'],
  }),
  block: consoleEndpoint({
    method: 'POST',
    path: '/staff/block',
    permission: staffAct,
    stepUp: true,
    summary: 'Blocks another member of staff and ends their sessions',
    input: one,
    output: z.object({}),
    failures: [...aboutOne, 'last_owner'],
  }),
  unblock: consoleEndpoint({
    method: 'POST',
    path: '/staff/unblock',
    permission: staffAct,
    stepUp: true,
    summary: 'Lets a blocked member of staff log in again',
    input: one,
    output: z.object({}),
    failures: aboutOne,
  }),
  resetFactor: consoleEndpoint({
    method: 'POST',
    path: '/staff/reset-factor',
    permission: staffAct,
    stepUp: true,
    summary: 'Removes the second factors of another member, who sets one up at the next login',
    input: one,
    output: z.object({}),
    failures: aboutOne,
  }),
  resetPassword: consoleEndpoint({
    method: 'POST',
    path: '/staff/reset-password',
    permission: staffAct,
    stepUp: true,
    summary: 'A link with which another member sets a new password; the second factor stays',
    input: one,
    output: Link,
    failures: aboutOne,
  }),
  endSessions: consoleEndpoint({
    method: 'POST',
    path: '/staff/end-sessions',
    permission: staffAct,
    stepUp: true,
    summary: 'Ends all sessions of another member of staff',
    input: one,
    output: z.object({ ended_sessions: z.int() }),
    failures: aboutOne,
  }),
}
