import type { Language } from '#contract/form/failures.ts'
import type { Notification } from '#contract/site/notifications.ts'
import type { NotificationRecord } from '#server/notifications/notifications.ts'

/** A notification in the contract's shape. */
export function presentNotification(one: NotificationRecord, language: Language): Notification {
  return {
    id: one.notificationId,
    title: one.title[language],
    body: one.body[language],
    href: one.href,
    is_read: one.isRead ? 1 : 0,
    created_at: Math.floor(one.createdAtMs / 1000),
  }
}
