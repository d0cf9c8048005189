/** The public API of television. */
export {
  type ChannelCatchup,
  type ChannelCategoryRecord,
  type ChannelRecord,
  type ChannelSource,
  type GuideProgramme,
  type ProgrammeRecord,
  type PublishedChannel,
  type RawProgramme,
  type SourceAddress,
  type SourceProtocol,
  inLanguage,
} from './channels/channel.ts'
export {
  giveLogos,
  loadListLogo,
  loadLogoChannels,
  missingListLogos,
  logoFacts,
  noteLogosBeside,
  noteLogoFailure,
  waitingLogos,
  requestLogos,
  type ListLogo,
  type LogoChannelRecord,
  type WaitingLogo,
} from './channels/channel-logos.ts'
export {
  type ChannelAlias,
  addAlias,
  foldAlias,
  listAliases,
  removeAlias,
} from './channels/channel-aliases.ts'
export { catchupDaysOf, channelCatchup, isInCatchup, readCatchupRule } from './channels/catchup.ts'
export { catchupPreview } from './editing/shown-catchup.ts'
export type { CatchupRule } from '#media/media.ts'
export { catchupIdAt } from './live/catchup-id.ts'
export { isWatchable, type Recordings, recordingView, type RecordingView } from './live/watchable.ts'
export { channelConfigs } from './live/channel-configs.ts'
export {
  type ByWhom,
  type ChannelEdit,
  type ChannelFieldEdits,
  type ChannelsChanged,
  type ChannelsRefused,
  editChannels,
  moveChannels,
  purgeChannels,
  releaseFields,
  removeChannels,
  restoreChannels,
  writeChannelEdits,
} from './editing/change-channels.ts'
export { channelEntity, channelStates, channelStore } from './channels/channel-states.ts'
export { type ChannelsChange, changingChannels } from './editing/changing-channels.ts'
export { hideChannels } from './editing/hide-channels.ts'
export {
  type MergeOutcome,
  type MergedChannels,
  mergeChannels,
  returnMergedGuide,
} from './editing/merge-channels.ts'
export { addOtherKeys, otherKeys } from './channels/other-keys.ts'
export {
  type CategoryChanged,
  type CategoryRefused,
  type StaffCategory,
  categoryEntity,
  categoryStore,
  listStaffCategories,
  orderCategories,
  removeCategory,
  saveCategory,
} from './editing/change-categories.ts'
export {
  type DuplicateChannels,
  type StaffChannel,
  type StaffChannelDetails,
  findDuplicates,
  listStaffChannels,
  loadStaffChannel,
} from './editing/staff-channels.ts'
export { shownFields, shownSource, shownTemplate } from './editing/shown-address.ts'
export {
  addSource,
  changeRecording,
  moveSource,
  removeSource,
  type RecordingChange,
} from './editing/edit-sources.ts'
export { categoriesOf } from './editing/own-categories.ts'
export {
  type GroupRule,
  type GroupsMapped,
  foldGroup,
  listGroupRules,
  loadGroupRules,
  mapGroups,
  removeGroupRule,
} from './editing/group-rules.ts'
export { maxSources } from './channels/merge-sources.ts'
export { ladderHeights } from './channels/recording.ts'
export { Guide } from './guide/guide.ts'
export { listedChannels, guideWindow, longestDays } from './channels/list-rules.ts'
export type { ReadyAsset } from './channels/linear-rules.ts'
export {
  type LiveTelevision,
  type TelevisionSnapshot,
  channelsOfNotification,
  openTelevision,
} from './live/live-television.ts'
export { loadCategories, loadChannels } from './channels/load-channels.ts'
export { loadDelivered, loadProgrammes } from './programmes/load-programmes.ts'
export {
  type NewProgramme,
  type ProgrammeChange,
  addProgramme,
  changeProgramme,
} from './programmes/change-programmes.ts'
export type { ProgrammesChanged, ProgrammesRefused } from './programmes/changing-programmes.ts'
export { maxShiftMin, releaseProgrammes, shiftProgrammes } from './programmes/shift-programmes.ts'
export { type RecognisedProgramme, attachEdits, isCalledTheSame } from './programmes/attach-edits.ts'
export { type ChannelTimeline, loadTimeline } from './programmes/channel-timeline.ts'
export type { LaidProgramme } from './programmes/lay-edits.ts'
export {
  type DeliveredProgramme,
  type ProgrammeFields,
  type ProgrammeTimes,
  fieldsOfProgramme,
} from './programmes/programme-edit.ts'
export { programmeEntity, programmeStore, shiftEntity, shiftStore } from './programmes/edit-states.ts'
export { type ChannelOutcome, publishChannels } from './channels/publish-channels.ts'
export type { GuideLoss, GuideOutcome, GuideRepairs, PublishResult } from './guide/publish-staged.ts'
export type { GuideRoute } from './guide/guide-route.ts'
export {
  type EditionChannel,
  type EditionPublication,
  deleteEdition,
  publishEdition,
} from './guide/editions.ts'
export {
  type ChannelDifferences,
  type ProgrammeDifference,
  editionDifferences,
} from './guide/edition-differences.ts'
export { guideEntity, guideStore } from './guide/guide-store.ts'
export type { ProgrammeState } from './guide/programme-state.ts'
export { type GenreRule, GenreRules, foldCategories } from './genres/genre-rules.ts'
export {
  type GenreChanged,
  genreEntity,
  genreStore,
  listGenreRules,
  loadGenreRules,
  removeGenre,
  setGenre,
} from './genres/genre-store.ts'
export { type CategoryWord, listCategoryWords } from './genres/list-words.ts'
export { type GuideStaging, type StagedProgramme, stageGuide } from './guide/stage-guide.ts'
export { type PublishedWorldList, publishWorldList } from './channels/publish-world-list.ts'
export { clearComingGuide, clearGuide, forgetOldGuide, publishGuide } from './guide/publish-guide.ts'
export type {
  ExaminationOutcome,
  ExaminedStream,
  SourceExaminer,
  SourcePreviewer,
} from './live/source-examiner.ts'
