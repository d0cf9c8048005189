/** What belongs to the logged-in member of staff. */
import { consoleOwn as endpoints } from '#contract/console/own.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type FactorAdded,
  type SavedView,
  type Staff,
  type SteppedUp,
  maxPasskeys,
  maxViews,
} from '#server/staff/staff.ts'
import { presentSession, secOf, tooMany } from './present-staff.ts'
import type { StaffEndpointDeps } from './staff-entry.ts'

export function staffOwnEndpoints({ staff, limits }: StaffEndpointDeps): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = {
    ...stepUpHandlers(staff),
    ...profileHandlers(staff),
    ...totpHandlers(staff),
    ...passkeyHandlers(staff),
    ...viewHandlers(staff),
  }
  return bindConsole('consoleOwn', endpoints, handlers, limits)
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function stepUpHandlers(
  staff: Staff,
): Handlers<'stepUpPassword' | 'stepUpTotp' | 'stepUpPasskeyOptions' | 'stepUpPasskey'> {
  return {
    stepUpPassword: async ({ password }, call) => {
      const outcome = await staff.stepUp(call.staff, { by: 'password', password }, call.clientAddress)
      return outcome.kind === 'wrong' ? reject('wrong_password') : steppedUp(outcome)
    },
    stepUpTotp: async ({ code }, call) => {
      const outcome = await staff.stepUp(call.staff, { by: 'totp', code }, call.clientAddress)
      return outcome.kind === 'wrong' ? reject('wrong_factor') : steppedUp(outcome)
    },
    stepUpPasskeyOptions: async (_input, call) => respond(await staff.passkeyOptions(call.staff)),
    stepUpPasskey: async ({ credential }, call) => {
      const outcome = await staff.stepUp(call.staff, { by: 'passkey', credential }, call.clientAddress)
      return outcome.kind === 'wrong' ? reject('passkey_refused') : steppedUp(outcome)
    },
  }
}

function steppedUp(outcome: Exclude<SteppedUp, { kind: 'wrong' }>) {
  switch (outcome.kind) {
    case 'proven':
      return respond({ step_up_until: secOf(outcome.untilMs) })
    case 'too_many':
      return tooMany(outcome)
    case 'busy':
      return reject('busy')
  }
}

function profileHandlers(
  staff: Staff,
): Handlers<'changeProfile' | 'changePassword' | 'sessions' | 'endSession' | 'endOtherSessions'> {
  return {
    changeProfile: async (profile, call) => {
      await staff.changeProfile(call.staff, profile, call.clientAddress)
      return respond({})
    },
    changePassword: async ({ password: former, new_password: next }, call) => {
      const outcome = await staff.changeOwnPassword(call.staff, { former, next }, call.clientAddress)
      switch (outcome.kind) {
        case 'changed':
          return respond({ ended_sessions: outcome.endedSessions })
        case 'wrong':
          return reject('wrong_password')
        case 'weak':
          return reject('weak_password')
        case 'too_many':
          return tooMany(outcome)
        case 'busy':
          return reject('busy')
      }
    },
    sessions: async (_input, { staff: { staffId, sessionId } }) => {
      const sessions = await staff.listSessions(staffId)
      const shown = sessions.map((session) => presentSession(session, sessionId))
      return respond({
        sessions: shown.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
      })
    },
    endSession: async ({ session_id: sessionId }, call) => {
      const ended = await staff.endSession(call.staff, sessionId, call.clientAddress)
      return ended ? respond({}) : reject('staff_session_not_found')
    },
    endOtherSessions: async (_input, call) =>
      respond({ ended_sessions: await staff.endOtherSessions(call.staff, call.clientAddress) }),
  }
}

function viewHandlers(staff: Staff): Handlers<'views' | 'saveView' | 'removeView'> {
  const present = ({ viewId, name, address }: SavedView) => ({ view_id: viewId, name, address })
  return {
    views: async (_input, call) =>
      respond({ views: (await staff.listViews(call.staff.staffId)).map(present) }),
    saveView: async (view, call) => {
      const saved = await staff.saveView(call.staff.staffId, view)
      return saved === undefined
        ? reject('views_full', { values: { limit: maxViews } })
        : respond(present(saved))
    },
    removeView: async ({ view_id: viewId }, call) => {
      await staff.removeView(call.staff.staffId, viewId)
      return respond({})
    },
  }
}

function totpHandlers(
  staff: Staff,
): Handlers<'factors' | 'beginTotp' | 'confirmTotp' | 'removeTotp' | 'newRecoveryCodes'> {
  return {
    factors: async (_input, { staff: { staffId } }) => {
      const { totp, passkeys, recoveryCodesLeft } = await staff.factorsOf(staffId)
      return respond({
        totp,
        passkeys: passkeys.map(({ passkeyId, name, createdMs, lastUsedMs }) => ({
          passkey_id: passkeyId,
          name,
          created_at: secOf(createdMs),
          last_used_at: secOf(lastUsedMs),
        })),
        recovery_codes_left: recoveryCodesLeft,
      })
    },
    beginTotp: async (_input, call) => respond(await staff.beginTotp(call.staff)),
    confirmTotp: async ({ code }, call) => {
      const outcome = await staff.confirmTotp(call.staff, code, call.clientAddress)
      if (outcome.kind === 'wrong') return reject('wrong_factor')
      return outcome.kind === 'too_many' ? tooMany(outcome) : factorAdded(call, outcome)
    },
    removeTotp: async (_input, call) => {
      const outcome = await staff.removeTotp(call.staff, call.clientAddress)
      return outcome === 'removed' ? respond({}) : reject(outcome)
    },
    newRecoveryCodes: async (_input, call) =>
      respond({ recovery_codes: [...(await staff.newRecoveryCodes(call.staff, call.clientAddress))] }),
  }
}

function passkeyHandlers(staff: Staff): Handlers<'newPasskeyOptions' | 'addPasskey' | 'removePasskey'> {
  return {
    newPasskeyOptions: async (_input, call) => respond(await staff.newPasskeyOptions(call.staff)),
    addPasskey: async ({ name, credential }, call) => {
      const outcome = await staff.addPasskey(call.staff, name, credential, call.clientAddress)
      if (outcome.kind === 'refused') return reject('passkey_refused')
      if (outcome.kind === 'full') return reject('passkeys_full', { values: { limit: maxPasskeys } })
      return factorAdded(call, outcome)
    },
    removePasskey: async ({ passkey_id: passkeyId }, call) => {
      const outcome = await staff.removePasskey(call.staff, passkeyId, call.clientAddress)
      return outcome === 'removed' ? respond({}) : reject(outcome)
    },
  }
}

function factorAdded(call: ConsoleCall, { token, recoveryCodes }: FactorAdded) {
  if (token !== undefined) call.setToken(token)
  return respond({ recovery_codes: [...recoveryCodes] })
}
