import type { Notifications } from './notifications.ts'
import { answer, refuse } from '#contract/endpoint.ts'
import { notifications } from '#contract/notifications.ts'
import type { BoundCall, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

/** Who finds no place to wait asks again after this long. */
const askAgainSec = 30

export function notificationRoutes(room: Notifications): readonly BoundCall[] {
  const handlers: Handlers<typeof notifications> = {
    list: async (input, call) => answer(await room.list(call.viewer?.accountId, input, call.language)),
    one: async (input, call) => {
      const found = await room.open(call.viewer?.accountId, input.id, call.language)
      return found === undefined ? refuse('not_found') : answer(found)
    },
    readAll: async (input, call) =>
      answer({ unread_count: await room.readAll(call.viewer.accountId, input.up_to) }),
    wait: async (input, call) => {
      const { last_id: lastId, unread_count: unreadCount } = input
      const known = lastId === undefined || unreadCount === undefined ? undefined : { lastId, unreadCount }
      const waited = await room.wait(call.viewer.accountId, known, call.signal)
      if (waited.kind === 'full') return refuse('busy', { retryAfterSec: askAgainSec })
      return answer({ last_id: waited.state.lastId, unread_count: waited.state.unreadCount })
    },
  }
  return bindCalls('notifications', notifications, handlers)
}
