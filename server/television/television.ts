/** The public API of television: what other modules may use. */
export {
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
} from './channel.ts'
export {
  giveLogos,
  logoFacts,
  noteLogoFailure,
  waitingLogos,
  wishLogos,
  type WaitingLogo,
} from './channel-logos.ts'
export { type ChannelAlias, addAlias, foldAlias, listAliases, removeAlias } from './channel-aliases.ts'
export { channelConfigs } from './channel-configs.ts'
export {
  addOtherKeys,
  deleteChannel,
  hideChannel,
  mergeChannels,
  numberChannel,
  otherKeys,
  renameChannel,
  type MergedChannels,
} from './edit-channels.ts'
export { addSource, changeRecording, removeSource, type RecordingChange } from './edit-sources.ts'
export { categoriesOf } from './own-categories.ts'
export { maxSources } from './merge-sources.ts'
export { ladderHeights } from './recording.ts'
export { Guide } from './guide.ts'
export { listedChannels, guideWindow, longestDays } from './list-rules.ts'
export type { ReadyAsset } from './linear-rules.ts'
export {
  type LiveTelevision,
  type TelevisionSnapshot,
  channelsOfNotification,
  openTelevision,
} from './live-television.ts'
export { loadCategories, loadChannels, loadProgrammes } from './load-channels.ts'
export { type ChannelOutcome, publishChannels } from './publish-channels.ts'
export type { GuideLoss, GuideOutcome, GuideRepairs, GuideRoute, PublishResult } from './publish-staged.ts'
export { type GuideStaging, type StagedProgramme, stageGuide } from './stage-guide.ts'
export { type PublishedWorldList, publishWorldList } from './publish-world-list.ts'
export { clearGuide, forgetOldGuide, publishGuide } from './publish-guide.ts'
