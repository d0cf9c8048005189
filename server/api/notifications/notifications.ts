import type { ApiContext } from '#server/api/context/api-context.ts'
import { answer, refuse } from '#contract/form/endpoint.ts'
import { notifications } from '#contract/site/notifications.ts'
import { type BoundCall, type Handlers, bindCalls } from '#server/platform/http/endpoints/bind-contract.ts'

/** Who finds no place to wait asks again after this long. */
const askAgainSec = 30

/** Messages to viewers, and waiting for the next. */
export function notificationEndpoints({
  notifications: module,
}: Pick<ApiContext, 'notifications'>): readonly BoundCall[] {
  const handlers: Handlers<typeof notifications> = {
    list: async (input, call) => answer(await module.list(call.viewer?.accountId, input, call.language)),
    one: async (input, call) => {
      const result = await module.open(call.viewer?.accountId, input.id, call.language)
      return result === undefined ? refuse('not_found') : answer(result)
    },
    readAll: async (input, call) =>
      answer({ unread_count: await module.readAll(call.viewer.accountId, input.up_to) }),
    wait: async (input, call) => {
      const { last_id: lastId, unread_count: unreadCount } = input
      const existing = lastId === undefined || unreadCount === undefined ? undefined : { lastId, unreadCount }
      const waited = await module.wait(call.viewer.accountId, existing, call.signal)
      if (waited.kind === 'full') return refuse('busy', { retryAfterSec: askAgainSec })
      return answer({ last_id: waited.state.lastId, unread_count: waited.state.unreadCount })
    },
  }
  return bindCalls('notifications', notifications, handlers)
}
