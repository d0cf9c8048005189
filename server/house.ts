/** Builds the rooms by hand, floor by floor, and joins them. What is not built here does not run. */
import { join } from 'node:path'
import type { BoundCall, Call, Identified, TokenBearer } from '#server/platform/http/bind-contract.ts'
import type { Part } from '#server/platform/http/health.ts'
import type { Mount } from '#server/platform/http/server.ts'
import type { PageHeadOf } from '#server/platform/http/site-pages.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { accountRoutes, accountWorkers } from '#server/accounts/accounts.ts'
import { auditWorkers } from '#server/audit/audit.ts'
import type { Ground } from '#server/ground.ts'
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
import { createDemo } from '#server/demo/run.ts'
import { createDemoVisitorAbroad } from '#server/demo/stand-abroad.ts'
import { createDemoCardGateway, followDemoCardGateway } from '#server/demo/take-cards.ts'
import { createDemoPaymentSystems, type Here } from '#server/demo/take-payments.ts'
import { createDemoPhones } from '#server/demo/show-messages.ts'
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
import { createSitemap } from '#server/sitemap-parts.ts'
import type { SitemapPart } from '#server/platform/http/sitemap-xml.ts'
import { merchantParts, type MerchantParts } from '#server/join-merchants.ts'
import { exportMount, playbackCalls } from '#server/join-playback.ts'
import { merchantReceiptUrl, merchantWorkers } from '#server/merchants/merchants.ts'
import { openRooms, type Rooms } from '#server/open-rooms.ts'
import { quietLine } from '#server/platform/installation.ts'
import { regionPart, regionRoutes } from '#server/region/region.ts'
import {
  learnTasteJob,
  recommendationRoutes,
  recommendationWorkers,
} from '#server/recommendations/recommendations.ts'
import { registrationRoutes, registrationWorkers } from '#server/registration/registration.ts'
import { runChannels } from '#server/run-channels.ts'
import { streamWorkers } from '#server/streams/streams.ts'
import { searchCalls } from '#server/search/search.ts'
import { televisionCalls, type TelevisionPorts } from '#server/television/television.ts'
import { openTvLogin, tvLoginRoutes, tvLoginWorkers } from '#server/tv-login/tv-login.ts'
import { viewingRoutes, viewingWorkers } from '#server/viewing/viewing.ts'

