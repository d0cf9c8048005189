/** The public API of the catalogue: what other modules may use. */
export { noteAssetReady, withdrawAsset } from './publish/asset-results.ts'
export { givePictures } from './publish/give-pictures.ts'
export { hideTitles } from './publish/hide-titles.ts'
export { type LiveCatalogue, openCatalogue } from './live-catalogue.ts'
export {
  type PublishedCollection,
  publishCollections,
  publishProviders,
} from './publish/publish-collections.ts'
export { type TitleOutcome, compareTitles, publishTitles } from './publish/publish-titles.ts'
export type { ListFilter } from './lists/list-filters.ts'
export type { ListOrder } from './lists/list-orders.ts'
export {
  type ListRequest,
  type Moment,
  type Snapshot,
  type TitlePage,
  indexCatalogue,
  listedProviders,
} from './snapshot.ts'
export type {
  CatalogueContent,
  CreditKind,
  EpisodeRecord,
  FileRecord,
  PersonName,
  PersonRecord,
  PublishedCredit,
  PublishedEpisode,
  PublishedFile,
  PublishedGenre,
  PublishedSeason,
  PublishedTitle,
  SeasonRecord,
  TitleRecord,
  TitleWindow,
  Words,
  CollectionRecord,
  CreditRecord,
} from './titles/title.ts'
export { inLanguage, nameOf } from './titles/words.ts'
export { readCursor, writeCursor } from './lists/list-cursor.ts'
