/** The face of television: what other rooms may use. */
export type {
  ChannelCategoryRecord,
  ChannelRecord,
  ChannelSource,
  GuideProgramme,
  ProgrammeRecord,
  PublishedChannel,
  SourceProtocol,
} from './channel.ts'
export { channelConfigs } from './channel-configs.ts'
export type { GuideRepairs, RawProgramme } from './guide-rules.ts'
export { Guide } from './guide.ts'
export { listedChannels } from './list-rules.ts'
export type { GuideView } from './present.ts'
export { presentChannel, presentProgramme } from './present.ts'
export type { ReadyAsset } from './linear-rules.ts'
export type { LiveTelevision, TelevisionSnapshot } from './live-television.ts'
export { channelsOfNotification, openTelevision } from './live-television.ts'
export { loadChannels } from './load-channels.ts'
export type { ChannelOutcome } from './publish-channels.ts'
export { publishChannels } from './publish-channels.ts'
export type { GuideOutcome } from './publish-guide.ts'
export type { PublishedWorldList } from './publish-world-list.ts'
export { publishWorldList } from './publish-world-list.ts'
export { forgetOldGuide, publishGuide } from './publish-guide.ts'
export type { TelevisionPorts } from './routes.ts'
export { televisionCalls } from './routes.ts'
