import { respond, reject } from '#contract/form/endpoint.ts'
import { sessions as endpoints } from '#contract/accounts/sessions.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Seconds until the next attempt to change a password when the password queue is full. */
const busySec = 5

/** An existing session: token renewal, password change, logout. */
export function sessionEndpoints({ accounts }: Pick<ApiContext, 'accounts'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    passwordChange: async (input, request) => {
      const { viewer, clientAddress } = request
      const change = { viewer, clientAddress, former: input.old_password, newPassword: input.new_password }
      const outcome = await accounts.changePassword(change)
      switch (outcome.kind) {
        case 'set':
          return respond({ ended_sessions: outcome.endedSessions })
        case 'weak':
          return reject('weak_password')
        case 'wrong':
          return reject('wrong_password')
        case 'busy':
          return reject('busy', { retryAfterSec: busySec })
        case 'too_many':
          return reject('too_many_requests', { retryAfterSec: outcome.retryAfterSec })
      }
    },
    customerLogin: async (_input, request) => {
      const renewed = await accounts.renewToken(request.token ?? '')
      // It ended between the token check and now.
      if (renewed.kind === 'ended') return reject('not_authorized')
      const { abonement, token, endsAtMs } = renewed
      return respond({ abonement, authkey: token, expires_at: Math.floor(endsAtMs / 1000) })
    },
    customerLogout: async (_input, request) => {
      const session = request.viewer ?? request.denied?.session
      if (session !== undefined)
        await accounts.logOut(session, { actor: 'viewer', address: request.clientAddress })
      return respond({})
    },
  }
  return bindEndpoints('sessions', endpoints, handlers)
}
