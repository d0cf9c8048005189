import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { presentDevices } from './present-devices.ts'
import type { PollResponse } from '#server/tv-login/tv-login.ts'
import { deviceLimit } from '#contract/form/constants.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import { tvLogin as endpoints } from '#contract/accounts/tv-login.ts'
import { deviceFactsOf, networkOf, shownModel } from '#server/accounts/accounts.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { publicUrlAt } from '#server/platform/http/site/site-origin.ts'
import type { EndpointLimits } from '#server/platform/http/endpoints/endpoint-limits.ts'

type Deps = Pick<ApiContext, 'tvLogin'> &
  Uses<{
    accounts: 'supportPhone'
    region: 'isInside'
    service: 'at'
    settings: 'EKRAN_PUBLIC_URL'
  }>

/** A television shows a code, a logged-in phone approves it. `limits` counts started logins and guesses. */
export function tvLoginEndpoints(deps: Deps, limits?: EndpointLimits): readonly BoundEndpoint[] {
  const handlers = { ...televisionHandlers(deps), ...phoneHandlers(deps) }
  return bindEndpoints('tvLogin', endpoints, handlers, limits)
}

/**
 * Without EKRAN_PUBLIC_URL the addresses are paths, to which the television adds the origin it uses: it knows that
 * for certain, while the request's Host may be a proxy's internal name or forged.
 */
function televisionHandlers({
  tvLogin,
  service,
  settings,
}: Deps): Handlers<typeof endpoints, 'begin' | 'poll'> {
  // Of a brand with several sites it is the one that the television uses.
  const pageOf = (host: string | undefined) => {
    const url = publicUrlAt(host, settings.EKRAN_PUBLIC_URL, service.at)
    return `${url?.replace(/\/+$/, '') ?? ''}${pathOf('link')}`
  }
  return {
    begin: async (input, call) => {
      const device = deviceFactsOf(input, call)
      const started = await tvLogin.begin({ device, clientAddress: call.clientAddress })
      if (started.kind === 'too_many')
        return reject('too_many_requests', { retryAfterSec: started.retryAfterSec })
      const page = pageOf(call.host)
      return respond({
        device_code: started.deviceCode,
        user_code: started.userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${started.userCode}`,
        expires_in: started.lifeSec,
        interval: started.intervalSec,
      })
    },
    poll: async (input, call) => {
      const { device_code: deviceCode } = input
      const { clientAddress } = call
      return respond(pollData(await tvLogin.poll({ deviceCode, deviceUid: call.deviceUid, clientAddress })))
    },
  }
}

function phoneHandlers({ accounts, tvLogin, region }: Deps): Handlers<typeof endpoints, 'decide' | 'look'> {
  return {
    look: async (input, call) => {
      const looked = await tvLogin.look({ viewer: call.viewer, typed: input.user_code })
      if (looked.kind !== 'found') return reject('wrong_user_code')
      const { request } = looked
      return respond({
        kind: request.kind,
        model: shownModel(request.model),
        address: request.address,
        is_tasix: region.isInside(request.address) ? 1 : 0,
        is_same_network: networkOf(request.address) === networkOf(call.clientAddress) ? 1 : 0,
        asked_at: Math.floor(request.requestedMs / 1000),
      })
    },
    decide: async (input, call) => {
      const decided = await tvLogin.decide({
        viewer: call.viewer,
        typed: input.user_code,
        clientAddress: call.clientAddress,
        allow: input.allow === 1,
        releaseDeviceId: input.release_device_id,
      })
      switch (decided.kind) {
        case 'done':
          return respond({})
        case 'full':
          return reject('device_limit', {
            values: { limit: deviceLimit },
            details: { devices: { item: presentDevices(decided.devices, region.isInside) } },
          })
        case 'banned':
          return reject('device_banned', { values: { phone: accounts.supportPhone } })
        case 'no_device':
          return reject('device_not_found')
        case 'wrong':
          return reject('wrong_user_code')
      }
    },
  }
}

function pollData(polled: PollResponse) {
  const isIn = polled.kind === 'approved'
  return {
    state: polled.kind,
    interval: polled.intervalSec,
    authkey: isIn ? polled.token : null,
    abonement: isIn ? polled.abonement : null,
  }
}
