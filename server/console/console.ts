/** The HTTP interface for staff: the endpoints of the console. */
import type { Audit } from '#server/audit/audit.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Db } from '#server/platform/database/database.ts'
import { alarmEndpoints } from './alarms/alarm-endpoints.ts'
import type { AlarmSettingsDeps } from './alarms/setting-handlers.ts'
import type { ExamineDeps } from './channels/examine-handler.ts'
import type { PlaySourceDeps } from './channels/source-play.ts'
import { appEndpoints } from './apps/app-endpoints.ts'
import { changeEndpoints } from './changes/change-endpoints.ts'
import { contentEndpoints, type SiteContentDeps } from './content/content-endpoints.ts'
import { noticeEndpoints } from './content/notice-endpoints.ts'
import { type PageDeps, pageEndpoints } from './content/page-endpoints.ts'
import { type HomeDeps, homeEndpoints } from './content/home-endpoints.ts'
import { channelEndpoints } from './channels/channel-endpoints.ts'
import { logoDraftEndpoints } from './channels/logo-draft-endpoints.ts'
import { episodeEndpoints } from './films/episode-endpoints.ts'
import { filmEndpoints } from './films/film-endpoints.ts'
import { type FilmMediaDeps, filmMediaEndpoints } from './films/media-endpoints.ts'
import { peopleEndpoints } from './films/people-endpoints.ts'
import { type FolderDeps, folderEndpoints } from './films/folder-endpoints.ts'
import { queueEndpoints } from './films/queue-endpoints.ts'
import { type UploadEndpointDeps, uploadEndpoints } from './films/upload-endpoints.ts'
import { blackoutEndpoints } from './guide/blackout-endpoints.ts'
import { guideDraftEndpoints } from './guide/draft-endpoints.ts'
import { genreEndpoints } from './guide/genre-endpoints.ts'
import { guideEndpoints } from './guide/guide-endpoints.ts'
import { type TimelineDeps, timelineEndpoints } from './guide/timeline-endpoints.ts'
import { type HealthDeps, healthEndpoints } from './health/health-endpoints.ts'
import { importEndpoints } from './imports/import-endpoints.ts'
import { listEndpoints } from './imports/list-endpoints.ts'
import { type OverviewDeps, overviewEndpoints } from './overview/overview-endpoints.ts'
import { type PlayDeps, playEndpoints } from './plays/play-endpoints.ts'
import { type ServiceDeps, serviceEndpoints } from './service/service-endpoints.ts'
import { type TrialEndpointDeps, trialEndpoints } from './service/trial-endpoints.ts'
import { type SubscriberDeps, subscriberEndpoints } from './subscribers/subscriber-endpoints.ts'
import { tableEndpoints } from './tables/table-endpoints.ts'
import { auditEndpoints } from './staff/staff-audit.ts'
import { type StaffEndpointDeps, staffEntryEndpoints } from './staff/staff-entry.ts'
import { staffMemberEndpoints } from './staff/staff-members.ts'
import { staffOwnEndpoints } from './staff/staff-own.ts'

export { staffAdmission } from './admission/admit-staff.ts'
export { filmUploadMount } from './films/upload-mount.ts'
export { sitePreviewMount } from './content/site-preview-mount.ts'
export { sourcePreviewMount } from './channels/source-play.ts'
export { tableExportMount } from './tables/table-mount.ts'
export { formerPagesMount } from './former-pages.ts'

/** What the endpoints of the console use. `db`: for statements that may take longer than those of viewers. */
export interface ConsoleDeps
  extends
    StaffEndpointDeps,
    OverviewDeps,
    Pick<PlayDeps, 'television'>,
    UploadEndpointDeps,
    Pick<FolderDeps, 'filmsFolder' | 'jobs' | 'watchWaits'>,
    Pick<PageDeps, 'contacts' | 'findStores'>,
    Pick<HomeDeps, 'catalogue' | 'home'> {
  readonly db: Db
  readonly engine: HealthDeps['engine'] &
    TimelineDeps['engine'] &
    ExamineDeps['engine'] &
    PlaySourceDeps['engine'] &
    FilmMediaDeps['engine']
  readonly audit: Audit
  readonly pictures: Pick<Pictures, 'append' | 'freeBytes' | 'has' | 'store'>
  readonly heads: SiteContentDeps['heads']
  readonly settings: ServiceDeps['settings'] & FilmMediaDeps['settings']
  readonly secrets: FilmMediaDeps['secrets'] & TrialEndpointDeps['secrets']
  readonly random: TrialEndpointDeps['random']
  readonly billing: TrialEndpointDeps['billing'] & SubscriberDeps['billing']
  readonly accounts: ServiceDeps['accounts'] & TrialEndpointDeps['accounts'] & SubscriberDeps['accounts']
  readonly streams: SubscriberDeps['streams']
  readonly region: SubscriberDeps['region']
  readonly log: Log
  /** By what alarms are sent. */
  readonly alarms: Omit<AlarmSettingsDeps, 'audit' | 'db'>
}

/** Every endpoint of the console with its handler. */
export function consoleEndpoints(deps: ConsoleDeps): readonly BoundEndpoint[] {
  return [
    ...staffEntryEndpoints(deps),
    ...staffOwnEndpoints(deps),
    ...staffMemberEndpoints(deps),
    ...alarmEndpoints({ ...deps.alarms, db: deps.db, audit: deps.audit }),
    ...auditEndpoints(deps),
    ...appEndpoints(deps),
    ...changeEndpoints(deps),
    ...channelEndpoints(deps),
    ...logoDraftEndpoints(deps),
    ...overviewEndpoints(deps),
    ...contentEndpoints(deps),
    ...homeEndpoints(deps),
    ...noticeEndpoints(deps),
    ...pageEndpoints(deps),
    ...filmEndpoints(deps),
    ...filmMediaEndpoints(deps),
    ...episodeEndpoints(deps),
    ...peopleEndpoints(deps),
    ...folderEndpoints(deps),
    ...queueEndpoints(deps),
    ...uploadEndpoints(deps),
    ...blackoutEndpoints(deps),
    ...guideEndpoints(deps),
    ...genreEndpoints(deps),
    ...guideDraftEndpoints(deps),
    ...healthEndpoints(deps),
    ...timelineEndpoints(deps),
    ...importEndpoints(deps),
    ...listEndpoints(deps),
    ...tableEndpoints(deps),
    ...playEndpoints(deps),
    ...subscriberEndpoints(deps),
    ...serviceEndpoints(deps),
    ...trialEndpoints(deps),
  ]
}
