/** The background jobs of every module. */
import { notificationWorkers } from '#server/notifications/notifications.ts'
import { join } from 'node:path'
import { accountWorkers } from '#server/accounts/accounts.ts'
import type { Modules } from '#server/api/api.ts'
import { apiKeyWorkers } from '#server/api-keys/api-keys.ts'
import { deliveryWorkers } from '#server/alarms/alarms.ts'
import { auditWorkers } from '#server/audit/audit.ts'
import { billingWorkers } from '#server/billing/billing.ts'
import { bulkWorkers } from '#server/bulk/bulk.ts'
import { campaignWorkers, commandBatchWorkers } from '#server/campaigns/campaigns.ts'
import { cardWorkers } from '#server/cards/cards.ts'
import { cityWorkers } from '#server/cities/cities.ts'
import { commandWorkers } from '#server/commands/commands.ts'
import { complaintWorkers } from '#server/complaints/complaints.ts'
import { dealerWorkers } from '#server/dealers/dealers.ts'
import { edgeWorkers } from '#server/edges/edges.ts'
import { editingWorkers, recordApplied } from '#server/editing/editing.ts'
import { fiscalWorkers } from '#server/fiscal/fiscal.ts'
import { merchantWorkers } from '#server/merchants/merchants.ts'
import { backupWorkers } from '#server/operations/operations.ts'
import { objectStoreAccess } from '#server/platform/settings/object-store-settings.ts'
import { playWorkers } from '#server/monitoring/monitoring.ts'
import {
  diskSpace,
  filmWorkers,
  guideWorkers,
  inboxWorker,
  linearWorker,
  listsWorker,
  logosWorker,
  draftsWorker,
  foldersWorker,
  logoDraftsWorker,
  tablesWorker,
  oldGuideWorker,
  postersWorker,
  loadPlayables,
  resumeFilmsWorker,
  filmLoudnessWorker,
  skipMarksWorker,
  uploadsWorker,
} from '#server/imports/imports.ts'
import { filmsFolder } from './film-uploads.ts'
import { alarmTools } from './alarm-tools.ts'
import { demoGuideWorker } from './demo/content/load-demo.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { settingWorkers } from '#server/outside-services/outside-services.ts'
import { rateLimitWorkers } from '#server/platform/rate-limit-workers.ts'
import { pushWorkers } from '#server/push/push.ts'
import { recommendationWorkers } from '#server/recommendations/recommendations.ts'
import { reportWorkers } from '#server/reports/reports.ts'
import { releaseWorkers } from '#server/releases/releases.ts'
import { registrationWorkers } from '#server/registration/registration.ts'
import { broadcastTitleWorkers } from '#server/broadcast-titles/broadcast-titles.ts'
import { followedWorkers } from '#server/followed/followed.ts'
import { recordingWorkers } from '#server/recordings/recordings.ts'
import { reminderWorkers } from '#server/reminders/reminders.ts'
import { remoteControlWorkers } from '#server/remote-control/remote-control.ts'
import { segmentWorkers } from '#server/segments/segments.ts'
import { staffWorkers } from '#server/staff/staff.ts'
import { subscriberWorkers } from '#server/subscribers/subscribers.ts'
import { supportViewWorkers } from '#server/support-views/support-views.ts'
import { streamWorkers } from '#server/streams/streams.ts'
import { telegramWorkers } from '#server/telegram/telegram.ts'
import { telegramBotWorkers } from '#server/telegram-bot/telegram-bot.ts'
import { tvLoginWorkers } from '#server/tv-login/tv-login.ts'
import { webhookWorkers } from '#server/webhooks/webhooks.ts'
import { viewingWorkers } from '#server/viewing/viewing.ts'