/** The rooms, open, and what they give to the outside. */
export interface House {
  /** The handlers of the contract's calls: each room's `routes.ts`. */
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

export async function buildHouse(ground: Ground): Promise<House> {
  const { clock, log, quiet, runs, settings } = ground
  const rooms = await openRooms(ground)
  const stack = new AsyncDisposableStack()
  stack.defer(() => rooms.close())
  // Whoever answers calls must know what is recorded, also where another process records it.
  if (runs.has('media') || runs.has('api')) {
    const stop = await runChannels({ engine: rooms.engine, television: rooms.television, clock, log })
    stack.defer(stop)
  }
  if (runs.has('media')) {
    const reporting = keepReporting({ ...ground, ...rooms })
    addChannelGauges(ground.metrics, reporting.last)
    stack.defer(() => reporting.close())
  }
  // The demo's recorded channels come from a source that runs beside the recorder, so it is that process's to give.
  const withDemo = settings.EKRAN_DEMO && quiet === undefined
  const demo = withDemo && runs.has('media') ? createDemo(ground, rooms) : undefined
  if (demo !== undefined) stack.defer(() => demo.close())
  if (runs.has('api')) addGuideGauges({ db: ground.jobDatabase.db, metrics: ground.metrics, clock, log })
  if (runs.has('api')) addComplaintGauge({ db: ground.jobDatabase.db, metrics: ground.metrics, log })
  // Every process binds every call, whether it answers them or not.
  const plays = keepPlays({ ...ground, ...rooms, db: ground.jobDatabase.db })
  stack.defer(() => plays.close())
  const merchants = merchantParts(ground, rooms)
  const beside = withDemo ? demoBeside(ground, rooms, merchants, stack) : undefined
  return {
    calls: [...callsOf(ground, rooms), ...plays.calls, ...merchants.calls],
    mounts: [...mountsOf(ground, rooms), ...(runs.has('api') ? [merchants.mount] : [])],
    workers: quiet === undefined ? workersOf(ground, rooms) : [],
    parts: [regionPart(rooms.region)],
    identify: (token, bearer) => rooms.accounts.identify(token, bearer),
    audienceOf: (address) => rooms.region.audienceOf(address),
    pageHead: (path, language) =>
      pageHead(
        { db: ground.database.db, clock, contacts: contactsOf(settings), ...rooms.heads },
        { path, language },
      ),
    sitemapParts: createSitemap({ db: ground.database.db, clock, ...rooms }),
    prepare: async (here) => {
      if (quiet !== undefined) return [quietLine(quiet)]
      if (runs.has('jobs')) await wakeFilmWorkers(ground.jobs)
      const lines = (await beside?.(here)) ?? []
      const demoLines = (await demo?.prepare()) ?? []
      // After the demo, whose viewers have watched something.
      if (runs.has('jobs')) await ground.jobs.send(learnTasteJob, {})
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
  ground: Ground,
  { messages, cards }: Rooms,
  merchants: MerchantParts,
  stack: AsyncDisposableStack,
): (here: Here) => Promise<readonly string[]> {
  if (!ground.runs.has('api')) {
    // Whoever charges cards by itself pays through the gateway that stands there.
    stack.defer(followDemoCardGateway(ground, cards))
    return async () => []
  }
  const programs = [
    createDemoPhones(ground, messages),
    createDemoCardGateway(ground, cards),
    createDemoPaymentSystems(ground, merchants),
    createDemoVisitorAbroad(ground),
  ]
  for (const program of programs) stack.defer(() => program.close())
  return async (here) => {
    const lines: string[] = []
    for (const program of programs) lines.push(...(await program.prepare(here)))
    return lines
  }
}

function mountsOf(ground: Ground, rooms: Rooms): readonly Mount[] {
  const { runs, dataDir, clock, settings } = ground
  const { engine, pictures } = rooms
  const operator = operatorMount({
    dataDir,
    clock,
    password: settings.EKRAN_OPERATOR_PASSWORD,
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    plays: lookAtPlays({ ...rooms, clock, db: ground.jobDatabase.db }),
  })
  return [
    ...(runs.has('media') ? [{ prefix: '/p/', handle: engine.handle.bind(engine) }] : []),
    ...(runs.has('api')
      ? [{ prefix: '/images/', handle: pictures.handle.bind(pictures) }, exportMount(ground, rooms), operator]
      : []),
  ]
}

function workersOf(
  { jobDatabase: { db }, jobs, clock, dataDir, random, settings }: Ground,
  { billing, cards, catalogue, engine, pictures, viewing }: Rooms,
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

function callsOf(ground: Ground, rooms: Rooms): readonly BoundCall[] {
  const { clock, database, settings } = ground
  const { accounts, billing, catalogue, television, entitlement, engine, viewing } = rooms
  return [
    ...accountRoutes(accounts),
    ...registrationRoutes(rooms.registration),
    ...tvLoginCalls(ground, rooms),
    ...regionRoutes(rooms.region),
    ...billingRoutes({
      billing,
      accounts,
      clock,
      audit: rooms.audit,
      receiptUrl: async (accountId, reference) =>
        (await cardReceiptUrl(database.db, accountId, reference)) ??
        merchantReceiptUrl(database.db, accountId, reference),
    }),
    ...cardRoutes(rooms.cards, {
      balanceTiyin: async (accountId) => (await billing.standingOf(accountId)).balanceTiyin,
    }),
    ...noticeRoutes({
      db: database.db,
      clock,
      contacts: contactsOf(settings),
      ...rooms.heads,
    }),
    ...notificationRoutes(rooms.notifications),
    ...catalogueCalls(catalogue, {
      clock,
      shelf: { playable: (assetId) => engine.describeAsset(assetId) },
      titleAccess: (viewer, title) => entitlement.titleAccess(viewer, title),
      isFavouriteTitle: ({ accountId }, vid) => viewing.isFavouriteTitle(accountId, vid),
      favouriteVids: ({ accountId }) => viewing.favouriteVids(accountId),
      viewingVids: ({ accountId }) => viewing.viewingVids(accountId),
    }),
    ...viewingRoutes({ viewing, catalogue, television }),
    ...recommendationCalls(rooms),
    ...complaintCalls(ground, rooms),
    ...cinemaCalls({ db: database.db, clock, catalogue }),
    ...informationRoutes({ db: database.db, contacts: contactsOf(settings) }),
    ...broadcastCalls(ground, rooms),
    ...playbackCalls(ground, rooms, regionOf),
  ]
}

function recommendationCalls(rooms: Rooms): readonly BoundCall[] {
  const { billing, catalogue, engine, recommendations, viewing } = rooms
  return recommendationRoutes(recommendations, {
    catalogue,
    viewing,
    isPlayable: (assetId) => engine.describeAsset(assetId) !== undefined,
    offeredProviders: async () =>
      new Set([...(await billing.tariffs()).values()].flatMap(({ providerIds }) => [...providerIds])),
  })
}

function contactsOf(settings: Ground['settings']): Contacts {
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

function complaintCalls({ database, clock }: Ground, { catalogue, television }: Rooms): readonly BoundCall[] {
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

/** Television and search ask the same of the rooms beside and above them. */
function broadcastCalls(ground: Ground, rooms: Rooms): readonly BoundCall[] {
  const { billing, catalogue, television, entitlement, engine, viewing } = rooms
  const ports: TelevisionPorts = {
    clock: ground.clock,
    region: regionOf,
    channelsOfTariff: (tariffId) => billing.channelsOfTariff(tariffId),
    channelAccess: (viewer, region) => entitlement.channelAccess(viewer, region),
    hasRecording: (cid, beginMs, endMs) => engine.hasRecording(String(cid), beginMs, endMs),
    favouriteChannels: async ({ accountId }) => new Set(await viewing.favouriteChannels(accountId)),
  }
  return [
    ...televisionCalls(television, ports),
    ...searchCalls(rooms.search, {
      catalogue,
      television,
      watchedAlong: (vid) => rooms.recommendations.taste().near(vid),
      ...ports,
    }),
  ]
}

function tvLoginCalls(ground: Ground, { accounts, audit, region }: Rooms): readonly BoundCall[] {
  const { clock, database, log, random, settings } = ground
  const room = openTvLogin({ db: database.db, clock, random, log, accounts, audit })
  const isInside = (address: string) => region.isInside(address)
  return tvLoginRoutes({ room, isInside, publicUrl: settings.EKRAN_PUBLIC_URL })
}
