/** The background jobs of every module. */
import { notificationWorkers } from '#server/notifications/notifications.ts'
import { join } from 'node:path'
import { accountWorkers } from '#server/accounts/accounts.ts'
import type { Modules } from '#server/api/api.ts'
import { deliveryWorkers } from '#server/alarms/alarms.ts'
import { auditWorkers } from '#server/audit/audit.ts'
import { billingWorkers } from '#server/billing/billing.ts'
import { cardWorkers } from '#server/cards/cards.ts'
import { complaintWorkers } from '#server/complaints/complaints.ts'
import { editingWorkers, recordApplied } from '#server/editing/editing.ts'
import { merchantWorkers } from '#server/merchants/merchants.ts'
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
  skipMarksWorker,
  uploadsWorker,
} from '#server/imports/imports.ts'
import { filmsFolder } from './film-uploads.ts'
import { alarmTools } from './alarm-tools.ts'
import { demoGuideWorker } from './demo/content/load-demo.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { pushWorkers } from '#server/push/push.ts'
import { recommendationWorkers } from '#server/recommendations/recommendations.ts'
import { releaseWorkers } from '#server/releases/releases.ts'
import { registrationWorkers } from '#server/registration/registration.ts'
import { remoteControlWorkers } from '#server/remote-control/remote-control.ts'
import { staffWorkers } from '#server/staff/staff.ts'
import { streamWorkers } from '#server/streams/streams.ts'
import { tvLoginWorkers } from '#server/tv-login/tv-login.ts'
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
  const { audit, cards, catalogue, engine, pictures, push, viewing } = modules
  return [
    ...accountWorkers({ db, clock }),
    ...staffWorkers({ db, clock }),
    ...auditWorkers({ db, clock, heads: settings.EKRAN_AUDIT_HEADS }),
    ...billingWorkers({ db, clock }),
    ...cardWorkers(cards),
    ...tvLoginWorkers({ db, clock }),
    ...notificationWorkers({ db, clock }),
    ...pushWorkers(push),
    ...remoteControlWorkers({ db }),
    ...registrationWorkers({ db, clock }),
    ...viewingWorkers({ db }),
    ...recommendationWorkers({ db, clock, viewing }),
    ...complaintWorkers({ db, clock }),
    ...merchantWorkers({ db, clock }),
    ...streamWorkers({ db, clock }),
    ...playWorkers({ db, clock }),
    ...deliveryWorkers(alarmTools(context, modules)),
    ...releaseWorkers({ db, clock }),
    ...editingWorkers({ db, clock, dataDir }),
    draftsWorker(db, clock),
    ...[tablesWorker(db, clock), foldersWorker(db, clock), logoDraftsWorker(db, clock)],
    listsWorker({ db, clock, onApplied: recordApplied({ db, audit }) }),
    oldGuideWorker(db, clock),
    ...guideWorkers({ db, dataDir, clock, random }),
    logosWorker({ db, pictures, clock }),
    linearWorker({
      db,
      dataDir,
      clock,
      loadPlayables: () =>
        loadPlayables(db, catalogue, (assetId) => engine.describeAsset(assetId) !== undefined),
    }),
    ...(settings.EKRAN_DEMO ? [demoGuideWorker(db, clock)] : []),
    inboxWorker({
      ...{ db, clock, pictures, jobs, folder: filmsFolder(context) },
      ...{ isForUploads: settings.EKRAN_FILMS_INBOX === undefined, waitsForFirstRun: !settings.EKRAN_DEMO },
    }),
    uploadsWorker({ db, clock, folder: filmsFolder(context) }),
    skipMarksWorker({ db, engine, catalogue }),
    postersWorker({ db, engine, catalogue, pictures }),
    ...filmWorkers({
      db,
      engine,
      jobs,
      disk: diskSpace(join(dataDir, 'media'), settings.EKRAN_FREE_SPACE_GB * 1e9),
    }),
    resumeFilmsWorker({ db, jobs }),
  ]
}
