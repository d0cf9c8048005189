import { deviceLimit } from '#contract/form/constants.ts'
import { devices as calls } from '#contract/accounts/devices.ts'
import { answer, refuse } from '#contract/form/endpoint.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { presentDevices } from './present-devices.ts'
import {
  type BoundCall,
  type Call,
  type Handlers,
  bindCalls,
} from '#server/platform/http/endpoints/bind-contract.ts'

/** The devices of an account: listed, named, removed. */
export function deviceEndpoints({
  accounts,
  region,
}: Pick<ApiContext, 'accounts'> & Uses<{ region: 'isInside' }>): readonly BoundCall[] {
  const by = (call: Call) => ({ actor: 'viewer', address: call.clientAddress }) as const
  const handlers: Handlers<typeof calls> = {
    list: async (_input, call) => {
      const current = await accounts.listDevices(call.viewer.accountId, call.viewer.sessionId)
      return answer({ limit: deviceLimit, devices: { item: presentDevices(current, region.isInside) } })
    },
    rename: async ({ device_id: deviceId, name }, call) => {
      const outcome = await accounts.renameDevice(call.viewer.accountId, deviceId, name, by(call))
      return outcome === 'renamed' ? answer({}) : refuse(outcome)
    },
    remove: async ({ device_id: deviceId }, call) => {
      const outcome = await accounts.removeDevice(call.viewer.accountId, deviceId, by(call))
      return outcome === 'removed' ? answer({}) : refuse(outcome)
    },
    removeOthers: async (_input, call) => {
      const { accountId, sessionId } = call.viewer
      return answer({ removed: await accounts.endSessions(accountId, sessionId, by(call)) })
    },
  }
  return bindCalls('devices', calls, handlers)
}
