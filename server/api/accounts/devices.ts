import { deviceLimit } from '#contract/form/constants.ts'
import { devices as endpoints } from '#contract/accounts/devices.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { presentDevices } from './present-devices.ts'
import {
  type BoundEndpoint,
  type RequestContext,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The devices of an account: list, rename, remove. */
export function deviceEndpoints({
  accounts,
  region,
}: Pick<ApiContext, 'accounts'> & Uses<{ region: 'isInside' }>): readonly BoundEndpoint[] {
  const by = (request: RequestContext) => ({ actor: 'viewer', address: request.clientAddress }) as const
  const handlers: Handlers<typeof endpoints> = {
    list: async (_input, request) => {
      const current = await accounts.listDevices(request.viewer.accountId, request.viewer.sessionId)
      return respond({ limit: deviceLimit, devices: { item: presentDevices(current, region.isInside) } })
    },
    rename: async ({ device_id: deviceId, name }, request) => {
      const outcome = await accounts.renameDevice(request.viewer.accountId, deviceId, name, by(request))
      return outcome === 'renamed' ? respond({}) : reject(outcome)
    },
    remove: async ({ device_id: deviceId }, request) => {
      const outcome = await accounts.removeDevice(request.viewer.accountId, deviceId, by(request))
      return outcome === 'removed' ? respond({}) : reject(outcome)
    },
    removeOthers: async (_input, request) => {
      const { accountId, sessionId } = request.viewer
      return respond({ removed: await accounts.endSessions(accountId, sessionId, by(request)) })
    },
  }
  return bindEndpoints('devices', endpoints, handlers)
}
