/** The public API of site: news, banners, pages of text and their titles. */
export { type BannerRecord, type NewBanner, writeBanner, findBanners } from './content/banner.ts'
export {
  type NewsInput,
  type NewsRecord,
  listNews,
  listPublishedNews,
  publishNews,
  writeNews,
  findNewsItem,
  findNews,
} from './content/news-item.ts'
export { siteChangedChannel, announceSiteChange } from './content/changes.ts'
export { type WrittenNews, readNewsFile } from './content/read-news-file.ts'
export {
  type AppName,
  type AppStores,
  type Contacts,
  shownSections,
  type InformationContent,
  type InformationTexts,
} from './information/texts/information-page.ts'
export { builtInPage } from './information/built-in.ts'
export {
  importInformationPages,
  listInformationPages,
  resetInformationPage,
  findInformationPage,
} from './information/stored-pages.ts'
export {
  type PageVersion,
  type StaffPage,
  findStaffPage,
  listPageVersions,
  listStaffPages,
  removePage,
  savePage,
} from './information/edit-pages.ts'
export { pageEntity, pageStore } from './information/page-states.ts'
export { pageDocument, readPageDocument } from './information/page-document.ts'
export { readMarkdown } from './information/markdown/read-markdown.ts'
export {
  writePageText,
  findAllPageTexts,
  findPageTexts,
  type PageText,
  type PageTextPair,
} from './content/page-text.ts'
export {
  type BannerFields,
  type StaffBanner,
  listStaffBanners,
  orderBanners,
  removeBanner,
  saveBanner,
} from './content/edit-banners.ts'
export { type NewsFields, type StaffNews, deleteNews, listStaffNews, saveNews } from './content/edit-news.ts'
export {
  bannerEntity,
  bannerStore,
  newsEntity,
  newsStore,
  noticeEntity,
  noticeStore,
} from './content/content-states.ts'
export {
  type NoticeFields,
  type ServiceNotice,
  deleteNotice,
  endNotice,
  listNotices,
  saveNotice,
  shownNotices,
} from './content/service-notice.ts'
export { type RailContent, type RailFields, type StoredRail, listRails } from './home/rail.ts'
export { type RailVisit, isKindFor, railState, railYears, shownRails } from './home/rail-rules.ts'
export { hideRail, orderRails, removeRail, resetRails, saveRail } from './home/edit-rails.ts'
export { railEntity, railStore } from './home/rail-states.ts'
export { type ServiceRefused, removeService, saveService } from './service/edit-service.ts'
export {
  type LiveService,
  type ServiceFields,
  type StoredService,
  builtInName,
  listServices,
  loadService,
  nameForAccount,
  openService,
  mainName,
  serviceName,
} from './service/service.ts'
export {
  type StoredFont,
  findFont,
  fontAddress,
  fontPrefix,
  readFont,
  storeFont,
} from './fonts/stored-fonts.ts'
export { systemMeanWidth } from './fonts/letters.ts'
export { mainServiceId } from './brands/main-service.ts'
export { unknownBrand } from './brands/brand-choice.ts'
export { serviceEntity, serviceStore } from './service/service-store.ts'
export { recordStore } from './content/record-store.ts'
export {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  removeRecord,
  updateRecord,
  editingContent,
  nextContentId,
} from './content/editing-content.ts'
