/** The public API of the catalogue: what other modules may use. */
export { noteAssetReady, withdrawAsset } from './asset-results.ts'
export { givePictures } from './give-pictures.ts'
export { hideTitles } from './hide-titles.ts'
export type { LiveCatalogue } from './live-catalogue.ts'
export { openCatalogue } from './live-catalogue.ts'
export type { AssetShelf } from './present.ts'
export { filmCard, personPhoto } from './present.ts'
export type { PublishedCollection } from './publish-collections.ts'
export { publishCollections, publishProviders } from './publish-collections.ts'
export type { TitleOutcome } from './publish-titles.ts'
export { compareTitles, publishTitles } from './publish-titles.ts'
export type { CataloguePorts } from './routes.ts'
export { catalogueCalls } from './routes.ts'
export type { ListFilter } from './list-filters.ts'
export type { ListOrder } from './list-orders.ts'
export type { ListRequest, Moment, Snapshot, TitlePage } from './snapshot.ts'
export { indexCatalogue, listedProviders } from './snapshot.ts'
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
} from './title.ts'
export { inLanguage, nameOf } from './words.ts'
