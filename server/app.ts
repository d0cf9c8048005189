/** Builds the application: the modules, their endpoints, their jobs, and the demo beside them. */
import {
  apiEndpoints,
  apiMounts,
  createApiContext,
  createSitemap,
  findAppStores,
  previewedHome,
  pageHead,
  siteLook,
  sitePreviewsOf,
  type SitePreviews,
  type ApiContext,
} from '#server/api/api.ts'
import { keepAlarming } from '#server/alarms/alarms.ts'
import { addComplaintGauge } from '#server/complaints/complaints.ts'
import {
  consoleEndpoints,
  filmUploadMount,
  sourcePreviewMount,
  tableExportMount,
  formerPagesMount,
  staffAdmission,
} from '#server/console/console.ts'
import { addChannelGauges, keepReporting } from '#server/monitoring/monitoring.ts'
import { addGuideGauges, sendAsSteered } from '#server/imports/imports.ts'
import { isDemoRemoved } from '#server/platform/installation/demo-content.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { AdmitStaff } from '#server/platform/http/endpoints/staff-admission.ts'
import type { Identified, TokenBearer } from '#server/platform/primitives/viewer.ts'
import type { Part } from '#server/platform/primitives/part.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { PageHeadOf } from '#server/platform/http/site/site-pages.ts'
import type { SiteLook } from '#server/platform/http/site/site-look.ts'
import type { SitemapPart } from '#server/platform/http/site/sitemap-xml.ts'
import { quietLine } from '#server/platform/installation/installation.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { learnTasteJob } from '#server/recommendations/recommendations.ts'
import { regionPart } from '#server/region/region.ts'
import { createModules } from './create-modules.ts'
import { createDemo } from './demo/run.ts'
import { createDemoPhones } from './demo/show-messages.ts'
import { createDemoVisitorAbroad } from './demo/stand-abroad.ts'
import { createDemoCardGateway, followDemoCardGateway } from './demo/take-cards.ts'
import { createDemoPaymentSystems, type Here } from './demo/take-payments.ts'
import { alarmTools } from './alarm-tools.ts'
import { clientsOf, filmsFolder, openFilmUploads } from './film-uploads.ts'
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
  identify(token: string, bearer: TokenBearer): Promise<Identified>
  /** Admits requests to the console. */
  readonly admitStaff: AdmitStaff
  audienceOf(address: string): string
  readonly pageHead: PageHeadOf
  /** What the service is called and looks like now. */
  readonly siteLook: () => SiteLook
  /** Pages of the site for the staff, with values that are not saved yet. */
  readonly sitePreviews: SitePreviews
  /** The pages listed in the sitemap for search engines. */
  readonly sitemapParts: () => Promise<readonly SitemapPart[]>
  /** Runs once requests are served: prepares the demo. Returns the lines printed after the address. */
  prepare(here: Here): Promise<readonly string[]>
  close(): Promise<void>
}

export async function createApp(context: AppContext): Promise<App> {
  const { runs, quiet } = context
  const publicUrl = context.settings.EKRAN_PUBLIC_URL
  const stack = new AsyncDisposableStack()
  const open = await createModules(context)
  stack.defer(() => open.close())
  const api = createApiContext(context, open.modules)
  await startParts(context, api, stack)
  const demo = startDemo(context, api, stack)
  const uploads = openFilmUploads(context, api)
  const admitStaff = staffAdmission({ ...api, publicUrl })
  return {
    endpoints: [
      ...apiEndpoints(api),
      ...consoleEndpoints({
        ...api,
        ...{ db: context.jobDatabase.db, dataDir: context.dataDir, publicUrl },
        findStores: () => findAppStores(api),
        home: previewedHome(api),
        alarms: alarmTools(context, api),
        ...{ jobs: context.jobs, uploads, filmsFolder: filmsFolder(context) },
        watchWaits: !context.settings.EKRAN_DEMO,
      }),
    ],
    admitStaff,
    mounts: mountsOf(context, api, [
      filmUploadMount({ ...api, uploads, admitStaff, ...clientsOf(context) }),
      sourcePreviewMount({ engine: api.engine, admitStaff, ...clientsOf(context) }),
      tableExportMount({ ...context, db: context.jobDatabase.db, admitStaff, ...clientsOf(context) }),
    ]),
    workers: quiet === undefined ? workersOf(context, api) : [],
    parts: [regionPart(api.region)],
    identify: (token, bearer) => api.accounts.identify(token, bearer),
    audienceOf: (address) => api.region.audienceOf(address),
    pageHead: (path, language) => pageHead(api, { path, language }),
    siteLook: () => siteLook(api.service.now()),
    sitePreviews: sitePreviewsOf(api),
    sitemapParts: createSitemap(api),
    prepare: async (here) => {
      if (quiet !== undefined) return [quietLine(quiet)]
      if (runs.has('jobs')) await sendAsSteered(context.jobDatabase.db, context.jobs, context.clock.nowMs())
      const lines = await demo(here)
      // After the demo is prepared, because its viewers have watched something.
      if (runs.has('jobs')) await context.jobs.send(learnTasteJob, {})
      return lines
    },
    close: () => stack.disposeAsync(),
  }
}

/** What this process runs beside its endpoints. */
async function startParts(context: AppContext, api: ApiContext, stack: AsyncDisposableStack): Promise<void> {
  const { clock, log, metrics, runs, jobDatabase } = context
  const { engine, television } = api
  // A process that serves requests must know what is recorded, even when another process records it.
  if (runs.has('media') || runs.has('api')) stack.defer(await runChannels({ engine, television, clock, log }))
  if (runs.has('media')) {
    const reporting = keepReporting({ ...context, ...api, db: jobDatabase.db })
    addChannelGauges(metrics, reporting.last)
    stack.defer(() => reporting.close())
  }
  if (runs.has('jobs') && context.quiet === undefined)
    stack.defer(keepAlarming({ ...context, television, db: jobDatabase.db }))
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
  { messages, cards, merchants }: ApiContext,
  stack: AsyncDisposableStack,
): (here: Here) => Promise<readonly string[]> {
  if (!context.runs.has('api')) {
    // A process that charges cards pays through the gateway that the demo starts.
    stack.defer(followDemoCardGateway(context, cards))
    return async () => []
  }
  const programs = [
    createDemoPhones(context, messages),
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
