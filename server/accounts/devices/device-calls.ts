import { deviceLimit } from '#contract/constants.ts'
import { devices as calls } from '#contract/devices.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import type { Accounts } from '#server/accounts/open-accounts.ts'
import type { BoundCall, Call, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

/** The devices of an account: listed, named, removed. */
export function deviceCalls(accounts: Accounts): readonly BoundCall[] {
  const by = (call: Call) => ({ actor: 'viewer', address: call.clientAddress }) as const
  const handlers: Handlers<typeof calls> = {
    list: async (_input, call) => {
      const held = await accounts.heldDevices(call.viewer.accountId, call.viewer.sessionId)
      return answer({ limit: deviceLimit, devices: { item: accounts.presentDevices(held) } })
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
