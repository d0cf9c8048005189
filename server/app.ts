/** Builds the modules by hand, layer by layer, and joins them. What is not built here does not run. */
import { join } from 'node:path'
import type { BoundCall, Call, Identified, TokenBearer } from '#server/platform/http/bind-contract.ts'
import type { Part } from '#server/platform/http/health.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { PageHeadOf } from '#server/platform/http/site-pages.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { accountRoutes, accountWorkers } from '#server/accounts/accounts.ts'
import { auditWorkers } from '#server/audit/audit.ts'
import type { AppContext } from './app-context.ts'
import { billingRoutes, billingWorkers } from '#server/billing/billing.ts'
import { cardReceiptUrl, cardRoutes, cardsThatPay, cardWorkers } from '#server/cards/cards.ts'
import { catalogueCalls } from '#server/catalogue/catalogue.ts'
import { cinemaCalls } from '#server/cinemas/cinemas.ts'
import { addComplaintGauge, complaintRoutes, complaintWorkers } from '#server/complaints/complaints.ts'
import {
  type Contacts,
  informationRoutes,
  notificationRoutes,
  noticeRoutes,
  noticeWorkers,
  pageHead,
} from '#server/notices/notices.ts'
import {
  addChannelGauges,
  keepPlays,
  keepReporting,
  lookAtPlays,
  operatorMount,
  playWorkers,
} from '#server/monitoring/monitoring.ts'
import { clientAddressReader } from '#server/platform/http/client-address.ts'
import { createDemo } from './demo/run.ts'
import { createDemoVisitorAbroad } from './demo/stand-abroad.ts'
import { createDemoCardGateway, followDemoCardGateway } from './demo/take-cards.ts'
import { createDemoPaymentSystems, type Here } from './demo/take-payments.ts'
import { createDemoPhones } from './demo/show-messages.ts'
import {
  addGuideGauges,
  demoGuideWorker,
  guideWorker,
  logosWorker,
  linearWorker,
  oldGuideWorker,
  diskRoom,
  filmWorkers,
  inboxWorker,
  shelfOf,
  postersWorker,
  skipMarksWorker,
  thisWorker,
  wakeFilmWorkers,
} from '#server/operator/operator.ts'
import { createSitemap } from './sitemap-parts.ts'
import type { SitemapPart } from '#server/platform/http/sitemap-xml.ts'
import { merchantParts, type MerchantParts } from './join-merchants.ts'
import { exportMount, playbackCalls } from './join-playback.ts'
import { merchantReceiptUrl, merchantWorkers } from '#server/merchants/merchants.ts'
import { createModules, type Modules } from './create-modules.ts'
import { quietLine } from '#server/platform/installation.ts'
import { regionPart, regionRoutes } from '#server/region/region.ts'
import {
  learnTasteJob,
  recommendationRoutes,
  recommendationWorkers,
} from '#server/recommendations/recommendations.ts'
import { registrationRoutes, registrationWorkers } from '#server/registration/registration.ts'
import { runChannels } from './run-channels.ts'
import { streamWorkers } from '#server/streams/streams.ts'
import { searchCalls } from '#server/search/search.ts'
import { televisionCalls, type TelevisionPorts } from '#server/television/television.ts'
import { openTvLogin, tvLoginRoutes, tvLoginWorkers } from '#server/tv-login/tv-login.ts'
import { viewingRoutes, viewingWorkers } from '#server/viewing/viewing.ts'

/** The modules, created, and what they give to the outside. */
export interface App {
  /** The handlers of the contract's calls: each module's `routes.ts`. */
  readonly calls: readonly BoundCall[]
  /** Parts that answer whole folders of addresses by themselves: the engine under `/p/`, pictures. */
  readonly mounts: readonly Mount[]
  readonly workers: readonly JobWorker[]
  /** Asked by `/readyz`. */
  readonly parts: readonly Part[]
  identify(token: string, bearer: TokenBearer): Promise<Identified>
  audienceOf(address: string): string
  readonly pageHead: PageHeadOf
  /** The pages that search engines shall know. */
  readonly sitemapParts: () => Promise<readonly SitemapPart[]>
  /** Once the calls are answered: the demo. Gives the lines that are printed after the address. */
  prepare(here: Here): Promise<readonly string[]>
  close(): Promise<void>
}

