/** The public API of site: news, banners, pages of text and their titles. */
export { type BannerRecord, type NewBanner, writeBanner, findBanners } from './content/banner.ts'
export {
  type NewsInput,
  type NewsRecord,
  listNews,
  listPublishedNews,
  publishNews,
  removeNews,
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
} from './information/texts/information-page.ts'
export {
  importInformationPages,
  listInformationPages,
  resetInformationPage,
  findInformationPage,
} from './information/stored-pages.ts'
export {
  writePageText,
  findAllPageTexts,
  findPageTexts,
  type PageText,
  type PageTextPair,
} from './content/page-text.ts'
