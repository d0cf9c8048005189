/** The public API of the catalogue: what other modules may use. */
export { noteAssetReady, withdrawAsset } from './publish/asset-results.ts'
export { givePictures } from './publish/give-pictures.ts'
export {
  type TitleEdit,
  type TitlesChanged,
  editTitles,
  existingTitles,
  releaseTitleFields,
  removeTitles,
} from './editing/edit-titles.ts'
export {
  type ListedTitle,
  type StaffTitle,
  findStaffTitle,
  listStaffTitles,
  titlesWithoutUzbek,
  findTitleNumbers,
  listTitleChoices,
  titlesOfAssets,
  titleViews,
} from './editing/staff-titles.ts'
export {
  type CollectionChanged,
  type CollectionFields,
  type CollectionFilm,
  type StaffCollection,
  findCollectionFilms,
  findStaffCollection,
  hideCollection,
  listStaffCollections,
  orderCollections,
  removeCollection,
  saveCollection,
} from './editing/edit-collections.ts'
export { changeCollectionRows, loadCollectionRows } from './editing/collection-rows.ts'
export { collectionEntity, collectionStore } from './editing/collection-states.ts'
export { type NewTitleRow, changeTitleRows } from './editing/change-title-rows.ts'
export {
  type TitleRowFields,
  loadTitleRows,
  seriesWithKeys,
  titleNames,
  titleNumbers,
} from './editing/title-rows.ts'
export {
  type WindowState,
  fieldsOfWindows,
  windowStateAt,
  readMoreWindows,
  windowsOfFields,
  windowsProblem,
  writeMoreWindows,
} from './editing/window-rules.ts'
export { type FileMarks, type MarksChanged, editMarks, loadMarks } from './editing/edit-marks.ts'
export { type Marks } from './editing/mark-rules.ts'
export type { SkipMarkTable } from './titles/tables.ts'
export { markEntity, markStore, marksChangedChannel } from './editing/mark-states.ts'
export { type TitleFile, listTitleFiles } from './editing/title-files.ts'
export { listTrailerFiles } from './editing/trailers.ts'
export { type PeopleChanged, type PersonEdit, editPerson, mergePeople } from './people/edit-people.ts'
export { personEntity, personStore } from './people/person-states.ts'
export { type StaffPerson, findStaffPerson, listDoubles, listStaffPeople } from './people/staff-people.ts'
export {
  type EpisodeAuthor,
  type EpisodeText,
  type EpisodesChanged,
  type FollowEpisodes,
  editEpisode,
  filesOfEpisodes,
  hideEpisodes,
  moveEpisodes,
  numberAsFiles,
  releaseEpisode,
} from './editing/edit-episodes.ts'
export type { Place } from './editing/episode-places.ts'
export { type WindowsChanged, setPartWindows } from './editing/edit-part-windows.ts'
export {
  type EpisodeRowFields,
  changeEpisodeRows,
  episodeNumbers,
  loadEpisodeRows,
  movesOntoOthers,
} from './editing/episode-rows.ts'
export {
  addFilmGenre,
  changeGenreRows,
  countTitlesOfGenres,
  filmGenreEntity,
  filmGenreStates,
  filmGenreStore,
  keyOfGenreName,
} from './editing/genre-states.ts'
export { changePersonRows, doublesAmong, loadPersonRows, personNumbers } from './people/person-rows.ts'
export { seasonEntity, seasonStore } from './editing/season-states.ts'
export {
  type StaffEpisode,
  type StaffEpisodes,
  type StaffSeason,
  listStaffEpisodes,
} from './editing/staff-episodes.ts'
export { partsOfTitle } from './editing/title-parts.ts'
export { lockTitles, titleEntity, titleStore } from './editing/title-states.ts'
export { episodeEntity, episodeStore } from './editing/episode-states.ts'
export {
  type StoredEpisode,
  type StoredTitle,
  type TitleImport,
  importTitles,
  loadStoredTitles,
} from './editing/import-titles.ts'
export { type Region, fileWindowEndMs, isAvailable, opensMs, withOpenParts } from './availability.ts'
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
  TerritoryWindow,
  TitleWindow,
  Words,
  CollectionRecord,
  CreditRecord,
} from './titles/title.ts'
export { inLanguage, nameOf } from './titles/words.ts'
export { readCursor, writeCursor } from './lists/list-cursor.ts'
