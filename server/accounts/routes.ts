import type { LoggedIn } from './log-in.ts'
import type { Accounts } from './open-accounts.ts'
import { loginNameOf } from './rules.ts'
import { accounts as calls } from '#contract/accounts.ts'
import { DEVICE_LIMIT } from '#contract/constants.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

/** How soon a login may be tried again when too many wait for theirs. */
const busySec = 5

export function accountRoutes(accounts: Accounts): readonly BoundCall[] {
  const handlers: Handlers<typeof calls, 'login' | 'logout' | 'status'> = {
    login: async (input, call) => {
      const name = loginNameOf(input)
      if (name.kind === 'unusable') return refuse('invalid_input', { values: { fields: name.field } })
      const device = {
        uid: input.device_uid,
        serial: input.device_serial ?? '',
        model: input.device_model ?? '',
      }
      const { password } = input
      const outcome = await accounts.logIn({ name, password, device, clientAddress: call.clientAddress })
      return loginAnswer(outcome, accounts.supportPhone)
    },
    logout: async (_input, call) => {
      if (call.viewer !== undefined) await accounts.logOut(call.viewer.sessionId)
      return answer({})
    },
    status: (_input, call) =>
      answer({
        status: call.viewer === undefined ? 1 : 0,
        reason: call.viewer === undefined ? 'none' : 'good',
        renew: 0,
        support_phone: accounts.supportPhone,
      }),
  }
  return bindCalls('accounts', calls, handlers)
}

function loginAnswer(outcome: LoggedIn, supportPhone: string) {
  switch (outcome.kind) {
    case 'logged_in':
      return answer({ authkey: outcome.token, abonement: outcome.abonement })
    case 'wrong':
      return refuse('wrong_credentials')
    case 'not_in_use':
      return outcome.state === 'blocked'
        ? refuse('account_blocked', { values: { phone: supportPhone } })
        : refuse('account_deactivated')
    case 'full':
      return refuse('device_limit', { values: { limit: DEVICE_LIMIT } })
    case 'busy':
      return refuse('busy', { retryAfterSec: busySec })
    case 'too_many':
      return refuse('too_many_requests', { retryAfterSec: outcome.retryAfterSec })
  }
}