export async function createApp(context: AppContext): Promise<App> {
  const { clock, log, quiet, runs, settings } = context
  const modules = await createModules(context)
  const stack = new AsyncDisposableStack()
  stack.defer(() => modules.close())
  // Whoever answers calls must know what is recorded, also where another process records it.
  if (runs.has('media') || runs.has('api')) {
    const stop = await runChannels({ engine: modules.engine, television: modules.television, clock, log })
    stack.defer(stop)
  }
  if (runs.has('media')) {
    const reporting = keepReporting({ ...context, ...modules })
    addChannelGauges(context.metrics, reporting.last)
    stack.defer(() => reporting.close())
  }
  // The demo's recorded channels come from a source that runs beside the recorder, so it is that process's to give.
  const withDemo = settings.EKRAN_DEMO && quiet === undefined
  const demo = withDemo && runs.has('media') ? createDemo(context, modules) : undefined
  if (demo !== undefined) stack.defer(() => demo.close())
  if (runs.has('api')) addGuideGauges({ db: context.jobDatabase.db, metrics: context.metrics, clock, log })
  if (runs.has('api')) addComplaintGauge({ db: context.jobDatabase.db, metrics: context.metrics, log })
  // Every process binds every call, whether it answers them or not.
  const plays = keepPlays({ ...context, ...modules, db: context.jobDatabase.db })
  stack.defer(() => plays.close())
  const merchants = merchantParts(context, modules)
  const beside = withDemo ? demoBeside(context, modules, merchants, stack) : undefined
  return {
    calls: [...callsOf(context, modules), ...plays.calls, ...merchants.calls],
    mounts: [...mountsOf(context, modules), ...(runs.has('api') ? [merchants.mount] : [])],
    workers: quiet === undefined ? workersOf(context, modules) : [],
    parts: [regionPart(modules.region)],
    identify: (token, bearer) => modules.accounts.identify(token, bearer),
    audienceOf: (address) => modules.region.audienceOf(address),
    pageHead: (path, language) =>
      pageHead(
        { db: context.database.db, clock, contacts: contactsOf(settings), ...modules.heads },
        { path, language },
      ),
    sitemapParts: createSitemap({ db: context.database.db, clock, ...modules }),
    prepare: async (here) => {
      if (quiet !== undefined) return [quietLine(quiet)]
      if (runs.has('jobs')) await wakeFilmWorkers(context.jobs)
      const lines = (await beside?.(here)) ?? []
      const demoLines = (await demo?.prepare()) ?? []
      // After the demo, whose viewers have watched something.
      if (runs.has('jobs')) await context.jobs.send(learnTasteJob, {})
      return [...demoLines, ...lines]
    },
    close: () => stack.disposeAsync(),
  }
}

/**
 * The demo's programs beside the process that answers calls, which may be another than the recorder: messages are sent
 * from there, cards and payment systems are asked there. Gives what starts them and tells their lines.
 */
