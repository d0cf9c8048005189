import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import type { Language } from '#contract/form/failures.ts'
import { linkNow } from '#server/api/reminders/reminders.ts'
import type { NotificationRecord, ProfileReader } from '#server/notifications/notifications.ts'
import { type Viewer, profileKeyOf } from '#server/platform/primitives/viewer.ts'
import { isRatedLink, listRated, unreadRated, waitRated } from './rated-notifications.ts'
import { presentNotification } from './present-notification.ts'
import { showsUnrated } from '#server/api/context/unrated.ts'
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
  clock,
  television,
  catalogue,
}: Pick<ApiContext, 'notifications'> &
  Uses<{ catalogue: 'now'; clock: 'nowMs'; television: 'now' }>): readonly BoundEndpoint[] {
  const present = (one: NotificationRecord, language: Language) => {
    const href = linkNow(one.href, television.now().guide, clock.nowMs())
    return presentNotification({ ...one, href }, language)
  }
  const unreadOf = (viewer: Viewer | undefined, unreadCount: number) =>
    shownUnread({ module, television, catalogue }, viewer, unreadCount)
  const handlers: Handlers<typeof notifications> = {
    list: async ({ page, limit }, { viewer, language }) => {
      const list = showsUnrated(catalogue)
        ? await module.list(viewer && readerOf(viewer), { page, limit })
        : await listRated({ module, television }, viewer && readerOf(viewer), { page, limit })
      return respond({
        data: list.notifications.map((one) => present(one, language)),
        total_count: list.total,
        unread_count: list.unreadCount,
        page,
        last_page: lastPage(list.total, limit),
      })
    },
    one: async ({ id }, { viewer, language }) => {
      const opened = await module.open(viewer && readerOf(viewer), id)
      if (opened === undefined) return reject('not_found')
      const { href } = opened.notification
      if (!showsUnrated(catalogue) && !isRatedLink(href, television.now())) return reject('not_found')
      const shown = present(opened.notification, language)
      return respond({ ...shown, unread_count: await unreadOf(viewer, opened.unreadCount) })
    },
    readAll: async (input, { viewer }) => {
      const unreadCount = await module.readAll(readerOf(viewer), input.up_to)
      return respond({ unread_count: await unreadOf(viewer, unreadCount) })
    },
    wait: async (input, request) => {
      const { last_id: lastId, unread_count: unreadCount } = input
      const existing =
        lastId === undefined || unreadCount === undefined
          ? undefined
          : { lastId, unreadCount, lastCommand: input.last_command }
      const reader = readerOf(request.viewer)
      const waited = showsUnrated(catalogue)
        ? await module.wait(reader, existing, request.signal)
        : await waitRated({ module, television }, reader, existing, request.signal)
      if (waited.kind === 'full') return reject('busy', { retryAfterSec: askAgainSec })
      const { state } = waited
      return respond({
        ...{ last_id: state.lastId, unread_count: state.unreadCount },
        last_command: state.lastCommand ?? 0,
      })
    },
  }
  return bindEndpoints('notifications', notifications, handlers)
}

function readerOf(viewer: Viewer): ProfileReader {
  return { ...profileKeyOf(viewer), isChild: viewer.profile?.isChild === true }
}

/** A viewer who is shown only what is rated is told of no more than that. */
async function shownUnread(
  {
    module,
    television,
    catalogue,
  }: Uses<{ catalogue: 'now'; television: 'now' }> & {
    readonly module: Pick<ApiContext['notifications'], 'list'>
  },
  viewer: Viewer | undefined,
  unreadCount: number,
): Promise<number> {
  return viewer === undefined || showsUnrated(catalogue)
    ? unreadCount
    : unreadRated({ module, television }, readerOf(viewer))
}
