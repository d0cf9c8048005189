/** Builds the application: the modules, their endpoints, their jobs, and the demo beside them. */
import {
  apiEndpoints,
  apiMounts,
  createApiContext,
  createSitemap,
  findAppStores,
  limitedRequests,
  serverVersion,
  previewedHome,
  pageHead,
  siteLooks,
  sitePreviewsOf,
  type SitePreviews,
  type ApiContext,
} from '#server/api/api.ts'
import { keepAlarming } from '#server/alarms/alarms.ts'
import type { ChannelLeases } from '#server/channel-leases/channel-leases.ts'
import { addComplaintGauge } from '#server/complaints/complaints.ts'
import {
  consoleEndpoints,
  filmUploadMount,
  sourcePreviewMount,
  ledgerFileMount,
  reportFileMount,
  reportRowsMount,
  bulkExportMount,
  segmentExportMount,
  promotionFileMount,
  subscriberExportMount,
  tableExportMount,
  formerPagesMount,
  staffAdmission,
} from '#server/console/console.ts'
import { externalEndpoints } from '#server/external-api/external-api.ts'
import { addArchiveStoreGauges, addChannelGauges, keepReporting } from '#server/monitoring/monitoring.ts'
import { keepNode } from '#server/operations/operations.ts'
import { addGuideGauges, sendAsSteered } from '#server/imports/imports.ts'
import { keepDelivering } from '#server/webhooks/webhooks.ts'
import { isDemoRemoved } from '#server/platform/installation/demo-content.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { AdmitKey } from '#server/platform/http/endpoints/key-admission.ts'
import type { AdmitStaff } from '#server/platform/http/endpoints/staff-admission.ts'
import type { Identified, RequestBearer } from '#server/platform/primitives/viewer.ts'
import type { LimitedRequests } from '#server/platform/http/endpoints/limited-requests.ts'
import type { Part } from '#server/platform/primitives/part.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { PageHeadOf } from '#server/platform/http/site/site-pages.ts'
import type { SiteLooks } from '#server/platform/http/site/site-look.ts'
import type { SitemapPart } from '#server/platform/http/site/sitemap-xml.ts'
import { quietLine } from '#server/platform/installation/installation.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { startBot } from '#server/telegram-bot/telegram-bot.ts'
import { learnTasteJob } from '#server/recommendations/recommendations.ts'
import { regionPart } from '#server/region/region.ts'
import { isSupportToken } from '#server/support-views/support-views.ts'
import { createModules } from './create-modules.ts'
import { createDemo } from './demo/run.ts'
import { createDemoPhones } from './demo/show-messages.ts'
import { createDemoTelegram } from './demo/show-telegram.ts'
import { createDemoVisitorAbroad } from './demo/stand-abroad.ts'
import { createDemoCardGateway, followDemoCardGateway } from './demo/take-cards.ts'
import { createDemoPaymentSystems, type Here } from './demo/take-payments.ts'
import { alarmTools } from './alarm-tools.ts'
import { clientsOf, filmsFolder, openFilmUploads } from './film-uploads.ts'
import { outsideTools } from './outside-tools.ts'
import { webhookTools } from './webhook-tools.ts'
import { runChannels } from './run-channels.ts'
import { workersOf } from './workers.ts'

/** The created application and what it offers to its callers. */
export interface App {
  /** Every endpoint of the contract with its handler, for viewers and for the console. */
  readonly endpoints: readonly BoundEndpoint[]
  /** Parts that serve whole URL prefixes themselves: the media engine under `/p/`, pictures. */
  readonly mounts: readonly Mount[]
  readonly workers: readonly JobWorker[]
  /** Checked by `/readyz`. */
  readonly parts: readonly Part[]
  identify(token: string, bearer: RequestBearer): Promise<Identified>
  /** Admits requests to the console. */
  readonly admitStaff: AdmitStaff
  /** Admits requests of other programs. */
  readonly admitKey: AdmitKey
  /** Handles the requests of profiles with limits. */
  readonly limited: LimitedRequests
  audienceOf(address: string): string
  readonly pageHead: PageHeadOf
  /** What services are called and look like now. */
  readonly siteLooks: SiteLooks
  /** The origins of edges now, which pages may request media from. */
  readonly mediaOrigins: () => readonly string[]
  /** Pages of the site for the staff, with values that are not saved yet. */
  readonly sitePreviews: SitePreviews
  /** The pages listed in the sitemap for search engines. */
  readonly sitemapParts: (serviceId: number) => Promise<readonly SitemapPart[]>
  /** Runs once requests are served: prepares the demo. Returns the lines printed after the address. */
  prepare(here: Here): Promise<readonly string[]>
  close(): Promise<void>
}

