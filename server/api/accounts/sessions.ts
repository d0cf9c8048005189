import { answer, refuse } from '#contract/form/endpoint.ts'
import { sessions as calls } from '#contract/accounts/sessions.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/endpoints/bind-contract.ts'

/** How soon a password may be changed when too many wait for theirs. */
const busySec = 5

/** A session that is there already: its token renewed, its password changed, its end. */
export function sessionEndpoints({ accounts }: Pick<ApiContext, 'accounts'>): readonly BoundCall[] {
  const handlers: Handlers<typeof calls> = {
    passwordChange: async (input, call) => {
      const { viewer, clientAddress } = call
      const change = { viewer, clientAddress, former: input.old_password, newPassword: input.new_password }
      const outcome = await accounts.changePassword(change)
      switch (outcome.kind) {
        case 'set':
          return answer({ ended_sessions: outcome.endedSessions })
        case 'weak':
          return refuse('weak_password')
        case 'wrong':
          return refuse('wrong_password')
        case 'busy':
          return refuse('busy', { retryAfterSec: busySec })
        case 'too_many':
          return refuse('too_many_requests', { retryAfterSec: outcome.retryAfterSec })
      }
    },
    customerLogin: async (_input, call) => {
      const renewed = await accounts.renewToken(call.token ?? '')
      // It ended between the look at its token and now.
      if (renewed.kind === 'ended') return refuse('not_authorized')
      const { abonement, token, endsAtMs } = renewed
      return answer({ abonement, authkey: token, expires_at: Math.floor(endsAtMs / 1000) })
    },
    customerLogout: async (_input, call) => {
      const session = call.viewer ?? call.denied?.session
      if (session !== undefined)
        await accounts.logOut(session, { actor: 'viewer', address: call.clientAddress })
      return answer({})
    },
  }
  return bindCalls('sessions', calls, handlers)
}
