/**
 * The public API of the engine. Files and live sources in, HLS and DASH out; no business terms in here.
 * See `engine.ts` for what an engine does and README.md for the modules.
 */
export { createEngine, type Engine, type EngineLog, type EngineOptions } from './engine.ts'
export type { DetectedMarker } from './find-markers.ts'
export type { ChannelConfig, ChannelStatus } from './channel-config.ts'
export { recordingPaddingMs } from './channels.ts'
export type { CatchupConfig } from '#media/catchup/catchup.ts'
export type { StartOutcome as CatchupStart } from '#media/catchup/catchup-session.ts'
export {
  catchupModes,
  catchupTemplateOf,
  defaultCatchupDays,
  fillCatchupTemplate,
  type CatchupProblem,
  type CatchupRule,
  type CatchupTemplate,
} from '#media/catchup/catchup-template.ts'
export { acceptArchiveStore, type ArchiveStoreConfig } from './engine-archive.ts'
export type { OffloadStatus } from '#media/archive/offload/archive-offload.ts'
export { openArchives, type Archives } from './open-archives.ts'
export { removeRecordings } from '#media/archive/retention/removed-channels.ts'
export type { ArchiveReport, ChannelArchiveReport } from '#media/archive/retention/archive-report.ts'
export { joinWindows, type RetainedWindow } from '#media/archive/retained-windows.ts'
export type { ProtectedFragment } from '#media/archive/protected-fragments.ts'
export type { ScheduledItem } from '#media/linear/placed-segments.ts'
export { examineSource } from '#media/recorder/examine/examine-source.ts'
export type { ExaminationOutcome, ExaminedStream } from '#media/recorder/examine/describe-media.ts'
export type { PreviewFile } from '#media/recorder/preview/source-preview.ts'
export type { PreviewOpened } from '#media/recorder/preview/source-previews.ts'
export type { Stills } from '#media/stills/live-stills.ts'
export type { StillWidth } from '#media/stills/still-schedule.ts'
export type { LiveSource } from '#media/recorder/ingest/live-source.ts'
export { readHealth, type HealthEvent } from '#media/recorder/health/health-history.ts'
export type { Closure, ClosureRequest } from '#media/origin/playlists/closures.ts'
export type { TicketPolicy } from '#media/origin/origin.ts'
export {
  archiveScope,
  catchupScope,
  downloadScope,
  excerptScope,
  filmScope,
  momentScope,
  issueTicket,
  liveScope,
  recordingScope,
} from '#media/origin/tickets/ticket.ts'
export type { AssetDescription, AssetMarker } from '#media/playlists/asset-description.ts'
export type {
  PackageJob,
  PackagedAsset,
  PackagingProgress,
  PackagingRefused,
  RefusalReason,
  SidecarSubtitle,
} from '#media/packager/packager.ts'
export { assetGainDb, playbackGainDb } from '#media/loudness/playback-gain.ts'
export { guardedLookup } from '#media/network/guarded-lookup.ts'
export { isLocalAddress, literalAddress } from '#media/network/local-address.ts'
export { isWrittenLocal } from '#media/network/source-guard.ts'
export { findMediaBinaries, MissingProgram, type MediaBinaries } from '#media/ffmpeg/process/binaries.ts'
export {
  examineFilm,
  planFilm,
  readFilmPlan,
  type FilmPlan,
  type RungSample,
} from '#media/packager/plan/plan-film.ts'
export type { LadderPlan, StreamDecision } from '#media/ladder/ladder.ts'
export { describeRung } from '#media/ladder/rungs.ts'