const fileMounts = [
  ...[ledgerFileMount, segmentExportMount, bulkExportMount],
  ...[promotionFileMount, subscriberExportMount, reportRowsMount],
]

/** `leases`: of a process that shares the channels with others. */
export async function createApp(context: AppContext, leases?: ChannelLeases): Promise<App> {
  const { runs, quiet } = context
  const publicUrl = context.settings.EKRAN_PUBLIC_URL
  const stack = new AsyncDisposableStack()
  const open = await createModules(context, leases)
  stack.defer(() => open.close())
  const api = createApiContext(context, open.modules)
  await startParts(context, api, stack, leases)
  const demo = startDemo(context, api, stack)
  const uploads = openFilmUploads(context, api)
  const admitStaff = staffAdmission({ ...api, publicUrl })
  return {
    endpoints: [
      ...apiEndpoints(api),
      ...externalEndpoints(api),
      ...consoleEndpoints({
        ...api,
        ...{ db: context.jobDatabase.db, reads: context.reads, dataDir: context.dataDir, publicUrl },
        ...{ location: context.databaseLocation, isQuiet: context.quiet !== undefined },
        findStores: () => findAppStores(api),
        home: previewedHome(api),
        ...{ alarms: alarmTools(context, api), webhooks: webhookTools(context, api) },
        outsideServices: outsideTools(context),
        ...{ jobs: context.jobs, uploads, filmsFolder: filmsFolder(context) },
        watchWaits: !context.settings.EKRAN_DEMO,
      }),
    ],
    admitStaff,
    ...{ admitKey: (request) => api.apiKeys.admit(request), limited: limitedRequests(api.profileLimits) },
    mounts: mountsOf(context, api, [
      filmUploadMount({ ...api, uploads, admitStaff, ...clientsOf(context) }),
      sourcePreviewMount({ engine: api.engine, admitStaff, ...clientsOf(context) }),
      tableExportMount({ ...context, db: context.jobDatabase.db, admitStaff, ...clientsOf(context) }),
      reportFileMount({ ...context, db: context.jobDatabase.db, admitStaff, ...clientsOf(context) }),
      ...fileMounts.map((mount) =>
        mount({
          ...{ ...context, db: context.jobDatabase.db, audit: api.audit, admitStaff },
          ...clientsOf(context),
        }),
      ),
    ]),
    workers: quiet === undefined ? workersOf(context, api) : [],
    parts: [regionPart(api.region)],
    identify: (token, bearer) => ownerOf(api, token).identify(token, bearer),
    audienceOf: (address) => api.region.audienceOf(address),
    pageHead: (path, language, serviceId) => pageHead(api, { path, language, serviceId }),
    ...{ siteLooks: siteLooks(api.service), mediaOrigins: () => api.edges.origins },
    sitePreviews: sitePreviewsOf(api),
    sitemapParts: createSitemap(api),
    prepare: async (here) => {
      if (quiet !== undefined) return [quietLine(quiet)]
      if (runs.has('jobs')) await startJobs(context, api)
      const lines = await demo(here)
      // After the demo is prepared, because its viewers have watched something.
      if (runs.has('jobs')) await context.jobs.send(learnTasteJob, {})
      return lines
    },
    close: () => stack.disposeAsync(),
  }
}

/** What does not wait for its time. */
async function startJobs({ jobs, jobDatabase: { db }, clock }: AppContext, { telegram }: ApiContext) {
  await sendAsSteered(db, jobs, clock.nowMs())
  if (telegram.bot() !== undefined) await startBot(jobs)
}

