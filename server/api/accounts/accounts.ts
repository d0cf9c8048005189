import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { presentDevices } from './present-devices.ts'
import { deviceFactsOf, type LoggedIn, loginNameOf } from '#server/accounts/accounts.ts'
import { accounts as calls } from '#contract/accounts/accounts.ts'
import { deviceLimit } from '#contract/form/constants.ts'
import { answer, refuse } from '#contract/form/endpoint.ts'
import {
  type BoundCall,
  type Denied,
  type Handlers,
  bindCalls,
} from '#server/platform/http/endpoints/bind-contract.ts'

/** How soon a login may be tried again when too many wait for theirs. */
const busySec = 5

type Deps = Pick<ApiContext, 'accounts'> & Uses<{ region: 'isInside' }>

/** Logging in and out, and what a session is. */
export function accountEndpoints({ accounts, region }: Deps): readonly BoundCall[] {
  const handlers: Handlers<typeof calls, 'login' | 'logout' | 'status'> = {
    login: async (input, call) => {
      const name = loginNameOf(input)
      if (name.kind === 'unusable') return refuse('invalid_input', { values: { fields: name.field } })
      const outcome = await accounts.logIn({
        name,
        password: input.password,
        device: deviceFactsOf(input, call),
        clientAddress: call.clientAddress,
        releaseDeviceId: input.release_device_id,
      })
      return outcome.kind === 'logged_in'
        ? answer({ authkey: outcome.token, abonement: outcome.abonement })
        : loginRefusal({ accounts, region }, outcome)
    },
    logout: async (_input, call) => {
      // Somebody who is blocked may leave as well.
      const session = call.viewer ?? call.denied?.session
      if (session !== undefined)
        await accounts.logOut(session, { actor: 'viewer', address: call.clientAddress })
      return answer({})
    },
    status: (_input, call) =>
      answer({
        status: call.viewer === undefined ? 1 : 0,
        reason: call.viewer === undefined ? reasonOf(call.denied) : 'good',
        renew: call.viewer?.isTokenOld === true ? 1 : 0,
        support_phone: accounts.supportPhone,
      }),
  }
  return bindCalls('accounts', calls, handlers)
}

function reasonOf(denied: Denied | undefined): 'none' | 'ended' | 'blocked' | 'deactivated' {
  switch (denied?.failure) {
    case undefined:
      return 'none'
    case 'not_authorized':
      return 'ended'
    case 'session_blocked':
      return 'blocked'
    case 'session_deactivated':
      return 'deactivated'
  }
}

/** Why a session could not be begun, in the contract's words; a full account brings its devices along. */
function loginRefusal({ accounts, region }: Deps, outcome: Exclude<LoggedIn, { kind: 'logged_in' }>) {
  switch (outcome.kind) {
    case 'wrong':
      return refuse('wrong_credentials')
    case 'not_in_use':
      return outcome.state === 'blocked'
        ? refuse('account_blocked', { values: { phone: accounts.supportPhone } })
        : refuse('account_deactivated')
    case 'full':
      return refuse('device_limit', {
        values: { limit: deviceLimit },
        details: { devices: { item: presentDevices(outcome.devices, region.isInside) } },
      })
    case 'device_not_found':
      return refuse('device_not_found')
    case 'busy':
      return refuse('busy', { retryAfterSec: busySec })
    case 'too_many':
      return refuse('too_many_requests', { retryAfterSec: outcome.retryAfterSec })
    case 'code_needed':
      return refuse('login_code_needed', {
        values: { minutes: Math.max(1, Math.ceil(outcome.retryAfterSec / 60)) },
        retryAfterSec: outcome.retryAfterSec,
      })
  }
}
