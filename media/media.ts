/**
 * The public API of the engine: everything that others may import. Bytes to pictures; no business word in here.
 * See `engine.ts` for what an engine does and README.md for the modules.
 */
export { createEngine, type Engine, type EngineLog, type EngineOptions } from './engine.ts'
export type { FoundMarker } from './find-markers.ts'
export type { ChannelConfig, ChannelStatus } from './channels.ts'
export { openArchives, type Archives } from './open-archives.ts'
export { giveUpRecordings } from './archive/left-behind.ts'
export type { ArchiveReport, ChannelArchiveReport } from './archive/archive-report.ts'
export type { ProtectedFragment } from './archive/protected-fragments.ts'
export type { ScheduledItem } from './linear/placed-segments.ts'
export type { LiveSource } from './recorder/source.ts'
export { readHealth, type HealthEvent } from './recorder/health-history.ts'
export type { TicketDoor } from './origin/origin.ts'
export { archiveScope, downloadScope, filmScope, issueTicket, liveScope } from './origin/ticket.ts'
export type { AssetDescription, AssetMarker } from './playlists/asset-description.ts'
export type {
  PackageJob,
  PackagedAsset,
  PackagingProgress,
  PackagingRefused,
  RefusalReason,
  SidecarSubtitle,
} from './packager/packager.ts'
export { guardedLookup } from './network/guarded-lookup.ts'
export { isLocalAddress, literalAddress } from './network/local-address.ts'
export { findMediaBinaries, MissingProgram, type MediaBinaries } from './ffmpeg/binaries.ts'
export { planFilm, readFilmPlan, type FilmPlan, type RungSample } from './packager/plan-film.ts'
export type { LadderPlan, StreamDecision } from './ladder/ladder.ts'
export { describeRung } from './ladder/rungs.ts'
