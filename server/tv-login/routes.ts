import type { Looked } from './decide.ts'
import type { PollAnswer } from './poll.ts'
import type { TvLogin } from './open-tv-login.ts'
import { deviceLimit } from '#contract/constants.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import { pathOf } from '#contract/pages.ts'
import { tvLogin as calls } from '#contract/tv-login.ts'
import { deviceFactsOf, networkOf, shownModel } from '#server/accounts/accounts.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export interface TvLoginRoutesOptions {
  readonly room: TvLogin
  readonly isInside: (address: string) => boolean
  /**
   * EKRAN_PUBLIC_URL. Without it the addresses are told as paths, to which the television adds the origin it talks to:
   * it knows that for certain, while the request's Host may be a proxy's inner name or anything somebody wrote.
   */
  readonly publicUrl: string | undefined
}

export function tvLoginRoutes({ room, isInside, publicUrl }: TvLoginRoutesOptions): readonly BoundCall[] {
  const page = `${publicUrl?.replace(/\/+$/, '') ?? ''}${pathOf('link')}`
  const handlers: Handlers<typeof calls> = {
    begin: async (input, call) => {
      const device = deviceFactsOf(input, call)
      const begun = await room.begin({ device, clientAddress: call.clientAddress })
      if (begun.kind === 'too_many') return tooMany(begun)
      return answer({
        device_code: begun.deviceCode,
        user_code: begun.userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${begun.userCode}`,
        expires_in: begun.lifeSec,
        interval: begun.intervalSec,
      })
    },
    poll: async (input, call) => {
      const { device_code: deviceCode } = input
      const { clientAddress } = call
      return answer(pollData(await room.poll({ deviceCode, deviceUid: call.deviceUid, clientAddress })))
    },
    look: async (input, call) => {
      const person = { viewer: call.viewer, typed: input.user_code, clientAddress: call.clientAddress }
      const looked = await room.look(person)
      if (looked.kind !== 'found') return notFound(looked)
      const { request } = looked
      return answer({
        kind: request.kind,
        model: shownModel(request.model),
        address: request.address,
        is_tasix: isInside(request.address) ? 1 : 0,
        is_same_network: networkOf(request.address) === networkOf(call.clientAddress) ? 1 : 0,
        asked_at: Math.floor(request.askedMs / 1000),
      })
    },
    decide: async (input, call) => {
      const decided = await room.decide({
        viewer: call.viewer,
        typed: input.user_code,
        clientAddress: call.clientAddress,
        allow: input.allow === 1,
        releaseDeviceId: input.release_device_id,
      })
      switch (decided.kind) {
        case 'done':
          return answer({})
        case 'full':
          return refuse('device_limit', {
            values: { limit: deviceLimit },
            details: { devices: { item: decided.devices } },
          })
        case 'no_device':
          return refuse('device_not_found')
        default:
          return notFound(decided)
      }
    },
  }
  return bindCalls('tvLogin', calls, handlers)
}

function tooMany({ retryAfterSec }: { readonly retryAfterSec: number }) {
  return refuse('too_many_requests', { retryAfterSec })
}

function notFound(looked: Exclude<Looked, { kind: 'found' }>) {
  return looked.kind === 'too_many' ? tooMany(looked) : refuse('wrong_user_code')
}

function pollData(polled: PollAnswer) {
  const isIn = polled.kind === 'approved'
  return {
    state: polled.kind,
    interval: polled.intervalSec,
    authkey: isIn ? polled.token : null,
    abonement: isIn ? polled.abonement : null,
  }
}
