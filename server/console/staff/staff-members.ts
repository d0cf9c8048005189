/** The staff: members, invitations, roles, access. */
import { consoleStaff as endpoints } from '#contract/console/staff.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type Actor, type NewLink, linkAddress } from '#server/staff/staff.ts'
import { presentLink, presentMember, secOf } from './present-staff.ts'
import type { StaffEndpointDeps } from './staff-entry.ts'

/** The author of a change at the command line. */
export const operatorNames: Readonly<Record<Language, string>> = {
  ru: 'оператор (командная строка)',
  uz: 'operator (buyruq satri)',
}

/** The member of staff as the author of changes. */
export function actorOf({ staff, clientAddress }: ConsoleCall): Actor {
  const { staffId, name, role } = staff
  return { kind: 'staff', staffId, name, role, address: clientAddress }
}

export function staffMemberEndpoints(deps: StaffEndpointDeps): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = {
    ...invitationHandlers(deps),
    ...accessHandlers(deps),
  }
  return bindConsole('consoleStaff', endpoints, handlers, deps.limits)
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function invitationHandlers({
  staff,
  publicUrl,
}: StaffEndpointDeps): Handlers<'list' | 'invitations' | 'invite' | 'revokeInvitation' | 'resetPassword'> {
  const made = ({ token, expiresMs }: NewLink) =>
    respond({ link: linkAddress(token, publicUrl), expires_at: secOf(expiresMs) })
  return {
    list: async (_input, { language }) => {
      const members = await staff.list()
      return respond({ staff: members.map((member) => presentMember(member, operatorNames[language])) })
    },
    invitations: async (_input, { language }) => {
      const links = await staff.listInvitations()
      return respond({ invitations: links.map((link) => presentLink(link, operatorNames[language])) })
    },
    invite: async (invited, call) => {
      const outcome = await staff.invite(actorOf(call), invited)
      return outcome.kind === 'made' ? made(outcome) : reject(outcome.kind)
    },
    revokeInvitation: async ({ invitation_id: invitationId }, call) => {
      const outcome = await staff.revokeInvitation(actorOf(call), invitationId)
      return outcome === 'revoked' ? respond({}) : reject(outcome)
    },
    resetPassword: async ({ staff_id: staffId }, call) => {
      const outcome = await staff.makePasswordLink(actorOf(call), staffId)
      return outcome.kind === 'made' ? made(outcome) : reject(outcome.kind)
    },
  }
}

function accessHandlers({
  staff,
}: StaffEndpointDeps): Handlers<'changeRole' | 'block' | 'unblock' | 'resetFactor' | 'endSessions'> {
  return {
    changeRole: async ({ staff_id: staffId, role }, call) => {
      const outcome = await staff.changeRole(actorOf(call), staffId, role)
      return outcome.kind === 'done' ? respond({}) : reject(outcome.kind)
    },
    block: async ({ staff_id: staffId }, call) => {
      const outcome = await staff.block(actorOf(call), staffId)
      return outcome.kind === 'done' ? respond({}) : reject(outcome.kind)
    },
    unblock: async ({ staff_id: staffId }, call) => {
      const outcome = await staff.unblock(actorOf(call), staffId)
      return outcome.kind === 'done' ? respond({}) : reject(outcome.kind)
    },
    resetFactor: async ({ staff_id: staffId }, call) => {
      const outcome = await staff.resetFactor(actorOf(call), staffId)
      return outcome.kind === 'done' ? respond({}) : reject(outcome.kind)
    },
    endSessions: async ({ staff_id: staffId }, call) => {
      const outcome = await staff.endSessionsOf(actorOf(call), staffId)
      return outcome.kind === 'done' ? respond({ ended_sessions: outcome.ended }) : reject(outcome.kind)
    },
  }
}
