import type { ApiContext } from '#server/api/context/api-context.ts'
import { presentController, presentTelevision } from './present-television.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { remoteControl } from '#contract/playback/remote-control.ts'
import { numbersOf } from '#server/remote-control/remote-control.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Seconds until the next request of a client when all waiting slots are taken. */
const askAgainSec = 30

const refusals = {
  denied: 'remote_control_denied',
  off: 'television_off',
  full: 'remote_queue_full',
  device_not_found: 'device_not_found',
  ended: 'not_authorized',
} as const

/** A phone controls a television of its account. */
export function remoteControlEndpoints({
  remoteControl: module,
}: Pick<ApiContext, 'remoteControl'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof remoteControl> = {
    commands: async (
      { is_start: isStart, done = '', asking = '', requested_at: requestedAt },
      { viewer, signal },
    ) => {
      const polled = await module.poll({
        viewer,
        isStart: isStart === 1,
        done: numbersOf(done),
        asking: numbersOf(asking),
        requestedMs: requestedAt === undefined ? null : numbersOf(requestedAt),
        signal,
      })
      if (polled.kind === 'full') return reject('busy', { retryAfterSec: askAgainSec })
      if (polled.kind === 'ended') return reject('not_authorized')
      return respond({ commands: [...polled.commands], asking: polled.asking.map(presentController) })
    },
    report: async ({ is_on: isOn, state }, { viewer }) => {
      await module.report({ viewer, isOn: isOn === 1, state })
      return respond({})
    },
    decide: async ({ controller, allow }, { viewer, clientAddress }) => {
      const decision = { viewer, controllerId: controller, allow: allow === 1, clientAddress }
      const outcome = await module.decide(decision)
      return outcome === 'done' ? respond({}) : reject(outcome)
    },
    televisions: async ({ seen }, { viewer, signal }) => {
      const listed = await module.televisions(viewer, seen, signal)
      if (listed.kind === 'full') return reject('busy', { retryAfterSec: askAgainSec })
      return respond({ tag: listed.tag, televisions: listed.televisions.map(presentTelevision) })
    },
    send: async ({ tv, command, sequence }, { viewer }) => {
      const state = await module.send({ viewer, tvId: tv, command, sequence })
      return state === 'sent' || state === 'asking' ? respond({ state }) : reject(refusals[state])
    },
    consents: async (_input, { viewer }) => {
      const answers = await module.consents(viewer.accountId)
      return respond({
        consents: answers.map(({ tvId, controllerId, isAllowed }) => ({
          tv: tvId,
          controller: controllerId,
          is_allowed: isAllowed ? 1 : 0,
        })),
      })
    },
    revoke: async ({ tv, controller }, { viewer, clientAddress }) => {
      const { accountId } = viewer
      const outcome = await module.revoke({ accountId, tvId: tv, controllerId: controller, clientAddress })
      return outcome === 'done' ? respond({}) : reject(outcome)
    },
  }
  return bindEndpoints('remoteControl', remoteControl, handlers)
}
