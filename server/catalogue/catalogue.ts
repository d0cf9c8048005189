/** The public API of the catalogue: what other modules may use. */
export { noteAssetReady, withdrawAsset } from './asset-results.ts'
export { givePictures } from './give-pictures.ts'
export { hideTitles } from './hide-titles.ts'
export { type LiveCatalogue, openCatalogue } from './live-catalogue.ts'
export { type PublishedCollection, publishCollections, publishProviders } from './publish-collections.ts'
export { type TitleOutcome, compareTitles, publishTitles } from './publish-titles.ts'
export type { ListFilter } from './list-filters.ts'
export type { ListOrder } from './list-orders.ts'
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
} from './title.ts'
export { inLanguage, nameOf } from './words.ts'
export { readCursor, writeCursor } from './list-cursor.ts'
