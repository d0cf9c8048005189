/** The public API of notifications: messages to one subscriber or to all. */
export { type NotificationRequest, notificationProblem } from './judge.ts'
export { accountOfChange, notificationsChangedChannel } from './changes.ts'
export { notificationWorkers } from './forget-old.ts'
export {
  type NewNotification,
  type NotificationRecord,
  hasNotifications,
  notificationsTo,
  writeNotification,
  writeNotifications,
} from './notification.ts'
export { type Notifications, openNotifications } from './open-notifications.ts'
