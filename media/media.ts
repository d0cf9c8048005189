/**
 * The face of the engine: everything that others may import. Bytes to pictures; no business word in here.
 * See `engine.ts` for what an engine does and README.md for the rooms.
 */
export { createEngine, type Engine, type EngineLog, type EngineOptions } from './engine.ts'
export type { ChannelConfig, ChannelStatus } from './channels.ts'
export type { ScheduledItem } from '#media/linear/placed-segments.ts'
export type { LiveSource } from '#media/recorder/source.ts'
export { archiveScope, filmScope, issueTicket, liveScope } from '#media/origin/ticket.ts'
export type { AssetDescription } from '#media/playlists/asset-description.ts'
export type {
  PackageJob,
  PackagedAsset,
  PackagingProgress,
  PackagingRefused,
  RefusalReason,
  SidecarSubtitle,
} from '#media/packager/packager.ts'
export { findMediaBinaries, MissingProgram, type MediaBinaries } from '#media/ffmpeg/binaries.ts'
