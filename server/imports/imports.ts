/** The public API of the imports module: used by the application and the command line. */
export { importGuide } from './guide/import-guide.ts'
export { guideWorkers } from './guide-refresh/guide-worker.ts'
export { addGuideGauges, sourceLine, sourceLines } from './guide/source-facts.ts'
export {
  skipMarksWorker,
  clearSkipMarks,
  publishSkipMarks,
  skipMarksOf,
  type SkipMark,
} from './packaging/skip-marks.ts'
export { filmLoudnessWorker } from './packaging/film-loudness.ts'
export { fetchPicture, logoProblemOf, logosWorker, logoLines } from './m3u/fetch-logos.ts'
export { postersWorker } from './films/film-posters.ts'
export { linearWorker, linearFolder } from './linear/linear-worker.ts'
export { loadPlayables } from './linear/load-playables.ts'
export { oldGuideWorker } from './guide/old-guide.ts'
export { diskSpace } from './packaging/disk-space.ts'
export { inboxWorker, inboxLines, isInFirstRun } from './films/films-inbox.ts'
export { resumeFilmsWorker, sendAsSteered, sendOrdered } from './packaging/film-jobs.ts'
export { filmWorkers, type FilmObserver } from './packaging/film-workers.ts'
export { readZone, type Zone } from './source/zone.ts'
export type { OutCell, OutColumn } from './sheets/sheet.ts'
export { writeCsv } from './sheets/write-csv.ts'
export { writeXlsx } from './sheets/write-xlsx.ts'
export { openTable, type OpenTable } from './table/open-table.ts'
export { readSourceAddress } from './m3u/channel-of-entry.ts'
export { reasonOf } from './source/scan-folder.ts'
export { packagingRows, refusedAssets, type PackagingRow } from './packaging/packaging.ts'
export { printReport, withoutControls, type ImportReport, failedReport } from './source/import-report.ts'
export { columnsIn, guessMapping, sourceOf } from './table/guess-mapping.ts'
export { importTitles } from './table/import-titles.ts'
export { columnsOf, readMapping, type Mapping } from './table/mapping.ts'
export type { StepResult } from './packaging/package-step.ts'
export type { Playables } from './linear/resolve-titles.ts'
export {
  addSource,
  findSource,
  isAddress,
  listSources,
  removeSource,
  shownAddress,
  sourceNameForm,
  defaultEveryMin,
  addSourceOf,
  requestSource,
  type GuideSource,
} from './guide/guide-sources.ts'
export {
  confirmMatch,
  forgetDecision,
  rejectMatch,
  type Decided,
  type GuidePair,
} from './guide/decide-match.ts'
export {
  countProposals,
  feedOf,
  listMatching,
  listRejected,
  searchGuideChannels,
  type MatchedChannel,
} from './guide/list-matching.ts'
export { refreshGuide, type RefreshOptions } from './guide-refresh/refresh-guide.ts'
export { type ScheduleMapping, readScheduleMapping } from './guide-json/schedule-mapping.ts'
export { decodeText } from './source/decode-text.ts'
export { applySchedule, checkSchedule, problemLines } from './linear/apply-schedule.ts'
export { listSchedules, type SavedSchedule } from './linear/linear-store.ts'
export { countryOfPlace } from './source/country-of.ts'
export {
  appendToDraft,
  applyDraft,
  checkDraft,
  discardDraft,
  draftsWorker,
  fetchDraft,
  listDrafts,
  loadDraft,
  type RecordedThen,
  recordedWithDraft,
  startDraft,
  type Draft,
  type StoredItem,
} from './drafts/drafts.ts'
export {
  type DropRefusal,
  type LoadedLogos,
  type LogoDraft,
  type ShownLogoFile,
  type ShownLogoMatch,
  appendToLogos,
  applyLogos,
  assignLogo,
  endLogos,
  isSureMatch,
  listLogos,
  loadLogos,
  logoDraftsWorker,
  maxLogos,
  maxLogosBytes,
  openArchive,
  openFolder,
  readLogos,
  readStep,
  startLogos,
} from './logos/logo-drafts.ts'
export {
  type TableDraft,
  type TableItem,
  type TableSubject,
  type TakenTable,
  appendToTable,
  applyTable,
  checkTable,
  discardTable,
  exportTable,
  headingOf,
  listTables,
  loadTable,
  maxTableBytes,
  startTable,
  storeTable,
  tableFormats,
  tablesWorker,
} from './tables/content-tables.ts'
export {
  type GuideDraft,
  type GuideDraftChannel,
  type GuideDraftDeps,
  type InspectedSchedule,
  type LoadedGuideDraft,
  appendToGuideDraft,
  applyGuideDraft,
  checkGuideDraft,
  discardGuideDraft,
  fetchGuideDraft,
  blockedDrafts,
  inspectSchedule,
  readingOfDraft,
  listGuideDrafts,
  loadGuideDraft,
  startGuideDraft,
  storeGuideFile,
} from './guide-drafts/guide-drafts.ts'
export {
  addListSource,
  changeListSource,
  listListSources,
  listsWorker,
  refreshList,
  removeListSource,
  type ListSource,
} from './lists/lists.ts'
export { type ChannelsImport, importChannelsAsChange } from './m3u/import-channels.ts'
export { importFilms } from './films/import-films.ts'
export {
  listNaming,
  removeNaming,
  saveNaming,
  type NamingSaved,
  type StoredNaming,
} from './films/naming-rules.ts'
export type { FileNaming, FolderNaming } from './nfo/naming.ts'
export {
  applyFolder,
  compareAt,
  discardFolder,
  findPlace,
  foldersWorker,
  listFolders,
  listPlaces,
  loadFolder,
  lookAgain,
  lookThrough,
  type FolderComparison,
  type FolderDraft,
  type FolderItem,
  type Looked,
  type StoredFolderItem,
} from './folder/folders.ts'
export { type RetryDeps, type Retried, retryFilm } from './films/retry-film.ts'
export { fetchGuide, defaultFetchLimits } from './source/fetch-file.ts'
export { packagingLines } from './packaging/packaging-lines.ts'
export { type FilmQueue, type QueuedFilm, readQueue } from './packaging/read-queue.ts'
export type { Place } from './packaging/queue-order.ts'
export {
  type Moved,
  type QueueDeps,
  type Steered,
  moveInQueue,
  pauseFilm,
  pauseQueue,
  readQueuePause,
  removeFilm,
  resumeFilm,
  resumeQueue,
} from './packaging/steer-queue.ts'
export { type Appended, type FilmUploads, openUploads } from './uploads/uploads.ts'
export { filmsFolderOf } from './uploads/films-folder.ts'
export { uploadsWorker } from './uploads/purge-uploads.ts'
export { appendPart, wholeFile } from './drafts/draft-parts.ts'
export { openSheet } from './sheets/read-sheet.ts'
export { readMoment } from './sheets/moments.ts'
export { type Cell, SheetRefused } from './sheets/sheet.ts'
