import { pushDevices } from '#contract/accounts/push-devices.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The devices that get an account's notifications as push messages. */
export function pushDeviceEndpoints({
  push,
}: Uses<{ push: 'register' | 'remove' | 'webKey' }>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof pushDevices> = {
    webKey: () => respond({ public_key: push.webKey }),
    register: async ({ service, token }, { viewer, language }) => {
      const outcome = await push.register({ viewer, service, token, language })
      if (outcome.kind === 'ended') return reject('not_authorized')
      return respond({ is_available: outcome.isAvailable ? 1 : 0 })
    },
    remove: async ({ token }, { viewer }) => {
      await push.remove(viewer.accountId, token)
      return respond({})
    },
  }
  return bindEndpoints('pushDevices', pushDevices, handlers)
}
