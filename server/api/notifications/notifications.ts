import type { ApiContext } from '#server/api/context/api-context.ts'
import { presentNotification } from './present-notification.ts'
import { lastPage } from '#server/api/context/pages.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { notifications } from '#contract/site/notifications.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Seconds until the next request of a client when all waiting slots are taken. */
const askAgainSec = 30

/** Notifications of viewers, and long polling for the next. */
export function notificationEndpoints({
  notifications: module,
}: Pick<ApiContext, 'notifications'>): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof notifications> = {
    list: async ({ page, limit }, { viewer, language }) => {
      const list = await module.list(viewer?.accountId, { page, limit })
      return respond({
        data: list.notifications.map((one) => presentNotification(one, language)),
        total_count: list.total,
        unread_count: list.unreadCount,
        page,
        last_page: lastPage(list.total, limit),
      })
    },
    one: async ({ id }, { viewer, language }) => {
      const opened = await module.open(viewer?.accountId, id)
      if (opened === undefined) return reject('not_found')
      const shown = presentNotification(opened.notification, language)
      return respond({ ...shown, unread_count: opened.unreadCount })
    },
    readAll: async (input, request) =>
      respond({ unread_count: await module.readAll(request.viewer.accountId, input.up_to) }),
    wait: async (input, request) => {
      const { last_id: lastId, unread_count: unreadCount } = input
      const existing = lastId === undefined || unreadCount === undefined ? undefined : { lastId, unreadCount }
      const waited = await module.wait(request.viewer.accountId, existing, request.signal)
      if (waited.kind === 'full') return reject('busy', { retryAfterSec: askAgainSec })
      return respond({ last_id: waited.state.lastId, unread_count: waited.state.unreadCount })
    },
  }
  return bindEndpoints('notifications', notifications, handlers)
}
