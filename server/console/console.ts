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
import { cityEndpoints } from './cities/city-endpoints.ts'
import { edgeEndpoints } from './edges/edge-endpoints.ts'
import {
  type SubscriberRecordingDeps,
  subscriberRecordingEndpoints,
} from './subscribers/recording-endpoints.ts'
import { subscriberProfileEndpoints } from './subscribers/profile-endpoints.ts'
import { type SubscriberPlayerDeps, subscriberPlayerEndpoints } from './subscribers/player-endpoints.ts'
import { type SubscriberTelegramDeps, subscriberTelegramEndpoints } from './subscribers/telegram-endpoints.ts'
import { contentEndpoints, type SiteContentDeps } from './content/content-endpoints.ts'
import { noticeEndpoints } from './content/notice-endpoints.ts'
import { type PageDeps, pageEndpoints } from './content/page-endpoints.ts'
import { type HomeDeps, homeEndpoints } from './content/home-endpoints.ts'
import { chargingEndpoints } from './billing/charging-endpoints.ts'
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
import { type BroadcastTitleDeps, broadcastTitleEndpoints } from './guide/broadcast-title-endpoints.ts'
import { genreEndpoints } from './guide/genre-endpoints.ts'
import { backupEndpoints, type BackupEndpointDeps } from './operations/backup-endpoints.ts'
import { operationsEndpoints, type OperationsEndpointDeps } from './operations/operations-endpoints.ts'
import { guideEndpoints } from './guide/guide-endpoints.ts'
import { type TimelineDeps, timelineEndpoints } from './guide/timeline-endpoints.ts'
import { type HealthDeps, healthEndpoints } from './health/health-endpoints.ts'
import { importEndpoints } from './imports/import-endpoints.ts'
import { apiKeyEndpoints } from './integrations/key-endpoints.ts'
import {
  outsideServiceEndpoints,
  type OutsideServiceEndpointDeps,
} from './outside-services/service-endpoints.ts'
import { webhookEndpoints, type WebhookEndpointDeps } from './integrations/webhook-endpoints.ts'
import { listEndpoints } from './imports/list-endpoints.ts'
import { type OverviewDeps, overviewEndpoints } from './overview/overview-endpoints.ts'
import { type PaymentDeps, paymentEndpoints } from './payments/payment-endpoints.ts'
import { dealerEndpoints } from './dealers/dealer-endpoints.ts'
import { closingEndpoints } from './payments/closing-endpoints.ts'
import { ledgerEndpoints } from './payments/ledger-endpoints.ts'
import { type ReceiptDeps, receiptEndpoints } from './payments/receipt-endpoints.ts'
import { statementEndpoints } from './payments/statement-endpoints.ts'
import { type PlayDeps, playEndpoints } from './plays/play-endpoints.ts'
import { reportEndpoints, type ReportDeps } from './reports/report-endpoints.ts'
import { type ServiceDeps, serviceEndpoints } from './service/service-endpoints.ts'
import { type TrialEndpointDeps, trialEndpoints } from './service/trial-endpoints.ts'
import { campaignEndpoints } from './messages/campaign-endpoints.ts'
import { type CommandEndpointDeps, commandEndpoints } from './messages/command-endpoints.ts'
import { type TemplateDeps, templateEndpoints } from './messages/template-endpoints.ts'
import { bulkEndpoints } from './subscribers/bulk-endpoints.ts'
import { segmentEndpoints } from './messages/segment-endpoints.ts'
import { type SubscriberActDeps, subscriberActEndpoints } from './subscribers/acts/act-endpoints.ts'
import { type SubscriberDeps, subscriberEndpoints } from './subscribers/subscriber-endpoints.ts'
import { promotionEndpoints } from './tariffs/promotion-endpoints.ts'
import {
  type SubscriberDoubleDeps,
  subscriberDoubleEndpoints,
} from './subscribers/personal/double-endpoints.ts'
import { type SubscriberDataDeps, subscriberDataEndpoints } from './subscribers/personal/data-endpoints.ts'
import { tariffEndpoints } from './tariffs/tariff-endpoints.ts'
import { subscriberWhyEndpoints, type WhyEndpointDeps } from './subscribers/why/why-endpoints.ts'
import { type SupportViewEndpointDeps, supportViewEndpoints } from './subscribers/support-view-endpoints.ts'
import { tableEndpoints } from './tables/table-endpoints.ts'
import { auditEndpoints } from './staff/staff-audit.ts'
import { type StaffEndpointDeps, staffEntryEndpoints } from './staff/staff-entry.ts'
import { staffMemberEndpoints } from './staff/staff-members.ts'
import { staffOwnEndpoints } from './staff/staff-own.ts'

export { staffAdmission } from './admission/admit-staff.ts'
export { filmUploadMount } from './films/upload-mount.ts'
export { sitePreviewMount } from './content/site-preview-mount.ts'
export { sourcePreviewMount } from './channels/source-play.ts'
export { reportFileMount } from './reports/report-file-mount.ts'
export { reportRowsMount } from './reports/report-rows-mount.ts'
export { ledgerFileMount } from './payments/ledger-file-mount.ts'
export { bulkExportMount } from './subscribers/bulk-mount.ts'
export { segmentExportMount } from './messages/segment-mount.ts'
export { promotionFileMount } from './tariffs/promotion-mount.ts'
export { subscriberExportMount } from './subscribers/personal/data-mount.ts'
export { tableExportMount } from './tables/table-mount.ts'
export { formerPagesMount } from './former-pages.ts'

