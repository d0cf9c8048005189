/** What a subscriber signs in with: devices, sessions, password, phone, name, state. */
import type { consoleSubscriberActs as endpoints } from '#contract/console/subscriber-acts.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import {
  type NotReset,
  type PhoneDeps,
  actOnDevice,
  changeBrand,
  changePhone,
  liftBan,
  renameSubscriber,
  resetPassword,
  setSubscriberState,
  signOutEverywhere,
  stopStream,
} from '#server/subscribers/subscribers.ts'
import { presentAct, requestOf, stoppedAs } from './act-answers.ts'

type Name =
  | ('device' | 'unban' | 'stopStream' | 'signOut')
  | ('password' | 'phone' | 'rename' | 'brand' | 'state')
type Handlers = ConsoleHandlers<typeof endpoints, Name>

export function accessHandlers(deps: PhoneDeps & { readonly random: RandomBytes }): Handlers {
  return {
    device: async (input, call) => {
      const { device_id: deviceId, what, name } = input
      const outcome = await actOnDevice(deps, { ...requestOf(input, call), deviceId, what, name })
      if (outcome.kind === 'acted') return respond(presentAct(outcome))
      return outcome.kind === 'device_not_found' ? reject('device_not_found') : stoppedAs(outcome)
    },
    unban: async (input, call) => {
      const outcome = await liftBan(deps, { ...requestOf(input, call), uid: input.uid })
      if (outcome.kind === 'acted') return respond(presentAct(outcome))
      return outcome.kind === 'device_not_found' ? reject('device_not_found') : stoppedAs(outcome)
    },
    stopStream: async (input, call) => {
      const outcome = await stopStream(deps, { ...requestOf(input, call), streamId: input.stream_id })
      if (outcome.kind === 'acted') return respond(presentAct(outcome))
      return outcome.kind === 'stream_not_found' ? reject('stream_not_found') : stoppedAs(outcome)
    },
    signOut: async (input, call) => {
      const outcome = await signOutEverywhere(deps, requestOf(input, call))
      return outcome.kind === 'acted' ? respond(presentAct(outcome)) : stoppedAs(outcome)
    },
    password: async (input, call) => {
      const outcome = await resetPassword(deps, requestOf(input, call))
      if (outcome.kind === 'acted')
        return respond({ ...presentAct(outcome), phone: outcome.act.result.phone })
      return isNotReset(outcome) ? notReset(outcome) : stoppedAs(outcome)
    },
    phone: async (input, call) => {
      const outcome = await changePhone(deps, { ...requestOf(input, call), phone: input.phone })
      switch (outcome.kind) {
        case 'acted':
          return respond(presentAct(outcome))
        case 'wrong_phone':
          return reject('wrong_phone')
        case 'taken':
          return reject('phone_registered')
        default:
          return stoppedAs(outcome)
      }
    },
    rename: async (input, call) => {
      const outcome = await renameSubscriber(deps, { ...requestOf(input, call), name: input.name })
      return outcome.kind === 'acted' ? respond(presentAct(outcome)) : stoppedAs(outcome)
    },
    brand: brandHandler(deps),
    state: async (input, call) => {
      const outcome = await setSubscriberState(deps, { ...requestOf(input, call), state: input.state })
      return outcome.kind === 'acted' ? respond(presentAct(outcome)) : stoppedAs(outcome)
    },
  }
}

function brandHandler(deps: PhoneDeps): Handlers['brand'] {
  return async (input, call) => {
    const outcome = await changeBrand(deps, { ...requestOf(input, call), brand: input.brand })
    switch (outcome.kind) {
      case 'acted':
        return respond(presentAct(outcome))
      case 'brand_unknown':
        return reject('brand_unknown', { values: { id: input.brand } })
      case 'brand_same':
        return reject('brand_same')
      default:
        return stoppedAs(outcome)
    }
  }
}

const notResetKinds: readonly string[] = ['busy', 'no_phone', 'no_sms', 'too_often', 'not_sent']

function isNotReset(outcome: { readonly kind: string }): outcome is NotReset {
  return notResetKinds.includes(outcome.kind)
}

function notReset({ kind }: NotReset) {
  return kind === 'busy' ? reject('busy', { retryAfterSec: 2 }) : reject(`reset_${kind}`)
}