/** Who resolves a token: that of a support view is none of a subscriber's. */
function ownerOf({ supportViews, accounts }: ApiContext, token: string) {
  return isSupportToken(token) ? supportViews : accounts
}

/** What this process runs beside its endpoints. */
async function startParts(
  context: AppContext,
  api: ApiContext,
  stack: AsyncDisposableStack,
  leases: ChannelLeases | undefined,
): Promise<void> {
  const { clock, log, metrics, runs, jobDatabase } = context
  const { engine, television } = api
  const node = { db: jobDatabase.db, clock, log, runs, version: serverVersion }
  stack.defer(await keepNode({ ...node, isQuiet: context.quiet !== undefined }))
  // A process that serves requests must know what is recorded, even when another process records it.
  if (runs.has('media') || runs.has('api'))
    stack.defer(await runChannels({ engine, television, clock, log, leases }))
  if (runs.has('media')) {
    const reporting = keepReporting({ ...context, ...api, db: jobDatabase.db, leases })
    addChannelGauges(metrics, reporting.last)
    stack.defer(() => reporting.close())
    if (context.settings.EKRAN_ARCHIVE_STORE !== undefined && context.quiet === undefined)
      addArchiveStoreGauges(
        metrics,
        () => engine.archiveStoreStatus(),
        () => clock.nowMs(),
      )
  }
  if (runs.has('jobs') && context.quiet === undefined)
    stack.defer(keepAlarming({ ...context, television, db: jobDatabase.db }))
  if (runs.has('jobs') && context.quiet === undefined) stack.defer(keepDelivering(webhookTools(context, api)))
  if (runs.has('api')) {
    addGuideGauges({ db: jobDatabase.db, metrics, clock, log })
    addComplaintGauge({ db: jobDatabase.db, metrics, log })
  }
}

function mountsOf(context: AppContext, api: ApiContext, ofStaff: readonly Mount[]): readonly Mount[] {
  const { runs } = context
  const { engine } = api
  return [
    ...(runs.has('media') ? [{ prefix: '/p/', handle: engine.handle.bind(engine) }] : []),
    ...(runs.has('api') ? [...apiMounts(api), formerPagesMount, ...ofStaff] : []),
  ]
}

/** Starts nothing yet: returns what fills the demo, starts its programs and returns their output lines. */
function startDemo(
  context: AppContext,
  api: ApiContext,
  stack: AsyncDisposableStack,
): (here: Here) => Promise<readonly string[]> {
  const { runs, quiet, settings } = context
  if (!settings.EKRAN_DEMO || quiet !== undefined) return async () => []
  // The demo's recorded channels come from a source that runs beside the recorder, so only that process can provide
  // it.
  const content = runs.has('media') ? createDemo(context, api) : undefined
  if (content !== undefined) stack.defer(() => content.close())
  const programs = startDemoPrograms(context, api, stack)
  return async (here) => {
    if (await isDemoRemoved(context.jobDatabase.db)) return []
    const lines = await programs(here)
    return [...((await content?.prepare()) ?? []), ...lines]
  }
}

/**
 * The demo's programs beside the process that serves requests, which may not be the recorder: messages, cards and
 * payment systems are used there. Returns what starts them and returns their output lines.
 */
function startDemoPrograms(
  context: AppContext,
  { messages, cards, merchants, telegram }: ApiContext,
  stack: AsyncDisposableStack,
): (here: Here) => Promise<readonly string[]> {
  if (!context.runs.has('api')) {
    // A process that charges cards pays through the gateway that the demo starts.
    stack.defer(followDemoCardGateway(context, cards))
    return async () => []
  }
  const programs = [
    createDemoPhones(context, messages),
    createDemoTelegram(context, telegram),
    createDemoCardGateway(context, cards),
    createDemoPaymentSystems(context, merchants),
    createDemoVisitorAbroad(context),
  ]
  for (const program of programs) stack.defer(() => program.close())
  return async (here) => {
    const lines: string[] = []
    for (const program of programs) lines.push(...(await program.prepare(here)))
    return lines
  }
}
