import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { presentDevices } from './present-devices.ts'
import { deviceFactsOf, type LoggedIn, loginNameOf } from '#server/accounts/accounts.ts'
import { accounts as endpoints } from '#contract/accounts/accounts.ts'
import { deviceLimit } from '#contract/form/constants.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Denied } from '#server/platform/primitives/viewer.ts'

/** Seconds until the next login attempt when the password queue is full. */
const busySec = 5

type Deps = Pick<ApiContext, 'accounts'> & Uses<{ region: 'isInside' }>

/** Login, logout and session status. */
export function accountEndpoints({ accounts, region }: Deps): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints, 'login' | 'logout' | 'status'> = {
    login: async (input, request) => {
      const name = loginNameOf(input)
      if (name.kind === 'unusable') return reject('invalid_input', { values: { fields: name.field } })
      const outcome = await accounts.logIn({
        name,
        password: input.password,
        device: deviceFactsOf(input, request),
        clientAddress: request.clientAddress,
        releaseDeviceId: input.release_device_id,
      })
      return outcome.kind === 'logged_in'
        ? respond({ authkey: outcome.token, abonement: outcome.abonement })
        : loginRefusal({ accounts, region }, outcome)
    },
    logout: async (_input, request) => {
      // A blocked subscriber may log out as well.
      const session = request.viewer ?? request.denied?.session
      if (session !== undefined)
        await accounts.logOut(session, { actor: 'viewer', address: request.clientAddress })
      return respond({})
    },
    status: (_input, request) =>
      respond({
        status: request.viewer === undefined ? 1 : 0,
        reason: request.viewer === undefined ? reasonOf(request.denied) : 'good',
        renew: request.viewer?.isTokenOld === true ? 1 : 0,
        support_phone: accounts.supportPhone,
      }),
  }
  return bindEndpoints('accounts', endpoints, handlers)
}

function reasonOf(denied: Denied | undefined): 'none' | 'ended' | 'blocked' | 'deactivated' {
  switch (denied?.failure) {
    case undefined:
      return 'none'
    case 'not_authorized':
    case 'support_view_over':
      return 'ended'
    case 'session_blocked':
      return 'blocked'
    case 'session_deactivated':
      return 'deactivated'
  }
}

/** Why a session could not be started, as the contract's failure; a full account includes its devices. */
export function loginRefusal(
  {
    accounts,
    region,
  }: { readonly accounts: Pick<ApiContext['accounts'], 'supportPhone'> } & Pick<Deps, 'region'>,
  outcome: Exclude<LoggedIn, { kind: 'logged_in' }>,
) {
  switch (outcome.kind) {
    case 'wrong':
      return reject('wrong_credentials')
    case 'not_in_use':
      return outcome.state === 'blocked'
        ? reject('account_blocked', { values: { phone: accounts.supportPhone } })
        : reject('account_deactivated')
    case 'full':
      return reject('device_limit', {
        values: { limit: deviceLimit },
        details: { devices: { item: presentDevices(outcome.devices, region.isInside) } },
      })
    case 'banned':
      return reject('device_banned', { values: { phone: accounts.supportPhone } })
    case 'device_not_found':
      return reject('device_not_found')
    case 'busy':
      return reject('busy', { retryAfterSec: outcome.retryAfterSec ?? busySec })
    case 'too_many':
      return reject('too_many_requests', { retryAfterSec: outcome.retryAfterSec })
    case 'code_needed':
      return reject('login_code_needed', {
        values: { minutes: Math.max(1, Math.ceil(outcome.retryAfterSec / 60)) },
        retryAfterSec: outcome.retryAfterSec,
      })
  }
}
