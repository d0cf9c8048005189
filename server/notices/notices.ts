/** The public API of notices: what the service tells people. */
export { type GivenBanner, type Words, writeBanner, findBanners } from './banner.ts'
export {
  type GivenNews,
  listNews,
  listPublishedNews,
  publishNews,
  removeNews,
  writeNews,
  findNewsItem,
  findNews,
} from './news-item.ts'
export { noticesChangedChannel, tellNoticesChanged } from './changes.ts'
export { type WrittenNews, readNewsFile } from './read-news-file.ts'
export { type WantedNotification, notificationProblem } from './notifications/judge.ts'
export { accountOfChange, notificationsChangedChannel } from './notifications/changes.ts'
export { noticeWorkers } from './notifications/forget-old.ts'
export {
  type GivenNotification,
  hasNotifications,
  writeNotification,
  writeNotifications,
} from './notifications/notification.ts'
export { type Notifications, openNotifications } from './notifications/notifications.ts'
export { type Contacts, shownSections, type InformationContent } from './information/information-page.ts'
export {
  importInformationPages,
  listInformationPages,
  resetInformationPage,
  findInformationPage,
} from './information/kept-pages.ts'
export {
  writePageText,
  findAllPageTexts,
  findPageTexts,
  type PageText,
  type PageTextPair,
} from './page-text.ts'