function demoBeside(
  context: AppContext,
  { messages, cards }: Modules,
  merchants: MerchantParts,
  stack: AsyncDisposableStack,
): (here: Here) => Promise<readonly string[]> {
  if (!context.runs.has('api')) {
    // Whoever charges cards by itself pays through the gateway that stands there.
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

function mountsOf(context: AppContext, modules: Modules): readonly Mount[] {
  const { runs, dataDir, clock, settings } = context
  const { engine, pictures } = modules
  const operator = operatorMount({
    dataDir,
    clock,
    password: settings.EKRAN_OPERATOR_PASSWORD,
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    plays: lookAtPlays({ ...modules, clock, db: context.jobDatabase.db }),
  })
  return [
    ...(runs.has('media') ? [{ prefix: '/p/', handle: engine.handle.bind(engine) }] : []),
    ...(runs.has('api')
      ? [
          { prefix: '/images/', handle: pictures.handle.bind(pictures) },
          exportMount(context, modules),
          operator,
        ]
      : []),
  ]
}

function workersOf(
  { jobDatabase: { db }, jobs, clock, dataDir, random, settings }: AppContext,
  { billing, cards, catalogue, engine, pictures, viewing }: Modules,
): readonly JobWorker[] {
  return [
    ...accountWorkers({ db, clock }),
    ...auditWorkers({ db, clock, heads: settings.EKRAN_AUDIT_HEADS }),
    ...billingWorkers({ db, clock, cardsThatPay: (accountIds) => cardsThatPay(db, accountIds) }),
    ...cardWorkers(cards, billing),
    ...tvLoginWorkers({ db, clock }),
    ...noticeWorkers({ db, clock }),
    ...registrationWorkers({ db, clock }),
    ...viewingWorkers({ db }),
    ...recommendationWorkers({ db, clock, viewing }),
    ...complaintWorkers({ db, clock }),
    ...merchantWorkers({ db, clock }),
    ...streamWorkers({ db, clock }),
    ...playWorkers({ db, clock }),
    oldGuideWorker(db, clock),
    guideWorker({ db, dataDir, clock, random }),
    logosWorker({ db, pictures, clock }),
    linearWorker({
      db,
      dataDir,
      clock,
      openShelf: () => shelfOf(db, catalogue, (assetId) => engine.describeAsset(assetId) !== undefined),
    }),
    ...(settings.EKRAN_DEMO ? [demoGuideWorker(db, clock)] : []),
    inboxWorker({ db, clock, pictures, jobs, folder: settings.EKRAN_FILMS_INBOX }),
    skipMarksWorker({ db, engine, catalogue }),
    postersWorker({ db, engine, catalogue, pictures }),
    ...filmWorkers({
      db,
      engine,
      jobs,
      disk: diskRoom(join(dataDir, 'media'), settings.EKRAN_FREE_SPACE_GB * 1e9),
      worker: thisWorker(random),
    }),
  ]
}

/** Kept answers are kept per audience, so the region of a call is read from it and nowhere else. */
function regionOf(call: Call) {
  return call.audience === 'outside' ? 'outside' : 'inside'
}

function callsOf(context: AppContext, modules: Modules): readonly BoundCall[] {
  const { clock, database, settings } = context
  const { accounts, billing, catalogue, television, entitlement, engine, viewing } = modules
  return [
    ...accountRoutes(accounts),
    ...registrationRoutes(modules.registration),
    ...tvLoginCalls(context, modules),
    ...regionRoutes(modules.region),
    ...billingRoutes({
      billing,
      accounts,
      clock,
      audit: modules.audit,
      receiptUrl: async (accountId, reference) =>
        (await cardReceiptUrl(database.db, accountId, reference)) ??
        merchantReceiptUrl(database.db, accountId, reference),
    }),
    ...cardRoutes(modules.cards, {
      balanceTiyin: async (accountId) => (await billing.standingOf(accountId)).balanceTiyin,
    }),
    ...noticeRoutes({
      db: database.db,
      clock,
      contacts: contactsOf(settings),
      ...modules.heads,
    }),
    ...notificationRoutes(modules.notifications),
    ...catalogueCalls(catalogue, {
      clock,
      shelf: { playable: (assetId) => engine.describeAsset(assetId) },
      titleAccess: (viewer, title) => entitlement.titleAccess(viewer, title),
      isFavouriteTitle: ({ accountId }, vid) => viewing.isFavouriteTitle(accountId, vid),
      favouriteVids: ({ accountId }) => viewing.favouriteVids(accountId),
      viewingVids: ({ accountId }) => viewing.viewingVids(accountId),
    }),
    ...viewingRoutes({ viewing, catalogue, television }),
    ...recommendationCalls(modules),
    ...complaintCalls(context, modules),
    ...cinemaCalls({ db: database.db, clock, catalogue }),
    ...informationRoutes({ db: database.db, contacts: contactsOf(settings) }),
    ...broadcastCalls(context, modules),
    ...playbackCalls(context, modules, regionOf),
  ]
}

function recommendationCalls(modules: Modules): readonly BoundCall[] {
  const { billing, catalogue, engine, recommendations, viewing } = modules
  return recommendationRoutes(recommendations, {
    catalogue,
    viewing,
    isPlayable: (assetId) => engine.describeAsset(assetId) !== undefined,
    offeredProviders: async () =>
      new Set([...(await billing.tariffs()).values()].flatMap(({ providerIds }) => [...providerIds])),
  })
}

function contactsOf(settings: AppContext['settings']): Contacts {
  return {
    company: settings.EKRAN_COMPANY,
    phone: settings.EKRAN_SUPPORT_PHONE,
    telegram: settings.EKRAN_SUPPORT_TELEGRAM,
    email: settings.EKRAN_SUPPORT_EMAIL,
    hours: settings.EKRAN_SUPPORT_HOURS,
    address: settings.EKRAN_OFFICE_ADDRESS,
    apps: {
      android: settings.EKRAN_ANDROID_APP,
      lg: settings.EKRAN_LG_APP,
      samsung: settings.EKRAN_SAMSUNG_APP,
    },
  }
}

function complaintCalls(
  { database, clock }: AppContext,
  { catalogue, television }: Modules,
): readonly BoundCall[] {
  return complaintRoutes({
    db: database.db,
    clock,
    hasTitle: (vid, vfid) => {
      const content = catalogue.now()
      return vfid === undefined ? content.title(vid) !== undefined : content.file(vfid)?.title.vid === vid
    },
    hasChannel: (cid) => television.now().channel(cid) !== undefined,
  })
}

/** Television and search ask the same of the modules beside and above them. */
function broadcastCalls(context: AppContext, modules: Modules): readonly BoundCall[] {
  const { billing, catalogue, television, entitlement, engine, viewing } = modules
  const ports: TelevisionPorts = {
    clock: context.clock,
    region: regionOf,
    channelsOfTariff: (tariffId) => billing.channelsOfTariff(tariffId),
    channelAccess: (viewer, region) => entitlement.channelAccess(viewer, region),
    hasRecording: (cid, beginMs, endMs) => engine.hasRecording(String(cid), beginMs, endMs),
    favouriteChannels: async ({ accountId }) => new Set(await viewing.favouriteChannels(accountId)),
  }
  return [
    ...televisionCalls(television, ports),
    ...searchCalls(modules.search, {
      catalogue,
      television,
      watchedAlong: (vid) => modules.recommendations.taste().near(vid),
      ...ports,
    }),
  ]
}

function tvLoginCalls(context: AppContext, { accounts, audit, region }: Modules): readonly BoundCall[] {
  const { clock, database, log, random, settings } = context
  const room = openTvLogin({ db: database.db, clock, random, log, accounts, audit })
  const isInside = (address: string) => region.isInside(address)
  return tvLoginRoutes({ room, isInside, publicUrl: settings.EKRAN_PUBLIC_URL })
}