/** What the endpoints of the console use. `db`: for statements that may take longer than those of viewers. */
export interface ConsoleDeps
  extends
    StaffEndpointDeps,
    OverviewDeps,
    Pick<PlayDeps, 'television'>,
    UploadEndpointDeps,
    Pick<FolderDeps, 'filmsFolder' | 'watchWaits'>,
    Pick<PageDeps, 'contacts' | 'findStores'>,
    Pick<HomeDeps, 'catalogue' | 'home'> {
  readonly db: Db
  readonly reads: ReportDeps['reads']
  readonly dataDir: OperationsEndpointDeps['dataDir']
  readonly location: OperationsEndpointDeps['location']
  readonly isQuiet: BackupEndpointDeps['isQuiet']
  readonly engine: HealthDeps['engine'] &
    TimelineDeps['engine'] &
    ExamineDeps['engine'] &
    PlaySourceDeps['engine'] &
    FilmMediaDeps['engine'] &
    WhyEndpointDeps['engine']
  readonly audit: Audit
  readonly service: SupportViewEndpointDeps['service']
  readonly supportViews: SupportViewEndpointDeps['supportViews']
  readonly telegram: SubscriberTelegramDeps['telegram']
  readonly exportAddresses: SubscriberPlayerDeps['exportAddresses']
  readonly recordings: SubscriberRecordingDeps['recordings']
  readonly jobs: FolderDeps['jobs'] & BackupEndpointDeps['jobs'] & OperationsEndpointDeps['jobs']
  readonly pictures: Pick<Pictures, 'append' | 'freeBytes' | 'has' | 'store'>
  readonly heads: SiteContentDeps['heads']
  readonly settings: BackupEndpointDeps['settings'] &
    ServiceDeps['settings'] &
    FilmMediaDeps['settings'] &
    ReceiptDeps['settings'] &
    BroadcastTitleDeps['settings']
  readonly secrets: FilmMediaDeps['secrets'] & TrialEndpointDeps['secrets']
  readonly random: TrialEndpointDeps['random']
  readonly billing: TrialEndpointDeps['billing'] &
    SubscriberDeps['billing'] &
    SubscriberActDeps['billing'] &
    SubscriberDataDeps['billing']
  readonly accounts: ServiceDeps['accounts'] &
    TrialEndpointDeps['accounts'] &
    SubscriberDeps['accounts'] &
    SubscriberActDeps['accounts'] &
    SubscriberDataDeps['accounts'] &
    SubscriberDoubleDeps['accounts'] &
    CommandEndpointDeps['accounts'] &
    TemplateDeps['accounts'] &
    WhyEndpointDeps['accounts']
  readonly streams: SubscriberDeps['streams'] & SubscriberActDeps['streams'] & WhyEndpointDeps['streams']
  readonly messages: SubscriberActDeps['messages'] & TemplateDeps['messages']
  readonly blackouts: WhyEndpointDeps['blackouts']
  readonly entitlement: WhyEndpointDeps['entitlement'] & SubscriberPlayerDeps['entitlement']
  readonly releases: WhyEndpointDeps['releases']
  readonly profileLimits: WhyEndpointDeps['profileLimits']
  readonly region: SubscriberDeps['region']
  readonly merchants: PaymentDeps['merchants']
  readonly cards: PaymentDeps['cards'] & SubscriberDataDeps['cards']
  readonly log: Log
  /** By what webhooks are sealed, and where they may lead. */
  readonly webhooks: WebhookEndpointDeps['webhooks']
  /** By what outside services are sealed, and what of them is in use. */
  readonly outsideServices: Pick<OutsideServiceEndpointDeps, 'live' | 'seal'>
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
    ...apiKeyEndpoints(deps),
    ...webhookEndpoints(deps),
    ...outsideServiceEndpoints({ ...deps, ...deps.outsideServices }),
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
    ...broadcastTitleEndpoints(deps),
    ...guideDraftEndpoints(deps),
    ...healthEndpoints(deps),
    ...operationsEndpoints(deps),
    ...backupEndpoints(deps),
    ...timelineEndpoints(deps),
    ...importEndpoints(deps),
    ...listEndpoints(deps),
    ...tableEndpoints(deps),
    ...playEndpoints(deps),
    ...businessEndpoints(deps),
  ]
}

/** Subscribers, their money, messages to them and reports. */
function businessEndpoints(deps: ConsoleDeps): readonly BoundEndpoint[] {
  return [
    ...subscriberEndpoints(deps),
    ...chargingEndpoints(deps),
    ...subscriberActEndpoints(deps),
    ...subscriberDataEndpoints(deps),
    ...subscriberDoubleEndpoints(deps),
    ...[...bulkEndpoints(deps), ...reportEndpoints(deps)],
    ...paymentEndpoints(deps),
    ...statementEndpoints(deps),
    ...closingEndpoints(deps),
    ...dealerEndpoints(deps),
    ...ledgerEndpoints(deps),
    ...receiptEndpoints(deps),
    ...[...segmentEndpoints(deps), ...cityEndpoints(deps), ...subscriberTelegramEndpoints(deps)],
    ...edgeEndpoints(deps),
    ...subscriberRecordingEndpoints(deps),
    ...[...subscriberProfileEndpoints(deps), ...subscriberPlayerEndpoints(deps)],
    ...campaignEndpoints(deps),
    ...commandEndpoints(deps),
    ...templateEndpoints(deps),
    ...tariffEndpoints(deps),
    ...promotionEndpoints(deps),
    ...subscriberWhyEndpoints(deps),
    ...supportViewEndpoints(deps),
    ...serviceEndpoints(deps),
    ...trialEndpoints(deps),
  ]
}