export function workersOf(context: AppContext, modules: Modules): readonly JobWorker[] {
  const {
    jobDatabase: { db },
    jobs,
    clock,
    dataDir,
    random,
    settings,
  } = context
  const { audit, cards, catalogue, engine, merchants, pictures, push, viewing } = modules
  return [
    ...[...accountWorkers({ db, clock }), ...staffWorkers({ db, clock }), ...rateLimitWorkers({ db })],
    ...supportViewWorkers({ db, clock, audit, staff: modules.staff }),
    ...[...apiKeyWorkers({ db, clock }), ...webhookWorkers({ db, clock })],
    ...auditWorkers({ db, clock, heads: settings.EKRAN_AUDIT_HEADS }),
    ...[...billingWorkers({ db, clock }), ...cardWorkers(cards)],
    ...[...tvLoginWorkers({ db, clock }), ...messageWorkers(context, modules)],
    ...[...pushWorkers(push), ...remoteControlWorkers({ db })],
    ...programmeWorkers({ db, clock }, modules),
    ...[...telegramWorkers({ db, clock, telegram: modules.telegram }), ...broadcastTitleWorkers(modules)],
    ...telegramBotWorkers({ bot: modules.telegramBot, jobs }),
    ...[...registrationWorkers({ db, clock }), ...viewingWorkers({ db })],
    ...recommendationWorkers({ db, clock, viewing }),
    ...[...complaintWorkers({ db, clock }), ...cityWorkers({ db, clock, networks: modules.networks })],
    ...merchantWorkers({ db, clock, reverserOf: merchants.reverserOf }),
    ...fiscalWorkers({ db, clock, settings }),
    ...[...streamWorkers({ db, clock }), ...subscriberWorkers({ db, clock }), ...edgeWorkers({ db, clock })],
    ...[...playWorkers({ db, clock }), ...dealerWorkers({ db, clock }), ...operationWorkers(context)],
    ...deliveryWorkers(alarmTools(context, modules)),
    ...reportWorkers({ ...alarmTools(context, modules), jobs }),
    ...[...releaseWorkers({ db, clock }), ...settingWorkers({ db, clock })],
    ...editingWorkers({ db, clock, dataDir, hasArchiveStore: settings.EKRAN_ARCHIVE_STORE !== undefined }),
    draftsWorker(db, clock),
    ...[tablesWorker(db, clock), foldersWorker(db, clock), logoDraftsWorker(db, clock)],
    listsWorker({ db, clock, onApplied: recordApplied({ db, audit }) }),
    oldGuideWorker(db, clock),
    ...guideWorkers({ db, dataDir, clock, random }),
    logosWorker({ db, pictures, clock }),
    linearWorker({
      ...{ db, dataDir, clock },
      loadPlayables: () =>
        loadPlayables(db, catalogue, (assetId) => engine.describeAsset(assetId) !== undefined),
    }),
    ...(settings.EKRAN_DEMO ? [demoGuideWorker(db, clock)] : []),
    inboxWorker({
      ...{ db, clock, pictures, jobs, folder: filmsFolder(context) },
      ...{ isForUploads: settings.EKRAN_FILMS_INBOX === undefined, waitsForFirstRun: !settings.EKRAN_DEMO },
    }),
    uploadsWorker({ db, clock, folder: filmsFolder(context) }),
    ...[skipMarksWorker({ db, engine, catalogue }), filmLoudnessWorker({ engine, catalogue })],
    postersWorker({ db, engine, catalogue, pictures }),
    ...filmWorkers({
      db,
      engine,
      jobs,
      disk: diskSpace(join(dataDir, 'media'), () => settings.EKRAN_FREE_SPACE_GB * 1e9),
    }),
    resumeFilmsWorker({ db, jobs }),
  ]
}

/** What viewers have of programmes: reminders, recordings, shows that bring both. */
function programmeWorkers(
  deps: Pick<Parameters<typeof reminderWorkers>[0], 'clock' | 'db'>,
  modules: Pick<Modules, 'followed' | 'recordings' | 'reminders'>,
): readonly JobWorker[] {
  return [
    ...reminderWorkers({ ...deps, reminders: modules.reminders }),
    ...[...followedWorkers(modules), ...recordingWorkers(modules)],
  ]
}

/** Notifications, snapshots of segments, campaigns, acts on segments. */
function messageWorkers(
  { jobDatabase: { db }, clock, log }: AppContext,
  { messages, accounts, audit, billing, telegram }: Modules,
): readonly JobWorker[] {
  const telegramSends = () => telegram.bot() !== undefined
  return [
    ...notificationWorkers({ db, clock }),
    ...[...segmentWorkers({ db, clock }), ...commandWorkers({ db, clock })],
    ...campaignWorkers({ db, clock, messages, telegramSends, log: log.with({ part: 'campaigns' }) }),
    ...commandBatchWorkers({ db, clock, accounts }),
    ...bulkWorkers({ db, clock, audit, billing, log: log.with({ part: 'bulk' }) }),
  ]
}

/** Backups and restore drills. */
function operationWorkers(context: AppContext): readonly JobWorker[] {
  const { jobDatabase, databaseLocation: location, dataDir, clock, jobs, log, settings } = context
  return backupWorkers({
    s3: objectStoreAccess(settings),
    ...{ db: jobDatabase.db, location, dataDir, clock, jobs },
    log: log.with({ part: 'operations' }),
  })
}
