/** Before and at the login of the staff. */
import { consoleEntry as endpoints } from '#contract/console/entry.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { permissionsOf, roleMay } from '#contract/form/permissions.ts'
import { shownModel } from '#server/accounts/accounts.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { EndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readFirstRun } from '#server/platform/installation/first-run.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { StaffMember } from '#server/platform/primitives/staff-member.ts'
import { type FactorOutcome, type PasswordProven, type Staff, stepUpUntilMs } from '#server/staff/staff.ts'
import { loadService, serviceName } from '#server/site/site.ts'
import { presentSelf, secOf, tooMany } from './present-staff.ts'

export interface StaffEndpointDeps {
  readonly db: Db
  readonly staff: Staff
  readonly clock: Clock
  readonly publicUrl: string | undefined
  readonly limits?: EndpointLimits
}

type AnyCall = ConsoleCall<StaffMember | undefined>

export function staffEntryEndpoints(deps: StaffEndpointDeps): readonly BoundEndpoint[] {
  const { staff, limits } = deps
  const handlers: ConsoleHandlers<typeof endpoints> = {
    session: async (_input, call) => respond(await presentSession(deps, call.staff)),
    logOut: async (_input, call) => {
      if (call.staff !== undefined) await staff.logOut(call.staff, call.clientAddress)
      call.setToken(undefined)
      return respond({})
    },
    ...passwordHandlers(staff),
    ...factorHandlers(staff),
    ...invitationHandlers(staff),
  }
  return bindConsole('consoleEntry', endpoints, handlers, limits)
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function passwordHandlers(staff: Staff): Handlers<'setUp' | 'logIn'> {
  return {
    setUp: async (input, call) => {
      const { operator_password: operatorPassword, ...owner } = input
      const outcome = await staff.setUpOwner({ operatorPassword, ...owner }, clientOf(call))
      switch (outcome.kind) {
        case 'proven':
          return entered(call, outcome)
        case 'set_up':
          return reject('console_set_up')
        case 'no_operator_password':
          return reject('operator_password_unset')
        case 'wrong':
          return reject('wrong_operator_password')
        case 'weak':
          return reject('weak_password')
        case 'busy':
          return reject('busy')
        case 'too_many':
          return tooMany(outcome)
      }
    },
    logIn: async (attempt, call) => {
      const outcome = await staff.logIn(attempt, clientOf(call))
      switch (outcome.kind) {
        case 'proven':
          return entered(call, outcome)
        case 'wrong':
          return reject('wrong_login')
        case 'blocked':
          return reject('staff_blocked')
        case 'busy':
          return reject('busy')
        case 'too_many':
          return tooMany(outcome)
      }
    },
  }
}

function factorHandlers(
  staff: Staff,
): Handlers<'proveTotp' | 'proveRecoveryCode' | 'passkeyOptions' | 'provePasskey'> {
  return {
    proveTotp: async ({ code }, call) =>
      codeProven(call, await staff.proveFactor(call.staff, { by: 'totp', code }, call.clientAddress)),
    proveRecoveryCode: async ({ code }, call) =>
      codeProven(
        call,
        await staff.proveFactor(call.staff, { by: 'recovery_code', code }, call.clientAddress),
      ),
    passkeyOptions: async (_input, call) => respond(await staff.passkeyOptions(call.staff)),
    provePasskey: async ({ credential }, call) => {
      const proof = { by: 'passkey', credential } as const
      const outcome = await staff.proveFactor(call.staff, proof, call.clientAddress)
      return outcome.kind === 'wrong' ? reject('passkey_refused') : factorProven(call, outcome)
    },
  }
}

function invitationHandlers(staff: Staff): Handlers<'invitation' | 'acceptInvitation'> {
  return {
    invitation: async ({ token }) => {
      const link = await staff.findInvitation(token)
      if (link === undefined) return reject('invitation_ended')
      const { kind, login, name, role, expiresMs } = link
      return respond({ kind, login, name, role, expires_at: secOf(expiresMs) })
    },
    acceptInvitation: async (acceptance, call) => {
      const outcome = await staff.acceptInvitation(acceptance, clientOf(call))
      switch (outcome.kind) {
        case 'proven':
          return entered(call, outcome)
        case 'ended':
          return reject('invitation_ended')
        case 'weak':
          return reject('weak_password')
        case 'login_taken':
          return reject('login_taken')
        case 'blocked':
          return reject('staff_blocked')
        case 'busy':
          return reject('busy')
      }
    },
  }
}

function clientOf({ clientAddress, userAgent }: AnyCall) {
  return { address: clientAddress, device: shownModel(userAgent) }
}

/** The password was right: the session's cookie, and what is missing. */
function entered(call: AnyCall, { token, stage, factors }: PasswordProven) {
  call.setToken(token)
  return respond({ stage, factors: [...factors] })
}

function codeProven(call: AnyCall, outcome: FactorOutcome) {
  return outcome.kind === 'wrong' ? reject('wrong_factor') : factorProven(call, outcome)
}

function factorProven(call: AnyCall, outcome: Exclude<FactorOutcome, { kind: 'wrong' }>) {
  switch (outcome.kind) {
    case 'logged_in':
      call.setToken(outcome.token)
      return respond({ stage: 'full' as const, factors: [] })
    case 'ended':
      return reject('not_authorized')
    case 'too_many':
      return tooMany(outcome)
  }
}

async function presentSession({ db, staff, clock }: StaffEndpointDeps, member: StaffMember | undefined) {
  const fields = await loadService(db)
  const service = { ru: serviceName(fields, 'ru'), uz: serviceName(fields, 'uz') }
  if (member === undefined) {
    const nobody = { stage: null, factors: [], staff: null, permissions: [], step_up_until: 0, ends_at: 0 }
    return { set_up_needed: await staff.isSetUpNeeded(), ...nobody, is_first_run: false, service }
  }
  const isFull = member.stage === 'full'
  const maySetUp = isFull && roleMay(member.role, { section: 'settings', level: 'view' })
  return {
    service,
    is_first_run: maySetUp && (await readFirstRun(db)).endedMs === null,
    set_up_needed: false,
    stage: member.stage,
    factors: member.stage === 'second_factor' ? [...(await staff.factorKindsOf(member.staffId))] : [],
    staff: isFull ? presentSelf(member) : null,
    permissions: isFull ? [...permissionsOf(member.role)] : [],
    step_up_until: secOf(stepUpUntilMs(member, clock.nowMs())),
    ends_at: secOf(member.expiresMs),
  }
}
