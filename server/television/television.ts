/** The public API of television: what other modules may use. */
export type {
  ChannelCategoryRecord,
  ChannelRecord,
  ChannelSource,
  GuideProgramme,
  ProgrammeRecord,
  PublishedChannel,
  RawProgramme,
  SourceAddress,
  SourceProtocol,
} from './channel.ts'
export {
  giveLogos,
  logoFacts,
  noteLogoFailure,
  waitingLogos,
  wishLogos,
  type WaitingLogo,
} from './channel-logos.ts'
export type { ChannelAlias } from './channel-aliases.ts'
export { addAlias, foldAlias, listAliases, removeAlias } from './channel-aliases.ts'
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
export { listedChannels } from './list-rules.ts'
export type { GuideView } from './present.ts'
export { presentChannel, presentProgramme } from './present.ts'
export type { ReadyAsset } from './linear-rules.ts'
export type { LiveTelevision, TelevisionSnapshot } from './live-television.ts'
export { channelsOfNotification, openTelevision } from './live-television.ts'
export { loadCategories, loadChannels, loadProgrammes } from './load-channels.ts'
export type { ChannelOutcome } from './publish-channels.ts'
export { publishChannels } from './publish-channels.ts'
export type { GuideLoss, GuideOutcome, GuideRepairs, GuideRoute, PublishResult } from './publish-staged.ts'
export type { GuideStaging, StagedProgramme } from './stage-guide.ts'
export { stageGuide } from './stage-guide.ts'
export type { PublishedWorldList } from './publish-world-list.ts'
export { publishWorldList } from './publish-world-list.ts'
export { clearGuide, forgetOldGuide, publishGuide } from './publish-guide.ts'
export type { TelevisionPorts } from './routes.ts'
export { televisionCalls } from './routes.ts'
