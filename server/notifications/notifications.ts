/** The public API of notifications: messages to one subscriber or to all. */
export { type NotificationRequest, notificationProblem } from './judge.ts'
export { accountOfChange, announceChange, notificationsChangedChannel } from './changes.ts'
export { notificationWorkers } from './forget-old.ts'
export {
  type NewNotification,
  type NotificationRecord,
  type ProfileReader,
  forgetNotificationsOf,
  hasNotifications,
  notificationsTo,
  writeNotification,
  writeNotifications,
} from './notification.ts'
export type { BellState } from './reader.ts'
export type { Waited } from './waiting.ts'
export { type Notifications, openNotifications } from './open-notifications.ts'
